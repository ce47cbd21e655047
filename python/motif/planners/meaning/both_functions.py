"""Several functions, of the same ("the minimum and maximum age") or each of its own ("number of beds and average cost
by ward")."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence

from motif.graphs.meaning import NOWHERE, Aggregate, Branch, Column, Function, Meaning, Place, Selection, Test
from motif.planners.meaning.request import Asking
from motif.planners.meaning.senses import Piece
from motif.planners.meaning.trees import mapped, unplaced
from motif.planners.reading.marks import Mark, Reading

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


def functions_beside(reading: Reading, pieces: Sequence[Piece], asking: Asking) -> Meaning | None:
    """The meaning of "number of beds and average cost by ward", of each of which is asked by itself; None for another
    question, and where these are not all read whole or are not of the same things."""
    parts = _parts(reading, pieces)
    told = [next(iter(asking(said)), None) for said in parts]
    whole = [
        one for one in told if one is not None and not one.omissions and isinstance(one.asked, Selection)
    ]
    if not parts or len(whole) < len(told):
        return None
    asked = [one.asked for one in whole if isinstance(one.asked, Selection)]
    made = [[column for column in one.columns if isinstance(column.value, Aggregate)] for one in asked]
    alike = {_but_functions(one) for one in asked}
    if any(len(columns) != 1 for columns in made) or len(alike) != 1 or asked[0].order or asked[0].having:
        return None
    more = [column for columns in made[1:] for column in columns]
    both = dataclasses.replace(asked[0], columns=(*asked[0].columns, *more))
    likeliest = min(whole, key=lambda one: one.confidence)
    return dataclasses.replace(likeliest, asked=both)


def _but_functions(selection: Selection) -> Selection:
    """A selection without its functions and without the places of its words."""
    groups = tuple(one for one in selection.columns if not isinstance(one.value, Aggregate))

    def told(_: Place | Branch, test: Test) -> Test:
        return dataclasses.replace(test, span=NOWHERE) if isinstance(test, Branch) else test

    place = mapped(unplaced(selection.place), lambda one: one, told)
    return dataclasses.replace(selection, place=place, columns=tuple(map(_unplaced, groups)))


def _unplaced(column: Column) -> Column:
    return dataclasses.replace(column, value=dataclasses.replace(column.value, span=NOWHERE))


def _parts(reading: Reading, pieces: Sequence[Piece]) -> list[str]:
    """For each of several functions a question for it alone; none where there is but one."""
    marks = _functions_in_order(reading)
    joined = [(_joiner(reading, one), one) for one in marks[1:]]
    begun = [*marks[:1], *(one for at, one in joined if at)]
    ends = [*(at - 1 for at, _ in joined if at), reading.last]
    if len(begun) < 2:
        return []
    each = _each(reading, pieces, begun[0].last)
    group = range(each, next(end for end in ends if end >= each) + 1) if each else range(0)
    labels = {one.last: reading.text(one.first, one.last) for one in pieces if one.of("label")}
    things, told = "", list[tuple[str, bool]]()
    for mark, end in zip(begun, ends, strict=True):
        last = group[0] - 1 if group and group[-1] == end else end
        if last <= mark.last:
            return []  # "the minimum and maximum age"
        own = [labels[at] for at in range(mark.first, last + 1) if at in labels]
        things = things or (own[0] if own else "")
        said = (
            _SAID[_FUNCTION_OF[mark.kind]][0] if mark.kind in _FUNCTION_OF else ""
        )  # "highest" is the maximum
        told.append(
            (
                f"{said} {reading.text(mark.last + 1, last)}" if said else reading.text(mark.first, last),
                bool(own),
            )
        )
    before = reading.text(0, begun[0].first - 1) if begun[0].first else ""
    behind = f" {reading.text(group[0], group[-1])}" if group else ""
    of_things = f" of {things}" if things else ""
    return [f"{before} {said}{'' if own else of_things}{behind}?".strip() for said, own in told]


def _joiner(reading: Reading, mark: Mark) -> int:
    """Where what joins a function to one before it begins, ", and what is their average"; 0 where nothing does."""
    at = mark.first - 1
    while at > 0 and reading.words[at].low in _ASKED_AGAIN:
        at -= 1
    is_joined = at > 0 and reading.words[at].low in _JOINING
    while is_joined and reading.words[at - 1].low in _JOINING:
        at -= 1
    return at if is_joined else 0


def _each(reading: Reading, pieces: Sequence[Piece], behind: int) -> int:
    """Where it begins for what there is one each: "per ward", "by ward"; 0 where it is not said behind a place."""
    begins = [one.first for one in reading.of("each")]
    begins += [one.first - 1 for one in pieces if one.first and reading.words[one.first - 1].low == "by"]
    first = min((one for one in begins if one > behind), default=0)
    return first - (first > 0 and reading.words[first - 1].low in ("in", "at", "for", "of", "on"))


def _functions_in_order(reading: Reading) -> list[Mark]:
    """Where functions are said, but for those inside others ("the total number of")."""
    found = [mark for name in ("count", *_SAID) for mark in reading.of(name)]
    found += [Mark(one.low, at, at) for at, one in enumerate(reading.words) if one.low in _FUNCTION_OF]
    kept: list[Mark] = []
    for mark in sorted(found, key=lambda one: (one.first, -one.last)):
        if not kept or mark.first > kept[-1].last:
            kept.append(mark)
    return kept


_JOINING = ("and", ",", "&", "plus")
_ASKED_AGAIN = ("the", "their", "its", "what", "is", "are", "also")
