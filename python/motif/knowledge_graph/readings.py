"""How a question can be read, in words, each reading giving other answers: what somebody chooses among."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from motif.errors import DeadlineExceeded
from motif.graphs.evidence import Results
from motif.graphs.meaning import Meaning
from motif.graphs.omissions import UNHEEDED, read_omissions, words_of
from motif.knowledge_graph.meaning import answers_of, compared
from motif.planners.meaning.planner import plan_meanings
from motif.planners.meaning.wording import in_words, omitted
from motif.retrievers.meaning_evidence import rows_of_meaning
from motif.retrievers.view import View

MOST = 3
"""Readings that are offered; more were no better, and a small model loses its way."""

_TRIED = 6
"""Of Motif's own, likeliest first."""


def readings_beside(view: View, question: str, found: Results, proposed: Meaning | None = None) -> list[str]:
    """What was found in words, then other readings: what a language model proposes, and Motif's own likeliest."""
    words, meanings = _words_of(found), plan_meanings(question, view, _TRIED)
    own = next((one for one in meanings if in_words(one) == words), None)
    told = {words if own is None else _with_omitted(own): frozenset[str]()}
    for meaning in [*([] if proposed is None else [proposed]), *meanings]:
        rows = _rows(view, meaning)
        given = frozenset(compared(value) for row in rows for value in row)
        if given and given not in told.values() and not is_same(found, rows):
            told.setdefault(_with_omitted(meaning), given)
        if len(told) == MOST:
            break
    return [*told]


def is_same(found: Results, rows: Sequence[tuple[Any, ...]]) -> bool:
    """Whether both give the same answers; of a list that is known to be cut, as many and those that are shown."""
    given, meant = answers_of(found), {compared(value) for row in rows for value in row}
    count = found.metadata.get("answers")
    if count is None or count == len(found):
        return given == meant
    return count == len(rows) and given <= meant


def _rows(view: View, meaning: Meaning) -> Sequence[tuple[Any, ...]]:
    """What a reading gives; nothing where that cannot be had."""
    try:
        return rows_of_meaning(view, meaning) or ()
    except DeadlineExceeded:
        return ()


def _with_omitted(meaning: Meaning) -> str:
    left_out = omitted(meaning)
    return in_words(meaning) + (f" without {left_out}" if left_out else "")


def _words_of(found: Results) -> str:
    """What was found: the plan that found it, else the reading."""
    plan = found.metadata.get("plan")
    if isinstance(plan, Mapping) and plan.get("answer") is not None:
        return "".join(_plan_words(plan))
    readings = found.metadata.get("readings") or ["what is nearest to its words"]
    return str(readings[0])


def _plan_words(plan: Mapping[str, Any]) -> Iterator[str]:
    yield "count of " if plan.get("count") else ""
    yield _node_words(plan["answer"])
    triples = plan.get("pattern") or ()
    joined = "; ".join(" ".join(map(_node_words, triple)) for triple in triples)
    yield f" ({joined})" if joined else ""
    omissions = read_omissions(plan.get("omissions") or ())
    left_out = ", ".join(words_of(one) for one in omissions if one.kind not in UNHEEDED)
    yield f" without {left_out}" if left_out else ""


def _node_words(node: Any) -> str:
    if isinstance(node, Mapping):
        return str(node.get("name") or node.get("label") or node.get("unknown") or "node")
    return str(node).removeprefix("?").replace("_", " ")
