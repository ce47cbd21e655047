"""The meaning of each node as a vector: of its text where it has one, else of its name."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from motif.engine.rounded_vectors import RoundedVectors, rounded_vectors
from motif.errors import InvalidInput, MissingVectors
from motif.faults import how_to_embed, no_vectors
from motif.graphs.projection import NAME, TEXT, Projection, VectorSet
from motif.graphs.stamp import EncoderStamp

_ROWS_AT_ONCE = 4096
"""Vectors that are gathered before they are multiplied, a few megabytes."""

_MANY = 8192
"""Vectors from which on rounded ones are quicker by more than a call costs."""


@dataclass(frozen=True)
class Cosines:
    """The cosine of each node with one vector: of all within a margin, of those that matter as it is.

    Attributes
    ----------
    near : float32 (n,)
        Within ``margin`` of the cosine; 0 where a node has no vector or is not allowed.
    margin : float
        0 where ``near`` is what `at` gives.
    """

    near: NDArray[np.float32]
    margin: float
    _known: NDArray[np.bool_] | None = None
    _meaning: Meaning | None = None
    _vector: NDArray[np.float32] | None = None

    def at(self, rows: NDArray[np.integer]) -> NDArray[np.float32]:
        """The cosines of the nodes ``rows``, float32 (rows,), 0 where a node has no vector or is not allowed.

        >>> Cosines(np.array([0.5, 0], np.float32), 0.0).at(np.array([1, 0])).tolist()
        [0.0, 0.5]
        """
        exact: NDArray[np.float32] = self.near[rows]
        if self._meaning is not None and self._vector is not None:
            exact = self._meaning.products(rows, self._vector)
            if self._known is not None:
                exact[~self._known[rows]] = 0
        return exact

    def highest(self) -> float:
        """The highest cosine; 0 where none is positive.

        >>> Cosines(np.array([0.5, 0], np.float32), 0.0).highest()
        0.5
        """
        top = float(self.near.max(initial=0))
        if not self.margin:
            return top
        return float(self.at(np.flatnonzero(self.near >= top - 2 * self.margin)).max(initial=0))


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
        self._check(vector)
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

    def near(self, vector: NDArray[np.float32], allowed: NDArray[np.bool_] | None = None) -> Cosines:
        """As `cosines`, for who needs but the highest: of many vectors to within a margin, from rounded ones.

        >>> from motif.graphs.stamp import EncoderStamp
        >>> names = VectorSet(EncoderStamp("toy", 2), np.array([0, -1], np.int32), np.array([[0, 1]], np.float32))
        >>> Meaning((names,)).near(np.array([0, 1], np.float32)).at(np.array([0, 1])).tolist()
        [1.0, 0.0]
        """
        self._check(vector)
        n_allowed = self.n_nodes if allowed is None else int(np.count_nonzero(allowed))
        if 2 * n_allowed < self.n_nodes or sum(len(part.matrix) for part in self.parts) < _MANY:
            exact = self.cosines(vector, allowed)
            unknown = np.isnan(exact)
            if unknown.any():
                exact[unknown] = 0
            return Cosines(exact, 0.0)
        near, margin = self._near(vector)
        known = None if self.present.all() else self.present
        if allowed is not None and n_allowed < self.n_nodes:
            known = allowed if known is None else known & allowed
        if known is not None:
            near[~known] = 0
        return Cosines(near, margin, known, self, vector)

    def _near(self, vector: NDArray[np.float32]) -> tuple[NDArray[np.float32], float]:
        """The cosine of each node within a margin, float32 (n,), anything where it has no vector; and the margin."""
        found = [rounded.products(vector) for rounded in self._rounded]
        if self._is_whole:
            return found[0]
        near = np.zeros(self.n_nodes, dtype=np.float32)
        for part, (products, _) in zip(self.parts, found, strict=True):
            if len(products):
                np.copyto(near, products[part.index], where=part.index >= 0)
        return near, max(margin for _, margin in found)

    @cached_property
    def _rounded(self) -> tuple[RoundedVectors, ...]:
        """Those of ``parts``: a quarter of their memory, made when the first question asks for them."""
        parts = self.parts[:1] if self._is_whole else self.parts
        return tuple(rounded_vectors(part.matrix) for part in parts)

    def products(self, rows: NDArray[np.integer], vector: NDArray[np.float32]) -> NDArray[np.float32]:
        """The product of each vector of the nodes ``rows`` with ``vector``, float32 (rows,); 0 where a node has none.

        Equal vectors have equal products, wherever they stand.

        >>> from motif.graphs.stamp import EncoderStamp
        >>> names = VectorSet(EncoderStamp("toy", 2), np.array([0, -1], np.int32), np.array([[1, 0]], np.float32))
        >>> Meaning((names,)).products(np.array([1, 0]), np.array([1, 0], np.float32)).tolist()
        [0.0, 1.0]
        """
        found = np.zeros(len(rows), dtype=np.float32)
        for start in range(0, len(rows), _ROWS_AT_ONCE):
            part = slice(start, start + _ROWS_AT_ONCE)
            found[part] = np.einsum("ij,j->i", self.vectors(rows[part]), vector)
        return found

    def _check(self, vector: NDArray[np.float32]) -> None:
        if vector.shape != (self.dimension,):
            raise InvalidInput(
                f"The query has {vector.shape[-1]} dimensions, the vectors have {self.dimension}.",
                hint="Encode the query with the model that made the vectors.",
            )

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
