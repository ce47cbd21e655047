"""Random meanings over a small graph that has every kind of value, loops and parallel relationships.

Strategies are made once: hypothesis looks into each that is new before it draws from it, which takes longer.
"""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import replace
from functools import cache, lru_cache
from typing import Any, get_args

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from motif.graphs.meaning import (
    Aggregate,
    AllOf,
    AnyOf,
    Branch,
    Column,
    Comparison,
    Condition,
    Foremost,
    Function,
    Having,
    Meaning,
    Not,
    Order,
    Part,
    Place,
    Relative,
    Selection,
    Test,
    Value,
)
from question_graphs import PlainLink, PlainNode, PropertyGraph

DAY = datetime.date.fromisoformat
NODES: Sequence[tuple[str, dict[str, object]]] = (
    (
        "Bridge",
        {
            "name": "Old Span",
            "built": 1901,
            "tags": ["stone", "Toll"],
            "height": 12.5,
            "code": 7,
            "toll": "9",
        },
    ),
    (
        "Bridge",
        {
            "name": "Iron Gate",
            "built": 1932,
            "tags": ["iron"],
            "height": 30,
            "isOpen": True,
            "code": "x9",
            "toll": "10.5",
        },
    ),
    (
        "Bridge",
        {"name": "New Span", "built": 1932, "isOpen": False, "opened": DAY("1932-06-01"), "size": "12"},
    ),
    ("Bridge", {"name": "ford", "tags": [], "opened": DAY("1950-01-01"), "size": "about 9", "isOpen": True}),
    (
        "Person",
        {"name": "Ada", "born": DAY("1900-05-02"), "trade": "Mason", "age": 40, "hired": "1921-03-04"},
    ),
    (
        "Person",
        {"name": "Bo", "born": DAY("1911-12-31"), "trade": "smith", "age": 40.5, "hired": "1921-11-30"},
    ),
    ("Person", {"name": "ada", "trade": "MASON", "hired": "soon"}),
    ("Town", {"name": "Velden", "age": 800, "trade": "wool", "toll": 10}),
    ("Town", {"name": "Lund", "toll": ""}),
)
LINKS: Sequence[tuple[int, str, int, dict[str, object]]] = (
    (4, "BUILT", 0, {"fee": 10, "since": 1900}),
    (4, "BUILT", 0, {"fee": 30, "note": "Again"}),
    (4, "BUILT", 1, {"fee": 20, "since": 1931, "until": 1932}),
    (5, "BUILT", 1, {}),
    (5, "BUILT", 3, {"fee": 10, "until": 1950}),
    (5, "KNOWS", 4, {"since": 1920}),
    (4, "KNOWS", 5, {"since": 1921}),
    (6, "KNOWS", 6, {"since": 1930}),
    (6, "KNOWS", 4, {}),
    (0, "IN", 7, {}),
    (1, "IN", 7, {"note": "east"}),
    (2, "IN", 8, {"note": "East"}),
    (5, "IN", 7, {"since": 1911}),
)
GRAPH = PropertyGraph(
    tuple(PlainNode((label,), properties) for label, properties in NODES),
    tuple(PlainLink(*link) for link in LINKS),
)

NUMBERS = st.sampled_from([7, 12, 20, 40, 1900, 1932, 12.5])
TEXTS = st.sampled_from(["mason", "Smith", "a", "x9", "12", "iron", "east"])
DAYS = st.sampled_from(["1911-12-31", "1932-01-01", "1932-06-01"])
BOUNDS = st.sampled_from(["=", "<>", "<", "<=", ">", ">="])
CONDITIONS: SearchStrategy[Test] = st.one_of(
    st.builds(Condition, st.sampled_from(["built", "height", "age", "size", "code"]), BOUNDS, NUMBERS),
    st.builds(
        Condition,
        st.sampled_from(["trade", "name", "code", "size"]),
        st.one_of(BOUNDS, st.sampled_from(["contains", "word", "starts", "ends"])),
        TEXTS,
    ),
    st.builds(Condition, st.sampled_from(["opened", "born"]), BOUNDS, DAYS),
    st.builds(
        Condition,
        st.sampled_from(["days from born to hired", "years from born to hired", "years from built to age"]),
        st.one_of(BOUNDS, st.just("known")),
        st.sampled_from([9, 20, 3652, 7611]),
    ),
    st.builds(Condition, st.just("opened"), st.just("contains"), st.just("06")),
    st.builds(Condition, st.just("isOpen"), st.sampled_from(["=", "<>"]), st.booleans()),
    st.builds(Condition, st.just("tags"), st.just("has"), st.sampled_from(["TOLL", "stone", "x"])),
    st.builds(
        Condition,
        st.sampled_from(["built", "opened", "tags", "absent"]),
        st.sampled_from(["known", "unknown"]),
    ),
    st.builds(
        lambda name, operator, size: Condition(name, operator, size, part="size"),
        st.sampled_from(["name", "trade", "tags", "code", "opened", "size", "absent"]),
        BOUNDS,
        st.sampled_from([1, 2, 4, 5]),
    ),
    st.builds(
        lambda name, operator, part, number: Condition(name, operator, number, part=part),
        st.sampled_from(["opened", "born", "trade", "built"]),
        BOUNDS,
        st.sampled_from(["month of year", "weekday"]),
        st.sampled_from([1, 2, 6, 7]),
    ),
)
OF_TIES: SearchStrategy[Test] = st.one_of(
    st.builds(Condition, st.sampled_from(["fee", "since", "until"]), BOUNDS, st.sampled_from([10, 20, 1921])),
    st.builds(Condition, st.sampled_from(["fee", "since", "until"]), st.sampled_from(["known", "unknown"])),
    st.builds(Condition, st.just("years from since to until"), BOUNDS, st.sampled_from([1, 2])),
    st.builds(
        Condition, st.just("note"), st.sampled_from(["=", "contains", "<>"]), st.sampled_from(["EAST", "a"])
    ),
)
PROPERTIES = (
    "name", "built", "height", "size", "opened", "born", "trade", "isOpen", "code", "age", "tags", "absent", "toll",
    "days from born to hired", "years from born to hired"
)  # fmt: skip


DATED = st.sampled_from(["built", "opened", "born", "hired", "trade", "code", "absent"])
PARTS: SearchStrategy[Part] = st.sampled_from(["year", "month", "decade", "age", "month of year", "weekday"])
SIZED = st.sampled_from(["name", "trade", "tags", "code"])


def combined(tests: SearchStrategy[Test]) -> SearchStrategy[Test]:
    """Tests, and what "and", "or" and "not" make of two of them."""
    return st.one_of(
        tests,
        st.builds(Not, tests),
        st.builds(lambda *two: AnyOf(two), tests, tests),
        st.builds(lambda *two: Not(AllOf(two)), tests, tests),
        st.builds(lambda one, two: AllOf((one, Not(two))), tests, tests),
    )


_ONE_TEST, _ONE_OF_TIES = (st.lists(combined(some), max_size=1) for some in (CONDITIONS, OF_TIES))
_UP_TO = cache(lambda most: st.integers(0, most))
_BOOLEANS = st.booleans()


@lru_cache(maxsize=None, typed=True)  # 1 is not True
def _one_of(*options: object) -> SearchStrategy[Any]:
    return st.sampled_from(options)


@cache
@st.composite
def places(draw: DrawFn, key: str = "n", depth: int = 2) -> Place:
    """A place with branches below it, at most ``depth`` of them in a row."""
    tests: list[Test] = draw(_ONE_TEST)
    for number in range(draw(_UP_TO(2)) if depth else 0):
        branch = draw(branches(f"{key}{number}", depth - 1))
        alone = replace(branch, optional=False)
        others = [
            test for test in tests[:1] if not isinstance(test, Branch)
        ]  # an optional one says nothing in "and"
        tests.append(
            draw(
                st.sampled_from(
                    [
                        branch,
                        branch,
                        branch,
                        Not(alone),
                        AnyOf((alone, *others)),
                        AllOf((alone, *others)),
                    ]
                )
            )
        )
    label = draw(_one_of(None, "Bridge", "Person", "Town", "Person"))
    names = draw(_one_of((), (), (), ("Ada",), ("Old Span", "Velden", "ada"), ("nobody",)))
    foremost = draw(_firsts_if_any(key, depth)) if depth else None
    return Place(key, label, names, tuple(tests), foremost=foremost)


@cache
def _firsts_if_any(key: str, depth: int) -> SearchStrategy[Foremost | None]:
    none = st.none()  # not at the ends: firsts in firsts compare every node with every other again and again
    return st.one_of(none, none, none, firsts(key, depth))


@cache
@st.composite
def firsts(draw: DrawFn, key: str, depth: int) -> Foremost:
    """An order by a property of which all values are of a kind, or by how many a branch leads to."""
    counted = replace(draw(branches(f"{key}x", 0)), optional=False, count=None)
    return Foremost(
        draw(st.sampled_from(["built", "age", "toll", counted] if depth > 1 else ["built", "age", "toll"])),
        draw(_BOOLEANS),
        draw(_one_of(1, 1, 2)),
        draw(_one_of(0, 0, 1)),
    )


@cache
@st.composite
def branches(draw: DrawFn, key: str, depth: int) -> Branch:
    """A branch, one in three counted."""
    return Branch(
        draw(_one_of(("BUILT",), ("KNOWS",), ("IN",), ("BUILT", "KNOWS"), ())),
        draw(_one_of("out", "in", "both")),
        draw(places(key, depth)),
        tuple(draw(_ONE_OF_TIES)),
        draw(_one_of(None, None, None, (">=", 2), ("=", 0), ("<", 2.0))),
        draw(_one_of(False, False, True)),
    )


@cache
def _values(keys: tuple[str, ...]) -> SearchStrategy[Value]:
    """Properties of the places."""
    values = st.builds(Value, st.sampled_from(keys), st.sampled_from([None, *PROPERTIES]))
    values |= st.builds(lambda key, name: Value(key, name, part="size"), st.sampled_from(keys), SIZED)
    values |= st.builds(
        lambda key, name, part: Value(key, name, part=part), st.sampled_from(keys), DATED, PARTS
    )
    if len(keys) > 1:
        fees = st.sampled_from(["fee", "since"])
        values |= st.builds(Value, st.sampled_from(keys[1:]), fees, st.just(True))
    return values


@cache
def _functions(keys: tuple[str, ...]) -> SearchStrategy[Aggregate]:
    """What is made of such properties of all rows."""
    values = _values(keys)
    return st.one_of(
        st.builds(Aggregate, st.just("count"), values, _BOOLEANS),
        st.builds(Aggregate, st.sampled_from(["sum", "average", "median", "min", "max"]), values),
    )


@cache
def _lists(of: SearchStrategy[Any], least: int, most: int) -> SearchStrategy[list[Any]]:
    return st.lists(of, min_size=least, max_size=most)


@cache
def _either(keys: tuple[str, ...]) -> SearchStrategy[Value | Aggregate]:
    return st.one_of(_values(keys), _functions(keys))


@cache
@st.composite
def selections(draw: DrawFn) -> Selection:
    """Columns, groups, conditions on groups, order and number over a random place."""
    place = draw(places())
    keys = tuple(one.key for one in place.bound())
    values, functions = _values(keys), _functions(keys)
    columns = [Column(f"c{at}", one) for at, one in enumerate(draw(_lists(values, 1, 2)))]
    if draw(_UP_TO(4)) == 0:
        columns = [Column("c0", Value(keys[0], "tags", each=True)), *columns[1:]]
    columns += [Column("of", one) for one in draw(_lists(functions, 0, 1))]
    if draw(_UP_TO(5)) == 0 and isinstance(columns[-1].value, Aggregate):
        columns = columns[-1:]
    having = [Having(one, draw(BOUNDS), draw(_one_of(1, 2, 20))) for one in draw(_few(functions))]
    order = [Order(one, draw(_BOOLEANS)) for one in draw(_few(_either(keys)))]
    if order and draw(_BOOLEANS):
        order.append(Order(draw(values), draw(_BOOLEANS)))
    if len(keys) > 1 and draw(_UP_TO(2)) == 0:
        place = replace(place, tests=(*place.tests, draw(relatives(keys[1:]))))
    shared = [one.value for one in columns if isinstance(one.value, Value) and not one.value.each]
    per = draw(st.sampled_from([None, None, None, shared[0]])) if shared else None
    return Selection(
        place,
        tuple(columns),
        tuple(having),
        tuple(order),
        draw(_one_of(0, 0, 0, 1)),
        draw(_one_of(None, None, 1, 2, 3)),
        draw(_UP_TO(6)) == 0,
        draw(_BOOLEANS),
        per=per,
        over=draw(_one_of(None, None, None, *get_args(Function))) if _is_number(columns[-1]) else None,
    )


def _is_number(column: Column) -> bool:
    return isinstance(column.value, Aggregate)


@cache
def _few(of: SearchStrategy[Aggregate] | SearchStrategy[Value | Aggregate]) -> SearchStrategy[list[object]]:
    """None of them more often than one."""
    return st.one_of(st.just([]), st.just([]), st.lists(of, min_size=1, max_size=1))


@cache
def relatives(keys: tuple[str, ...]) -> SearchStrategy[Relative]:
    """Comparisons with one of the places."""
    place = st.sampled_from(keys)
    return st.one_of(
        st.builds(Relative, st.none(), st.sampled_from(["=", "<>"]), place),
        st.builds(Relative, st.just("age"), BOUNDS, place, st.just("age")),
        st.builds(Relative, st.just("trade"), BOUNDS, place, st.sampled_from(["trade", "name"])),
        st.builds(
            Relative, st.sampled_from(["built", "toll"]), BOUNDS, place, st.sampled_from(["age", "toll"])
        ),
    )


TWO_NAMES = ("Old Span", "Iron Gate", "Ada", "New Span"), ("Iron Gate", "Bo", "Velden", "ada", "Lund")


@st.composite
def compared_numbers(draw: DrawFn) -> Comparison:
    """Two names compared by how many of others each is joined to."""
    names = [draw(st.sampled_from(some)) for some in TWO_NAMES]
    direction = draw(st.sampled_from(["out", "in", "both"]))
    numbers = [
        Selection(
            Place(key, None, (name,), (Branch((), direction, Place(f"far of {key}")),)),
            (Column("n", Aggregate("count", Value(f"far of {key}"), distinct=True)),),
        )
        for key, name in zip(("one's", "other's"), names, strict=True)
    ]
    places = (Place(key, None, (name,)) for key, name in zip(("one", "other"), names, strict=True))
    return Comparison(draw(KINDS), *places, None, numbers=(numbers[0], numbers[1]))


KINDS = st.sampled_from(["same", "difference", "apart", "more", "less", "exceeds", "falls short"])
COMPARISONS = st.builds(
    Comparison,
    KINDS,
    st.sampled_from([Place("one", None, (name,)) for name in TWO_NAMES[0]]),
    st.sampled_from([Place("other", None, (name,)) for name in TWO_NAMES[1]]),
    st.sampled_from(PROPERTIES),
)
SHARES = st.builds(
    lambda part, whole: Selection(
        part, (Column("percentage", Aggregate("count", Value("n"), distinct=True)),), share=whole
    ),
    places(),
    places(),
)
MEANINGS: SearchStrategy[Meaning] = st.builds(
    Meaning, st.one_of(selections(), selections(), selections(), COMPARISONS, compared_numbers(), SHARES)
)
