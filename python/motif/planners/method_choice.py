"""A planner whose plans are run by the verb that the caller names."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from motif.engine.control import Control
from motif.graphs.plan import Plan
from motif.planners.protocol import Planner, PlanningGraph


class PlannerFor:
    """``planner``'s plans with ``verb`` as their method; a plan in which nothing is known is left as it is.

    Parameters
    ----------
    verb
        One of `motif.graphs.plan.METHODS`.
    """

    def __init__(self, planner: Planner, verb: str) -> None:
        self._planner = planner
        self._verb = verb

    @property
    def name(self) -> str:
        return self._planner.name

    def plan(self, question: str, graph: PlanningGraph, *, limit: int, control: Control) -> Sequence[Plan]:
        """As the planner gives them; raises what it raises."""
        plans = self._planner.plan(question, graph, limit=limit, control=control)
        return [
            dataclasses.replace(plan, method=self._verb) if _knows_something(plan) else plan for plan in plans
        ]


def _knows_something(plan: Plan) -> bool:
    pattern = plan.parsed()
    return pattern is not None and any(node.is_known or node.label or node.filter for node in pattern.nodes)
