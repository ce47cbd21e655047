"""Plain beam search: a walk that takes the relationships nearest to the whole question, hop by hop.

What structure tracing is measured against: it has no schema graph, and sees one relationship at a time.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motif.errors import InvalidInput
from motif.graphs.projection import Projection, VectorSet


@dataclass(frozen=True, slots=True)
class BeamPath:
    """A path from a start.

    Attributes
    ----------
    relationships : int32 (hops,)
        Rows, each sharing a node with the next, none twice.
    nodes : int32 (hops + 1,)
        Rows, from the start on.
    score
        Sum of the cosines of the relationships' vectors and the question's.
    """

    relationships: NDArray[np.int32]
    nodes: NDArray[np.int32]
    score: float


def beam_search(
    projection: Projection,
    triples: VectorSet,
    query_vector: NDArray[np.float32],
    start_rows: NDArray[np.int32],
    hops: int,
    width: int,
) -> list[BeamPath]:
    """The ``width`` best paths of ``hops`` relationships, best first, kept hop by hop.

    Parameters
    ----------
    triples : VectorSet
        Of the relationships.
    query_vector : float32 (d,)
        Of the whole question, L2-normalised.
    start_rows : int32
        Where paths begin.

    A path that cannot go on is left out while others can; if none can, the paths are shorter. Equals are ordered by
    relationships, then by nodes. Direction does not matter.

    Raises `InvalidInput` when ``hops`` or ``width`` is below 1, or the dimensions differ.

    >>> from motif.catalog import from_triples
    >>> from motif.graphs.stamp import EncoderStamp
    >>> films = from_triples([("Heat", "directed_by", "Mann"), ("Heat", "starred", "Pacino")])
    >>> vectors = VectorSet(EncoderStamp("axes", 2), np.arange(2, dtype=np.int32), np.eye(2, dtype=np.float32))
    >>> start = np.array([list(films.nodes.names).index("Mann")], np.int32)
    >>> [path.relationships.tolist() for path in beam_search(films, vectors, vectors.matrix[1], start, 2, 1)]
    [[0, 1]]
    """
    if hops < 1 or width < 1:
        raise InvalidInput(f"hops and width must be 1 or more, not {hops} and {width}.")
    if query_vector.shape != (triples.matrix.shape[1],):
        raise InvalidInput(
            f"The question's vector has the shape {query_vector.shape}; ({triples.matrix.shape[1]},) is needed."
        )
    none = np.zeros(0, np.int32)
    beam = [BeamPath(none, np.array([row], np.int32), 0.0) for row in dict.fromkeys(start_rows.tolist())]
    for _ in range(hops):
        longer = [path for before in beam for path in _extensions(projection, triples, query_vector, before)]
        if not longer:
            break
        longer.sort(key=_rank)
        beam = longer[:width]
    return beam if beam and len(beam[0].relationships) else []


def _rank(path: BeamPath) -> tuple[float, list[int], list[int]]:
    return -path.score, path.relationships.tolist(), path.nodes.tolist()


def _extensions(
    projection: Projection, triples: VectorSet, query_vector: NDArray[np.float32], path: BeamPath
) -> Iterator[BeamPath]:
    """``path`` with one more relationship, each that it does not have."""
    row = int(path.nodes[-1])
    outgoing, incoming = (
        (csr.rows_at(slice(csr.indptr[row], csr.indptr[row + 1])), csr.neighbours(row))
        for csr in (projection.outgoing, projection.incoming)
    )
    is_loop = incoming[1] == row
    relationships = np.concatenate([outgoing[0], incoming[0][~is_loop]])
    ends = np.concatenate([outgoing[1], incoming[1][~is_loop]])
    texts = triples.index[relationships]
    cosines = np.where(texts < 0, 0.0, triples.matrix[texts] @ query_vector)
    for relationship, end, cosine in zip(relationships, ends, cosines.tolist(), strict=True):
        if relationship not in path.relationships:
            yield BeamPath(
                np.append(path.relationships, relationship).astype(np.int32),
                np.append(path.nodes, end).astype(np.int32),
                path.score + cosine,
            )
