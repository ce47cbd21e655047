"""Nearest rows against the plain way: measure everything, sort by distance and row."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from fakes import HashEncoder
from motif.errors import InvalidInput, MissingDependency
from motif.graphs.projection import VectorSet
from motif.graphs.stamp import EncoderStamp
from motif.indexes.vector import GRID, ExactIndex, FaissIndex, VectorIndex, build_vector_index, nearest_rows

STAMP = EncoderStamp("fake-hash", 8)


def naive_nearest_rows(
    vectors: VectorSet, query: NDArray[np.float32], k: int, allowed: NDArray[np.bool_] | None
) -> tuple[list[int], list[float]]:
    found = []
    for row, place in enumerate(vectors.index.tolist()):
        if place >= 0 and (allowed is None or allowed[row]):
            difference = vectors.matrix[place].astype(np.float64) - query.astype(np.float64)
            distance = round(float(np.linalg.norm(difference)) / GRID) * GRID
            found.append((distance, row))
    found = sorted(found)[:k]
    return [row for _, row in found], [distance for distance, _ in found]


def unit(matrix: NDArray[np.float64]) -> NDArray[np.float32]:
    return (matrix / np.linalg.norm(matrix, axis=1, keepdims=True)).astype(np.float32)


@st.composite
def vector_sets(draw: st.DrawFn) -> tuple[VectorSet, NDArray[np.float32], NDArray[np.bool_]]:
    """Few dimensions and values, so that many vectors tie; every vector is carried by some row."""
    n_texts, n_rows = draw(st.integers(1, 30)), draw(st.integers(0, 40))
    generator = np.random.default_rng(draw(st.integers(0, 2**32)))
    matrix = unit(generator.integers(1, draw(st.sampled_from([3, 50])), (n_texts, 8)).astype(np.float64))
    index = np.concatenate([np.arange(n_texts), generator.integers(-1, n_texts, n_rows)]).astype(np.int32)
    generator.shuffle(index)
    query = (
        matrix[draw(st.integers(0, n_texts - 1))]
        if draw(st.booleans())
        else unit(generator.random((1, 8)))[0]
    )
    return (
        VectorSet(STAMP, index, matrix),
        query,
        generator.random(len(index)) < draw(st.sampled_from([0.1, 0.9])),
    )


@settings(deadline=None)
@given(drawn=vector_sets(), k=st.integers(0, 80), is_masked=st.booleans())
def test_nearest_rows_are_those_of_the_plain_way(
    drawn: tuple[VectorSet, NDArray[np.float32], NDArray[np.bool_]], k: int, is_masked: bool
) -> None:
    vectors, query, allowed = drawn
    rows, distances = nearest_rows(vectors, query, k, allowed if is_masked else None)
    expected_rows, expected = naive_nearest_rows(vectors, query, k, allowed if is_masked else None)
    assert rows.tolist() == expected_rows
    np.testing.assert_allclose(distances, expected, atol=GRID)
    assert (rows.dtype, distances.dtype) == (np.int32, np.float64)
    np.testing.assert_array_equal(distances / GRID, np.rint(distances / GRID))


@settings(deadline=None, max_examples=50)
@given(drawn=vector_sets(), k=st.integers(1, 40), kind=st.sampled_from(["flat", "compact", "hnsw"]))
def test_faiss_agrees_with_the_exact_scan(
    drawn: tuple[VectorSet, NDArray[np.float32], NDArray[np.bool_]], k: int, kind: str
) -> None:
    pytest.importorskip("faiss", reason="pip install 'motif-graphrag[ann]'", exc_type=ImportError)
    vectors, query, _ = drawn
    index = FaissIndex(vectors.matrix, kind)
    for found, expected in zip(
        nearest_rows(vectors, query, k, None, index), nearest_rows(vectors, query, k), strict=True
    ):
        np.testing.assert_array_equal(found, expected)
    queries = np.stack([query, vectors.matrix[0]])
    for found, expected in zip(
        index.nearest(queries, k), ExactIndex(vectors.matrix).nearest(queries, k), strict=True
    ):
        np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("kind", ["flat", "hnsw"])
def test_faiss_agrees_on_many_vectors(kind: str) -> None:
    pytest.importorskip("faiss", reason="pip install 'motif-graphrag[ann]'", exc_type=ImportError)
    generator = np.random.default_rng(3)
    matrix = unit(generator.normal(size=(2000, 32)))
    queries = unit(generator.normal(size=(20, 32)))
    rows, similarities = FaissIndex(matrix, kind).nearest(queries, 16)
    expected_rows, expected = ExactIndex(matrix).nearest(queries, 16)
    if kind == "flat":
        np.testing.assert_array_equal(rows, expected_rows)
        np.testing.assert_array_equal(similarities, expected)
    assert np.mean([len(np.intersect1d(a, b)) for a, b in zip(rows, expected_rows, strict=True)]) > 15


@pytest.mark.parametrize("dimension", [64, 161, 395])
def test_a_compact_index_finds_nearly_all_of_many(dimension: int) -> None:
    pytest.importorskip("faiss", reason="pip install 'motif-graphrag[ann]'", exc_type=ImportError)
    generator = np.random.default_rng(5)
    fading = np.arange(1, dimension + 1) ** -0.5
    centres = generator.normal(size=(40, dimension))[generator.integers(0, 40, 9001)]
    matrix = unit((centres + generator.normal(size=(9001, dimension))) * fading)
    queries, index = matrix[::900], FaissIndex(matrix, "compact")
    rows, similarities = index.nearest(queries, 100)
    expected, _ = ExactIndex(matrix).nearest(queries, 100)
    assert rows[:, 0].tolist() == list(range(0, 9001, 900))
    assert np.mean([len(np.intersect1d(a, b)) for a, b in zip(rows, expected, strict=True)]) > 95
    np.testing.assert_allclose(
        similarities, np.einsum("qkd,qd->qk", matrix[rows], queries), atol=1e-5, err_msg="measured as it is"
    )


def test_a_text_that_a_node_carries_is_at_distance_zero() -> None:
    names = [f"Film {number}" for number in range(500)]
    matrix = HashEncoder().encode(names)
    vectors = VectorSet(EncoderStamp("fake-hash", 64), np.arange(500, dtype=np.int32), matrix)
    for row in (0, 123, 499):
        rows, distances = nearest_rows(vectors, HashEncoder().encode([names[row]])[0], 3)
        assert (rows[0], distances[0]) == (row, 0.0)
        assert distances[1] > 0


def test_all_nodes_of_one_name_are_candidates_up_to_k() -> None:
    matrix = unit(np.array([[1.0, 0, 0], [1, 1, 0], [0, 0, 1]]))
    vectors = VectorSet(STAMP, np.array([1, 0, 0, -1, 0, 2], np.int32), matrix)
    assert nearest_rows(vectors, matrix[0], 2)[0].tolist() == [1, 2]
    assert nearest_rows(vectors, matrix[0], 4)[0].tolist() == [1, 2, 4, 0]
    assert nearest_rows(vectors, matrix[0], 100)[0].tolist() == [1, 2, 4, 0, 5]


def test_nothing_allowed_or_nothing_there_gives_nothing() -> None:
    matrix = unit(np.eye(3))
    vectors = VectorSet(STAMP, np.arange(3, dtype=np.int32), matrix)
    rows, distances = nearest_rows(vectors, matrix[0], 5, np.zeros(3, np.bool_))
    assert len(rows) == len(distances) == 0
    empty = VectorSet(STAMP, np.array([-1], np.int32), np.zeros((0, 3), np.float32))
    assert len(nearest_rows(empty, matrix[0], 5)[0]) == 0
    assert ExactIndex(empty.matrix).nearest(matrix, 2)[0].shape == (3, 0)


@pytest.mark.parametrize("index", [ExactIndex])
def test_another_dimension_is_refused(index: type[ExactIndex]) -> None:
    matrix = unit(np.eye(3))
    vectors = VectorSet(STAMP, np.arange(3, dtype=np.int32), matrix)
    with pytest.raises(InvalidInput, match="query has 2 dimensions, the vectors have 3"):
        nearest_rows(vectors, matrix[0, :2], 1)
    with pytest.raises(InvalidInput, match="2 dimensions"):
        index(matrix).nearest(matrix[:, :2], 1)


def test_faiss_is_named_where_it_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "faiss", None)
    with pytest.raises(MissingDependency, match=r"motif-graphrag\[ann\]"):
        FaissIndex(unit(np.eye(3)))


def test_a_gpu_index_needs_a_gpu_and_a_kind_must_exist() -> None:
    faiss = pytest.importorskip("faiss", reason="pip install 'motif-graphrag[ann]'", exc_type=ImportError)
    with pytest.raises(InvalidInput, match="'ivf'"):
        FaissIndex(unit(np.eye(3)), "ivf")
    if not hasattr(faiss, "GpuIndexFlatIP") or faiss.get_num_gpus() == 0:
        with pytest.raises(MissingDependency, match="GPU"):
            FaissIndex(unit(np.eye(3)), "gpu")


@pytest.mark.parametrize("kind", ["exact", "flat", "compact", "hnsw"])
def test_an_index_is_built_by_the_name_of_its_kind(kind: str) -> None:
    pytest.importorskip("faiss", reason="pip install 'motif-graphrag[ann]'", exc_type=ImportError)
    index: VectorIndex = build_vector_index(unit(np.eye(3)), kind)
    assert index.nearest(np.array([[0, 1, 0]], np.float32), 1)[0].tolist() == [[1]]
    assert index.candidates(np.array([1, 0, 0], np.float32), 0).tolist() == []
