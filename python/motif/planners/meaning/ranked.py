"""What the first few in an order have together: "the average wage of the three tallest", "how many people live in the
largest town"."""

from __future__ import annotations

from motif.graphs.meaning import Aggregate, Column, Function, Order, Selection, Value
from motif.planners.meaning.drafts import Draft, key_of
from motif.planners.meaning.request import Request


def asks_of_ranked(draft: Draft, request: Request, column: Column | None) -> bool:
    """Whether a number that the things themselves have is asked for, of the first of them in an order."""
    if column is None or request.form not in ("count", "aggregate") or not request.ranks:
        return False
    of, is_whole = column.value, request.grouped_by is None and request.part is None and not request.peak
    return is_whole and isinstance(of, Value) and of.place == key_of(0) and not draft.spots[0].names


def of_ranked(draft: Draft, request: Request, column: Column, order: tuple[Order, ...]) -> Selection | None:
    """The number of the one that comes first, or what those of the first few make; None where nothing orders them."""
    of = column.value
    if not order or request.limit is None or not isinstance(of, Value):
        return None
    thing = Column((draft.spots[0].label or "node").lower(), Value(key_of(0)), is_besides=True)
    number = Column(column.name, Aggregate("max", of))  # one for each thing
    if request.is_one:
        return Selection(
            draft.place(), (number, thing), order=order, skip=request.skip, limit=1, with_ties=True
        )
    function: Function = "sum" if request.form == "count" else request.aggregate or "sum"
    return Selection(
        draft.place(), (thing, number), order=order, skip=request.skip, limit=request.limit, over=function
    )
