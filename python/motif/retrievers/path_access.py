"""The path indexes of a view: opened when first needed, made on the fly where the graph is small."""

from __future__ import annotations

from functools import cached_property

from motif.engine.dominance import construct_dominance
from motif.engine.match_query import DataGraph
from motif.graphs.dominance import DominanceEmbedding
from motif.graphs.paths import PathTable
from motif.graphs.projection import Projection
from motif.indexes.paths import PathIndex, build_path_table, open_path_index

SMALL = 200_000
"""Relationships up to which an index of single relationships is made for a call that asks for it."""


class PathAccess:
    """Dominance embedding and path indexes of one epoch; kept with the view."""

    def __init__(self, projection: Projection, graph: DataGraph) -> None:
        self.graph = graph
        self._projection = projection
        self._tables: dict[int, PathTable] = dict(projection.paths)
        self._opened: dict[int, PathIndex] = {}

    @property
    def name(self) -> str:
        return self._projection.name

    @property
    def lengths(self) -> tuple[int, ...]:
        """Lengths of the indexes that are there."""
        return tuple(sorted(self._tables))

    @cached_property
    def embedding(self) -> DominanceEmbedding:
        """The embedding that the snapshot holds, else the one that is monotone by construction, made now."""
        return self._projection.dominance or construct_dominance(self.graph)

    def make_small(self) -> tuple[int, ...]:
        """An index of length 1 made now, where the graph has at most `SMALL` relationships; its lengths."""
        if self.graph.n_relationships <= SMALL:
            self._tables[1] = build_path_table(self.graph, self.embedding, 1)
        return self.lengths

    def index(self, length: int) -> PathIndex:
        """The index of that length, open. Raises `MissingVectors` when it was made with another embedding."""
        if length not in self._opened:
            self._opened[length] = open_path_index(self._tables[length], self.graph, self.embedding)
        return self._opened[length]
