"""A value in the plural is a noun for what has it; which of several kinds, what else is said of them tells."""

from __future__ import annotations

import pytest

import motif
from question_graphs import small_graph, told


@pytest.fixture(scope="module")
def kennels() -> motif.Graph:
    dogs = (("Bramble", "setter"), ("Fennel", "beagle"), ("Juno", "setter"), ("Pepper", "setter"))
    nodes = [
        *((("Dog",), {"name": name, "breed": breed}) for name, breed in dogs),
        *((("Advert",), {"name": name, "breed": "setter"}) for name in ("Advert 12", "Advert 15")),
        (("Town",), {"name": "Ayr"}),
        (("Town",), {"name": "Ely"}),
    ]
    links = [
        *((at, "LIVES_IN", town, {}) for at, town in ((0, 6), (1, 6), (2, 7), (3, 6))),
        (0, "PLAYS_WITH", 1, {}),
        (2, "PLAYS_WITH", 3, {}),
        (4, "PLACED_BY", 1, {}),
        (5, "PLACED_BY", 2, {}),
    ]
    return small_graph("kennels", nodes, links, is_encoded=True)


def test_what_is_said_of_them_tells_which_they_are(kennels: motif.Graph) -> None:
    status, rows = told(kennels, "setters that live in Ayr")
    assert (status, sorted(rows)) == ("answered", [("Bramble",), ("Pepper",)])
    assert told(kennels, "How many setters live in Ely?") == ("answered", [(1,)])


def test_where_nothing_tells_it_is_unsure(kennels: motif.Graph) -> None:
    assert told(kennels, "How many setters are there?")[0] == "unsure"
    assert told(kennels, "How many beagles are there?") == ("answered", [(1,)])
