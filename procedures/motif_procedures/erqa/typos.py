"""Slips of the keyboard: one letter left out, doubled, changed, or two changed about."""

from __future__ import annotations

import numpy as np

_KEYS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_LONG = 9
"""Letters from which on a name may have two slips."""


def misspelt(name: str, random: np.random.Generator) -> str:
    """``name`` with one slip among its letters, or two where it has at least nine; itself where it has none.

    Digits and marks are left alone: another year is another year.

    >>> misspelt("Michael Mann", np.random.default_rng(1)) != "Michael Mann", misspelt("1995", np.random.default_rng(1))
    (True, '1995')
    """
    n_letters = sum(letter.isalpha() for letter in name)
    n_slips = 1 + int(n_letters >= _LONG and random.random() < 0.5)
    spelt = name
    for _ in range(n_slips):
        spelt = _slipped(spelt, random)
    return spelt


def _slipped(name: str, random: np.random.Generator) -> str:
    places = [place for place, letter in enumerate(name) if letter.isalpha()]
    if not places:
        return name
    place = places[int(random.integers(len(places)))]
    kind = int(random.integers(4))
    before, letter, after = name[:place], name[place], name[place + 1 :]
    if kind == 0 and len(places) > 1:
        return before + after
    if kind == 1:
        return before + letter + letter.lower() + after
    if kind == 2 and after[:1].isalpha() and after[0].casefold() != letter.casefold():
        return before + _cased(after[0], letter) + _cased(letter, after[0]) + after[1:]
    return before + _cased(_neighbouring(letter, random), letter) + after


def _neighbouring(letter: str, random: np.random.Generator) -> str:
    """A letter that lies beside ``letter`` on a keyboard; any of a row where it lies on none."""
    for row in _KEYS:
        place = row.find(letter.lower())
        if place >= 0:
            near = row[max(place - 1, 0) : place] + row[place + 1 : place + 2]
            return near[int(random.integers(len(near)))]
    return _KEYS[1][int(random.integers(len(_KEYS[1])))]


def _cased(letter: str, like: str) -> str:
    return letter.upper() if like.isupper() else letter.lower()
