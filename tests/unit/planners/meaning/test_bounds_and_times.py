"""Bounds as people write them, when something was done, and comparisons with what is named, on a graph made for it."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import motif
from motif.graphs.evidence import Node
from question_graphs import small_graph

YACHTS = [
    ("Amber Grouse", 41, 1961, "1961-04-02", "Nell Farrow"),
    ("Bitter Plum", 35, 1974, "1974-11-20", "Nell Farrow"),
    ("Copper Lark", 52, 1974, "1974-02-11", "Odo Marsh"),
    ("Dusk Heron", 29, 1983, "1983-07-01", "Pia Stahl"),
    ("Elm Fox", 47, 1990, "1990-12-31", "Pia Stahl"),
    ("Fen Otter", 33, 1990, "1990-01-15", "Odo Marsh"),
    ("Gilt Hare", 58, 2001, "2001-05-05", "Nell Farrow"),
]


@cache
def yachts() -> motif.Graph:
    """Yachts with their builders, of whom a year is known too, and a marina with its berths."""
    born = {"Nell Farrow": 1920, "Odo Marsh": 1931, "Pia Stahl": 1945}
    nodes: list[tuple[tuple[str, ...], dict[str, Any]]] = [
        *((("Yacht",), {"name": name, "length_m": length, "built_year": year, "launch_date": day})
          for name, length, year, day, _ in YACHTS),
        *((("Builder",), {"name": name, "birth_year": year}) for name, year in born.items()),
        (("Marina",), {"name": "North Quay", "berths": 12}), (("Marina",), {"name": "Long Pier", "berths": 20}),
    ]  # fmt: skip
    at = {properties["name"]: place for place, (_, properties) in enumerate(nodes)}
    links: list[tuple[int, str, int, dict[str, Any]]] = [
        *((at[name], "builtBy", at[builder], {}) for name, _, _, _, builder in YACHTS),
        *((place, "moorsAt", at["Long Pier"], {}) for place in range(3)),
    ]
    return small_graph("yachts", nodes, links, is_encoded=True)


def names(found: motif.Results) -> set[Any]:
    first = (piece.answers[0] for piece in found)
    return {one.name if isinstance(one, Node) else one for one in first}


@pytest.mark.parametrize(
    ("question", "least", "most"),
    [
        ("Which yachts are 41 m long or more?", 41, 99),
        ("Which yachts are 41 m long or less?", 0, 41),
        ("Which yachts have a length between 35 m and 47 m?", 35, 47),
        ("yachts from 35 to 47 m in length", 35, 47),
        ("Which yachts are no longer than 35 m?", 0, 35),
    ],
)
def test_bounds_on_lengths(question: str, least: int, most: int) -> None:
    expected = {name for name, length, *_ in YACHTS if least <= length <= most}
    assert names(yachts().retrieve(question, top_k=20)) == expected


@pytest.mark.parametrize(
    ("question", "first", "last"),
    [
        ("yachts built from 1983 on", 1983, 2100),
        ("yachts built from 1983 onwards", 1983, 2100),
        ("yachts built in or after 1983", 1983, 2100),
        ("yachts built in or before 1983", 0, 1983),
        ("Which yachts were launched on or after 1983-07-01?", 1983, 2100),
        ("Which yachts were launched on or before 1 July 1983?", 0, 1983),
        ("yachts built not after 1974", 0, 1974),
        ("yachts built not before 1983", 1983, 2100),
        ("yachts built up to and including 1974", 0, 1974),
        ("yachts built from 1974 up to and including 1990", 1974, 1990),
        ("yachts built from 1974 until and including 1983", 1974, 1983),
        ("yachts built between 1974 up to 1990", 1974, 1990),
        ("Which yachts were built in 1974 and earlier?", 0, 1974),
        ("yachts built earlier than 1974", 0, 1973),
        ("Which yachts were not built before 1983?", 1983, 2100),
        ("Which yachts were built before Dusk Heron?", 0, 1982),
        ("yachts built later than Dusk Heron", 1984, 2100),
    ],
)
def test_when_they_were_built(question: str, first: int, last: int) -> None:
    expected = {name for name, _, year, _, _ in YACHTS if first <= year <= last}
    found = yachts().retrieve(question, top_k=20)
    assert (names(found), found.status) == (expected, "answered")


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("When was Elm Fox built?", {1990}),
        ("In which year was Elm Fox built?", {1990}),
        ("Was Elm Fox built after 1980?", {True}),
        ("Was Elm Fox built before 1980?", {False}),
        ("Was Elm Fox built by Pia Stahl?", {True}),
        ("Was Elm Fox built by Odo Marsh?", {False}),
        ("Which yachts were launched after Elm Fox?", {"Gilt Hare"}),
        ("the earliest built yacht", {"Amber Grouse"}),
        ("marina with the highest number of berths", {"Long Pier"}),
        ("Which yachts have the same builder as Elm Fox?", {"Dusk Heron"}),
    ],
)
def test_what_a_participle_tells(question: str, expected: set[Any]) -> None:
    found = yachts().retrieve(question, top_k=20)
    assert (names(found), found.status) == (expected, "answered")


def test_what_is_compared_by_nothing_is_not_joined_instead() -> None:
    assert yachts().retrieve("Which yachts were refitted in the same year as Elm Fox?").status != "answered"


def test_what_has_no_time_is_not_told_by_how_old_it_is() -> None:
    assert yachts().retrieve("marinas older than 15 years").status != "answered"


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which yachts were built in the same year as Copper Lark?", {"Bitter Plum"}),
        ("yachts launched in the same year as Elm Fox", {"Fen Otter"}),
        ("How many yachts were built in the same year as Copper Lark?", {1}),
        ("How many yachts were built before Dusk Heron?", {3}),
        ("How many yachts were launched after Fen Otter?", {2}),
        ("builders born before Odo Marsh", {"Nell Farrow"}),
    ],
)
def test_when_something_was_done_is_compared_with_when_another_was(question: str, expected: set[Any]) -> None:
    found = yachts().retrieve(question, top_k=20)
    assert found.status == "answered"
    assert names(found) == expected


def test_no_other_is_of_the_same_month() -> None:
    assert yachts().retrieve("yachts launched in the same month as Elm Fox").status == "empty"


def test_a_year_that_things_do_not_have_is_not_taken_for_another() -> None:
    found = yachts().retrieve("marinas opened in the same year as Long Pier")
    assert found.status != "answered"


@cache
def writers() -> motif.Graph:
    """Songs, who wrote them, and one who wrote none."""
    born = {"Ada Finch": 1931, "Ben Marl": 1944, "Cleo Dunn": 1944, "Dov Reed": 1920}
    nodes: list[tuple[tuple[str, ...], dict[str, Any]]] = [
        *((("Person",), {"name": name, "born": year}) for name, year in born.items()),
        *((("Song",), {"title": title}) for title in ("Slack", "Ebb", "Low Tide")),
    ]
    return small_graph("writers", nodes, [(0, "WROTE", 4, {}), (1, "WROTE", 5, {}), (2, "WROTE", 6, {})])


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("writers older than Ben Marl", {"Ada Finch"}),
        ("Which writers are younger than Ada Finch?", {"Ben Marl", "Cleo Dunn"}),
        ("people older than Ben Marl", {"Ada Finch", "Dov Reed"}),
        ("who was born in the same year as Ben Marl?", {"Cleo Dunn"}),
    ],
)
def test_who_does_something_is_compared_with_who_is_named(question: str, expected: set[str]) -> None:
    found = writers().retrieve(question, top_k=20)
    assert (names(found), found.status) == (expected, "answered")
