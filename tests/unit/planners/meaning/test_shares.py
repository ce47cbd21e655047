"""What percentage of some things are something else."""

from __future__ import annotations

from datetime import date
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings

import motif
from motif.engine.meaning_answers import answer_meaning
from motif.engine.meaning_masks import MeaningGraph
from motif.graphs.evidence import Results
from motif.graphs.meaning import Aggregate, Column, Condition, Meaning, Place, Selection, Value
from motif.planners.meaning.as_pattern import as_pattern
from motif.planners.meaning.wording import in_words
from question_graphs import as_projection, small_graph
from random_meanings import GRAPH, SHARES

ARRAYS = MeaningGraph(as_projection(GRAPH))

_NODES: list[tuple[tuple[str, ...], dict[str, Any]]] = [
    (("Ranger",), {"name": "Odda Fell", "joined": date(2001, 3, 1), "isRetired": True}),
    (("Ranger",), {"name": "Brannoch Ley", "joined": date(2001, 9, 9), "isRetired": False}),
    (("Ranger",), {"name": "Ismay Corr", "joined": date(2015, 5, 2)}),
    (("Ranger",), {"name": "Tam Weir", "joined": date(2017, 5, 2), "isRetired": False}),
    (("Expedition",), {"name": "First Snow", "began": "2019-01-10", "cost": 30, "gear": ["rope", "stove"]}),
    (("Expedition",), {"name": "Long Thaw", "began": "2021-04-02", "cost": 10, "gear": ["rope"]}),
    (("Expedition",), {"name": "Red Ridge", "began": "2021-04-28", "cost": 20, "gear": ["axe", "rope"]}),
    (("Expedition",), {"name": "Last Light", "began": "2021-11-11", "cost": 100, "gear": ["stove"]}),
    (("Peak",), {"name": "Grimhorn", "height": 2100}),
    (("Peak",), {"name": "Old Tooth", "height": 1800}),
    (("Station",), {"name": "North Hut"}),
    (("Station",), {"name": "Low House"}),
]
_LINKS: list[tuple[int, str, int, dict[str, Any]]] = [
    (0, "LED", 4, {}),
    (0, "LED", 5, {}),
    (1, "LED", 6, {}),
    (2, "LED", 7, {}),
    (4, "REACHED", 8, {}),
    (5, "REACHED", 8, {}),
    (6, "REACHED", 9, {}),
    (0, "WORKS_AT", 10, {}),
    (1, "WORKS_AT", 10, {}),
    (2, "WORKS_AT", 11, {}),
]


@cache
def rangers() -> motif.Graph:
    return small_graph("stations", _NODES, _LINKS)


def asked(question: str) -> Results:
    return rangers().retrieve(question, planner="meaning", top_k=20)


PERCENTAGES = [
    ("What percentage of expeditions reached a peak?", 75.0),
    ("What percentage of expeditions were led by Odda Fell?", 50.0),
    ("What share of the expeditions cost more than 15?", 75.0),
    ("What percentage of rangers work at North Hut?", 50.0),
    ("What percent of rangers are not retired?", 75.0),
    ("Of all rangers, what percentage work at North Hut?", 50.0),
    ("What proportion of peaks are higher than 2000?", 50.0),
    ("What percentage of the expeditions led by Odda Fell did cost more than 20?", 50.0),
    ("What percentage of expeditions that were led by Odda Fell have a cost above 20?", 50.0),
    ("What percentage of rangers did not lead an expedition?", 25.0),
]


@pytest.mark.parametrize(("question", "percentage"), PERCENTAGES)
def test_a_share_is_of_the_things_before_the_verb(question: str, percentage: float) -> None:
    found = asked(question)
    assert [piece.answers for piece in found] == [(percentage,)], found.readings
    assert found.metadata["columns"] == ["percentage"]
    assert "omitted" not in found.metadata


@pytest.mark.parametrize(
    "question",
    [
        "What percentage of the expedition was led by Odda Fell?",  # of one: no share of things
        "What percentage of rangers?",
        "What percentage of expeditions reached a peak per year?",
        "What percentage of rangers like soup?",
        "What percentage of the total cost is from Long Thaw?",
    ],
)
def test_what_is_no_share_of_things_is_never_said_surely(question: str) -> None:
    found = asked(question)
    assert found.status != "answered" or not len(found), (found.readings, found.metadata)


def test_a_property_that_is_called_so_is_not_a_share() -> None:
    nodes: list[tuple[tuple[str, ...], dict[str, Any]]] = [
        (("Mix",), {"name": "Bronze", "percentage": 12}),
        (("Mix",), {"name": "Brass", "percentage": 30}),
    ]
    found = small_graph("mixes", nodes, []).retrieve("What is the percentage of Brass?", planner="meaning")
    assert [piece.answers for piece in found] == [(30,)]


@given(SHARES)
@settings(max_examples=60, deadline=None)
def test_a_share_is_how_many_of_the_whole_are_in_the_part(asked: Selection) -> None:
    assert asked.share is not None

    def listed(place: Place) -> set[Any]:
        one = Column("it", Value(place.key))
        return {row[0] for row in answer_meaning(ARRAYS, Meaning(Selection(place, (one,)))).rows}

    part, whole = listed(asked.place), listed(asked.share)
    found = answer_meaning(ARRAYS, Meaning(asked)).rows
    assert found == (((100 * len(part & whole) / len(whole)),),) if whole else found == ()


def test_of_nothing_there_is_no_share() -> None:
    nobody = Place("n0", "Ranger", tests=(Condition("age", ">", 3),))
    some = Meaning(
        Selection(
            nobody,
            (Column("percentage", Aggregate("count", Value("n0"), distinct=True)),),
            share=Place("n0", "Miner"),
        )
    )
    found = answer_meaning(MeaningGraph(rangers().projection), some)
    assert (found.rows, found.n_rows, found.is_known) == ((), 0, False)
    assert in_words(some) == "percentage of miner that is ranger (age > 3)"
    assert as_pattern("", some) is None
