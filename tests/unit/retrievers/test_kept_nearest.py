"""The index over the vectors of names beside a snapshot: built once, mapped by all, and only where it takes long."""

from __future__ import annotations

import dataclasses
import threading
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from fakes import HashEncoder
from motif.engine.control import Control, heeding
from motif.errors import DeadlineExceeded
from motif.graphs.projection import NAME, Projection, VectorSet
from motif.indexes.vector import ExactIndex, FaissIndex, stored_parts
from motif.models.encoder import stamp
from motif.retrievers import kept_nearest
from motif.retrievers.view import View
from motif.snapshot import current_manifest, open_projection, write_snapshot
from question_graphs import as_projection, plain_graph

pytest.importorskip("faiss", reason="pip install 'motif-graphrag[ann]'", exc_type=ImportError)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A snapshot with vectors; so few are indexed all the same."""
    monkeypatch.setattr(kept_nearest, "FEW", 1)
    write_snapshot(tmp_path / "graph", with_vectors(as_projection(plain_graph("films"))))
    return tmp_path / "graph"


def with_vectors(projection: Projection, seed: int = 0) -> Projection:
    matrix = np.random.default_rng(seed).normal(size=(projection.n_nodes, 64)).astype(np.float32)
    matrix /= np.linalg.norm(matrix, axis=1, keepdims=True)
    index = np.arange(projection.n_nodes, dtype=np.int32)
    return dataclasses.replace(projection, vectors={NAME: VectorSet(stamp(HashEncoder()), index, matrix)})


def view(folder: Path, kind: str) -> View:
    manifest = current_manifest(folder)
    assert manifest is not None
    return View(open_projection(manifest), HashEncoder, kind)


@pytest.mark.parametrize("kind", ["compact", "hnsw"])
def test_it_is_built_once_and_found_by_the_next_process(
    folder: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = view(folder, kind).name_vector_index
    assert isinstance(first, FaissIndex)
    [made] = (folder / "indexes").glob("nearest-*")
    monkeypatch.setattr(kept_nearest, "stored_parts", None)
    other = view(folder, kind)
    again = other.name_vector_index
    assert again is not None and other.values.name_vector_index is again
    query = other.name_vectors.matrix[3]  # type: ignore[union-attr]
    expected = ExactIndex(other.name_vectors.matrix).nearest(query[None], 5)  # type: ignore[union-attr]
    for index in (first, again):
        for found, wanted in zip(index.nearest(query[None], 5), expected, strict=True):
            np.testing.assert_array_equal(found, wanted)
    monkeypatch.undo()
    monkeypatch.setattr(kept_nearest, "FEW", 1)
    monkeypatch.setattr(kept_nearest, "faiss_version", lambda: "another")
    assert view(folder, kind).name_vector_index is not None
    [rebuilt] = (folder / "indexes").glob("nearest-*")
    assert rebuilt != made, "what another version wrote is not read"


def test_what_is_quick_to_build_or_no_snapshots_is_not_kept(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert isinstance(view(folder, "exact").name_vector_index, ExactIndex)
    assert isinstance(view(folder, "flat").name_vector_index, FaissIndex)
    in_memory = View(with_vectors(as_projection(plain_graph("films"))), HashEncoder, "hnsw")
    assert isinstance(in_memory.name_vector_index, FaissIndex)
    monkeypatch.setattr(kept_nearest, "FEW", 10_000)
    assert isinstance(view(folder, "compact").name_vector_index, FaissIndex)
    assert not list(folder.glob("indexes/nearest-*"))


def test_a_caller_whose_time_is_over_is_told_how_far_it_is(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_over = threading.Event()

    def slow(matrix: NDArray[np.float32], kind: str) -> list[NDArray[np.uint8]]:
        assert is_over.wait(60)
        return stored_parts(matrix, kind)

    monkeypatch.setattr(kept_nearest, "stored_parts", slow)
    with (
        Control(0.0) as control,
        heeding(control),
        pytest.raises(DeadlineExceeded, match=r"being prepared: the index of vectors, \d+ %"),
    ):
        view(folder, "compact").name_vector_index  # noqa: B018
    is_over.set()
    assert view(folder, "compact").name_vector_index is not None


def test_many_vectors_are_kept_in_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 3)
    matrix = np.random.default_rng(0).normal(size=(9000, 64)).astype(np.float32)
    matrix /= np.linalg.norm(matrix, axis=1, keepdims=True)
    stored = stored_parts(matrix, "compact")
    assert len(stored) == 3
    built, read = FaissIndex(matrix, "compact"), FaissIndex(matrix, "compact", stored)
    for query in matrix[::1000]:
        assert sorted(built.candidates(query, 50)) == sorted(read.candidates(query, 50))
