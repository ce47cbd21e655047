"""Vectors of relationships and means of nodes into a database: what is written, what is left alone, how it goes on."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

import numpy as np
import pytest

from fakes import HashEncoder
from motif.catalog import from_rows, writing_triples
from motif.catalog.writing_triples import TriplesWritten, mean_vectors, write_triple_vectors
from motif.database import Database, Written
from motif.errors import MissingVectors, QueryFailed
from motif.graphs.projection import TRIPLE, Projection
from motif.indexes.triples import triple_text
from motif_cypher import Template
from motif_procedures.embed_triple import embed_triples

LINKS = (("Heat", "BY", "Mann"), ("Ali", "BY", "Mann"), ("Heat", "BY", "Heat"))


def films() -> Projection:
    nodes: list[Any] = [(name, ["Thing"], {"name": name}) for name in ("Ali", "Heat", "Mann", "alone")]
    graph = from_rows(nodes, [(head, kind, tail, {}) for head, kind, tail in LINKS])
    nodes_table = replace(graph.nodes, id_prefix="4:x:")
    graph = replace(
        graph, nodes=nodes_table, relationships=replace(graph.relationships, id_prefix="5:x:"), name="films"
    )
    return replace(graph, vectors={TRIPLE: embed_triples(graph, HashEncoder(dimension=8))})


class Store:
    """Nodes and relationships as a database holds them, by element id, changed as the statements say."""

    def __init__(self, graph: Projection, fails_after: int = 10**9) -> None:
        links, nodes = graph.relationships, graph.nodes
        self.links = {
            links.element_id(row): (
                nodes.element_id(int(links.source[row])),
                nodes.element_id(int(links.target[row])),
                links.types[links.type[row]],
            )
            for row in range(len(links))
        }
        self.properties: dict[str, dict[str, Any]] = {nodes.element_id(row): {} for row in range(len(nodes))}
        self.properties |= {link: {} for link in self.links}
        self.indexes: list[str] = []
        self.sent = 0
        self.fails_after = fails_after

    @property
    def database(self) -> Database:
        return cast(Database, self)

    def run(self, statement: Template, *, rows: list[Any], stamp: str) -> list[dict[str, Any]]:
        of_links = statement.name == "unwritten_relationship_vectors"
        assert of_links or statement.name == "unwritten_node_vectors"
        found = []
        for place, row in enumerate(rows):
            standing = self.properties.get(row[0])
            same = not of_links or self.links.get(row[0]) == tuple(row[1:4])
            content = row[4] if of_links else row[1]
            if standing is None or not same:
                continue
            if (standing.get("mineModel"), standing.get("mineContent")) != (stamp, content):
                found.append({"place": place})
        return found[::-1]  # a database promises no order

    def write(
        self,
        statement: Template,
        rows: list[Any] | None = None,
        *,
        batch: int = 0,
        property: str = "",
        stamp: str = "",
        dimension: int = 0,
    ) -> Written:
        if rows is None:
            assert dimension == 8
            self.indexes.append(statement.text.split("INDEX `")[1].split("`")[0])
            return Written()
        for row in rows:
            self.sent += 1
            if self.sent > self.fails_after:
                raise QueryFailed("cut off")
            of_links = statement.name == "write_relationship_vectors"
            content, vector = (row[4], row[5]) if of_links else (row[2], row[1])
            self.properties[row[0]] = {property: vector, "mineModel": stamp, "mineContent": content}
        return Written()


def write(store: Store, graph: Projection, **options: Any) -> TriplesWritten:
    return write_triple_vectors(store.database, graph, property="mine", **options)


def test_each_relationship_gets_its_vector_and_each_node_the_mean_of_its_own() -> None:
    graph = films()
    store = Store(graph)
    assert write(store, graph) == TriplesWritten(3, 3)
    encoder, names = HashEncoder(dimension=8), graph.nodes.names
    ids = {name: graph.nodes.element_id(row) for row, name in enumerate(names)}
    for row in range(3):
        links = graph.relationships
        text = triple_text(names[int(links.source[row])], "BY", names[int(links.target[row])])
        written = store.properties[links.element_id(row)]
        assert written["mine"] == encoder.encode([text])[0].tolist() and written["mineModel"] == "fake-hash"
    mean = encoder.encode(["Heat by Mann", "Heat by Heat"]).sum(axis=0)
    np.testing.assert_allclose(store.properties[ids["Heat"]]["mine"], mean / np.linalg.norm(mean), atol=1e-6)
    assert store.properties[ids["alone"]] == {}, "a node without relationships has no mean"
    assert store.indexes == ["mine_node_Thing", "mine_BY"]


def test_again_sends_nothing_and_a_changed_one_is_sent_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing_triples, "COMPARED", 2)
    graph, told = films(), []
    store = Store(graph)
    write(store, graph)
    sent = store.sent
    assert write(store, graph) == TriplesWritten(0, 0) and store.sent == sent
    store.properties[graph.relationships.element_id(2)]["mineContent"] += 1
    store.properties[graph.nodes.element_id(1)]["mineModel"] = "another"
    assert write(store, graph, progress=lambda done, total: told.append((done, total))) == TriplesWritten(
        1, 1
    )
    assert told == [(2, 7), (3, 7), (5, 7), (7, 7)]


def test_a_call_that_was_cut_off_goes_on_where_it_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing_triples, "COMPARED", 1)
    graph = films()
    store = Store(graph, fails_after=2)
    with pytest.raises(QueryFailed, match="cut off"):
        write(store, graph)
    store.fails_after = 10**9
    assert write(store, graph) == TriplesWritten(1, 3)


def test_a_relationship_that_is_another_now_is_left_alone() -> None:
    graph = films()
    store = Store(graph)
    changed = graph.relationships.element_id(0)
    store.links[changed] = (*store.links[changed][:2], "LIKES")
    assert write(store, graph).relationships == 2
    assert store.properties[changed] == {}


def test_means_of_a_part_are_those_of_the_whole() -> None:
    graph = films()
    vectors = graph.vectors[TRIPLE]
    rows, hashes, means = mean_vectors(graph, vectors, range(4))
    assert rows.tolist() == [0, 1, 2] and len(set(hashes.tolist())) == 3
    part = mean_vectors(graph, vectors, range(1, 4))
    assert part[0].tolist() == [1, 2] and part[1].tolist() == hashes[1:].tolist()
    np.testing.assert_array_equal(part[2], means[1:])


def test_without_vectors_it_says_what_makes_them() -> None:
    graph = replace(films(), vectors={})
    with pytest.raises(MissingVectors, match=r"no vectors of their triples") as raised:
        write(Store(graph), graph)
    assert "motif.embed.triple.mutate('films')" in str(raised.value)
