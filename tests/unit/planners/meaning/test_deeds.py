"""What may be done to one thing more than once is counted by how often it was done."""

from __future__ import annotations

from typing import Any

import pytest

from ferry_graph import ferries
from motif.graphs.evidence import Node


def told(question: str) -> tuple[str | None, list[tuple[Any, ...]]]:
    found = ferries().retrieve(question, top_k=20, planner="meaning")
    rows = found.table.rows if found.table is not None else ()
    return found.status, [tuple(one.name if isinstance(one, Node) else one for one in row) for row in rows]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which ferry has the most dockings?", [("Gannet", 3)]),
        ("top 2 ferries by number of dockings", [("Gannet", 3), ("Petrel", 2)]),
        ("ferries with at least 2 dockings", [("Gannet", 3), ("Petrel", 2)]),
        ("ferries with fewer than 2 dockings", [("Tern", 1), ("Auk", 0)]),
        ("ferries with exactly 3 dockings", [("Gannet", 3)]),
        ("harbours with more than 2 dockings", [("Skarn", 4)]),
        ("mates with at least 2 leaks", [("Ada Rusk", 3)]),
        ("Which mate has the most leaks?", [("Ada Rusk", 3)]),
        ("mates who served on at least 2 ferries", [("Ada Rusk", 2), ("Bo Thorne", 3)]),
    ],
)
def test_deeds_are_counted_and_not_things(question: str, expected: list[tuple[Any, ...]]) -> None:
    status, rows = told(question)
    assert (status, rows) == ("answered", expected)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which ferries docked at least 2 harbours?", [("Petrel", 2)]),
        ("How many harbours did each ferry dock at?", [("Gannet", 1), ("Petrel", 2), ("Tern", 1)]),
    ],
)
def test_things_that_are_named_are_counted_once(question: str, expected: list[tuple[Any, ...]]) -> None:
    assert sorted(told(question)[1]) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("ferries that have docked at least three times", [("Gannet", 3)]),
        ("Which ferries docked twice?", [("Petrel", 2)]),
        ("ferries that docked more than once", [("Gannet", 3), ("Petrel", 2)]),
    ],
)
def test_how_many_times_is_how_often_it_was_done(question: str, expected: list[tuple[Any, ...]]) -> None:
    assert told(question)[1] == expected


def test_who_did_the_most_is_no_property() -> None:
    assert told("Who reported the most leaks?")[1] == [("Ada Rusk", 3)]
