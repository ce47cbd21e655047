"""Distances come from similarities, rounded so that their sums are exact."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from motif.engine.candidates import RESOLUTION, candidates_from_similarity, relation_costs, round_distances


def test_candidates_ascend_by_distance_then_row() -> None:
    found = candidates_from_similarity([9, 4, 7, 2], [0.5, 0.5, 1.0, -1.0])
    assert found.rows.tolist() == [7, 4, 9, 2]
    assert found.distances.tolist() == [0.0, 1.0, 1.0, 2.0]
    assert found.rows.dtype == np.int32


def test_a_similarity_above_one_is_rounding_and_distance_zero() -> None:
    assert candidates_from_similarity([0], np.array([1.0000001], np.float32)).distances.tolist() == [0.0]


@given(st.lists(st.floats(0, 2), min_size=1, max_size=97))
@settings(deadline=None)
def test_sums_of_rounded_distances_do_not_depend_on_their_order(values: list[float]) -> None:
    rounded = round_distances(values)
    assert np.all(np.abs(rounded - values) <= RESOLUTION / 2)
    assert sum(rounded.tolist()) == sum(sorted(rounded.tolist())) == sum(rounded.tolist()[::-1])


def test_relations_that_are_no_candidates_cost_infinitely() -> None:
    assert relation_costs(4, [2, 0], [0.25, 0.5]).tolist() == [0.5, np.inf, 0.25, np.inf]
