"""Who joined, left and was there when, what was founded before what, and things of their own kind."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import motif
from motif.graphs.evidence import Node
from question_graphs import small_graph

BANDS = {
    "Velvet Tide": ("rock", 1998), "Iron Larks": ("metal", 1987), "Paper Moons": ("pop", 2010),
    "Neon Wolves": ("rock", 2015),
}  # fmt: skip
MEMBERS = [
    ("Anna Voss", "Velvet Tide", 1998, None), ("Bela Kun", "Velvet Tide", 2000, 2009),
    ("Bela Kun", "Paper Moons", 2010, None),
    ("Cid Marr", "Iron Larks", 1987, 2001), ("Gus Orme", "Iron Larks", 1990, None),
    ("Faye Tan", "Neon Wolves", 2016, None),
]  # fmt: skip
PLAYED = [
    ("Velvet Tide", "Fjord Fest", 2009),
    ("Iron Larks", "Sol Sound", 2005),
    ("Paper Moons", "Fjord Fest", 2014),
]
ALBUMS = {"Blue Hours": ("Velvet Tide", 2001), "Anvil": ("Iron Larks", 1990), "Rust": ("Iron Larks", 1995)}


@cache
def bands() -> motif.Graph:
    """Bands with their members from when to when, albums, and festivals by the year that they played there."""
    musicians = sorted({name for name, *_ in MEMBERS})
    nodes: list[tuple[tuple[str, ...], dict[str, Any]]] = [
        *((("Band",), {"name": name, "genre": genre, "founded_year": year}) for name, (genre, year) in BANDS.items()),
        *((("Musician",), {"name": name, "birth_year": 1960 + at}) for at, name in enumerate(musicians)),
        *((("Album",), {"name": name, "release_year": year}) for name, (_, year) in ALBUMS.items()),
        *((("Festival",), {"name": name, "attendance": 45000}) for name in ("Fjord Fest", "Sol Sound")),
    ]  # fmt: skip
    at = {properties["name"]: place for place, (_, properties) in enumerate(nodes)}
    links: list[tuple[int, str, int, dict[str, Any]]] = [
        *((at[name], "MEMBER_OF", at[band], {"start_year": begun, **({"end_year": ended} if ended else {})})
          for name, band, begun, ended in MEMBERS),
        *((at[band], "RELEASED", at[album], {}) for album, (band, _) in ALBUMS.items()),
        *((at[band], "PLAYED_AT", at[festival], {"year": year}) for band, festival, year in PLAYED),
    ]  # fmt: skip
    return small_graph("bands", nodes, links, ("start_year", "end_year", "year"), is_encoded=True)


EXPECTED: dict[str, set[Any]] = {
    "Who joined Iron Larks first?": {"Cid Marr"},
    "Who left Iron Larks?": {"Cid Marr"},
    "Who left Iron Larks in 2001?": {"Cid Marr"},
    "Who joined Velvet Tide after 1999?": {"Bela Kun"},
    "When did Bela Kun join Paper Moons?": {2010},
    "When did Bela Kun leave Velvet Tide?": {2009},
    "former members of Iron Larks": {"Cid Marr"},
    "Which musicians are no longer members of Iron Larks?": {"Cid Marr"},
    "current members of Iron Larks": {"Gus Orme"},
    "Which bands were founded before 1990?": {"Iron Larks"},
    "Was Iron Larks founded before Velvet Tide?": {True},
    "Was Velvet Tide founded before Iron Larks?": {False},
    "Was Rust released after Anvil?": {True},
    "Which bands are rock bands?": {"Velvet Tide", "Neon Wolves"},
    "Which bands are not rock bands?": {"Iron Larks", "Paper Moons"},
    "all bands except rock bands": {"Iron Larks", "Paper Moons"},
    "Are both Velvet Tide and Neon Wolves rock bands?": {True},
    "bands with their number of albums": {("Velvet Tide", 1), ("Iron Larks", 2), ("Paper Moons", 0),
                                         ("Neon Wolves", 0)},
    "When was each album released?": {(name, year) for name, (_, year) in ALBUMS.items()},
    "albums with the bands that released them": {(name, band) for name, (band, _) in ALBUMS.items()},
    "Which festivals were played at in 2009?": {"Fjord Fest"},
}  # fmt: skip


@pytest.mark.parametrize("question", EXPECTED)
def test_answers(question: str) -> None:
    found = bands().retrieve(question, top_k=20)
    told = [tuple(one.name if isinstance(one, Node) else one for one in piece.answers) for piece in found]
    assert {one[0] if len(one) == 1 else one for one in told} == EXPECTED[question]
    assert found.status == "answered"


@pytest.mark.parametrize("question", ["Which bands play rock?", "Who was in the oldest band?"])
def test_what_is_shared_with_others_of_a_kind_is_said(question: str) -> None:
    """Bands that play rock play nothing where rock bands do, and who was in a band is no band."""
    assert bands().retrieve(question).status == "unsure"
