"""Whether a plan may run: its steps against the schema, its statements by EXPLAIN; nothing of it runs before."""

from __future__ import annotations

import dataclasses
import threading
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from motif.errors import MotifError, QueryFailed
from motif.graphs.graph_schema import GraphSchema, SearchIndex
from motif.graphs.plan import Plan
from motif.graphs.stages import CompiledPlan, StatementStage, TextVector
from motif.graphs.statements import Explained, ReadSession
from motif.graphs.step_reading import read_steps
from motif.graphs.steps import Traverse
from motif.planners.cypher.functions import PROCEDURES
from motif.planners.steps.checking import check_steps
from motif.planners.steps.compiling import compile_plan

MOST_EXPECTED = 10_000_000
"""Rows that the database may expect between two operators: about what it goes through in the default deadline of 30
seconds. Of a graph with more nodes and relationships than a tenth of that: ten for each of them."""

MOST_OF_A_PRODUCT = 1_000_000
"""The same where the statement pairs every row with every other (a Cartesian product): few such are meant."""

_REMEMBERED = 512
_CHANGING = (
    "Create", "Merge", "Set", "Delete", "DetachDelete", "Remove", "Foreach", "LoadCSV", "Drop", "Alter", "Grant",
    "Deny", "Revoke", "TransactionForeach", "TransactionApply", "Show", "Terminate", "Insert",
)  # fmt: skip
"""How operators begin that change something, or read from elsewhere than the graph."""


@dataclass(frozen=True, slots=True)
class ValidPlan:
    """A plan after its check.

    Attributes
    ----------
    plan
        Repaired; what a reader is shown.
    compiled
        What runs; None where it is refused.
    problems
        Why it is refused, each with what to do; empty where it may run.
    notes
        What was repaired.
    has_edges
        Whether it follows relationships, its own Cypher included.
    """

    plan: Plan
    compiled: CompiledPlan | None
    problems: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    has_edges: bool = False


def validate_plan(
    plan: Plan,
    schema: GraphSchema,
    session: ReadSession | None,
    *,
    searches: Mapping[str, SearchIndex] = {},
) -> ValidPlan:
    """What of ``plan`` may run, or why it may not; nothing is run, and what it is refused for does not raise.

    Parameters
    ----------
    schema
        Labels, types and properties that there are.
    session
        Where its statements are explained; None for the checks that need no database.
    searches
        By step, the database's indexes that answer searches; the others are answered by Motif.

    Raises `DatabaseUnavailable` and `DeadlineExceeded` for a database that does not answer.

    >>> from motif.graphs.graph_schema import LabelProfile
    >>> schema = GraphSchema({"Movie": LabelProfile("Movie", 3)}, {})
    >>> plan = Plan(pattern=(), method="spark", steps=read_steps([{"step": "find", "as": "m", "label": "Movei"}]))
    >>> validate_plan(plan, schema, None).problems
    ("Step 1 ('m'): the graph has no label 'Movei'. Did you mean 'Movie'?",)
    """
    if plan.method != "spark" or not plan.steps:
        return ValidPlan(plan, None, ("The plan has no steps. Give some, or run it by its own method.",))
    try:
        steps = read_steps(plan.steps)
    except MotifError as error:
        return ValidPlan(plan, None, (str(error),))
    checked = check_steps(steps, schema)
    repaired = dataclasses.replace(plan, steps=checked.steps)
    has_edges = any(isinstance(step, Traverse) for step in checked.steps) or any(
        one.has_edges for one in checked.statements.values()
    )
    if checked.problems:
        return ValidPlan(repaired, None, checked.problems, checked.notes, has_edges)
    try:
        compiled = compile_plan(repaired, schema, searches=searches, statements=checked.statements)
    except MotifError as error:
        return ValidPlan(repaired, None, (str(error),), checked.notes, has_edges)
    problems = tuple(_explained(compiled, schema, session)) if session is not None else ()
    return ValidPlan(repaired, None if problems else compiled, problems, checked.notes, has_edges)


def explanation_problems(explained: Explained, schema: GraphSchema) -> Iterator[str]:
    """Why a statement may not run, by what EXPLAIN says of it.

    >>> list(explanation_problems(Explained("rw", ("Create",)), GraphSchema({}, {})))[0]
    "The database says that the statement does not only read (its kind is 'rw'). A plan only reads; take that out."
    """
    if explained.kind != "r":
        yield (
            f"The database says that the statement does not only read (its kind is {explained.kind!r}). A plan only "
            "reads; take that out."
        )
    for operator in explained.operators:
        if operator.startswith(_CHANGING):
            yield f"The database would run {operator}, which a plan may not. Take out what asks for it."
    for procedure in explained.procedures:
        if procedure.lower() not in PROCEDURES:
            allowed = ", ".join(one[0] for one in PROCEDURES.values())
            yield f"The statement calls {procedure}; only these are allowed: {allowed}."
    yield from _too_much(explained, schema)
    for note in explained.notes:
        yield f"The database says: {note} Use what the schema has."


def _too_much(explained: Explained, schema: GraphSchema) -> Iterator[str]:
    size = schema.n_nodes + schema.n_relationships
    is_product = "CartesianProduct" in explained.operators
    most = max(MOST_OF_A_PRODUCT if is_product else MOST_EXPECTED, (1 if is_product else 10) * size)
    if explained.rows > most:
        why = ", as it pairs every row with every other" if is_product else ""
        yield (
            f"The database expects {explained.rows:,.0f} rows on the way{why}; at most {most:,} are taken. Connect the "
            "patterns, name nodes, or follow fewer relationships."
        )


def _explained(compiled: CompiledPlan, schema: GraphSchema, session: ReadSession) -> Iterator[str]:
    for stage in compiled.stages:
        if isinstance(stage, StatementStage):
            yield from _VERDICTS.of(stage, schema, session)


class _Verdicts:
    """EXPLAIN's verdicts, remembered by statement and by what the graph is like; the oldest is forgotten."""

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[Any, ...], tuple[str, ...]] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, stage: StatementStage, schema: GraphSchema, session: ReadSession) -> tuple[str, ...]:
        """Why the statement may not run; empty where it may."""
        key = (
            stage.statement, session.version, schema.n_nodes, schema.n_relationships, frozenset(schema.labels),
            frozenset(schema.relations),
        )  # fmt: skip
        with self._lock:
            if key in self._known:
                self._known.move_to_end(key)
                return self._known[key]
        try:
            verdict = tuple(explanation_problems(session.explain(stage.statement, _stand_ins(stage)), schema))
        except QueryFailed as error:
            return (f"The database cannot plan the statement: {error}",)
        with self._lock:
            self._known[key] = verdict
            while len(self._known) > _REMEMBERED:
                self._known.popitem(last=False)
        return verdict


_VERDICTS = _Verdicts()


def _stand_ins(stage: StatementStage) -> dict[str, Any]:
    """Values of the right kind for what is known only when the statement runs."""
    given = {
        name: [0.0] if isinstance(value, TextVector) else value for name, value in stage.parameters.items()
    }
    return {**given, **{name: [] for name in stage.inputs}, "limit": 10}
