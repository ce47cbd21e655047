"""Which of several times of a thing is meant: the one that a verb says; a guess is marked. Days as they are written."""

from __future__ import annotations

from functools import cache

import pytest

import motif
from question_graphs import small_graph

_TREKS = {
    "T-1": ("2019-12-20", "2020-01-09"),
    "T-2": ("2020-03-02", "2020-04-11"),
    "T-3": ("2020-12-01", "2021-02-28"),
    "T-4": ("2021-03-15", "2021-03-30"),
}


@cache
def treks() -> motif.Graph:
    nodes = [
        (("Trek",), {"trekCode": code, "departedOn": begun, "returnedOn": ended, "tentWeight": len(begun)})
        for code, (begun, ended) in _TREKS.items()
    ]
    nodes += [(("Hut",), {"hutName": name, "height": at}) for at, name in enumerate(("Fell", "Garrow"), 900)]
    nodes += [(("Guide",), {"guideName": "Ottilie Marsh"})]
    links = [(at, "DEPARTED_FROM", 4 + at % 2, {}) for at in range(4)]
    links += [(at, "ENDED_AT", 5 - at % 2, {}) for at in range(4)]
    links += [(1, "LED_BY", 6, {})]
    return small_graph("treks", nodes, links, ("departedOn", "returnedOn"))


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which treks started in 2020?", "T-2 T-3"),
        ("Which treks finished in 2021?", "T-3 T-4"),
        ("Which treks left Fell in 2020?", "T-3"),
        ("Which treks returned before 2020-04-11?", "T-1"),
        ("Which treks departed after 2020-03-02?", "T-3 T-4"),
        ("Which treks departed between 2020-03-02 and 2020-12-01?", "T-2 T-3"),
        ("Which treks departed in March 2021?", "T-4"),
    ],
)
def test_a_verb_says_which_time_is_meant(question: str, expected: str) -> None:
    found = treks().retrieve(question, planner="meaning")
    assert {piece.answers[0].name for piece in found} == {*expected.split()}, found.readings
    assert found.status == "answered"


@pytest.mark.parametrize("question", ["How many treks were there in 2020?", "List the treks in 2020"])
def test_a_guess_at_a_time_is_marked(question: str) -> None:
    assert treks().retrieve(question, planner="meaning").status == "unsure"


def test_when_a_journey_starts() -> None:
    [found] = treks().retrieve("When did T-3 start?", planner="meaning")
    assert found.answers[0] == "2020-12-01"


@pytest.mark.parametrize(
    "question", ["Give the name, height of every hut.", "What are the name and the height of each hut?"]
)
def test_a_list_begins_with_the_name(question: str) -> None:
    found = treks().retrieve(question, planner="meaning")
    rows = {tuple(getattr(one, "name", one) for one in piece.answers) for piece in found}
    assert rows == {("Fell", 900), ("Garrow", 901)}, found.readings
