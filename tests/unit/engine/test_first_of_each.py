"""The first rows of each value of a column, beside a plain reading of what that is."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, composite

from interpreted import examples
from motif.engine.meaning_answers import answer_meaning
from motif.engine.meaning_masks import MeaningGraph
from motif.graphs.meaning import Branch, Column, Meaning, Order, Place, Selection, Value
from question_graphs import as_projection
from random_meanings import GRAPH, selections

ARRAYS = MeaningGraph(as_projection(GRAPH))
BRIDGE = Place("n", "Bridge", tests=(Branch(("IN",), "out", Place("t", "Town")),))


def rows(asked: Selection) -> list[tuple[Any, ...]]:
    """Lists as tuples, to be counted by."""
    found = answer_meaning(ARRAYS, Meaning(asked)).rows
    return [tuple(tuple(one) if isinstance(one, list) else one for one in row) for row in found]


@composite
def firsts_of_each(draw: DrawFn) -> Selection:
    """A selection of the first rows of each value of one of its columns, in the order of one of them."""
    asked = draw(selections().filter(_groups))
    shown = [column.value for column in asked.columns]
    per, by = draw(st.sampled_from(_groups(asked))), draw(st.sampled_from(shown))
    order, limit = (Order(by, draw(st.booleans())),), draw(st.integers(1, 3))
    return replace(asked, per=per, order=order, limit=limit, asks=False, over=None)


def _groups(asked: Selection) -> list[Value]:
    """The columns whose values may have first rows."""
    values = [column.value for column in asked.columns]
    return [one for one in values if isinstance(one, Value) and not one.each]


@given(firsts_of_each())
@settings(max_examples=examples(100, 30), deadline=None)
def test_each_has_its_first_rows(asked: Selection) -> None:
    shown = [column.value for column in asked.columns]
    by, key = shown.index(asked.order[0].by), shown.index(asked.per)
    of_each = defaultdict(list)
    for row in rows(replace(asked, per=None, limit=None, skip=0)):
        if row[by] is not None and not isinstance(row[by], tuple):  # a list has no place in an order
            of_each[row[key]].append(row)
    found = defaultdict(list)
    for row in rows(asked):
        found[row[key]].append(row)
    for name, own in of_each.items():
        last = min(asked.skip + asked.limit, len(own))
        while asked.with_ties and last < len(own) and own[last][by] == own[last - 1][by]:
            last += 1
        assert [row[by] for row in found[name]] == [row[by] for row in own[asked.skip : last]]
        assert set(found[name]) <= set(own)
    assert set(found) <= set(of_each)


def test_the_highest_bridge_of_each_town() -> None:
    town, height = Value("t"), Value("n", "height")
    columns = (Column("town", town), Column("bridge", Value("n")), Column("height", height))
    asked = Selection(BRIDGE, columns, order=(Order(height, True),), limit=1, with_ties=True, per=town)
    best: dict[Any, Any] = {}
    for place, _, high in rows(replace(asked, per=None, limit=None)):
        best[place] = max(best.get(place, high), high) if high is not None else best.get(place)
    assert {(row[0], row[2]) for row in rows(asked)} == {one for one in best.items() if one[1] is not None}
    assert best


def test_of_nothing_there_is_no_first() -> None:
    value = Value("n", "height")
    asked = Selection(
        Place("n", names=("nobody",)), (Column("height", value),), order=(Order(value),), limit=1, per=value
    )
    assert rows(asked) == []
