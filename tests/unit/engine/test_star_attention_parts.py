"""The parts that are trained on: every one of a small star, proper ones of a large one."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motif.engine.star_attention import Stars, stars_of
from motif.engine.star_attention_parts import sample_parts
from motif.errors import InvalidInput
from naive import Triple, star_leaves
from strategies import multigraphs
from toygraphs import data_graph


@given(multigraphs(), st.integers(2, 20))
@settings(max_examples=60)
def test_all_parts_or_as_many_as_asked_for(drawn: tuple[list[Triple], int, int], n_parts: int) -> None:
    triples, n_nodes, n_relations = drawn
    stars = stars_of(data_graph(triples, n_nodes, n_relations))
    parts = sample_parts(stars, n_parts, np.random.default_rng(1))
    for node in range(n_nodes):
        own = star_leaves(triples, node)
        found = [
            tuple(parts.leaves[parts.indptr[part] : parts.indptr[part + 1]].tolist())
            for part in np.flatnonzero(parts.star == node)
        ]
        proper = {part for size in range(len(own)) for part in combinations(own, size)}
        if len(proper) <= n_parts:
            assert sorted(found) == sorted(proper)
            continue
        assert len(found) == n_parts and found[0] == () and len(found[1]) == len(own) - 1
        for part in found:
            assert part in proper and not Counter(part) - Counter(own)


def test_many_stars_and_a_hub() -> None:
    sizes = [3000] + [2] * 3000
    leaves = np.concatenate([np.arange(size, dtype=np.int32) for size in sizes])
    stars = Stars(np.concatenate([[0], np.cumsum(sizes)]), leaves)
    parts = sample_parts(stars, 8, np.random.default_rng(2))
    assert len(parts) == 8 + 3 * 3000
    assert np.diff(parts.indptr)[:2].tolist() == [0, 2999] and np.diff(parts.indptr)[2:8].max() <= 8
    again = sample_parts(stars, 8, np.random.default_rng(2))
    np.testing.assert_array_equal(parts.leaves, again.leaves)


def test_too_few_parts_are_refused() -> None:
    with pytest.raises(InvalidInput, match="2 or more parts of each star to train on, not 1"):
        sample_parts(Stars(np.zeros(1, np.int64), np.zeros(0, np.int32)), 1, np.random.default_rng(0))
