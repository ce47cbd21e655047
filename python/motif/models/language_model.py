"""A chat model that is called within a time, tried again, read and counted."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from motif.engine.control import Control
from motif.errors import Cancelled, InvalidInput, ModelFailed, UnreadableAnswer
from motif.models.language_calls import BoundedCalls, CallTimedOut, pause
from motif.models.language_failures import (
    described,
    is_misread,
    is_refusal,
    is_temporary,
    remedy_for,
    seconds_asked_for,
    status_of,
)
from motif.models.language_growing import GrowingText
from motif.models.language_letters import OPTIONS as SHARES
from motif.models.language_letters import picked
from motif.models.language_messages import has_ended, message_of, refusal_in, text_of, tokens_of, value_of
from motif.models.language_usage import Completion, Usage, usage_of_call
from motif.settings import ModelSettings

Messages = Sequence[tuple[str, str]]
"""(role, text) in order; roles are "system", "user" and "assistant"."""

LONGEST_PAUSE = 20.0
"""Seconds between two attempts; a provider that asks for more is not waited for."""

_UNSTRUCTURED_STATUSES = (400, 404, 405, 415, 422, 501)
_TROUBLED_STATUSES = (500, 502)
"""What servers that know no schemas say too, and others that are in trouble: the call is made in words, and from the
second time on, that it is answered so, all are."""
_CANNOT_BIND = (NotImplementedError, TypeError, ValueError, AttributeError, ImportError)
"""What LangChain's adapters raise where a schema cannot be bound. NotImplementedError is what its base class raises for
a model without tools; the others come from a method of other parameters, a schema that is not taken, a class that only
looks like a model, and a package of the provider that is not installed."""
_CANNOT_FILL_IN = (NotImplementedError, TypeError, ValueError, KeyError)
"""What an adapter raises of itself, before any server answered, where it binds a schema but cannot call with it:
NotImplementedError from a model that has no tools, the others from what it makes of the schema or of the answer."""
_SHOWN_CHARACTERS = 2000


@dataclass(slots=True)
class _Ability:
    """Something that a model's server may not know: whether it is tried, and how often in a row it broke on it."""

    is_there: bool
    n_troubled: int = 0


class ChatModel:
    """A LangChain chat model behind one method, `complete`; safe to share between threads.

    Parameters
    ----------
    model
        Anything with LangChain's ``invoke(messages)``; ``with_structured_output`` is used where it works.
    settings
        Timeout, retries and prices; its name is what messages call the model.
    first_pause
        Seconds before the second attempt after a failure; each further one is twice as long, at most 20 s.
    """

    def __init__(
        self, model: Any, settings: ModelSettings | None = None, *, first_pause: float = 1.0
    ) -> None:
        self._model = model
        self._settings = settings or ModelSettings()
        self._first_pause = first_pause
        self._schemas = _Ability(hasattr(model, "with_structured_output"))
        self._shares = _Ability(hasattr(model, "bind"))
        self._calls = BoundedCalls()
        self._lock = threading.Lock()
        self._usage = Usage()

    @property
    def name(self) -> str:
        return self._settings.name or name_of(self._model)

    @property
    def usage(self) -> Usage:
        """Of all calls that were answered, readable or not."""
        return self._usage

    @property
    def fills_schemas(self) -> bool:
        """Whether, as far as the calls so far tell, its server holds an answer to a schema."""
        return self._schemas.is_there and self._schemas.n_troubled == 0

    @property
    def chooses(self) -> bool:
        """Whether it is asked which reading of a question is meant, too."""
        return self._settings.chooses

    @property
    def trust(self) -> float:
        """How often its own statements for unsure questions are right, from 0 to 1."""
        return self._settings.trust

    def complete(
        self,
        messages: Messages,
        *,
        schema: Mapping[str, Any] | None = None,
        read: Callable[[Any], Any] | None = None,
        letters: str = "",
        seconds: float | None = None,
        retries: int | None = None,
        growing: GrowingText | None = None,
        control: Control,
    ) -> Completion:
        """The model's answer to ``messages``.

        A failure that may pass is tried again after a pause; an answer that cannot be read is asked for again, with
        what was wrong with it. Both together happen ``settings.retries`` times at most.

        Parameters
        ----------
        schema
            JSON schema, with a title and a description, of the object that is wanted; None for free text.
        read
            Makes something of the JSON value, or of the text where there is no ``schema``; raises `InvalidInput` for
            one that does not do.
        letters
            One of these is wanted instead, as a `Picked`, with its probability where the server tells.
        seconds
            For all attempts together, beside ``settings.timeout`` for each and the control's deadline.
        retries
            Where fewer than ``settings.retries`` are wanted; None for these.
        growing
            Told the answer's words as they come, in the first attempt, where the model can stream them; a failure
            after it told something is not tried again.

        Raises
        ------
        ModelFailed
            Not reached, not in time or refused; the message says which.
        UnreadableAnswer
            No answer was readable, the last attempt's included.
        Cancelled
            The caller stopped waiting.
        """
        end = float("inf") if seconds is None else time.monotonic() + seconds
        conversation, usage, problem = list(messages), Usage(), ""
        attempts = 1 + min(self._settings.retries if retries is None else retries, self._settings.retries)
        for attempt in range(1, attempts + 1):
            try:
                streamed = self._streamed(conversation, growing if attempt == 1 else None, end, control)
                answer = streamed or self._call(conversation, schema or letters, end, control)
            except Exception as error:
                is_last = growing is not None and growing.began
                self._wait_after(error, (attempt, attempt if is_last else attempts), end, control)
                continue
            usage = usage + self._counted(answer, conversation)
            self._raise_for_refusal(answer)
            try:
                value, repaired = _read(answer, schema, read, letters)
                if repaired and growing and growing.n_pieces > 1 and not has_ended(answer):
                    raise InvalidInput("It broke off before its end.")
                return Completion(text_of(message_of(answer)), value, usage, attempt, repaired)
            except InvalidInput as error:
                problem = error.message
                wanted = "letter" if letters else "statement" if schema is None else "JSON object"
                conversation += _asked_again(answer, problem, wanted)
        raise UnreadableAnswer(
            f"No answer of the model '{self.name}' could be read in {attempts} "
            f"attempt{'' if attempts == 1 else 's'}; the last: {problem}",
            hint="A more capable model may do, or more attempts: MOTIF_MODEL_RETRIES.",
        )

    def _call(
        self, conversation: Messages, wanted: Mapping[str, Any] | str | None, end: float, control: Control
    ) -> Any:
        """The message of one call; where more than text is ``wanted`` and cannot be had, that of a call in words."""
        seconds = min(self._settings.timeout, end - time.monotonic())
        ability, able = self._able(wanted)
        if able is not None:
            try:
                told = self._calls.run(lambda: able.invoke(list(conversation)), seconds, control)
                ability.n_troubled = 0
                return told
            except Exception as error:
                is_troubled = status_of(error) in _TROUBLED_STATUSES
                if not is_troubled and not _is_unsupported(error):
                    raise
                ability.n_troubled += is_troubled
            seconds = min(self._settings.timeout, end - time.monotonic())
        answer = self._calls.run(lambda: self._model.invoke(list(conversation)), seconds, control)
        if able is not None:
            ability.is_there = is_troubled and ability.n_troubled < 2
        return answer

    def _streamed(
        self, conversation: Messages, growing: GrowingText | None, end: float, control: Control
    ) -> Any:
        """The message that was streamed to ``growing``; None where nothing is to be streamed, or cannot be."""
        if growing is None or not hasattr(self._model, "stream"):
            return None
        whole, seconds = None, min(self._settings.timeout, end - time.monotonic())
        with closing(
            self._calls.stream(lambda: self._model.stream(list(conversation)), seconds, control)
        ) as chunks:
            try:
                for chunk in chunks:
                    whole = chunk if whole is None else whole + chunk
                    growing(text_of(chunk))
            except Exception as error:
                if growing.began or not (_is_unsupported(error) or status_of(error) in _TROUBLED_STATUSES):
                    raise
                return None
        return whole

    def _able(self, wanted: Mapping[str, Any] | str | None) -> tuple[_Ability, Any]:
        """Which ability it takes to give what is wanted, and the model that is held to it; None for in words."""
        ability = self._shares if isinstance(wanted, str) else self._schemas
        if not wanted or not ability.is_there:
            return ability, None
        try:
            if isinstance(wanted, str):
                return ability, self._model.bind(**SHARES)
            return ability, self._model.with_structured_output(dict(wanted), include_raw=True)
        except _CANNOT_BIND:  # from then on it is asked in plain text
            ability.is_there = False
            return ability, None

    def _wait_after(
        self, error: Exception, attempt_of: tuple[int, int], end: float, control: Control
    ) -> None:
        """Pause before the next attempt; raise where there is none, or no use in one."""
        attempt, attempts = attempt_of
        if isinstance(error, (Cancelled, ModelFailed)):
            raise error
        if is_refusal(error):
            raise ModelFailed(f"The model '{self.name}' refused: {described(error)}") from error
        asked = seconds_asked_for(error)
        seconds = min(self._first_pause * 2 ** (attempt - 1), LONGEST_PAUSE) if asked is None else asked
        passes = isinstance(error, CallTimedOut) or is_temporary(error)
        is_last = attempt == attempts or control.state != "running"
        if not passes or is_last or seconds > LONGEST_PAUSE or time.monotonic() + seconds >= end:
            raise self._failure(error, attempt, control) from error
        try:
            pause(seconds, control)
        except CallTimedOut:
            raise self._failure(error, attempt, control) from error

    def _failure(self, error: Exception, attempt: int, control: Control) -> ModelFailed:
        tries = "" if attempt == 1 else f", after {attempt} attempts"
        if isinstance(error, CallTimedOut):
            when = "before the deadline" if control.state == "deadline" else "in time"
            return ModelFailed(
                f"The model '{self.name}' did not answer {when}{tries}.",
                hint="Allow more time: MOTIF_MODEL_TIMEOUT for a call, timeout= for the whole.",
            )
        what = "sent what is no answer of a chat model" if is_misread(error) else "failed"
        return ModelFailed(
            f"The model '{self.name}' {what}{tries}: {described(error)}", hint=remedy_for(error)
        )

    def _counted(self, answer: Any, sent: Messages) -> Usage:
        usage = usage_of_call(self._settings, *tokens_of(answer, sent))
        with self._lock:
            self._usage = self._usage + usage
        return usage

    def _raise_for_refusal(self, answer: Any) -> None:
        refusal = refusal_in(answer)
        if refusal is not None:
            raise ModelFailed(
                f"The model '{self.name}' refused: {refusal}",
                hint="Put the question in other words, or choose another model.",
            )


def name_of(model: Any) -> str:
    """What a LangChain object calls itself: its class, and its model where it says."""
    models = (getattr(model, key, None) for key in ("model", "model_name", "model_id"))
    known = next((found for found in models if isinstance(found, str) and found), None)
    return type(model).__name__ if known is None else f"{type(model).__name__}:{known}"


def _read(
    answer: Any, schema: Mapping[str, Any] | None, read: Callable[[Any], Any] | None, letters: str
) -> tuple[Any, bool]:
    if letters:
        return picked(message_of(answer), letters), False
    if schema is None:
        return (None if read is None else read(text_of(message_of(answer)))), False
    found = value_of(answer)
    return (found.value if read is None else read(found.value)), found.repaired


def _asked_again(answer: Any, problem: str, wanted: str) -> list[tuple[str, str]]:
    """The answer that did not do, and what is wanted instead."""
    said = text_of(message_of(answer))
    if not said and isinstance(answer, Mapping):
        said = json.dumps(answer.get("parsed"), ensure_ascii=False, default=str)
    return [
        ("assistant", said[:_SHOWN_CHARACTERS] or "(nothing)"),
        ("user", f"This answer does not do: {problem} Answer again, with the one {wanted} only."),
    ]


def _is_unsupported(error: Exception) -> bool:
    """Whether a structured call failed because the model or its server knows no such thing."""
    status = status_of(error)
    if status is not None:
        return status in _UNSTRUCTURED_STATUSES
    return isinstance(error, _CANNOT_FILL_IN) and not is_refusal(error)
