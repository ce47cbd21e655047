"""When an answer is right: values rounded, a node by its name, columns in any order, order where it is asked for."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from motif.graphs.evidence import Node, Relationship
from motif_procedures.cypher_questions.cells import cell_of, rows_of
from motif_procedures.cypher_questions.ties import differs_in_ties
from motif_procedures.cypher_questions.verdicts import judged

PEOPLE = [["Ann", 41], ["Ben", 38], ["Cy", 38]]
TABLES = st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 3), st.booleans()), min_size=1, max_size=5)


@pytest.mark.parametrize(
    ("gold", "found", "verdict"),
    [
        ([["Ann"], ["Ben"]], [["Ben"], ["Ann"]], "right"),
        ([["Ann"], ["Ben"]], [["Ben"], ["Ann"], ["Ben"]], "right"),
        ([["Ann"], ["Ben"]], [["Ann"]], "partly"),
        ([["Ann"]], [["Ben"]], "wrong"),
        ([["Ann"]], [], "wrong"),
        ([], [], "right"),
        ([], [["Ann"]], "wrong"),
        ([[3.14159]], [[3.14]], "right"),
        ([[3.14159]], [[3.2]], "wrong"),
        ([[7]], [["7"]], "right"),
        ([[True]], [[True]], "right"),
        ([[True]], [[1]], "wrong"),
        ([[False]], [[True]], "wrong"),
        ([["Ann"]], [["ann "]], "right"),
        (PEOPLE, [[41, "Ann"], [38, "Cy"], [38, "Ben"]], "right"),
        (PEOPLE, [["Ann"], ["Ben"], ["Cy"]], "partly"),
        (PEOPLE, [["Ann", 38], ["Ben", 41], ["Cy", 41]], "wrong"),
        (PEOPLE, [[41]], "wrong"),
        ([["Ann"], ["Ben"]], PEOPLE[:2], "right"),
        ([["Ann"]], [[name] for name in "abcdefgh"] + [["Ann"]], "wrong"),
        ([[["Ann", "Ben"]]], [["Ben"], ["Ann"]], "right"),
        ([["x", ["Ann", "Ben"]]], [["x", "Ben"], ["x", "Ann"]], "right"),
        ([["1995-12-15"]], [["1995-12-15"]], "right"),
    ],
)
def test_rows_are_compared_as_sets(gold: list[list[Any]], found: list[list[Any]], verdict: str) -> None:
    assert judged(rows_of(gold), rows_of(found)) == verdict


def test_order_counts_where_it_is_asked_for() -> None:
    gold = rows_of([["Ann"], ["Ben"], ["Cy"]])
    assert judged(gold, gold, ordered=True) == "right"
    assert judged(gold, gold[::-1], ordered=True) == "partly"


def test_what_gold_sorts_by_need_not_be_shown() -> None:
    gold = rows_of([["Ann", 41], ["Ben", 38]])
    assert judged(gold, rows_of([["Ben"], ["Ann"]]), optional=(1,)) == "right"
    assert judged(gold, rows_of([[41], [38]]), optional=(1,)) == "partly"


def test_nodes_are_their_names() -> None:
    node = Node("4:x:1", "Heat", ("Film",))
    link = Relationship("5:x:1", "a", "LIKES", "b", "likes")
    assert cell_of(node) == cell_of("heat") and cell_of(link) == cell_of("likes")
    assert cell_of("4:x:1", {"4:x:1": "Heat"}.get) == cell_of("Heat")


@given(TABLES, st.permutations(range(3)), st.randoms(use_true_random=False))
def test_any_order_of_rows_and_columns_is_right(table: list[Any], columns: list[int], random: Any) -> None:
    told = [tuple(row[column] for column in columns) for row in table]
    random.shuffle(told)
    assert judged(rows_of(table), rows_of(told)) == "right"


@given(TABLES, TABLES)
def test_right_is_said_of_equal_tables_alone(one: list[Any], other: list[Any]) -> None:
    same = {frozenset(map(repr, map(cell_of, row))) for row in one} == {
        frozenset(map(repr, map(cell_of, row))) for row in other
    }
    if judged(rows_of(one), rows_of(other)) == "right":
        assert same


CUT = [["Ann", 41], ["Ben", 38], ["Cy", 38]]


@pytest.mark.parametrize(
    ("gold", "found", "verdict"),
    [
        (CUT, [["Ann", 41], ["Ben", 38], ["Di", 38]], "right"),
        (CUT, [[41, "Ann"], [38, "Ed"], [38, "Di"]], "right"),
        (CUT, [["Ann", 41], ["Ben", 38]], "partly"),
        (CUT, [["Ann", 41], ["Ben", 38], ["Di", 37]], "partly"),
        (CUT, [["Di", 41], ["Ben", 38], ["Cy", 38]], "partly"),
        (CUT, [["Ann", 41], ["Ben", 38], ["Cy", 38], ["Di", 38]], "partly"),
        (CUT[:1], [["Ann", 41], ["Di", 41]], "right"),
        (CUT[:1], [["Di", 41]], "wrong"),
        (CUT[1:], [["Di", 38], ["Ed", 38]], "wrong"),
        (CUT[:1], [["Ann", 41], ["Di", 40]], "partly"),
    ],
)
def test_which_of_equals_a_limit_takes_is_by_chance(
    gold: list[list[Any]], found: list[list[Any]], verdict: str
) -> None:
    assert judged(rows_of(gold), rows_of(found), optional=(1,), cut_by=(1,)) == verdict


@given(TABLES, TABLES, st.integers(0, 2))
def test_ties_are_told_by_trying_every_row_of_the_last_place(
    gold: list[Any], found: list[Any], column: int
) -> None:
    """With the columns where they are: what stands before the last place agrees, and each row of it has a partner."""
    gold, found = list(dict.fromkeys(gold)), list(dict.fromkeys(found))
    last = gold[-1][column]
    above = {row for row in gold if row[column] != last}
    partners = [row for row in found if row[column] == last]
    if (
        above
        and above == {row for row in found if row[column] != last}
        and len(above) + len(partners) == len(gold)
    ):
        assert differs_in_ties(rows_of(gold), rows_of(found), (column,))
    if last not in {value for row in found for value in row}:
        assert not differs_in_ties(rows_of(gold), rows_of(found), (column,))
