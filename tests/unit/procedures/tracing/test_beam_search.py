"""Beam search equals its definition in plain loops."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from motif.catalog import from_triples
from motif.errors import InvalidInput
from motif.graphs.projection import Projection, VectorSet
from motif.graphs.stamp import EncoderStamp
from motif_procedures.tracing.beam_search import beam_search

COSINES = (-0.5, 0.0, 0.5, 0.5, 0.75)


def drawn_graph(triples: list[tuple[int, int]]) -> Projection:
    return from_triples([(f"node {one}", "r", f"node {other}") for one, other in triples])


def vectors_of(cosines: list[float]) -> VectorSet:
    """Each relationship's cosine to the vector (1, 0)."""
    matrix = np.array([[cosine, 0.0] for cosine in cosines], np.float32)
    return VectorSet(EncoderStamp("drawn", 2), np.arange(len(cosines), dtype=np.int32), matrix)


QUESTION = np.array([1.0, 0.0], np.float32)


def plain(
    graph: Projection, cosines: list[float], start: int, hops: int, width: int
) -> list[tuple[list[int], list[int]]]:
    ends = list(zip(graph.relationships.source.tolist(), graph.relationships.target.tolist(), strict=True))
    beam: list[tuple[float, list[int], list[int]]] = [(0.0, [], [start])]
    for _ in range(hops):
        longer = []
        for minus, rows, nodes in beam:
            for row, (source, target) in enumerate(ends):
                if row not in rows and nodes[-1] in (source, target):
                    other = target if nodes[-1] == source else source
                    longer.append((minus - cosines[row], [*rows, row], [*nodes, other]))
        if not longer:
            break
        beam = sorted(longer)[:width]
    return [(rows, nodes) for _, rows, nodes in beam if rows]


NODE = st.integers(0, 4)


@given(
    st.lists(st.tuples(NODE, NODE), min_size=1, max_size=8), st.data(), st.integers(1, 3), st.integers(1, 4)
)
def test_paths_equal_those_of_the_plain_walk(
    triples: list[tuple[int, int]], data: st.DataObject, hops: int, width: int
) -> None:
    graph = drawn_graph(triples)
    size = graph.n_relationships
    cosines = data.draw(st.lists(st.sampled_from(COSINES), min_size=size, max_size=size))
    start = data.draw(st.integers(0, graph.n_nodes - 1))
    paths = beam_search(graph, vectors_of(cosines), QUESTION, np.array([start], np.int32), hops, width)
    assert [(path.relationships.tolist(), path.nodes.tolist()) for path in paths] == plain(
        graph, cosines, start, hops, width
    )


def test_a_start_without_relationships_gives_no_path() -> None:
    graph = from_triples([("a", "r", "b")], {"alone": "Node"})
    assert beam_search(graph, vectors_of([1.0]), QUESTION, np.array([2], np.int32), 2, 3) == []


def test_what_does_not_fit_is_refused() -> None:
    graph = drawn_graph([(0, 1)])
    start = np.array([0], np.int32)
    with pytest.raises(InvalidInput, match="hops and width must be 1 or more, not 0 and 1"):
        beam_search(graph, vectors_of([1.0]), QUESTION, start, 0, 1)
    with pytest.raises(InvalidInput, match=r"has the shape \(3,\); \(2,\) is needed"):
        beam_search(graph, vectors_of([1.0]), np.ones(3, np.float32), start, 1, 1)
