"""A refresh of a graph that has everything, on a real server: in Python and in Cypher, in peace and in a race."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import motif
from fakes import HashEncoder
from motif.database import Database
from motif.embedded import ServerState
from motif.errors import JobFailed
from motif.graphs.projection import LABEL, NAME, RELATION, TRIPLE
from motif.knowledge_graph import Graph
from motif.settings import Settings

pytestmark = pytest.mark.integration

FIRST = (
    "CREATE (a:Person {name: 'Ann'})-[:KNOWS]->(b:Person {name: 'Bob'})-[:KNOWS]->(c:Person {name: 'Cy'})"
    "-[:KNOWS]->(a), (gone:Person {name: 'Gus'})"
)
LATER = (
    "MATCH (gone:Person {name: 'Gus'}), (c:Person {name: 'Cy'}) DETACH DELETE gone "
    "CREATE (d:Person {name: 'Dee'})-[:KNOWS]->(c), (d)-[:LIKES]->(c)"
)
CALLED = "CALL motif.graph.refresh('people') YIELD epoch, nodeCount RETURN epoch, nodeCount"


@pytest.fixture
def database(server: ServerState) -> Iterator[Database]:
    with Database.connect(server.bolt, (server.user, server.password), "neo4j") as opened:
        opened.write("MATCH (n) DETACH DELETE n")
        opened.write(FIRST)
        yield opened
        opened.write("MATCH (n) DETACH DELETE n")


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(home=tmp_path / "home", cache=tmp_path / "cache")


def opened(server: ServerState, settings: Settings, encoder: Any) -> motif.Connection:
    login = server.user, server.password
    return motif.connect(server.bolt, login, "neo4j", encoder=encoder, settings=settings)


def everything(kg: Graph) -> Graph:
    return kg.embed().embed_triples().truss().embed_dominance(path_length=1)


def test_a_refresh_leaves_nothing_behind(server: ServerState, database: Database, settings: Settings) -> None:
    with opened(server, settings, HashEncoder()) as connection:
        kg = everything(connection.project("people"))
        database.write(LATER)
        found = kg.refresh().projection
        assert sorted(found.nodes.names) == ["Ann", "Bob", "Cy", "Dee"]
        assert set(found.vectors) == {NAME, RELATION, LABEL, TRIPLE}
        for vectors in found.vectors.values():
            assert (vectors.index >= 0).all()
        assert found.trussness is not None and sorted(found.trussness.tolist()) == [2, 2, 3, 3, 3]
        assert found.dominance is not None and set(found.paths) == {1}
        assert kg.search([("?who", "likes", "Cy")], top_k=1)[0].bindings["who"].name == "Dee"


class _Failing(HashEncoder):
    def encode(self, texts: Any) -> Any:
        raise RuntimeError("no memory")


def test_where_the_encoder_fails_the_old_state_answers(
    server: ServerState, database: Database, settings: Settings
) -> None:
    with opened(server, settings, HashEncoder()) as connection:
        everything(connection.project("people"))
    database.write(LATER)
    with (
        opened(server, settings, _Failing()) as failing,
        pytest.raises(JobFailed, match="stays as it was") as told,
    ):
        failing.graph("people").refresh()
    assert "at epoch 5" in str(told.value)
    with opened(server, settings, HashEncoder()) as connection:
        kg = connection.graph("people")
        assert "Gus" in list(kg.projection.nodes.names) and len(kg.projection.vectors) == 4
        assert "Dee" in list(kg.refresh().projection.nodes.names)


def test_an_embedding_that_a_refresh_overtakes_stands_at_its_own_nodes(
    server: ServerState, database: Database, settings: Settings
) -> None:
    """The nodes' rows move while their names are encoded, since one that was read first is deleted."""
    database.write("MATCH (n) DETACH DELETE n")
    database.write("CREATE (:Person {name: 'Gus'})")
    database.write(FIRST.replace(", (gone:Person {name: 'Gus'})", ""))
    overtaken: list[str] = []

    class Overtaken(HashEncoder):
        def encode(self, texts: Any) -> Any:
            if not overtaken:
                overtaken.extend(texts)
                database.write(LATER)
                with opened(server, settings, HashEncoder()) as other:
                    other.graph("people").refresh()
            return super().encode(texts)

    with opened(server, settings, Overtaken()) as connection:
        found = connection.project("people").embed().projection
    names, vectors = list(found.nodes.names), found.vectors[NAME]
    assert "Gus" in overtaken and "Gus" not in names and "Dee" in names
    assert np.array_equal(vectors.matrix[vectors.index], HashEncoder().encode(names))


def test_in_cypher_the_same(server: ServerState, database: Database) -> None:
    database.run("CALL motif.graph.drop('people', false) YIELD graphName RETURN graphName")
    database.run("CALL motif.graph.project('people', '*', '*') YIELD nodeCount RETURN nodeCount")
    try:
        database.run("CALL motif.embed.text.mutate('people') YIELD embedded RETURN embedded")
        database.run("CALL motif.embed.triple.mutate('people') YIELD embedded RETURN embedded")
        database.run("CALL motif.truss.mutate('people') YIELD maxTruss RETURN maxTruss")
        database.write(LATER)
        assert database.run(CALLED) == [{"epoch": 5, "nodeCount": 4}]
        listed = database.run(
            "CALL motif.graph.list('people') YIELD vectors, structure RETURN vectors, structure"
        )[0]
        assert {kind: facts["count"] for kind, facts in listed["vectors"].items()} == {
            NAME: 4, RELATION: 2, LABEL: 1, TRIPLE: 5,
        }  # fmt: skip
        assert listed["structure"]["largestTrussness"] == 3
        search = "CALL motif.search('people', [['?who', 'likes', 'Cy']], {topK: 1}) YIELD bindings"
        asked = f"{search} RETURN bindings.who.name AS who"
        assert database.run(asked) == [{"who": "Dee"}]
    finally:
        database.run("CALL motif.graph.drop('people', false) YIELD graphName RETURN graphName")
