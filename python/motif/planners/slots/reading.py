"""What stands where in a question: names, labels, quantities, superlatives, negations; not yet what they mean."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from motif.planners.english import FUNCTION_WORDS, IMPERATIVES, WH_WORDS
from motif.planners.linking import EntityLinker
from motif.planners.protocol import Mention
from motif.planners.question_reading import read_question
from motif.planners.slots.lexicon import LabelMention, Lexicon
from motif.planners.slots.quantities import Quantity, quantities_in
from motif.planners.slots.superlatives import Superlative, superlatives_in
from motif.planners.slots.words import Word, blanked, overlaps, spans_of, word_set, words_in

DOUBTFUL = 0.3
"""How sure a doubtful mention (a plain word that is a name too) must be to be tried."""

HEAD_LIKE = 0.42
"""Likeness from which on the noun that is asked for means a label."""

_NEGATION = re.compile(
    r"\b(?:not|never|no|without|except(?:\s+for)?|excluding|excludes?|other\s+than|apart\s+from|aside\s+from|besides|"
    r"outside(?:\s+of)?|neither|nor|lack(?:s|ing)?|instead\s+of|rather\s+than|cannot|non)\b|n['’]t\b",
    re.IGNORECASE,
)
_OR = re.compile(
    r"[\s,]*(?:(?:or|nor|and/or)\b)?[\s,]*(?:the|in|by|of|a|an|from|with|to|on|for)?\s*", re.IGNORECASE
)
_AND = re.compile(
    r"\s*,?\s*(?:and|as\s+well\s+as|&|and\s+also|,)\s*,?\s*(?:the|in|by|of|a|an|from|with|to|on|for)?\s*",
    re.IGNORECASE,
)
_APPOSED = re.compile(r"[\s:]*(?:(?:is|are|was|were|called|named|of|being|the)\s+)*[\"'“(]*", re.IGNORECASE)
_NOUN_GAPS = FUNCTION_WORDS | word_set("all every any different distinct various main several")


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


@dataclass(frozen=True, slots=True)
class Head:
    """The noun that is asked for: where it stands, its words, its label where it has one."""

    start: int
    end: int
    text: str
    label: str | None = None
    property: str | None = None


@dataclass(frozen=True, slots=True)
class Slots:
    """A question, read.

    Attributes
    ----------
    labels
        Labels that are named beside the head, but for those that only say what kind an anchor is of.
    negations
        Where words of negation stand that belong to no comparison.
    measuring
        Where words stand that say what a quantity measures ("released" before "after 1999").
    """

    question: str
    words: tuple[Word, ...]
    head: Head | None
    anchors: tuple[Anchor, ...]
    labels: tuple[LabelMention, ...]
    quantities: tuple[Quantity, ...]
    superlative: Superlative | None
    negations: tuple[tuple[int, int], ...]
    counts: bool
    measuring: tuple[tuple[int, int], ...] = ()

    def is_negated(self, start: int) -> bool:
        """Whether a negation stands before ``start`` with no other slot between them."""
        return _negation_before(start, self.negations, self.spans()) is not None

    def spans(self) -> list[tuple[int, int]]:
        """Where anchors and quantities stand."""
        return spans_of(self.anchors, self.quantities)


def read_slots(question: str, lexicon: Lexicon, linker: EntityLinker) -> Slots:
    """What stands where in ``question``."""
    words = words_in(question)
    lexicon.learn([word for word in words if word.is_content])
    mentions = _mentions(question, linker)
    compared = [(one.start, one.end) for one in quantities_in(question) if not one.is_bare]
    mentions = [
        one for one in mentions if one.kind != "fuzzy" or not overlaps((one.start, one.end), compared)
    ]
    named = [(one.start, one.end) for one in mentions if not _is_plain_number(one.text)]
    said = blanked(question, named)
    superlative = next(iter(superlatives_in(said)), None)
    quantities = _quantities(said, superlative, mentions)
    taken = spans_of(one for one in quantities if not one.is_bare)
    if superlative is not None:
        taken.append((superlative.start, superlative.end))
    mentions = [one for one in mentions if not overlaps((one.start, one.end), taken)]
    free = [word for word in words if not overlaps((word.start, word.end), [*named, *taken])]
    labels = lexicon.labels_in(free)
    plain = [(one.start, one.end) for one in mentions if one.text.islower() and " " not in one.text]
    nouns = [
        word
        for word in words
        if not overlaps((word.start, word.end), [*(s for s in named if s not in plain), *taken])
    ]
    head = _head(question, nouns, labels, lexicon)
    mentions = [one for one in mentions if not _is_noun(one, head, labels)]
    labels = [one for one in labels if head is None or one.start != head.start]
    mentions = [one for one in mentions if not _is_part(one, question, words, head, lexicon)]
    anchors, labels = _apposed(question, [_anchor(one) for one in mentions], labels, lexicon, head)
    negations = [match.span() for match in _NEGATION.finditer(said) if not overlaps(match.span(), taken)]
    anchors = _negated(_coordinated(question, anchors), negations, quantities)
    counts = read_question(question, named).counts
    return Slots(
        question, tuple(words), head, tuple(anchors), tuple(labels), tuple(quantities), superlative,
        tuple(negations), counts, tuple(_measuring(words, quantities, superlative, anchors, head, lexicon)),
    )  # fmt: skip


def _measuring(
    words: Sequence[Word],
    quantities: Sequence[Quantity],
    superlative: Superlative | None,
    anchors: Sequence[Anchor],
    head: Head | None,
    lexicon: Lexicon,
) -> Iterator[tuple[int, int]]:
    """Words beside quantities that are like a property, or a relation, that has numbers or dates."""
    taken = spans_of(anchors)
    for one in quantities:
        low = max((end for _, end in taken if end <= one.start), default=0)
        beside = [word for word in words if low <= word.start and word.end <= one.start and word.is_content][
            -2:
        ]
        beside += [word for word in words if word.start >= one.end and word.is_content][:1]
        for word in beside:
            if (head is None or word.start != head.start) and lexicon.is_measured(word.text):
                yield word.start, word.end


def _mentions(question: str, linker: EntityLinker) -> list[Mention]:
    """What is named, and doubtful words that name something else too, in order."""
    sure = linker.link(question)
    spans = [(one.start, one.end) for one in sure]
    found = list(sure)
    for one in linker.alternatives(question):
        is_exact = one.kind in ("given", "exact") and one.score >= DOUBTFUL
        if is_exact and not overlaps((one.start, one.end), spans):
            found.append(replace(one, kind="doubtful"))
            spans.append((one.start, one.end))
    return sorted(found, key=lambda one: one.start)


def _is_plain_number(text: str) -> bool:
    return not any(letter.isalpha() for letter in text)


def _quantities(said: str, superlative: Superlative | None, mentions: Sequence[Mention]) -> list[Quantity]:
    """Comparisons; a number by itself only where it names nothing and is not how many are wanted."""
    found = []
    for one in quantities_in(said):
        span = one.values[0].start, one.values[-1].end
        if superlative is not None and overlaps(span, [(superlative.start, superlative.end)]):
            continue
        if one.operator == "$eq" and any(overlaps(span, [(m.start, m.end)]) for m in mentions):
            continue
        found.append(one)
    return found


def _head(said: str, words: Sequence[Word], labels: Sequence[LabelMention], lexicon: Lexicon) -> Head | None:
    """The noun after the word that asks; without one, the first words that say something."""
    place = next(
        (n for n, word in enumerate(words) if word.text in WH_WORDS or word.text in ("how", *IMPERATIVES)),
        None,
    )
    start = 0 if place is None else place + 1
    kind = "" if place is None else words[place].text
    if kind == "how" and start < len(words) and words[start].text in ("many", "much"):
        start += 1
    while start < len(words) and (words[start].text in _NOUN_GAPS or words[start].text in WH_WORDS):
        start += 1
    own = next((one for one in labels if start < len(words) and one.start >= words[start].start), None)
    if kind in ("who", "whom", "when", "where", "whose"):
        return _asked_kind(words[place or 0], kind, labels, lexicon)
    if start >= len(words):
        return None
    return _noun(said, words, start, own, lexicon)


def _asked_kind(word: Word, kind: str, labels: Sequence[LabelMention], lexicon: Lexicon) -> Head | None:
    if kind not in ("who", "whom") or len(lexicon.labels) < 2:
        return None
    likeness = lexicon.to_labels("person")
    best = int(likeness.argmax())
    label = lexicon.labels[best] if likeness[best] >= 0.7 else None
    return Head(word.start, word.end, word.text, label)


def _noun(said: str, words: Sequence[Word], start: int, own: LabelMention | None, lexicon: Lexicon) -> Head:
    """The noun that begins near the word ``start``: a label among the words that stand together, else the first."""
    run = [words[start]]
    for word in words[start + 1 : start + 4]:
        if not word.is_content or said[run[-1].end : word.start].strip():
            break
        run.append(word)
    if own is not None and own.start <= run[-1].start:
        return Head(own.start, own.end, said[own.start : own.end], own.label)
    for word in run:
        name, likeness = lexicon.properties_like(word.text)
        relation = lexicon.relation_likeness(word.text)
        scores = lexicon.to_labels(word.text)
        best = int(scores.argmax()) if len(scores) else -1
        score = float(scores[best]) if len(scores) else 0.0
        if likeness >= 0.8 and likeness > max(score, relation):
            return Head(word.start, word.end, word.text, None, name)
        if len(lexicon.labels) > 1 and score >= HEAD_LIKE and score >= relation - 0.03:
            return Head(word.start, word.end, word.text, lexicon.labels[best])
        if relation >= 0.6:
            break
    last = next((word for word in reversed(run) if not word.text.endswith(("ed", "ing"))), run[0])
    first = next((word for word in run if lexicon.relation_likeness(word.text) >= 0.6), last)
    return Head(first.start, first.end, first.text)


def _is_noun(one: Mention, head: Head | None, labels: Sequence[LabelMention]) -> bool:
    """Whether a mention is rather the noun that is asked for, or the word for a label."""
    if one.kind == "given":
        return False
    span = one.start, one.end
    if head is not None and overlaps(span, [(head.start, head.end)]):
        return True
    return any(span == (label.start, label.end) and label.score == 1.0 for label in labels)


def _is_part(one: Mention, question: str, words: Sequence[Word], head: Head | None, lexicon: Lexicon) -> bool:
    """Whether a plain word that is a name is part of a longer phrase here: "protein" in "protein structures"."""
    if one.kind == "given" or not one.text.islower():
        return False
    for word in words:
        beside = word.end <= one.start and not question[word.end : one.start].strip()
        beside = beside or (word.start >= one.end and not question[one.end : word.start].strip())
        is_other = word.is_content and (head is None or word.start != head.start)
        if beside and is_other and not lexicon.is_said(word.text) and not word.text.endswith(("ed", "ing")):
            return True
    return False


def _anchor(one: Mention) -> Anchor:
    return Anchor(one.start, one.end, one.text, one.rows, one.score, is_doubtful=one.kind == "doubtful")


def _apposed(
    question: str,
    anchors: Sequence[Anchor],
    labels: Sequence[LabelMention],
    lexicon: Lexicon,
    head: Head | None,
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


def _coordinated(question: str, anchors: Sequence[Anchor]) -> list[Anchor]:
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


def _negated(
    anchors: Sequence[Anchor], negations: Sequence[tuple[int, int]], quantities: Sequence[Quantity]
) -> list[Anchor]:
    spans = spans_of(anchors, quantities)
    found: list[Anchor] = []
    for one in anchors:
        negated = _negation_before(one.start, negations, spans) is not None
        if one.after is not None:
            negated = negated or found[one.after].is_negated
        found.append(replace(one, is_negated=negated))
    return found


def _negation_before(
    start: int, negations: Sequence[tuple[int, int]], spans: Sequence[tuple[int, int]]
) -> tuple[int, int] | None:
    for negation in reversed(negations):
        if negation[1] <= start:
            between = [one for one in spans if negation[1] <= one[0] and one[1] <= start]
            return None if between else negation
    return None


def mentioned_words(slots: Slots) -> Iterator[Word]:
    """Content words outside names, quantities and superlatives."""
    spans = slots.spans()
    if slots.superlative is not None:
        spans.append((slots.superlative.start, slots.superlative.end))
    for word in slots.words:
        if word.is_content and not overlaps((word.start, word.end), spans):
            yield word
