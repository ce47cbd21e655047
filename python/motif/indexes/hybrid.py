"""Nodes by words and by meaning: BM25 and cosine, each normalised, in one score (SAGE §2.2 A)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from motif.graphs.corpus import corpus_of
from motif.graphs.projection import Projection
from motif.indexes.fulltext import WordIndex, build_word_index, highest, words_of
from motif.indexes.meaning import Cosines, Meaning, meaning_of
from motif.indexes.names import normalise, normalise_all

BM25_WEIGHT = 0.6
"""Of BM25 in the hybrid score; the rest is the cosine's."""

_BLOCK = 8192
_ROUNDING = 1e-6
"""How far apart two scores may be that are the same, but for float32's roundings."""

_IDS = ("id", "elementId", "contentHash")
"""Properties that may name a node and say nothing."""


@dataclass(frozen=True)
class Relevance:
    """How relevant each node is to one question.

    A node's score is from 0 to 1: BM25 and cosine both normalised and weighed, 0 where it may not be returned. To
    normalise is to divide by the highest of all nodes that may be returned, what is negative being 0: so a node's score
    depends on the best node alone, and what only one of two lists holds counts 0 in the other.

    Attributes
    ----------
    bm25 : float32 (n,)
        Of the question's words in the node's name and text, 0 where it has none of them.
    cosines : Cosines
        Of the question with the node's meaning.
    bm25_unit, cosine_unit : float
        What one point of BM25, and of cosine, adds to the score; 0 where no node has any.
    """

    bm25: NDArray[np.float32]
    cosines: Cosines
    bm25_unit: float
    cosine_unit: float

    def scores(self, rows: NDArray[np.integer]) -> NDArray[np.float32]:
        """The scores of the nodes ``rows``, float32 (rows,).

        >>> both = Relevance(np.array([2, 0], np.float32), Cosines(np.array([0.5, 1], np.float32), 0.0), 0.25, 0.5)
        >>> both.scores(np.array([1, 0])).tolist()
        [0.5, 0.75]
        """
        return self._weighed(self.cosines.at(rows), self.bm25[rows])

    def best(self, k: int) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
        """The at most ``k`` nodes of highest positive score: rows int32 and scores float32, ties by row."""
        near = self._weighed(self.cosines.near, self.bm25)
        rows, scores = highest(near, k)
        margin = self.cosines.margin * self.cosine_unit
        if not margin or k <= 0:
            return rows, scores
        least = float(scores[-1]) if len(scores) == k else 0.0
        candidates = np.flatnonzero(near >= least - 2 * margin - _ROUNDING)
        places, scores = highest(self.scores(candidates), k)
        return candidates[places].astype(np.int32), scores

    def _weighed(self, cosine: NDArray[np.float32], bm25: NDArray[np.float32]) -> NDArray[np.float32]:
        score: NDArray[np.float32] = np.maximum(cosine, 0, dtype=np.float32)
        score *= np.float32(self.cosine_unit)
        score += bm25 * np.float32(self.bm25_unit)
        return score


@dataclass(frozen=True)
class HybridIndex:
    """Some nodes of a graph, by the words of their name and text and by meaning.

    Attributes
    ----------
    rows : int32, ascending
        The nodes.
    words : WordIndex
        Over their names and texts, aligned with ``rows``.
    meaning : Meaning or None
        Of all nodes of the graph; None without vectors.
    n_nodes : int
        Nodes of the graph.
    """

    rows: NDArray[np.int32]
    words: WordIndex
    meaning: Meaning | None
    n_nodes: int

    def relevance(
        self,
        question: str,
        vector: NDArray[np.float32] | None,
        allowed: NDArray[np.bool_] | None = None,
        *,
        bm25_weight: float = BM25_WEIGHT,
    ) -> Relevance:
        """How relevant each node is to ``question``.

        Parameters
        ----------
        vector : float32 (dimension,) or None
            Of the question, L2-normalised; None for words alone.
        allowed : bool (n_nodes,) or None
            Nodes that may be returned.
        bm25_weight
            From 0 to 1; 1 is BM25 alone, 0 the cosine alone.

        Words are those of the normalised question, not stemmed; a word that no node has is left out. O(postings of the
        question's words + vectors * dimension).

        >>> from motif.catalog.rows import from_rows
        >>> graph = from_rows([("a", ["Chunk"], {"text": "Heat is a film."}), ("b", ["Chunk"], {"text": "Dust."})])
        >>> build_hybrid_index(graph).relevance("which film?", None, bm25_weight=1).best(2)[0].tolist()
        [0]
        """
        may = self.among(allowed)
        bm25 = (
            self._spread(self.words.totals(normalise(question), spelling=False)) if bm25_weight > 0 else None
        )
        if bm25 is None:
            bm25 = np.zeros(self.n_nodes, dtype=np.float32)
        elif allowed is not None and not may.all():
            bm25[~may] = 0
        if vector is not None and self.meaning is not None and bm25_weight < 1:
            cosines = self.meaning.near(vector, None if may.all() else may)
        else:
            cosines = Cosines(np.zeros(self.n_nodes, dtype=np.float32), 0.0)
        units = _unit(float(bm25.max(initial=0)), bm25_weight), _unit(cosines.highest(), 1 - bm25_weight)
        return Relevance(bm25, cosines, *units)

    @cached_property
    def _is_whole(self) -> bool:
        """Whether these are all nodes of the graph."""
        return len(self.rows) == self.n_nodes

    @cached_property
    def _read(self) -> NDArray[np.bool_]:
        """Which nodes of the graph these are, bool (n_nodes,); not to be written to."""
        read = np.zeros(self.n_nodes, dtype=np.bool_)
        read[self.rows] = True
        return read

    def among(self, allowed: NDArray[np.bool_] | None) -> NDArray[np.bool_]:
        """Which nodes of the graph are of the index and ``allowed``, bool (n_nodes,), not to be written to.

        >>> from motif.catalog.rows import from_rows
        >>> index = build_hybrid_index(from_rows([("a", ["Chunk"], {"text": "Heat."}), ("b", ["Film"], {})]))
        >>> index.among(None).tolist(), index.among(np.zeros(2, np.bool_)).tolist()
        ([True, False], [False, False])
        """
        return self._read if allowed is None else self._read & allowed

    def _spread(self, values: NDArray[np.float32]) -> NDArray[np.float32]:
        """``values`` of the nodes of the index as those of all, float32 (n_nodes,), 0 of others."""
        if self._is_whole:
            return values
        spread = np.zeros(self.n_nodes, dtype=np.float32)
        spread[self.rows] = values
        return spread

    def words_in(self, question: str) -> list[str]:
        """The distinct words of ``question`` that some node has, in order."""
        words = dict.fromkeys(words_of(normalise(question)))
        return [word for word in words if word in self.words.vocabulary]

    def by_word(self, words: Sequence[str], rows: NDArray[np.int32]) -> NDArray[np.float32]:
        """BM25 of each word in each of these nodes of the index, float32 (rows, words)."""
        return self.words.by_word(words, np.searchsorted(self.rows, rows).astype(np.int32))

    def seeds(
        self,
        question: str,
        vector: NDArray[np.float32] | None,
        k: int,
        allowed: NDArray[np.bool_] | None = None,
        *,
        bm25_weight: float = BM25_WEIGHT,
    ) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
        """The at most ``k`` most relevant nodes, rows int32 and scores float32; arguments as of `relevance`."""
        return self.relevance(question, vector, allowed, bm25_weight=bm25_weight).best(k)


def build_hybrid_index(
    projection: Projection, nodes: NDArray[np.bool_] | None = None, meaning: Meaning | None = None
) -> HybridIndex:
    """The index of ``nodes``, bool (n,): by default those that `nodes_to_read` gives.

    Parameters
    ----------
    meaning
        As `meaning_if_any` gives it, where several indexes share it; None to ask for it.

    About 6 s for 100,000 texts of 100 words.
    """
    rows = np.flatnonzero(nodes_to_read(projection) if nodes is None else nodes).astype(np.int32)
    shared = meaning_if_any(projection) if meaning is None else meaning
    return HybridIndex(rows, build_word_index(_lines(projection, rows)), shared, projection.n_nodes)


def meaning_if_any(projection: Projection) -> Meaning | None:
    """The meaning of each node; None where the projection has vectors neither of texts nor of names.

    >>> from motif.catalog.rows import from_rows
    >>> meaning_if_any(from_rows([("a", ["Chunk"], {"text": "Heat."})])) is None
    True
    """
    return meaning_of(projection) if {"text", "name"} & set(projection.vectors) else None


def nodes_to_read(projection: Projection) -> NDArray[np.bool_]:
    """Which nodes a question is put to by default, bool (n,).

    The chunks, where the graph has a corpus; else the nodes with a text; else all.
    """
    corpus = corpus_of(projection)
    if corpus is not None:
        is_chunk = np.zeros(projection.n_nodes, dtype=np.bool_)
        is_chunk[corpus.chunks] = True
        return is_chunk
    texts = projection.nodes.texts
    if texts is not None and texts.nbytes > texts.offsets.nbytes:
        return np.diff(texts.offsets) > 0
    return np.ones(projection.n_nodes, dtype=np.bool_)


def _lines(projection: Projection, rows: NDArray[np.int32]) -> Iterator[str]:
    """Name and text of each node, normalised; without the name where it is an id, or the text begins with it."""
    nodes = projection.nodes
    is_name = np.array([*(key not in _IDS for key in nodes.name_properties), nodes.id_prefix is None])
    for start in range(0, len(rows), _BLOCK):
        block = rows[start : start + _BLOCK]
        is_named = is_name[nodes.name_property[block]].tolist()
        names = [name if named else "" for name, named in zip(nodes.names.take(block), is_named, strict=True)]
        texts = [""] * len(block) if nodes.texts is None else nodes.texts.take(block)
        yield from normalise_all(
            [
                text if text.startswith(name) else f"{name} {text}"
                for name, text in zip(names, texts, strict=True)
            ]
        )


def _unit(top: float, weight: float) -> float:
    return weight / top if top > 0 else 0.0
