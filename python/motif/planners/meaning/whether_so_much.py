"""Whether a function of all of them is so much: "Is the average capacity of the offices above 500?"."""

from __future__ import annotations

import dataclasses

from motif.graphs.meaning import Aggregate, Having, Meaning, Selection
from motif.planners.english import BEING
from motif.planners.meaning.request import Asking, whole
from motif.planners.reading.marks import Bound, Reading

_FUNCTIONS = ("average", "median", "sum", "max", "min")
_COMPARED = ("=", "<", "<=", ">", ">=")


def whether_so_much(reading: Reading, asking: Asking) -> Meaning | None:
    """The meaning of the function without its bound, asked whether it is within; None for another question, and where
    that is not read whole."""
    low = [word.low for word in reading.words]
    bound = next((one for one in reading.bounds if _last(one) == reading.last), None)
    said = any(mark.first in (1, 2) for name in _FUNCTIONS for mark in reading.of(name))
    if low[0] not in BEING or bound is None or not said or bound.operator not in _COMPARED:
        return None
    end = bound.first - 1
    end -= low[end] in BEING  # "Is it true that the average is above 500?"
    meaning = whole(asking(f"What is {reading.text(1, end)}?")) if bound.upper is None else None
    asked = meaning.asked if meaning is not None else None
    if not isinstance(asked, Selection) or asked.having or asked.over or len(asked.columns) != 1:
        return None
    value = asked.columns[0].value
    if not isinstance(value, Aggregate) or meaning is None:
        return None
    span = reading.span(bound.first, _last(bound))
    within = Having(value, bound.operator, float(bound.number.value), span)
    return dataclasses.replace(meaning, asked=dataclasses.replace(asked, having=(within,), asks=True))


def _last(bound: Bound) -> int:
    return max(bound.last, (bound.upper or bound.number).last)
