"""The project's own documents in a real database: loaded twice, changed, broken, pruned, asked."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from document_database import DocumentDatabase
from motif.cli import main
from motif.database import Database
from motif.embedded import ServerState
from motif.graphs.load_report import LoadReport
from motif_loaders.documents import load
from motif_loaders.record_writer import Loaded
from motif_loaders.writer import write_records

pytestmark = pytest.mark.integration
DOCS = Path(__file__).parents[2] / "docs"


PAGES = (
    *("architecture", "asking", "benchmarks", "communities", "documents", "evaluation", "expansion"),
    *("language-models", "loading", "matching"),
)
"""Ten pages of this project, to be read as a folder of documents."""


@pytest.fixture
def database(server: ServerState) -> Iterator[Database]:
    """An empty database, emptied again."""
    with Database.connect(server.bolt, (server.user, server.password)) as database:
        clear(database)
        yield database
        clear(database)


def clear(database: Database) -> None:
    database.write("MATCH (n) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 10000 ROWS")
    for row in database.run("SHOW CONSTRAINTS YIELD name RETURN name"):
        database.write(f"DROP CONSTRAINT `{row['name']}`")


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    for name in PAGES:
        shutil.copy(DOCS / f"{name}.md", folder)
    return folder


def image(database: Database) -> tuple[list[str], list[str]]:
    """All that is there, in words, to compare."""
    nodes = database.run("MATCH (n) RETURN labels(n)[0] AS label, n.id AS id, properties(n) AS properties")
    relationships = database.run(
        "MATCH (a)-[r]->(b) RETURN a.id AS source, type(r) AS type, b.id AS target, properties(r) AS properties"
    )
    return tuple(  # type: ignore[return-value]
        sorted(json.dumps(row, sort_keys=True, default=str) for row in rows)
        for rows in (nodes, relationships)
    )


def loaded(database: Database, folder: Path, **options: Any) -> Loaded:
    return write_records(database, load(folder, **({"chunker": "semchunk"} | options)))


def test_a_folder_loads_twice_changes_and_breaks(database: Database, docs: Path) -> None:
    first = loaded(database, docs)
    assert first.documents == first.documents_written == 10
    before = image(database)
    assert loaded(database, docs) == Loaded(documents=10)
    assert image(database) == before

    path = docs / "loading.md"
    path.write_text(path.read_text() + "\n\nA new paragraph about Zanzibar.\n")
    (docs / "broken.pdf").write_bytes(b"garbage")
    report = LoadReport()
    assert loaded(database, docs, report=report).documents_written == 1
    assert [problem.source for problem in report.problems] == ["broken.pdf"]
    after = image(database)
    changed = set(before[0]) ^ set(after[0])
    chunks = [row for row in map(json.loads, changed) if row["label"] != "__Entity__"]
    assert {row["id"].partition("#")[0] for row in chunks} == {"docs/loading.md"}
    assert database.run("MATCH (e:__Entity__ {id: 'entity:zanzibar'}) RETURN count(e) AS n") == [{"n": 1}]

    shutil.copy(DOCS / "loading.md", path)
    (docs / "broken.pdf").unlink()
    loaded(database, docs)
    assert image(database) == before
    path.unlink()
    loaded(database, docs, prune=True)
    assert not [
        row for row in map(json.loads, image(database)[0]) if str(row["id"]).startswith("docs/loading.md")
    ]


def test_statements_do_what_their_stand_in_does(database: Database, docs: Path) -> None:
    """The unit tests of the writer use a database in memory; it and Neo4j go the same way."""
    memory = DocumentDatabase()
    for step in ("all", "change", "remove"):
        if step == "change":
            (docs / "loading.md").write_text("# Other\n\nAda Lovelace met Charles Babbage in Neo4j.\n")
        elif step == "remove":
            (docs / "search.md").unlink(missing_ok=True)
            (docs / "architecture.md").unlink()
        for target in (memory, database):
            loaded(target, docs, prune=True)  # type: ignore[arg-type]
        nodes = database.run("MATCH (n) RETURN labels(n) AS labels, n.id AS id, properties(n) AS properties")
        found = {(row["labels"][0], row["id"]): row["properties"] for row in nodes}
        assert found == {key: {"id": key[1], **values} for key, values in memory.nodes.items()}
        types = database.run("MATCH ()-[r]->() RETURN type(r) AS type, count(*) AS n")
        kinds = [kind for _, kind, _, _ in memory.relationships]
        assert {row["type"]: row["n"] for row in types} == {kind: kinds.count(kind) for kind in set(kinds)}


def test_hashes_and_entities_are_looked_up_by_index(database: Database, docs: Path) -> None:
    loaded(database, docs)
    for name, parameters in (("document_hashes", {"ids": ["x"]}), ("entity_mentions", {"ids": ["x"]})):
        assert "NodeUniqueIndexSeek" in operators(database, name, parameters)


def operators(database: Database, name: str, parameters: dict[str, Any]) -> str:
    from motif_cypher import template

    with database.driver.session() as session:
        session.run(
            "CALL db.clearQueryCaches()"
        ).consume()  # a plan made when the database was empty may linger
        summary = session.run(f"EXPLAIN {template(name).text}", parameters).consume()  # type: ignore[arg-type]
    return json.dumps(summary.plan, default=str)


@pytest.fixture
def command(server: ServerState, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.setenv("MOTIF_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("NEO4J_URI", server.bolt)
    monkeypatch.setenv("NEO4J_USERNAME", server.user)
    monkeypatch.setenv("NEO4J_PASSWORD", server.password)
    yield lambda *arguments: CliRunner().invoke(main, list(arguments))


def test_the_command_tells_what_it_skipped(database: Database, docs: Path, command: Any) -> None:
    (docs / "empty.md").write_text("")
    told = command("load", str(docs), "--chunker", "semchunk")
    assert told.exit_code == 0, told.output
    assert "empty.md: is empty" in told.stderr and "10 documents (10 written, 1 problem)" in told.stdout
    again = json.loads(command("load", str(docs), "--chunker", "semchunk", "--json").stdout)
    assert (again["documents"], again["documents_written"]) == (10, 0)
    assert again["problems"] == [{"source": "empty.md", "message": "is empty"}]
