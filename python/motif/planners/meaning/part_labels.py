"""Nouns that say a part of a label and the whole of a property: "area", of a protected area or in square kilometres."""

from __future__ import annotations

from collections.abc import Sequence

from motif.planners.meaning.senses import Sense
from motif.planners.reading.words import Word

WHOLE, PART = 0.9, 0.7
"""What a property scores that nothing but its unit is left out of, and less than what a label does of which more is."""

_Said = tuple[int, int, Sense]


def told_apart(
    words: Sequence[Word], labels: Sequence[_Said], properties: Sequence[_Said]
) -> tuple[list[_Said], list[_Said]]:
    """Labels and properties, without those that the same words rather do not say.

    "The area of X" is measured; "which area" and "the areas" are things.

    >>> from motif.planners.reading.words import words_of
    >>> label, own = Sense("label", 0.6, ("ProtectedArea",)), Sense("property", 0.9, ("Country",), (), "area_km2")
    >>> for text in ("the area", "which area", "the areas"):
    ...     print([len(kept) for kept in told_apart(words_of(text), [(1, 1, label)], [(1, 1, own)])])
    [0, 1]
    [1, 0]
    [1, 0]
    """
    both = {(first, last) for first, last, one in properties if one.score >= WHOLE}
    both &= {(first, last) for first, last, one in labels if one.score < PART}
    measured = {span for span in both if _is_measured(words, *span)}
    return (
        [one for one in labels if one[2].score >= PART or one[:2] not in measured],
        [one for one in properties if one[:2] not in both - measured],
    )


def _is_measured(words: Sequence[Word], first: int, last: int) -> bool:
    before = words[first - 1].low if first else ""
    return words[last].low == words[last].lemma and before != "which"
