"""``method="auto"``: the methods that may answer a question, tried one after another, and why one was chosen."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Protocol

from motif.engine.control import Control
from motif.errors import InvalidInput
from motif.graphs.corpus import LEXICAL_TYPES
from motif.graphs.evidence import Results
from motif.graphs.plan import TEXT_METHODS, Plan
from motif.planners.courses import STEPS, Course, n_left_out
from motif.retrievers.asking import answers_by_relations, is_exact, run_exactly
from motif.retrievers.plan_matching import Scope
from motif.retrievers.running import Wanted, run_plan
from motif.retrievers.trying import Tried
from motif.retrievers.view import View

_CUT = "was cut when its share of the time was over"


class Verbs(Protocol):
    """How the methods are run that need more than the view."""

    def steps(self, plan: Plan, control: Control) -> Results:
        """What a plan of steps finds, without a fallback."""

    def text(self, method: str, question: str, control: Control, **options: Any) -> Results:
        """What a verb that takes the question as it is finds."""


@dataclass(frozen=True)
class Chooser:
    """A question under way.

    Attributes
    ----------
    scope, wanted
        Of patterns; ``verbs`` know the same limits.
    tried
        What gave nothing, planning among it.
    control
        Of the whole; each method has its course's share of what is left.
    """

    view: View
    verbs: Verbs
    scope: Scope
    wanted: Wanted
    tried: Tried
    control: Control

    def run(self, courses: Iterable[Course]) -> Results:
        """What the first of ``courses`` that answers finds; ``metadata["choice"]`` says which, why, and what was tried.

        Where none answers: what one had found when it was cut, else nothing.

        Raises the most helpful of the errors met with, where every method failed.
        """
        cut: Results | None = None
        for course in courses:
            if self.control.state != "running":
                break
            found = self._found(course) if course.plans else None
            if found is None:
                continue
            why_not = self._why_not(course, found)
            if not why_not:
                return self._chosen(found, course.method, course.reason)
            is_last_resort = course.method in TEXT_METHODS and self.view.corpus is None
            self.tried.came_to(course.method, why_not, is_last_resort=is_last_resort)
            if found and not found.complete:
                cut = cut or self._chosen(found, course.method, "What was found when the time was over.")
        return cut if cut is not None else self._nothing()

    def _found(self, course: Course) -> Results | None:
        """What a course finds; None where it fails."""
        plan = course.plans[0]
        with self.control.part(course.share) as part:
            if course.method == STEPS:
                return self.tried.attempt(STEPS, lambda: self.verbs.steps(plan, part), also=(InvalidInput,))
            if course.method in TEXT_METHODS:
                return self._by_text(course.method, plan.question, part)
            if course.is_nearest:
                return run_plan(self.view, plan, self.scope, self.wanted, part)
            exact = run_exactly(self.view, course.plans, self.scope, self.wanted, part)
            return Results() if exact is None else exact

    def _by_text(self, method: str, question: str, part: Control) -> Results | None:
        """By meaning and words; `expand` by words alone, where there is nothing to tell the meaning by."""
        found = self.tried.attempt(method, lambda: self.verbs.text(method, question, part))
        if found is not None or method != "expand":
            return found
        return self.tried.attempt(method, lambda: self.verbs.text(method, question, part, bm25_weight=1.0))

    def _why_not(self, course: Course, found: Results) -> str:
        """Why what a course found is no answer; "" where it is one."""
        plan = course.plans[0]
        if not found:
            return "found nothing" if found.complete else _CUT
        if course.method == STEPS:
            is_none = plan.count and found[0].answers == (0,)
            return "counted none, and left something out" if is_none and n_left_out(plan) else ""
        if course.method in TEXT_METHODS or course.is_nearest:
            return ""
        if self.view.corpus is not None and not answers_by_relations(found, LEXICAL_TYPES):
            return "no relation between entities answers it"
        return "" if is_exact(found) else _CUT

    def _chosen(self, found: Results, method: str, reason: str) -> Results:
        """``found`` with the choice on the whole and on each piece."""
        method = found[0].method if found else method
        choice = {"method": method, "reason": reason, "tried": list(self.tried.outcomes)}
        pieces = [
            dataclasses.replace(piece, metadata={**piece.metadata, "choice": choice}) for piece in found
        ]
        return Results(pieces, complete=found.complete, metadata={**found.metadata, "choice": choice})

    def _nothing(self) -> Results:
        is_over = self.control.state != "running"
        error = self.tried.error
        if error is not None and not is_over:
            raise error
        empty = Results(complete=not is_over, metadata={"epoch": self.view.projection.epoch})
        reason = "The time was over before a method answered." if is_over else "No method found anything."
        return self._chosen(empty, "none", reason)
