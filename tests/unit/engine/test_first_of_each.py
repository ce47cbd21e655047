"""The first rows of each value of a column, beside a plain reading of what that is."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import Any

from hypothesis import given, settings

from motif.engine.meaning_answers import answer_meaning
from motif.engine.meaning_masks import MeaningGraph
from motif.graphs.meaning import Branch, Column, Meaning, Order, Place, Selection, Value
from question_graphs import as_projection
from random_meanings import GRAPH, MEANINGS

ARRAYS = MeaningGraph(as_projection(GRAPH))
BRIDGE = Place("n", "Bridge", tests=(Branch(("IN",), "out", Place("t", "Town")),))


def rows(asked: Selection) -> list[tuple[Any, ...]]:
    return list(answer_meaning(ARRAYS, Meaning(asked)).rows)


@given(MEANINGS)
@settings(max_examples=300, deadline=None)
def test_each_has_its_first_rows(meaning: Meaning) -> None:
    asked = meaning.asked
    if not isinstance(asked, Selection) or asked.per is None or asked.limit is None or asked.asks:
        return
    shown = [column.value for column in asked.columns]
    if len(asked.order) != 1 or asked.order[0].by not in shown:
        return
    by, key = shown.index(asked.order[0].by), shown.index(asked.per)
    of_each = defaultdict(list)
    for row in rows(replace(asked, per=None, limit=None, skip=0)):
        if row[by] is not None:
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
