"""Relationships around rows, in blocks: all of them, in order, whole slots at a time, copied or gathered before."""

from __future__ import annotations

import numpy as np
import pytest

from motif.engine.subgraph_query import graph_arrays
from motif.graphs.csr import build_csr
from motif.kernels.arcs import gather_all, new_arcs, next_block


@pytest.mark.parametrize("gathered", [True, False], ids=["gathered", "copied"])
def test_blocks_hold_everything_once_and_whole_slots(gathered: bool) -> None:
    n = 3_000
    random = np.random.default_rng(7)
    hub = np.concatenate([np.full(70_000, 5), random.integers(0, n, 90_000)]).astype(np.int32)
    ends = random.integers(0, n, len(hub)).astype(np.int32)
    order = np.lexsort((ends, hub))
    source, target = hub[order], ends[order]
    outgoing, incoming = build_csr(source, target, n), build_csr(target, source, n)
    graph = graph_arrays(outgoing, incoming, np.zeros(len(source), np.int32))
    rows = np.arange(0, n, 2, dtype=np.int32) + 1
    costs = np.where(np.arange(len(rows)) % 7 == 3, np.inf, 0.0)
    room = 2 * len(source)
    expected = gather_all(graph, rows, costs, room)
    around = expected if gathered else new_arcs(0)
    start, blocks = 0, []
    while start < len(rows):
        block, count, stop = next_block(graph, (rows, costs, around), start, new_arcs(64))
        slots = block[0][:count]
        assert stop > start and ((slots >= start) & (slots < stop)).all(), "whole slots"
        blocks.append([part[:count].copy() for part in block])
        start = stop
    assert len(blocks) > 1
    for place, part in enumerate(expected):
        assert np.array_equal(np.concatenate([block[place] for block in blocks]), part)
