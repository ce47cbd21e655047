"""What is made of what each thing has, and numbers that are written as text."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import motif
from question_graphs import answered, small_graph, told

_SHIPPERS = {"Ardent": "Oslo", "Bolt": "Lund", "Corso": "Oslo"}
_PARCELS = (
    ("P1", "Ardent", 4.0, "99.5", "2024-03-01"),
    ("P2", "Ardent", 6.0, "1007.5", "2024-01-15"),
    ("P3", "Bolt", 1.0, "8", "2023-12-24"),
    ("P4", "Corso", 9.0, "12.5", "2024-02-02"),
    ("P5", "Corso", 2.0, "", "2024-05-05"),
)


@cache
def parcels() -> motif.Graph:
    """Shippers, and parcels with weights that are numbers and tolls that are texts."""
    nodes: list[tuple[tuple[str, ...], dict[str, Any]]] = [
        *((("Shipper",), {"name": name, "city": city}) for name, city in _SHIPPERS.items()),
        *(
            (("Parcel",), {"name": name, "weight": weight, "toll": toll, "sentDate": day})
            for name, _, weight, toll, day in _PARCELS
        ),
    ]
    places = {name: at for at, name in enumerate(_SHIPPERS)}
    links: list[tuple[int, str, int, dict[str, Any]]] = [
        (places[who], "SENT", 3 + at, {}) for at, (_, who, *_) in enumerate(_PARCELS)
    ]
    return small_graph("parcels", nodes, links)


@pytest.mark.parametrize(
    "said",
    [
        "shippers with the average weight of their parcels",
        "Shippers and the average weight of their parcels",
        "List each shipper, along with the average weight of its parcels.",
        "each shipper and its average weight",
        "for each shipper the average weight of its parcels",
    ],
)
def test_what_is_made_of_theirs_is_made_for_each(said: str) -> None:
    assert answered(parcels(), said) == [("Ardent", 5.0), ("Bolt", 1.0), ("Corso", 5.5)]


def test_such_things_may_be_narrowed() -> None:
    assert answered(parcels(), "Shippers in Oslo with the total weight of their parcels") == [
        ("Ardent", 10.0),
        ("Corso", 11.0),
    ]


@pytest.mark.parametrize(
    "said",
    [
        "shippers with their heaviest parcel",
        "each shipper with its heaviest parcel",
        "the heaviest parcel of each shipper",
    ],
)
def test_the_first_of_theirs_is_one_of_each(said: str) -> None:
    assert [row[:2] for row in answered(parcels(), said)] == [
        ("Ardent", "P2"),
        ("Bolt", "P3"),
        ("Corso", "P4"),
    ]


def test_the_day_of_their_latest_is_of_each() -> None:
    found = answered(parcels(), "Show shippers with the date of their latest parcel")
    assert found == [("Ardent", "2024-03-01"), ("Bolt", "2023-12-24"), ("Corso", "2024-05-05")]


def test_how_many_have_so_much_together() -> None:
    assert answered(parcels(), "How many shippers have a total weight above 9?") == [(2,)]
    assert answered(parcels(), "How many shippers have an average weight above 5?") == [(1,)]


@pytest.mark.parametrize(
    "said",
    [
        "each shipper's heaviest parcel",
        "for each shipper, the city and the total weight of their parcels",
        "shippers with their total weight and number of parcels",
    ],
)
def test_what_is_not_made_of_theirs_is_not_sure(said: str) -> None:
    status, rows = told(parcels(), said)
    assert status != "answered", rows


def test_numbers_that_are_written_as_text_are_ranked_as_numbers() -> None:
    assert answered(parcels(), "What is the highest toll?") == [(1007.5,)]
    assert answered(parcels(), "What is the lowest toll?") == [(8.0,)]
    assert answered(parcels(), "Which parcel has the highest toll?") == [("P2",)]
    assert answered(parcels(), "total toll of parcels per shipper") == [
        ("Ardent", 1107.0),
        ("Bolt", 8.0),
        ("Corso", 12.5),
    ]
    _, rows = told(parcels(), "List parcels by toll, highest first")
    assert [name for name, *_ in rows][:4] == ["P2", "P1", "P4", "P3"]
    assert told(parcels(), "Which has a higher toll, P3 or P5?")[0] != "answered", "P5 has none"
    assert answered(parcels(), "Which has a higher toll, P3 or P4?") == [("P4",)]


@pytest.mark.parametrize(
    "said",
    [
        "Which parcels have a weight below their rate?",
        "parcels whose weight is under the rate",
        "parcels with less weight than rate",
    ],
)
def test_a_property_is_compared_with_another_of_the_same_thing(said: str) -> None:
    nodes: list[tuple[tuple[str, ...], dict[str, Any]]] = [
        (("Parcel",), {"name": "P1", "weight": 4, "rate": 5}),
        (("Parcel",), {"name": "P2", "weight": 7, "rate": 5}),
        (("Shipper",), {"name": "Ardent"}),
    ]
    graph = small_graph("rates", nodes, [(2, "SENT", 0, {}), (2, "SENT", 1, {})])
    assert [name for name, *_ in answered(graph, said)] == ["P1"]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("directors and their first movie", [("Ann", "Ark"), ("Ben", "Bow")]),
        ("movies with their oldest actor", [("Ark", "Eve"), ("Bow", "Eve"), ("Cog", "Fay")]),
    ],
)
def test_who_does_something_has_a_first_of_theirs_too(said: str, expected: list[tuple[str, str]]) -> None:
    assert [row[:2] for row in answered(movies(), said)] == expected


@pytest.mark.parametrize(
    "said", ["directors and the year of their first movie", "Who directed their first movie in 1999?"]
)
def test_the_first_of_all_is_not_theirs(said: str) -> None:
    assert told(movies(), said)[0] != "answered"


@cache
def movies() -> motif.Graph:
    """Ann directed two movies and Ben one; who acts in them has a year of birth."""
    nodes: list[tuple[tuple[str, ...], dict[str, Any]]] = [
        *(
            (("Movie",), {"title": name, "released": year})
            for name, year in (("Ark", 1990), ("Bow", 1999), ("Cog", 2001))
        ),
        *(
            (("Person",), {"name": name, "born": year})
            for name, year in (("Ann", 1950), ("Ben", 1960), ("Eve", 1940), ("Fay", 1970))
        ),
    ]
    links = [(3, "DIRECTED", 0), (3, "DIRECTED", 2), (4, "DIRECTED", 1)]
    links += [(5, "ACTED_IN", 0), (6, "ACTED_IN", 0), (5, "ACTED_IN", 1), (6, "ACTED_IN", 2)]
    return small_graph("movies", nodes, [(*link, {}) for link in links])
