"""Pairs that layers are made of, beside plain loops."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from community_graphs import with_layers
from motif.catalog.rows import RelationshipRow, from_rows
from motif.errors import InvalidInput
from motif.graphs.projection import Projection
from motif.retrievers.community_edges import (
    among,
    edges_between,
    names_between,
    nearest_pairs,
    relationships_among,
)

pairs_of_rows = st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)), max_size=20)


def graph(links: list[tuple[int, int]], types: tuple[str, ...] = ("A", "B")) -> Projection:
    rows: list[RelationshipRow] = [
        (str(one), types[place % len(types)], str(other), {}) for place, (one, other) in enumerate(links)
    ]
    return from_rows([(str(row), [], {"name": str(row)}) for row in range(8)], rows)


def ends(pairs: list[tuple[int, int]]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    columns = np.array(pairs, dtype=np.int32).reshape(-1, 2)
    return columns[:, 0], columns[:, 1]


@given(links=pairs_of_rows, wanted=pairs_of_rows, allowed=st.integers(0, 2**20))
def test_relationships_among_pairs(
    links: list[tuple[int, int]], wanted: list[tuple[int, int]], allowed: int
) -> None:
    projection = graph(links)
    table = projection.relationships
    known = {frozenset(pair) for pair in wanted}
    expected = [
        row
        for row in range(len(table))
        if frozenset((int(table.source[row]), int(table.target[row]))) in known
    ]
    assert relationships_among(projection, ends(wanted)).tolist() == expected
    mask = np.array([allowed >> row & 1 for row in range(len(table))], dtype=np.bool_)
    some = relationships_among(projection, ends(wanted), mask)
    assert some.tolist() == [row for row in expected if mask[row]]


@given(links=pairs_of_rows, rows=st.sets(st.integers(0, 7)))
def test_among_rows(links: list[tuple[int, int]], rows: set[int]) -> None:
    kept = among(np.array(sorted(rows), np.int32), ends(links), 8)
    assert list(zip(*(part.tolist() for part in kept), strict=True)) == [
        pair for pair in links if set(pair) <= rows
    ]


@given(
    values=st.lists(st.lists(st.sampled_from([0.0, 0.25, 0.5, 1.0]), min_size=3, max_size=3), max_size=9),
    k=st.integers(0, 9),
)
def test_nearest_pairs(values: list[list[float]], k: int) -> None:
    vectors = np.array(values, dtype=np.float32).reshape(-1, 3)
    expected = []
    for one in range(len(vectors)):
        others = [other for other in range(len(vectors)) if other != one]
        best = sorted(others, key=lambda other: (-float(vectors[one] @ vectors[other]), other))[:k]
        expected += [(one, other) for other in sorted(best)]
    found = nearest_pairs(vectors, k)
    assert list(zip(*(part.tolist() for part in found), strict=True)) == expected


def test_pairs_of_a_name() -> None:
    projection = with_layers(graph([(0, 1), (1, 2)]), {"A": [("5", "4")], "C": [("6", "7")]})
    source, target = edges_between(projection, "A")
    assert sorted(zip(source.tolist(), target.tolist(), strict=True)) == [(0, 1), (4, 5)]
    assert names_between(projection, np.array([0, 1, 6, 7], np.int32)) == ["A", "C"]
    assert names_between(projection, np.array([3], np.int32)) == []
    with pytest.raises(InvalidInput, match="joined by 'D'"):
        edges_between(projection, "D")
