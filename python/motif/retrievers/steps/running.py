"""``run`` of a plan of steps: checked, run on the database, and what to do where that gives nothing (SPARK, §2.2)."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from motif.engine.control import Control
from motif.errors import (
    Cancelled,
    DeadlineExceeded,
    InvalidConfiguration,
    InvalidInput,
    MotifError,
    QueryFailed,
)
from motif.graphs.evidence import Evidence, Results
from motif.graphs.graph_schema import GraphSchema
from motif.graphs.plan import Plan
from motif.graphs.stages import CompiledPlan, SearchStage
from motif.graphs.statements import ReadSession
from motif.graphs.steps import CypherStep
from motif.planners.steps.validation import ValidPlan, validate_plan
from motif.retrievers.presentation import Presentation
from motif.retrievers.running import counted
from motif.retrievers.selection import Selection, select
from motif.retrievers.steps.conditions import searched_then_filtered
from motif.retrievers.steps.evidence import evidence_of_row
from motif.retrievers.steps.expanding import Neighbours, expands, with_neighbours
from motif.retrievers.steps.falling_back import HybridWanted, hybrid_instead, words_of_plan
from motif.retrievers.steps.index_choice import choose_indexes
from motif.retrievers.steps.searching import rows_of
from motif.retrievers.steps.stages import Ran, StageRunner
from motif.retrievers.view import View

__all__ = ["PLAN_SHARE", "StepsWanted", "choose_indexes", "run_steps"]

PLAN_SHARE = 0.9
"""Of the time that is left, what the plan's statements may take: the rest is for what is done when they fail."""

_OF_PIECES = ("plan", "epoch", "round_trips", "stages", "notes")


@dataclass(frozen=True, slots=True)
class StepsWanted:
    """How many answers, how they are worded, and what is done beside the plan.

    Attributes
    ----------
    expansion
        "sage+edge": the answers' neighbours are added, always; "sage-edge": unless the plan follows relationships
        itself; None: never (paper 003, §3.3).
    neighbours
        How many are added at most; ``top_k`` counts them too.
    fallback
        Whether hybrid retrieval answers where the plan is refused, fails or finds nothing.
    filter
        The caller's conditions, which the plan holds already: for what answers instead.
    """

    top_k: int = 5
    expansion: str | None = None
    neighbours: int = 10
    presentation: Presentation = field(default_factory=Presentation)
    fallback: bool = True
    filter: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class _Run:
    """A plan under way."""

    view: View
    plan: Plan
    schema: GraphSchema
    session: ReadSession
    wanted: StepsWanted
    control: Control


def run_steps(
    view: View, plan: Plan, schema: GraphSchema, session: ReadSession, wanted: StepsWanted, control: Control
) -> Results:
    """At most ``wanted.top_k`` pieces of evidence, one for each answer, as the plan's last step orders them.

    An answer's score is the search's that found it, else 1: it meets all conditions. A plan that counts gives one piece
    whose answer is the number. ``metadata`` of the results: ``plan``, ``cypher``, ``round_trips`` (statements that were
    run; EXPLAIN apart), ``notes``, ``problems`` (why the plan was refused), ``fallback`` (``{"reason", "problems"}``:
    "refused", "failed", "deadline" or "nothing found", where hybrid retrieval answers instead), ``expanded``,
    ``milliseconds`` (``{"validate", "run"}``).

    Raises
    ------
    InvalidInput
        The plan is refused, and ``wanted.fallback`` is off; its problems are in the message.
    QueryFailed
        The database refused a statement, and ``wanted.fallback`` is off.
    DatabaseUnavailable
        There is no server, or it refuses the login.
    """
    run = _Run(view, plan, schema, session, wanted, control)
    began = time.perf_counter()
    try:
        valid = validate_plan(plan, schema, session, searches=choose_indexes(schema, plan.steps, view))
    except (DeadlineExceeded, Cancelled) as error:
        return _ended(run, error, {"plan": plan.as_dict(), "round_trips": 0})
    common = _common(run, valid)
    common["milliseconds"] = {"validate": _since(began)}
    if valid.problems or valid.compiled is None:
        return _instead(run, common, "refused", valid.problems)
    run = dataclasses.replace(run, plan=valid.plan)
    runner = StageRunner(view, schema, session, _time_for_plan(control))
    began = time.perf_counter()
    try:
        ran = _ran(run, valid.compiled, runner)
    except (DeadlineExceeded, Cancelled) as error:
        return _ended(run, error, {**common, "round_trips": runner.ran.round_trips})
    except (QueryFailed, InvalidInput) as error:
        common["round_trips"] = runner.ran.round_trips
        if not wanted.fallback:
            raise
        reason = "failed" if isinstance(error, QueryFailed) else "refused"
        return _instead(run, common, reason, (str(error),))
    common["milliseconds"]["run"] = _since(began)
    return _found(run, ran, common)


def _ran(run: _Run, compiled: CompiledPlan, runner: StageRunner) -> Ran:
    """What the stages gave, at most ``top_k`` rows."""
    wanted = run.wanted.top_k
    rewritten = searched_then_filtered(run.view, run.schema, run.plan, compiled)
    if rewritten is None:
        return runner.run(compiled, wanted)
    search = compiled.stages[0]
    assert isinstance(search, SearchStage)
    ran = runner.run(rewritten, search.limit if run.plan.count else min(wanted, search.limit))
    total = len(ran.rows)
    ran.rows = [{**row, "total": total} for row in ran.rows[:wanted]]
    return ran


def _since(moment: float) -> float:
    return round((time.perf_counter() - moment) * 1000, 3)


def _common(run: _Run, valid: ValidPlan) -> dict[str, Any]:
    """What is said of the whole."""
    common: dict[str, Any] = {
        "plan": valid.plan.as_dict(),
        "epoch": run.view.projection.epoch,
        "round_trips": 0,
        "notes": list(valid.notes),
    }
    if valid.compiled is not None:
        given = [step.parameters for step in valid.plan.steps if isinstance(step, CypherStep)]
        common["cypher"] = {
            "text": valid.compiled.cypher,
            "parameters": {name: value for each in given for name, value in each.items()},
        }
        common["stages"] = len(valid.compiled.stages)
    return common


def _found(run: _Run, ran: Ran, common: dict[str, Any]) -> Results:
    """The evidence of the rows; or what is done instead where there are none."""
    plan, wanted = run.plan, run.wanted
    common.update(round_trips=ran.round_trips, notes=[*common["notes"], *ran.notes])
    if not ran.rows and not plan.count:
        return _instead(run, common, "nothing found", ())
    pieces = _pieces(run, ran.rows, common)
    if plan.count:
        return _counted_results(run, ran, pieces, common)
    if ran.complete and len(pieces) < wanted.top_k:
        common["answers"] = len(pieces)
    common["expanded"] = expands(wanted.expansion, plan)
    if common["expanded"]:
        pieces = _expanded(run, pieces)
    return Results(pieces[: wanted.top_k], complete=ran.complete, metadata=common)


def _expanded(run: _Run, pieces: Sequence[Evidence]) -> list[Evidence]:
    wanted = run.wanted
    around = Neighbours(wanted.neighbours, run.schema, wanted.presentation.max_tokens)
    return with_neighbours(run.view, words_of_plan(run.plan), pieces, around, run.control)


def _pieces(run: _Run, rows: Sequence[Mapping[str, Any]], common: Mapping[str, Any]) -> list[Evidence]:
    told = {key: common[key] for key in _OF_PIECES if key in common}
    known = rows_of(run.view.projection, [row["id"] for row in rows]) >= 0
    # What was written since the graph was projected is known to the database, unknown to search and expansion.
    return [
        evidence_of_row(row, run.plan, run.wanted.presentation, told if is_known else {**told, "newer": True})
        for row, is_known in zip(rows, known.tolist(), strict=True)
    ]


def _counted_results(run: _Run, ran: Ran, pieces: list[Evidence], common: dict[str, Any]) -> Results:
    total = int(ran.rows[0]["total"]) if ran.rows else 0
    piece = counted(pieces, total, ran.complete, run.wanted.presentation)
    told = {key: common[key] for key in _OF_PIECES if key in common}
    common["answers"] = total
    piece = dataclasses.replace(piece, method="spark", metadata=told)
    return Results([piece], complete=ran.complete, metadata=common)


def _ended(run: _Run, error: MotifError, common: dict[str, Any]) -> Results:
    """What there is when the time is over, or nobody waits any more."""
    if isinstance(error, Cancelled) or not run.wanted.fallback:
        return Results(complete=False, metadata=common)
    found = _instead(run, common, "deadline", (error.message,))
    found.complete = False
    return found


def _instead(run: _Run, common: dict[str, Any], reason: str, problems: Sequence[str]) -> Results:
    """What hybrid retrieval finds, with the reason on each piece; without the fallback nothing, or the refusal."""
    wanted = run.wanted
    if problems:
        common["problems"] = list(problems)
    if not wanted.fallback:
        if reason == "refused":
            raise InvalidInput(
                f"The plan was refused: {' '.join(problems)}",
                hint="kg.plan shows plans with their problems; edit the steps, or leave fallback=True.",
            )
        return Results(metadata=common)
    selection = _selected(run, reason)
    if selection is None:
        return Results(metadata=common)
    hybrid = HybridWanted(wanted.top_k, wanted.presentation.max_tokens, selection)
    found = hybrid_instead(run.view, run.plan, run.schema, hybrid)
    pieces = list(found)
    if wanted.expansion is not None and pieces:
        pieces = _expanded(run, pieces)[: wanted.top_k]
    told = {"reason": reason, "problems": list(problems)}
    pieces = [
        dataclasses.replace(one, metadata={**one.metadata, "plan": common["plan"], "fallback": told})
        for one in pieces
    ]
    return Results(pieces, metadata={**common, "fallback": told})


def _selected(run: _Run, reason: str) -> Selection | None:
    """What the caller's filter leaves of the projection; None where that lacks a property which the database has."""
    try:
        return select(run.view.projection, filter=run.wanted.filter)
    except InvalidConfiguration:
        if reason == "refused":
            raise
        return None


def _time_for_plan(control: Control) -> Callable[[], float | None]:
    """Seconds that are left to the plan's statements, asked again before each."""
    left = control.seconds_left
    if left is None:
        return lambda: None
    until = time.monotonic() + PLAN_SHARE * left
    return lambda: until - time.monotonic()
