"""The meaning of each node as a vector: of its text where it has one, else of its name."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from motif.errors import InvalidInput, MissingVectors
from motif.faults import how_to_embed, no_vectors
from motif.graphs.projection import NAME, TEXT, Projection, VectorSet
from motif.graphs.stamp import EncoderStamp

_ROWS_AT_ONCE = 4096
"""Vectors that are gathered before they are multiplied, a few megabytes."""


@dataclass(frozen=True)
class Meaning:
    """One vector for each node that has any; no copy of the projection's vectors.

    Attributes
    ----------
    parts
        Vectors of texts and of names. Each node has a place (not -1) in one of their ``index`` at most.

    >>> from motif.graphs.stamp import EncoderStamp
    >>> from motif.graphs.projection import VectorSet
    >>> texts = VectorSet(EncoderStamp("toy", 2), np.array([0, -1, -1], np.int32), np.array([[1, 0]], np.float32))
    >>> names = VectorSet(EncoderStamp("toy", 2), np.array([-1, 0, -1], np.int32), np.array([[0, 1]], np.float32))
    >>> meaning = Meaning((texts, names))
    >>> meaning.cosines(np.array([0, 1], np.float32)).tolist()
    [0.0, 1.0, nan]
    """

    parts: tuple[VectorSet, ...]

    @property
    def n_nodes(self) -> int:
        return len(self.parts[0].index)

    @property
    def encoder(self) -> EncoderStamp:
        """The model that the vectors come from."""
        return self.parts[0].encoder

    @property
    def dimension(self) -> int:
        return int(self.parts[0].matrix.shape[1])

    @cached_property
    def present(self) -> NDArray[np.bool_]:
        """Which nodes have a vector, bool (n,)."""
        found = np.zeros(self.n_nodes, dtype=np.bool_)
        for part in self.parts:
            found |= part.index >= 0
        return found

    @cached_property
    def _is_whole(self) -> bool:
        """Whether every node has a vector of its own, in the order of the nodes."""
        first = self.parts[0]
        return len(first.matrix) == self.n_nodes and bool((first.index == np.arange(self.n_nodes)).all())

    def cosines(
        self, vector: NDArray[np.float32], allowed: NDArray[np.bool_] | None = None
    ) -> NDArray[np.float32]:
        """The cosine of each node with ``vector``, float32 (n,); NaN where a node has no vector or is not allowed.

        Parameters
        ----------
        vector : float32 (dimension,)
            L2-normalised.
        allowed : bool (n,) or None
            Nodes that matter; vectors of others are not read where that saves time.

        Raises `InvalidInput` when the dimensions differ. O(vectors * dimension).
        """
        if vector.shape != (self.dimension,):
            raise InvalidInput(
                f"The query has {vector.shape[-1]} dimensions, the vectors have {self.dimension}.",
                hint="Encode the query with the model that made the vectors.",
            )
        if self._is_whole and (allowed is None or 2 * np.count_nonzero(allowed) > self.n_nodes):
            whole: NDArray[np.float32] = self.parts[0].matrix @ vector
            if allowed is not None and not allowed.all():
                whole[~allowed] = np.nan
            return whole
        found = np.full(self.n_nodes, np.nan, dtype=np.float32)
        for part in self.parts:
            is_wanted = part.index >= 0 if allowed is None else allowed & (part.index >= 0)
            places = part.index[is_wanted]
            if 2 * len(places) > len(part.matrix):
                found[is_wanted] = (part.matrix @ vector)[places]
            elif len(places):
                found[is_wanted] = _products(part.matrix, places, vector)
        return found

    def vectors(self, rows: NDArray[np.integer]) -> NDArray[np.float32]:
        """The vectors of the nodes ``rows``, float32 (rows, dimension); zeros where a node has none."""
        found = np.zeros((len(rows), self.dimension), dtype=np.float32)
        for part in self.parts:
            places = part.index[rows]
            found[places >= 0] = part.matrix[places[places >= 0]]
        return found


def meaning_of(projection: Projection) -> Meaning:
    """The meaning of each node of ``projection``: the vector of its text, else of its name.

    Raises `MissingVectors` when the projection has neither, with the call that makes them.
    """
    texts, names = projection.vectors.get(TEXT), projection.vectors.get(NAME)
    if texts is None and names is None:
        raise no_vectors(projection.name, why=projection.configuration.get("textEmbeddings", ""))
    if texts is None or names is None or len(texts.matrix) == 0:
        return Meaning(tuple(part for part in (names, texts) if part is not None)[:1])
    if names.encoder.dimension != texts.encoder.dimension:
        raise MissingVectors(
            f"In '{projection.name}' vectors of texts have {texts.encoder.dimension} dimensions, "
            f"those of names {names.encoder.dimension}.",
            hint=f"Embed again: {how_to_embed(projection.name)}",
        )
    index = np.where(texts.index >= 0, np.int32(-1), names.index).astype(np.int32)
    return Meaning((texts, VectorSet(names.encoder, index, names.matrix)))


def _products(
    matrix: NDArray[np.float32], places: NDArray[np.int32], vector: NDArray[np.float32]
) -> NDArray[np.float32]:
    """``matrix[places] @ vector`` without a copy of all those rows at once."""
    starts = range(0, len(places), _ROWS_AT_ONCE)
    return np.concatenate([matrix[places[start : start + _ROWS_AT_ONCE]] @ vector for start in starts])
