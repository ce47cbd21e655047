"""What somebody's kin or the like does: "Where does the mother of X live?" is asked of X, and then of the mother."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from motif.graphs.meaning import Branch, Meaning, Place, Relative, Selection, Test
from motif.planners.english import AUXILIARIES
from motif.planners.meaning.request import Asking, whole
from motif.planners.meaning.roles import roles_in
from motif.planners.meaning.senses import Piece
from motif.planners.meaning.trees import mapped
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.marks import Reading


def in_place_of(
    vocabulary: Vocabulary, reading: Reading, pieces: Sequence[Piece], asking: Asking
) -> Meaning | None:
    """The meaning of the question about what is named, with the one who is something to it in its place.

    None for another question, and where one of both is not read whole.
    """
    found = next((one for one in pieces if one.of("name") and _phrase(vocabulary, reading, one)), None)
    phrase = _phrase(vocabulary, reading, found) if found is not None else None
    if found is None or phrase is None:
        return None
    first, last, role = phrase
    one_more = reading.words[role - 1].low not in ("the", "'s")  # "the doctoral advisor"
    name = reading.question[slice(*reading.span(found.first, found.last))]
    whose = whole(asking(f"the {reading.text(role - one_more, role)} of {name}"))
    of_name = whole(asking(f"{reading.text(0, first - 1)} {name} {reading.text(last + 1, reading.last)}?"))
    if whose is None or of_name is None:
        return None
    inner, outer = whose.asked, of_name.asked
    if not isinstance(inner, Selection) or not isinstance(outer, Selection) or inner.place.names:
        return None
    texts = {text for sense in found.of("name") for text in sense.texts}
    named = [one for one in outer.place.bound() if texts & {*one.names}]
    if len(named) != 1 or named[0].label not in (None, inner.place.label):
        return None
    instead = _apart(inner.place)

    def put(one: Place) -> Place:
        if not texts & {*one.names}:
            return one
        return dataclasses.replace(one, label=instead.label, names=(), tests=(*instead.tests, *one.tests))

    asked = dataclasses.replace(outer, place=mapped(outer.place, put))
    return dataclasses.replace(of_name, asked=asked, confidence=min(whose.confidence, of_name.confidence))


def _phrase(vocabulary: Vocabulary, reading: Reading, name: Piece) -> tuple[int, int, int] | None:
    """Where "the mother of X" or "X's mother" begins and ends, before a verb, and where its noun stands."""
    low = [word.low for word in reading.words]
    of_a_kind = [one for one in vocabulary.relations if one.source == one.target]
    if low[name.first - 1 : name.first] == ["of"] and "the" in low[max(name.first - 4, 0) : name.first - 2]:
        role = name.first - 2
        first, last = role - 1 - (low[role - 1] != "the"), name.last
    elif low[name.last + 1 : name.last + 2] == ["'s"] and name.last + 2 < len(low):
        role = name.last + 2
        role += role < reading.last and bool(roles_in(of_a_kind, reading.words[role + 1]))
        first, last = name.first, role
    else:
        return None
    asked = low[first - 2] if first > 1 else ""  # "who are the children of X, and …" asks for them
    is_done = first > 0 and last < reading.last and low[first - 1] in AUXILIARIES and asked not in _ASKING
    return (first, last, role) if is_done and roles_in(of_a_kind, reading.words[role]) else None


_ASKING = {"who", "what", "whom"}


def _apart(root: Place) -> Place:
    """The tree with keys that no other has."""

    def told(_: Place | Branch, test: Test) -> Test:
        return dataclasses.replace(test, place=f"{test.place}_of") if isinstance(test, Relative) else test

    return mapped(root, lambda one: dataclasses.replace(one, key=f"{one.key}_of"), told)
