"""Dominance embeddings written into Neo4j and read again: what changed since is never pruned, what did not still is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

from motif.catalog import Catalog
from motif.catalog.building import build_projection
from motif.catalog.detection import OWN_DOMINANCE, OWN_DOMINANCE_CONTENT, OWN_DOMINANCE_STAMP, detect
from motif.catalog.dominance import dominance_rows, node_hashes
from motif.catalog.dominance_weights import load_weights, save_weights
from motif.catalog.plan import Plan
from motif.catalog.request import ProjectionRequest
from motif.catalog.schema import Group, PropertyFacts, Schema
from motif.catalog.writing_dominance import BATCH, write_dominance
from motif.database import Database, Written
from motif.engine.data_graph import data_graph
from motif.engine.dominance import construct_dominance
from motif.errors import MissingVectors
from motif.graphs.columns import Chunk, End, NodeChunk, RelationshipChunk
from motif.graphs.dominance import ANY_SIZE, NO_CERTIFICATE, DominanceEmbedding
from motif.graphs.packing import pack_values
from motif.graphs.projection import Projection
from motif.graphs.stamp import EncoderStamp
from motif_cypher import Template

NAMES = ["Heat", "Mann", "Ali", "Thief", "alone"]
LINKS = [(0, 1), (2, 1), (3, 1), (0, 1)]

Columns = dict[str, list[Any]]


@pytest.fixture
def plan() -> Plan:
    """What is detected in a graph into which dominance vectors were written."""
    text, vector = PropertyFacts(("STRING",), 1.0, 1.0, 5.0), PropertyFacts(("VECTOR",), 1.0, 1.0, None)
    number = PropertyFacts(("INTEGER",), 1.0, 1.0, None)
    facts = {"name": text, OWN_DOMINANCE: vector, OWN_DOMINANCE_STAMP: text, OWN_DOMINANCE_CONTENT: number}
    found = detect(Schema((Group("Film", 5, facts),), (Group("BY", 4, {}),), 5), ProjectionRequest())
    assert found.dominance is not None
    return Plan.from_dict(found.as_dict())


def chunks(columns: Columns, links: list[tuple[int, int]]) -> list[Chunk]:
    """The graph as it comes from a database whose ids are 10, 11, …"""
    ids = np.arange(10, 10 + len(columns["name"]))
    properties = {name: pack_values(values, vector=True) for name, values in columns.items()}
    source, target = (np.array([10 + link[side] for link in links], np.int64) for side in (0, 1))
    kinds = np.zeros(len(links), np.int32)
    return [
        NodeChunk(ids, np.zeros(len(ids), np.int32), properties),
        RelationshipChunk(np.arange(len(links)), source, target, kinds),
        End((("Film",),), ("BY",), "4:ab:", "5:ab:"),
    ]


def plain(plan: Plan, links: list[tuple[int, int]] = LINKS, names: list[str] = NAMES) -> Projection:
    """The graph before anything was written."""
    return build_projection(chunks({"name": list(names)}, links), replace(plan, dominance=None))


def trained(projection: Projection) -> DominanceEmbedding:
    """A trained embedding: what matters here is only that it cannot be made again from the graph."""
    n = projection.n_nodes
    return DominanceEmbedding(
        "gat",
        EncoderStamp("gat-toy", 2, "5a"),
        np.arange(2 * n, dtype=np.float32).reshape(n, 2),
        np.array([ANY_SIZE, 3, 2, 0, NO_CERTIFICATE], np.int16)[:n],
        {"head": np.eye(2, dtype=np.float32)},
        np.arange(3 * n, dtype=np.float32).reshape(n, 3),
    )


def written(projection: Projection) -> Columns:
    """The properties that nodes hold once the dominance embedding of ``projection`` was written."""
    assert projection.dominance is not None
    _, contents, matrix = dominance_rows(projection)
    return {
        "name": list(projection.nodes.names),
        OWN_DOMINANCE: [[float(value) for value in row] for row in matrix],
        OWN_DOMINANCE_STAMP: [projection.dominance.stamp.text] * projection.n_nodes,
        OWN_DOMINANCE_CONTENT: contents.tolist(),
    }


@pytest.fixture
def weights(tmp_path: Path, plan: Plan) -> Path:
    graph = plain(plan)
    save_weights(tmp_path, trained(graph), node_hashes(graph))
    return tmp_path


def with_trained(plan: Plan) -> Projection:
    graph = plain(plan)
    return replace(graph, dominance=trained(graph))


def test_a_trained_embedding_is_read_as_it_was_written(plan: Plan, weights: Path) -> None:
    original = with_trained(plan)
    found = build_projection(chunks(written(original), LINKS), plan, weights=weights)
    assert found.dominance is not None and original.dominance is not None
    assert found.dominance.certificate.tolist() == [ANY_SIZE, 3, 2, 0, NO_CERTIFICATE]
    assert found.dominance.vectors[:4].tolist() == original.dominance.vectors[:4].tolist()
    assert np.isposinf(found.dominance.vectors[4]).all()
    assert found.dominance.stamp == original.dominance.stamp
    assert found.dominance.parameters["head"].tolist() == [[1, 0], [0, 1]]
    assert found.dominance.features is not None and original.dominance.features is not None
    assert found.dominance.features.tolist() == original.dominance.features.tolist()
    assert found.configuration["dominance"] == "gat-toy@5a, read for 4 of 5 nodes"


def changed_name(columns: Columns, links: list[tuple[int, int]]) -> None:
    columns["name"][3] = "Thief (1981)"


def new_relationship(columns: Columns, links: list[tuple[int, int]]) -> None:
    links.append((3, 3))


def changed_vector(columns: Columns, links: list[tuple[int, int]]) -> None:
    columns[OWN_DOMINANCE][3][0] += 0.5


def changed_certificate(columns: Columns, links: list[tuple[int, int]]) -> None:
    columns[OWN_DOMINANCE][3][2] = 30.0


def no_content(columns: Columns, links: list[tuple[int, int]]) -> None:
    columns[OWN_DOMINANCE_CONTENT][3] = None


def other_model(columns: Columns, links: list[tuple[int, int]]) -> None:
    columns[OWN_DOMINANCE_STAMP][3] = "gat-toy@77"


def shorter_vector(columns: Columns, links: list[tuple[int, int]]) -> None:
    columns[OWN_DOMINANCE][3] = [1.0, 2.0]


CHANGES = {
    changed_name: [1, 3],  # Mann's star holds its name
    new_relationship: [3],
    changed_vector: [3],
    changed_certificate: [3],
    no_content: [3],
    other_model: [3],
    shorter_vector: [3],
}


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_a_node_whose_star_or_vector_has_changed_is_never_pruned(
    plan: Plan, weights: Path, change: Callable[..., None]
) -> None:
    columns, links = written(with_trained(plan)), list(LINKS)
    change(columns, links)
    found = build_projection(chunks(columns, links), plan, weights=weights).dominance
    assert found is not None
    gone = [row for row in range(4) if found.certificate[row] == NO_CERTIFICATE]
    assert gone == CHANGES[change]
    assert np.isposinf(found.vectors[gone]).all()


def test_nodes_of_one_name_with_different_features_prune_nothing(plan: Plan, tmp_path: Path) -> None:
    names = ["Heat", "Mann", "Heat", "Thief", "alone"]
    graph = plain(plan, names=names)
    certain = replace(trained(graph), certificate=np.full(5, 3, np.int16))
    save_weights(tmp_path, certain, node_hashes(graph))
    columns = written(replace(graph, dominance=certain))
    found = build_projection(chunks(columns, LINKS), plan, weights=tmp_path).dominance
    assert found is not None
    assert found.certificate.tolist() == [3, NO_CERTIFICATE, NO_CERTIFICATE, 3, 3], (
        "the second and its neighbour"
    )


def test_without_its_weights_a_trained_embedding_is_left_out_and_said(plan: Plan, tmp_path: Path) -> None:
    columns = written(with_trained(plan))
    for folder in (None, tmp_path):
        found = build_projection(chunks(columns, LINKS), plan, weights=folder)
        assert found.dominance is None
        assert found.configuration["dominance"].startswith("gat-toy@5a left out: its weights are not here")


def test_a_constructed_embedding_is_right_whatever_was_written(plan: Plan) -> None:
    graph = plain(plan)
    columns = written(replace(graph, dominance=construct_dominance(data_graph(graph), dimension=4)))
    columns[OWN_DOMINANCE][0] = [0.0] * 5
    links = [*LINKS, (4, 0)]
    found = build_projection(chunks(columns, links), plan)
    expected = construct_dominance(data_graph(found), dimension=4)
    assert found.dominance is not None
    assert found.dominance.vectors.tolist() == expected.vectors.tolist()
    assert found.configuration["dominance"] == "constructed, made anew for 5 nodes"


def test_nodes_without_vectors_have_no_embedding(plan: Plan) -> None:
    columns = {name: [None] * 5 for name in (OWN_DOMINANCE, OWN_DOMINANCE_STAMP, OWN_DOMINANCE_CONTENT)}
    found = build_projection(chunks({"name": list(NAMES), **columns}, LINKS), plan)
    assert found.dominance is None and "dominance" not in found.configuration


def test_the_catalog_keeps_weights_apart_from_graphs(plan: Plan, tmp_path: Path) -> None:
    catalog = Catalog(tmp_path)
    original = catalog.create("db", "films", lambda: plain(plan))
    catalog.add_dominance("db", "films", trained(original))
    catalog.drop("db", "films")
    loaded = load_weights(catalog.dominance_folder, "5a")
    assert loaded is not None
    assert loaded.features_of(node_hashes(original)).tolist() == trained(original).features.tolist()  # type: ignore[union-attr]
    unknown = plain(plan, names=["new", "Mann", "Ali", "Thief", "alone"])
    assert loaded.features_of(node_hashes(unknown))[0].tolist() == [0, 0, 0]


@pytest.mark.parametrize("content", [b"", b"no archive", None])
def test_weights_that_cannot_be_read_count_as_none(tmp_path: Path, content: bytes | None) -> None:
    if content is not None:
        (tmp_path / "5a.npz").write_bytes(content)
    assert load_weights(tmp_path, "5a") is None
    assert load_weights(tmp_path, "../5a") is None


class Recorder:
    """A database that takes every write and says that all of it was new."""

    def __init__(self) -> None:
        self.statements: list[Template] = []
        self.rows: list[list[Any]] = []
        self.stamps: set[str] = set()

    def write(self, statement: Template, rows: list[Any], *, batch: int, stamp: str) -> Written:
        assert len(rows) <= batch
        self.statements.append(statement)
        self.rows += rows
        self.stamps.add(stamp)
        return Written(properties=3 * len(rows))


def test_every_node_is_written_in_batches(plan: Plan, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("motif.catalog.writing_dominance.BATCH", 2)
    recorder, told = Recorder(), list[tuple[int, int]]()
    projection = with_trained(plan)
    count = write_dominance(
        cast(Database, recorder), projection, progress=lambda done, total: told.append((done, total))
    )
    assert (count, told, len(recorder.statements)) == (5, [(2, 5), (4, 5), (5, 5)], 3)
    assert recorder.rows[0][:2] == ["4:ab:10", [0.0, 1.0, float(ANY_SIZE)]]
    assert recorder.rows[4][1] == [0.0, 0.0, -1.0], "never pruned: finite all the same"
    assert recorder.stamps == {"gat-toy@5a"}
    assert "`motifDominanceContent` <> row[2]" in recorder.statements[0].text
    assert BATCH >= 1000


def test_nothing_can_be_written_where_nothing_was_made(plan: Plan) -> None:
    with pytest.raises(MissingVectors, match="has no dominance embedding") as caught:
        write_dominance(cast(Database, Recorder()), plain(plan))
    assert "embed_dominance" in str(caught.value.hint)
