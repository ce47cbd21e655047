"""Format 4: files as narrow as what they hold, nothing that follows from other files; format 3 is read as before."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from motif.catalog import from_rows
from motif.errors import SnapshotCorrupt
from motif.graphs.narrow import SHORT
from motif.graphs.projection import Projection
from motif.snapshot import current_manifest, open_projection, write_snapshot
from motif.snapshot.kept import EVERYTHING, kept
from old_snapshots import write_format_3

VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(1 << 63), (1 << 63) - 1),
    st.integers(-129, 128),
    st.floats(allow_nan=False),
    st.text(max_size=5),
)


@st.composite
def graphs(draw: st.DrawFn) -> Projection:
    n_nodes = draw(st.integers(1, 7))
    keys = [f"n{number}" for number in range(n_nodes)]
    labels = st.lists(st.sampled_from(["A", "B", "C"]), max_size=2)
    nodes = [(key, draw(labels), {"name": key, "p": draw(VALUES), "q": draw(st.booleans())}) for key in keys]
    ends = st.tuples(st.sampled_from(keys), st.sampled_from(["r", "s"]), st.sampled_from(keys))
    links = [(*one, {"w": draw(VALUES)}) for one in draw(st.lists(ends, max_size=9))]
    return from_rows(nodes, links)


@given(graph=graphs(), is_old=st.booleans())
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_what_is_written_is_read_again_in_both_formats(
    tmp_path_factory: pytest.TempPathFactory, graph: Projection, is_old: bool
) -> None:
    folder = tmp_path_factory.mktemp("graph") / "g"
    (write_format_3 if is_old else write_snapshot)(folder, graph)
    found = reopened(folder)
    assert content(found) == content(graph)
    write_snapshot(folder, replace(found, epoch=2), base=folder / "1")
    assert content(reopened(folder)) == content(graph)


@pytest.mark.parametrize("n_types", [255, 256, 257, SHORT - 1, SHORT, SHORT + 1])
def test_codes_are_two_bytes_while_they_number_all_types(tmp_path: Path, n_types: int) -> None:
    nodes = [("a", ["A"], {}), ("b", ["B"], {})]
    graph = from_rows(nodes, [("a", f"T{number:06}", "b", {}) for number in range(n_types)])
    write_snapshot(tmp_path / "g", graph)
    said = files(tmp_path / "g")["relationship.relation"]
    assert said["dtype"] == ("<i2" if n_types <= SHORT else "<i4")
    found = reopened(tmp_path / "g")
    assert found.relationships.type is found.relationships.relation
    assert [found.relationships.types[code] for code in found.relationships.type.tolist()] == [
        f"T{number:06}" for number in range(n_types)
    ]


@pytest.mark.parametrize(
    ("values", "dtype"),
    [
        ((0, 127), "|i1"),
        ((-129, 3), "<i2"),
        ((0, 1 << 15), "<i4"),
        ((0, 1 << 31), "<i8"),
        ((1, 0.5), "<i8"),
        ((True, False), "|i1"),
    ],
)
def test_numbers_take_what_the_largest_needs_and_floats_eight_bytes(
    tmp_path: Path, values: tuple[Any, Any], dtype: str
) -> None:
    graph = from_rows([("a", [], {"p": values[0]}), ("b", [], {"p": values[1]})], [])
    write_snapshot(tmp_path / "g", graph)
    assert files(tmp_path / "g")["node.property.0.number"]["dtype"] == dtype
    column = reopened(tmp_path / "g").nodes.properties["p"]
    assert [column.value(0), column.value(1)] == list(values)
    assert type(column.value(0)) is type(values[0])


def test_many_distinct_values_and_no_relationships(tmp_path: Path) -> None:
    n_nodes = 70_000
    graph = from_rows([(f"{row}", [], {"name": f"n {row}", "p": row}) for row in range(n_nodes)], [])
    write_snapshot(tmp_path / "g", graph)
    found = reopened(tmp_path / "g")
    assert found.n_relationships == 0 and not len(found.relationships.source)
    assert found.nodes.properties["p"].numbers_at(np.arange(n_nodes)).tolist() == list(range(n_nodes))
    assert found.nodes.names[n_nodes - 1] == f"n {n_nodes - 1}"
    said = files(tmp_path / "g")
    assert {said[name]["dtype"] for name in ("node.ids", "node.names.offsets")} == {"<u4", "<i4"}


def test_sources_have_no_file_and_what_lies_in_an_older_one_is_not_needed(tmp_path: Path) -> None:
    graph = from_rows(
        [(key, [], {}) for key in "abc"], [("a", "r", "c", {}), ("c", "r", "a", {}), ("c", "r", "c", {})]
    )
    write_snapshot(tmp_path / "new", graph)
    write_format_3(tmp_path / "old", graph)
    assert "relationship.source" not in files(tmp_path / "new")
    assert "relationship.source" in files(tmp_path / "old")
    for name in ("new", "old"):
        assert reopened(tmp_path / name).relationships.source.tolist() == [0, 2, 2]


def test_what_is_built_of_a_format_3_snapshot_is_kept_beside_it(tmp_path: Path) -> None:
    write_format_3(tmp_path / "g", numbered(5))
    found = reopened(tmp_path / "g")
    built: list[int] = []
    for _ in range(2):
        kept(found, "labels", EVERYTHING, lambda: (built.append(1), ({"order": np.arange(3)}, {}))[1])
    assert len(built) == 1


def test_a_refresh_writes_narrow_what_it_read_wide_and_links_the_rest(tmp_path: Path) -> None:
    graph = numbered(400)
    write_format_3(tmp_path / "g", graph)
    wide = files(tmp_path / "g")
    base = reopened(tmp_path / "g")
    write_snapshot(tmp_path / "g", replace(base, epoch=2), base=tmp_path / "g" / "1")
    narrow = files(tmp_path / "g", 2)
    for name in ("outgoing.indptr", "incoming.indptr", "relationship.relation", "node.label_set", "node.ids"):
        assert narrow[name]["bytes"] < wide[name]["bytes"], name
    assert narrow["node.names.data"] == wide["node.names.data"]
    assert content(reopened(tmp_path / "g")) == content(graph)


@pytest.mark.parametrize(
    "name", ["outgoing.indptr", "relationship.relation", "node.names.offsets", "node.ids"]
)
@pytest.mark.parametrize("is_cut", [True, False])
def test_a_narrow_file_that_was_cut_or_changed_is_found(tmp_path: Path, name: str, is_cut: bool) -> None:
    write_snapshot(tmp_path / "g", numbered(400))
    file = tmp_path / "g" / "1" / f"{name}.npy"
    data = bytearray(file.read_bytes())
    data[-3] ^= 1
    file.write_bytes(data[:-1] if is_cut else data)
    with pytest.raises(SnapshotCorrupt, match=name.replace(".", r"\.")):
        reopened(tmp_path / "g")


def numbered(count: int) -> Projection:
    nodes = [
        (f"n{row:04}", ["A" if row % 2 else "B"], {"name": f"name {row}", "p": row}) for row in range(count)
    ]
    links = [(f"n{row:04}", "rs"[row % 2], f"n{(row * 7) % count:04}", {"w": row}) for row in range(count)]
    return from_rows(nodes, links)


def reopened(folder: Path) -> Projection:
    manifest = current_manifest(folder)
    assert manifest is not None
    return open_projection(manifest, verify=True)


def files(folder: Path, epoch: int = 1) -> dict[str, Any]:
    said = json.loads((folder / str(epoch) / "manifest.json").read_text())
    return {**said["files"], **said["blank"]}


def content(graph: Projection) -> list[Any]:
    """Everything that a projection holds, as Python values."""
    nodes, links = graph.nodes, graph.relationships
    rows, others = range(graph.n_nodes), range(graph.n_relationships)
    return [
        [nodes.element_id(row) for row in rows],
        [nodes.names[row] for row in rows],
        [nodes.labels(row) for row in rows],
        [[repr(column.value(row)) for row in rows] for column in nodes.properties.values()],
        [links.element_id(row) for row in others],
        links.source.tolist(),
        [int(links.sources[row]) for row in others],
        links.target.tolist(),
        [links.relations[code] for code in links.relation.tolist()],
        [[repr(column.value(row)) for row in others] for column in links.properties.values()],
        [
            [csr.indptr.tolist(), csr.indices.tolist(), csr.data.tolist()]
            for csr in (graph.outgoing, graph.incoming)
        ],
    ]
