"""Plans of steps (SPARK, paper 003 §2.2): the schema they are made from, planning, checking and running them."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from motif.engine.control import Control
from motif.errors import InvalidInput
from motif.graphs.evidence import Results
from motif.graphs.graph_schema import GraphSchema
from motif.graphs.plan import Plan
from motif.graphs.statements import ReadSession
from motif.graphs.steps import Keep
from motif.knowledge_graph.held import HeldGraph
from motif.knowledge_graph.limits import StepLimits
from motif.planners.protocol import Planner
from motif.retrievers.arguments import MAXIMUM_TOP_K, checked_count, checked_flag, judged
from motif.retrievers.presentation import Presentation

if TYPE_CHECKING:
    from motif.planners.steps.validation import ValidPlan
    from motif.retrievers.steps.running import StepsWanted

EMPTY: Mapping[str, Any] = MappingProxyType({})
EXPANSIONS = (None, "sage+edge", "sage-edge")


class SteppedGraph(HeldGraph):
    """A graph whose database answers plans of steps."""

    _schema: tuple[int, GraphSchema] | None = None

    def schema(self, *, refresh: bool = False, session: ReadSession | None = None) -> GraphSchema:
        """Labels, relationship types, properties and indexes of what this graph projects, as the database has them.

        Read once for each epoch: counts from the count store, the rest from samples.

        Parameters
        ----------
        refresh
            Read it again.
        session
            Where it is read; None for the graph's own database, with READ access.

        Raises
        ------
        InvalidInput
            The graph was made from triples: it has no database.
        """
        from motif.catalog.graph_schema import read_graph_schema

        projection = self.projection
        if refresh or self._schema is None or self._schema[0] != projection.epoch:
            read = read_graph_schema(
                self._reading(session),
                labels=projection.labels,
                types=projection.relationships.types,
                name_properties=projection.nodes.name_properties,
            )
            self._schema = (projection.epoch, read)
        return self._schema[1]

    def show_plan(self, rank: int, plan: Plan, *, session: ReadSession | None = None) -> dict[str, Any]:
        """``plan`` in the columns of ``motif.plan``: with the Cypher that it becomes, and what is wrong with it."""
        from motif.planners.plan_columns import plan_columns

        if plan.method != "spark":
            return plan_columns(rank, plan, self.view)
        checked = self._checked(plan, self.schema(session=session), self._reading(session))
        shown = plan_columns(rank, checked.plan, self.view)
        cypher = checked.compiled.cypher if checked.compiled else ""
        problems = list(checked.problems)
        return {**shown, "cypher": cypher, "valid": not problems, "problems": problems}

    def _reading(self, session: ReadSession | None, control: Control | None = None) -> ReadSession:
        """Where statements run: what the caller gives, else the graph's own database, until ``control`` ends."""
        if session is not None:
            return session
        if self._owner is None:
            raise InvalidInput(
                "The method 'spark' runs Cypher in a database, and this graph has none.",
                hint="Use a graph of motif.connect().project(…), or the methods 'search' and 'match'; in Neo4j, "
                "install the plugin of this version.",
            )
        return self._owner.database.reading(control)

    def _step_planner(
        self, name: object, session: ReadSession | None, options: Mapping[str, Any] = EMPTY
    ) -> Planner:
        """The planner of steps of that name; its plans are checked where the question's statements run."""
        reading = self._reading(session)
        return self._planners.of_steps(
            name,
            _narrowed(self.schema(session=session), options),
            lambda plan, schema: self._checked(plan, schema, reading),
        )

    def _checked(self, plan: Plan, schema: GraphSchema, session: ReadSession) -> ValidPlan:
        from motif.planners.steps.validation import validate_plan
        from motif.retrievers.steps.index_choice import choose_indexes

        searches = choose_indexes(schema, plan.steps, self.view)
        return validate_plan(plan, schema, session, searches=searches)

    def _problems_of(self, plan: Plan) -> Sequence[str]:
        """Why the graph's database cannot run ``plan``; nothing where it can."""
        return self._checked(plan, self.schema(), self._reading(None)).problems

    def _run_steps(
        self, plan: Plan, top_k: int, options: Mapping[str, Any], session: ReadSession | None
    ) -> Results:
        """What a plan of steps finds; where it is refused, fails or finds nothing, what hybrid retrieval does."""
        from motif.retrievers.steps.running import run_steps

        view, schema = self.view, _narrowed(self.schema(session=session), options)
        conditions = _conditions(plan, options)
        wanted, whole = _wanted(top_k, options, conditions), _filtered(plan, conditions)

        def work(control: Control) -> Results:
            return run_steps(view, whole, schema, self._reading(session, control), wanted, control)

        found = self._limited(options, work)
        return judged(found, self._seconds(options), options.get("on_timeout", "partial"))

    def _steps_asked(
        self, question: Any, planner: object, top_k: int, options: Mapping[str, Any], session: Any
    ) -> Results:
        """The likeliest plan of steps for a question, run."""
        if not isinstance(question, str):
            raise InvalidInput(
                f"The method 'spark' takes a question in words, not {question!r}.",
                hint="A pattern is answered by the methods 'search' and 'match'; kg.run runs a plan.",
            )
        for key in options:
            if key not in StepLimits.__annotations__:
                known = ", ".join(sorted(StepLimits.__annotations__))
                raise InvalidInput(f"'{key}' is no option of 'spark'.", hint=f"Its options: {known}.")
        chosen, view = self._step_planner(planner, session, options), self.view

        def work(control: Control) -> Results:
            start = time.perf_counter()
            [plan, *_] = chosen.plan(question, view, limit=1, control=control)
            planning = 1000 * (time.perf_counter() - start)
            found = self._run_steps(plan, top_k, {**options, "control": control}, session)
            found.metadata["milliseconds"] = {"plan": planning, **found.metadata.get("milliseconds", {})}
            return found

        return self._limited(options, work)


def _wanted(top_k: int, options: Mapping[str, Any], conditions: Mapping[str, Any]) -> StepsWanted:
    from motif.retrievers.steps.running import StepsWanted

    expansion, neighbours = options.get("expansion"), options.get("neighbours")
    if expansion not in EXPANSIONS:
        raise InvalidInput(f"expansion must be 'sage+edge', 'sage-edge' or None, not {expansion!r}.")
    if neighbours is None:
        neighbours = StepsWanted().neighbours
    elif neighbours != 0:
        checked_count(neighbours, "neighbours", MAXIMUM_TOP_K)
    return StepsWanted(
        top_k=checked_count(top_k, "top_k", MAXIMUM_TOP_K),
        expansion=expansion,
        neighbours=neighbours,
        presentation=Presentation(None, options.get("max_tokens"), options.get("verbalize")),
        fallback=checked_flag(options.get("fallback", True), "fallback"),
        filter=conditions,
    )


def _narrowed(schema: GraphSchema, options: Mapping[str, Any]) -> GraphSchema:
    """The schema with only the labels and relationship types that the caller names."""
    labels, types = options.get("labels"), options.get("relationship_types")
    if labels is not None:
        kept = {name: one for name, one in schema.labels.items() if name in labels}
        schema = dataclasses.replace(schema, labels=kept)
    if types is not None:
        relations = {name: one for name, one in schema.relations.items() if name in types}
        schema = dataclasses.replace(schema, relations=relations)
    return schema


def _conditions(plan: Plan, options: Mapping[str, Any]) -> dict[str, Any]:
    """The caller's filter as conditions on the answers; those that it gives for the answers' step by name among them.

    Raises `InvalidInput` for conditions on another step: they belong into the plan.
    """
    found: dict[str, Any] = {}
    names = [step.name for step in plan.steps]
    for key, value in (options.get("filter") or {}).items():
        name = key.removeprefix("?")
        if name not in names or not isinstance(value, Mapping) or any(one.startswith("$") for one in value):
            found[key] = value
        elif name == names[-1]:
            found |= value
        else:
            raise InvalidInput(
                f"The filter for '{key}' cannot be used: a plan of steps is filtered by its answers, '{names[-1]}'.",
                hint="Put the conditions into that step: kg.plan gives the plan, kg.run runs it.",
            )
    return found


def _filtered(plan: Plan, conditions: Mapping[str, Any]) -> Plan:
    """The plan whose answers also meet the conditions."""
    if not conditions or not plan.steps:
        return plan
    last = plan.steps[-1].name
    keep = Keep(f"{last}_filtered", last, where=dict(conditions))
    return dataclasses.replace(plan, steps=(*plan.steps, keep))
