"""Pairs of things by what they share: "which two towns have the most engineers in common", "pairs that span one river".

What they share is read off the question about one of them: "which towns have engineers".
"""

from __future__ import annotations

import dataclasses

import numpy as np

from motif.graphs.meaning import (
    Aggregate,
    Branch,
    Column,
    Direction,
    Meaning,
    Order,
    Place,
    Relative,
    Selection,
    Value,
)
from motif.planners.meaning.request import Asking
from motif.planners.meaning.trees import mapped
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.marks import Reading

_BACK: dict[Direction, Direction] = {"out": "in", "in": "out", "both": "both"}
_TOGETHER = {"together", "jointly", "each", "other"}


def paired(vocabulary: Vocabulary, reading: Reading, asking: Asking) -> Meaning | None:
    """The meaning of a question about pairs; None for another, and where what they share is not read."""
    asked = _asked(reading)
    if asked is None:
        return None
    text, limit = asked
    meaning = next(iter(asking(text)), None)
    if meaning is None or meaning.omissions or not isinstance(meaning.asked, Selection):
        return None
    selection = _of_pairs(vocabulary, meaning.asked, limit)
    return None if selection is None else dataclasses.replace(meaning, asked=selection)


def _asked(reading: Reading) -> tuple[str, int | None] | None:
    """The question about one of a pair, and how many pairs are wanted, by how much they share; None for all.

    >>> from motif.planners.reading.marks import read
    >>> _asked(read("Which two towns have the most engineers in common?"))
    ('Which towns have engineers ?', 1)
    >>> _asked(read("pairs of towns that share an engineer"))
    ('towns that have an engineer', None)
    >>> _asked(read("Which two towns have the most engineers?"))
    """
    low = [word.low for word in reading.words]
    at = next((at for at, one in enumerate(low) if one in ("pair", "pairs", "two", "couple")), -1)
    if at < 0 or at > 3:
        return None
    is_pair = low[at] != "two"
    if is_pair and low[at + 1 : at + 2] != ["of"]:
        return None
    left = {at, at + 1} if is_pair else {at}
    said, is_shared = list[str](), False
    for place, word in enumerate(low):
        if word in ("share", "shares", "shared"):
            is_shared = True
            said.append("have")
        elif place in left:
            continue
        elif (word, *low[place + 1 : place + 2]) == ("in", "common") or word == "common":
            is_shared |= word == "common"
        elif word == "same" or word in _TOGETHER:
            is_shared = True
        elif (word == "the" and low[place + 1 : place + 2] in (["most"], ["same"])) or word == "most":
            continue
        else:
            said.append(reading.words[place].text)
    has_most = "most" in low
    if not is_shared or not (is_pair or has_most):
        return None
    number = next((one.value for one in reading.numbers if one.last == at - 1 and is_pair), None)
    if isinstance(number, int) and has_most:
        said = [word for word in said if word != str(number) and word.lower() != "top"]
    return " ".join(said), (number if isinstance(number, int) else 1) if has_most else None


def _of_pairs(vocabulary: Vocabulary, asked: Selection, limit: int | None) -> Selection | None:
    root = asked.place
    branches = [one for one in root.tests if isinstance(one, Branch)]
    shared = [one for one in branches if one.count is None and not one.optional and not one.place.names]
    name = vocabulary.naming(root.label) if root.label is not None else None
    is_plain = not asked.order and not asked.having and asked.limit is None and not asked.asks
    if len(shared) != 1 or root.names or root.foremost or name is None or not is_plain:
        return None
    if not _are_unique(vocabulary, root.label) or _has_relative(root):
        return None
    [branch] = shared
    rest = tuple(one for one in root.tests if one is not branch)
    other = mapped(
        dataclasses.replace(root, tests=rest), lambda one: dataclasses.replace(one, key=f"{one.key} too")
    )
    apart = Relative(name, ">", root.key, name)
    other = dataclasses.replace(other, tests=(*other.tests, apart))
    back = dataclasses.replace(branch, direction=_BACK[branch.direction], place=other)
    thing = dataclasses.replace(branch.place, tests=(*branch.place.tests, back))
    place = dataclasses.replace(
        root,
        tests=tuple(dataclasses.replace(one, place=thing) if one is branch else one for one in root.tests),
    )
    label = (root.label or "node").lower()
    count = Aggregate("count", Value(thing.key), distinct=True)
    columns = (
        Column(label, Value(root.key)),
        Column(f"other {label}", Value(other.key)),
        Column("count", count, is_besides=True),
    )
    order = (Order(count, descending=True),) if limit is not None else ()
    return Selection(place, columns, order=order, limit=limit, with_ties=limit == 1)


def _are_unique(vocabulary: Vocabulary, label: str | None) -> bool:
    """Whether no two things of a label are called alike: of a pair the first comes before the second."""
    nodes = vocabulary.projection.nodes
    sets = [at for at, labels in enumerate(nodes.label_sets) if label in labels]
    rows = np.flatnonzero(np.isin(nodes.label_set, sets))
    names = [nodes.names[int(row)].lower() for row in rows]
    return len(set(names)) == len(names)


def _has_relative(place: Place) -> bool:
    return any(isinstance(test, Relative) for one in place.bound() for test in one.tests)
