"""What a named thing is said to be, and is, is no other thing of its kind: on towns that are neighbours."""

from __future__ import annotations

import pytest

import motif
from question_graphs import small_graph

NODES = [
    (("Town",), {"name": "Velden", "population": 900, "mayor": "Ada Brook"}),
    (("Town",), {"name": "Kirn", "population": 5000, "mayor": "Bo Lund"}),
    (("Town",), {"name": "Lund Mills", "population": 70}),
    (("Province",), {"name": "Norrland"}),
    (("Province",), {"name": "Southmark"}),
    (("Abbey",), {"name": "Grey Abbey"}),
    *((("Firm",), {"name": name}) for name in ("Acre Works", "Bell Tools", "Corn Mills")),
]
LINKS: list[tuple[int, str, int, dict[str, object]]] = [
    (0, "NEIGHBOUR_OF", 1, {}),
    (1, "NEIGHBOUR_OF", 0, {}),
    (1, "NEIGHBOUR_OF", 2, {}),
    (2, "NEIGHBOUR_OF", 1, {}),
    (0, "IN_PROVINCE", 3, {}),
    (1, "IN_PROVINCE", 4, {}),
    (2, "IN_PROVINCE", 4, {}),
    (5, "IN_PROVINCE", 3, {}),
    (6, "HAS_SUBSIDIARY", 7, {}),
    (7, "HAS_SUBSIDIARY", 8, {}),
]


@pytest.fixture(scope="module")
def graph() -> motif.Graph:
    return small_graph("towns", NODES, LINKS)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Is Velden a town in Norrland?", True),
        ("Is Velden a town in Southmark?", False),  # its neighbour is
        ("Is Kirn one of the towns in Southmark?", True),
        ("Is Velden one of the towns of Southmark?", False),
        ("Was Velden a town with more than 1000 people?", False),
        ("Is Kirn a town with more than 1000 people?", True),
        ("Is Kirn a town?", True),
        ("Is Grey Abbey an abbey in Norrland?", True),
        ("Is it true that Kirn is a town in Norrland?", False),
        ("Is it true that Velden is one of the towns in Southmark?", False),
        ("Is Ada Brook the mayor of Velden?", True),
        ("Is Bo Lund the mayor of Velden?", False),
        ("Is Bo Lund Kirn's mayor?", True),
    ],
)
def test_it_is_asked_of_the_one_that_is_named(graph: motif.Graph, question: str, said: bool) -> None:
    found = graph.retrieve(question)
    assert (found.status, [piece.answers for piece in found]) == ("answered", [(said,)]), found.readings


def test_where_the_rest_is_not_read_it_is_unsure(graph: motif.Graph) -> None:
    assert graph.retrieve("Is Velden a town that Southmark ever hoodwinked?").status != "answered"


@pytest.mark.parametrize("verb", ["have", "own"])
def test_what_is_had_as_something_is_that_of_its_owner(graph: motif.Graph, verb: str) -> None:
    """It was whose that is, surely."""
    found = graph.retrieve(f"Which firms does Bell Tools {verb} as subsidiaries?")
    assert found.status == "answered"
    assert [one.name for piece in found for one in piece.answers] == ["Corn Mills"]


def test_what_can_be_done_is_no_property_that_is_called_so() -> None:
    """It was the cooking times, surely."""
    nodes = [
        (("Dish",), {"name": "Lentil Soup", "cookingTime": 30}),
        (("Dish",), {"name": "Bean Stew", "cookingTime": 90}),
        (("Ingredient",), {"name": "red lentils"}),
    ]
    dishes = small_graph("dishes", nodes, [(0, "CONTAINS_INGREDIENT", 2, {})])
    found = dishes.retrieve("What can I cook with red lentils?")
    assert found.status != "answered" and (30,) not in [piece.answers for piece in found]
