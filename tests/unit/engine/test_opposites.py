"""Whether a graph has relationships both ways between two nodes: what the plain way says."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from motif.engine.match_query import DataGraph
from motif.graphs.csr import build_csr


@given(pairs=st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=9))
def test_opposites_are_those_of_the_plain_way(pairs: list[tuple[int, int]]) -> None:
    pairs.sort()
    source, target = (np.array([pair[side] for pair in pairs], np.int32) for side in (0, 1))
    outgoing, incoming = build_csr(source, target, 6), build_csr(target, source, 6)
    graph = DataGraph(
        outgoing, incoming, np.zeros(len(pairs), np.int32), np.zeros(6, np.int32), n_relations=1
    )
    assert graph.has_opposites == any((far, near) in pairs for near, far in pairs if near != far)
