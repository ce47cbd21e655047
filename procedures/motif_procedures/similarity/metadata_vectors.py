"""Vectors of the metadata that is compared: of topics, titles and columns, each distinct text encoded once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from motif.engine.grouped_pairs import GroupedVectors, group_vectors
from motif.errors import MissingVectors
from motif.faults import no_vectors
from motif.graphs.projection import TEXT, Projection
from motif.models.encoder import TextEncoder, stamp
from motif_procedures.embed_text import encode_each_once
from motif_procedures.similarity.rich_nodes import RichNodes


@dataclass
class MetadataVectors:
    """Vectors of the fields of ``nodes``; a field is encoded when it is first asked for."""

    projection: Projection
    nodes: RichNodes
    encoder: TextEncoder
    checkpoint: Path | None
    progress: Callable[[int, int], None] | None = None
    _made: dict[str, GroupedVectors] = field(default_factory=dict)

    def of(self, name: str) -> GroupedVectors:
        """The vectors of the field ``name``, by node: "content" and "topic" of texts, "title" and "column" of tables.

        A table's columns are one vector: the mean of theirs, of length 1.
        """
        if name not in self._made:
            self._made[name] = self._vectors(name)
        return self._made[name]

    def _vectors(self, name: str) -> GroupedVectors:
        is_table = self.nodes.is_table
        if name == "content":
            vectors = content_vectors(self.projection, self.nodes, self.encoder)
            return group_vectors(np.where(is_table, np.int32(-1), vectors.index), vectors.matrix)
        if name == "column":
            return self._columns()
        if name == "topic":
            return self._texts(self.nodes.topics, ~is_table)
        return self._texts(self.nodes.titles, is_table)

    def _texts(self, texts: Sequence[str], mask: NDArray[np.bool_]) -> GroupedVectors:
        numbers: dict[str, int] = {}
        index = np.array(
            [
                numbers.setdefault(text, len(numbers)) if text and is_meant else -1
                for text, is_meant in zip(texts, mask.tolist(), strict=True)
            ],
            np.int32,
        )
        return group_vectors(index, self._encoded(list(numbers)))

    def _columns(self) -> GroupedVectors:
        numbers: dict[tuple[str, ...], int] = {}
        index = np.array(
            [
                numbers.setdefault(tuple(of), len(numbers)) if of and is_table else -1
                for of, is_table in zip(self.nodes.columns, self.nodes.is_table.tolist(), strict=True)
            ],
            np.int32,
        )
        lists = list(numbers)
        matrix = np.zeros((len(lists), self.encoder.dimension), np.float32)
        if lists:
            vectors = self._encoded([name for of in lists for name in of])
            starts = np.cumsum([0, *(len(of) for of in lists[:-1])])
            matrix = np.add.reduceat(vectors, starts, axis=0)
            matrix /= np.maximum(np.linalg.norm(matrix, axis=1, keepdims=True), np.float32(1e-12))
        return group_vectors(index, matrix)

    def _encoded(self, texts: list[str]) -> NDArray[np.float32]:
        if not texts:
            return np.zeros((0, self.encoder.dimension), np.float32)
        return encode_each_once(texts, self.encoder, checkpoint=self.checkpoint, progress=self.progress)


def content_vectors(projection: Projection, nodes: RichNodes, encoder: TextEncoder) -> GroupedVectors:
    """The vectors of the nodes' texts that the projection has.

    Raises `MissingVectors` where it has none, or of another model than ``encoder``.
    """
    vectors = projection.vectors.get(TEXT)
    if vectors is None or not (vectors.index[nodes.rows] >= 0).any():
        raise no_vectors(projection.name, "texts")
    mark, of_graph = stamp(encoder), vectors.encoder
    if (mark.dimension, mark.hash or of_graph.hash) != (of_graph.dimension, of_graph.hash or mark.hash):
        raise MissingVectors(
            f"The vectors of the graph '{projection.name}' come from '{of_graph.name}', the encoder is '{mark.name}'.",
            hint="Name the encoder that made them, or make them again with kg.embed().",
        )
    return group_vectors(vectors.index[nodes.rows], vectors.matrix)
