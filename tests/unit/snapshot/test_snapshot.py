"""Snapshots: whole or not at all, and never trusted when they were touched."""

from __future__ import annotations

import errno
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motif.catalog import from_triples
from motif.catalog.rows import column_of
from motif.errors import SnapshotCorrupt
from motif.graphs.column import compact, shared_rows
from motif.graphs.dominance import ANY_SIZE, NO_CERTIFICATE, DominanceEmbedding
from motif.graphs.layers import EdgeLayer
from motif.graphs.packing import pack_values
from motif.graphs.paths import PathTable
from motif.graphs.projection import NAME, Column, Projection, VectorSet
from motif.graphs.stamp import EncoderStamp
from motif.graphs.strings import StringTable
from motif.snapshot import (
    current_manifest,
    drop_snapshots,
    folder_name,
    open_projection,
    write_snapshot,
    writing,
)
from motif.snapshot.arrays import IDS, put_together, take_apart
from motif.snapshot.checking import MARKER
from sparse_columns import VALUES, dense, sparse, values_of


def projection() -> Projection:
    graph = from_triples(
        [("東京", "in", "日本"), ("Zürich", "in", "CH"), ("Zürich", "in", "CH")], {"東京": "City"}
    )
    values = pack_values(["x", None, 3, 2.5])
    column = Column(values.kind, values.number, StringTable(values.offsets.astype(np.int64), values.data))
    numbers = Column(np.ones(4, np.uint8), np.arange(4), None)
    nodes = replace(graph.nodes, properties={"we/ird \x01": column, "n": numbers}, texts=graph.nodes.names)
    vectors = {NAME: VectorSet(EncoderStamp("toy", 2), np.zeros(4, np.int32), np.eye(2, dtype=np.float32))}
    return replace(
        graph,
        name="places",
        database="db",
        nodes=nodes,
        relationships=replace(graph.relationships, computed=np.array([False, True, True])),
        vectors=vectors,
        configuration={"a": [1]},
        dominance=dominance(),
        paths={1: PathTable(1, "columns", "gat@1f", {"any name/": np.arange(3), "empty": np.empty((0, 2))})},
        trussness=np.array([2, 3, 3], np.int32),
        layers={"any type/": layer(column)},
    )


def layer(column: Column) -> EdgeLayer:
    source, target = np.array([0, 0, 1, 2], np.int32), np.array([1, 2, 3, 3], np.int32)
    return EdgeLayer(
        "any type/", "{}", source, target, np.linspace(0, 1, 4, dtype=np.float32), {"why\n": column}
    )


def dominance() -> DominanceEmbedding:
    vectors = np.array([[1, 2], [3, 4], [np.inf, np.inf], [0, 0]], np.float32)
    certificate = np.array([ANY_SIZE, 2, NO_CERTIFICATE, 0], np.int16)
    parameters = {"head": np.eye(2, dtype=np.float32), "bias": np.zeros(2)}
    features = np.arange(8, dtype=np.float32).reshape(4, 2)
    return DominanceEmbedding("gat", EncoderStamp("gat", 2, "1f"), vectors, certificate, parameters, features)


def reopened(folder: Path, *, verify: bool = False) -> Projection:
    manifest = current_manifest(folder)
    assert manifest is not None
    return open_projection(manifest, verify=verify)


def test_a_projection_is_read_back_as_it_was(tmp_path: Path) -> None:
    original = projection()
    write_snapshot(tmp_path / "g", original, extra={"note": 1})
    found = reopened(tmp_path / "g", verify=True)
    arrays, description = take_apart(original)
    others, other_description = take_apart(found)
    assert description == other_description
    for name, array in arrays.items():
        np.testing.assert_array_equal(array, others[name], name)
        assert array.dtype == others[name].dtype or name in IDS
    assert (found.name, found.database, found.epoch, found.configuration) == ("places", "db", 1, {"a": [1]})
    assert found.nodes.properties["we/ird \x01"].value(3) == 2.5
    assert found.outgoing.indices is found.relationships.target
    assert found.relationships.type is found.relationships.relation
    assert found.relationships.computed is not None
    assert found.relationships.computed.tolist() == [False, True, True]


@pytest.mark.parametrize(("largest", "kept"), [(1 << 20, "<u4"), ((1 << 32) - 1, "<u4"), (1 << 32, "<i8")])
def test_ids_are_as_narrow_as_they_fit_and_numbers_of_places_are_left_out(
    tmp_path: Path, largest: int, kept: str
) -> None:
    made = from_triples([(f"film {n}", "by", f"person {n % 3}") for n in range(9)])
    links = made.relationships
    ids = links.ids.copy()
    ids[-1] = largest
    write_snapshot(tmp_path / "g", replace(made, relationships=replace(links, ids=ids)))
    files = json.loads((tmp_path / "g" / "1" / "manifest.json").read_text())["files"]
    assert files[IDS[1]]["dtype"] == kept and "outgoing.data" not in files and "incoming.data" in files
    found = reopened(tmp_path / "g", verify=True)
    assert found.relationships.ids.tolist() == ids.tolist()
    assert found.outgoing.rows is None and found.outgoing.data.tolist() == list(range(9))
    assert found.relationships.element_id(8) == made.relationships.element_id(0)[:-1] + str(largest)


def test_files_of_the_version_before_are_read_and_written_smaller(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They have the number of each outgoing relationship, and wide ids."""
    made = from_triples([(f"film {n}", "by", f"person {n % 3}") for n in range(9)])
    with monkeypatch.context() as before:
        before.setattr(writing, "FORMAT", 2)
        before.setattr(writing, "narrow_ids", lambda ids: ids)
        outgoing = replace(made.outgoing, rows=made.outgoing.data)
        write_snapshot(tmp_path / "g", replace(made, outgoing=outgoing))
    folder = tmp_path / "g" / "1"
    content = json.loads((folder / "manifest.json").read_text())
    assert (
        content["format"] == 2
        and content["files"]["outgoing.data"]
        and content["files"][IDS[1]]["dtype"] == "<i8"
    )
    del content["projection"]["in_place"]
    (folder / "manifest.json").write_text(json.dumps({**content, "seal": writing.seal(content)}))
    found = reopened(tmp_path / "g", verify=True)
    assert found.relationships.ids.dtype == np.int64
    assert found.outgoing.data.tolist() == made.outgoing.data.tolist()
    again = replace(found, epoch=2, outgoing=replace(found.outgoing, rows=None))
    write_snapshot(tmp_path / "g", again, base=folder)
    smaller = reopened(tmp_path / "g", verify=True)
    assert smaller.relationships.ids.dtype == np.uint32 and smaller.outgoing.rows is None
    assert smaller.relationships.ids.tolist() == found.relationships.ids.tolist()


def test_dominance_and_paths_are_read_back_as_they_were(tmp_path: Path) -> None:
    write_snapshot(tmp_path / "g", projection())
    found = reopened(tmp_path / "g", verify=True)
    assert found.dominance is not None
    assert (found.dominance.kind, found.dominance.stamp) == ("gat", EncoderStamp("gat", 2, "1f"))
    np.testing.assert_array_equal(found.dominance.vectors, dominance().vectors)
    assert found.dominance.certificate.tolist() == dominance().certificate.tolist()
    assert found.dominance.parameters["head"].tolist() == [[1, 0], [0, 1]]
    assert found.dominance.features is not None and found.dominance.features[3].tolist() == [6, 7]
    assert (found.paths[1].length, found.paths[1].layout, found.paths[1].stamp) == (1, "columns", "gat@1f")
    assert found.paths[1].arrays["any name/"].tolist() == [0, 1, 2]
    assert found.paths[1].arrays["empty"].shape == (0, 2)


def test_a_snapshot_of_before_there_was_dominance_is_read(tmp_path: Path) -> None:
    arrays, description = take_apart(replace(projection(), dominance=None, paths={}))
    for later in ("dominance", "paths", "trussness", "layers"):
        del description[later]
    del description["relationships"]["has_computed"]
    rest = {"name": "places", "database": "db", "epoch": 1, "transaction": None, "configuration": {}}
    found = put_together(arrays.__getitem__, description, rest)
    assert found.dominance is None and not found.paths
    assert found.trussness is None and not found.layers


def test_arrays_are_mapped_and_cannot_be_written(tmp_path: Path) -> None:
    write_snapshot(tmp_path / "g", projection())
    found = reopened(tmp_path / "g")
    assert type(found.nodes.ids) is np.ndarray
    assert isinstance(found.nodes.ids.base, np.memmap)
    with pytest.raises(ValueError, match="read-only"):
        found.nodes.ids[0] = 7


def test_an_empty_graph_has_a_snapshot_too(tmp_path: Path) -> None:
    write_snapshot(tmp_path / "g", from_triples([]))
    assert reopened(tmp_path / "g", verify=True).n_nodes == 0


def test_one_array_is_one_file(tmp_path: Path) -> None:
    write_snapshot(tmp_path / "g", projection())
    names = {path.name for path in (tmp_path / "g" / "1").iterdir()}
    assert "relationship.relation.npy" in names
    assert not names & {"relationship.type.npy", "node.texts.data.npy"}
    assert all(name.endswith(".npy") or name in ("manifest.json", MARKER) for name in names)


def test_what_is_there_twice_counts_once_and_old_epochs_go(tmp_path: Path) -> None:
    folder = tmp_path / "g"
    write_snapshot(folder, projection())
    old = reopened(folder)
    write_snapshot(folder, replace(projection(), epoch=2))
    assert sorted(path.name for path in folder.iterdir()) == ["2", "current"]
    assert list(old.nodes.names) == list(projection().nodes.names)


def test_nothing_but_zeros_is_no_file(tmp_path: Path) -> None:
    rows, folder = 70_000, tmp_path / "g"
    zeros = np.zeros(rows, np.int64)
    late = zeros.copy()
    late[-1] = 5
    graph = from_triples([("a", "in", "b")])
    columns = {
        "never": Column(zeros.view(np.uint8)[:rows], zeros),
        "late": Column(np.ones(rows, np.uint8), late),
    }
    graph = replace(graph, nodes=replace(graph.nodes, properties=columns))
    for epoch in (1, 2):
        base = None if epoch == 1 else folder / "1"
        write_snapshot(folder, replace(graph, epoch=epoch), base=base)
        written = {path.name for path in (folder / str(epoch)).glob("node.property.*")}
        assert written == {"node.property.1.kind.npy", "node.property.1.number.npy"}
        graph = reopened(folder, verify=True)
        never, found = graph.nodes.properties["never"], graph.nodes.properties["late"].number
        assert (never.kind.dtype, never.number.dtype, len(never)) == (np.uint8, np.int64, rows)
        assert not never.kind.any() and not never.number.any() and found.tolist() == late.tolist()
        with pytest.raises(ValueError, match="read-only"):
            never.number[0] = 1


def with_columns(columns: dict[str, Column]) -> Projection:
    n_rows = len(next(iter(columns.values())))
    graph = from_triples([(f"{row}", "in", "b") for row in range(n_rows - 1)])
    return replace(graph, nodes=replace(graph.nodes, properties=columns))


@settings(deadline=None, max_examples=30)
@given(
    values=st.lists(VALUES, min_size=2, max_size=8),
    make=st.sampled_from([dense, sparse, lambda values: compact(sparse(values))]),
)
def test_columns_are_read_as_they_were(
    tmp_path_factory: pytest.TempPathFactory, values: list[Any], make: Callable[[list[Any]], Column]
) -> None:
    folder, column = tmp_path_factory.mktemp("g"), make(values)
    write_snapshot(folder, with_columns({"p": column, "q": column}))
    for found in reopened(folder, verify=True).nodes.properties.values():
        assert values_of(found) == values_of(dense(values)) and len(found) == len(values)
        assert (found.rows is None) == (column.rows is None)


def test_properties_of_one_label_of_four_take_a_third(tmp_path: Path) -> None:
    n_rows, sizes = 20_000, {}
    for n_labels in (1, 4):
        columns = {}
        for place in range(8):
            held = [row % n_labels == place % n_labels for row in range(n_rows)]
            numbers = place < 4
            values = [
                (row + place if numbers else f"text {row:06}") if is_held else None
                for row, is_held in enumerate(held)
            ]
            columns[f"p{place}"] = column_of(values)
        folder = tmp_path / str(n_labels)
        write_snapshot(folder, with_columns(shared_rows(columns)))
        files = (folder / "1").glob("node.property.*")
        sizes[n_labels] = sum(path.stat().st_size for path in files)
        if n_labels == 1:
            assert not list((folder / "1").glob("*.kind.npy"))
        else:
            assert len(list((folder / "1").glob("*.rows.npy"))) == n_labels
    assert sizes[4] < sizes[1] * 0.33


def test_a_snapshot_of_before_columns_were_sparse_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writing, "FORMAT", 1)
    folder, values = tmp_path / "g", [None, None, "Heat", None]
    write_snapshot(folder, with_columns({"p": dense(values)}))
    described = json.loads((folder / "1" / "manifest.json").read_text())
    assert described["format"] == 1 and "size" not in described["projection"]["nodes"]["properties"][0]
    found = reopened(folder, verify=True).nodes.properties["p"]
    assert found.rows is None and values_of(found) == values_of(dense(values))


def test_a_snapshot_of_before_zeros_were_left_out_is_read(tmp_path: Path) -> None:
    folder = write_snapshot_of_before(tmp_path / "g", lacking="blank")
    assert reopened(folder, verify=True).n_nodes == 4


def write_snapshot_of_before(folder: Path, lacking: str) -> Path:
    """A snapshot whose manifest has not yet an entry of that name."""
    write_snapshot(folder, projection())
    path = folder / "1" / "manifest.json"
    content = json.loads(path.read_text())
    del content[lacking]
    path.write_text(json.dumps({**content, "seal": writing.seal(content)}))
    return folder


def test_nothing_is_left_behind_when_writing_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "g"
    write_snapshot(folder, projection())

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(writing, "_write_manifest", full)
    with pytest.raises(OSError, match="No space"):
        write_snapshot(folder, replace(projection(), epoch=2))
    assert sorted(path.name for path in folder.iterdir()) == ["1", "current"]
    assert reopened(folder, verify=True).epoch == 1


def files_of(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.npy"))


@settings(deadline=None, max_examples=60)
@given(st.data())
def test_any_changed_byte_is_found_by_verifying(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    folder = tmp_path_factory.mktemp("g")
    write_snapshot(folder, projection())
    file = data.draw(st.sampled_from([path for path in (folder / "1").iterdir() if path.suffix == ".npy"]))
    content = bytearray(file.read_bytes())
    at = data.draw(st.integers(0, len(content) - 1))
    content[at] ^= 1 << data.draw(st.integers(0, 7))
    file.write_bytes(content)
    with pytest.raises(SnapshotCorrupt, match="Make it anew"):
        reopened(folder)


@pytest.mark.parametrize("how", ["cut", "missing", "longer", "nonsense"])
def test_a_broken_file_is_found_at_once(tmp_path: Path, how: str) -> None:
    folder = tmp_path / "g"
    write_snapshot(folder, projection())
    file = folder / "1" / "node.ids.npy"
    content = file.read_bytes()
    changed = {"cut": content[:-1], "longer": content + b"x", "nonsense": b"\0" * len(content)}
    if how == "missing":
        file.unlink()
    else:
        file.write_bytes(changed[how])
    with pytest.raises(SnapshotCorrupt, match=r"node\.ids\.npy"):
        reopened(folder)


ENDLESS = "[" * 100_000


def test_where_what_is_current_is_broken_the_newest_epoch_is(tmp_path: Path) -> None:
    folder = tmp_path / "g"
    write_snapshot(folder, projection())
    for change in ("{", "[]", ENDLESS):
        (folder / "current").write_text(change)
        manifest = current_manifest(folder)
        assert manifest is not None and manifest.content["epoch"] == 1


@pytest.mark.parametrize("change", ["{", '{"format": 1}', "[]", ENDLESS])
def test_a_manifest_that_is_none_is_told(tmp_path: Path, change: str) -> None:
    folder = tmp_path / "g"
    write_snapshot(folder, projection())
    (folder / "1" / "manifest.json").write_text(change)
    with pytest.raises(SnapshotCorrupt, match="manifest cannot be read"):
        current_manifest(folder)


def test_a_changed_manifest_is_told(tmp_path: Path) -> None:
    folder = tmp_path / "g"
    write_snapshot(folder, projection())
    file = folder / "1" / "manifest.json"
    content = json.loads(file.read_text())
    content["counts"]["nodes"] += 1
    file.write_text(json.dumps(content))
    with pytest.raises(SnapshotCorrupt, match="was changed"):
        current_manifest(folder)


def test_files_of_another_version_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "g"
    monkeypatch.setattr(writing, "FORMAT", 99)
    write_snapshot(folder, projection())
    with pytest.raises(SnapshotCorrupt, match="version 99, and 1 to 4 are read"):
        current_manifest(folder)


@pytest.mark.parametrize(
    "content", ["", "{}", '{"epoch": "x", "token": 1}', '{"epoch": Infinity, "token": "a"}']
)
def test_where_the_current_file_is_broken_the_newest_whole_epoch_answers(
    tmp_path: Path, content: str
) -> None:
    folder = tmp_path / "g"
    write_snapshot(folder, replace(projection(), epoch=3))
    (folder / "current").write_text(content)
    assert reopened(folder).epoch == 3
    (folder / "3" / "manifest.json").unlink()
    with pytest.raises(SnapshotCorrupt, match="current epoch"):
        current_manifest(folder)


def test_a_dropped_graph_leaves_nothing(tmp_path: Path) -> None:
    write_snapshot(tmp_path / "g", projection())
    found = reopened(tmp_path / "g")
    drop_snapshots(tmp_path / "g")
    assert current_manifest(tmp_path / "g") is None
    assert not (tmp_path / "g").exists()
    assert found.nodes.names[0] == "東京"


@given(st.lists(st.text(), unique=True, min_size=2, max_size=5))
def test_different_names_have_different_safe_folders(names: list[str]) -> None:
    folders = [folder_name(name) for name in names]
    assert len({folder.lower() for folder in folders}) == len(names)
    for folder in folders:
        assert folder
        assert len(folder) < 200
        assert set(folder) <= set("abcdefghijklmnopqrstuvwxyz0123456789-_%")
