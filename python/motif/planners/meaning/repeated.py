"""What may be done to one thing more than once is counted by how often it was done, and not by how many things."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator

from motif.graphs.meaning import (
    Aggregate,
    Branch,
    Column,
    Having,
    Order,
    Selection,
    Test,
    Value,
)
from motif.planners.meaning.drafts import Draft, key_of
from motif.planners.meaning.once import once
from motif.planners.meaning.roles import does
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.lemmas import stem
from motif.planners.reading.marks import Reading
from motif.planners.reading.words import Word

_Change = Callable[[Aggregate], Aggregate]


def counted_by_deed(
    vocabulary: Vocabulary, reading: Reading, draft: Draft, selection: Selection
) -> Selection:
    """The selection in which "the most inspections", "at least 3 goals" count relationships.

    It does so where the counted noun is the relation's and no thing's, and where the graph has several of these
    relationships between two of its nodes.
    """
    doers = _doers(vocabulary, reading, draft)
    if not doers or selection.asks or selection.share is not None:
        return selection
    selection = _told_apart(selection, doers)
    counted = {one.of.place for one in _functions(selection) if _counts(one) and one.of.place in doers}
    if not counted:
        return selection

    def of(one: Aggregate) -> Aggregate:
        is_one = _counts(one) and one.of.place in counted
        return dataclasses.replace(one, distinct=False) if is_one else one

    columns = tuple(_column(one, of) for one in selection.columns)
    order = tuple(_order(one, of) for one in selection.order)
    having = tuple(dataclasses.replace(one, of=of(one.of)) for one in selection.having)
    shown = [*columns, *(Column("", one.by) for one in order), *(Column("", one.of) for one in having)]
    place = once(selection.place, shown, [doers[key] for key in counted])
    return dataclasses.replace(selection, place=place, columns=columns, order=order, having=having)


def _doers(vocabulary: Vocabulary, reading: Reading, draft: Draft) -> dict[str, str]:
    """By the place at the other end of what was done, which no word calls, that of who did it."""
    found = dict[str, str]()
    for number, spot in enumerate(draft.spots):
        links = [one for one in draft.links if number in (one.near, one.far)]
        said = [one for one in reading.words if spot.at >= 0 and one.end == spot.span[1]]
        if said:
            links = [one for one in links if _is_deed(vocabulary, said[0], one.type)]
        if spot.names or len(links) != 1 or not (said or spot.at < 0):
            continue
        [link] = links
        is_said = bool(link.span[1]) and not link.negated and link.group < 0
        if is_said and vocabulary.multiplicity.repeats(link.type):
            found[key_of(number)] = key_of(link.near + link.far - number)
    return found


def _is_deed(vocabulary: Vocabulary, word: Word, kind: str) -> bool:
    """Whether a noun is that of what was done: an "inspection", and neither an inspector nor a bridge."""
    said = {stem(word.text), word.lemma}
    if any(word.lemma in one.lemmas for one in vocabulary.labels.values()):
        return False
    kinds = [one for one in vocabulary.kinds if one.type == kind]
    return any(said & {*one.words.stems} and not does(one, word) for one in kinds)


def _told_apart(selection: Selection, doers: dict[str, str]) -> Selection:
    """With a condition on groups for "fewer than 3 goals", which who has none fulfils too."""
    root = selection.place
    branches = [one for one in root.tests if isinstance(one, Branch)]
    found = [one for one in branches if one.count is not None and one.place.key in doers]
    values = [one.value for one in selection.columns]
    is_plain = all(isinstance(one, Value) and one.place == root.key for one in values)
    if len(found) != 1 or not is_plain or selection.having or selection.over is not None:
        return selection
    [branch] = found
    assert branch.count is not None
    operator, bound = branch.count
    if operator not in ("<", "<=", "=", ">", ">="):
        return selection
    is_optional = operator in ("<", "<=") or (operator in ("=", ">=") and bound == 0)
    grown = dataclasses.replace(branch, count=None, optional=is_optional)
    of = Aggregate("count", Value(branch.place.key), distinct=True)
    tests: tuple[Test, ...] = tuple(grown if one is branch else one for one in root.tests)
    return dataclasses.replace(
        selection,
        place=dataclasses.replace(root, tests=tests),
        columns=(*selection.columns, Column("count", of, is_besides=True)),
        having=(Having(of, operator, bound, branch.span),),
    )


def _counts(one: Aggregate) -> bool:
    return one.function == "count" and one.distinct and one.of.property is None


def _functions(selection: Selection) -> Iterator[Aggregate]:
    for one in (*(column.value for column in selection.columns), *(order.by for order in selection.order)):
        if isinstance(one, Aggregate):
            yield one
    yield from (having.of for having in selection.having)


def _column(one: Column, of: _Change) -> Column:
    return dataclasses.replace(one, value=of(one.value)) if isinstance(one.value, Aggregate) else one


def _order(one: Order, of: _Change) -> Order:
    return dataclasses.replace(one, by=of(one.by)) if isinstance(one.by, Aggregate) else one
