"""What a question names: nodes and values, what joins and denies them, and what label stands beside them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from motif.planners.linking import EntityLinker
from motif.planners.protocol import Mention
from motif.planners.slots.heads import Head
from motif.planners.slots.lexicon import LabelMention, Lexicon
from motif.planners.slots.quantities import Quantity
from motif.planners.slots.words import Word, overlaps, spans_of

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

    @property
    def is_weak(self) -> bool:
        """Whether it is rather a plain word than a name: doubtful, or in small letters."""
        return self.is_doubtful or self.text.islower()


def mentions_in(question: str, linker: EntityLinker) -> list[Mention]:
    """What is named, and doubtful words that name something else too, in order."""
    sure = linker.link(question)
    spans = [(one.start, one.end) for one in sure]
    found = list(sure)
    for one in sorted(linker.candidates(question), key=lambda one: (-one.score, one.start)):
        is_exact = one.kind in ("given", "exact") and one.score >= DOUBTFUL
        if is_exact and not overlaps((one.start, one.end), spans):
            found.append(replace(one, kind="doubtful"))
            spans.append((one.start, one.end))
    return sorted(found, key=lambda one: one.start)


def is_noun(one: Mention, head: Head | None, labels: Sequence[LabelMention]) -> bool:
    """Whether a mention is rather the noun that is asked for, or the word for a label."""
    if one.kind == "given":
        return False
    span = one.start, one.end
    if head is not None and overlaps(span, [(head.start, head.end)]):
        return True
    return any(span == (label.start, label.end) and label.score == 1.0 for label in labels)


def is_part(one: Mention, question: str, words: Sequence[Word], head: Head | None, lexicon: Lexicon) -> bool:
    """Whether a plain word that is a name is part of a longer phrase here: "protein" in "protein structures"."""
    if one.kind == "given" or not one.text.islower():
        return False
    for word in words:
        beside = word.end <= one.start and not question[word.end : one.start].strip()
        beside = beside or (word.start >= one.end and not question[one.end : word.start].strip())
        is_other = word.is_content and (head is None or word.start != head.start)
        if (
            beside
            and is_other
            and not lexicon.is_said(word.text)
            and not (word.start >= one.end and word.text.endswith(("ed", "ing")))
        ):
            return True
    return False


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
    anchors: Sequence[Anchor], negations: Sequence[tuple[int, int]], quantities: Sequence[Quantity]
) -> list[Anchor]:
    spans = spans_of(anchors, quantities)
    found: list[Anchor] = []
    for one in anchors:
        negated = negation_before(one.start, negations, spans) is not None
        if one.after is not None:
            negated = negated or found[one.after].is_negated
        found.append(replace(one, is_negated=negated))
    return found


def negation_before(
    start: int, negations: Sequence[tuple[int, int]], spans: Sequence[tuple[int, int]]
) -> tuple[int, int] | None:
    for negation in reversed(negations):
        if negation[1] <= start:
            between = [one for one in spans if negation[1] <= one[0] and one[1] <= start]
            return None if between else negation
    return None
