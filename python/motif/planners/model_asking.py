"""Planners that ask a language model: within which time, and whose plans are given where the model fails.

What `motif.planners.language_planner`, `motif.planners.decomposition` and `motif.planners.steps.model_planner` share.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from motif.engine.control import Control
from motif.errors import InvalidConfiguration, MissingDependency, ModelFailed
from motif.graphs.plan import Plan
from motif.models.language import ChatModel, Completion, Messages
from motif.planners.prompting import checked_words
from motif.planners.protocol import Planner, PlanningGraph
from motif.planners.schema_plans import with_notes

SHARE = 0.7
"""Of the caller's time that the model may take where another planner stands by; the rest is that planner's."""

ModelSource: TypeAlias = ChatModel | Callable[[], ChatModel]
"""A chat model, or what gives it when it is first needed and raises where none is configured."""

Failure: TypeAlias = ModelFailed | InvalidConfiguration | MissingDependency
"""Why the model plans nothing."""


@dataclass(frozen=True, slots=True)
class Asking:
    """A model, and the time that it has for one question.

    Attributes
    ----------
    until
        When its time is up, by the monotonic clock; None for the control's deadline alone.
    """

    model: ChatModel
    control: Control
    until: float | None = None

    def complete(
        self,
        messages: Messages,
        schema: Mapping[str, Any] | None,
        read: Callable[[Any], Any] | None,
        retries: int | None = None,
        letters: str = "",
    ) -> Completion:
        """The model's answer within what is left of the time; arguments and errors as of `ChatModel.complete`.

        Without a ``schema`` the answer is text, of which ``read`` makes something, or one of ``letters``.
        """
        left = None if self.until is None else max(self.until - time.monotonic(), 0.0)
        return self.model.complete(
            messages,
            schema=schema,
            read=read,
            letters=letters,
            seconds=left,
            retries=retries,
            control=self.control,
        )


def asking_of(model: ModelSource, control: Control, share: float | None = SHARE) -> Asking:
    """``model``, with ``share`` of the control's time, or with all. Raises what ``model`` does where it gives none."""
    chat = model if isinstance(model, ChatModel) else model()
    seconds = None if share is None or control.timeout is None else share * control.timeout
    return Asking(chat, control, None if seconds is None else time.monotonic() + seconds)


class AskingPlanner(ABC):
    """Plans by asking a language model; where that fails, another planner's plans with a note that says why.

    Parameters
    ----------
    model
        The chat model, or a function that gives it when it is first needed.
    fallback
        The other planner; None to raise what the model raised.
    """

    name = "model"

    def __init__(self, model: ModelSource, fallback: Planner | None) -> None:
        self._source = model
        self._fallback = fallback

    def plan(self, question: str, graph: PlanningGraph, *, limit: int, control: Control) -> Sequence[Plan]:
        """At most ``limit`` plans of the model, likeliest first; or the other planner's.

        Raises
        ------
        InvalidInput
            The question is empty, or longer than `prompting.MAXIMUM_QUESTION`.
        NoEntityFound
            Neither the model nor the other planner finds something that the graph has.
        ModelFailed
            The model failed and there is no other planner.
        Cancelled
            The caller stopped waiting.
        """
        question = checked_words(question, "question")
        try:
            asking = asking_of(self._source, control, None if self._fallback is None else SHARE)
            return self._plans(asking, question, graph, limit)[:limit]
        except (ModelFailed, InvalidConfiguration, MissingDependency) as error:
            if self._fallback is None:
                raise
            plans = self._fallback.plan(question, graph, limit=limit, control=control)
            return [self._replaced(plan, error) for plan in plans][:limit]

    @abstractmethod
    def _plans(self, asking: Asking, question: str, graph: PlanningGraph, limit: int) -> Sequence[Plan]:
        """The model's plans, likeliest first. Raises what `ChatModel.complete` raises."""

    def _replaced(self, plan: Plan, error: Failure) -> Plan:
        """The other planner's ``plan`` in place of the model's."""
        return with_notes(plan, f"planned without the model: {error.message}")


def trouble_notes(completion: Completion, what: str = "") -> list[str]:
    """What a reader should know of an answer: that it was repaired, or asked for again.

    ``what`` names the parts that were asked for, in the plural; "" for an answer that is one plan.
    """
    notes = []
    if completion.repaired:
        notes.append(f"the model's {what} were malformed and were repaired" if what else _REPAIRED)
    if completion.attempts > 1:
        needed = f"the model needed {completion.attempts} attempts"
        notes.append(f"{needed} for the {what}" if what else needed)
    return notes


_REPAIRED = "the model's answer was malformed and was repaired"
