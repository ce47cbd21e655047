"""Meanings answered: rows become evidence, and the results say how sure they are."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from motif.engine.meaning_answers import answer_and_lineage, answer_meaning
from motif.engine.meaning_masks import MeaningGraph
from motif.engine.meaning_rows import MOST_ROWS, TooManyRows
from motif.errors import DeadlineExceeded
from motif.graphs.evidence import Results
from motif.graphs.meaning import Answer, Meaning, NodeRow
from motif.graphs.plan import MEANING_METHOD, Plan
from motif.graphs.projection import Projection
from motif.planners.meaning.cypher.held import Held
from motif.planners.meaning.cypher.statement import Statement, as_cypher
from motif.planners.meaning.planner import MEANING, asks_for_what_is_not_held
from motif.planners.meaning.sureness import MARGIN, SURE, sureness, traits_answered
from motif.planners.meaning.wording import in_words, omitted
from motif.retrievers.presentation import Presentation
from motif.retrievers.row_presentation import RowPresenter, n_asked
from motif.retrievers.view import View

MOST_NODES = 12_000_000
"""Nodes of a graph up to which a meaning is tried unasked: of ten million, with forty million relationships, a first
question of its kind takes 0.1 to 2.9 s of a processor."""

LABELS = 2
"""Labels of a graph from which on a meaning is tried unasked, though nothing is held of its things but their names:
without, only words tell which relation is meant."""

NOTHING = 0.5
"""Confidence from which on nothing found is called that: an empty answer is a sign of a wrong reading by itself."""


def is_read(view: View) -> bool:
    """Whether questions to the graph are read unasked."""
    projection = view.projection
    tells = len(projection.labels) >= LABELS or _has_properties(projection)
    return tells and projection.n_nodes <= MOST_NODES and view.corpus is None


def _has_properties(projection: Projection) -> bool:
    """Whether anything but names is held of nodes that carry a label, or of their relationships."""
    named = {*projection.nodes.name_properties}
    held = projection.nodes.properties.keys() - named or projection.relationships.properties
    return bool(projection.labels) and bool(held)


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
        answer, lineage = answer_and_lineage(_reader_of(view).graph, likeliest, top_k)
    except TooManyRows:
        return _unanswered(likeliest, f"it joins more than {MOST_ROWS:,} rows")
    except DeadlineExceeded:
        return _unanswered(likeliest, "the time was up")
    margin = _margin(view, meanings, answer)
    confidence = sureness(likeliest, is_empty=not answer.is_known, margin=margin)
    status = status_of(likeliest, answer, confidence)
    if status == "answered" and margin < TIED:
        status, confidence = "unsure", TWINNED
    metadata = {
        "epoch": view.projection.epoch,
        "planner": MEANING,
        "status": status,
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
    shown = RowPresenter(view.projection, likeliest, lineage, presentation)
    pieces = [
        shown.piece(at, row, answer.columns, score=confidence, metadata=metadata)
        for at, row in enumerate(answer.rows)
    ]
    return Results(pieces, metadata=metadata)


def likeliest_traits(view: View, meanings: Sequence[Meaning], top_k: int) -> Mapping[str, float]:
    """The traits of the likeliest meaning, with what is known when it was answered; none where it is not."""
    try:
        answer, _ = answer_and_lineage(_reader_of(view).graph, meanings[0], top_k)
    except (TooManyRows, DeadlineExceeded):
        return {}
    margin = _margin(view, meanings, answer) if meanings[0].traits else None
    return traits_answered(meanings[0], is_empty=not answer.is_known, margin=margin)


def _margin(view: View, meanings: Sequence[Meaning], answer: Answer) -> float:
    """How far the likeliest meaning that gives another answer is behind the first by what the words say.

    Meanings that say in other ways what gives the same rows are no rivals, unless a word is but like all that they
    take it for: teams that drafted and coached a player need not have "kidnapped" him. They are answered where that
    decides whether the first is sure.
    """
    first = meanings[0]
    margin = first.traits.get(MARGIN, 1.0)
    if not answer.is_known or first.omissions or (margin >= TIED and sureness(first) >= SURE):
        return max(margin, TIED)
    for other in meanings[1:]:
        if first.traits.get("doubt") and other.behind >= TIED:
            return max(margin, TIED)
        if not _answers_the_same(view, other, answer, n_asked(first)):
            return max(other.behind, TIED) if other.omissions else other.behind
    return max(meanings[-1].behind, TIED)


def _answers_the_same(view: View, meaning: Meaning, answer: Answer, width: int) -> bool:
    """Whether a meaning gives the rows of ``answer``, of which the first ``width`` columns were asked for."""
    try:
        its, _ = answer_and_lineage(_reader_of(view).graph, meaning, len(answer.rows))
    except (TooManyRows, DeadlineExceeded):
        return False
    asked = n_asked(meaning)
    return its.n_rows == answer.n_rows and {row[:width] for row in answer.rows} == {
        row[:asked] for row in its.rows
    }


TIED, TWINNED = 0.05, 0.65
"""Margin below which two meanings are as likely by what the words say, and how sure one of two such is."""


def rows_of_meaning(view: View, meaning: Meaning) -> list[tuple[Any, ...]] | None:
    """The rows that a meaning asks for, nodes as their ids; None where it joins more than is held at once.

    What is shown beside them is left out, and what has no value. Raises `DeadlineExceeded` where the time is up.
    """
    try:
        answer = answer_meaning(_reader_of(view).graph, meaning)
    except TooManyRows:
        return None
    nodes, count = view.projection.nodes, n_asked(meaning)
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


def meaning_graph_of(view: View) -> MeaningGraph:
    """The graph of a view as meanings are answered from it; kept as long as the view."""
    return _reader_of(view).graph


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
    if asks_for_what_is_not_held(meaning):
        return "not held"
    if answer.is_known:
        return "unsure" if meaning.omissions or confidence < SURE else "answered"
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
