"""How far the words of one name are from those of another: misspelt, turned round, shortened, with initials."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from rapidfuzz.distance import OSA

from motif.indexes.mentions_spelling import NUMERALS

_WRONG = 0.45
"""Share of a word's letters from which on it is another word."""

_INITIAL, _SHORTENED, _INITIALS, _SLIP = 0.3, 0.25, 0.3, 0.05
"""What a word costs that is the first letter of another, some of its letters, the initials of several, misspelt."""

_TURNED, _JOINED = 0.03, 0.05
"""What another order of the words costs, and other gaps between them."""

_UNSAID = 0.5
"""Share of a word's weight that its absence costs."""

_MOST_WORDS = 16

Weight = Callable[[str], float]
"""How much a word of a name tells, more than 0."""


def name_distance(said: Sequence[str], name: Sequence[str], weight: Weight) -> float:
    """How far the words ``said`` are from the words of ``name``, from 0 (the same) to 1 (nothing in common).

    Each word said is put beside one of the name, the cheapest pairs first: equal, the same number, misspelt, shortened
    (letters of it in their order, beginning with its first), an initial; or beside several of which it is the initials.
    What is left on either side counts by its ``weight``. Names spelt alike as a whole are near too, numbers never.
    O(words²).

    >>> def far(said, name):
    ...     return round(name_distance(said.split(), name.split(), len), 2)
    >>> far("heat", "heat"), far("mann michael", "michael mann"), far("micheal mann", "michael mann")
    (0.0, 0.03, 0.12)
    >>> far("m mann", "michael mann") < far("m mann", "aimee mann") < far("m mann", "heat")
    True
    >>> far("usc", "university of southern california"), far("spiderman", "spider man")
    (0.32, 0.05)
    """
    one, other = list(said[:_MOST_WORDS]), list(name[:_MOST_WORDS])
    if one == other:
        return 0.0
    if not one or not other:
        return 1.0
    letters, others = "".join(one), "".join(other)
    whole = _JOINED + OSA.normalized_distance(letters, others) if _digits(letters) == _digits(others) else 1.0
    by_words = _by_words(one, other, weight, {})
    runs = _runs_of_initials(one, other)
    return min(1.0, whole, by_words, _by_words(one, other, weight, runs) if runs else 1.0)


def _by_words(said: list[str], name: list[str], weight: Weight, runs: Mapping[int, list[int]]) -> float:
    """The distance where the words said at the keys of ``runs`` are the initials of the words at their values."""
    within = {place for run in runs.values() for place in run}
    pairs = _paired(said, name, set(runs), within)
    asked = wrong = 0.0
    beside = {place: (name[other], cost) for place, other, cost in pairs}
    for place, word in enumerate(said):
        target, cost = beside.get(place, (word, 1.0))
        told = sum(weight(name[other]) for other in runs[place]) if place in runs else weight(target)
        asked += told
        wrong += told * (_INITIALS if place in runs else cost)
    taken = within | {other for _, other, _ in pairs}
    unsaid = _UNSAID * sum(weight(word) for place, word in enumerate(name) if place not in taken)
    turned = _TURNED if _is_turned(pairs) else 0.0
    return (wrong + unsaid) / (asked + unsaid) + turned


def _paired(
    said: list[str], name: list[str], without: set[int], within: set[int]
) -> list[tuple[int, int, float]]:
    """Places of words put beside each other and what each pair costs, the cheapest first; each word once.

    Words said at ``without`` and words of the name at ``within`` stay alone.
    """
    left, right = set(range(len(said))) - without, set(range(len(name))) - within
    found = sorted(
        (cost, abs(place - other), place, other)
        for place in left
        for other in right
        if (cost := _cost(said[place], name[other])) < 1
    )
    pairs = []
    for cost, _, place, other in found:
        if place in left and other in right:
            left.remove(place)
            right.remove(other)
            pairs.append((place, other, cost))
    return pairs


@lru_cache(maxsize=8192)
def _cost(word: str, target: str) -> float:
    """What it costs that ``word`` stands for ``target``; 1 where it does not."""
    if word == target or NUMERALS.get(word, word) == NUMERALS.get(target, target):
        return 0.0
    if _digits(word) != _digits(target):
        return 1.0
    if min(len(word), len(target)) == 1:
        return _INITIAL if word[0] == target[0] else 1.0
    distance = OSA.normalized_distance(word, target, score_cutoff=_WRONG)
    spelt = _SLIP + distance if distance <= _WRONG else 1.0
    return min(spelt, _SHORTENED if _is_shortened(word, target) or _is_shortened(target, word) else 1.0)


def _digits(word: str) -> str:
    return "" if word.isalpha() else word if word.isdigit() else "".join(filter(str.isdigit, word))


def _is_shortened(word: str, target: str) -> bool:
    """Whether ``word`` is letters of ``target`` in their order, the first being the first: "univ", "intl", "tv"."""
    if len(word) >= len(target) or word[0] != target[0]:
        return False
    letters = iter(target)
    return all(letter in letters for letter in word)


def _runs_of_initials(said: list[str], name: list[str]) -> dict[int, list[int]]:
    """By place each word said that is the first letters of words of the name, and their places; none twice.

    Words between them may be passed over ("of", "for").
    """
    runs: dict[int, list[int]] = {}
    taken: set[int] = set()
    for at, word in enumerate(said):
        places: list[int] = []
        for place, target in enumerate(name):
            if len(places) < len(word) and place not in taken and target[0] == word[len(places)]:
                places.append(place)
        if 2 <= len(word) == len(places):
            runs[at] = places
            taken |= set(places)
    return runs


def _is_turned(pairs: list[tuple[int, int, float]]) -> bool:
    order = [other for _, other, _ in sorted(pairs)]
    return order != sorted(order)
