"""Nearest vectors, exact or by faiss, with one order: by distance, then by row.

Whatever finds the candidates, distances are computed here, from the differences of coordinates: so equal
vectors are at distance 0, and every index that finds the same rows returns the same numbers.
"""

from __future__ import annotations

import importlib
import itertools
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from motif.engine.preparing import advance
from motif.errors import InvalidInput, MissingDependency
from motif.graphs.projection import VectorSet

GRID = 2.0**-24
"""Distances are rounded to multiples of this, so that sums of them are exact in float64 in any order."""

HNSW_LINKS, HNSW_CONSTRUCTION, HNSW_SEARCH_FACTOR = 64, 512, 8
"""M, efConstruction and efSearch / k of SimGRAG's appendix."""

COMPONENTS, OVERSAMPLING = 192, 6
"""Of a compact index: principal components that are compared first, two of them in four bits, or half of the dimensions
where those are more (all dimensions, each in four bits, where they are fewer); and how many times ``k`` are compared
again."""

FEW = 8192
"""Vectors of which a compact index would save nothing: they are compared as they are."""

_SAMPLE = 50_000
"""Vectors from which principal components are taken."""

_ADDED_AT_ONCE = 1 << 16

_SLACK = 4e-6
"""How much an inner product in float32 may be off; what is so near to the border is kept and measured."""

_GPU_LIMIT = 2048
"""So many at most can faiss find on a GPU; more are searched on the CPU."""

_SCORES_AT_ONCE = 1 << 24
_ROWS_AT_ONCE = 256
"""Rows whose differences stay in the processor's cache."""


class VectorIndex(Protocol):
    """Finds the nearest rows of a matrix of L2-normalised vectors."""

    def nearest(self, queries: NDArray[np.float32], k: int) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
        """Rows int32 and cosine similarities float32, nearest first, ties by row.

        Both have the shape (queries, min(k, vectors)). A place for which an approximate index finds nothing
        holds row -1 and similarity -inf.
        """
        ...

    def candidates(self, query: NDArray[np.float32], k: int) -> NDArray[np.int64]:
        """Rows, in any order, that include the ``k`` nearest and all that tie with the last of them."""
        ...


def nearest_rows(
    vectors: VectorSet,
    query: NDArray[np.float32],
    k: int,
    allowed: NDArray[np.bool_] | None = None,
    index: VectorIndex | None = None,
) -> tuple[NDArray[np.int32], NDArray[np.float64]]:
    """The ``k`` rows (nodes, relations or labels, not distinct texts) nearest to ``query``.

    Parameters
    ----------
    query : float32 (dimension,)
        L2-normalised.
    k
        How many rows; all that carry one text are candidates, cut at ``k`` by row.
    allowed : bool, aligned with ``vectors.index``, or None for all
        Rows that may be returned; with it the search is exact.
    index
        Over ``vectors.matrix``; None for an exact scan.

    Returns
    -------
    rows : int32, ascending by (distance, row); fewer than ``k`` where fewer have vectors
    distances : float64, L2, multiples of 2**-24

    Raises `InvalidInput` when the dimensions differ.
    """
    _check_dimension(query, vectors.matrix)
    texts = vectors.index if allowed is None else np.where(allowed, vectors.index, np.int32(-1))
    if allowed is not None:
        is_used = np.zeros(len(vectors.matrix) + 1, dtype=np.bool_)
        is_used[texts] = True
        found = _exact_candidates(vectors.matrix, query, k, np.flatnonzero(is_used[:-1]))
    else:
        found = (index or ExactIndex(vectors.matrix)).candidates(query, k)
    found, distances = _first(vectors.matrix, query, found, k)
    is_found = np.zeros(len(vectors.matrix) + 1, dtype=np.bool_)
    is_found[found] = True
    rows = np.flatnonzero(is_found.take(texts, mode="wrap"))
    by_text = np.argsort(found)
    of_row = distances[by_text[np.searchsorted(found, texts[rows], sorter=by_text)]]
    order = np.lexsort((rows, of_row))[: max(k, 0)]
    return rows[order].astype(np.int32), of_row[order]


def round_distances(distances: NDArray[np.float64]) -> NDArray[np.float64]:
    """``distances`` as multiples of 2**-24."""
    rounded: NDArray[np.float64] = np.rint(distances / GRID) * GRID
    return rounded


@dataclass(frozen=True, slots=True)
class ExactIndex:
    """Every vector is compared. O(vectors * dimension) per query, read at the speed of memory.

    >>> matrix = np.array([[1, 0], [0, 1], [1, 0]], np.float32)
    >>> ExactIndex(matrix).nearest(matrix[:1], 2)[0].tolist()
    [[0, 2]]
    """

    matrix: NDArray[np.float32]

    def nearest(self, queries: NDArray[np.float32], k: int) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
        _check_dimension(queries, self.matrix)
        block = max(1, _SCORES_AT_ONCE // max(1, len(self.matrix)))
        found: list[NDArray[np.int64]] = []
        for start in range(0, len(queries), block):
            scores = queries[start : start + block] @ self.matrix.T
            found.extend(_above_border(row, k) for row in scores)
        return _measured(self.matrix, queries, found, k)

    def candidates(self, query: NDArray[np.float32], k: int) -> NDArray[np.int64]:
        return _above_border(self.matrix @ query, k)


def build_vector_index(matrix: NDArray[np.float32], kind: str = "exact") -> VectorIndex:
    """The index of ``matrix``: ``exact``, or one of the kinds of `FaissIndex`.

    An exact scan of a million vectors of 384 dimensions reads 1.5 GB per query; building ``hnsw`` over them takes
    many minutes and pays from thousands of queries on. ``compact`` reads 48 bytes of each such vector, and is built in
    19 seconds of a processor for a million.
    """
    return ExactIndex(matrix) if kind == "exact" else FaissIndex(matrix, kind)


class FaissIndex:
    """A faiss index over a matrix.

    ``flat`` is exact, ``compact`` and ``hnsw`` approximate, all on the CPU; ``gpu`` is exact, on a GPU. HNSW has
    M = 64, efConstruction = 512 and efSearch = 8 k (SimGRAG, appendix B). A compact index compares the first 192
    principal components of all vectors, two of them in four bits (`COMPONENTS`), and of the nearest 6 k every
    dimension, a byte each, with a thread for each processor; of 384 dimensions it holds 432 bytes a vector.

    Parameters
    ----------
    stored
        What `stored_parts` made of the matrix, instead of building it: it is read where it lies, such as in a mapped
        file, in milliseconds.

    Raises `MissingDependency` without faiss, and for ``gpu`` without GPU support or without a device.
    """

    def __init__(
        self, matrix: NDArray[np.float32], kind: str = "hnsw", stored: Sequence[NDArray[np.uint8]] = ()
    ) -> None:
        if kind not in ("flat", "compact", "hnsw", "gpu"):
            raise InvalidInput(
                f"There is no vector index '{kind}'.", hint="Choose exact, flat, compact, hnsw or gpu."
            )
        self._faiss = _import_faiss()
        self._matrix = matrix
        self._kind = kind
        self._stored = stored
        parts = [self._opened(one) for one in stored] or list(_parts(self._faiss, matrix, kind))
        self._index = self._joined(parts)

    def _opened(self, stored: NDArray[np.uint8]) -> Any:
        """What `stored_parts` made, read where it lies."""
        return self._faiss.read_index(
            self._faiss.ZeroCopyIOReader(self._faiss.swig_ptr(stored), stored.nbytes)
        )

    def _joined(self, parts: list[Any]) -> Any:
        if len(parts) == 1:
            return parts[0]
        whole = self._faiss.IndexShards(self._matrix.shape[1], True, True)
        for part in parts:
            whole.add_shard(part)
        self._parts = parts  # a shard is not kept by what it is put into
        return whole

    def nearest(self, queries: NDArray[np.float32], k: int) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
        _check_dimension(queries, self._matrix)
        return _measured(self._matrix, queries, [self.candidates(query, k) for query in queries], k)

    def candidates(self, query: NDArray[np.float32], k: int) -> NDArray[np.int64]:
        """As `VectorIndex.candidates`: more are asked for until the last is surely beyond the border."""
        total = len(self._matrix)
        if k <= 0 or total == 0:
            return np.zeros(0, np.int64)
        wanted = min(total, k + 16)
        while True:
            if self._kind == "gpu" and wanted > _GPU_LIMIT:
                return _above_border(self._matrix @ query, k)
            scores, rows = self._search(query, wanted)
            rows, scores = rows[rows >= 0], scores[rows >= 0]
            if wanted == total or len(rows) <= k or scores[-1] < scores[k - 1] - _SLACK:
                return rows
            wanted = min(total, 2 * wanted)

    def _search(self, query: NDArray[np.float32], k: int) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
        options = {}
        if self._kind == "hnsw":
            options["params"] = self._faiss.SearchParametersHNSW(efSearch=HNSW_SEARCH_FACTOR * k)
        scores, rows = self._index.search(np.ascontiguousarray(query[None], dtype=np.float32), k, **options)
        return scores[0], rows[0]


def stored_parts(matrix: NDArray[np.float32], kind: str) -> list[NDArray[np.uint8]]:
    """A ``compact`` or ``hnsw`` index of ``matrix`` as bytes, which `FaissIndex` takes; of this version of faiss."""
    faiss = _import_faiss()
    return [faiss.serialize_index(part) for part in _parts(faiss, matrix, kind)]


def faiss_version() -> str:
    """Of what bytes are of: another one might not read them. Raises `MissingDependency` without faiss."""
    return str(_import_faiss().__version__)


def _parts(faiss: Any, matrix: NDArray[np.float32], kind: str) -> Iterator[Any]:
    """The parts of an index: one, or of many vectors in a compact one a part for each processor."""
    n, dimension = matrix.shape
    if kind == "compact" and n > FEW:
        made = _trained(faiss, matrix)
        n_parts = os.cpu_count() or 1
        made.k_factor = max(1, OVERSAMPLING / n_parts)
        borders = np.linspace(0, n, n_parts + 1).astype(np.int64).tolist()
        for begin, end in itertools.pairwise(borders):
            part = faiss.deserialize_index(faiss.serialize_index(made))
            _add(part, matrix, begin, end)
            yield part
        return
    index = _empty(faiss, dimension, kind)
    _add(index, matrix, 0, n)
    yield index


def _trained(faiss: Any, matrix: NDArray[np.float32]) -> Any:
    """A compact index of nothing yet, with its components."""
    n, dimension = matrix.shape
    pairs = max(COMPONENTS, dimension // 2) // 2
    first = (
        f"PCAR{2 * pairs},PQ{pairs}x4fs" if dimension > COMPONENTS else f"PCAR{dimension},PQ{dimension}x4fs"
    )
    made = faiss.index_factory(dimension, f"{first},Refine(SQ8)", faiss.METRIC_INNER_PRODUCT)
    sample = np.ascontiguousarray(matrix[:: -(-n // _SAMPLE)], dtype=np.float32)
    n_threads = faiss.omp_get_max_threads()
    faiss.omp_set_num_threads(
        1
    )  # on a busy machine threads would wait for each other, busily: 60 s instead of 7
    try:
        made.train(sample)
    finally:
        faiss.omp_set_num_threads(n_threads)
    return made


def _empty(faiss: Any, dimension: int, kind: str) -> Any:
    if kind == "hnsw":
        index = faiss.IndexHNSWFlat(dimension, HNSW_LINKS, faiss.METRIC_INNER_PRODUCT)
        index.hnsw.efConstruction = HNSW_CONSTRUCTION
        return index
    if kind != "gpu":
        return faiss.IndexFlatIP(dimension)
    if not hasattr(faiss, "GpuIndexFlatIP") or faiss.get_num_gpus() == 0:
        raise MissingDependency(
            "A vector index on the GPU needs faiss with GPU support and a CUDA device.",
            hint="pip install 'motif-graphrag[gpu]' on a machine with a GPU, or choose another kind: 'compact'.",
        )
    return faiss.GpuIndexFlatIP(faiss.StandardGpuResources(), dimension)


def _add(index: Any, matrix: NDArray[np.float32], begin: int, end: int) -> None:
    """Adds these rows, and says how much of the matrix is done."""
    for start in range(begin, end, _ADDED_AT_ONCE):
        rows = matrix[start : min(end, start + _ADDED_AT_ONCE)]
        index.add(np.ascontiguousarray(rows, dtype=np.float32))
        advance((start + len(rows)) / len(matrix))


def _exact_candidates(
    matrix: NDArray[np.float32], query: NDArray[np.float32], k: int, subset: NDArray[np.int64]
) -> NDArray[np.int64]:
    """As `VectorIndex.candidates`, among the rows ``subset``."""
    if 2 * len(subset) > len(matrix):
        scores = (matrix @ query)[subset]
    else:
        blocks = [matrix[subset[i : i + _ROWS_AT_ONCE]] @ query for i in range(0, len(subset), _ROWS_AT_ONCE)]
        scores = np.concatenate(blocks) if blocks else np.zeros(0, np.float32)
    return subset[_above_border(scores, k)]


def _above_border(scores: NDArray[np.float32], k: int) -> NDArray[np.int64]:
    """Places of the ``k`` highest scores and of all that rounding may have put below them."""
    if k <= 0:
        return np.zeros(0, np.int64)
    if k >= len(scores):
        return np.arange(len(scores))
    border = np.partition(scores, len(scores) - k)[len(scores) - k]
    return np.flatnonzero(scores >= border - _SLACK)


def _first(
    matrix: NDArray[np.float32], query: NDArray[np.float32], rows: NDArray[np.int64], k: int
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """The ``k`` nearest of ``rows`` and all that tie with the last, by (distance, row); their distances."""
    distances = _distances(matrix, query, rows)
    order = np.lexsort((rows, distances))
    rows, distances = rows[order], distances[order]
    if 0 < k < len(rows):
        end = int(np.searchsorted(distances, distances[k - 1], "right"))
        rows, distances = rows[:end], distances[:end]
    return rows, distances


def _distances(
    matrix: NDArray[np.float32], query: NDArray[np.float32], rows: NDArray[np.int64]
) -> NDArray[np.float64]:
    result = np.empty(len(rows), dtype=np.float64)
    for start in range(0, len(rows), _ROWS_AT_ONCE):
        difference = (matrix[rows[start : start + _ROWS_AT_ONCE]] - query).astype(np.float64)
        result[start : start + _ROWS_AT_ONCE] = np.sqrt(np.square(difference, out=difference).sum(axis=1))
    return round_distances(result)


def _measured(
    matrix: NDArray[np.float32], queries: NDArray[np.float32], found: list[NDArray[np.int64]], k: int
) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
    """Rows and similarities as `VectorIndex.nearest` returns them."""
    width = max(0, min(k, len(matrix)))
    rows = np.full((len(queries), width), -1, dtype=np.int32)
    similarities = np.full((len(queries), width), -np.inf, dtype=np.float32)
    for place, (query, candidates) in enumerate(zip(queries, found, strict=True)):
        nearest, distances = (part[:width] for part in _first(matrix, query, candidates, k))
        rows[place, : len(nearest)] = nearest
        similarities[place, : len(nearest)] = 1 - distances**2 / 2
    return rows, similarities


def _check_dimension(queries: NDArray[np.float32], matrix: NDArray[np.float32]) -> None:
    if queries.shape[-1] != matrix.shape[1]:
        raise InvalidInput(
            f"The query has {queries.shape[-1]} dimensions, the vectors have {matrix.shape[1]}.",
            hint="Encode the query with the model that made the vectors.",
        )


def _import_faiss() -> Any:
    try:
        return importlib.import_module("faiss")
    except ImportError as error:
        raise MissingDependency(
            "An approximate vector index needs the package faiss, which is not installed.",
            hint="pip install 'motif-graphrag[ann]'",
        ) from error
