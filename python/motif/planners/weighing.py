"""The planner without a model first; a language model proposes where that is not sure, and is weighed like it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from motif.engine.control import Control
from motif.errors import NoEntityFound
from motif.graphs.meaning import Omission
from motif.graphs.pattern import PatternNode
from motif.graphs.plan import Plan
from motif.planners.courses import is_whole, n_left_out
from motif.planners.linking import linker_of
from motif.planners.protocol import Mention, Planner, PlanningGraph
from motif.planners.question_language import is_foreign

NAMED = 0.6
"""How sure a mention must be for a plan to say that it leaves it out; as of the planner without a model."""


KEPT = 0.75
"""Confidence from which on a plan without a model stays before a model's that leaves out no less."""


class WeighedPlanner:
    """Plans of the planner without a model, and where the first of them is not sure a language model's too.

    A model's plan that does without a name of the question says so, and stands behind those that use it.

    Parameters
    ----------
    without
        Plans without a model.
    model
        Asks one; where that fails, gives the other's plans with a note that says why.
    """

    name = "auto"

    def __init__(self, without: Planner, model: Planner) -> None:
        self._without = without
        self._model = model

    def plan(self, question: str, graph: PlanningGraph, *, limit: int, control: Control) -> Sequence[Plan]:
        """At most ``limit`` plans, likeliest first; raises what the model's planner raises where there is none else."""
        plans: Sequence[Plan] = ()
        with suppress(NoEntityFound):
            plans = self._without.plan(question, graph, limit=limit, control=control)
        foreign = is_foreign(question, graph)
        if plans and is_whole(plans[0]) and not foreign:
            return plans
        asked = self._model.plan(question, graph, limit=limit, control=control)
        proposed = [_accounted(plan, graph) for plan in asked if plan.planner == "model"]
        if not proposed:
            return asked
        if foreign:
            return sorted([*proposed, *plans], key=n_left_out)[:limit]
        return sorted([*plans, *proposed], key=lambda plan: (n_left_out(plan), not _is_kept(plan)))[:limit]


def _is_kept(plan: Plan) -> bool:
    """Whether a plan stands where it is: whole, or likely without a model.

    A model's plan leaves more unsaid than it seems: it calls its unknowns as the question does, "?film" says "films".
    """
    return is_whole(plan) or (plan.planner != "model" and plan.confidence >= KEPT)


def _accounted(plan: Plan, graph: PlanningGraph) -> Plan:
    """A plan that says which names of the question it does without."""
    return plan.leaving_out(*(Omission("name", text=text) for text in unused_names(plan, graph)))


def unused_names(plan: Plan, graph: PlanningGraph) -> list[str]:
    """What ``plan.question`` names of the graph, and the plan's pattern does without."""
    pattern = plan.parsed()
    nodes = pattern.nodes if pattern is not None else ()
    known = {
        (node.name or "").casefold() for node in nodes if isinstance(node, PatternNode) and node.is_known
    }
    return [
        one.text
        for one in linker_of(graph).link(plan.question)
        if one.score >= NAMED and not _is_used(one, known, graph)
    ]


def _is_used(mention: Mention, known: set[str], graph: PlanningGraph) -> bool:
    names = graph.projection.nodes.names
    called = {names[row].casefold() for row in mention.rows.tolist()}
    return bool(known & (called | {mention.text.casefold()}))
