"""Things of somebody's own: "users who answered their own questions" are those who asked them, too."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence

from motif.graphs.meaning import Branch, Meaning, Omission, Place, Relative, Selection
from motif.planners.english import POSSESSIVES
from motif.planners.meaning.omission import omission
from motif.planners.meaning.request import Asking
from motif.planners.meaning.senses import Piece
from motif.planners.meaning.trees import mapped
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.marks import Reading


def own_said(reading: Reading) -> int:
    """Where "their own" begins before something that is said, or behind its "of"; -1 for nowhere.

    >>> from motif.planners.reading.marks import read
    >>> texts = ("Who answered their own questions?", "Who answered questions of their own?", "Who is on their own?")
    >>> [own_said(read(text)) for text in texts]
    [2, 4, -1]
    """
    low = [word.low for word in reading.words]
    for at in range(1, reading.last):
        is_behind = low[at - 1] == "of" and at > 2
        if low[at] in POSSESSIVES and low[at + 1] == "own" and (is_behind or at + 1 < reading.last):
            return at
    return -1


def of_their_own(
    vocabulary: Vocabulary, reading: Reading, pieces: Sequence[Piece], asking: Asking
) -> Meaning | None:
    """The meaning without "their own", of such things only as who is asked for is joined to by another relation, too.

    None where nothing of their own is said, where several relations may make it theirs, and where the rest is not read.
    """
    at = own_said(reading)
    is_behind = at > 2 and reading.words[at - 1].low == "of"
    ends = [(one, one.last + 2 if is_behind else one.first - 2) for one in pieces if one.of("label")]
    noun = next((one for one, place in ends if at >= 0 and place == at), None)
    if noun is None:
        return None
    at -= is_behind
    begin, end = reading.words[at].start, reading.words[at + 1 + is_behind].end
    blank = " " * (end - begin)
    rest = f"{reading.question[:begin]}{blank}{reading.question[end:]}"
    meaning = next(iter(asking(rest)), None)
    if meaning is None or meaning.omissions or not isinstance(meaning.asked, Selection):
        return None
    root, (start, _) = meaning.asked.place, reading.span(noun.first, noun.last)
    own = [one for one in root.bound() if one.label and one.span[0] == start and one.span[1]]
    if len(own) != 1 or own[0] is root or root.label is None:
        return None
    branch = _owning(vocabulary, root, own[0])
    if branch is None:
        return None

    def owned(place: Place) -> Place:
        is_own = place.key == own[0].key
        return dataclasses.replace(place, tests=(*place.tests, branch)) if is_own else place

    return dataclasses.replace(meaning, asked=dataclasses.replace(meaning.asked, place=mapped(root, owned)))


def _owning(vocabulary: Vocabulary, root: Place, own: Place) -> Branch | None:
    """What joins such things to who is asked for, besides what was said; None where nothing or too much does."""
    said = {
        kind
        for test in root.tests
        if isinstance(test, Branch) and test.place.key == own.key
        for kind in test.types
    }
    ways = {(one.type, goes) for one, goes in vocabulary.ways(own.label, root.label) if one.type not in said}
    if len(ways) != 1:
        return None
    kind, goes = ways.pop()
    owner = Place("owner", root.label, tests=(Relative(None, "=", root.key),))
    return Branch((kind,), "out" if goes else "in", owner)


def of_no_own(reading: Reading, selection: Selection) -> Iterator[Omission]:
    """ "Their own", where nothing holds the things to be of who is asked for."""
    at = own_said(reading)
    tests = [test for place in selection.place.bound() for test in place.tests]
    if at >= 0 and not any(isinstance(test, Relative) and test.property is None for test in tests):
        yield omission(reading, "word", at, at + 1)
