"""CSR lists every relationship once at each end, neighbours ascending."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

import strategies
import toygraphs
from motif.graphs.csr import build_csr


@given(st.data())
@settings(deadline=None)
def test_neighbours_ascend_and_parallel_relationships_are_kept(data: st.DataObject) -> None:
    graph, n_nodes, _ = data.draw(strategies.multigraphs())
    outgoing, incoming, _ = toygraphs.arrays_of(graph, n_nodes)

    assert outgoing.data.tolist() == list(range(len(graph)))
    for node in range(n_nodes):
        leaving = [(triple.target, row) for row, triple in enumerate(graph) if triple.source == node]
        arriving = sorted((triple.source, row) for row, triple in enumerate(graph) if triple.target == node)
        for csr, wanted in ((outgoing, leaving), (incoming, arriving)):
            span = slice(csr.indptr[node], csr.indptr[node + 1])
            assert list(zip(csr.indices[span].tolist(), csr.data[span].tolist(), strict=True)) == wanted
            assert csr.neighbours(node).tolist() == [other for other, _ in wanted]


def test_an_empty_graph_has_rows_without_neighbours() -> None:
    nothing = np.zeros(0, np.int32)
    csr = build_csr(nothing, nothing, 3)
    assert csr.n_nodes == 3
    assert csr.indptr.tolist() == [0, 0, 0, 0]
    assert csr.nbytes == csr.indptr.nbytes
