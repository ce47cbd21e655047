"""Questions put into better words by a chat model; what they ask stays."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from importlib.resources import files
from typing import Any, Protocol

from motif.engine.control import Control
from motif.errors import InvalidInput, ModelFailed
from motif_procedures.erqa.question import ErqaQuestion, Part

SCHEMA = {
    "title": "question",
    "description": "The question in better English.",
    "type": "object",
    "properties": {"question": {"type": "string"}},
    "required": ["question"],
}


class WritingModel(Protocol):
    """A chat model, as `motif.models.language.ChatModel` is one."""

    def complete(self, messages: Any, *, schema: Any, read: Any, control: Any) -> Any:
        """A completion whose ``value`` is what ``read`` makes of the JSON that ``schema`` describes."""


def polished(
    questions: Sequence[ErqaQuestion],
    model: WritingModel,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> list[ErqaQuestion]:
    """The questions in the words of ``model`` (paper 000, appendix J).

    A wording that does not begin with "Which", leaves a name out or gives an answer away is asked for again; where the
    model cannot do better, the template's words stay. Patterns and answers are never changed.
    """
    found = []
    for done, question in enumerate(questions):
        progress(done, len(questions))
        found.append(_polished(question, model))
    progress(len(questions), len(questions))
    return found


def _polished(question: ErqaQuestion, model: WritingModel) -> ErqaQuestion:
    messages = [
        ("system", _prompt()),
        ("user", json.dumps({"question": question.question}, ensure_ascii=False)),
    ]
    read = partial(_checked, question)
    try:
        words = model.complete(messages, schema=SCHEMA, read=read, control=Control()).value
    except ModelFailed:
        return question
    return replace(question, question=str(words))


def _checked(question: ErqaQuestion, value: Any) -> str:
    """The model's words. Raises `InvalidInput`, which the model is shown."""
    words = " ".join(str(value.get("question", "") if isinstance(value, Mapping) else "").split())
    if not words.startswith("Which ") or not words.endswith("?"):
        raise InvalidInput('The question must begin with "Which" and end with a question mark.')
    for name in names_in(question):
        if name not in words:
            raise InvalidInput(f"The question must hold the name {name!r} as it is written.")
    given_away = [answer for answer in question.answers if f" {answer} " in f" {words.rstrip('?')} "]
    if any(f" {answer} " not in f" {question.question.rstrip('?')} " for answer in given_away):
        raise InvalidInput(f"The question must not hold its answer {given_away[0]!r}.")
    return words


def names_in(question: ErqaQuestion) -> list[str]:
    """The names that a question says, in the order of its pattern."""
    ends = [_name(part) for head, _, tail in question.pattern for part in (head, tail)]
    return [name for name in ends if name]


def _name(part: Part) -> str:
    if isinstance(part, str):
        return "" if part.startswith("?") else part
    return part.get("name", "")


@cache
def _prompt() -> str:
    return files(__package__).joinpath("polish.txt").read_text(encoding="utf-8").strip()
