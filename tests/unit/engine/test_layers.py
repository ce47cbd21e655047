"""Overlaps, grouped vectors, related sets and thresholds against the plain way."""

from __future__ import annotations

from typing import Any
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

import naive_layers
from motif.engine import overlapping_sets, related_sets, similarity_threshold
from motif.engine.grouped_pairs import group_vectors, grouped_cosines, grouped_pairs_above
from motif.engine.overlapping_sets import overlapping_pairs, overlaps_of, weighted_sets
from motif.engine.similar_pairs import Pairs
from motif.engine.similarity_threshold import sample_threshold
from motif.engine.strongest_pairs import strongest_pairs
from motif.errors import InvalidInput
from naive_similarity import best_pairs

CAPS = st.sampled_from([None, 1, 2, 4, 50])


def listed(pairs: Pairs) -> list[tuple[int, int, float]]:
    return list(zip(pairs.source.tolist(), pairs.target.tolist(), pairs.score.tolist(), strict=True))


def arrays(sets: list[set[int]]) -> list[NDArray[np.int32]]:
    return [np.array(sorted(of), np.int32) for of in sets]


SETS = st.lists(st.sets(st.integers(0, 8), max_size=5), min_size=1, max_size=14)


@settings(deadline=None)
@given(
    left=SETS,
    right=st.none() | SETS,
    threshold=st.sampled_from([0.0, 0.2, 0.99]),
    cap=CAPS,
    common=st.integers(1, 8),
)
def test_overlapping_pairs_are_those_of_the_plain_way(
    left: list[set[int]], right: list[set[int]] | None, threshold: float, cap: int | None, common: int
) -> None:
    with patch.object(overlapping_sets, "COMMON", common), patch.object(overlapping_sets, "_ROWS_AT_ONCE", 3):
        sets = weighted_sets(arrays(left), None if right is None else arrays(right))
        found = overlapping_pairs(sets, threshold, max_neighbours=cap)
    expected = naive_layers.overlapping_pairs(left, right, threshold, cap, common)
    assert [pair[:2] for pair in listed(found)] == [pair[:2] for pair in expected]
    assert found.score.tolist() == pytest.approx([score for *_, score in expected], abs=2**-23)
    assert overlaps_of(sets, found.source, found.target).tolist() == found.score.tolist()


def test_a_member_of_all_sets_weighs_nothing() -> None:
    sets = weighted_sets(arrays([{0}, {0}, {0, 1}]))
    assert len(overlapping_pairs(sets, 0.0)) == 0


@st.composite
def grouped(draw: st.DrawFn) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
    generator = np.random.default_rng(draw(st.integers(0, 2**32)))
    matrix = generator.integers(0, 3, (draw(st.integers(1, 6)), 3)) + 0.25
    matrix = (matrix / np.linalg.norm(matrix, axis=1, keepdims=True)).astype(np.float32)
    return generator.integers(-1, len(matrix), draw(st.integers(1, 25))).astype(np.int32), matrix


@settings(deadline=None)
@given(left=grouped(), right=st.none() | grouped(), threshold=st.sampled_from([-2.0, 0.9, 0.999]), cap=CAPS)
def test_rows_that_share_vectors_are_joined_as_if_each_had_its_own(
    left: Any, right: Any, threshold: float, cap: int | None
) -> None:
    one, other = group_vectors(*left), None if right is None else group_vectors(*right)
    found = grouped_pairs_above(one, other, threshold, max_neighbours=cap)
    rows = [None if at < 0 else left[1][at] for at in left[0]]
    others = None if right is None else [None if at < 0 else right[1][at] for at in right[0]]
    assert listed(found) == naive_layers.grouped_pairs(rows, others, threshold, cap)
    assert grouped_cosines(one, other or one, found.source, found.target).tolist() == found.score.tolist()


def test_a_row_without_a_vector_has_no_cosine() -> None:
    vectors = group_vectors(np.array([0, -1], np.int32), np.eye(2, dtype=np.float32))
    first, second = np.array([0], np.int32), np.array([1], np.int32)
    assert grouped_cosines(vectors, vectors, first, second).tolist() == [-np.inf]


@settings(deadline=None)
@given(
    sets=st.lists(st.sets(st.integers(0, 5), max_size=3), min_size=1, max_size=10),
    relations=st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=8),
    cap=st.integers(1, 12),
    most=st.sampled_from([2, 6, 1000]),
)
def test_related_sets_are_those_of_the_plain_way(
    sets: list[set[int]], relations: list[tuple[int, int]], cap: int, most: int
) -> None:
    holds = [(row, member) for row, of in enumerate(sets) for member in sorted(of)]
    columns = np.array(holds, np.int32).reshape(-1, 2)
    ends = np.array(relations, np.int32).reshape(-1, 2)
    with patch.object(related_sets, "MOST_PAIRS", most), patch.object(related_sets, "_ROWS_AT_ONCE", 3):
        found = related_sets.related_sets(
            (columns[:, 0].copy(), columns[:, 1].copy()),
            (ends[:, 0].copy(), ends[:, 1].copy()),
            (len(sets), 6),
            cap,
        )
    expected = naive_layers.related_sets(sets, relations, cap, most)
    assert [pair[:2] for pair in listed(found.pairs)] == [pair[:2] for pair in expected]
    assert found.pairs.score.tolist() == pytest.approx([score for *_, score, _ in expected])
    assert found.counts.tolist() == [count for *_, count in expected]
    for row, firsts, seconds in zip(
        found.pairs.source.tolist(), found.first.tolist(), found.second.tolist(), strict=True
    ):
        for one, other in zip(firsts, seconds, strict=True):
            assert one < 0 or (one in sets[row] and ((one, other) in relations or (other, one) in relations))
        assert firsts[0] >= 0


@settings(deadline=None)
@given(
    pairs=st.dictionaries(
        st.tuples(st.integers(0, 7), st.integers(0, 7)).filter(lambda pair: pair[0] < pair[1]),
        st.sampled_from([0.25, 0.5, 1.0]),
    ),
    cap=st.integers(1, 4),
    within=st.booleans(),
)
def test_the_strongest_pairs_are_those_that_one_end_keeps(
    pairs: dict[tuple[int, int], float], cap: int, within: bool
) -> None:
    order = sorted(pairs)
    ends = np.array(order, np.int32).reshape(-1, 2)
    given_pairs = Pairs(ends[:, 0], ends[:, 1], np.array([pairs[pair] for pair in order], np.float32))
    found = strongest_pairs(given_pairs, 8, cap, within=within)
    expected = best_pairs(
        8, None if within else 8, lambda row, column: pairs.get((row, column), 0.0), 0.0, cap
    )
    assert listed(found) == expected


def test_a_threshold_is_exact_where_all_pairs_fit_and_near_where_they_are_sampled() -> None:
    values = np.random.default_rng(0).random(400).astype(np.float32)

    def score(rows: NDArray[np.int32], others: NDArray[np.int32]) -> NDArray[np.float32]:
        return np.minimum(values[rows], values[others])

    rows, others = np.triu_indices(400, 1)
    exact = float(np.percentile(np.minimum(values[rows], values[others]).astype(np.float64), 95))
    assert sample_threshold(score, 400, None, 95, np.random.default_rng(1)) == exact
    with patch.object(similarity_threshold, "SAMPLE", 20_000):
        sampled = [sample_threshold(score, 400, None, 95, np.random.default_rng(seed)) for seed in (1, 1, 2)]
    assert sampled[0] == sampled[1] != sampled[2]
    assert sampled[2] == pytest.approx(exact, abs=0.02)


def test_sampled_pairs_are_of_two_different_rows() -> None:
    seen: list[tuple[int, int]] = []

    def score(rows: NDArray[np.int32], others: NDArray[np.int32]) -> NDArray[np.float32]:
        seen.extend(zip(rows.tolist(), others.tolist(), strict=True))
        return np.zeros(len(rows), np.float32)

    with patch.object(similarity_threshold, "SAMPLE", 5):
        for seed in range(100):
            sample_threshold(score, 4, None, 50, np.random.default_rng(seed))
    assert set(seen) == {(row, other) for row in range(4) for other in range(row + 1, 4)}
    seen.clear()
    assert sample_threshold(score, 2, 3, 50, np.random.default_rng(0)) == 0.0
    assert sorted(seen) == [(row, other) for row in range(2) for other in range(3)]
    assert sample_threshold(score, 1, None, 50, np.random.default_rng(0)) == 0.0


@pytest.mark.parametrize("percentile", [0, 100, -1, float("nan"), float("inf"), True, "95", None])
def test_a_percentile_lies_between_0_and_100(percentile: Any) -> None:
    with pytest.raises(InvalidInput, match="percentile must be a number above 0 and below 100"):
        sample_threshold(
            lambda rows, others: rows.astype(np.float32), 5, None, percentile, np.random.default_rng(0)
        )
