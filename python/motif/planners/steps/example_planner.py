"""A planner of steps that follows an example where the question repeats one, and asks another planner else."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from motif.engine.control import Control
from motif.graphs.graph_schema import GraphSchema
from motif.graphs.plan import Plan
from motif.planners.protocol import Planner, PlanningGraph
from motif.planners.steps.examples import HasProblems, StepExamples


class ExamplePlanner:
    """First the plan of an example, if there is one for the question (`StepExamples.plan_like`), then another's plans.

    Parameters
    ----------
    examples
        The user's.
    schema
        What the database holds.
    other
        Plans every question.
    check
        Compares a plan with the schema; an example's plan in which it finds problems is passed over. None for no check.
    """

    def __init__(
        self,
        examples: StepExamples,
        schema: GraphSchema,
        other: Planner,
        check: Callable[[Plan, GraphSchema], HasProblems] | None = None,
    ) -> None:
        self._examples, self._schema, self._other, self._check = examples, schema, other, check

    @property
    def name(self) -> str:
        return self._other.name

    def plan(self, question: str, graph: PlanningGraph, *, limit: int, control: Control) -> Sequence[Plan]:
        """At most ``limit`` plans, likeliest first. Raises what the other planner raises."""
        followed = isinstance(question, str)
        first = (
            self._examples.plan_like(question, graph, self._schema, self._problems_of) if followed else None
        )
        if first is None:
            return self._other.plan(question, graph, limit=limit, control=control)
        if limit < 2:
            return [first][:limit]
        others = self._other.plan(question, graph, limit=limit, control=control)
        return [first, *(plan for plan in others if plan.steps != first.steps)][:limit]

    def _problems_of(self, plan: Plan) -> Sequence[str]:
        return () if self._check is None else self._check(plan, self._schema).problems
