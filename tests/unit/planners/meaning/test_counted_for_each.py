"""What is counted for each thing, by words that a relation must say; properties behind the noun that has them; and
texts that are the names of what things are joined to."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import motif
from question_graphs import answered, small_graph, told

_INNS = (("Anchor", 80, 120), ("Bell", 90, 60))


@cache
def inns() -> motif.Graph:
    """Guests booked rooms, travel together and reviewed inns; a room has a nightly rate, and a parcel a ship name."""
    nodes: list[tuple[tuple[str, ...], dict[str, Any]]] = [
        *((("Inn",), {"name": name}) for name, *_ in _INNS),
        *(
            (("Room",), {"name": f"R{at}", "nightlyRate": rate})
            for at, (_, *rates) in enumerate(_INNS)
            for rate in rates
        ),
        *((("Guest",), {"name": name}) for name in ("Ada", "Bo", "Cy")),
        *(
            (("Parcel",), {"name": name, "shipName": to})
            for name, to in (("P1", "Ada"), ("P2", "Ada"), ("P3", "Bo"))
        ),
    ]
    links: list[tuple[int, str, int, dict[str, Any]]] = [
        *((2 + at, "IN_INN", at // 2, {}) for at in range(4)),
        *((6 + who, "BOOKED", 2 + room, {}) for who, room in ((0, 0), (0, 1), (0, 2), (1, 3))),
        (6, "TRAVELS_WITH", 7, {}),
        *(
            (6 + who, "REVIEWED", inn, {"rating": stars})
            for who, inn, stars in ((0, 0, 3), (1, 1, 5), (2, 1, 4))
        ),
        *((6 + who, "SENT", 9 + at, {}) for at, who in enumerate((0, 1, 0))),
    ]
    return small_graph("inns", nodes, links, ("rating",))


@pytest.mark.parametrize(
    "said", ["guests and the number of their bookings", "guests with how many bookings they have"]
)
def test_a_deed_is_counted_by_what_it_was_done_to(said: str) -> None:
    assert answered(inns(), said) == [("Ada", 3), ("Bo", 1), ("Cy", 0)]


@pytest.mark.parametrize(
    "said",
    [
        "inns with the number of guests who stayed there",
        "guests and the number of rooms below 70 they booked",
    ],
)
def test_what_is_said_of_the_counted_and_not_read_is_told(said: str) -> None:
    assert told(inns(), said)[0] != "answered"


def test_who_reviewed_them_is_counted() -> None:
    assert answered(inns(), "inns with the number of guests who reviewed them") == [
        ("Anchor", 1),
        ("Bell", 2),
    ]


def test_a_property_behind_a_noun_is_that_of_the_noun() -> None:
    assert answered(inns(), "Which inn has the highest room rate?") == [("Anchor",)]
    assert answered(inns(), "Which inn has the highest rating?") == [("Bell",)]


def test_whose_things_are_is_told_by_what_they_are_joined_to_before_a_text_that_is_the_same() -> None:
    assert answered(inns(), "parcels of Ada") == [("P1",), ("P3",)]
    assert answered(inns(), "parcels with ship name Ada") == [("P1",), ("P2",)]


@pytest.mark.parametrize(
    "said", ["the largest parcel", "parcels with the same sender", "parcels in the same depot"]
)
def test_what_tells_things_apart_is_no_measure_and_what_is_the_same_of_no_other_is_told(said: str) -> None:
    nodes: list[tuple[tuple[str, ...], dict[str, Any]]] = [
        (("Parcel",), {"name": "P1", "employeeId": 7, "sender": "Ada"}),
        (("Parcel",), {"name": "P2", "employeeId": 9, "sender": "Ada"}),
        (("Depot",), {"name": "North"}),
    ]
    graph = small_graph("depot", nodes, [(0, "IN", 2, {}), (1, "IN", 2, {})])
    assert told(graph, said)[0] != "answered"
