"""Words beside a quantity that say what it measures, or what it counts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from motif.planners.quantities import Quantity
from motif.planners.slots.having import SAID
from motif.planners.slots.heads import Head
from motif.planners.slots.lexicon import Lexicon
from motif.planners.slots.words import Word


def measuring_in(
    words: Sequence[Word],
    quantities: Sequence[Quantity],
    named: Sequence[tuple[int, int]],
    head: Head | None,
    lexicon: Lexicon,
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
        if counted is not None and _is_counted(one, counted, words, lexicon):
            yield counted.start, counted.end


def _is_counted(one: Quantity, word: Word, words: Sequence[Word], lexicon: Lexicon) -> bool:
    """Whether a quantity counts what a word right after it says: "more than five neighbours"."""
    if one.is_bare or one.unit is not None or one.values[0].period is not None:
        return False
    if any(one.end <= other.start < word.start for other in words):
        return False
    like = max(lexicon.relation_likeness(word.text), float(lexicon.to_labels(word.text).max(initial=0.0)))
    return like >= SAID and like > lexicon.properties_like(word.text)[1]
