"""Who writes an answer: a language model from what it knows, or from chunks, as ``Graph.answer`` has it write."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from motif.engine.control import Control
from motif.errors import InvalidInput
from motif.graphs.evidence import Evidence, Node, Results
from motif.models.language import ChatModel
from motif.retrievers.answering import generate_answer
from motif_procedures.evaluation.settings_grid import Setting
from motif_procedures.passage_answers.request import CHUNKS, CLOSED_BOOK, MAX_TOKENS, TIMEOUT
from motif_procedures.passages.arena import PassageArena
from motif_procedures.passages.contenders import CONTENDERS

SCHEMA: dict[str, Any] = {
    "title": "ShortAnswer",
    "description": "An answer in as few words as can be.",
    "type": "object",
    "properties": {"answer": {"type": "string", "description": "A name, a date, a number"}},
    "required": ["answer"],
}


@dataclass(frozen=True, slots=True)
class Written:
    """What was answered.

    Attributes
    ----------
    answers
        None where the model does not answer.
    evidence
        The text that it was shown, None where it was shown none.
    """

    answers: tuple[str, ...] = ()
    evidence: str | None = None

    @property
    def text(self) -> str:
        """All answers as one."""
        return ", ".join(self.answers)


Writer = Callable[[str], Written]
"""Answers a question."""


def writer_of(setting: Setting, arena: PassageArena, model: ChatModel, limits: Mapping[str, float]) -> Writer:
    """Who answers as ``setting`` says; ``limits`` are those of a request."""
    seconds = float(limits[TIMEOUT])
    if setting.method == CLOSED_BOOK:
        return lambda question: from_memory(question, model, seconds)
    build, _ = CONTENDERS[setting.method]
    contender = build(arena, setting.options)
    count, most = int(limits[CHUNKS]), int(limits[MAX_TOKENS])

    def write(question: str) -> Written:
        shown = evidence_of(arena, contender.rank(question, count)[:count])
        with Control(seconds) as control:
            answer = generate_answer(question, shown, model, max_tokens=most, control=control)
        return Written(answer.answers, "\n".join(piece.text for piece in shown))

    return write


def from_memory(question: str, model: ChatModel, seconds: float) -> Written:
    """What ``model`` answers without being shown anything."""
    asked = [("system", _prompt()), ("user", json.dumps({"question": question}, ensure_ascii=False))]
    with Control(seconds) as control:
        said: str = model.complete(asked, schema=SCHEMA, read=_said, control=control).value
    return Written((said,) if said else ())


def evidence_of(arena: PassageArena, rows: Any) -> Results:
    """The chunks ``rows``, best first, as evidence: each with its title, where its text does not begin with it."""
    return Results([_piece(arena, int(row), rank) for rank, row in enumerate(rows, start=1)])


def _piece(arena: PassageArena, row: int, rank: int) -> Evidence:
    nodes = arena.projection.nodes
    title = nodes.names[row]
    text = (nodes.texts[row] if nodes.texts is not None else "") or title
    node = Node(nodes.element_id(row), title, ("Chunk",))
    told = text if text.startswith(title) else f"{title}: {text}"
    return Evidence(score=1.0 / rank, nodes=(node,), relationships=(), text=told, method="chunks")


def _said(value: Any) -> str:
    answer = value.get("answer") if isinstance(value, Mapping) else None
    if not isinstance(answer, str | int | float) or isinstance(answer, bool):
        raise InvalidInput(f"'answer' must be a text, not {answer!r}.")
    return str(answer).strip()


@cache
def _prompt() -> str:
    return files(__package__).joinpath("closed_book.txt").read_text(encoding="utf-8").strip()
