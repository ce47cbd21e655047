"""A preposition is no property, whatever one is called; a company is an organization, whatever the encoder says."""

from __future__ import annotations

from functools import cache

import pytest

import motif
from question_graphs import small_graph


@cache
def clubs() -> motif.Graph:
    nodes = [
        (("Organization",), {"name": "Ferro", "rating": 30}),
        (("Organization",), {"name": "Quill", "rating": 12}),
        (("Person",), {"name": "Ada", "rating": 25}),
        (("Person",), {"name": "Bo", "rating": 20}),
    ]
    links = [
        (2, "VISITED", 0, {"at": "2000-05-01", "on": "Monday"}),
        (2, "VISITED", 1, {"at": "2003-05-01", "on": "Friday"}),
        (3, "VISITED", 1, {"at": "2001-02-03", "on": "Friday"}),
    ]
    return small_graph("clubs", nodes, links, ("at", "on"))


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which people have a rating of at least 25?", {"Ada"}),
        ("Which people have visited an organization with a rating of at most 12?", {"Ada", "Bo"}),
        ("Which people visited more than 1 company?", {"Ada"}),
        ("Which firm was visited by the most people?", {"Quill"}),
    ],
)
def test_small_words_and_kin(question: str, expected: set[str]) -> None:
    found = clubs().retrieve(question, planner="meaning")
    assert {piece.answers[0].name for piece in found} == expected, found.readings


@cache
def guilds() -> motif.Graph:
    nodes = [
        (("Guild",), {"name": name, "view_count": count})
        for name, count in zip("ABCD", (5, 9, 2, 7), strict=True)
    ]
    nodes += [(("Person",), {"name": name}) for name in ("Uma", "Vic")]
    nodes += [(("Seal",), {"name": name}) for name in ("Red", "Blue")]
    links = [
        (0, "HAS_WARDEN", 4, {}),
        (1, "HAS_WARDEN", 5, {}),
        (1, "HAS_CLERK", 4, {}),
        (2, "HAS_CLERK", 5, {}),
        (0, "BEARS", 6, {}),
        (1, "BEARS", 6, {}),
        (2, "BEARS", 7, {}),
    ]
    return small_graph("guilds", nodes, links)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which guilds have no warden?", {"C", "D"}),
        ("guilds without a clerk", {"A", "D"}),
        ("Which guilds have no warden and no clerk?", {"D"}),
        ("Which guilds have neither a warden nor a clerk?", {"D"}),
        ("Which seal is used most?", {"Red"}),
        ("What is the least used seal?", {"Blue"}),
        ("Which guild was viewed the most?", {"B"}),
        ("Which 2 guilds have been viewed most often?", {"B", "D"}),
    ],
)
def test_nouns_for_ends_that_are_not_there_and_what_is_done_most(question: str, expected: set[str]) -> None:
    found = guilds().retrieve(question, planner="meaning")
    assert {piece.answers[0].name for piece in found} == expected, found.readings
    assert found.status == "answered", found.confidence


@cache
def funds() -> motif.Graph:
    nodes = [
        (("Fund",), {"name": "Oak", "nbrEmployees": 12}),
        (("Fund",), {"name": "Elm", "nbrEmployees": 4}),
    ]
    nodes += [(("Person",), {"name": "Ira Moss"}), (("Person",), {"name": "Jan Reed"})]
    links = [
        (2, "INVESTED_IN", 0, {"amount": 2.5}),
        (2, "INVESTED_IN", 1, {"amount": 4.0}),
        (3, "INVESTED_IN", 1, {"amount": 1.0}),
    ]
    return small_graph("funds", nodes, links, ("amount",))


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("How much has Ira Moss invested in total?", 6.5),
        ("How much did Ira Moss invest in Elm?", 4.0),
        ("How much was invested in Elm?", 5.0),
        ("What is the average headcount of the funds?", 8.0),
    ],
)
def test_how_much_is_what_relationships_have_in_all(question: str, expected: float) -> None:
    found = funds().retrieve(question, planner="meaning")
    assert [piece.answers for piece in found] == [(expected,)], found.readings


def test_who_is_not_answered_by_when() -> None:
    nodes = [(("Firm",), {"name": "Ferro", "founded": 1949}), (("Firm",), {"name": "Quill", "founded": 1992})]
    nodes += [(("City",), {"name": "Bosta"}), (("Person",), {"name": "Ada Reed"})]
    links = [(0, "BASED_IN", 2, {}), (1, "BASED_IN", 2, {}), (3, "LIVES_IN", 2, {})]
    found = small_graph("firms", nodes, links).retrieve("Who founded the firms based in Bosta?")
    assert found.status in ("unsure", "not held"), (found.readings, found.confidence)
