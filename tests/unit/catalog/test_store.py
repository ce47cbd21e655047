"""The catalog: names, epochs, vectors, and what is told when something is not there."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from forking import CONTEXT
from motif.catalog import Catalog, from_triples, projected_row
from motif.engine.data_graph import data_graph
from motif.engine.dominance import construct_dominance
from motif.errors import CatalogLocked, GraphExists, GraphNotFound, InvalidInput, SnapshotCorrupt
from motif.graphs.dominance import ANY_SIZE, NO_CERTIFICATE, DominanceEmbedding
from motif.graphs.paths import PathTable
from motif.graphs.projection import NAME, RELATION, TEXT, Projection, VectorSet
from motif.graphs.stamp import EncoderStamp

TRIPLES = [("Heat", "directed by", "Mann"), ("Ran", "directed by", "Kurosawa")]


def graph() -> Projection:
    return from_triples(TRIPLES, {"Heat": "Film", "Ran": "Film"})


def unwanted() -> Projection:
    raise AssertionError("must not be built")


def vectors(rows: int, dimension: int = 2) -> VectorSet:
    matrix = np.eye(dimension, dtype=np.float32)
    return VectorSet(EncoderStamp("toy", dimension, "5a"), np.zeros(rows, np.int32), matrix)


@pytest.fixture
def catalog(tmp_path: Path) -> Catalog:
    return Catalog(tmp_path)


def test_a_projection_is_kept_and_found_by_name(catalog: Catalog) -> None:
    made = catalog.create("db", "films", graph)
    assert (made.name, made.database, made.epoch) == ("films", "db", 1)
    assert list(made.nodes.names) == ["Heat", "Mann", "Ran", "Kurosawa"]
    assert catalog.open("db", "films") is made
    assert list(Catalog(catalog.home).open("db", "films").nodes.names) == list(made.nodes.names)
    assert not catalog.exists("other", "films")


def test_a_taken_name_is_refused_kept_or_replaced(catalog: Catalog) -> None:
    first = catalog.create("db", "films", graph)
    with pytest.raises(GraphExists, match="named 'films' already"):
        catalog.create("db", "films", unwanted)
    assert catalog.create("db", "films", unwanted, existing="keep") is first
    replaced = catalog.create("db", "films", lambda: from_triples(TRIPLES[:1]), existing="replace")
    assert (replaced.epoch, replaced.n_nodes) == (2, 2)
    assert catalog.info("db", "films").created < catalog.info("db", "films").modified


def test_a_missing_projection_is_told_with_the_nearest(catalog: Catalog) -> None:
    catalog.create("db", "movies", graph)
    with pytest.raises(GraphNotFound) as caught:
        catalog.open("db", "moveis")
    assert caught.value.message == "No projection named 'moveis'. Did you mean 'movies'?"
    assert caught.value.hint == (
        "Create it: db.project('moveis') in Python, CALL motif.graph.project('moveis', '*', '*') in Cypher, "
        "motif project moveis in a shell."
    )
    for call in (catalog.info, catalog.drop):
        with pytest.raises(GraphNotFound):
            call("db", "moveis")  # type: ignore[operator]
    assert catalog.drop("db", "moveis", fail_if_missing=False) is None


@pytest.mark.parametrize("name", ["", "  ", "a\x00b", "x" * 1001])
def test_what_is_no_name_is_refused(catalog: Catalog, name: str) -> None:
    with pytest.raises(InvalidInput, match="cannot name a projection"):
        catalog.create("db", name, unwanted)


@pytest.mark.parametrize(
    "name", ["..", "a/b", "Filme", "filme", "東京 🎬", "x" * 900, "current", "nul.", "'); --"]
)
def test_any_text_is_a_name(catalog: Catalog, name: str) -> None:
    catalog.create("db", "filme 2", graph)
    catalog.create("db", name, graph)
    assert catalog.open("db", name).name == name
    assert name in [info.name for info in catalog.list("db")]
    assert catalog.drop("db", name) is not None
    assert not catalog.exists("db", name)
    inside = {path.resolve() for path in catalog.home.rglob("*")}
    assert all(path.is_relative_to(catalog.home.resolve()) for path in inside)


def test_a_reader_finishes_on_what_it_opened(catalog: Catalog) -> None:
    first = catalog.create("db", "films", graph)
    catalog.create("db", "films", lambda: from_triples(TRIPLES[:1]), existing="replace")
    catalog.drop("db", "films")
    assert list(first.nodes.names) == ["Heat", "Mann", "Ran", "Kurosawa"]
    with pytest.raises(GraphNotFound):
        catalog.open("db", "films")


def test_another_catalog_sees_a_change(catalog: Catalog) -> None:
    other = Catalog(catalog.home)
    catalog.create("db", "films", graph)
    assert other.open("db", "films").n_nodes == 4
    catalog.drop("db", "films")
    catalog.create("db", "films", lambda: from_triples(TRIPLES[:1]))
    assert (other.open("db", "films").epoch, other.open("db", "films").n_nodes) == (1, 2)


def test_vectors_make_a_new_epoch_and_link_the_rest(catalog: Catalog) -> None:
    catalog.create("db", "films", graph)
    names = catalog.home / "graphs" / "db" / "films" / "1" / "node.names.data.npy"
    inode = names.stat().st_ino
    made = catalog.add_vectors("db", "films", {NAME: vectors(4)})
    assert made.epoch == 2
    assert made.vectors[NAME].encoder == EncoderStamp("toy", 2, "5a")
    assert made.vectors[NAME].matrix.tolist() == [[1, 0], [0, 1]]
    assert (names.parent.parent / "2" / names.name).stat().st_ino == inode
    assert not names.exists()
    more = catalog.add_vectors("db", "films", {TEXT: vectors(4)})
    assert set(more.vectors) == {NAME, TEXT}
    row = catalog.info("db", "films").as_row()
    assert row["vectors"][NAME] == {"model": "toy", "dimension": 2, "count": 4}
    assert Catalog(catalog.home).open("db", "films", verify=True).n_nodes == 4


def test_replacing_keeps_vectors_where_no_text_is_new(catalog: Catalog) -> None:
    catalog.create("db", "films", graph)
    index = np.array([1, 0, 1, 0], np.int32)
    two = VectorSet(EncoderStamp("toy", 2), index, np.eye(2, dtype=np.float32))
    relation = VectorSet(EncoderStamp("toy", 2), index[:1], np.eye(2, dtype=np.float32))
    catalog.add_vectors("db", "films", {NAME: two, RELATION: relation})
    matrix = catalog.home / "graphs" / "db" / "films" / "2" / "vectors.name.matrix.npy"
    inode = matrix.stat().st_ino
    fewer = catalog.create("db", "films", lambda: from_triples(TRIPLES[1:]), existing="replace")
    assert set(fewer.vectors) == {NAME, RELATION}
    assert fewer.vectors[NAME].index.tolist() == [1, 0]
    assert (matrix.parent.parent / "3" / matrix.name).stat().st_ino == inode
    more = [("Ran", "directed by", "Kurosawa"), ("Ran", "directed by", "someone new")]
    grown = catalog.create("db", "films", lambda: from_triples(more), existing="replace")
    assert set(grown.vectors) == {RELATION}


def with_dominance_and_paths(catalog: Catalog) -> Projection:
    made = catalog.create("db", "films", graph)
    embedding = construct_dominance(data_graph(made), dimension=4)
    catalog.add_dominance("db", "films", embedding)
    table = PathTable(1, "columns", embedding.stamp.text, {"paths": np.arange(3, dtype=np.int32)})
    return catalog.add_paths("db", "films", table)


def test_dominance_and_paths_are_kept_as_new_epochs(catalog: Catalog) -> None:
    made = with_dominance_and_paths(catalog)
    assert made.epoch == 3
    assert made.dominance is not None and made.dominance.dimension == 4
    assert made.paths[1].arrays["paths"].tolist() == [0, 1, 2]
    listed = catalog.info("db", "films").as_row()["vectors"]
    assert listed == {"dominance": {"model": "constructed", "dimension": 4, "count": 4, "pathLengths": [1]}}
    again = catalog.add_dominance("db", "films", made.dominance)
    assert again.dominance is not None and not again.paths, "paths describe the embedding before"


def test_replacing_keeps_paths_only_where_the_graph_is_the_same(catalog: Catalog) -> None:
    made = with_dominance_and_paths(catalog)
    same = catalog.create("db", "films", graph, existing="replace")
    assert same.dominance is not None and made.dominance is not None
    assert same.dominance.stamp == made.dominance.stamp and set(same.paths) == {1}
    more = [*TRIPLES, ("Ran", "directed by", "Mann")]
    grown = catalog.create("db", "films", lambda: from_triples(more, {"Heat": "Film"}), existing="replace")
    assert grown.dominance is not None and not grown.paths
    expected = construct_dominance(data_graph(grown), dimension=4)
    assert grown.dominance.vectors.tolist() == expected.vectors.tolist(), "made anew"


def test_replacing_keeps_trained_vectors_of_stars_that_are_the_same(catalog: Catalog) -> None:
    catalog.create("db", "films", graph)
    embedding = DominanceEmbedding(
        "gat",
        EncoderStamp("gat", 2, "5a"),
        np.arange(8, dtype=np.float32).reshape(4, 2),
        np.array([ANY_SIZE, 2, NO_CERTIFICATE, 1], np.int16),
        {},
        np.arange(4, dtype=np.float32)[:, None],
    )
    catalog.add_dominance("db", "films", embedding)
    more = [*TRIPLES, ("new", "directed by", "Kurosawa")]
    labels = {"Heat": "Film", "Ran": "Film"}
    grown = catalog.create("db", "films", lambda: from_triples(more, labels), existing="replace").dominance
    assert grown is not None and grown.features is not None
    assert grown.certificate.tolist() == [ANY_SIZE, 2, NO_CERTIFICATE, NO_CERTIFICATE, NO_CERTIFICATE]
    assert grown.vectors[:2].tolist() == [[0, 1], [2, 3]] and np.isposinf(grown.vectors[2:]).all()
    assert grown.features.tolist() == [[0], [1], [2], [3], [0]]
    fewer = catalog.create("db", "films", lambda: from_triples(more[1:], labels), existing="replace")
    assert fewer.dominance is not None
    assert (fewer.dominance.certificate == NO_CERTIFICATE).all(), "ids mean other nodes now"


def test_dominance_and_paths_of_another_graph_are_refused(catalog: Catalog) -> None:
    other = from_triples([("a", "b", "c")])
    catalog.create("db", "films", graph)
    with pytest.raises(InvalidInput, match="of 2 nodes; the projection 'films' has 4"):
        catalog.add_dominance("db", "films", construct_dominance(data_graph(other)))
    with pytest.raises(InvalidInput, match=r"made of the dominance embedding 'x@1'.*has none"):
        catalog.add_paths("db", "films", PathTable(1, "boxes", "x@1", {}))


def test_vectors_of_the_database_are_not_kept(catalog: Catalog) -> None:
    read = replace(graph(), vectors={NAME: vectors(4)}, configuration={"embeddingProperty": "v"})
    catalog.create("db", "films", lambda: read)
    assert not catalog.create("db", "films", graph, existing="replace").vectors


@pytest.mark.parametrize(("kind", "rows"), [("name", 3), ("relation", 4), ("label", 2), ("smell", 4)])
def test_vectors_of_another_length_or_kind_are_refused(catalog: Catalog, kind: str, rows: int) -> None:
    catalog.create("db", "films", graph)
    with pytest.raises(InvalidInput, match=r"Vectors"):
        catalog.add_vectors("db", "films", {kind: vectors(rows)})
    assert catalog.open("db", "films").epoch == 1


def test_information_tells_sizes_and_contents(catalog: Catalog) -> None:
    catalog.create("db", "films", graph, request={"nodeProjection": "*"})
    info = catalog.info("db", "films")
    assert (info.n_nodes, info.n_relationships, info.labels) == (4, 2, {"Film": 2})
    assert info.types == {"directed by": 2}
    assert info.degrees["max"] == 1
    assert info.request == {"nodeProjection": "*"}
    assert info.nbytes == sum(path.stat().st_size for path in catalog.home.rglob("*.npy"))
    assert [entry.name for entry in catalog.list("db")] == ["films"]
    assert catalog.list("nothing") == []
    row = projected_row(catalog.open("db", "films"), 12)
    assert (row["graphName"], row["nodeCount"], row["projectMillis"]) == ("films", 4, 12)


def test_a_later_transaction_makes_it_stale(catalog: Catalog) -> None:
    catalog.create("db", "films", lambda: replace(graph(), transaction=5))
    assert catalog.info("db", "films", last_transaction=5).stale is False
    assert catalog.info("db", "films", last_transaction=6).stale is True
    assert catalog.info("db", "films").stale is None


def test_a_locked_catalog_is_only_read(catalog: Catalog) -> None:
    catalog.create("db", "films", graph)
    locked = Catalog(catalog.home, locked=True)
    assert locked.open("db", "films").n_nodes == 4
    with pytest.raises(CatalogLocked):
        locked.create("db", "more", unwanted)
    with pytest.raises(CatalogLocked):
        locked.drop("db", "films")
    with pytest.raises(CatalogLocked):
        locked.add_vectors("db", "films", {NAME: vectors(4)})


def test_broken_files_are_told_and_can_be_replaced(catalog: Catalog) -> None:
    catalog.create("db", "films", graph)
    file = catalog.home / "graphs" / "db" / "films" / "1" / "relationship.ids.npy"
    file.write_bytes(file.read_bytes()[:-1])
    fresh = Catalog(catalog.home)
    with pytest.raises(SnapshotCorrupt, match=r"relationship\.ids\.npy has"):
        fresh.open("db", "films")
    assert fresh.create("db", "films", graph, existing="replace").epoch == 2
    assert fresh.open("db", "films").n_nodes == 4


def _create(home: Path, number: int) -> None:
    Catalog(home).create("db", "films", graph, existing="replace")


def test_writers_of_one_graph_wait_for_each_other(tmp_path: Path) -> None:
    workers = [CONTEXT.Process(target=_create, args=(tmp_path, number)) for number in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert [worker.exitcode for worker in workers] == [0, 0, 0]
    assert Catalog(tmp_path).open("db", "films", verify=True).epoch == 3


def _broken(catalog: Catalog, what: str) -> None:
    catalog.create("db", "films", graph)
    catalog.create("db", "Zürich/1", graph)
    file = catalog.home / "graphs" / "db" / "films" / "1" / what
    file.write_bytes(file.read_bytes()[:-1])


@pytest.mark.parametrize("what", ["manifest.json", "relationship.ids.npy"])
def test_a_list_tells_which_projections_are_broken_and_what_to_run(catalog: Catalog, what: str) -> None:
    _broken(catalog, what)
    whole, broken = catalog.list("db")
    assert (whole.name, whole.problem, broken.name) == ("Zürich/1", "", "films")
    assert "motif project --replace" in broken.problem
    assert broken.as_row()["configuration"]["problem"] == broken.problem
    assert "problem" not in whole.as_row()["configuration"]


def test_a_broken_projection_can_be_dropped_or_made_again_with_what_it_was_taught(catalog: Catalog) -> None:
    _broken(catalog, "manifest.json")
    folder = catalog.learned_folder("db", "films")
    folder.mkdir()
    (folder / "tracing.json").write_text("{}")
    assert catalog.create("db", "films", graph, existing="replace").epoch == 2
    assert (folder / "tracing.json").exists()
    (folder.parent / "current").write_text("{")
    (folder.parent / "2" / "manifest.json").unlink()
    assert [info.problem != "" for info in catalog.list("db")] == [False, True]
    assert catalog.exists("db", "films")
    catalog.drop("db", "films")
    assert not folder.parent.exists() and [info.name for info in catalog.list("db")] == ["Zürich/1"]


def test_the_epoch_before_a_broken_one_answers_until_the_next(
    catalog: Catalog, monkeypatch: pytest.MonkeyPatch
) -> None:
    catalog.create("db", "films", graph)
    monkeypatch.setattr("motif.snapshot.writing.remove_older", lambda _: None)
    catalog.add_vectors("db", "films", {NAME: vectors(4)})
    monkeypatch.undo()
    file = catalog.home / "graphs" / "db" / "films" / "2" / "vectors.name.matrix.npy"
    file.write_bytes(file.read_bytes()[:-1])
    fresh = Catalog(catalog.home)
    found = fresh.open("db", "films")
    assert found.epoch == 1 and "Epoch 1" in found.configuration["problem"]
    assert fresh.open("db", "films") is found
    assert "vectors.name.matrix.npy" in fresh.list("db")[0].problem
    made = fresh.add_vectors("db", "films", {NAME: vectors(4)})
    assert made.epoch == 3 and "problem" not in made.configuration
    assert fresh.list("db")[0].problem == ""


def test_a_projection_that_has_its_vectors_does_not_say_that_they_were_left_out(catalog: Catalog) -> None:
    catalog.create(
        "db", "films", lambda: replace(graph(), configuration={"textEmbeddings": "left out: 1 of 4"})
    )
    assert "textEmbeddings" in catalog.open("db", "films").configuration
    assert "textEmbeddings" not in catalog.add_vectors("db", "films", {NAME: vectors(4)}).configuration

    def read_again(_: Projection) -> Projection:
        return replace(graph(), configuration={"textEmbeddings": "left out: 3 of 4"})

    again = catalog.renew("db", "films", read_again)
    assert NAME in again.vectors and "textEmbeddings" not in again.configuration, "they were carried over"
