"""Projections made of rows."""

from __future__ import annotations

import pytest

from motif.catalog import from_rows
from motif.errors import InvalidInput

NODES = [
    ("c", ["Chunk"], {"text": "Heat is a film.", "entities": ["Heat"], "index": 3}),
    ("a", ["Film", "Work"], {"name": "Heat"}),
]


def test_rows_keep_their_order_names_and_texts() -> None:
    graph = from_rows(NODES, [("a", "FROM_CHUNK", "c", {"weight": 0.5})])

    assert list(graph.nodes.names) == ["c", "Heat"]
    assert graph.nodes.texts is not None
    assert list(graph.nodes.texts) == ["Heat is a film.", ""]
    assert graph.nodes.properties["entities"].value(0) == '["Heat"]'
    assert graph.nodes.properties["index"].value(1) is None
    assert graph.nodes.labels(1) == ("Film", "Work")
    assert graph.relationships.source.tolist() == [1]
    assert graph.relationships.properties["weight"].value(0) == 0.5


def test_a_graph_of_nothing() -> None:
    graph = from_rows([])
    assert (graph.n_nodes, graph.n_relationships) == (0, 0)


def test_what_cannot_be_a_graph_is_said() -> None:
    with pytest.raises(InvalidInput, match="Two nodes have the id 'c'"):
        from_rows([NODES[0], NODES[0]])
    with pytest.raises(InvalidInput, match="ends at 'z', which is no node"):
        from_rows(NODES, [("a", "IN", "z", {})])
