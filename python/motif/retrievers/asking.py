"""``retrieve``: a question in words is planned, and the best plan that the graph bears out is run."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Sequence

from motif.engine.control import Control
from motif.graphs.corpus import CHUNK, DOCUMENT
from motif.graphs.evidence import Results
from motif.graphs.plan import Plan
from motif.planners.courses import LIKELY
from motif.planners.protocol import Planner
from motif.retrievers.plan_matching import EXACT, TO_THE_LETTER, Scope
from motif.retrievers.running import Wanted, best_score, run_plan
from motif.retrievers.view import View

PLANS = 5
"""How many plans are tried."""


def ask(
    view: View, question: str, planner: Planner, scope: Scope, wanted: Wanted, control: Control
) -> Results:
    """Evidence by the likeliest plan that has an exact match (GSD near 0), else by the likeliest plan.

    ``metadata["plan"]`` is the plan that was run, ``metadata["plans_tried"]`` how many were looked at.

    Raises `NoEntityFound` where the question names nothing of the graph.
    """
    plans = planner.plan(question, view, limit=PLANS, control=control)
    return run_best(view, plans, scope, wanted, control)


def run_best(view: View, plans: Sequence[Plan], scope: Scope, wanted: Wanted, control: Control) -> Results:
    """What the first of ``plans`` with an exact match finds; without one, what the first finds nearest."""
    exact = run_exactly(view, plans, scope, wanted, control)
    if exact is not None:
        return exact
    if not plans:
        return Results(metadata={"epoch": view.projection.epoch, "plans_tried": 0})
    found = run_plan(view, plans[0], scope, wanted, control)
    found.metadata["plans_tried"] = len(plans)
    return found


def run_exactly(
    view: View, plans: Sequence[Plan], scope: Scope, wanted: Wanted, control: Control
) -> Results | None:
    """What the first of ``plans`` with an exact match finds, or what one had found when it was cut; else None."""
    strict = dataclasses.replace(wanted, limits=TO_THE_LETTER)
    for number, plan in enumerate(plans, start=1):
        found = run_plan(view, plan, scope, strict, control)
        if _is_exact(found, plan) or not found.complete:
            found.metadata["plans_tried"] = number
            return found
    return None


def answers_by_relations(found: Results, lexical: Collection[str]) -> bool:
    """Whether ``found`` answers a question asked of a corpus: a plan that is likely, agrees wholly, and rests on what
    the corpus says and not on ``lexical``, the relations between its documents, chunks and entities, or on what is kept
    of a chunk or document itself."""
    said = found.metadata.get("plan")
    if said is None:
        return False
    plan = Plan.from_value(said)
    relations = {relation for _, relation, _ in plan.pattern}
    if any({CHUNK, DOCUMENT} & {*node.labels} for piece in found for node in piece.nodes):
        return False
    return plan.confidence >= LIKELY and not relations & {*lexical} and _is_exact(found, plan)


def is_exact(found: Results) -> bool:
    """Whether what a plan of a pattern found agrees with it wholly."""
    said = found.metadata.get("plan")
    return said is not None and _is_exact(found, Plan.from_value(said))


def _is_exact(found: Results, plan: Plan) -> bool:
    if plan.count:
        return bool(found) and found[0].answers != (0,)
    return bool(found) and found[0].score >= best_score(plan) - EXACT and bool(found[0].answers)
