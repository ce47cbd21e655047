"""The graph that all contenders of an evaluation are asked on, and what they share over it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.graphs.projection import Projection
from motif.indexes.names import readable
from motif.knowledge_graph import Connection, Graph
from motif.models.encoder import encode_queries
from motif.models.language import ChatModel
from motif.planners.linking import linker_of
from motif.planners.protocol import Mention
from motif.retrievers.view import View

Linker = Callable[[str], Sequence[Mention]]
"""Finds what a question names."""

Progress = Callable[[str, int, int], None]
"""Told what is under way, how many are done, and of how many."""


@dataclass(frozen=True)
class Arena:
    """A graph and who may reach its database.

    Attributes
    ----------
    graph
        Asked by every contender.
    connection
        To the database that ``graph`` is a projection of; None in memory.
    over_bolt
        Whether Motif is asked through its procedures and not in this process.
    cache
        Where vectors of triples are kept; None to keep none.
    linker
        Links questions for the baselines; None for Motif's own.
    model
        The language model that Motif asks too, where it is not sure.
    """

    graph: Graph
    connection: Connection | None = None
    over_bolt: bool = False
    cache: Path | None = None
    linker: Linker | None = None
    progress: Progress = field(default=lambda what, done, total: None)
    model: ChatModel | None = None

    @cached_property
    def projection(self) -> Projection:
        return self.graph.projection

    @cached_property
    def view(self) -> View:
        """The projection's indexes; of the arena's own, so that no contender profits from another's."""
        return self.graph.view

    def detached(self) -> Graph:
        """The same projection as a graph that has learnt nothing and keeps nothing that it learns."""
        projection, view, model = self.projection, self.view, self.model
        source = None if model is None else lambda: model
        return Graph(lambda: projection, encoder=lambda: view.encoder, model=source)

    def encode(self, text: str) -> NDArray[np.float32]:
        """The vector of a question, encoded each time: the time is part of an answer's."""
        vector: NDArray[np.float32] = encode_queries(self.view.encoder, [text])[0]
        return vector

    def linked(self, question: str) -> NDArray[np.int32]:
        """Nodes that ``question`` names, int32, ascending: of each mention those of its likeliest name."""
        names = self.projection.nodes.names
        rows: set[int] = set()
        for mention in self._link(question):
            likeliest = [row for row in mention.rows.tolist() if names[row] == names[int(mention.rows[0])]]
            rows.update(likeliest)
        return np.array(sorted(rows), dtype=np.int32)

    @cached_property
    def _link(self) -> Linker:
        if self.linker is not None:
            return self.linker
        link: Linker = linker_of(self.view).link
        return link

    @cached_property
    def relation_words(self) -> tuple[str, ...]:
        """Each relation in words."""
        return tuple(readable(relation) for relation in self.projection.relationships.relations)

    def triple_texts(self) -> list[str]:
        """Each relationship in words, ``head, relation, tail``, by row."""
        names, table = list(self.projection.nodes.names), self.projection.relationships
        return [
            f"{names[source]}, {self.relation_words[relation]}, {names[target]}"
            for source, relation, target in zip(
                table.source.tolist(), table.relation.tolist(), table.target.tolist(), strict=True
            )
        ]

    def relation_likeness(self, question: str) -> NDArray[np.float32]:
        """Cosine of the question and each relation in words, float32 (relations,)."""
        vectors = self.view.relation_vectors
        likeness = vectors.matrix @ self.encode(question)
        found: NDArray[np.float32] = np.where(
            vectors.index >= 0, likeness[np.maximum(vectors.index, 0)], np.float32(-1)
        )
        return found

    def identity(self) -> Mapping[str, Any]:
        """What graph this is: its name, epoch, size and a hash of its content."""
        projection = self.projection
        digest = hashlib.blake2b(digest_size=16)
        table = projection.relationships
        for array in (projection.nodes.names.data, table.source, table.target, table.relation):
            digest.update(np.ascontiguousarray(array).tobytes())
        digest.update("\n".join(table.relations).encode())
        return {
            "name": projection.name,
            "epoch": projection.epoch,
            "nodes": projection.n_nodes,
            "relationships": projection.n_relationships,
            "relations": len(table.relations),
            "content": digest.hexdigest(),
        }
