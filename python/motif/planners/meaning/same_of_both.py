"""What is the same of two kinds: "films that have the same genre and the same director as X"."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from motif.graphs.meaning import Branch, Meaning, Place, Relative, Selection, Test
from motif.planners.meaning.request import Asking
from motif.planners.meaning.senses import Piece
from motif.planners.meaning.trees import mapped
from motif.planners.reading.marks import Reading


def same_of_both(reading: Reading, pieces: Sequence[Piece], asking: Asking) -> Meaning | None:
    """The meaning of the question for the first, of such things only as that for the second is about, too.

    None for another question, and where one of both is not read whole.
    """
    low, last = [word.low for word in reading.words], reading.last
    same = next((at for at in range(1, last) if low[at - 1 : at + 1] == ["the", "same"]), 0)
    one = next((piece for piece in pieces if same and piece.first == same + 1), None)
    named = next((piece for piece in pieces if piece.last == last and piece.of("name")), None)
    if one is None or named is None:
        return None
    other = next((piece for piece in pieces if one.last < piece.first < named.first), None)
    joined = low[one.last + 1 : other.first] if other is not None else []
    if other is None or joined not in (["and"], ["and", "the", "same"]):
        return None
    behind = low[other.last + 1 : named.first]
    if behind[:1] != ["as"] or any(not piece.of("label", "property") for piece in (one, other)):
        return None
    before, name = reading.text(0, same), reading.text(other.last + 1, last)
    found = [
        next(iter(asking(f"{before} {reading.text(piece.first, piece.last)} {name}?")), None)
        for piece in (one, other)
    ]
    first, second = (each if each is not None and not each.omissions else None for each in found)
    if first is None or second is None:
        return None
    if not isinstance(first.asked, Selection) or not isinstance(second.asked, Selection):
        return None
    place, more = first.asked.place, _apart(second.asked.place)
    if (place.key, place.label, place.names) != (more.key, more.label, more.names) or first.asked.limit:
        return None
    tests = (*place.tests, *(test for test in more.tests if test not in place.tests))
    asked = dataclasses.replace(first.asked, place=dataclasses.replace(place, tests=tests))
    return dataclasses.replace(first, asked=asked, confidence=min(first.confidence, second.confidence))


def _apart(root: Place) -> Place:
    """The tree with other keys than its like has, but for the root's."""

    def key(old: str) -> str:
        return old if old == root.key else f"{old}_too"

    def told(_: Place | Branch, test: Test) -> Test:
        return dataclasses.replace(test, place=key(test.place)) if isinstance(test, Relative) else test

    return mapped(root, lambda one: dataclasses.replace(one, key=key(one.key)), told)
