"""Codes of values: equal values have equal codes, and what is said of codes is what Python says of the values."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from motif.engine.cells import Cells
from motif.engine.coding import NONE, UNRANKED, Coded, Coding, NodeCoding, number_of
from motif.engine.meaning_answers import answer_and_lineage, answer_meaning
from motif.engine.meaning_masks import MeaningGraph
from motif.graphs.meaning import Aggregate, Column, Meaning, NodeRow, Place, Selection, Value
from naive_meaning import SmallGraph, Thing

SINGLE = st.one_of(
    st.integers(-3, 3),
    st.sampled_from([0.5, 2.0, -1.5]),
    st.booleans(),
    st.sampled_from(["a", "A", "7", " 2.5 ", "", "ü", '["a"]']),
)
VALUES = st.lists(st.one_of(st.none(), SINGLE, st.lists(SINGLE, max_size=3)), max_size=12)


def cells_of(values: list[Any]) -> Cells:
    things = tuple(Thing("A", "p", {} if value is None else {"v": value}) for value in [*values, 1])
    cells = MeaningGraph(SmallGraph(things, ()).projection()).cells("v")
    assert cells is not None
    return cells


def kind_of(value: Any) -> Any:
    """What tells values apart that Python takes for equal, or for comparable; lists are equal as they are written."""
    if isinstance(value, list):
        return [type(item) for item in value]
    return "number" if isinstance(value, (int, float)) and not isinstance(value, bool) else type(value)


def key_of(value: Any) -> tuple[bool, Any]:
    return isinstance(value, str), value


@given(VALUES)
@settings(deadline=None)
def test_the_codes_of_a_property_say_what_its_values_say(values: list[Any]) -> None:
    cells = cells_of(values)
    coded = cells.at(np.arange(len(values)))
    assert coded.values() == values
    assert [kind_of(value) for value in coded.values()] == [kind_of(value) for value in values]
    for one, code in zip(values, coded.codes.tolist(), strict=True):
        for other, another in zip(values, coded.codes.tolist(), strict=True):
            assert (code == another) == (one == other and kind_of(one) == kind_of(other)), (one, other)
    ranks = dict(zip(coded.codes.tolist(), coded.ranks.tolist(), strict=True))
    for one, code in zip(values, coded.codes.tolist(), strict=True):
        assert (ranks[code] == UNRANKED) == (one is None or isinstance(one, list))
    ranked = [(value, ranks[code]) for value, code in zip(values, coded.codes.tolist(), strict=True)]
    ranked = [pair for pair in ranked if pair[1] != UNRANKED]
    for one, place in ranked:
        assert all((place < other) == (key_of(one) < key_of(value)) for value, other in ranked)
    numbers = [number_of(value) for value in values]
    found = coded.of(coded.coding.numbers, np.nan).tolist()
    assert [None if number != number else number for number in found] == numbers
    np.testing.assert_array_equal(cells.numbers[: len(values)], found)


@given(VALUES)
@settings(deadline=None)
def test_a_coding_of_a_list_says_what_that_of_a_property_says(values: list[Any]) -> None:
    of_column = cells_of(values).at(np.arange(len(values)))
    held = [value for value in values if value is not None]
    plain = Coding(held)
    known = of_column.take(np.flatnonzero(of_column.codes != NONE))
    np.testing.assert_array_equal(known.of(of_column.coding.numbers, np.nan), plain.numbers)
    order = [place for place in np.argsort(plain.ranks, kind="stable").tolist() if plain.ranks[place] >= 0]
    assert [held[place] for place in order] == sorted((held[place] for place in order), key=key_of)


@given(VALUES)
@settings(deadline=None)
def test_a_list_spreads_into_its_items(values: list[Any]) -> None:
    rows, items = cells_of(values).at(np.arange(len(values))).spread()
    wanted = [
        (row, item)
        for row, value in enumerate(values)
        for item in ((value or [None]) if isinstance(value, list) else [value])
    ]
    assert list(zip(rows.tolist(), items.values(), strict=True)) == wanted


@given(VALUES, SINGLE)
@settings(deadline=None)
def test_what_holds_of_a_value_holds_of_its_rows(values: list[Any], wanted: Any) -> None:
    held = cells_of(values).where(lambda value: value == wanted)[: len(values)].tolist()
    assert held == [value is not None and value == wanted for value in values]


def test_nodes_are_in_the_order_of_their_rows() -> None:
    nodes = Coded(np.array([2, NONE, 0]), NodeCoding(3))
    assert nodes.values() == [NodeRow(2), None, NodeRow(0)]
    assert nodes.ranks.tolist() == [2, UNRANKED, 0]
    assert np.isnan(nodes.of(nodes.coding.numbers, np.nan)).all()


def test_sums_of_large_integers_are_exact() -> None:
    large = [2**60 + 1, 2**60 + 2, 2**62, 7]
    arrays = MeaningGraph(SmallGraph(tuple(Thing("A", "p", {"v": one}) for one in large), ()).projection())
    total = Selection(Place("n"), (Column("v", Aggregate("sum", Value("n", "v"))),))
    assert answer_meaning(arrays, Meaning(total)).rows == ((sum(large),),)


def test_a_sum_is_whole_where_all_is() -> None:
    things = tuple(Thing(label, "p", {"v": v}) for label, v in (("A", 2), ("A", 3), ("B", 2), ("B", 0.5)))
    arrays = MeaningGraph(SmallGraph(things, ()).projection())
    for label, wanted in (("A", 5), ("B", 2.5)):
        total = Selection(Place("n", label), (Column("v", Aggregate("sum", Value("n", "v"))),))
        (found,) = answer_meaning(arrays, Meaning(total)).rows[0]
        assert (found, type(found)) == (wanted, type(wanted))


def test_of_many_rows_the_first_are_made_and_all_counted() -> None:
    arrays = MeaningGraph(SmallGraph(tuple(Thing("A", str(at), {}) for at in range(9)), ()).projection())
    asked = Meaning(Selection(Place("n"), (Column("v", Value("n", "v")), Column("n", Value("n")))))
    answer, lineage = answer_and_lineage(arrays, asked, 2)
    assert answer.rows == ((None, NodeRow(0)), (None, NodeRow(1)))
    assert (answer.n_rows, answer.is_known) == (9, True)
    assert lineage is not None and [lineage.of(at).tolist() for at in range(2)] == [[0], [1]]
    nothing = Meaning(Selection(Place("n"), (Column("v", Value("n", "v")),)))
    assert not answer_meaning(arrays, nothing).is_known
