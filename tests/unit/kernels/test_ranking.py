"""The best matches so far, beside all of them sorted at the end."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from motif.engine.subgraph_query import graph_arrays
from motif.graphs.csr import build_csr
from motif.kernels.ranking import new_best, offer

_N = 12
_SOURCE, _TARGET = np.zeros(_N, np.int32), np.arange(1, _N + 1, dtype=np.int32)
_GRAPH = graph_arrays(
    build_csr(_SOURCE, _TARGET, _N + 1), build_csr(_TARGET, _SOURCE, _N + 1), np.zeros(_N, np.int16)
)
_NO_WORDS = np.zeros(0, np.int64), np.zeros(0, np.uint32)
_RULES = (np.zeros((2, 1)), 0, *_NO_WORDS)
_ENDS = np.array([[0, 1], [0, 2]], np.int64)

_OFFERS = st.lists(
    st.tuples(st.sampled_from([0.0, 0.25, 1.0]), st.integers(0, _N - 1), st.integers(0, _N - 1)), max_size=60
)


@given(_OFFERS, st.integers(1, 9))
def test_they_are_the_first_of_all_that_were_offered(
    offers: list[tuple[float, int, int]], top_k: int
) -> None:
    """Two relationships of a hub, in either order one set; few places, so that many a match gives way to a better."""
    best = new_best(top_k, 3, 2)
    first_of: dict[frozenset[int], tuple[float, list[int], list[int]]] = {}
    for cost, one, other in offers:
        nodes, found = [0, one + 1, other + 1], [one, other]
        offer(_GRAPH, _RULES, _ENDS, best, cost, np.array(nodes, np.int32), np.array(found, np.int32))
        match, of_set = (cost, nodes, found), frozenset(found)
        first_of[of_set] = min(match, first_of.get(of_set, match))
    costs, all_nodes, relationships, _, _, order, count, _ = best
    kept = [
        (float(costs[at]), all_nodes[at].tolist(), relationships[at].tolist()) for at in order[: count[0]]
    ]
    assert kept == sorted(first_of.values())[:top_k]
