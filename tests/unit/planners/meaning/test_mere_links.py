"""Words that only tie one thing to another, nouns for persons, kinds in compounds, and values beside their property."""

from __future__ import annotations

from datetime import date
from functools import cache
from typing import Any

import pytest

import motif
from motif.graphs.evidence import Node
from motif.planners.meaning.label_words import labels_said
from motif.planners.meaning.schema_words import words_in
from motif.planners.reading.words import words_of
from question_graphs import small_graph


@cache
def potteries() -> motif.Graph:
    fired = "avg_firing_time_hours"
    nodes: list[tuple[tuple[str, ...], dict[str, Any]]] = [
        (("Person",), {"name": "Ann Lee", "gender": "female", "country_of_citizenship": "Norway"}),
        (("Person",), {"name": "Bo Lark", "gender": "male", "country_of_citizenship": "Peru"}),
        (("Vase",), {"name": "Tall Blue", "year": 1920, "glaze": "salt", fired: 30}),
        (("Vase",), {"name": "Moon Jar", "year": 1931, "glaze": "celadon", fired: 22}),
        (("Vase",), {"name": "Green Heron", "year": 1940, "glaze": "salt", fired: 12}),
        (("Bowl",), {"name": "Rice Bowl", "year": 1950, "glaze": "ash", fired: 8}),
        (("Style",), {"name": "studio pottery"}),
        (("Style",), {"name": "floral vase"}),
        (("Museum",), {"name": "Clay House", "head_curator": "Mia Holt"}),
        (("Museum",), {"name": "Kiln Hall", "head_curator": "Tom Ray"}),
    ]
    links: list[tuple[int, str, int, dict[str, Any]]] = [
        (2, "madeBy", 0, {}),
        (3, "madeBy", 0, {}),
        (4, "madeBy", 1, {}),
        (5, "madeBy", 1, {}),
        (2, "hasStyle", 6, {}),
        (3, "hasStyle", 7, {}),
        (4, "hasStyle", 7, {}),
        (5, "hasStyle", 6, {}),
        (2, "keptAt", 8, {}),
        (3, "keptAt", 9, {}),
        (4, "keptAt", 9, {}),
    ]
    return small_graph("potteries", nodes, links, is_encoded=True)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which vases are linked to the studio pottery style?", {"Tall Blue"}),
        ("Which vases belong to the studio pottery style?", {"Tall Blue"}),
        ("How many vases are classified under the studio pottery style?", {1}),
        ("What are the names of the floral vases kept at Kiln Hall?", {"Moon Jar", "Green Heron"}),
        ("Which vases have the style floral vase?", {"Moon Jar", "Green Heron"}),
        ("Who are the artists who made both Tall Blue and Moon Jar?", {"Ann Lee"}),
        ("In which museum is the Moon Jar found?", {"Kiln Hall"}),
        ("Which people are citizens of Norway?", {"Ann Lee"}),
        ("Which museums, where the head curator is not Tom Ray, keep a vase?", {"Clay House"}),
        ("What are the museums where Tom Ray is the head curator?", {"Kiln Hall"}),
        ("Which types of glaze do the vases have?", {"salt", "celadon"}),
        ("What are the average firing times (in hours) of vases kept at Clay House?", {30}),
    ],
)
def test_what_is_said_in_passing_leaves_nothing_out(question: str, expected: set[Any]) -> None:
    found = potteries().retrieve(question, planner="meaning", top_k=20)
    rows = [piece.answers[0] for piece in found]
    assert ({one.name if isinstance(one, Node) else one for one in rows}, found.status) == (
        expected,
        "answered",
    ), found.metadata


@pytest.mark.parametrize(
    "question",
    ["Which nurses are there?", "How many nurses are there?", "Which nurses made a vase?", "List all pilots"],
)
def test_persons_of_whom_the_graph_knows_no_more_are_not_all_of_them(question: str) -> None:
    found = potteries().retrieve(question, planner="meaning")
    assert found.status != "answered"


@pytest.mark.parametrize("noun", ["lawyer", "attorney", "nurse"])
def test_whoever_is_joined_to_somebody_is_no_lawyer_of_theirs(noun: str) -> None:
    nodes: list[tuple[tuple[str, ...], dict[str, Any]]] = [
        *(
            (("Policyholder",), {"name": name, "occupation": "baker", "birth_date": date(1960, 1, 1)})
            for name in ("Ann Lee", "Tom Ray", "Una Fox")
        ),
        (("Garage",), {"name": "Dent & Sons"}),
        (("Branch",), {"name": "East Side"}),
    ]
    links: list[tuple[int, str, int, dict[str, Any]]] = [
        (0, "REFERRED", 1, {}),
        (1, "REFERRED", 2, {}),
        (3, "PARTNER_OF", 4, {}),
    ]
    graph = small_graph("policies", nodes, links, is_encoded=True)
    assert graph.retrieve(f"Which {noun} represents Una Fox?", planner="meaning").status != "answered"


def test_whoever_belongs_to_a_house_is_a_member_of_it() -> None:
    nodes: list[tuple[tuple[str, ...], dict[str, Any]]] = [
        *((("Character",), {"name": name, "age": 40}) for name in ("Ann Lee", "Tom Ray", "Una Fox")),
        (("House",), {"name": "House Dent"}),
        (("Battle",), {"name": "Battle of Kirn"}),
    ]
    links: list[tuple[int, str, int, dict[str, Any]]] = [
        (0, "BELONGS_TO", 3, {}),
        (1, "BELONGS_TO", 3, {}),
        (2, "COMMANDED_IN", 4, {}),
    ]
    graph = small_graph("houses", nodes, links, is_encoded=True)
    found = graph.retrieve("How many members does House Dent have?")
    assert (found.status, [piece.answers for piece in found]) == ("answered", [(2,)]), found.readings


@pytest.mark.parametrize(
    "question",
    ["Which vases did Ann Lee sell?", "Which museums insure the Moon Jar?", "Who bought the Moon Jar?"],
)
def test_a_verb_that_says_something_else_is_no_mere_link(question: str) -> None:
    found = potteries().retrieve(question, planner="meaning")
    assert found.status != "answered"


def test_an_adjective_is_its_noun_in_a_label_of_two_words() -> None:
    labels = {"CultureGroup": words_in("CultureGroup"), "Class": words_in("Class")}
    said = [
        (first, last) for first, last, _ in labels_said(labels, words_of("the cultural groups of classes"))
    ]
    assert (1, 2) in said
