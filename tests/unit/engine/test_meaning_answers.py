"""A meaning on the arrays gives what its definition says (`naive_meaning`), on random meanings and graphs."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, lru_cache
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from interpreted import examples
from motif.engine.control import BLOCK, Control, State, heeding
from motif.engine.meaning_answers import answer_meaning
from motif.engine.meaning_masks import MeaningGraph
from motif.errors import Cancelled, DeadlineExceeded
from motif.graphs.meaning import (
    Aggregate,
    AllOf,
    Answer,
    AnyOf,
    Branch,
    Column,
    Comparison,
    Condition,
    Foremost,
    Function,
    Having,
    Meaning,
    NodeRow,
    Not,
    Order,
    Place,
    Relative,
    Selection,
    Test,
    Value,
)
from naive_meaning import SmallGraph, Thing, Tie, naive_over, naive_rows

NUMBERS = st.integers(0, 3)
CONDITIONS = st.one_of(
    st.builds(Condition, st.just("x"), st.sampled_from(["=", "<>", "<", "<=", ">", ">="]), NUMBERS),
    st.builds(
        Condition, st.just("t"), st.sampled_from(["=", "<>", "contains"]), st.sampled_from(["a", "AB"])
    ),
    st.builds(Condition, st.sampled_from(["x", "t", "none"]), st.sampled_from(["known", "unknown"])),
    st.builds(
        lambda name, operator, size: Condition(name, operator, size, part="size"),
        st.sampled_from(["x", "t"]),
        st.sampled_from(["=", "<", ">="]),
        NUMBERS,
    ),
)


DAYS = st.sampled_from(["2021-03-04", "2021-04-01", "2019-12-31", "soon", 1987])


THINGS = st.lists(
    st.builds(
        Thing,
        st.sampled_from(["A", "B"]),
        st.sampled_from(["p", "q"]),
        st.fixed_dictionaries({}, optional={"x": NUMBERS, "t": st.sampled_from(["a", "Ab", "b"]), "d": DAYS}),
    ),
    min_size=1,
    max_size=5,
)


@cache
def ties_between(n_things: int) -> st.SearchStrategy[list[Tie]]:
    node, weights = st.integers(0, n_things - 1), st.fixed_dictionaries({}, optional={"x": NUMBERS})
    return st.lists(st.builds(Tie, node, st.sampled_from(["R", "S"]), node, weights), max_size=7)


@st.composite
def graphs(draw: DrawFn) -> SmallGraph:
    things = draw(THINGS)
    ties = draw(ties_between(len(things)))
    ties.sort(key=lambda tie: (tie.source, tie.target, tie.type))
    return SmallGraph(tuple(things), tuple(ties))


class EndsAfter(Control):
    """A control whose deadline comes after so many looks at it."""

    def __init__(self, looks: int) -> None:
        super().__init__()
        self.looks = looks

    @property
    def state(self) -> State:
        self.looks -= 1
        return "running" if self.looks >= 0 else "deadline"


# Strategies are made once: hypothesis looks into each that is new before it draws from it, which takes longer.
ONE_CONDITION = st.lists(CONDITIONS, max_size=1)
UP_TO = cache(lambda most: st.integers(0, most))
BOOLEANS = st.booleans()


@lru_cache(maxsize=None, typed=True)  # 1 is not True
def one_of(*options: object) -> st.SearchStrategy[Any]:
    return st.sampled_from(options)


@cache
@st.composite
def places(draw: DrawFn, key: str = "n", depth: int = 2) -> Place:
    tests: list[Test] = draw(ONE_CONDITION)
    for number in range(draw(UP_TO(2 if depth else 0))):
        branch = draw(branches(f"{key}{number}", depth - 1))
        shape = draw(one_of("plain", "not", "or", "and"))
        alone = replace(branch, optional=False)
        if shape == "not":
            tests.append(Not(alone))
        elif shape == "or":
            tests.append(AnyOf((alone, draw(CONDITIONS))))
        elif shape == "and":
            tests.append(AllOf((alone, draw(CONDITIONS))))
        else:
            tests.append(branch)
    names = draw(one_of((), (), ("p",)))
    counted = replace(draw(branches(f"{key}x", 0)), optional=False, count=None) if depth else "x"
    by = ("x", counted)[draw(UP_TO(1))]
    is_first = draw(one_of(False, False, True))
    foremost = Foremost(by, draw(BOOLEANS), draw(one_of(1, 2)), draw(one_of(0, 0, 1))) if is_first else None
    return Place(key, draw(one_of(None, "A", "B")), names, tuple(tests), foremost=foremost)


@cache
@st.composite
def branches(draw: DrawFn, key: str, depth: int) -> Branch:
    return Branch(
        draw(one_of(("R",), ("R", "S"))),
        draw(one_of("out", "in", "both")),
        draw(places(key, depth)),
        draw(one_of((), (Condition("x", ">", 1),))),
        draw(one_of(None, None, (">=", 2), ("=", 0))),
        draw(BOOLEANS),
    )


@cache
def columns_of(keys: tuple[str, ...]) -> tuple[st.SearchStrategy[Any], st.SearchStrategy[Any]]:
    """One or two values of the places, and at most one that is made of all rows."""
    value = st.builds(Value, st.sampled_from(keys), st.sampled_from([None, "x", "t"]))
    parts = st.sampled_from(["year", "month", "decade", "age", "month of year", "weekday"])
    value |= st.builds(
        lambda key, name, part: Value(key, name, part=part),
        st.sampled_from(keys),
        st.sampled_from(["d", "x", "t"]),
        parts,
    )
    numbers = st.builds(Value, st.sampled_from(keys), st.just("x"))
    aggregate = st.one_of(
        st.builds(Aggregate, st.just("count"), value, st.booleans()),
        st.builds(Aggregate, st.sampled_from(["sum", "average", "median", "min", "max"]), numbers),
    )
    return st.lists(value, min_size=1, max_size=2), st.lists(aggregate, max_size=1)


@cache
@st.composite
def selections(draw: DrawFn) -> Selection:
    place = draw(places())
    keys = tuple(one.key for one in place.bound())
    values, aggregates = columns_of(keys)
    columns = [Column(f"c{at}", one) for at, one in enumerate(draw(values))]
    columns += [Column("a", one) for one in draw(aggregates)]
    having = [Having(one, ">", 1) for one in draw(aggregates)]
    if len(keys) > 1 and draw(BOOLEANS):
        related = Relative(None, "<>", keys[-1])
        place = replace(place, tests=(*place.tests, related))
    return Selection(place, tuple(columns), tuple(having))


@given(graphs(), selections())
@settings(max_examples=examples(150, 40), deadline=None)
def test_equals_the_definition(graph: SmallGraph, asked: Selection) -> None:
    found = answer_meaning(MeaningGraph(graph.projection()), Meaning(asked))
    assert set(found.rows) == set(naive_rows(graph, asked))
    assert len(found.rows) == len(set(found.rows))


@given(graphs(), selections(), st.sampled_from(get_args(Function)))
@settings(max_examples=examples(80, 20), deadline=None)
def test_one_value_over_all_rows_is_made_of_their_last_column(
    graph: SmallGraph, asked: Selection, function: Function
) -> None:
    of = Column("of", Aggregate("count", Value(asked.place.key), distinct=True))
    counted = replace(asked, columns=(*asked.columns, of))
    found = answer_meaning(MeaningGraph(graph.projection()), Meaning(replace(counted, over=function)))
    assert found.rows == ((naive_over([row[-1] for row in naive_rows(graph, counted)], function),),)


@given(graphs(), selections(), st.booleans(), st.integers(1, 3))
@settings(max_examples=examples(50, 15), deadline=None)
def test_order_and_limit_take_the_greatest_or_least(
    graph: SmallGraph, asked: Selection, descending: bool, limit: int
) -> None:
    by = Aggregate("count", Value(asked.place.key), distinct=True)
    counted = replace(asked, columns=(*asked.columns, Column("by", by)))
    every = [row[-1] for row in naive_rows(graph, counted)]
    ordered = replace(counted, order=(Order(by, descending),), limit=limit)
    found = answer_meaning(MeaningGraph(graph.projection()), Meaning(ordered))
    assert [row[-1] for row in found.rows] == sorted(every, reverse=descending)[:limit]


@given(graphs(), selections())
@settings(max_examples=examples(50, 15), deadline=None)
def test_yes_where_there_is_a_row(graph: SmallGraph, asked: Selection) -> None:
    plain = replace(asked, having=(), columns=(Column("n", Value(asked.place.key)),))
    found = answer_meaning(MeaningGraph(graph.projection()), Meaning(replace(plain, asks=True)))
    assert found.rows == ((bool(naive_rows(graph, plain)),),)


@given(graphs(), selections(), st.integers(0, 3), st.sampled_from([">=", "=", "<"]))
@settings(max_examples=50, deadline=None)
def test_yes_where_a_number_of_all_rows_is_as_asked(
    graph: SmallGraph, asked: Selection, number: int, operator: Any
) -> None:
    count = Aggregate("count", Value(asked.place.key), distinct=True)
    wanted = replace(asked, columns=(Column("n", count),), having=(Having(count, operator, number),))
    found = answer_meaning(MeaningGraph(graph.projection()), Meaning(replace(wanted, asks=True)))
    assert found.rows == ((bool(naive_rows(graph, wanted)),),)


@given(graphs(), selections(), st.integers(0, 40))
@settings(max_examples=examples(100, 25), deadline=None)
def test_a_deadline_ends_it_or_changes_nothing(graph: SmallGraph, asked: Selection, looks: int) -> None:
    whole = answer_meaning(MeaningGraph(graph.projection()), Meaning(asked))
    with heeding(EndsAfter(looks)) as control:
        try:
            found = answer_meaning(MeaningGraph(graph.projection()), Meaning(asked))
        except DeadlineExceeded:
            assert control.state == "deadline"
        else:
            assert found == whole


def test_long_columns_are_decoded_no_longer_than_the_call_lasts() -> None:
    things = tuple(Thing("A", str(number), {"t": f"text {number}"}) for number in range(3 * BLOCK))
    graph = MeaningGraph(SmallGraph(things, ()).projection())
    asked = Meaning(
        Selection(Place("n", tests=(Condition("t", "contains", "7"),)), (Column("n", Value("n")),))
    )
    with heeding(EndsAfter(3)), pytest.raises(DeadlineExceeded):
        answer_meaning(graph, asked)
    with Control() as control, heeding(control):
        control.cancel()
        with pytest.raises(Cancelled):
            answer_meaning(graph, asked)
    wanted = sum("7" in str(number) for number in range(3 * BLOCK))
    assert len(answer_meaning(graph, asked).rows) == wanted, (
        "what was cut off is decoded when asked for again"
    )


def test_two_compared() -> None:
    graph = SmallGraph((Thing("A", "p", {"x": 3}), Thing("A", "q", {"x": 1}), Thing("A", "r", {})), ())
    arrays = MeaningGraph(graph.projection())

    def asked(kind: str, first: str = "p", second: str = "q") -> tuple[tuple[object, ...], ...]:
        places = Place("first", names=(first,)), Place("second", names=(second,))
        return answer_meaning(arrays, Meaning(Comparison(kind, *places, "x"))).rows

    assert asked("more") == ((NodeRow(0), 3, 1),)
    assert asked("less") == ((NodeRow(1), 3, 1),)
    assert asked("more", second="p") == ((NodeRow(0), 3, 3), (NodeRow(0), 3, 3)), (
        "which is more where both are equal"
    )
    assert asked("difference") == ((2, 3, 1),)
    assert asked("difference", "q", "p") == ((-2, 1, 3),) and asked("apart", "q", "p") == ((2, 1, 3),)
    assert asked("same") == ((False, 3, 1),)
    assert asked("more", second="r") == ()


def test_two_compared_by_a_number_that_is_found_out_for_each() -> None:
    things = Thing("A", "p", {}), Thing("A", "q", {}), Thing("B", "u", {}), Thing("B", "v", {})
    ties = Tie(0, "HAS", 2, {}), Tie(0, "HAS", 3, {}), Tie(1, "HAS", 3, {})
    arrays = MeaningGraph(SmallGraph(things, ties).projection())

    def number(name: str) -> Selection:
        owner = Place("owner", names=(name,))
        had = Place("had", "B", tests=(Branch(("HAS",), "in", owner),))
        return Selection(had, (Column("n", Aggregate("count", Value("had"), distinct=True)),))

    def asked(kind: str, first: str, second: str) -> Answer:
        places = Place("first", names=(first,)), Place("second", names=(second,))
        return answer_meaning(
            arrays, Meaning(Comparison(kind, *places, None, numbers=(number(first), number(second))))
        )

    assert asked("exceeds", "p", "q").columns == ("answer", "p", "q")
    assert asked("exceeds", "p", "q").rows == ((True, 2, 1),)
    assert asked("less", "p", "q").rows == ((NodeRow(1), 2, 1),)
    assert asked("difference", "q", "u").rows == ((1, 1, 0),), (
        "what has none has none of them, which is a number"
    )
    assert asked("more", "p", "nobody").rows == (), "who is not there is not compared"


def test_a_list_gives_a_row_for_each_of_its_values() -> None:
    graph = SmallGraph(
        (Thing("A", "p", {"l": ["u", "v"]}), Thing("A", "q", {"l": ["v"]}), Thing("A", "r", {})), ()
    )
    asked = Selection(Place("n"), (Column("l", Value("n", "l", each=True)),))
    assert answer_meaning(MeaningGraph(graph.projection()), Meaning(asked)).rows == (("u",), ("v",))
    holds = Selection(Place("n", tests=(Condition("l", "has", "U"),)), (Column("n", Value("n")),))
    assert answer_meaning(MeaningGraph(graph.projection()), Meaning(holds)).rows == ((NodeRow(0),),)


def test_a_relationship_from_a_node_to_itself_counts_once_whichever_way_it_is_gone() -> None:
    graph = SmallGraph((Thing("A", "p", {}),), (Tie(0, "R", 0, {}),))
    place = Place("n", tests=(Branch(("R",), "both", Place("far")),))
    counted = Selection(place, (Column("ties", Aggregate("count", Value("far"))),))
    assert answer_meaning(MeaningGraph(graph.projection()), Meaning(counted)).rows == ((1,),)


def test_only_what_is_written_as_a_number_is_one() -> None:
    texts = ["12", " 1.5e1 ", "1_000", "nan", "inf", "about 9"]
    graph = SmallGraph(tuple(Thing("A", text, {"t": text}) for text in texts), ())
    arrays = MeaningGraph(graph.projection())
    summed = Selection(Place("n"), (Column("t", Aggregate("sum", Value("n", "t"))),))
    assert answer_meaning(arrays, Meaning(summed)).rows == ((27.0,),)
    larger = Selection(Place("n", tests=(Condition("t", ">", 0),)), (Column("t", Value("n", "t")),))
    assert answer_meaning(arrays, Meaning(larger)).rows == (("12",), (" 1.5e1 ",))


def test_rows_are_ordered_by_how_long_a_text_is() -> None:
    things = tuple(Thing("A", name, {"t": text}) for name, text in (("p", "ab"), ("q", "abcd"), ("r", "a")))
    asked = Selection(
        Place("n"), (Column("n", Value("n")),), order=(Order(Value("n", "t", part="size"), descending=True),)
    )
    graph = MeaningGraph(SmallGraph(things, ()).projection())
    assert answer_meaning(graph, Meaning(asked)).rows == ((NodeRow(1),), (NodeRow(0),), (NodeRow(2),))


def test_a_group_whose_least_is_a_node_is_not_compared_with_a_number() -> None:
    least = Aggregate("min", Value("n"))
    asked = Selection(Place("n"), (Column("n", Value("n")),), (Having(least, "<", 1),))
    graph = MeaningGraph(SmallGraph((Thing("A", "p", {}),), ()).projection())
    assert answer_meaning(graph, Meaning(asked)).rows == ()
