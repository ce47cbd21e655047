"""``motif embed`` and ``motif graphs``: how the options are read and what is told, without a database."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result
from rich.console import Console

import motif.cli.console as console
import motif.cli.embedding as embedding
import motif.cli.graphs as graphs
from motif.cli.main import main
from motif.graphs.dominance import ANY_SIZE, NO_CERTIFICATE, DominanceEmbedding
from motif.graphs.paths import PathTable
from motif.graphs.projection import VectorSet
from motif.graphs.stamp import EncoderStamp


class FakeGraph:
    """Notes what it was asked for, and has it then."""

    def __init__(self) -> None:
        self.asked: dict[str, Any] = {}
        self.projection: Any = self
        self.vectors: dict[str, Any] = {}
        self.paths: dict[int, PathTable] = {}
        self.dominance: DominanceEmbedding | None = None

    def embed(self, **options: Any) -> None:
        self.asked = options

    def embed_triples(self, **options: Any) -> None:
        self.asked = {"triples": True, **options}
        vectors = VectorSet(
            EncoderStamp("fake", 2), np.array([0, 1, 0], np.int32), np.eye(2, dtype=np.float32)
        )
        self.vectors = {"triple": vectors}

    def embed_dominance(self, **options: Any) -> None:
        self.asked = options
        vectors = np.zeros((3, options["dimension"] or 8), np.float32)
        certificate = np.array([ANY_SIZE, NO_CERTIFICATE, 2], np.int16)
        stamp = EncoderStamp(options["kind"], vectors.shape[1])
        self.dominance = DominanceEmbedding(options["kind"], stamp, vectors, certificate, {})
        if options["path_length"]:
            self.paths = {options["path_length"]: PathTable(1, "columns", stamp.text, {})}


@pytest.fixture
def films(monkeypatch: pytest.MonkeyPatch) -> FakeGraph:
    graph = FakeGraph()

    class Connection:
        def graph(self, name: str) -> FakeGraph:
            return graph

    monkeypatch.setattr(embedding, "connect_to", lambda *target: nullcontext(Connection()))
    return graph


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, [*arguments])


def asked(graph: FakeGraph) -> dict[str, Any]:
    return {key: value for key, value in graph.asked.items() if key != "progress"}


def test_texts_are_embedded_unless_stars_are_asked_for(films: FakeGraph) -> None:
    result = run("embed", "films", "--write")
    assert result.exit_code == 0, result.output
    assert asked(films) == {"write": True}


def test_relationships_are_embedded_and_counted_by_their_texts(films: FakeGraph) -> None:
    result = run("embed", "films", "--triples", "--write")
    assert asked(films) == {"triples": True, "write": True}
    assert result.stdout == "'films': 2 triple vectors\n"


def test_triples_and_stars_are_two_calls(films: FakeGraph) -> None:
    result = run("embed", "films", "--triples", "--dominance")
    assert result.exit_code != 0 and "--triples and --dominance embed different things" in result.output
    assert not films.asked


def test_stars_are_embedded_by_construction_and_counted(films: FakeGraph) -> None:
    result = run("embed", "films", "--dominance", "--path-length", "1")
    assert asked(films) == {"kind": "constructed", "dimension": None, "path_length": 1, "write": False}
    assert result.stdout == (
        "'films': 3 stars in 8 dimensions (constructed), 2 certified; paths of length 1 indexed\n"
    )


def test_a_trained_embedding_is_asked_for_by_its_kind(films: FakeGraph) -> None:
    result = run("embed", "films", "--dominance", "--kind", "gat", "--dimension", "2", "--write")
    assert asked(films) == {"kind": "gat", "dimension": 2, "path_length": None, "write": True}
    assert result.stdout == "'films': 3 stars in 2 dimensions (gat), 2 certified\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--kind", "gat"), "--kind is for --dominance"),
        (("--path-length", "2"), "--path-length is for --dominance"),
        (("--dimension", "4"), "--dimension is for --dominance"),
        (("--dominance", "--path-length", "3"), "3 is not in the range 1<=x<=2"),
        (("--dominance", "--kind", "gnn"), "'gnn' is not one of 'constructed', 'gat'"),
    ],
)
def test_options_that_do_not_fit(films: FakeGraph, arguments: tuple[str, ...], said: str) -> None:
    result = run("embed", "films", *arguments)
    assert result.exit_code != 0 and said in result.stderr
    assert films.asked == {}


def row(**more: Any) -> dict[str, Any]:
    """A projection in the columns of ``motif.graph.list``."""
    return {
        "graphName": "films",
        "nodeCount": 11_716,
        "relationshipCount": 18_985,
        "epoch": 3,
        "memoryUsage": "1.9 MiB",
        "stale": True,
        "behind": {"transactions": 2},
        "refresh": "manual",
        "refreshFailure": None,
        "configuration": {},
        "vectors": {"name": {"model": "m", "dimension": 4, "count": 9}},
        "structure": {"largestTrussness": 4, "layers": {"IS_SIMILAR": 1234}},
        **more,
    }


@pytest.fixture
def listing(monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    def told(*rows: dict[str, Any]) -> str:
        infos = [SimpleNamespace(as_row=lambda row=row: row) for row in rows]
        connection = SimpleNamespace(graphs=lambda: infos)
        monkeypatch.setattr(graphs, "connect_to", lambda *target: nullcontext(connection))
        monkeypatch.setattr(console, "out", Console(width=80))
        return run("graphs").output

    return told


def test_the_list_of_graphs_tells_of_embeddings_and_indexes(listing: Callable[..., str]) -> None:
    stars = {"model": "constructed", "dimension": 8, "count": 9, "pathLengths": [1, 2]}
    told = listing(row(vectors={**row()["vectors"], "dominance": stars}, behind={}, stale=None))
    assert "dominance" in told and "1,234" in told and "trussness ≤ 4" in told


def test_the_list_of_graphs_tells_how_old_they_are_in_eighty_columns(listing: Callable[..., str]) -> None:
    told = listing(
        row(),
        row(graphName="people", stale=False, behind={"transactions": 0}, refresh="auto"),
        row(graphName="docs", stale=True, behind={"seconds": 7300.0}),
        row(graphName="old", stale=None, behind={"seconds": 90.0}),
    )
    heading, *lines = told.splitlines()
    assert heading.split() == ["graph", "nodes", "relations", "epoch", "size", "age", "with"]
    assert max(map(len, [heading, *lines])) <= 80
    for said in (
        "2 transactions",
        "up to date",
        "refreshes itself",
        "stale, read 2 hours",
        "read 1 minute ago",
    ):
        assert said in told, told


def test_the_list_of_graphs_tells_of_a_refresh_that_failed(listing: Callable[..., str]) -> None:
    failure = {"time": "2026-11-22T10:13:00.250+00:00", "problem": "The database is empty."}
    told = listing(row(refresh="auto", refreshFailure=failure))
    assert (
        "'films': not refreshed in the background at 2026-11-22T10:13:00.250+00:00: The database is empty."
        in told
    )
