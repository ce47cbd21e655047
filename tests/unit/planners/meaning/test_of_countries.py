"""Questions to a graph whose commonest relation is called by a preposition and what it leads to: `IN_COUNTRY`."""

from __future__ import annotations

from functools import cache

import pytest

import motif
from question_graphs import small_graph, told

COUNTRIES = {"Ostrava Land": 4, "Westmark": 9, "Sudland": 2}
CITIES = {
    "Alfa": ("Ostrava Land", 10),
    "Beta": ("Ostrava Land", 30),
    "Gamma": ("Westmark", 5),
    "Delta": ("Westmark", 7),
    "Epsilon": ("Westmark", 9),
    "Zeta": ("Sudland", 50),
}
CAPITALS = {"Ostrava Land": "Alfa", "Westmark": "Delta", "Sudland": "Zeta"}
WROTE = {"Ann": (1999, 2017), "Bob": (2017,), "Cid": ()}
NEIGHBOURS = [("Ostrava Land", "Westmark"), ("Sudland", "Ostrava Land")]
"""Each pair once, though it holds both ways."""


@cache
def countries() -> motif.Graph:
    """Countries with their cities, one of them the capital, and their neighbours."""
    nodes: list[tuple[tuple[str, ...], dict[str, object]]] = [
        *((("Publication",), {"name": f"Book {year}", "year": year}) for year in (1999, 2015, 2015, 2017)),
        *((("Country",), {"name": name, "regions": regions}) for name, regions in COUNTRIES.items()),
        *((("City",), {"name": name, "population": many}) for name, (_, many) in CITIES.items()),
    ]
    nodes += [(("Person",), {"name": name}) for name in WROTE]
    at = {held["name"]: place for place, (_, held) in enumerate(nodes)}
    links = [
        *((name, "IN_COUNTRY", country) for name, (country, _) in CITIES.items()),
        *((country, "HAS_CAPITAL", city) for country, city in CAPITALS.items()),
        *((one, "NEIGHBOUR_OF", other) for one, other in NEIGHBOURS),
        ("Alfa", " ", "Beta"),  # called by no word
        *((name, "WROTE", f"Book {year}") for name, years in WROTE.items() for year in years),
    ]
    return small_graph("countries", nodes, [(at[one], kind, at[other], {}) for one, kind, other in links], ())


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What is the average population of cities in Westmark?", {7.0}),
        ("Is Beta in Ostrava Land?", {True}),
        ("List the two largest cities in Westmark.", {"Epsilon", "Delta"}),
        ("Name the capitals of the neighbours of Ostrava Land.", {"Delta", "Zeta"}),
        ("What is the capital of Westmark?", {"Delta"}),
        ("Which cities in Alfa are there?", {"Beta"}),
        ("Which countries share a border with Sudland?", {"Ostrava Land"}),
        ("Does Sudland share a land border with Ostrava Land?", {True}),
        ("Does Sudland share a border with Westmark?", {False}),
        ("How many cities in Westmark have a population above 6?", {2}),
    ],
)
def test_what_is_in_a_place_is_what_the_general_relation_says(question: str, expected: set[object]) -> None:
    status, rows = told(countries(), question)
    assert status == "answered"
    assert {row[0] for row in rows} == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("How many publications were published between 2000 and 2016?", {2}),
        ("Which publications were published in 2017?", {"Book 2017"}),
        ("How many publications have a year before 2016?", {3}),
        ("How many publications have a year greater than 2015?", {1}),
    ],
)
def test_publications_of_a_year(question: str, expected: set[object]) -> None:
    status, rows = told(countries(), question)
    assert status == "answered"
    assert {row[0] for row in rows} == expected
    assert len(rows[0]) == 1


@pytest.mark.parametrize(
    "question",
    [
        "Give me each country and its number of cities.",
        "List each country along with its total number of cities",
        "Show every country together with how many cities it has.",
        "List all countries with their number of cities.",
    ],
)
def test_each_with_its_number(question: str) -> None:
    status, rows = told(countries(), question)
    assert status == "answered"
    assert {row[:2] for row in rows} == {("Ostrava Land", 2), ("Westmark", 3), ("Sudland", 1)}


@pytest.mark.parametrize(
    "said", ["and the number of publications that they wrote", "with how many publications each wrote"]
)
def test_who_does_something_and_how_often(said: str) -> None:
    status, rows = told(countries(), f"List all writers {said}.")
    assert status == "answered"
    assert {row[:2] for row in rows} == {("Ann", 2), ("Bob", 1)}


def test_what_two_share_is_no_property_that_is_only_a_little_like_it() -> None:
    status, _ = told(countries(), "Do Sudland and Westmark share a coastline?")
    assert status != "answered"
