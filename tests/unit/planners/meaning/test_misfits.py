"""What is like the words of a question and does not say what they do is no sure answer."""

from __future__ import annotations

from typing import Any

import pytest

import motif
from ferry_graph import ferries
from motif.planners.meaning.linking import Linker
from motif.planners.meaning.planner import plan_meanings
from motif.planners.reading.marks import read
from question_graphs import small_graph


def huts() -> motif.Graph:
    nodes: list[tuple[tuple[str, ...], dict[str, Any]]] = [
        (("Hut",), {"title": "Crag", "min_nights": 2, "beds": 6}),
        (("Hut",), {"title": "Fell", "min_nights": 3, "beds": 4}),
        (("Guest",), {"name": "Ada Rusk"}),
        (("Guest",), {"name": "Bo Thorne"}),
        (("Valley",), {"name": "Ash Vale"}),
        (("Kind",), {"name": "bothy"}),
    ]
    links: list[tuple[int, str, int, dict[str, Any]]] = [
        (2, "HIRED", 0, {"nights": 5}),
        (2, "HIRED", 1, {"nights": 3}),
        (3, "HIRED", 1, {"nights": 4}),
        (0, "LIES_IN", 4, {}),
        (1, "LIES_IN", 4, {}),
        (0, "OF_KIND", 5, {}),
        (1, "OF_KIND", 5, {}),
    ]
    return small_graph("huts", nodes, links, ("nights",))


def first(question: str, graph: motif.Graph) -> Any:
    return plan_meanings(question, graph.view, 1)[0]


def test_a_rate_is_no_number_of_its_unit() -> None:
    assert "number" in [one.kind for one in first("huts under 60 a night", huts()).omissions]


def test_what_relationships_have_is_meant_where_things_have_but_something_like_it() -> None:
    table = huts().retrieve("total nights hired per guest", planner="meaning").table
    assert table is not None and sorted(row[-1] for row in table.rows) == [4, 8]


def test_of_things_that_are_counted_no_other_number_is_added_up() -> None:
    found = huts().retrieve("For each valley, give the number of huts and the most beds")
    assert found.status != "answered" or (found.table is not None and found.table.rows[0][1] == 2)


def test_what_is_called_by_a_name_is_not_counted() -> None:
    table = huts().retrieve("How many bothy huts are there?", planner="meaning").table
    assert table is not None and table.rows == ((2,),)


def test_a_year_far_away_is_one() -> None:
    years = {text: read(text).numbers[0].may_be_year for text in ("sold after 3020", "more than 3020 guests")}
    assert years == {"sold after 3020": True, "more than 3020 guests": False}


def test_a_relation_to_many_does_not_tell_who_is_the_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Linker, "likeness", lambda self, one, other: 0.5 if "served" in other else 0.0)
    omitted = [one.text for one in first("Who is the captain of Gannet?", ferries()).omissions]
    assert omitted == ["captain"]


def test_nobody_who_is_not_spoken_of_need_be_known() -> None:
    nodes: list[tuple[tuple[str, ...], dict[str, Any]]] = [
        (("Bell",), {"name": "Old Tom", "cast_on": "1871-04-02"}),
        (("Bell",), {"name": "Great Meg", "cast_on": "1875-09-30"}),
        (("Foundry",), {"name": "Warne & Sons"}),
    ]
    graph = small_graph("bells", nodes, [(0, "PRODUCED_BY", 2, {})])
    for question in ("bells made per decade", "How many bells were produced per decade?"):
        found = graph.retrieve(question, planner="meaning")
        assert found.status != "answered" or (found.table is not None and found.table.rows[0][-1] == 2), (
            question
        )
