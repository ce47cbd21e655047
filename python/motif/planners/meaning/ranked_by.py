"""Orders that are said twice: "the 3 oldest cars by year", whose adjective says which way, and "by" by what."""

from __future__ import annotations

from motif.graphs.meaning import Aggregate, Selection
from motif.planners.meaning.drafts import Draft
from motif.planners.meaning.orders import OrderReader
from motif.planners.meaning.request import Request


def said_twice(reader: OrderReader, draft: Draft, request: Request, selection: Selection) -> int:
    """How many of the orders that are asked for are by what an adjective ranks by, where so many are wanted.

    "The most expensive cars sorted by price" are not said to be so many: all may be wanted, and none is ranked.
    """
    if request.limit is None or request.is_one:
        return 0
    ordered = {one.by.property for one in selection.order if not isinstance(one.by, Aggregate)}
    adjectives = [one.measure.adjective for one in request.ranks if one.about is None]
    ranked = {reader.property_of(draft, None, one) for one in adjectives if one}
    sorts = [reader.property_of(draft, piece, "") for piece, *_ in request.sorts if piece is not None]
    return sum(one is not None and one in ranked and one.name in ordered for one in sorts)
