"""Pairs above a threshold against the plain way: measure every pair, sort, cut."""

from __future__ import annotations

from typing import Any
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

import naive_similarity
from motif.engine import similar_pairs
from motif.engine.control import Control
from motif.engine.similar_pairs import Pairs, cosines, pairs_above
from motif.errors import Cancelled, DeadlineExceeded, InvalidInput


def unit(matrix: NDArray[Any]) -> NDArray[np.float32]:
    return (matrix / np.linalg.norm(matrix, axis=1, keepdims=True)).astype(np.float32)


def listed(pairs: Pairs) -> list[tuple[int, int, float]]:
    return list(zip(pairs.source.tolist(), pairs.target.tolist(), pairs.score.tolist(), strict=True))


@st.composite
def matrices(draw: st.DrawFn) -> tuple[NDArray[np.float32], NDArray[np.float32] | None]:
    """Few values, so that many vectors are equal and many cosines tie; larger than a tile."""
    generator = np.random.default_rng(draw(st.integers(0, 2**32)))
    dimension, values = draw(st.integers(1, 9)), draw(st.sampled_from([2, 3, 50]))

    def one(size: int) -> NDArray[np.float32]:
        return unit(generator.integers(0, values, (size, dimension)) + 0.25)

    size = st.integers(1, 45)
    return one(draw(size)), one(draw(size)) if draw(st.booleans()) else None


@settings(deadline=None)
@given(
    drawn=matrices(),
    threshold=st.sampled_from([-2.0, 0.0, 0.7, 0.9, 0.99, 1.0]),
    cap=st.sampled_from([None, 1, 2, 5, 60]),
    tile=st.sampled_from([(4, 7), (16, 32), (64, 64)]),
)
def test_pairs_are_those_of_the_plain_way(
    drawn: Any, threshold: float, cap: int | None, tile: tuple[int, int]
) -> None:
    left, right = drawn
    with patch.object(similar_pairs, "_TILE", tile):
        found = pairs_above(left, right, threshold, max_neighbours=cap)
    assert listed(found) == naive_similarity.pairs_above(left, right, threshold, cap)


def test_a_score_depends_on_its_two_vectors_alone() -> None:
    generator = np.random.default_rng(0)
    matrix = unit(generator.normal(size=(300, 96)))
    whole = pairs_above(matrix, None, 0.1)
    part = pairs_above(matrix[100:200], None, 0.1)
    inside = (whole.source >= 100) & (whole.target < 200)
    assert whole.score[inside].tolist() == part.score.tolist()
    assert cosines(matrix, matrix, whole.source, whole.target).tolist() == whole.score.tolist()


def test_equal_vectors_are_cut_by_row() -> None:
    matrix = np.tile(unit(np.array([[1.0, 2.0]])), (100, 1))
    found = pairs_above(matrix, None, 0.5, max_neighbours=2)
    assert set(found.score.tolist()) == {
        cosines(matrix, matrix, np.zeros(1, np.int32), np.ones(1, np.int32))[0]
    }
    assert listed(found) == naive_similarity.pairs_above(matrix, None, 0.5, 2)


def test_the_comparison_is_strict() -> None:
    matrix = np.array([[1, 0], [1, 0], [0, 1]], np.float32)
    assert listed(pairs_above(matrix, None, 1.0)) == []
    assert listed(pairs_above(matrix, None, 0.0)) == [(0, 1, 1.0)]
    assert len(pairs_above(matrix, None, 0.0, max_neighbours=5)) == 1


def test_no_rows_give_no_pairs() -> None:
    nothing = np.zeros((0, 3), np.float32)
    some = unit(np.ones((2, 3)))
    for left, right in ((nothing, None), (nothing, some), (some, nothing)):
        for cap in (None, 3):
            assert len(pairs_above(left, right, -2.0, max_neighbours=cap)) == 0


@pytest.mark.parametrize(
    ("left", "right", "cap", "message"),
    [
        (
            np.ones((2, 3), np.float32),
            np.ones((2, 4), np.float32),
            None,
            "left has 3 dimensions, right has 4",
        ),
        (np.ones(3, np.float32), None, None, "left must be a matrix with one vector per row"),
        (np.ones((2, 3), np.float32), None, 0, "max_neighbours must be 1 or more"),
    ],
)
def test_what_does_not_fit_is_said(left: Any, right: Any, cap: int | None, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        pairs_above(left, right, 0.5, max_neighbours=cap)


def test_a_search_stops_between_blocks_and_tells_how_far_it_is() -> None:
    matrix = unit(np.random.default_rng(0).normal(size=(50, 4)))
    told: list[tuple[int, int]] = []
    with patch.object(similar_pairs, "_TILE", (10, 20)):
        pairs_above(matrix, None, 0.5, progress=lambda done, total: told.append((done, total)))
        assert told[0][0] == 0 and told[-1][0] == told[-1][1] == len(told) - 1

        control = Control()
        seen: list[int] = []

        def cancel(done: int, total: int) -> None:
            seen.append(done)
            if done == 2:
                control.cancel()

        with pytest.raises(Cancelled, match="stopped after 2 of"):
            pairs_above(matrix, None, 0.5, control=control, progress=cancel)
        assert seen == [0, 1, 2]
        with Control(timeout=0) as late, pytest.raises(DeadlineExceeded):
            pairs_above(matrix, None, 0.5, max_neighbours=3, control=late)
