"""A meaning in plain words, for a person to say whether that was meant."""

from __future__ import annotations

from calendar import day_name, month_name
from collections.abc import Callable, Sequence

from motif.graphs.meaning import (
    Aggregate,
    AllOf,
    Branch,
    Comparison,
    Condition,
    Foremost,
    Meaning,
    Not,
    Place,
    Relative,
    Selection,
    Test,
    Value,
)
from motif.indexes.names import readable

_OPERATORS = {
    "=": "is",
    "<>": "is not",
    "has": "has",
    "contains": "contains",
    "word": "contains the word",
    "starts": "begins with",
    "ends": "ends with",
}
_PARTS = {"whole": "", "size": "length of "}
_ITSELF = "the"
_NAMED: dict[str, Callable[[int], str]] = {
    "month of year": lambda number: f"in {month_name[number]}",
    "weekday": lambda number: f"on a {day_name[number - 1]}",
}


def in_words(meaning: Meaning) -> str:
    """
    >>> from motif.graphs.meaning import Column
    >>> by = Branch(("BY",), "out", Place("n1", None, ("Mann",)))
    >>> films = Place("n0", "Film", tests=(Condition("year", ">", 1999), by))
    >>> in_words(Meaning(Selection(films, (Column("n", Aggregate("count", Value("n0"))),))))
    'count of film (year > 1999; by → Mann)'
    """
    asked = meaning.asked
    if isinstance(asked, Comparison):
        kind = "difference" if asked.kind == "apart" else asked.kind
        if asked.numbers is not None:
            return f"{kind}: {' and '.join(in_words(Meaning(one)) for one in asked.numbers)}"
        names = " and ".join(_place(one) for one in (asked.first, asked.second))
        return f"{kind} {readable(asked.property or '')}: {names}"
    if asked.share is not None:
        return f"percentage of {_place(asked.share)} that is {_place(asked.place)}"
    held = [having.of for having in asked.having]
    values = [one.value for one in asked.columns if not (one.is_besides and one.value in held)]
    text = f"whether there is {_place(asked.place)}" if asked.asks else _shown(asked, values)
    for having in asked.having:
        text += f", {_alone(asked, having.of)} {having.operator} {having.value:g}"
    for order in asked.order:
        text += f", by {_alone(asked, order.by)}{' downwards' if order.descending else ''}"
    if asked.over is not None:
        text = f"{asked.over} of: {text}"
    each = f" of each {_alone(asked, asked.per)}" if asked.per is not None else ""
    return text + (f", the first {asked.limit}{each}" if asked.limit is not None else "")


def _shown(asked: Selection, values: Sequence[Value | Aggregate]) -> str:
    """What is shown of which things: "released of movie", "the movie with released"."""
    alone = [_alone(asked, value) for value in values]
    if alone[:1] == [_ITSELF] and len(alone) > 1:
        return f"{_ITSELF} {_place(asked.place)} with {', '.join(alone[1:])}"
    return (
        f"{', '.join([*alone[:-1], *(_column(asked, value) for value in values[-1:])])} {_place(asked.place)}"
    )


def _alone(asked: Selection, value: Value | Aggregate) -> str:
    """A column where what it is of does not follow."""
    return _column(asked, value).removesuffix(" of")


def _column(asked: Selection, value: Value | Aggregate) -> str:
    if isinstance(value, Aggregate):
        return f"{value.function} of{_of(asked, value.of)}"
    return _of(asked, value).strip() or _ITSELF


def _of(asked: Selection, value: Value) -> str:
    place = next((one for one in asked.place.bound() if one.key == value.place), asked.place)
    owner = "" if place is asked.place else f" {readable(place.label or 'node')}"
    part = {"whole": "", "size": "length of ", "age": "age by "}.get(value.part, f"{value.part} of ")
    return f"{owner} {part}{readable(value.property)} of" if value.property else owner


def _place(place: Place) -> str:
    head = " or ".join(place.names) if place.names else readable(place.label or "node")
    tests = "; ".join(_test(test) for test in place.tests)
    head = f"{head} ({tests})" if tests else head
    return head if place.foremost is None else f"{_first(place.foremost)} of {head}"


def _first(foremost: Foremost) -> str:
    """Which of things come first: "the 2 greatest by number of has"."""
    by = foremost.by
    said = f"number with {_test(by)}" if isinstance(by, Branch) else readable(by)
    number = f"{foremost.limit} " if foremost.limit > 1 else ""
    place = f"number {foremost.skip + 1}, " if foremost.skip else ""
    return f"{place}the {number}{'greatest' if foremost.descending else 'least'} by {said}"


def _other(test: Relative) -> str:
    """What a property is compared with."""
    return "that of another" if test.other in (None, test.property) else readable(str(test.other))


def _test(test: Test) -> str:
    if isinstance(test, Condition):
        if test.operator in ("known", "unknown"):
            return f"{readable(test.property)} {test.operator}"
        if test.part in _NAMED and test.operator == "=":
            return f"{readable(test.property)} {_NAMED[test.part](test.value)}"
        part = _PARTS.get(test.part, f"{test.part} of ")
        exact = f"{test.value:,.10g}" if isinstance(test.value, (int, float)) else test.value
        value = f"{test.said}, {exact}" if test.said else test.value
        return f"{part}{readable(test.property)} {_OPERATORS.get(test.operator, test.operator)} {value}"
    if isinstance(test, Relative):
        return (
            ("the same" if test.operator == "=" else "another")
            if test.property is None
            else f"{readable(test.property)} {test.operator} {_other(test)}"
        )
    if isinstance(test, Branch):
        arrow = {"out": "→", "in": "←", "both": "–"}[test.direction]
        where = "".join(f" [{_test(one)}]" for one in test.where)
        count = "" if test.count is None else f" {test.count[0]} {test.count[1]:g}"
        optional = " (or none)" if test.optional else ""
        return (
            f"{' or '.join(map(readable, test.types))}{where} {arrow}{count} {_place(test.place)}{optional}"
        )
    if isinstance(test, Not):
        return f"not {_test(test.test)}"
    word = " and " if isinstance(test, AllOf) else " or "
    return word.join(_test(one) for one in test.tests)


def is_narrowed(meaning: Meaning) -> bool:
    """Whether it asks for less than all that a label or a relation has: something is named or compared."""
    asked = meaning.asked
    return isinstance(asked, Comparison) or bool(asked.having) or _is_narrowed(asked.place)


def _is_narrowed(place: Place) -> bool:
    branches = [test.place for test in place.tests if isinstance(test, Branch)]
    is_compared = len(branches) < len(place.tests) or place.foremost is not None
    return bool(place.names) or is_compared or any(map(_is_narrowed, branches))


def omitted(meaning: Meaning) -> str:
    """The words that a meaning leaves out, in quotes; "" for none."""
    return ", ".join(f"'{one.text}'" for one in meaning.omissions)
