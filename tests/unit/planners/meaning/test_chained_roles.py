"""What who did something did besides, on a graph of songs and who wrote, sang and released them."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import motif
from question_graphs import small_graph, told

_SONGS = {
    "Low Tide": ("Ada Finch", "Ben Marl", "Quay Records"),
    "High Water": ("Ada Finch", "Cleo Dunn", "Quay Records"),
    "Slack": ("Ben Marl", "Ben Marl", "Lamp House"),
    "Ebb": ("Ada Finch", "Ben Marl", "Lamp House"),
}


@cache
def songs() -> motif.Graph:
    people, firms = ("Ada Finch", "Ben Marl", "Cleo Dunn"), ("Quay Records", "Lamp House")
    nodes: list[tuple[tuple[str, ...], dict[str, Any]]] = [
        *((("Song",), {"name": name, "length": len(name)}) for name in _SONGS),
        *((("Person",), {"name": name}) for name in people),
        *((("Firm",), {"name": name}) for name in firms),
    ]
    at = {held["name"]: place for place, (_, held) in enumerate(nodes)}
    links: list[tuple[int, str, int, dict[str, Any]]] = [
        link
        for song, (writer, singer, firm) in _SONGS.items()
        for link in (
            (at[writer], "WROTE", at[song], {}),
            (at[singer], "SINGS", at[song], {}),
            (at[song], "RELEASED_BY", at[firm], {}),
        )
    ]
    return small_graph("songs", nodes, links)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What else did the writer of Low Tide write?", {"High Water", "Ebb"}),
        ("Which other songs did the writer of Low Tide write?", {"High Water", "Ebb"}),
        ("Which songs did the writer of Low Tide write?", {"Low Tide", "High Water", "Ebb"}),
        ("Which songs does the singer of Low Tide sing?", {"Low Tide", "Slack", "Ebb"}),
        ("songs by the singer of Low Tide", {"Slack", "Ebb"}),
    ],
)
def test_what_who_did_it_did(question: str, expected: set[str]) -> None:
    status, rows = told(songs(), question)
    assert (status, {str(row[0]) for row in rows}) == ("answered", expected)


def test_what_they_did_otherwise_is_not_told_by_that() -> None:
    assert songs().retrieve("Which songs did the writer of Low Tide hum?").status != "answered"
