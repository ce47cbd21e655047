"""Triples as a projection."""

from __future__ import annotations

from typing import Any

import pytest

from motif.catalog import from_triples
from motif.errors import InvalidInput

TRIPLES = [("Heat", "directed by", "Mann"), ("Mann", "made", "Heat"), ("Heat", "directed by", "Mann")]


def test_names_are_the_ids_and_parallel_triples_stay() -> None:
    graph = from_triples(TRIPLES, {"Heat": "Film", "Ran": ["Film", "Classic"]})
    assert list(graph.nodes.names) == ["Heat", "Mann", "Ran"]
    assert [graph.nodes.element_id(row) for row in range(3)] == ["Heat", "Mann", "Ran"]
    assert [graph.nodes.labels(row) for row in range(3)] == [("Film",), (), ("Classic", "Film")]
    assert graph.relationships.relations == ("directed by", "made")
    assert graph.relationships.source.tolist() == [0, 0, 1]
    assert graph.relationships.relation.tolist() == [0, 0, 1]
    assert graph.relationships.element_id(2) == "2"
    assert graph.incoming.data.tolist() == [2, 0, 1]


def test_no_triples_are_an_empty_graph() -> None:
    graph = from_triples([])
    assert (graph.n_nodes, graph.n_relationships, graph.labels) == (0, 0, ())


@pytest.mark.parametrize(
    "triple", [("a", "b"), "abc", ("a", 1, "b"), ("a", "", "b"), 7, None, ("a", "b", "c", "d")]
)
def test_what_is_no_triple_is_told_by_its_number(triple: Any) -> None:
    with pytest.raises(InvalidInput, match="Triple 1 is"):
        from_triples([("a", "b", "c"), triple])
