"""What stands where in a question: names, labels, quantities, superlatives, negations; not yet what they mean."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from motif.planners.linking import EntityLinker
from motif.planners.protocol import Mention
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
from motif.planners.slots.quantities import Quantity, quantities_in
from motif.planners.slots.roles import in_two_roles
from motif.planners.slots.superlatives import Superlative, attached, superlatives_in
from motif.planners.slots.topics import topics_in
from motif.planners.slots.words import Word, blanked, overlaps, spans_of, words_in

_SEEN = 16
"""Nodes of a name whose spelling is looked at."""

Spans = list[tuple[int, int]]


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
    words = words_in(question)
    lexicon.learn(words)
    mentions, closed = _open(_named(question, linker, lexicon), lexicon)
    named = spans_of(one for one in (*mentions, *closed) if not _is_plain_number(one.text))
    said = blanked(question, named)
    superlatives = superlatives_in(said)
    quantities = _quantities(said, spans_of(superlatives), mentions, lexicon)
    taken = spans_of(one for one in quantities if not one.is_bare)
    taken += spans_of(superlatives)
    mentions = [one for one in mentions if not overlaps((one.start, one.end), taken)]
    labels = lexicon.labels_in(_outside(words, [*named, *taken]))
    plain = spans_of(one for one in mentions if one.text.islower() and " " not in one.text)
    _, denied = denials_in(said, words, taken, [*named, *spans_of(quantities)], lexicon)
    labels = [one for one in labels if not overlaps((one.start, one.end), spans_of(denied))]
    head = head_of(
        question, _outside(words, [*(s for s in named if s not in plain), *taken]), labels, lexicon
    )
    mentions = [one for one in mentions if not is_noun(one, head, labels)]
    labels = [one for one in labels if head is None or one.start != head.start]
    mentions = [one for one in mentions if not is_part(one, question, words, head, lexicon)]
    nouns = spans_of([head] if head is not None else [], labels)
    topics = topics_in(question, words, _strong(mentions, labels, taken, lexicon), mentions, nouns)
    head = _of_topic(head, topics, labels, lexicon)
    mentions = [one for one in mentions if not overlaps((one.start, one.end), topics)]
    labels = [one for one in labels if not overlaps((one.start, one.end), topics)]
    quantities = [one for one in quantities if not (one.is_bare and overlaps((one.start, one.end), topics))]
    anchors, labels = apposed(question, [anchor_of(one) for one in mentions], labels, lexicon)
    anchors = coordinated(question, anchors)
    superlatives, quantities = _how_many(question, superlatives, quantities, head)
    superlatives = attached(question, superlatives, nouns, head.start if head is not None else None)
    slots = [*spans_of(anchors, quantities)]
    negations, denials = denials_in(said, words, taken, slots, lexicon)
    asked = spans_of([head] if head is not None else [])
    existences = existences_in(question, words, asked, [*slots, *taken, *spans_of(denials)], lexicon)
    labels = [one for one in labels if not overlaps((one.start, one.end), spans_of(denials, existences))]
    anchors = negated(question, anchors, negations, quantities)
    anchors, heeded = in_two_roles(question, words, anchors, [*asked, *spans_of(labels)], lexicon)
    negations = [one for one in negations if not overlaps(one, heeded)]
    denials = [one for one in denials if not overlaps((one.start, one.end), heeded)]
    unheeded = unheeded_in(question, negations, anchors, spans_of(quantities))
    labels = [one for one in labels if not overlaps((one.start, one.end), unheeded)]
    return Slots(
        question=question,
        words=tuple(words),
        head=head,
        anchors=tuple(anchors),
        labels=tuple(labels),
        quantities=tuple(quantities),
        superlatives=tuple(superlatives),
        negations=tuple(negations),
        unheeded=tuple(unheeded),
        denials=tuple(denials),
        existences=tuple(existences),
        measuring=tuple(_measuring(words, quantities, spans_of(anchors), head, lexicon)),
        topics=tuple(topics),
        closed=tuple((one.start, one.end) for one in closed),
        counts=read_question(question, [*named, *spans_of(superlatives)]).counts,
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


def _outside(words: Sequence[Word], spans: Spans) -> list[Word]:
    return [word for word in words if not overlaps((word.start, word.end), spans)]


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


def _measuring(
    words: Sequence[Word], quantities: Sequence[Quantity], named: Spans, head: Head | None, lexicon: Lexicon
) -> Iterator[tuple[int, int]]:
    """Words beside quantities that are like a property, or a relation, that has numbers or dates."""
    content = [word for word in words if word.is_content and (head is None or word.start != head.start)]
    for one in quantities:
        low = max((end for _, end in named if end <= one.start), default=0)
        before = [word for word in content if low <= word.start and word.end <= one.start]
        after = [word for word in content if word.start >= one.end]
        for word in (*before[-2:], *after[:1]):
            if lexicon.is_measured(word.text):
                yield word.start, word.end
        counted = next(iter(after), None)
        if counted is not None and is_counted(one, counted, words, lexicon):
            yield counted.start, counted.end


def is_counted(one: Quantity, word: Word, words: Sequence[Word], lexicon: Lexicon) -> bool:
    """Whether a quantity counts what a word right after it says: "more than five neighbours"."""
    if one.is_bare or one.unit is not None or one.values[0].period is not None:
        return False
    if any(one.end <= other.start < word.start for other in words):
        return False
    like = max(lexicon.relation_likeness(word.text), float(lexicon.to_labels(word.text).max(initial=0.0)))
    return like >= SAID and like > lexicon.properties_like(word.text)[1]
