"""How many of others a thing has in all: "orders of products from more than three categories"."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import numpy as np

from motif.graphs.meaning import NOWHERE, Aggregate, Column, Having, Selection, Value
from motif.planners.meaning.drafts import Draft, Link, key_of
from motif.planners.meaning.vocabulary import Vocabulary


def counted_overall(vocabulary: Vocabulary, draft: Draft) -> tuple[Draft, tuple[Having, ...]]:
    """The draft whose things are told by a number of others in all, and what must hold of that.

    So is what is joined to the things themselves, whose number is then known; what is joined to others that nobody
    speaks of, "customers who ordered more than 3 products"; and to others of which none has so many: no product is in
    three categories, but the products of an order are.
    """
    found = list[Having]()
    for number, link in enumerate(draft.links):
        if _is_plain(draft, link) and (_is_alone(draft, link) or _none_has(vocabulary, draft, link)):
            assert link.count is not None
            of = Aggregate("count", Value(key_of(link.far)), distinct=True)
            found.append(Having(of, *link.count, span=link.span))
            links = list(draft.links)
            links[number] = dataclasses.replace(link, count=None)
            draft = draft.changed(links=tuple(links))
    return draft, tuple(found)


def with_counts(selection: Selection, having: Sequence[Having]) -> Selection | None:
    """The selection of those that have so many, with the numbers beside; None where its rows are no things."""
    root = selection.place.key
    values = [column.value for column in selection.columns]
    if any(isinstance(one, Value) and one.place != root for one in values) or selection.per is not None:
        return None
    counts = [Column("count", one.of, is_besides=True) for one in having if one.of not in values]
    return dataclasses.replace(selection, having=tuple(having), columns=(*selection.columns, *counts))


def _is_plain(draft: Draft, link: Link) -> bool:
    """Whether at least one is asked for, of all that there are."""
    is_some = link.count is not None and link.count[0] in (">", ">=", "=") and link.count[1] >= 1
    return is_some and link.group < 0 and not link.negated and not draft.spots[link.far].names


def _is_alone(draft: Draft, link: Link) -> bool:
    """Whether nothing else is joined to the things that may be many: rows are then as many as what is counted."""
    many = [one for one in draft.links if not draft.spots[one.far].names]
    return link.near == 0 and many == [link]


def _none_has(vocabulary: Vocabulary, draft: Draft, link: Link) -> bool:
    """Whether no node that is spoken of has so many of these relationships, where the things have several by others."""
    if link.near == 0 or link.count is None:
        return False
    if any(one.count is not None or one.negated or one.group >= 0 for one in draft.links if one is not link):
        return False
    if draft.spots[link.near].span == NOWHERE:
        return True
    operator, least = link.count
    table = vocabulary.projection.relationships
    ends = (table.sources if link.forward else table.target)[table.type == table.types.index(link.type)]
    most = int(np.bincount(ends).max(initial=0))
    return most <= least if operator == ">" else most < least
