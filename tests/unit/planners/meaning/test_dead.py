"""Ages of who has died: nobody has one as of today."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import motif
from motif.planners.meaning.days import today
from question_graphs import small_graph


@cache
def poets() -> motif.Graph:
    """A club of poets who live, and one of which a poet has died."""
    lives = {"Ada Finch": (1970, None), "Ben Marl": (1980, None), "Cleo Dunn": (1900, 1950)}
    nodes: list[tuple[tuple[str, ...], dict[str, Any]]] = [
        *(
            (("Poet",), {"name": name, "birth_year": born, **({} if died is None else {"death_year": died})})
            for name, (born, died) in lives.items()
        ),
        (("Club",), {"name": "Tide", "founded": 1999}),
        (("Club",), {"name": "Shore", "founded": 1940}),
    ]
    links: list[tuple[int, str, int, dict[str, Any]]] = [
        (0, "MEMBER_OF", 3, {}),
        (1, "MEMBER_OF", 3, {}),
        (1, "MEMBER_OF", 4, {}),
        (2, "MEMBER_OF", 4, {}),
    ]
    return small_graph("poets", nodes, links)


@pytest.mark.parametrize(
    ("question", "born"), [("How old is Ada Finch?", 1970), ("average age of the poets in Tide", 1975)]
)
def test_the_living_have_an_age(question: str, born: int) -> None:
    found = poets().retrieve(question)
    assert (found.status, found[0].answers[0]) == ("answered", today().year - born)


@pytest.mark.parametrize("question", ["How old is Cleo Dunn?", "average age of the poets in Shore"])
def test_the_dead_leave_it_unsure(question: str) -> None:
    found = poets().retrieve(question, planner="meaning")
    assert found.status == "unsure" and found.metadata["omitted"] in (["old"], ["age"])


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which poets are still alive?", {"Ada Finch", "Ben Marl"}),
        ("living poets", {"Ada Finch", "Ben Marl"}),
        ("poets of Shore who are alive", {"Ben Marl"}),
        ("Which poets are dead?", {"Cleo Dunn"}),
    ],
)
def test_who_is_alive_has_no_year_of_death(question: str, names: set[str]) -> None:
    found = poets().retrieve(question, planner="meaning")
    assert (found.status, {one.answers[0].name for one in found}) == ("answered", names)
