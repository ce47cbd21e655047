"""Things called by two words: a share of them, an average length of them by kind, and what is left out."""

from __future__ import annotations

from functools import cache

import pytest

import motif
from motif.graphs.evidence import Node
from motif.planners.meaning.linking import Linker
from question_graphs import small_graph


@cache
def banks() -> motif.Graph:
    nodes = [
        (("SeedBank",), {"name": "Alder", "isPublic": True}),
        (("SeedBank",), {"name": "Birch", "isPublic": False}),
        (("SeedBank",), {"name": "Cedar", "isPublic": True}),
        (("SeedBank",), {"name": "Dogwood", "isPublic": True}),
        (("FieldTrial",), {"name": "T1", "duration_days": 10, "crop": "rye"}),
        (("FieldTrial",), {"name": "T2", "duration_days": 20, "crop": "rye"}),
        (("FieldTrial",), {"name": "T3", "duration_days": 40, "crop": "oats"}),
        (("FieldTrial",), {"name": "T4", "duration_days": 60}),
    ]
    links = [(trial, "runBy", trial % 3, {}) for trial in range(4, 8)]
    links += [(3, "ownedBy", 1, {})]
    return small_graph("banks", nodes, links)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What percentage of the seed banks is public?", {(75,)}),
        ("How many SBs are public?", {(3,)}),
        ("Which FTs lasted more than 30 days?", {("T3",), ("T4",)}),
        (
            "How many field trials are there per crop, leaving out those whose crop is unknown?",
            {("rye", 2), ("oats", 1)},
        ),
        (
            "How many field trials are there per crop? Ignore those whose crop is unknown.",
            {("rye", 2), ("oats", 1)},
        ),
    ],
)
def test_they_are_counted_and_measured(question: str, expected: set[tuple[object, ...]]) -> None:
    found = banks().retrieve(question, planner="meaning")
    rows = {tuple(one.name if isinstance(one, Node) else one for one in piece.answers) for piece in found}
    assert rows == expected, found.readings
    assert found.status == "answered"


def test_an_unknown_noun_is_not_what_has_the_number() -> None:
    found = banks().retrieve("Which widgets have a duration of more than 30 days?", planner="meaning")
    assert found.status != "answered"


@pytest.mark.parametrize(
    "question", ["average field trial length by crop", "average field trial length in days by crop"]
)
def test_a_measure_behind_them_is_one_that_is_like_it(question: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Linker, "likeness", lambda _, *texts: 0.7 * ({*texts} == {"length", "duration"}))
    found = banks().retrieve(question, planner="meaning")
    assert {tuple(piece.answers) for piece in found} == {("rye", 15), ("oats", 40), (None, 60)}
