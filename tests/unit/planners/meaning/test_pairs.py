"""Pairs of things by what they share, each pair once."""

from __future__ import annotations

from typing import Any

import pytest

from ferry_graph import ferries
from motif.graphs.evidence import Node


def told(question: str) -> list[tuple[Any, ...]]:
    found = ferries().retrieve(question, top_k=20)
    assert found.status == "answered", found.readings
    rows = found.table.rows if found.table is not None else ()
    return sorted(tuple(one.name if isinstance(one, Node) else one for one in row) for row in rows)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which two mates served on the most ferries together?", [("Ada Rusk", "Bo Thorne", 2)]),
        ("which pair of mates served on the most ferries in common", [("Ada Rusk", "Bo Thorne", 2)]),
        (
            "pairs of mates who served on the same ferry",
            [("Ada Rusk", "Bo Thorne", 2), ("Bo Thorne", "Cy Vale", 1)],
        ),
        (
            "pairs of ferries that docked at the same harbour",
            [("Gannet", "Petrel", 1), ("Petrel", "Tern", 1)],
        ),
    ],
)
def test_each_pair_is_told_once(question: str, expected: list[tuple[Any, ...]]) -> None:
    assert told(question) == expected


def test_two_that_share_nothing_are_no_pair() -> None:
    assert told("the 2 mates with the most leaks") == [("Ada Rusk", 3), ("Bo Thorne", 1)]
