"""Songs and who wrote their words: nouns and verbs for what relationships are called by, and foreign names."""

from __future__ import annotations

import pytest

import motif
from question_graphs import small_graph, told

PEOPLE = ("Ines Calado", "Rui Teles", "Dora Pinto", "Abel Nunes")
SONGS = {"La luna lenta": 200, "Night Bus": 185, "Second Floor": 240}


@pytest.fixture(scope="module")
def songs() -> motif.Graph:
    nodes = [
        *((("Person",), {"name": name}) for name in PEOPLE),
        *((("Song",), {"name": name, "running_time": time}) for name, time in SONGS.items()),
        (("Prize",), {"name": "Silver Reed"}),
        (("Verse",), {"name": "Verse of the moon"}),
        (("Verse",), {"name": "Verse of the stairs"}),
    ]
    links = [
        *((4 + song, "lyricsBy", person, {}) for song, person in ((0, 0), (1, 0), (2, 1))),
        *((4 + song, "melodyBy", person, {}) for song, person in ((0, 2), (1, 1), (2, 2))),
        (2, "receivesPrize", 7, {"year": 2004}),
        (0, "receivesPrize", 7, {"year": 2011}),
        (8, "appearsIn", 4, {}),
        (9, "appearsIn", 6, {}),
    ]
    return small_graph("songs", nodes, links, ("year",), is_encoded=True)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Who is the lyricist of Night Bus?", [("Ines Calado",)]),
        ("lyricists of Second Floor", [("Rui Teles",)]),
        ("Which songs did Ines Calado write the lyrics for?", [("La luna lenta",), ("Night Bus",)]),
        ("lyricists who wrote more than one song", [("Ines Calado",)]),
        ("When did Dora Pinto win the Silver Reed?", [(2004,)]),
        ("In which year did Ines Calado win the Silver Reed?", [(2011,)]),
        (
            "List all songs with their running time and lyricist",
            [
                ("La luna lenta", 200, "Ines Calado"),
                ("Night Bus", 185, "Ines Calado"),
                ("Second Floor", 240, "Rui Teles"),
            ],
        ),
        ("verses in La luna lenta", [("Verse of the moon",)]),
    ],
)
def test_what_relationships_are_called_by(songs: motif.Graph, question: str, expected: list[object]) -> None:
    status, rows = told(songs, question)
    assert (status, sorted(rows, key=str)) == ("answered", expected)


def test_another_language_is_told_although_a_name_is_left_out(songs: motif.Graph) -> None:
    assert told(songs, "versos en La luna lenta")[0] != "answered"
