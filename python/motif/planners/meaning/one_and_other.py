"""What one named thing has and another has not, or what either has: "that X sells but Y does not", "in X and Y"."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from motif.graphs.meaning import Branch, Meaning, Not, Selection
from motif.planners.meaning.request import Asking
from motif.planners.meaning.senses import Piece
from motif.planners.meaning.trees import mapped
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.marks import Reading

_JOINS = {"but", "and", "that", "which", "while", "whereas", "though"}
_DO = {"do", "does", "did", "has", "have", "had", "is", "are", "was", "were"}
_NOT = {"not", "n't", "never"}


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
    is_left_out = len(behind) in (2, 3) and behind[0] in _DO and behind[1] in _NOT
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
    """ "Bakeries in X and Y" as those "in X or Y", where nothing is in two such; "" for another question."""
    low = [word.low for word in reading.words]
    named = [one for one in pieces if one.of("name")]
    pairs = [pair for pair in pairwise(named) if _are_joined(low, *pair)]
    if len(pairs) != 1 or len(named) != 2 or low[0] in listed("asking", "yes_or_no"):
        return ""
    [(first, second)] = pairs
    at = first.last + 1
    before = low[first.first - 1] if low[first.first - 1] != "the" else low[first.first - 2]
    noun = next((one for one in pieces if one.of("label") and one.last < first.first), None)
    is_jointly = bool(reading.of("both") or reading.of("same") or reading.of("jointly")) or "between" in low
    if before not in listed("words", "restricting") or noun is None or is_jointly:
        return ""
    if reading.words[noun.last].low == reading.words[noun.last].lemma:
        return ""
    rest = reading.question[reading.words[second.last].end :]
    meaning = next(iter(asking(f"{reading.text(0, first.last)}{rest}")), None)
    if meaning is None or meaning.omissions or not isinstance(meaning.asked, Selection):
        return ""
    texts = [one.texts for one in first.of("name")]
    own = [one for one in meaning.asked.place.tests if isinstance(one, Branch) and one.place.names in texts]
    if len(own) != 1 or not _leads_to_one(vocabulary, own[0]):
        return ""
    return f"{reading.text(0, at - 1)} or {before} {reading.text(at + 1, second.last)}{rest}"


def _are_joined(low: Sequence[str], first: Piece, second: Piece) -> bool:
    labels = {label for one in first.of("name") for label in one.labels}
    is_alike = any(labels & {*one.labels} for one in second.of("name"))
    return is_alike and low[first.last + 1 : second.first] in (["and"], ["and", "the"])


def _leads_to_one(vocabulary: Vocabulary, branch: Branch) -> bool:
    """Whether from no node more than one relationship of the branch's types goes."""
    table = vocabulary.projection.relationships
    if branch.direction == "both" or branch.count is not None or not branch.types:
        return False
    rows = np.isin(table.type, [table.types.index(one) for one in branch.types if one in table.types])
    near = (table.source if branch.direction == "out" else table.target)[rows]
    return bool(len(near)) and int(np.bincount(near).max()) == 1
