"""Two contenders' answers compared by a language model, in both orders."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Literal, Protocol

from motif.engine.control import Control
from motif.errors import InvalidInput

Verdict = Literal["first", "second", "tie"]

SCHEMA = {
    "title": "comparison",
    "description": "Which of two answers to a question is better.",
    "type": "object",
    "properties": {
        "reason": {"type": "string", "description": "One sentence."},
        "better": {"type": "string", "enum": ["A", "B", "equal"]},
    },
    "required": ["reason", "better"],
}

_MOST_ANSWERS, _MOST_CHARACTERS = 20, 2000


class JudgingModel(Protocol):
    """A chat model, as `motif.models.language.ChatModel` is one."""

    def complete(self, messages: Any, *, schema: Any, read: Any, control: Any) -> Any:
        """A completion whose ``value`` is what ``read`` makes of the JSON that ``schema`` describes."""


def compare(
    question: str, first: Mapping[str, Any], second: Mapping[str, Any], model: JudgingModel
) -> Verdict:
    """Which of two records (``answers``, ``text``) answers ``question`` better.

    The model is asked twice, with the answers in either order, since models favour a place; where it contradicts
    itself, or finds neither better, it is a tie.

    Raises `ModelFailed` where the model cannot be asked or says none of A, B and equal.
    """
    straight = _better(question, first, second, model)
    swapped = _better(question, second, first, model)
    if straight == "A" and swapped == "B":
        return "first"
    if straight == "B" and swapped == "A":
        return "second"
    return "tie"


def _better(question: str, a: Mapping[str, Any], b: Mapping[str, Any], model: JudgingModel) -> str:
    told = {"question": question, "answer A": _shown(a), "answer B": _shown(b)}
    messages = [
        ("system", _prompt()),
        ("user", json.dumps(told, ensure_ascii=False, indent=1)),
    ]
    return str(model.complete(messages, schema=SCHEMA, read=_better_one, control=Control()).value)


def _better_one(value: Any) -> str:
    better = value.get("better") if isinstance(value, Mapping) else None
    if better not in ("A", "B", "equal"):
        raise InvalidInput(f"'better' must be A, B or equal, not {better!r}.")
    return str(better)


def _shown(record: Mapping[str, Any]) -> dict[str, Any]:
    answers: Sequence[str] = record["answers"]
    return {"answers": list(answers[:_MOST_ANSWERS]), "evidence": str(record["text"])[:_MOST_CHARACTERS]}


@cache
def _prompt() -> str:
    return files(__package__).joinpath("judge.txt").read_text(encoding="utf-8").strip()
