"""Plans for questions in words: `plan`."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from motif.engine.control import Control
from motif.errors import InvalidInput
from motif.graphs.plan import TEXT_METHODS, Plan
from motif.graphs.statements import ReadSession
from motif.knowledge_graph.limits import Limits
from motif.knowledge_graph.meaning import meaning_plans, with_reading
from motif.knowledge_graph.stepping import SteppedGraph
from motif.planners.courses import (
    PATTERNS,
    SHARE,
    STEPS,
    Course,
    Planning,
    courses_of_corpus,
    courses_of_facts,
    text_course,
)
from motif.planners.meaning.planner import MEANING
from motif.planners.method_choice import PlannerFor
from motif.planners.protocol import Mention, Planner
from motif.planners.question_kinds import about_the_whole, beyond_patterns
from motif.retrievers.arguments import MAXIMUM_TOP_K, checked_count, checked_method
from motif.retrievers.asking import PLANS
from motif.retrievers.meaning_evidence import is_read
from motif.retrievers.trying import Tried


@dataclass(frozen=True)
class Asked:
    """A question for which no method is named, with who plans it, where steps read, and what limits them."""

    question: str
    planner: Any = "auto"
    session: ReadSession | None = None
    limits: Limits = field(default_factory=Limits)
    n_plans: int = PLANS


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
            the plan is the question. "spark" gives plans of steps for the database. "auto" gives what `retrieve` tries,
            in that order.
        planner
            "paths" needs no language model; "model" asks the configured one, and the other where that fails;
            "patterns" is "model" where one is configured; "meaning" gives readings of the question, each with its
            `Plan.reading`; "auto" both, where questions to the graph are read unasked; or an object with the method
            of `motif.planners.protocol.Planner`.
        session
            Where "spark" reads the schema and explains its statements; None for the graph's own database.

        Raises
        ------
        InvalidInput
            The question is empty or too long, or there is no such planner.
        NoEntityFound
            The question names nothing of the graph; the nearest names are offered.
        """
        from motif.planners.question_planner import check_question

        count, view, verb = checked_count(top_k, "top_k", MAXIMUM_TOP_K), self.view, checked_method(method)
        if verb in TEXT_METHODS:
            return [Plan.from_value({"method": verb, "question": question})]
        if planner == MEANING:
            return self._readings(
                check_question(question), verb, count, {"timeout": timeout, "control": control}
            )
        if verb == "auto":
            asked = Asked(check_question(question), planner, session, n_plans=max(count, PLANS))
            return self._limited(
                {"timeout": timeout, "control": control},
                lambda running: self._tried_plans(asked, count, running),
            )
        steps = verb == "spark"
        chosen = self._step_planner(planner, session) if steps else self._planner(planner, verb)
        options = {"timeout": timeout, "control": control}
        return list(
            self._limited(options, lambda running: chosen.plan(question, view, limit=count, control=running))
        )

    async def aplan(self, question: str, **options: Any) -> list[Plan]:
        """`plan`, awaited; cancelling the task stops the work."""
        return await self._awaited(self.plan, question, options)

    def _readings(self, question: str, verb: str, count: int, options: Mapping[str, Any]) -> list[Plan]:
        """The likeliest readings of a question."""
        if verb != "auto":
            raise InvalidInput(
                f"The planner '{MEANING}' plans for itself, not for the method '{verb}'.",
                hint="Leave 'method' out.",
            )
        view = self.view
        return self._limited(options, lambda _: meaning_plans(view, question, count))

    def _with_reading(self, asked: Asked, plans: Sequence[Plan]) -> list[Plan]:
        """Plans, and how the question is read, where the caller leaves it to Motif how it is planned."""
        if asked.planner != "auto":
            return list(plans)
        is_taught = bool(self._learned.examples())
        return with_reading(self.view, asked.question, plans, is_taught=is_taught)

    def _tried_plans(self, asked: Asked, count: int, control: Control) -> list[Plan]:
        """The first ``count`` plans that `retrieve` tries; raises what says best why there are none."""
        tried, found = Tried(), list[Plan]()
        for course in self._courses(asked, tried, control):
            found += [plan for plan in course.plans if plan not in found]
            if len(found) >= count:
                break
        plans = self._with_reading(asked, found[:count])
        if not plans and tried.error is not None:
            raise tried.error
        return plans[:count]

    def _courses(self, asked: Asked, tried: Tried, control: Control) -> Iterator[Course]:
        """What may answer a question, in the order in which it is tried; planned as it is asked for."""
        from motif.planners.linking import linker_of

        asked, view, question = self._without_model(asked), self.view, asked.question
        names = [(one.start, one.end) for one in linker_of(view.values).link(question) if _is_name(one)]
        beyond = beyond_patterns(question, names)
        patterns, steps = self._patterns_of(asked, tried, control), self._steps_of(asked, tried, control)
        if view.corpus is not None:
            whole = about_the_whole(question, names)
            yield from courses_of_corpus(question, beyond, whole, patterns, steps)
            return
        memory = self._learned.memory(view.values)
        yield from courses_of_facts(beyond, patterns, steps, None if memory is None else memory.associations)
        if view.projection.nodes.has_texts:
            reason = "No plan answers it; the texts of these nodes are nearest to its words."
            yield text_course("expand", question, reason)

    def _without_model(self, asked: Asked) -> Asked:
        """Planned without the model, where the caller leaves that to Motif and the model is asked for a meaning."""
        is_proposed = asked.planner == "auto" and self._planners.has_model and is_read(self.view)
        return dataclasses.replace(asked, planner="paths") if is_proposed else asked

    def _patterns_of(self, asked: Asked, tried: Tried, control: Control) -> Planning:
        chosen = self._planner(asked.planner, "auto")

        def plan() -> Sequence[Plan]:
            with control.part(SHARE) as part:
                return chosen.plan(asked.question, self.view, limit=asked.n_plans, control=part)

        return lambda: tried.attempt(PATTERNS, plan) or ()

    def _steps_of(self, asked: Asked, tried: Tried, control: Control) -> Planning | None:
        """None where there is no database, or the caller plans patterns with a planner of their own."""
        if not isinstance(asked.planner, str) or (asked.session is None and self._owner is None):
            return None

        def plan() -> Sequence[Plan]:
            with control.part(SHARE) as part:
                chosen = self._step_planner(asked.planner, asked.session, dict(asked.limits))
                return chosen.plan(asked.question, self.view, limit=1, control=part)

        return lambda: tried.attempt(STEPS, plan, also=(InvalidInput,)) or ()

    def _planner(self, planner: Any, verb: str) -> Planner:
        """The planner of that name, whose plans are run by ``verb``."""
        from motif.planners.constraint_planner import ConstraintPlanner
        from motif.planners.question_planner import PathPlanner
        from motif.retrievers.warming import warm_matching

        chosen = self._planners.named(planner, self.view, verb)
        if verb in ("search", "trace"):
            return chosen
        if verb == "auto":
            return ConstraintPlanner(chosen) if isinstance(chosen, PathPlanner) else chosen
        warm_matching()
        return PlannerFor(ConstraintPlanner(chosen) if isinstance(chosen, PathPlanner) else chosen, verb)


def _is_name(mention: Mention) -> bool:
    """Whether a mention is surely a name: a number, or a plain word that is a name too, may mean just itself."""
    text = mention.text
    if mention.kind == "given" or " " in text:
        return True
    return any(letter.isalpha() for letter in text) and not text.islower()
