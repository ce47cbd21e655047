"""A small corpus of passages and tables through a real server: loaded, linked, and expanded in both forms."""

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
from motif_loaders import ottqa
from motif_loaders.writer import write_records
from motif_procedures.passages import evaluate_passages

pytestmark = pytest.mark.integration

TABLES, ROWS = 12, 25
FULLTEXT = "CREATE FULLTEXT INDEX motifChunks IF NOT EXISTS FOR (n:Chunk) ON EACH [n.title, n.text]"
METHODS = ("hybrid", "expand", "expand-cypher", "hybrid-cypher")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Tables of players with a passage for each: 36 segments and 300 passages, in the format of OTT-QA.

    A question names a season and a number; the passage that answers it has neither, only the table does.
    """
    path = tmp_path_factory.mktemp("ottqa")
    tables, passages, questions = [], [], []
    for number in range(TABLES):
        names = [f"Player{number}x{row} Surname{row}" for row in range(ROWS)]
        tables.append(
            {
                "table_id": f"Season_{number}",
                "title": f"Season{number} squad",
                "url": f"https://example.org/{number}",
                "header": ["Number", "Player"],
                "rows": [[f"No{row}", name] for row, name in enumerate(names)],
            }
        )
        keys = [f"/wiki/{name.replace(' ', '_')}" for name in names]
        passages += [
            f"{key}\t{name} was born in town{number * ROWS + row} ."
            for row, (key, name) in enumerate(zip(keys, names, strict=True))
        ]
        asked = {"text": names[3], "cell": [3, 1], "url": keys[3], "where": "passage"}
        questions.append(
            {
                "id": str(number),
                "question": f"where was No3 of the Season{number} squad born ?",
                "table_id": f"Season_{number}",
                "answer_nodes": [asked],
            }
        )
    (path / "tables_dev.jsonl").write_text("\n".join(map(json.dumps, tables)), encoding="utf-8")
    (path / "passages_dev.tsv").write_text("\n".join(passages) + "\n", encoding="utf-8")
    (path / "questions_dev.jsonl").write_text("\n".join(map(json.dumps, questions)), encoding="utf-8")
    return path


@pytest.fixture
def connection(
    server: ServerState,
    server_settings: Settings,
    folder: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Connection]:
    monkeypatch.setenv("MOTIF_CACHE", str(tmp_path / "cache"))
    login = server.user, server.password
    with connect(server.bolt, login, "neo4j", encoder=HashEncoder(), settings=server_settings) as opened:
        opened.database.write("MATCH (n) DETACH DELETE n")
        write_records(opened.database, ottqa.load(folder))
        yield opened
        opened.catalog.drop(opened.database.id, "squads", fail_if_missing=False)
        opened.database.write("MATCH (n) DETACH DELETE n")
        for row in opened.database.run(
            "SHOW INDEXES YIELD name, type WHERE type IN ['VECTOR', 'FULLTEXT'] RETURN name"
        ):
            opened.database.write(f"DROP INDEX {row['name']} IF EXISTS")


def test_expansion_finds_what_only_a_table_leads_to(connection: Connection, folder: Path) -> None:
    graph = connection.project("squads", node_projection=["Chunk", "Document"]).embed(write=True)
    graph.similarity(write=True)
    values: dict[str, Any] = {"dataset": "ottqa", "folder": folder, "graph": "squads", "cutoffs": (10,)}
    with pytest.raises(InvalidInput, match="no full-text index"):
        evaluate_passages(
            {**values, "methods": ("hybrid-cypher",)}, connection=connection, encoder=HashEncoder()
        )
    connection.database.write(FULLTEXT)
    connection.database.write("CALL db.awaitIndexes(60)")
    report = evaluate_passages({**values, "methods": METHODS}, connection=connection, encoder=HashEncoder())
    found = {row["method"]: row["recall"]["10"]["hit"] for row in report["rows"]}
    assert report["graph"]["chunks"] == TABLES * (ROWS + 3) and report["questions"] == TABLES
    assert found["expand"] >= 0.9 and found["expand-cypher"] >= 0.9
    assert max(found["hybrid"], found["hybrid-cypher"]) < found["expand"]
