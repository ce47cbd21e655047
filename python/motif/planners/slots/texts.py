"""What a question says that no slot has taken: words that answers should be like."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from motif.engine.relation_paths import Step
from motif.planners.slots.lexicon import Lexicon
from motif.planners.slots.reading import Slots, mentioned_words
from motif.planners.slots.tree import Place
from motif.planners.slots.words import Word, overlaps
from motif.planners.wording import stem

EXPLAINED = 0.45
"""Likeness from which on a word is explained by a label, relation or property of the plan."""

_ANYBODY = ("people", "person", "persons", "someone", "anyone", "somebody", "anybody")


def text_of(slots: Slots, root: Place, lexicon: Lexicon, used: Sequence[str]) -> str:
    """The words that remain, as they stand from the first to the last.

    Words that name a label, or that a relation or property of the tree explains, are not among them.
    """
    names = _names_of(root, lexicon)
    taken = {stem(word) for word in used}
    left = [
        word
        for word in mentioned_words(slots)
        if overlaps((word.start, word.end), slots.topics)
        or not (_is_label(word, slots) or stem(word.text) in taken or _is_explained(word, names, lexicon))
    ]
    left = [word for word in left if word.text not in _ANYBODY]
    described_here = [word for word in left if overlaps((word.start, word.end), slots.topics)]
    left = described_here or left
    described = " ".join(place.text for place in root.all()).lower().split()
    left = [word for word in left if word.text not in described]
    if len(left) == 1 and left[0].text.endswith(("ed", "ing")):
        return ""
    if not left:
        return ""
    return _stretch(left, slots)


def _stretch(left: Sequence[Word], slots: Slots) -> str:
    """The words with what stands between them where no slot does."""
    parts = [slots.question[left[0].start : left[0].end]]
    spans = slots.spans()
    for before, word in pairwise(left):
        between = (before.end, word.start)
        is_free = not any(start < between[1] and end > between[0] for start, end in spans)
        n_words = sum(before.end <= one.start and one.end <= word.start for one in slots.words)
        glue = slots.question[slice(*between)] if is_free and n_words <= 3 else " "
        parts += [glue, slots.question[word.start : word.end]]
    return " ".join("".join(parts).split())


def _is_label(word: Word, slots: Slots) -> bool:
    spans = [(one.start, one.end) for one in slots.labels]
    if slots.head is not None:
        spans.append((slots.head.start, slots.head.end))
    return any(start <= word.start and word.end <= end for start, end in spans)


def _names_of(root: Place, lexicon: Lexicon) -> tuple[list[int], list[str]]:
    """Relations (as numbers) and properties that the tree uses."""
    relations: list[int] = []
    properties: list[str] = []
    for place in root.all():
        relations += [branch.step.relation for branch in place.branches]
        relations += [counted.step.relation for counted in place.degrees]
        properties += [*place.where, *(key for one in place.denied for key in one)]
        if place.rank is not None:
            by = place.rank[1]
            if isinstance(by, Step):
                relations.append(by.relation)
            else:
                properties.append(by)
    return relations, [name for name in properties if not name.startswith("$")]


def _is_explained(word: Word, names: tuple[list[int], list[str]], lexicon: Lexicon) -> bool:
    relations, properties = names
    likeness = lexicon.to_relations(word.text)
    if any(float(likeness[relation]) >= EXPLAINED for relation in relations):
        return True
    if any(lexicon.to_property(word.text, name) >= EXPLAINED for name in properties):
        return True
    return (
        bool(relations) and word.text.endswith(("ed", "ing", "en")) and float(likeness.max(initial=0.0)) < 0.3
    )
