"""An evaluation on a real server: neo4j-graphrag's retrievers over Motif's vectors, and Motif over Bolt."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fakes import HashEncoder
from motif.embedded import ServerState
from motif.errors import InvalidInput
from motif.knowledge_graph import Connection, connect
from motif.settings import Settings
from motif_procedures.evaluation import evaluate
from toygraphs import FILMS

pytestmark = pytest.mark.integration

LOAD = """
UNWIND $triples AS triple
MERGE (head:Thing {name: triple[0]})
MERGE (tail:Thing {name: triple[2]})
FOREACH (_ IN CASE triple[1] WHEN 'directed_by' THEN [1] ELSE [] END | MERGE (head)-[:directed_by]->(tail))
FOREACH (_ IN CASE triple[1] WHEN 'release_year' THEN [1] ELSE [] END | MERGE (head)-[:release_year]->(tail))
"""
QUESTIONS = [
    {
        "question": "who directed (Heat)?",
        "answers": ["Michael Mann"],
        "pattern": [["Heat", "directed_by", "?answer"]],
    },
    {
        "question": "films of Martin Scorsese",
        "answers": ["Casino"],
        "pattern": [["?answer", "directed_by", "Martin Scorsese"]],
    },
]


@pytest.fixture
def connection(
    server: ServerState, server_settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Connection]:
    monkeypatch.setenv("MOTIF_CACHE", str(tmp_path / "cache"))
    login = server.user, server.password
    with connect(server.bolt, login, "neo4j", encoder=HashEncoder(), settings=server_settings) as opened:
        opened.database.write("MATCH (n) DETACH DELETE n")
        opened.database.write(LOAD, triples=[list(triple) for triple in FILMS])
        yield opened
        for name in ("evaluated", "evaluatedBolt"):
            opened.catalog.drop(opened.database.id, name, fail_if_missing=False)
        opened.database.write("MATCH (n) DETACH DELETE n")
        for index in ("motifTextEmbedding_Thing", "names"):
            opened.database.write(f"DROP INDEX {index} IF EXISTS")


@pytest.fixture
def request_of(tmp_path: Path) -> Any:
    path = tmp_path / "films.jsonl"
    path.write_text("\n".join(map(json.dumps, QUESTIONS)), encoding="utf-8")
    return lambda **values: {"dataset": str(path), **values}


def test_retrievers_over_a_databases_own_indexes(connection: Connection, request_of: Any) -> None:
    graph = connection.project("evaluated")
    values = request_of(graph="evaluated", methods=["vector-cypher", "hybrid-cypher"], options=["nodes=3"])
    with pytest.raises(InvalidInput, match="no vector index over nodes"):
        evaluate(values, connection=connection)
    graph.embed(write=True)
    connection.database.write("CALL db.awaitIndexes(60)")
    with pytest.raises(InvalidInput, match="CREATE FULLTEXT INDEX"):
        evaluate(values, connection=connection)
    connection.database.write("CREATE FULLTEXT INDEX names FOR (n:Thing) ON EACH [n.name]")
    connection.database.write("CALL db.awaitIndexes(60)")
    rows = evaluate(values, connection=connection)["rows"]
    assert [row["method"] for row in rows] == ["vector-cypher", "hybrid-cypher"]
    assert rows[1]["evidenceAll"] == 1.0 and rows[1]["hitsAt1"] >= 0.5
    assert all(row["tokens"] > 0 and row["questions"] == 2 for row in rows)


@pytest.mark.parametrize("method", ["search", "auto"])
def test_gold_plans_over_bolt_and_in_memory_agree(
    connection: Connection, request_of: Any, method: str
) -> None:
    connection.database.run("CALL motif.graph.project('evaluatedBolt') YIELD graphName RETURN graphName")
    values = request_of(graph="evaluatedBolt", planner="gold", methods=[method])
    over_bolt = evaluate({**values, "via": "bolt"}, connection=connection)["rows"][0]
    in_memory = evaluate(values, connection=connection)["rows"][0]
    measured = ("hitsAt1", "f1", "evidenceAll", "evidenceTriples", "planAccuracy")
    assert [over_bolt[name] for name in measured] == [in_memory[name] for name in measured] == [1.0] * 5
