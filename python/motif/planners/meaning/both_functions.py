"""Several functions of the same: "the minimum and maximum age", "average, median and total cost by ward"."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from motif.graphs.meaning import Aggregate, Column, Function, Meaning, Selection
from motif.planners.meaning.request import Asking
from motif.planners.reading.marks import Reading

_SAID: Mapping[Function, tuple[str, ...]] = {
    "min": ("minimum", "min", "lowest", "smallest", "least"),
    "max": ("maximum", "max", "highest", "largest", "greatest"),
    "average": ("average", "avg", "mean"),
    "sum": ("total", "sum"),
    "median": ("median",),
}
_FUNCTION_OF = {word: function for function, words in _SAID.items() for word in words}
_BETWEEN = {"and", ",", "&", "/", "the", "as", "well"}


def both_functions(reading: Reading, asking: Asking) -> Meaning | None:
    """The meaning of the question for the first of them, with a column for each; None for another question, and where
    that is not read whole."""
    low = [word.low for word in reading.words]
    first = next((at for at, word in enumerate(low) if word in _FUNCTION_OF), len(low))
    said, last = [first], first
    for at in range(first + 1, len(low)):
        if low[at] in _FUNCTION_OF:
            said, last = [*said, at], at
        elif low[at] not in _BETWEEN:
            break
    functions = [_FUNCTION_OF[low[at]] for at in said if at < len(low)]
    if len(set(functions)) < 2 or not {"and", "&", "/", ","} & {*low[first:last]}:
        return None
    before, behind = reading.text(0, first - 1), reading.text(last + 1, reading.last)
    meaning = next(iter(asking(f"{before} {_SAID[functions[0]][0]} {behind}?")), None)
    if meaning is None or meaning.omissions or not isinstance(meaning.asked, Selection):
        return None
    made = [one for one in meaning.asked.columns if isinstance(one.value, Aggregate)]
    if len(made) != 1 or not isinstance(made[0].value, Aggregate) or made[0].value.function != functions[0]:
        return None
    of = made[0].value
    more = [Column(one, dataclasses.replace(of, function=one)) for one in dict.fromkeys(functions[1:])]
    asked = dataclasses.replace(meaning.asked, columns=(*meaning.asked.columns, *more))
    return dataclasses.replace(meaning, asked=asked)
