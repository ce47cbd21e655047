"""What a question names: nodes and values, what joins and denies them, and what label stands beside them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from motif.planners.linking import EntityLinker
from motif.planners.protocol import Mention
from motif.planners.quantities import Quantity
from motif.planners.slots.heads import Head
from motif.planners.slots.lexicon import LabelMention, Lexicon
from motif.planners.slots.words import Word
from motif.planners.stretches import overlaps, spans_of

_BOUND = re.compile(r"\s*(?:(?:of|in|for|from|the|a|an|and|within|inside)\s+){0,3}", re.IGNORECASE)

AUXILIARY = re.compile(
    r"\s*(?:does|do|did|is|are|was|were|has|have|had|ca|could|wo|would)?\s*", re.IGNORECASE
)
_EXCLUDED = re.compile(r"\s+(?:being\s+)?(?:excluded|excepted|aside|apart|not\s+included)\b", re.IGNORECASE)
_EXCEPT = re.compile(
    r"(?:except|excluding|other\s+than|apart\s+from|aside\s+from|besides|rather\s+than|instead\s+of)",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[,;]|\b(?:and|but|that|which|who|with)\b", re.IGNORECASE)

_NEW_CLAUSE = re.compile(r"[,;]|\b(?:and|but|that|which|who)\b", re.IGNORECASE)

DOUBTFUL = 0.3
"""How sure a doubtful mention (a plain word that is a name too) must be to be tried."""

_OR = re.compile(
    r"[\s,]*(?:(?:or|nor|and/or)\b)?[\s,]*(?:the|in|by|of|a|an|from|with|to|on|for)?\s*", re.IGNORECASE
)
_AND = re.compile(
    r"\s*,?\s*(?:and|as\s+well\s+as|&|and\s+also|,)\s*,?\s*(?:the|in|by|of|a|an|from|with|to|on|for)?\s*",
    re.IGNORECASE,
)
_APPOSED = re.compile(r"[\s:]*(?:(?:is|are|was|were|called|named|of|being|the)\s+)*[\"'“(]*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Anchor:
    """Named nodes, or values of properties, that the question puts a condition with.

    Attributes
    ----------
    rows : int32
        Rows of the graph with values.
    is_doubtful
        A plain word that may name something.
    silent
        Of a name in two roles, where the word for its other role stands.
    role
        Of a name in two roles, the relation of this one.
    is_excluded
        Named by "except" and the like: what is not wanted may be the node itself.
    after
        For "A and B": which anchor, by place, says how this one is joined; None for its own words.
    """

    start: int
    end: int
    text: str
    rows: NDArray[np.int32]
    score: float
    is_negated: bool = False
    is_doubtful: bool = False
    after: int | None = None
    label: str | None = None
    is_excluded: bool = False
    silent: tuple[int, int] | None = None
    role: int | None = None

    @property
    def is_weak(self) -> bool:
        """Whether it is rather a plain word than a name: doubtful, or in small letters."""
        return self.is_doubtful or self.text.islower()


def mentions_in(question: str, linker: EntityLinker) -> list[Mention]:
    """What is named, and doubtful words that name something else too, in order."""
    sure = [
        one for one in linker.link(question, described=True) if one.kind != "meaning" or _is_name(one.text)
    ]
    spans = [(one.start, one.end) for one in sure]
    found = list(sure)
    for one in sorted(linker.candidates(question, described=True), key=lambda one: (-one.score, one.start)):
        is_exact = one.kind in ("given", "exact") and one.score >= DOUBTFUL
        if is_exact and not overlaps((one.start, one.end), spans):
            found.append(replace(one, kind="doubtful"))
            spans.append((one.start, one.end))
    return sorted(found, key=lambda one: one.start)


def _is_name(text: str) -> bool:
    """Whether a few words are written as a name is: else what is only alike in meaning describes."""
    return not text.islower() and text.count(" ") < 3


def is_noun(one: Mention, head: Head | None, labels: Sequence[LabelMention]) -> bool:
    """Whether a mention is rather the noun that is asked for, or the word for a label."""
    if one.kind == "given":
        return False
    span = one.start, one.end
    if head is not None and overlaps(span, [(head.start, head.end)]):
        return True
    return any(span == (label.start, label.end) and label.score == 1.0 for label in labels)


def is_part(one: Mention, question: str, words: Sequence[Word], head: Head | None, lexicon: Lexicon) -> bool:
    """Whether a plain word that is a name is part of a longer phrase here: "protein" in "structures of proteins"."""
    if one.kind == "given" or not one.text.islower():
        return False
    for word in words:
        if not word.is_content or (head is not None and word.start == head.start):
            continue
        before = word.end <= one.start and _BOUND.fullmatch(question, word.end, one.start)
        after = word.start >= one.end and not question[one.end : word.start].strip()
        verb = word.text.endswith(("ed", "ing")) and not (before and word.text.endswith("ing"))
        verb = verb and not (after and _is_last(question, word))
        if (before or after) and not verb and not lexicon.is_said(word.text):
            return True
    return False


def _is_last(question: str, word: Word) -> bool:
    """Whether nothing, or a new clause, follows a word: "protein folding" is a noun then."""
    rest = question[word.end :].strip(" ?.!")
    return not rest or _CLAUSE.match(rest) is not None


def anchor_of(one: Mention) -> Anchor:
    return Anchor(one.start, one.end, one.text, one.rows, one.score, is_doubtful=one.kind == "doubtful")


def apposed(
    question: str,
    anchors: Sequence[Anchor],
    labels: Sequence[LabelMention],
    lexicon: Lexicon,
) -> tuple[list[Anchor], list[LabelMention]]:
    """Anchors with the label that stands beside them ("the currency Euro", "a CC0 licence"), and the other labels."""
    nodes = lexicon.graph.projection.nodes
    found, left = [], list(labels)
    for one in anchors:
        for label in list(left):
            before = label.end <= one.start and _APPOSED.fullmatch(question, label.end, one.start)
            after = one.end <= label.start and question[one.end : label.start].strip(" \"')”") == ""
            if not before and not after:
                continue
            carries = [
                row for row in one.rows.tolist() if row < len(nodes) and label.label in nodes.labels(row)
            ]
            if carries:
                one = replace(one, rows=np.array(carries, np.int32), label=label.label)
                left.remove(label)
        found.append(one)
    return found, left


def coordinated(question: str, anchors: Sequence[Anchor]) -> list[Anchor]:
    """ "A or B" as one anchor; "A and B" as two that are joined alike."""
    found: list[Anchor] = []
    for one in anchors:
        last = found[-1] if found else None
        between = question[last.end : one.start] if last is not None else "."
        if last is not None and re.search(r"\b(?:or|nor)\b", between) and _OR.fullmatch(between):
            merged = np.concatenate([last.rows, np.setdiff1d(one.rows, last.rows)]).astype(np.int32)
            found[-1] = replace(last, end=one.end, text=f"{last.text} or {one.text}", rows=merged)
        elif last is not None and _AND.fullmatch(between):
            found.append(replace(one, after=len(found) - 1))
        else:
            found.append(one)
    return found


def negated(
    question: str,
    anchors: Sequence[Anchor],
    negations: Sequence[tuple[int, int]],
    quantities: Sequence[Quantity],
) -> list[Anchor]:
    spans = spans_of(anchors, quantities)
    found: list[Anchor] = []
    for one in anchors:
        before = negation_before(one.start, negations, spans)
        excluded = _EXCLUDED.match(question, one.end) is not None
        excluded = excluded or (before is not None and _EXCEPT.match(question, before[0]) is not None)
        is_negated = before is not None or excluded or _denied_after(question, one, negations, spans)
        if one.after is not None:
            is_negated = is_negated or found[one.after].is_negated
            excluded = excluded or found[one.after].is_excluded
        found.append(replace(one, is_negated=is_negated, is_excluded=excluded))
    return found


def _denied_after(
    question: str, one: Anchor, negations: Sequence[tuple[int, int]], spans: Sequence[tuple[int, int]]
) -> bool:
    """Whether what is denied stands before its denial: "that Peru does not border"."""
    for start, end in negations:
        if start >= one.end and AUXILIARY.fullmatch(question, one.end, start):
            following = min((begin for begin, _ in spans if begin >= end), default=len(question))
            return following == len(question) or bool(_NEW_CLAUSE.search(question, end, following))
    return False


def negation_before(
    start: int, negations: Sequence[tuple[int, int]], spans: Sequence[tuple[int, int]]
) -> tuple[int, int] | None:
    for negation in reversed(negations):
        if negation[1] <= start:
            between = [one for one in spans if negation[1] <= one[0] and one[1] <= start]
            return None if between else negation
    return None
