"""What a question says that no slot has taken: words that answers should be like, and words without any use."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from motif.engine.relation_paths import Step
from motif.graphs.meaning import Omission
from motif.planners.reading.lemmas import stem
from motif.planners.slots.anchors import Anchor
from motif.planners.slots.lexicon import Lexicon
from motif.planners.slots.reading import Slots
from motif.planners.slots.tree import Place
from motif.planners.slots.words import Word
from motif.planners.stretches import overlaps, spans_of

EXPLAINED = 0.45
"""Likeness from which on a word is explained by a label, relation or property of the plan."""

_ANYBODY = ("people", "person", "persons", "someone", "anyone", "somebody", "anybody")
_VERBS = ("ed", "ing", "en")
_UNHEEDED = re.compile(r"\b(?:or|only|exclusively)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Leftover:
    """What remains of a question: the text that answers should be like, and words that nothing in the plan is for."""

    text: str
    unused: tuple[str, ...]


def leftover_of(
    slots: Slots, root: Place, give: str | None, lexicon: Lexicon, used: Sequence[str]
) -> Leftover:
    """The words that remain, as they stand from the first to the last, and those that are for nothing.

    Words that name a label of the tree, or that a relation or property of it explains, are not among them; a topic
    alone is the text where there is one.
    """
    taken = {stem(word) for word in used}
    explained = _Explained(root, give, lexicon)
    labelled = [*spans_of(slots.labels), *spans_of([slots.head] if slots.head is not None else [])]
    described = " ".join(place.text for place in root.all()).lower().split()
    free: list[Word] = []
    idle: list[Word] = []
    for word in _free_words(slots, root):
        span = (word.start, word.end)
        if overlaps(span, slots.topics):
            free += [word] if word.text not in described else []
        elif overlaps(span, labelled):
            if not (_is_placed(span, slots, root, give) or explained.by_any(word.text)):
                idle.append(word)
        elif stem(word.text) not in taken and not explained.by_any(word.text) and word.text not in described:
            (idle if explained.is_joining(word.text) else free).append(word)
    topic = [word for word in free if overlaps((word.start, word.end), slots.topics)]
    text = topic or free
    if len(text) == 1 and text[0].text.endswith(("ed", "ing")):
        text = []
    unused = sorted([*idle, *(word for word in free if word not in text)], key=lambda word: word.start)
    return Leftover(_stretch(text, slots) if text else "", tuple(word.text for word in unused))


def unheeded(slots: Slots) -> Iterator[Omission]:
    """Turns of phrase that change what is asked for and that the plan does not follow."""
    question = slots.question
    spans = [*slots.spans(), *slots.unheeded, *spans_of(slots.superlatives)]
    for start, end in slots.unheeded:
        yield Omission("negation", text=question[start:end])
    for match in _UNHEEDED.finditer(question):
        if not overlaps(match.span(), spans):
            yield Omission("alternative", text=match[0])


def _free_words(slots: Slots, root: Place) -> Iterator[Word]:
    """Content words outside of what has a place in the plan, or a note of its own."""
    spans = [
        *spans_of(slots.quantities, slots.superlatives, slots.denials, slots.existences),
        *slots.unheeded,
        *slots.closed,
    ]
    # a name that is left out is said as a whole; a plain word that was doubtful is a word again
    spans += spans_of(one for one in slots.anchors if not one.is_doubtful or _is_held(one, root))
    for word in slots.words:
        if word.is_content and word.text not in _ANYBODY and not overlaps((word.start, word.end), spans):
            yield word


def _is_held(anchor: Anchor, root: Place) -> bool:
    return any(one.anchor is anchor for place in root.all() for one in (place, *place.returns))


def _is_placed(span: tuple[int, int], slots: Slots, root: Place, give: str | None) -> bool:
    """Whether the label, or the noun that is asked for, that stands at ``span`` is one of the tree's."""
    head = slots.head
    if head is not None and overlaps(span, [(head.start, head.end)]):
        if head.asked_property is not None or head.label is None:
            return give is not None
        return root.label == head.label or head.likeness([root.label or ""]) > 0 or root.anchor is not None
    said = [place.said for place in root.all()]
    return any(
        one.start in said for one in slots.labels if overlaps(span, [(one.start, one.end)])
    ) or overlaps(span, slots.measuring)


def _stretch(left: Sequence[Word], slots: Slots) -> str:
    """The words with what stands between them where no slot does."""
    parts = [slots.question[left[0].start : left[0].end]]
    spans = [*slots.spans(), *slots.unheeded]
    for before, word in pairwise(left):
        between = (before.end, word.start)
        is_free = not any(start < between[1] and end > between[0] for start, end in spans)
        n_words = sum(before.end <= one.start and one.end <= word.start for one in slots.words)
        glue = slots.question[slice(*between)] if is_free and n_words <= 3 else " "
        parts += [glue, slots.question[word.start : word.end]]
    return " ".join("".join(parts).split())


class _Explained:
    """Which words the relations, properties and labels of a tree explain."""

    def __init__(self, root: Place, give: str | None, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._relations: set[int] = set()
        properties: set[str] = {give} if give is not None else set()
        labels: set[str] = set()
        for place in root.all():
            self._relations |= {branch.step.relation for branch in place.branches}
            self._relations |= {counted.step.relation for counted in place.degrees}
            properties.update(place.where, *place.denied)
            labels |= {place.label} if place.label is not None and place is not root else set()
            by = place.rank[1] if place.rank is not None else None
            if isinstance(by, Step):
                self._relations.add(by.relation)
            elif by is not None:
                properties.add(by)
        self._properties = [name for name in properties if not name.startswith("$")]
        self._labels = [place for place, label in enumerate(lexicon.labels) if label in labels]

    def by_any(self, word: str) -> bool:
        """Whether a relation, property or label says the word."""
        likeness = self._lexicon.to_relations(word)
        if any(float(likeness[relation]) >= EXPLAINED for relation in self._relations):
            return True
        if any(self._lexicon.to_property(word, name) >= EXPLAINED for name in self._properties):
            return True
        to_labels = self._lexicon.to_labels(word)
        return any(float(to_labels[place]) >= EXPLAINED for place in self._labels)

    def is_joining(self, word: str) -> bool:
        """Whether a word only joins what the tree joins: a verb that is like no relation at all."""
        if not self._relations or not word.endswith(_VERBS):
            return False
        return float(self._lexicon.to_relations(word).max(initial=0.0)) < 0.3
