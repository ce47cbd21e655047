"""Plans of steps as stages: everything structural becomes one statement, its values parameters.

Steps that find, traverse, filter, combine and rank by a property are parts of one statement: no set in between is cut,
the answers are exact. A search is a stage of its own where Motif answers it from the projection's vectors and words;
where an index of the database answers it, it is a part of the statement. A rank by text needs what stands before it,
and so ends a statement.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from motif.errors import InvalidInput
from motif.graphs.graph_schema import GraphSchema, SearchIndex
from motif.graphs.plan import Plan
from motif.graphs.stages import CompiledPlan, RankStage, SearchStage, Stage, StatementStage
from motif.graphs.step_reading import read_steps
from motif.graphs.steps import (
    Combine,
    CypherStep,
    FulltextSearch,
    Rank,
    Step,
    Traverse,
    VectorSearch,
    sources_of,
)
from motif.planners.steps.answer_rows import answer_rows, passed_rows, shown_rows
from motif.planners.steps.building import Building, Known, Nodes
from motif.planners.steps.chains import chain_nodes, links_of, with_ways
from motif.planners.steps.combinations import combined
from motif.planners.steps.index_searches import searched
from motif.planners.steps.printing import printed
from motif.planners.steps.ranking import ranked
from motif.planners.steps.roots import given, taken

if TYPE_CHECKING:
    from motif.planners.cypher.checking import CheckedCypher


def compile_plan(
    plan: Plan,
    schema: GraphSchema,
    *,
    searches: Mapping[str, SearchIndex] | None = None,
    statements: Mapping[str, CheckedCypher] | None = None,
) -> CompiledPlan:
    """The stages that answer a plan of steps; the last one is a statement and gives the answers.

    Parameters
    ----------
    schema
        Where labels, the types and forms of properties, names and texts are read from. Whether the plan fits it is not
        asked here.
    searches
        By the name of a search step, the index of the database that answers it; Motif answers the others.
    statements
        By the name of a step of Cypher, its statement after its check; a step that is not there is checked.

    Raises `InvalidInput` for steps that cannot be read, for Cypher that is refused, and for a plan that takes its steps
    so often that no statement could hold them; `InvalidConfiguration` for a condition that cannot be read.

    >>> from motif.graphs.graph_schema import LabelProfile
    >>> from motif.graphs.steps import Find
    >>> schema = GraphSchema({"Movie": LabelProfile("Movie", 3, name_property="title")}, {})
    >>> plan = Plan((), steps=(Find("m", "Movie", {"released": {"$gt": 2000}}),), method="spark")
    >>> compile_plan(plan, schema).stages[0].parameters["m_1"]
    2000
    """
    steps = read_steps(plan.steps)
    by_name = {step.name: step for step in steps}
    known = Known(by_name, schema, dict(searches or {}), _checked(steps, schema, statements or {}))
    stages: dict[str, Stage] = {}
    last = steps[-1]
    _prepare(last, known, stages, set())
    building = Building(known, _nodes)
    lines = answer_rows(building, _last_nodes(building, last), last, plan.give, plan.count)
    before = tuple(stages.values())
    shown = Building(known, _nodes)
    short = _statement(
        shown, last.name, shown_rows(shown, shown.nodes(last.name, False), plan.give, plan.count)
    )
    return CompiledPlan((*before, _statement(building, last.name, lines)), printed((*before, short)))


def _checked(
    steps: tuple[Step, ...], schema: GraphSchema, statements: Mapping[str, CheckedCypher]
) -> dict[str, CheckedCypher]:
    checked = dict(statements)
    for number, step in enumerate(steps, start=1):
        if isinstance(step, CypherStep) and step.name not in checked:
            from motif.planners.cypher.checking import (
                check_cypher,  # its grammar is read only where it is needed
            )

            prefix = f"cypher{number}_"
            checked[step.name] = check_cypher(
                step.cypher, schema, step.parameters, gives_nodes=True, prefix=prefix
            )
            if problems := checked[step.name].problems:
                raise InvalidInput(f"The Cypher of the step {step.name!r} is refused: {' '.join(problems)}")
    return checked


def _prepare(step: Step, known: Known, stages: dict[str, Stage], done: set[str]) -> None:
    """Adds the stages that must be answered before a statement with ``step`` can run, in their order."""
    if step.name in done:
        return
    done.add(step.name)
    for source in sources_of(step):
        _prepare(known.steps[source], known, stages, done)
    if isinstance(step, (VectorSearch, FulltextSearch)) and step.name not in known.searches:
        kind = "vector" if isinstance(step, VectorSearch) else "fulltext"
        stages[step.name] = SearchStage(step.name, kind, step.text, step.label, step.where, step.limit)
        known.inputs.add(step.name)
    elif isinstance(step, Rank) and step.by_text is not None:
        if step.source not in stages:
            stages[step.source] = _passing(known, step.source)
        stages[step.name] = RankStage(step.name, step.source, step.by_text, step.limit)
        known.inputs.add(step.name)
    elif isinstance(step, CypherStep) and _clashes(step, known):
        stages[step.name] = _passing(known, step.name)
        known.inputs.add(step.name)


def _clashes(step: CypherStep, known: Known) -> bool:
    """Whether another step's Cypher has a parameter of the same name: then each has a statement of its own."""
    own = set(known.statements[step.name].parameters)
    return any(own & set(other.parameters) for name, other in known.statements.items() if name != step.name)


def _passing(known: Known, name: str) -> StatementStage:
    """A statement whose nodes the next stages take."""
    building = Building(known, _nodes)
    return _statement(building, name, passed_rows(building.nodes(name, False)))


def _statement(building: Building, name: str, lines: list[str]) -> StatementStage:
    text = "\n".join(line for line in lines if line)
    if building.language:
        text = f"{building.language}\n{text}"
    return StatementStage(
        name, text, dict(building.parameters), tuple(building.inputs), tuple(building.steps)
    )


def _nodes(building: Building, step: Step, way: bool) -> Nodes:
    """The set that a step gives, as part of a statement."""
    known = building.known
    if step.name in known.inputs:
        return taken(building, step, getattr(step, "label", None))
    match step:
        case VectorSearch() | FulltextSearch():
            return searched(building, step, known.searches[step.name])
        case Combine():
            return combined(building, step, way)
        case Rank():
            return ranked(building, step, way)
        case CypherStep():
            return given(building, step, known.statements[step.name])
        case _:
            return chain_nodes(building, step, way)


def _last_nodes(building: Building, step: Step) -> Nodes:
    """The answers with their ways; of a rank by text the ways of what it ranks, found again for these nodes alone."""
    nodes = building.nodes(step.name, True)
    if not isinstance(step, Rank) or step.by_text is None:
        return nodes
    source = building.known.steps[step.source]
    links = links_of(source, building)[1]
    if not any(isinstance(link, Traverse) for link in links):
        return nodes
    return with_ways(building, source, nodes)
