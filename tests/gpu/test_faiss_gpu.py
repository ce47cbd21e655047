"""faiss on a GPU finds what the exact scan finds."""

from __future__ import annotations

import numpy as np
import pytest

from motif.graphs.projection import VectorSet
from motif.graphs.stamp import EncoderStamp
from motif.indexes.vector import ExactIndex, FaissIndex, nearest_rows

pytestmark = pytest.mark.cuda


@pytest.fixture(autouse=True)
def _needs_a_gpu() -> None:
    faiss = pytest.importorskip("faiss", reason="pip install 'motif-graphrag[gpu]'", exc_type=ImportError)
    if not hasattr(faiss, "GpuIndexFlatIP"):
        pytest.skip("this faiss has no GPU support: pip install 'motif-graphrag[gpu]'")
    if faiss.get_num_gpus() == 0:
        pytest.skip("this searches on a CUDA device, and faiss sees none: run it on a machine with a GPU")


@pytest.mark.parametrize("k", [1, 16, 512, 3000])
def test_the_gpu_agrees_with_the_exact_scan(k: int) -> None:
    generator = np.random.default_rng(5)
    matrix = generator.normal(size=(20_000, 384)).astype(np.float32)
    matrix[10_000:10_100] = matrix[:100]
    matrix /= np.linalg.norm(matrix, axis=1, keepdims=True)
    index = FaissIndex(matrix, "gpu")
    queries = matrix[::4_000]
    for found, expected in zip(
        index.nearest(queries, k), ExactIndex(matrix).nearest(queries, k), strict=True
    ):
        np.testing.assert_array_equal(found, expected)
    vectors = VectorSet(EncoderStamp("random", 384), np.arange(20_000, dtype=np.int32), matrix)
    for found, expected in zip(
        nearest_rows(vectors, queries[0], k, None, index), nearest_rows(vectors, queries[0], k), strict=True
    ):
        np.testing.assert_array_equal(found, expected)
