"""Property values become nodes, and nothing else of the graph changes."""

from __future__ import annotations

import numpy as np
import pytest

from motif.catalog import from_triples
from motif.graphs.csr import build_csr
from motif.graphs.projection import Projection
from motif.planners import value_graph
from motif.planners.value_graph import LONGEST, as_text, with_values
from question_graphs import PropertyGraph, as_projection, plain_graph


def triples(projection: Projection) -> set[tuple[str, str, str]]:
    table, names = projection.relationships, projection.nodes.names
    return {
        (names[source], table.relations[relation], names[target])
        for source, relation, target in zip(
            table.source.tolist(), table.relation.tolist(), table.target.tolist(), strict=True
        )
    }


def told(graph: PropertyGraph, names: tuple[str, ...]) -> set[tuple[str, str, str]]:
    """The naive twin: each property of each node, in plain Python."""
    found = set()
    for node in graph.nodes:
        for key, value in node.properties.items():
            if key not in names or as_text(value) != node.name:
                for one in value if isinstance(value, list) else [value]:
                    if 0 < len(as_text(one)) <= LONGEST:
                        found.add((node.name, key, as_text(one)))
    return found


@pytest.mark.parametrize("name", ["films", "company", "festival", "world"])
def test_every_value_is_a_relationship_and_the_rest_stays(name: str) -> None:
    plain = plain_graph(name)
    real = as_projection(plain)
    whole = with_values(real)
    columns = set(real.nodes.properties)
    expected = {one for one in told(plain, real.nodes.name_properties) if one[1] in columns}
    assert triples(whole) == triples(real) | expected
    assert list(whole.nodes.names)[: real.n_nodes] == list(real.nodes.names)
    assert whole.relationships.relations[: len(real.relationships.relations)] == real.relationships.relations
    for row in range(real.n_nodes, whole.n_nodes):
        [label] = whole.nodes.labels(row)
        assert label in columns


def test_adjacency_agrees_with_the_tables() -> None:
    whole = with_values(as_projection(plain_graph("films")))
    table = whole.relationships
    expected = build_csr(table.target, table.source, whole.n_nodes)
    assert np.array_equal(whole.incoming.indices, expected.indices)
    assert np.array_equal(whole.outgoing.data, np.arange(whole.n_relationships))
    assert bool((np.diff(table.source) >= 0).all())


def test_a_graph_without_properties_is_itself() -> None:
    graph = from_triples([("Heat", "directed_by", "Mann")])
    assert with_values(graph) is graph


def test_properties_of_most_values_are_left_out_where_rows_would_be_too_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    real = as_projection(plain_graph("films"))
    every = with_values(real)
    values = {
        name: sum(labels == (name,) for labels in map(every.nodes.labels, range(real.n_nodes, every.n_nodes)))
        for name in every.relationships.relations[len(real.relationships.relations) :]
    }
    most = max(values, key=lambda name: (values[name], name))
    monkeypatch.setattr(value_graph, "MAXIMUM_ROWS", every.n_relationships - 1)
    some = with_values(real)
    assert triples(some) == {one for one in triples(every) if one[1] != most}
    monkeypatch.setattr(value_graph, "MAXIMUM_ROWS", real.n_relationships)
    assert with_values(real) is real
