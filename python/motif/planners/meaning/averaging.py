"""A function of what is counted for each: "the average number of films per director", "how many … on average"."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence

import numpy as np

from motif.graphs.meaning import Aggregate, Column, Function, Omission, Relative, Selection, Value
from motif.planners.meaning.drafts import Draft, Link, key_of
from motif.planners.meaning.omission import omission
from motif.planners.meaning.ranking import opens
from motif.planners.meaning.request import Request
from motif.planners.meaning.senses import Anchor, Piece
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.marks import Mark, Reading


def averaged(reading: Reading, pieces: Sequence[Piece], request: Request) -> None:
    """ "The average number of films per director", "How many films does a director make on average?"."""
    functions: list[Function] = ["average", "median", "max", "min"]
    for name in functions:
        for mark in reading.of(name):
            count = next((one for one in reading.of("count") if one.first == mark.last + 1), None)
            if count is not None and opens(reading, mark) and _is_thing(reading, pieces, count):
                _counts(reading, request, name, mark, count)
    for mark in reading.of("average_behind"):
        for count in reading.of("count")[:1]:
            begins = mark.first == 0 or opens(reading, count)
            if begins and not request.over and _is_thing(reading, pieces, count):
                _counts(reading, request, "average", mark, count)


def _is_thing(reading: Reading, pieces: Sequence[Piece], count: Mark) -> bool:
    """Whether what is counted is no property, which is a number itself: "the average number of seats"."""
    at = count.last + 1
    while at < len(reading.words) and reading.words[at].low in listed("asking", "distinct") | {"the"}:
        at += 1
    return not any(piece.first <= at <= piece.last and piece.of("property") for piece in pieces) and not any(
        piece.first <= count.last < piece.last and piece.of("property") for piece in pieces
    )


def _counts(reading: Reading, request: Request, function: Function, mark: Mark, count: Mark) -> None:
    request.form, request.aggregate, request.over = "count", "count", function
    opening = {at for at in range(min(mark.first, count.first)) if reading.words[at].kind == "word"}
    behind = {mark.last + 1} if mark.first == 0 and reading.words[mark.last + 1].low == "," else set()
    request.taken |= opening | behind | {at for one in (mark, count) for at in range(one.first, one.last + 1)}


def ratios(reading: Reading, request: Request, anchors: Sequence[Anchor]) -> Iterator[Omission]:
    """ "Which ward has the most beds per nurse?", where wards have beds: how many there are for each is no number."""
    each, asked = request.each_of, anchors[0] if anchors else None
    if each is None or asked is None or reading.words[0].low not in ("which", "what") or asked.first != 1:
        return
    owners = {label for sense in asked.senses for label in sense.labels}
    for rank in request.ranks:
        about = rank.about.of("property") if rank.about is not None else ()
        if reading.words[each.first - 1].low == "per" and any(owners & {*one.labels} for one in about):
            yield omission(reading, "rank", each.first - 1, each.last)


def over_groups(draft: Draft, request: Request) -> Selection | None:
    """The function of how many of the draft's things there are for each of others; None where nothing is "each"."""
    each = _each(draft, request)
    if each is None or request.part is not None or request.ranks or request.sorts:
        return None
    assert request.over is not None
    count = Column("count", Aggregate("count", Value(key_of(0)), distinct=True))
    grouped = Column((draft.spots[each].label or "node").lower(), Value(key_of(each)))
    return Selection(
        draft.place(), (grouped, dataclasses.replace(count, name=request.over)), over=request.over
    )


def _each(draft: Draft, request: Request) -> int | None:
    """The only other thing that may be many: that of "per director", else of "a director" or "directors"."""
    said = [at for at, one in enumerate(draft.spots) if at and not one.names and one.at >= 0]
    if request.grouped_by is not None:
        return next((at for at in said if draft.spots[at].at == request.grouped_by.first), None)
    return said[0] if len(said) == 1 else None


def may_have_none(vocabulary: Vocabulary, draft: Draft, selection: Selection) -> bool:
    """Whether some of what things are counted for may have none of them, which the counts leave out: the average of
    how many players a team has, where there are teams without any."""
    of = selection.columns[-1].value
    is_count = isinstance(of, Aggregate) and of.function == "count"
    if selection.over not in ("average", "median", "min") or not is_count:
        return False
    key = next(column.value.place for column in selection.columns if isinstance(column.value, Value))
    each = next(at for at in range(len(draft.spots)) if key_of(at) == key)
    is_narrowed = any(check.spot != each and not isinstance(check.test, Relative) for check in draft.checks)
    others = [link for link in draft.links if each not in (link.near, link.far)]
    named = any(draft.spots[at].names for link in others for at in (link.near, link.far))
    leading = [
        link for link in draft.links if each in (link.near, link.far) and not _is_named(draft, link, each)
    ]
    if is_narrowed or named or len(leading) != 1 or leading[0].where:
        return True
    label = draft.spots[each].label
    return label is None or not all_have(
        vocabulary, label, leading[0], outgoing=leading[0].forward == (leading[0].near == each)
    )


def _is_named(draft: Draft, link: Link, each: int) -> bool:
    """Whether a link only tells which of the things are meant."""
    return bool(draft.spots[link.near + link.far - each].names)


def all_have(vocabulary: Vocabulary, label: str, link: Link, *, outgoing: bool) -> bool:
    """Whether every node of a label has a relationship of the link's type."""
    projection = vocabulary.projection
    table = projection.relationships
    of_type = table.type == table.types.index(link.type)
    has = np.zeros(projection.n_nodes, np.bool_)
    if outgoing or link.both:
        has[table.sources[of_type]] = True
    if link.both or not outgoing:
        has[table.target[of_type]] = True
    return bool(has[vocabulary.labelled(label)].all())


def counts_of_one(vocabulary: Vocabulary, reading: Reading, selection: Selection) -> Iterator[Omission]:
    """How many of what is named there are for each, one of each; how many truths."""
    truths = {one.name for one in vocabulary.properties if one.kind == "boolean"}
    named = {place.key for place in selection.place.bound() if place.names}
    for column in selection.columns:
        made = column.value
        is_count = isinstance(made, Aggregate) and made.function == "count" and made.of.property is None
        if is_count and made.of.place in named:  # type: ignore[union-attr]
            yield omission(reading, "aggregate", 0, 0)
        if isinstance(made, Aggregate) and made.function == "count" and made.of.property in truths:
            yield omission(reading, "aggregate", 0, 0)
