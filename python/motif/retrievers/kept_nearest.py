"""The index over the vectors of names: from beside its snapshot, or built."""

from __future__ import annotations

from motif.graphs.projection import NAME, Projection
from motif.indexes.vector import FEW, FaissIndex, VectorIndex, build_vector_index, faiss_version, stored_parts
from motif.snapshot.kept import VECTORS, Built, is_keepable, kept

_LONG_TO_BUILD = ("compact", "hnsw")


def vector_index_of(projection: Projection, kind: str) -> VectorIndex | None:
    """An index of the ``kind`` of `build_vector_index` over the vectors of names; None where the graph has none.

    One that takes long to build is kept beside the snapshot and mapped by every process. Raises `DeadlineExceeded` and
    `Cancelled` as `motif.snapshot.kept.kept` while it is built, and `MissingDependency` without faiss.
    """
    vectors = projection.vectors.get(NAME)
    if vectors is None:
        return None
    matrix = vectors.matrix
    if kind not in _LONG_TO_BUILD or len(matrix) <= FEW or not is_keepable(projection):
        return build_vector_index(matrix, kind)

    def build() -> Built:
        parts = stored_parts(matrix, kind)
        return {f"part{number}": part for number, part in enumerate(parts)}, {"parts": len(parts)}

    arrays, facts = kept(projection, "nearest", VECTORS, build, made_by=f"{kind} of faiss {faiss_version()}")
    return FaissIndex(matrix, kind, [arrays[f"part{number}"] for number in range(facts["parts"])])
