"""What stands where in a question: names, labels, quantities, superlatives, negations; not yet what they mean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np

from motif.planners.linking import EntityLinker
from motif.planners.protocol import Mention
from motif.planners.quantities import Quantity, quantities_in
from motif.planners.question_reading import read_question
from motif.planners.slots.anchors import (
    Anchor,
    anchor_of,
    apposed,
    coordinated,
    is_noun,
    is_part,
    mentions_in,
    negated,
    negation_before,
)
from motif.planners.slots.having import SAID, denials_in, existences_in, unheeded_in
from motif.planners.slots.heads import Head, head_of
from motif.planners.slots.lexicon import LIKE, LabelMention, Lexicon
from motif.planners.slots.measuring import measuring_in
from motif.planners.slots.roles import in_two_roles
from motif.planners.slots.topics import topics_in
from motif.planners.slots.words import Word, words_in
from motif.planners.stretches import Stretch, blanked, overlaps, spans_of
from motif.planners.superlatives import Superlative, attached, superlatives_in

_SEEN = 16
"""Nodes of a name whose spelling is looked at."""

Spans = list[tuple[int, int]]
AnyStretch = TypeVar("AnyStretch", bound=Stretch)


@dataclass(frozen=True, slots=True)
class Slots:
    """A question, read.

    Attributes
    ----------
    labels
        Labels that are named beside the head, but for those that only say what kind an anchor is of.
    negations
        Where words of negation stand that belong to names and quantities.
    unheeded
        Where words of negation stand that deny nothing that can be denied, with what follows them.
    closed
        Where names stand of nodes with none of the schema's labels: a narrowed plan may not use them.
    denials
        Words for relations and labels that the answers are to be without: "without a licence".
    existences
        Words for relations and labels that the answers are to have any of: "with a licence".
    measuring
        Where words stand that say what a quantity measures: "released" before "after 1999".
    topics
        Where "about" and the like stand with a phrase that names nothing.
    """

    question: str
    words: tuple[Word, ...]
    head: Head | None
    anchors: tuple[Anchor, ...]
    labels: tuple[LabelMention, ...]
    quantities: tuple[Quantity, ...]
    superlatives: tuple[Superlative, ...]
    negations: tuple[tuple[int, int], ...]
    unheeded: tuple[tuple[int, int], ...]
    denials: tuple[Word, ...]
    existences: tuple[Word, ...]
    measuring: tuple[tuple[int, int], ...]
    topics: tuple[tuple[int, int], ...]
    counts: bool
    closed: tuple[tuple[int, int], ...] = ()

    def is_negated(self, start: int) -> bool:
        """Whether a negation stands before ``start`` with no other slot between them."""
        return negation_before(start, self.negations, self.spans()) is not None

    def spans(self) -> Spans:
        """Where anchors and quantities stand."""
        return spans_of(self.anchors, self.quantities)


def read_slots(question: str, lexicon: Lexicon, linker: EntityLinker) -> Slots:
    """What stands where in ``question``.

    Names come first, then what is compared and ranked outside of them, then labels among the words that are left; a
    plain word that is a name yields to the noun that is asked for and to longer phrases.
    """
    reading = _Reading(question, lexicon, linker)
    reading.find_noun()
    reading.find_topics()
    reading.find_anchors()
    reading.find_negations()
    return reading.slots()


class _Reading:
    """A question as it is read, one kind of slot after the other; each takes from what was found before."""

    def __init__(self, question: str, lexicon: Lexicon, linker: EntityLinker) -> None:
        self._question, self._lexicon = question, lexicon
        self._words = words_in(question)
        lexicon.learn(self._words)
        self._mentions, self._closed = _open(_named(question, linker, lexicon), lexicon)
        self._named = spans_of(
            one for one in (*self._mentions, *self._closed) if not _is_plain_number(one.text)
        )
        self._said = blanked(question, self._named)
        self._superlatives = superlatives_in(self._said)
        self._quantities = _quantities(self._said, spans_of(self._superlatives), self._mentions, lexicon)
        self._taken = spans_of(one for one in self._quantities if not one.is_bare)
        self._taken += spans_of(self._superlatives)
        self._mentions = _outside(self._mentions, self._taken)

    def find_noun(self) -> None:
        """Labels, and the noun that is asked for; names that are only words of it are none."""
        question, words, lexicon = self._question, self._words, self._lexicon
        labels = lexicon.labels_in(_outside(words, [*self._named, *self._taken]))
        plain = spans_of(one for one in self._mentions if one.text.islower() and " " not in one.text)
        slots = [*self._named, *spans_of(self._quantities)]
        _, denied = denials_in(self._said, words, self._taken, slots, lexicon)
        labels = _outside(labels, spans_of(denied))
        firm = [*(span for span in self._named if span not in plain), *self._taken]
        head = head_of(question, _outside(words, firm), labels, lexicon)
        mentions = [one for one in self._mentions if not is_noun(one, head, labels)]
        self._labels = [one for one in labels if head is None or one.start != head.start]
        self._mentions = [one for one in mentions if not is_part(one, question, words, head, lexicon)]
        self._nouns = spans_of([head] if head is not None else [], self._labels)
        self._head = head

    def find_topics(self) -> None:
        """Where "about" stands with a phrase that names nothing; there is no other slot in it."""
        strong = _strong(self._mentions, self._labels, self._taken, self._lexicon)
        topics = topics_in(self._question, self._words, strong, self._mentions, self._nouns)
        self._head = _of_topic(self._head, topics, self._labels, self._lexicon)
        self._mentions = _outside(self._mentions, topics)
        self._labels = _outside(self._labels, topics)
        self._quantities = [
            one for one in self._quantities if not (one.is_bare and overlaps((one.start, one.end), topics))
        ]
        self._topics = topics

    def find_anchors(self) -> None:
        """Names with what belongs to them, and the superlatives with how many they want."""
        question, head = self._question, self._head
        anchors = [anchor_of(one) for one in self._mentions]
        anchors, self._labels = apposed(question, anchors, self._labels, self._lexicon)
        self._anchors = coordinated(question, anchors)
        ranked, self._quantities = _how_many(question, self._superlatives, self._quantities, head)
        self._superlatives = attached(question, ranked, self._nouns, head.start if head is not None else None)

    def find_negations(self) -> None:
        """What is denied, and what is asked to be there at all."""
        question, words, lexicon = self._question, self._words, self._lexicon
        slots = spans_of(self._anchors, self._quantities)
        negations, denials = denials_in(self._said, words, self._taken, slots, lexicon)
        asked = spans_of([self._head] if self._head is not None else [])
        held = [*slots, *self._taken, *spans_of(denials)]
        self._existences = existences_in(question, words, asked, held, lexicon)
        labels = _outside(self._labels, spans_of(denials, self._existences))
        anchors = negated(question, self._anchors, negations, self._quantities)
        among = [*asked, *spans_of(labels)]
        self._anchors, heeded = in_two_roles(question, words, anchors, among, lexicon)
        self._negations = [one for one in negations if not overlaps(one, heeded)]
        self._denials = _outside(denials, heeded)
        self._unheeded = unheeded_in(question, self._negations, self._anchors, spans_of(self._quantities))
        self._labels = _outside(labels, self._unheeded)

    def slots(self) -> Slots:
        """What was found."""
        named = spans_of(self._anchors)
        return Slots(
            question=self._question,
            words=tuple(self._words),
            head=self._head,
            anchors=tuple(self._anchors),
            labels=tuple(self._labels),
            quantities=tuple(self._quantities),
            superlatives=tuple(self._superlatives),
            negations=tuple(self._negations),
            unheeded=tuple(self._unheeded),
            denials=tuple(self._denials),
            existences=tuple(self._existences),
            measuring=tuple(measuring_in(self._words, self._quantities, named, self._head, self._lexicon)),
            topics=tuple(self._topics),
            closed=tuple((one.start, one.end) for one in self._closed),
            counts=read_question(self._question, [*self._named, *spans_of(self._superlatives)]).counts,
        )


def _named(question: str, linker: EntityLinker, lexicon: Lexicon) -> list[Mention]:
    """What is named, but for what is only like a name and compares something."""
    compared = spans_of(one for one in quantities_in(question) if not one.is_bare)
    n_nodes = lexicon.graph.projection.n_nodes
    found = []
    for one in mentions_in(question, linker):
        is_plain = one.text.islower() and one.kind != "given"
        if (one.kind == "fuzzy" or is_plain) and lexicon.is_label(one.text):
            continue  # the word for a label is no name
        if one.kind == "fuzzy" and is_plain and " " not in one.text:
            continue  # a plain word is no misspelt name
        if one.kind in ("fuzzy", "meaning"):  # values of properties are only meant to the letter
            one = replace(one, rows=one.rows[one.rows < n_nodes])
            if not len(one.rows) or overlaps((one.start, one.end), compared):
                continue
        found.append(one)
    return found


def _open(mentions: Sequence[Mention], lexicon: Lexicon) -> tuple[list[Mention], list[Mention]]:
    """Names of nodes that the schema has labels of, and names of others alone."""
    opened: list[Mention] = []
    closed: list[Mention] = []
    for one in mentions:
        kept = [row for row in one.rows.tolist() if lexicon.has_row(row)]
        if not kept and one.kind != "doubtful":
            closed.append(one)
        elif kept:
            opened.append(replace(one, rows=np.array(kept, np.int32)))
    return opened, closed


def _strong(
    mentions: Sequence[Mention], labels: Sequence[LabelMention], taken: Spans, lexicon: Lexicon
) -> Spans:
    """Where names with capitals, labels by their own words and comparisons stand: what ends a described topic."""
    names = spans_of(one for one in mentions if one.kind == "given" or _is_proper(one, lexicon))
    return [*names, *spans_of(one for one in labels if one.score == 1.0), *taken]


def _is_proper(one: Mention, lexicon: Lexicon) -> bool:
    """Whether it is a name in full with capitals, in the question and in the graph; else it may be of a description."""
    if one.text.islower() or one.kind == "meaning":
        return False
    names = [lexicon.graph.values.projection.nodes.names[row] for row in one.rows[:_SEEN].tolist()]
    said = one.text.casefold()
    return any(
        not name.islower() and (name.casefold() == said or one.kind == "fuzzy" or " " in one.text)
        for name in names
    )


def _of_topic(
    head: Head | None, topics: Spans, labels: Sequence[LabelMention], lexicon: Lexicon
) -> Head | None:
    """The noun that is asked for; of what only a topic is said ("something about …"), nodes that have texts."""
    label = lexicon.described_label
    if not topics or label is None or any(one.end <= topics[0][0] for one in labels):
        return head
    if head is not None and not overlaps((head.start, head.end), topics):
        is_said = head.label is not None or head.asked_property is not None
        if is_said or lexicon.relation_likeness(head.text) >= SAID:
            return head
    return Head(0, 0, "", label, None, ((label, LIKE),))


def _outside(stretches: Sequence[AnyStretch], spans: Spans) -> list[AnyStretch]:
    return [one for one in stretches if not overlaps((one.start, one.end), spans)]


def _is_plain_number(text: str) -> bool:
    """Whether a name is a number, or a decade ("1990s"): then the question rather compares with it."""
    return not any(letter.isalpha() for letter in text.rstrip("s"))


def _quantities(said: str, ranked: Spans, mentions: Sequence[Mention], lexicon: Lexicon) -> list[Quantity]:
    """Comparisons; a number by itself only where it names nothing and is not how many are wanted."""
    found = []
    for one in quantities_in(said):
        span = one.values[0].start, one.values[-1].end
        if overlaps(span, ranked):
            continue
        is_number = one.values[0].number is not None or not lexicon.has_measures
        if one.operator == "$eq" and is_number and any(overlaps(span, spans_of([m])) for m in mentions):
            continue
        found.append(one)
    return found


def _how_many(
    question: str, superlatives: list[Superlative], quantities: list[Quantity], head: Head | None
) -> tuple[list[Superlative], list[Quantity]]:
    """A number right before the noun says how many are wanted: "the two clerks who were hired earliest"."""
    if not superlatives or head is None:
        return superlatives, quantities
    for one in quantities:
        number = one.values[0].number
        if one.is_bare and number and not question[one.end : head.start].strip():
            first, *others = superlatives
            left = [other for other in quantities if other is not one]
            return [replace(first, limit=int(number)), *others], left
    return superlatives, quantities
