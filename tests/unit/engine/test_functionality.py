"""How far a relation settles its ends, against counting by hand."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

import naive
from motif.engine.functionality import functionality, shared_pairs

pairs = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), max_size=15)


def ends(of: list[tuple[int, int]]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    rows = np.array(of, dtype=np.int32).reshape(-1, 2)
    return rows[:, 0], rows[:, 1]


@given(pairs)
def test_functionality_is_what_counting_gives(of: list[tuple[int, int]]) -> None:
    assert functionality(*ends(of)) == tuple(float(part) for part in naive.functionality(of))


@given(pairs, pairs)
def test_shared_pairs_are_what_counting_gives(
    one: list[tuple[int, int]], other: list[tuple[int, int]]
) -> None:
    assert shared_pairs(ends(one), ends(other)) == naive.shared_pairs(one, other)


def test_few_triples_settle_nothing() -> None:
    capitals = [(country, country + 100) for country in range(8)]
    assert max(functionality(*ends(capitals))) < 0.9
    assert min(functionality(*ends([*capitals, (8, 108)]))) == 0.9


def test_rows_beyond_16_bits_are_told_apart() -> None:
    assert functionality(*ends([(70_000, 1), (70_000, 70_001), (1, 70_000)])) == (0.5, 0.75)
