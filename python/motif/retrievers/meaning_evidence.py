"""Meanings answered: rows become evidence, and the results say how sure they are."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from motif.engine.meaning_answers import answer_and_rows, answer_meaning
from motif.engine.meaning_masks import MeaningGraph
from motif.engine.meaning_rows import MOST_ROWS, Bound, TooManyRows
from motif.errors import DeadlineExceeded
from motif.graphs.evidence import Evidence, Results
from motif.graphs.meaning import Answer, Meaning, NodeRow, Selection, Value
from motif.graphs.plan import MEANING_METHOD, Plan
from motif.planners.meaning.cypher.held import Held
from motif.planners.meaning.cypher.statement import Statement, as_cypher
from motif.planners.meaning.planner import MEANING, asks_for_what_is_not_held
from motif.planners.meaning.sureness import SURE, sureness
from motif.planners.meaning.wording import in_words, omitted
from motif.retrievers.presentation import Entities, Presentation, shortened, verbalized
from motif.retrievers.view import View

NOTHING = 0.5
"""Confidence from which on nothing found is called that: an empty answer is a sign of a wrong reading by itself."""

SHOWN = 24
"""Relationships that stand as evidence beside one row."""


def answer_meanings(
    view: View, meanings: Sequence[Meaning], top_k: int, presentation: Presentation
) -> Results:
    """What the likeliest meaning gives, at most ``top_k`` rows, and how sure that is.

    ``metadata["answers"]`` says how many rows there are, ``["columns"]`` what they hold, ``["cypher"]`` the statement
    that gives the same rows; a piece's answers are what one row holds of what was asked for, nodes as nodes and values
    as values, its ``metadata["besides"]`` the rest.
    """
    if not meanings:
        return Results(metadata={"status": "not held", "confidence": 0.0, "readings": []})
    likeliest = meanings[0]
    try:
        answer, rows = answer_and_rows(_reader_of(view).graph, likeliest, top_k)
    except TooManyRows:
        return _unanswered(likeliest, f"it joins more than {MOST_ROWS:,} rows")
    except DeadlineExceeded:
        return _unanswered(likeliest, "the time was up")
    confidence = sureness(likeliest, is_empty=not answer.is_known)
    metadata = {
        "epoch": view.projection.epoch,
        "planner": MEANING,
        "status": status_of(likeliest, answer, confidence),
        "confidence": round(confidence, 4),
        "readings": [in_words(meaning) for meaning in meanings],
        "columns": list(answer.columns),
        "answers": answer.n_rows,
    }
    metadata |= cypher_of_meaning(view, likeliest)
    notes = list[str]()
    if likeliest.omissions:
        metadata["omitted"] = [one.text for one in likeliest.omissions]
        notes.append(f"Not heeded: {omitted(likeliest)}.")
    notes += [f"'{said}' is read as '{name}'." for said, name in likeliest.read_as]
    if notes:
        metadata["notes"] = notes
    shown = _Shown(view, rows, likeliest, presentation)
    pieces = [shown.piece(row, answer.columns, confidence, metadata) for row in answer.rows]
    return Results(pieces, metadata=metadata)


def rows_of_meaning(view: View, meaning: Meaning) -> list[tuple[Any, ...]] | None:
    """The rows that a meaning asks for, nodes as their ids; None where it joins more than is held at once.

    What is shown beside them is left out, and what has no value. Raises `DeadlineExceeded` where the time is up.
    """
    try:
        answer = answer_meaning(_reader_of(view).graph, meaning)
    except TooManyRows:
        return None
    nodes, count = view.projection.nodes, _n_asked(meaning)
    rows = (tuple(value for value in row[:count] if value is not None) for row in answer.rows)
    return [
        tuple(nodes.element_id(value.row) if isinstance(value, NodeRow) else value for value in row)
        for row in rows
        if row
    ]


def cypher_of_meaning(view: View, meaning: Meaning) -> dict[str, Any]:
    """``cypher`` with its ``text`` and ``parameters``; ``no_cypher``, why there is none, where that would tell of
    other rows.

    Read off the projection: a statement that is run later answers from what the database holds then.
    """
    said = as_cypher(meaning, _reader_of(view).held)
    if isinstance(said, Statement):
        return {"cypher": said.as_dict()}
    return {"no_cypher": {"reason": said.reason, "what": said.what}}


def _unanswered(meaning: Meaning, why: str) -> Results:
    """Nothing, and why."""
    note = f"Its meaning was not answered: {why}."
    metadata = {"status": "unsure", "confidence": 0.0, "readings": [in_words(meaning)], "notes": [note]}
    return Results(complete=False, metadata=metadata)


@dataclass(frozen=True)
class _Reader:
    """What answers the meanings of a view, and says them in Cypher, each with what it has read off the arrays."""

    graph: MeaningGraph
    held: Held


def _reader_of(view: View) -> _Reader:
    """Kept as long as the view."""
    with _LOCK:
        found = _KEPT.get(view)
        if found is None:
            projection, named = view.projection, view.names.equal
            found = _KEPT[view] = _Reader(MeaningGraph(projection, named), Held(projection, named))
        return found


_KEPT: weakref.WeakKeyDictionary[View, _Reader] = weakref.WeakKeyDictionary()
_LOCK = threading.Lock()


def status_of(meaning: Meaning, answer: Answer, confidence: float) -> str:
    """ "answered", "unsure", "empty" or "not held", as `Results.status` has it."""
    if (before := status_before(meaning)) is not None and (answer.is_known or before == "not held"):
        return before
    if answer.is_known:
        return "answered"
    return "empty" if not meaning.omissions and confidence >= NOTHING else "unsure"


def status_before(meaning: Meaning) -> str | None:
    """ "unsure" or "not held", whatever is found; None where that alone decides."""
    if asks_for_what_is_not_held(meaning):
        return "not held"
    return "unsure" if meaning.omissions or sureness(meaning) < SURE else None


def reading_plan(view: View, question: str, meaning: Meaning) -> Plan:
    """A meaning of ``question`` as a plan to look at and run; nothing is answered."""
    status, left_out = status_before(meaning) or "understood", omitted(meaning)
    notes = [f"Not heeded: {left_out}."] if left_out else []
    if status == "not held":
        notes.append("The graph has nothing that is said by the words that are not heeded.")
    reading = {
        "words": in_words(meaning),
        "status": status,
        "omitted": [one.text for one in meaning.omissions],
        **cypher_of_meaning(view, meaning),
    }
    return Plan(
        (),
        method=MEANING_METHOD,
        question=question,
        planner=MEANING,
        confidence=round(sureness(meaning), 4),
        notes=tuple(notes),
        reading=reading,
    )


class _Shown:
    """Rows as evidence: each with the relationships that make it one."""

    def __init__(self, view: View, rows: Bound | None, meaning: Meaning, presentation: Presentation) -> None:
        self._entities = Entities(view.projection)
        self._presentation = presentation
        self._rows = rows
        asked = meaning.asked
        self._places = _places_of(asked) if isinstance(asked, Selection) else []
        self._n_asked = _n_asked(meaning)

    def piece(
        self, row: tuple[Any, ...], columns: Sequence[str], score: float, metadata: dict[str, Any]
    ) -> Evidence:
        nodes = [value.row for value in row if isinstance(value, NodeRow)]
        placed = {
            place: value.row
            for place, value in zip(self._places, row, strict=False)
            if place is not None and isinstance(value, NodeRow)
        }
        ties = ties_of(placed, self._rows)[:SHOWN] if placed and self._rows is not None else []
        if ties:
            self._entities.load(np.array(ties))
        answers = tuple(
            self._entities.node(value.row) if isinstance(value, NodeRow) else value for value in row
        )
        shown = list(dict.fromkeys([*nodes, *(end for tie in ties for end in self._ends(tie))]))
        said = ", ".join(
            f"{column}: {getattr(value, 'name', value)}"
            for column, value in zip(columns, answers, strict=True)
        )
        lines = verbalized([self._entities.line(tie) for tie in ties], self._presentation)
        text = said if not lines else lines if len(row) == 1 else f"{said}\n{lines}"
        n_asked = self._n_asked
        besides = dict(zip(columns[n_asked:], answers[n_asked:], strict=True))
        return Evidence(
            score,
            tuple(self._entities.node(node) for node in shown),
            tuple(self._entities.relationship(tie) for tie in ties),
            answers=answers[:n_asked],
            text=shortened(text, self._presentation.max_tokens),
            method=MEANING,
            metadata={**metadata, "besides": besides} if besides else metadata,
        )

    def _ends(self, tie: int) -> tuple[int, int]:
        table = self._entities.projection.relationships
        return int(table.source[tie]), int(table.target[tie])


def _n_asked(meaning: Meaning) -> int:
    """How many columns were asked for; what is shown beside them comes after."""
    asked = meaning.asked
    if not isinstance(asked, Selection) or asked.asks or asked.over:
        return 1
    return sum(not one.is_besides for one in asked.columns)


def _places_of(asked: Selection) -> list[str | None]:
    """By column the place whose node it shows; None for one that shows a value."""
    if asked.asks or asked.over is not None:
        return []
    values = (one.value for one in asked.columns)
    return [one.place if isinstance(one, Value) and one.property is None else None for one in values]


def ties_of(nodes: Mapping[str, int], rows: Bound) -> list[int]:
    """The relationships of the rows that have these nodes, by place, each once; rows ascend by their first place."""
    first = next(iter(rows.nodes))
    low, high = (
        np.searchsorted(rows.nodes[first], (nodes[first], nodes[first] + 1))
        if first in nodes
        else (0, len(rows))
    )
    at = np.arange(low, high)
    for place, node in nodes.items():
        at = at[rows.nodes[place][at] == node]
    ties = (tie for column in rows.relationships.values() for tie in column[at].tolist())
    return list(dict.fromkeys(tie for tie in ties if tie >= 0))
