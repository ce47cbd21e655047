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
    return small_graph("clubs", nodes, links)


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
