"""A node's mean is that of the vectors of the relationships that touch it, each once."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

import naive_incidence
from interpreted import examples
from motif.catalog.triples import from_triples
from motif.engine.incident_means import incident_means
from motif.graphs.projection import Projection, VectorSet
from motif.graphs.stamp import EncoderStamp
from naive import Triple
from strategies import multigraphs

EXAMPLES = examples(150, 40)
DIMENSION = 3


def graph_of(triples: list[Triple], n_nodes: int) -> Projection:
    """A projection whose rows are those of the triples: names ascend as rows do."""
    names = [f"n{node}" for node in range(n_nodes)]
    loops = [(name, "own", name) for name in names]  # so that names come in order; they have no vector
    graph = from_triples(
        [*loops, *((names[source], f"r{relation}", names[target]) for source, relation, target in triples)]
    )
    assert list(graph.nodes.names) == names
    return graph


@given(multigraphs(), st.data())
@settings(max_examples=EXAMPLES, deadline=None)
def test_means_are_those_of_plain_lists(drawn: tuple[list[Triple], int, int], data: st.DataObject) -> None:
    triples, n_nodes, _ = drawn
    graph = graph_of(triples, n_nodes)
    links = graph.relationships
    value = st.integers(-3, 3)
    matrix = data.draw(
        st.lists(st.lists(value, min_size=DIMENSION, max_size=DIMENSION), min_size=1, max_size=5)
    )
    own = links.relations.index("own")
    index = np.array(
        [
            -1 if relation == own else data.draw(st.integers(-1, len(matrix) - 1))
            for relation in links.relation.tolist()
        ],
        np.int32,
    )
    vectors = VectorSet(EncoderStamp("toy", DIMENSION), index, np.array(matrix, np.float32))
    found = incident_means(graph, vectors)
    ends = list(zip(links.source.tolist(), links.target.tolist(), strict=True))
    chosen = [None if row < 0 else matrix[row] for row in index.tolist()]
    expected = naive_incidence.incident_means(ends, chosen, n_nodes, DIMENSION)
    assert found.dtype == np.float32 and found.shape == (n_nodes, DIMENSION)
    np.testing.assert_allclose(found, expected, atol=1e-6)
    first = data.draw(st.integers(0, n_nodes))
    last = data.draw(st.integers(first, n_nodes))
    np.testing.assert_array_equal(incident_means(graph, vectors, range(first, last)), found[first:last])


def test_an_isolated_node_and_one_whose_vectors_cancel_out_have_zeros() -> None:
    graph = from_triples([("a", "r", "b"), ("c", "r", "b")], labels={"alone": "Node"})
    opposed = np.array([[0.6, 0.8], [-0.6, -0.8]], np.float32)
    means = incident_means(graph, VectorSet(EncoderStamp("toy", 2), np.array([0, 1], np.int32), opposed))
    by_name = dict(zip(graph.nodes.names, means.tolist(), strict=True))
    assert by_name["alone"] == [0, 0] and by_name["b"] == [0, 0]
    np.testing.assert_allclose([by_name["a"], by_name["c"]], opposed)
