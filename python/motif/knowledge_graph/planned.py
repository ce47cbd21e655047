"""Plans for questions in words: `plan`."""

from __future__ import annotations

from typing import Any

from motif.engine.control import Control
from motif.graphs.plan import TEXT_METHODS, Plan
from motif.graphs.statements import ReadSession
from motif.knowledge_graph.stepping import SteppedGraph
from motif.planners.constraint_planner import ConstraintPlanner
from motif.planners.method_choice import PlannerFor
from motif.planners.protocol import Planner
from motif.planners.question_planner import PathPlanner
from motif.retrievers.arguments import MAXIMUM_TOP_K, checked_count, checked_method
from motif.retrievers.warming import warm_matching


class PlannedGraph(SteppedGraph):
    """A graph that plans questions."""

    def plan(
        self,
        question: str,
        *,
        method: str = "auto",
        planner: Any = "auto",
        top_k: int = 3,
        timeout: float | None = None,
        control: Control | None = None,
        session: ReadSession | None = None,
    ) -> list[Plan]:
        """At most ``top_k`` plans for a question in words, likeliest first, to look at, edit and `run`.

        Parameters
        ----------
        method
            The verb that is to run it. Those that take the question as it is ("expand", "community") need no planner:
            the plan is the question. "spark" gives plans of steps for the database.
        planner
            "paths" needs no language model; "model" asks the configured one, and the other where that fails; "auto" is
            "model" where one is configured; or an object with the method of `motif.planners.protocol.Planner`.
        session
            Where "spark" reads the schema and explains its statements; None for the graph's own database.

        Raises
        ------
        InvalidInput
            The question is empty or too long, or there is no such planner.
        NoEntityFound
            The question names nothing of the graph; the nearest names are offered.
        """
        count, view, verb = checked_count(top_k, "top_k", MAXIMUM_TOP_K), self.view, checked_method(method)
        if verb in TEXT_METHODS:
            return [Plan.from_value({"method": verb, "question": question})]
        steps = verb == "spark"
        chosen = self._step_planner(planner, session) if steps else self._planner(planner, verb)
        options = {"timeout": timeout, "control": control}
        return list(
            self._limited(options, lambda running: chosen.plan(question, view, limit=count, control=running))
        )

    async def aplan(self, question: str, **options: Any) -> list[Plan]:
        """`plan`, awaited; cancelling the task stops the work."""
        return await self._awaited(self.plan, question, options)

    def _planner(self, planner: Any, verb: str) -> Planner:
        """The planner of that name, whose plans are run by ``verb``."""
        chosen = self._planners.named(planner, self.view, verb)
        if verb in ("search", "trace"):
            return chosen
        warm_matching()
        return PlannerFor(ConstraintPlanner(chosen) if isinstance(chosen, PathPlanner) else chosen, verb)
