"""What one named thing has and another has not, or what either has: "that X sells but Y does not", "in X and Y"."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import numpy as np

from motif.engine.meaning_masks import MeaningGraph
from motif.graphs.meaning import Branch, Meaning, Not, Place, Selection
from motif.planners.english import AUXILIARIES, DENYING
from motif.planners.meaning.request import Asking
from motif.planners.meaning.senses import Piece
from motif.planners.meaning.trees import mapped
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.lemmas import is_past
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.marks import Reading

_JOINS = {"but", "and", "that", "which", "while", "whereas", "though"}


def what_other_has_not(reading: Reading, pieces: Sequence[Piece], asking: Asking) -> Meaning | None:
    """The meaning of "Which breads does X sell but Y does not?": what X sells, without what Y does.

    None for another question, and where what X does is not read as one relation to it.
    """
    low, named = [word.low for word in reading.words], [one for one in pieces if one.of("name")]
    if len(named) < 2 or low[0] in listed("asking", "yes_or_no"):
        return None
    first, second = named[-2:]
    behind = low[second.last + 1 : reading.last + 1]
    at = second.first - 1
    at -= low[at] == "the"
    is_left_out = len(behind) in (2, 3) and behind[0] in AUXILIARIES and behind[1] in DENYING
    if not is_left_out or low[at] not in _JOINS or at <= first.last:
        return None
    end = at - 1 - (low[at - 1] == ",")
    meaning = next(iter(asking(f"{reading.text(0, end)}?")), None)
    if meaning is None or meaning.omissions or not isinstance(meaning.asked, Selection):
        return None
    root = meaning.asked.place
    for sense in first.of("name"):
        for other in second.of("name"):
            own = [
                one
                for one in root.tests
                if isinstance(one, Branch)
                and one.place.names == sense.texts
                and one.place.label in other.labels
            ]
            if len(own) == 1 and not own[0].count:
                place = mapped(own[0].place, lambda one: dataclasses.replace(one, key=f"{one.key} else"))
                lacks = dataclasses.replace(own[0], place=dataclasses.replace(place, names=other.texts))
                asked = dataclasses.replace(
                    meaning.asked, place=dataclasses.replace(root, tests=(*root.tests, Not(lacks)))
                )
                return Meaning(asked, (), meaning.confidence)
    return None


def in_either(vocabulary: Vocabulary, reading: Reading, pieces: Sequence[Piece], asking: Asking) -> str:
    """ "Bakeries in X and Y" as those "in X or Y", where none is in both; "bakeries in X and bakeries in Y" likewise.

    "" for another question.
    """
    low = [word.low for word in reading.words]
    if low[reading.last - 1 : reading.last + 1] == ["or", "both"]:
        return _of_two(reading, pieces)
    found = _joined(reading, pieces)
    if found is None or low[0] in listed("asking", "yes_or_no") or reading.of("negation"):
        return ""
    first, second, again = found
    before = low[first.first - 1] if low[first.first - 1] != "the" else low[first.first - 2]
    is_jointly = bool(reading.of("both") or reading.of("same") or reading.of("jointly")) or "between" in low
    nouns = [one for one in pieces if one.of("label") and one.last < first.first]
    is_plural = any(low[one.last] != reading.words[one.last].lemma for one in nouns)
    if before not in listed("words", "restricting") or is_jointly or not (is_plural or again - {before}):
        return ""
    rest = reading.question[reading.words[second.last].end :]
    said = f"{reading.text(0, first.last)} or {before} {reading.text(second.first, second.last)}{rest}"
    if again - {before} - _ARTICLES:  # "and bakeries in Y"
        return said
    if first.of("value") and not first.of("name"):
        return said if _is_single(vocabulary, first, second) else ""
    meaning = next(iter(asking(f"{reading.text(0, first.last)}{rest}")), None)
    if meaning is None or meaning.omissions or not isinstance(meaning.asked, Selection):
        return ""
    is_apart = _none_has_both(vocabulary, meaning.asked.place, first, second, is_said_apart=bool(again))
    return said if is_apart else ""


def done_either_way(reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "Films either written or directed by X" as "films written by X or directed by X", "who directed or wrote X" as
    "who directed X or wrote X"; "" for another question."""
    low = [word.low for word in reading.words]
    named = next((one for one in pieces if one.of("name") and one.last == reading.last), None)
    for at in range(2, reading.last - 2) if named is not None else ():
        is_done = low[at] == "or" and is_past(low[at - 1]) and is_past(low[at + 1])
        if is_done and named is not None and low[at + 2] == "by" and named.first in (at + 3, at + 4):
            begin = at - 2 - (low[at - 2] == "either")
            who = reading.text(at + 2, reading.last)
            return f"{reading.text(0, begin)} {low[at - 1]} {who} or {reading.text(at + 1, reading.last)}?"
        if is_done and named is not None and named.first in (at + 2, at + 3):
            begin, what = at - 2 - (low[at - 2] == "either"), reading.text(at + 2, reading.last)
            return f"{reading.text(0, begin)} {low[at - 1]} {what} or {low[at + 1]} {what}?"
    return ""


_ARTICLES = {"the", "all", "and"}


def _of_two(reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "Served by X, Y or both" as "served by X or Y"."""
    named = [one for one in pieces if one.of("name", "value") and one.last < reading.last]
    if len(named) < 2 or reading.words[named[-1].first - 1].low != ",":
        return ""
    first, second = named[-2:]
    return f"{reading.text(0, first.last)} or {reading.text(second.first, second.last)}"


def _joined(reading: Reading, pieces: Sequence[Piece]) -> tuple[Piece, Piece, set[str]] | None:
    """The only two that "and" joins, and the words said again between; None where anything else is said there."""
    low = [word.low for word in reading.words]
    named = [one for one in pieces if one.of("name", "value") and not one.of("label")]
    if len(named) != 2:
        return None
    first, second = named
    between = low[first.last + 1 : second.first]
    known = {*low[: first.first], *_ARTICLES}
    if between[:1] != ["and"] or not {*between} <= known or not _are_alike(first, second):
        return None
    return first, second, {*between} - _ARTICLES


def _are_alike(first: Piece, second: Piece) -> bool:
    """Whether both may be of one kind: names of a label, values of a property."""
    kinds = [
        {(sense.kind, sense.property, label) for sense in one.of("name", "value") for label in sense.labels}
        for one in (first, second)
    ]
    return bool(kinds[0] & kinds[1])


def _is_single(vocabulary: Vocabulary, first: Piece, second: Piece) -> bool:
    """Whether both are values of a property of which a thing has one."""
    held = {one.property for one in first.of("value")} & {one.property for one in second.of("value")}
    return any(one.name in held and one.kind == "text" for one in vocabulary.properties)


def _none_has_both(
    vocabulary: Vocabulary, root: Place, first: Piece, second: Piece, *, is_said_apart: bool
) -> bool:
    """Whether nothing can be joined to the second as it is to the first, or, "of X and of Y", nothing is."""
    texts = [one.texts for one in first.of("name")]
    own = [one for one in root.tests if isinstance(one, Branch) and one.place.names in texts]
    if len(own) != 1 or own[0].count is not None:
        return False
    if _leads_to_one(vocabulary, own[0]):
        return True
    graph = MeaningGraph(vocabulary.projection)
    for sense in second.of("name") if is_said_apart else ():
        if own[0].place.label in sense.labels:
            far = mapped(own[0].place, lambda one: dataclasses.replace(one, key=f"{one.key} too"))
            also = dataclasses.replace(own[0], place=dataclasses.replace(far, names=sense.texts))
            both = Place(root.key, root.label, (), (own[0], also))
            return not graph.mask(both).any()
    return False


def _leads_to_one(vocabulary: Vocabulary, branch: Branch) -> bool:
    """Whether from no node more than one relationship of the branch's types goes."""
    table = vocabulary.projection.relationships
    if branch.direction == "both" or branch.count is not None or not branch.types:
        return False
    rows = np.isin(table.type, [table.types.index(one) for one in branch.types if one in table.types])
    near = (table.sources if branch.direction == "out" else table.target)[rows]
    return bool(len(near)) and int(np.bincount(near).max()) == 1
