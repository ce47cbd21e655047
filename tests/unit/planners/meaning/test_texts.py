"""What texts and lists are asked: what they say, begin with and contain, and how long they are."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest

import motif
from question_graphs import small_graph

_NODES: list[tuple[tuple[str, ...], dict[str, Any]]] = [
    (("Kiosk",), {"name": "Amber", "slogan": "Hot rolls all day", "aliases": ["A1", "Am"]}),
    (("Kiosk",), {"name": "Birch", "slogan": "The best rolls", "aliases": ["B1"]}),
    (("Kiosk",), {"name": "Cedar", "slogan": "The quiet corner by the river", "aliases": ["C", "C1", "Ce"]}),
    (("Kiosk",), {"name": "Dogwood", "description": "A stand " + "of wood " * 20}),
    (("Square",), {"name": "Old Market", "description": "Round."}),
]
_LINKS: list[tuple[int, str, int, dict[str, Any]]] = [(at, "STANDS_ON", 4, {}) for at in range(4)]


@cache
def kiosks() -> motif.Graph:
    return small_graph("kiosks", _NODES, _LINKS)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which kiosks have a slogan that contains 'rolls'?", {"Amber", "Birch"}),
        ("List the kiosks with slogans that start with 'The'.", {"Birch", "Cedar"}),
        ("Which kiosks have a slogan ending with 'river'?", {"Cedar"}),
        ("Which kiosk has the slogan 'the best rolls'?", {"Birch"}),
        ("Which kiosks have a slogan that contains the word 'day'?", {"Amber"}),
        ("Which kiosks have a slogan that contains the words 'Quiet Corner'?", {"Cedar"}),
        ("slogans that contain the word 'rolls'", {"Hot rolls all day", "The best rolls"}),
        ("slogans starting with 'The'", {"The best rolls", "The quiet corner by the river"}),
        ("Which kiosk has the longest slogan?", {"Cedar"}),
        ("Which kiosk has the shortest slogan?", {"Birch"}),
        ("Which kiosks have slogans longer than 15 characters?", {"Amber", "Cedar"}),
        ("List the kiosks whose slogan is at most 14 characters long.", {"Birch"}),
        ("Which kiosk has the most aliases?", {"Cedar"}),
        ("Which kiosks have at least 2 aliases?", {"Amber", "Cedar"}),
        ("What is the description of Old Market?", {"Round."}),
    ],
)
def test_what_a_text_or_a_list_is_asked(question: str, expected: set[str]) -> None:
    found = kiosks().retrieve(question, planner="meaning")
    assert found.table is not None and found.status == "answered", found.readings
    firsts = {row[0] for row in found.table.rows}
    assert {getattr(one, "name", one) for one in firsts} == expected


def test_the_text_that_is_compared_is_shown_beside() -> None:
    found = kiosks().retrieve("Which kiosks have a slogan that contains 'river'?", planner="meaning")
    assert found.table is not None
    assert [row[1:] for row in found.table.rows] == [("The quiet corner by the river",)]


def test_how_long_is_said_in_cypher_too() -> None:
    found = kiosks().retrieve("Which kiosks have slogans longer than 15 characters?", planner="meaning")
    assert "size(kiosk.slogan) > $slogan" in found.metadata["cypher"]["text"]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which kiosks have no slogan?", {"Dogwood"}),
        ("Which kiosks do not have a slogan?", {"Dogwood"}),
        ("Which kiosks have a slogan?", {"Amber", "Birch", "Cedar"}),
        ("List the kiosks without aliases.", {"Dogwood"}),
        ("List the kiosks whose slogan is unknown.", {"Dogwood"}),
        ("List the kiosks whose slogan is not known.", {"Dogwood"}),
        ("How many kiosks lack a slogan?", {1}),
    ],
)
def test_what_has_a_value_and_what_has_none(question: str, expected: set[object]) -> None:
    found = kiosks().retrieve(question, planner="meaning")
    assert found.table is not None and found.status == "answered", found.readings
    assert {getattr(row[0], "name", row[0]) for row in found.table.rows} == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which kiosks have a name that contains 'ed'?", {"Cedar"}),
        ("Find kiosks whose name contains the letters dog", {"Dogwood"}),
        ("Which kiosks have a name that contains the word 'cedar'?", {"Cedar"}),
        ("kiosks with the letters 'ogw' in their name", {"Dogwood"}),
        ("kiosks with the word 'Birch' in their name", {"Birch"}),
        ("List the kiosks with 'ir' in their name.", {"Birch"}),
        ("Which kiosks have names ending in 'r'?", {"Amber", "Cedar"}),
        ("Which kiosks start with the letter B?", {"Birch"}),
        ("Which kiosks begin with D?", {"Dogwood"}),
        ("How many kiosks have a name that starts with 'a'?", {1}),
        ("Which kiosks whose name starts with C stand on the Old Market?", {"Cedar"}),
    ],
)
def test_what_names_say(question: str, expected: set[object]) -> None:
    found = kiosks().retrieve(question, planner="meaning")
    assert found.table is not None and found.status == "answered", (found.readings, found.confidence)
    assert {getattr(row[0], "name", row[0]) for row in found.table.rows} == expected


def test_a_text_in_a_name_is_no_name_of_another_thing() -> None:
    """The tag is called so; the question is about titles."""
    nodes = [
        (("Post",), {"title": "Fix a backup"}),
        (("Post",), {"title": "Logs"}),
        (("Tag",), {"name": "backup"}),
    ]
    posts = small_graph("posts", nodes, [(1, "TAGGED", 2, {})])
    found = posts.retrieve("Which posts have a title that contains 'backup'?")
    assert [piece.answers[0].name for piece in found] == ["Fix a backup"]


@pytest.mark.parametrize("text", ["zzz", "("])
def test_a_text_that_no_name_has_is_none_and_no_error(text: str) -> None:
    found = kiosks().retrieve(f"Which kiosks have a name that contains '{text}'?")
    assert not found and found.status == "empty", found.readings


@pytest.mark.parametrize(
    "question",
    [
        "kiosks whose name contains the word 'dog'",
        "Which kiosks have a slogan that contains the word 'roll'?",
    ],
)
def test_a_word_is_no_part_of_another(question: str) -> None:
    found = kiosks().retrieve(question, planner="meaning")
    assert (len(found), found.status) in {(0, "empty"), (0, "unsure")}
    assert found.readings[0].count("contains the word") == 1


def test_a_word_is_said_in_cypher_too() -> None:
    found = kiosks().retrieve("Which kiosks have a slogan that contains the word 'day'?", planner="meaning")
    assert "toLower(kiosk.slogan) =~ $slogan" in found.metadata["cypher"]["text"]
    assert re.search(
        found.metadata["cypher"]["parameters"]["slogan"].replace(r"[\p{L}\p{N}_]", r"\w"), "all day"
    )


def test_what_is_a_thing_too_is_asked_for_itself() -> None:
    nodes: list[tuple[tuple[str, ...], dict[str, Any]]] = [
        *((("Email",), {"email": text}) for text in ("ann@x.org", "bo@x.org", "cy@y.org")),
        *((("Client",), {"name": name}) for name in ("Ann", "Bo", "Cy")),
    ]
    graph = small_graph("emails", nodes, [(at + 3, "HAS_EMAIL", at, {}) for at in range(3)])
    found = graph.retrieve("Which emails end with '@x.org'?", planner="meaning")
    assert (found.status, len(found)) == ("answered", 2)
