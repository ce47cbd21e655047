"""Cabins that are let, and guides: what things cost, what people are qualified in, who has not done something."""

from __future__ import annotations

import pytest

import motif
from question_graphs import small_graph, told


@pytest.fixture(scope="module")
def lodges() -> motif.Graph:
    cabins = (("C1", "loft", 90), ("C2", "loft", 110), ("C3", "hut", 40), ("C4", "hut", 44))
    guests = ("Odile Ferrand", "Per Aasen", "Mira Kovac")
    nodes = [
        *((("Cabin",), {"name": n, "kind": k, "nightly_rate_eur": rate}) for n, k, rate in cabins),
        *((("Guest",), {"name": name}) for name in guests),
        (("Guide",), {"name": "Tor Lien", "qualifications": ["rafting", "first aid"]}),
        (("Guide",), {"name": "Eva Moe", "qualifications": ["climbing"]}),
        (("Person",), {"name": "Ola Vik"}),
        (("Person",), {"name": "Siv Dal"}),
        (("Medal",), {"name": "Iron Boot"}),
        *((("Tent",), {"name": n, "manufacturer": m}) for n, m in (("Ridge", "Halden"), ("Dome", "Ostby"))),
    ]
    links = [
        (4, "BOOKED", 0, {"total_eur": 360, "status": "completed"}),
        (5, "BOOKED", 2, {"total_eur": 400, "status": "cancelled"}),
        (6, "BOOKED", 3, {"total_eur": 88, "status": "completed"}),
        (9, "WON", 11, {}),
    ]
    return small_graph("lodges", nodes, links, ("total_eur", "status"), is_encoded=True)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What is the price of cabin C2?", [(110,)]),
        ("average price of a cabin by kind", [("hut", 42.0), ("loft", 100.0)]),
        ("Which guides are qualified in rafting?", [("Tor Lien",)]),
        ("Which guides are qualified for climbing?", [("Eva Moe",)]),
        ("Which tents are made by Halden?", [("Ridge",)]),
        ("tents produced by Ostby", [("Dome",)]),
        ("Which guests cancelled a booking?", [("Per Aasen",)]),
        ("guides with a climbing qualification", [("Eva Moe",)]),
    ],
)
def test_what_they_cost_and_can_do(lodges: motif.Graph, question: str, expected: list[object]) -> None:
    status, rows = told(lodges, question)
    assert (status, sorted(rows, key=str)) == ("answered", expected)


def test_what_somebody_never_did_tells_nothing_of_who_they_are(lodges: motif.Graph) -> None:
    """ "Climbers" who never won are some of the people at most."""
    assert told(lodges, "climbers who never won a medal")[0] != "answered"
