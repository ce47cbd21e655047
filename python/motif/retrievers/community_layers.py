"""The layers in which communities are searched: chunks, relations of entities, likeness of entities (DA-RAG §3)."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from motif.engine.control import Control
from motif.engine.simple_view import edges_of, simple_graph
from motif.engine.truss import decompose_truss, largest_k
from motif.graphs.corpus import Corpus, corpus_of
from motif.graphs.layers import IS_NEAR, SHARES_RELATION
from motif.graphs.projection import Projection
from motif.graphs.simple_graph import SimpleGraph
from motif.indexes.meaning import Meaning, meaning_of
from motif.jobs import find_job
from motif.retrievers.community_edges import (
    Pairs,
    among,
    edges_between,
    is_joined_by,
    names_between,
    nearest_pairs,
)
from motif.retrievers.selection import Selection

CHUNK, KNOWLEDGE, SIMILARITY, GRAPH = "chunk", "knowledge", "similarity", "graph"
"""Names of layers: chunks, entities by their relations, entities by likeness; and the graph as it is, in one layer."""

NEIGHBOURS = 5
"""Most similar entities that each is joined to where the graph has no such layer (k_neighbor, appendix B.1)."""

MAXIMUM_COMPARED = 4000
"""Entities that are compared with one another for one question; of more, the most relevant."""

_KEPT = 8


@dataclass(frozen=True, slots=True)
class Layer:
    """A simple graph between some nodes of a projection, with the trussness of its edges.

    Attributes
    ----------
    rows : int32 (n,)
        Row in the projection of each of its nodes, ascending.
    graph
        Its edges, between places in ``rows``.
    trussness : int32 (m,)
        Of each edge.
    joined_by
        What its edges are: relationship types, names of computed layers.
    """

    name: str
    rows: NDArray[np.int32]
    graph: SimpleGraph
    trussness: NDArray[np.int32]
    joined_by: tuple[str, ...] = ()

    @property
    def largest_k(self) -> int:
        """The largest k whose truss has an edge; 0 where there is no edge."""
        return largest_k(self.trussness)


class CommunityLayers:
    """The layers of one epoch of a projection; what no question changes is made once and kept."""

    def __init__(self, projection: Projection) -> None:
        self.projection = projection
        self._kept: dict[tuple[str, ...], Layer] = {}
        self._shared_relations: Pairs | None = None

    @cached_property
    def corpus(self) -> Corpus | None:
        """Chunks, entities and mentions; None where the graph is no corpus."""
        return corpus_of(self.projection)

    @cached_property
    def meaning(self) -> Meaning:
        """The vector of each node; `MissingVectors` where the projection has none."""
        return meaning_of(self.projection)

    def require_vectors(self) -> None:
        """Raise `MissingVectors`, with the call that makes them, where the projection has none."""
        _ = self.meaning

    def chunks(self, selection: Selection, along: Sequence[str] | None, control: Control) -> Layer:
        """The layer of chunks, joined by what ``along`` names.

        None: by relations that they share; where there are none, by whatever joins chunks.
        """
        assert self.corpus is not None
        rows = _passing(self.corpus.chunks, selection)
        return self._keep(CHUNK, selection, along, lambda: self._chunks(rows, along, control))

    def _chunks(self, rows: NDArray[np.int32], along: Sequence[str] | None, control: Control) -> Layer:
        names = [SHARES_RELATION] if along is None else list(along)
        found = {name: among(rows, self._edges(name, control), self.projection.n_nodes) for name in names}
        if along is None and not len(found[SHARES_RELATION][0]):
            others = names_between(self.projection, rows)
            found = {
                name: among(rows, edges_between(self.projection, name), self.projection.n_nodes)
                for name in others
            }
        return _layer(CHUNK, rows, found, control)

    def _edges(self, name: str, control: Control) -> Pairs:
        """The pairs that ``name`` joins; chunks of related entities are found now where they are not kept."""
        is_kept = self.corpus is None or is_joined_by(self.projection, name)
        if is_kept or name != SHARES_RELATION:
            return edges_between(self.projection, name)
        if self._shared_relations is None:
            derived = find_job("chunk_edges")(self.projection, control=control)
            self._shared_relations = derived.source, derived.target
        return self._shared_relations

    def knowledge(self, working: NDArray[np.int32] | None, selection: Selection, control: Control) -> Layer:
        """The layer of relations among the entities ``working``; None for all, which is kept."""
        if working is None:
            assert self.corpus is not None
            entities = _passing(self.corpus.entities, selection)
            return self._keep(
                KNOWLEDGE, selection, None, lambda: self._knowledge(entities, selection, control)
            )
        return self._knowledge(_passing(working, selection), selection, control)

    def _knowledge(self, rows: NDArray[np.int32], selection: Selection, control: Control) -> Layer:
        assert self.corpus is not None
        links, relations = self.projection.relationships, self.corpus.relations
        if selection.relationships is not None:
            relations = relations[selection.relationships[relations]]
        pairs = among(rows, (links.sources[relations], links.target[relations]), self.projection.n_nodes)
        return _layer(KNOWLEDGE, rows, {"relations": pairs}, control)

    def similarity(
        self,
        working: NDArray[np.int32] | None,
        relevance: NDArray[np.float32],
        selection: Selection,
        control: Control,
    ) -> Layer:
        """The layer of likeness among the entities ``working`` (None: all): as it is kept, else their nearest now."""
        assert self.corpus is not None
        rows = _passing(self.corpus.entities if working is None else working, selection)
        if not is_joined_by(self.projection, IS_NEAR):
            return self._nearest(rows, relevance, control)
        if working is None:
            return self._keep(SIMILARITY, selection, None, lambda: self._near(rows, control))
        return self._near(rows, control)

    def _near(self, rows: NDArray[np.int32], control: Control) -> Layer:
        pairs = among(rows, edges_between(self.projection, IS_NEAR), self.projection.n_nodes)
        return _layer(SIMILARITY, rows, {IS_NEAR: pairs}, control)

    def _nearest(self, rows: NDArray[np.int32], relevance: NDArray[np.float32], control: Control) -> Layer:
        rows = rows[self.meaning.present[rows]]
        if len(rows) > MAXIMUM_COMPARED:
            best = np.argsort(-relevance[rows], kind="stable")[:MAXIMUM_COMPARED]
            rows = np.sort(rows[best])
        low, high = nearest_pairs(self.meaning.vectors(rows), NEIGHBOURS)
        return _layer(SIMILARITY, rows, {f"{NEIGHBOURS} nearest": (rows[low], rows[high])}, control)

    def whole(self, selection: Selection, along: Sequence[str] | None, control: Control) -> Layer:
        """The graph in one layer, joined by what ``along`` names; None: by its relationships."""
        return self._keep(GRAPH, selection, along, lambda: self._whole(selection, along, control))

    def _whole(self, selection: Selection, along: Sequence[str] | None, control: Control) -> Layer:
        links, n_nodes = self.projection.relationships, self.projection.n_nodes
        rows = _passing(np.arange(n_nodes, dtype=np.int32), selection)
        if along is not None:
            found = {name: among(rows, self._edges(name, control), n_nodes) for name in along}
            return _layer(GRAPH, rows, found, control)
        trussness = self.projection.trussness
        if selection.nodes is None and selection.relationships is None and trussness is not None:
            graph = simple_graph(links.source, links.target, n_nodes)
            return Layer(
                GRAPH, rows, graph, _of_edges(graph, links.source, links.target, trussness), links.types
            )
        chosen = np.ones(len(links), np.bool_) if selection.relationships is None else selection.relationships
        pairs = among(rows, (links.sources[chosen], links.target[chosen]), n_nodes)
        return _layer(GRAPH, rows, {"relationships": pairs}, control)

    def _keep(
        self, name: str, selection: Selection, along: Sequence[str] | None, make: Callable[[], Layer]
    ) -> Layer:
        key = (name, *(along or ()), _digest(selection.nodes), _digest(selection.relationships))
        layer = self._kept.get(key)
        if layer is None:
            layer = make()
            if len(self._kept) >= _KEPT:
                self._kept.clear()
            self._kept[key] = layer
        return layer


def _passing(rows: NDArray[np.int32], selection: Selection) -> NDArray[np.int32]:
    return rows if selection.nodes is None else rows[selection.nodes[rows]]


def _digest(mask: NDArray[np.bool_] | None) -> str:
    return "" if mask is None else hashlib.blake2b(np.packbits(mask).tobytes(), digest_size=16).hexdigest()


def _layer(name: str, rows: NDArray[np.int32], found: dict[str, Pairs], control: Control) -> Layer:
    """The layer of ``rows`` joined by pairs of rows that lie among them."""
    source = np.concatenate([pairs[0] for pairs in found.values()] or [rows[:0]])
    target = np.concatenate([pairs[1] for pairs in found.values()] or [rows[:0]])
    places = [np.searchsorted(rows, ends).astype(np.int32) for ends in (source, target)]
    graph = simple_graph(places[0], places[1], len(rows))
    joined_by = tuple(name for name, pairs in found.items() if len(pairs[0]))
    return Layer(name, rows, graph, decompose_truss(graph, control=control), joined_by)


def _of_edges(
    graph: SimpleGraph,
    source: NDArray[np.int32],
    target: NDArray[np.int32],
    trussness: NDArray[np.int32],
) -> NDArray[np.int32]:
    """The trussness of each edge, int32 (m,), from that of the relationships."""
    edges = edges_of(graph, source, target)
    found = np.zeros(graph.n_edges, dtype=np.int32)
    found[edges[edges >= 0]] = trussness[edges >= 0]
    return found
