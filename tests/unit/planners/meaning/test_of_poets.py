"""Poets who were born and died somewhere: who lives, how old they were, and in which country somebody was born."""

from __future__ import annotations

import pytest

import motif
from question_graphs import small_graph, told

POETS = (
    ("Mair Pugh", "1850-03-01", "1911-05-02"),
    ("Elis Vaughan", "1821-06-11", "1890-01-03"),
    ("Sian Harte", "1948-02-20", None),
    ("Owain Lacey", "1961-09-09", None),
)


@pytest.fixture(scope="module")
def poets() -> motif.Graph:
    dates = ("date_of_birth", "date_of_death")
    people = [
        {"name": name} | {key: day for key, day in zip(dates, days, strict=True) if day}
        for name, *days in POETS
    ]
    nodes = [
        *((("Person",), properties) for properties in people),
        *((("Town",), {"name": name}) for name in ("Aber", "Lund", "Corley")),
        *((("Country",), {"name": name}) for name in ("Norrland", "Westmark")),
        *((("Poem",), {"name": name}) for name in ("Ebb", "Tallow", "Mist")),
        (("Prize",), {"name": "Gold Quill"}),
    ]
    links = [
        *((at, "bornIn", town, {}) for at, town in ((0, 4), (1, 5), (2, 5), (3, 6))),
        (0, "diedIn", 5, {}),
        (0, "WON", 12, {"year": 1880}),
        (1, "WON", 12, {"year": 1889}),
        *((at, "partOf", country, {}) for at, country in ((4, 7), (5, 8), (6, 8))),
        *((at, "writtenBy", who, {}) for at, who in ((9, 0), (10, 2), (11, 2))),
    ]
    return small_graph("poets", nodes, links, ("year",), is_encoded=True)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Who is the oldest living person?", ["Sian Harte"]),
        ("How many people are still alive?", [2]),
        ("Which people are dead?", ["Elis Vaughan", "Mair Pugh"]),
        ("How old was Mair Pugh when she died?", [61]),
        ("At what age did Elis Vaughan die?", [68]),
        ("Who won the Gold Quill most recently?", ["Elis Vaughan"]),
        ("writers born in Westmark", ["Sian Harte"]),
    ],
)
def test_lives(poets: motif.Graph, question: str, expected: list[object]) -> None:
    status, rows = told(poets, question)
    assert (status, sorted(row[0] for row in rows)) == ("answered", expected)
