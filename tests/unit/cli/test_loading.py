"""``motif load``: options and what it tells, without a database."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner, Result

import motif.cli.loading as loading
from document_database import DocumentDatabase
from motif.cli import main
from motif.errors import InvalidInput
from motif.graphs.load_report import LoadReport

Run = Callable[..., Result]


class Linked:
    """A graph that remembers what it was asked to make."""

    def __init__(self) -> None:
        self.made: list[Any] = []
        self.projection = SimpleNamespace(
            name="notes", n_nodes=7, n_relationships=9, layers={"IS_SIMILAR": [1, 2]}
        )

    def embed(self, **_: Any) -> None:
        self.made.append("embed")

    def similarity(self, *, edges: str, **_: Any) -> None:
        self.made.append(f"similarity {edges}")

    def truss(self, **_: Any) -> None:
        self.made.append("truss")

    def refresh(self, **_: Any) -> Linked:
        self.made.append("refresh")
        return self


class Connected:
    """A connection to a database in memory, with or without a projection."""

    def __init__(self, exists: bool = False) -> None:
        self.database = DocumentDatabase()
        self.database.id = "db"  # type: ignore[attr-defined]
        self.database.info = {"name": "neo4j"}  # type: ignore[attr-defined]
        self.linked = Linked()
        self.made_of: Any = "*"
        self.catalog = SimpleNamespace(exists=lambda database, name: exists, info=self.info)

    def info(self, database: str, name: str) -> Any:
        return SimpleNamespace(request={"nodeProjection": self.made_of, "relationshipProjection": "*"})

    def project(self, name: str, labels: Any, types: Any, **_: Any) -> Linked:
        assert types == "*"
        self.linked.made.append((name, labels))
        return self.linked

    def graph(self, name: str) -> Linked:
        return self.linked


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MOTIF_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def connected(monkeypatch: pytest.MonkeyPatch) -> Connected:
    connection = Connected()

    @contextmanager
    def connect_to(*_: Any) -> Iterator[Connected]:
        yield connection

    monkeypatch.setattr(loading, "connect_to", connect_to)
    return connection


@pytest.fixture
def run() -> Run:
    return lambda *arguments: CliRunner().invoke(main, ["load", *map(str, arguments)])


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "a.md").write_text("# Ada\n\nAda Lovelace wrote to Charles Babbage.")
    (folder / "empty.md").write_text("")
    return folder


def test_a_folder_is_loaded_and_what_was_skipped_is_told(run: Run, connected: Connected, notes: Path) -> None:
    told = run(notes, "--chunker", "none")
    assert told.exit_code == 0, told.output
    assert told.stderr.splitlines()[0] == "empty.md: is empty"
    assert "1 document (1 written, 1 problem)." in told.stdout
    assert set(connected.database.of("Document")) == {"notes/a.md"}


def test_json_has_counts_and_problems(run: Run, connected: Connected, notes: Path) -> None:
    told = json.loads(run(notes, "--chunker", "none", "--json").stdout)
    assert told["documents"] == told["documents_written"] == 1 and told["notes"] == []
    assert told["problems"] == [{"source": "empty.md", "message": "is empty"}]


def test_what_a_model_took_is_told(
    run: Run, connected: Connected, notes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = {"model": "a", "calls": 3, "input_tokens": 1200, "output_tokens": 80, "remembered": 4}
    monkeypatch.setattr(loading, "LoadReport", lambda: LoadReport(usage=lambda: usage))
    assert "a: 3 calls, 1,200 tokens in, 80 out; 4 answers" in run(notes, "--chunker", "none").stdout
    assert json.loads(run(notes, "--chunker", "none", "--json").stdout)["usage"] == usage


def test_nothing_that_could_be_loaded_is_an_error(run: Run, connected: Connected, notes: Path) -> None:
    (notes / "a.md").write_bytes(b"\x00")
    told = run(notes)
    assert told.exit_code == 1 and "Nothing of" in told.stderr and "zero bytes" in told.stderr


def test_many_problems_are_counted(run: Run, connected: Connected, notes: Path) -> None:
    for number in range(30):
        (notes / f"empty{number}.md").write_text("")
    told = run(notes, "--chunker", "none")
    assert told.stderr.count("is empty") == 20 and "and 11 more problems" in told.stderr


@pytest.mark.parametrize("exists", [False, True])
def test_with_graph_it_is_made_ready_to_be_asked(
    run: Run, connected: Connected, notes: Path, exists: bool
) -> None:
    connected.catalog.exists = lambda database, name: exists
    told = run(notes, "--chunker", "none", "--graph", "notes")
    assert told.exit_code == 0, told.output
    read = "refresh" if exists else ("notes", ["Chunk", "Document", "__Entity__"])
    assert connected.linked.made == [read, "embed", "similarity all", "truss"]
    assert "'notes': 7 nodes, 9 relationships; computed: 2 IS_SIMILAR." in told.stdout


def test_labels_that_are_new_are_read_into_a_graph_that_is_there(
    run: Run, connected: Connected, notes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []
    monkeypatch.setattr(
        loading,
        "project_database",
        lambda database, catalog, name, request, **options: asked.append(
            (request.labels, options["existing"])
        ),
    )
    connected.catalog.exists = lambda database, name: True
    for made_of in (["Document", "Chunk"], "Chunk", ["Chunk", "Document", "__Entity__"]):
        connected.made_of = made_of
        assert run(notes, "--chunker", "none", "--graph", "notes").exit_code == 0
    assert asked == [
        (("Document", "Chunk", "__Entity__"), "replace"),
        (("Chunk", "Document", "__Entity__"), "replace"),
    ]
    assert connected.linked.made.count("refresh") == 1


def test_a_graph_of_plain_facts_is_loaded_without_edges_by_likeness(
    run: Run, connected: Connected, notes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nothing(**_: Any) -> None:
        raise InvalidInput("No two nodes have text that could be compared.")

    monkeypatch.setattr(connected.linked, "similarity", nothing)
    told = run(notes, "--chunker", "none", "--graph", "notes")
    assert told.exit_code == 0 and connected.linked.made[-1] == "truss"
    assert "No edges by likeness: No two nodes have text" in " ".join(told.stdout.split())


def test_options_go_to_the_loader(run: Run, connected: Connected, notes: Path) -> None:
    assert run(notes, "--chunker", "none", "--extract", "none", "-o", "collection=mine").exit_code == 0
    assert set(connected.database.of("Document")) == {"mine/a.md"} and not connected.database.of("__Entity__")


def test_options_that_do_not_fit_are_named(run: Run, notes: Path) -> None:
    told = run("world", "--chunker", "fixed")
    assert told.exit_code == 1 and "The loader 'world' has no option 'chunker'" in told.stderr
    told = run(notes, "--bulk", "x", "--graph", "y")
    assert told.exit_code == 1 and "--graph needs a running server" in told.stderr
    told = run(notes, "-o", "report=x")
    assert told.exit_code == 1 and "no option 'report'" in told.stderr


def test_a_second_folder_is_loaded_only_where_it_is_said(run: Run, connected: Connected, notes: Path) -> None:
    other = notes.with_name("letters")
    other.mkdir()
    (other / "b.md").write_text("# Mary\n\nMary Shelley wrote to Leigh Hunt.")
    assert run(notes, "--chunker", "none").exit_code == 0
    refused = run(other, "--chunker", "none")
    assert refused.exit_code == 1
    assert "holds what was loaded from 'notes'" in refused.output and "--into neo4j" in refused.output
    assert set(connected.database.of("Document")) == {"notes/a.md"}
    assert run(other, "--chunker", "none", "--into", "neo4j").exit_code == 0
    assert run(other, "--chunker", "none").exit_code == 0, "it is an update now"
    assert set(connected.database.of("Document")) == {"notes/a.md", "letters/b.md"}
