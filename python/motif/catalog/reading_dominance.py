"""Dominance embeddings read again from Neo4j: what still describes its star is taken, the rest is never pruned."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from motif.catalog.accumulating import PropertyColumn
from motif.catalog.dominance import contents_of, node_hashes, restored
from motif.catalog.dominance_weights import load_weights
from motif.catalog.plan import VectorPlan
from motif.catalog.reading_vectors import stacked, stamp_of
from motif.engine.data_graph import data_graph
from motif.engine.dominance import CONSTRUCTED, MAXIMUM_DIMENSION, construct_dominance
from motif.graphs.columns import VECTOR
from motif.graphs.dominance import NO_CERTIFICATE, DominanceEmbedding
from motif.graphs.projection import INTEGER, STRING, Projection
from motif.graphs.stamp import EncoderStamp

_NONE = np.empty(0, np.int16)


@dataclass(frozen=True, slots=True)
class DominanceRead:
    """What a graph's properties gave.

    Attributes
    ----------
    embedding
        None when it could not be used.
    note
        What was read, or why nothing was, for people.
    """

    embedding: DominanceEmbedding | None
    note: str


def read_dominance(
    columns: Mapping[str, PropertyColumn], plan: VectorPlan, projection: Projection, weights: Path | None
) -> DominanceRead | None:
    """The dominance embedding that nodes hold as properties; None when no node has one.

    Of several models the most frequent is taken. A constructed embedding is made again from the graph, which takes
    less than reading it and is right for every node. Of a trained one, the vectors are taken whose content hash
    agrees with the star as it is now and with the vector itself; every other node is never pruned.

    Parameters
    ----------
    columns
        The three properties of ``plan``, by row of ``projection``.
    weights
        The folder where `Catalog` keeps weights; a trained embedding without them is left out.
    """
    stamp, chosen = _most_frequent(columns, plan)
    if stamp is None:
        return None
    sizes = np.diff(columns[plan.property].offsets)[chosen] // 4
    length = int(np.bincount(sizes).argmax())
    dimension, rows = length - 1, chosen[sizes == length]
    if stamp.name == CONSTRUCTED and 1 <= dimension <= MAXIMUM_DIMENSION:
        made = construct_dominance(data_graph(projection), dimension=dimension)
        return DominanceRead(made, f"{CONSTRUCTED}, made anew for {projection.n_nodes:,} nodes")
    loaded = None if weights is None else load_weights(weights, stamp.hash)
    if loaded is None or dimension < 1:
        note = f"{stamp.text} left out: its weights are not here; embed again to use it"
        return DominanceRead(None, note)
    matrix = _matrix(columns[plan.property], rows, length, projection.n_nodes)
    features = loaded.features_of(node_hashes(projection))
    contents = columns[str(plan.content_property)]
    agrees = (contents.number == contents_of(projection, matrix, features)) & (contents.kind == INTEGER)
    model = DominanceEmbedding("gat", stamp, matrix, _NONE, loaded.parameters, features)
    embedding = restored(model, matrix, np.asarray(agrees, np.bool_))
    certified = int((embedding.certificate > NO_CERTIFICATE).sum())
    return DominanceRead(embedding, f"{stamp.text}, read for {certified:,} of {projection.n_nodes:,} nodes")


def _most_frequent(
    columns: Mapping[str, PropertyColumn], plan: VectorPlan
) -> tuple[EncoderStamp | None, NDArray[np.int64]]:
    """The stamp that most nodes with a vector carry, and the rows of those nodes."""
    stamps = columns[str(plan.stamp_property)]
    rows = np.flatnonzero((columns[plan.property].kind == VECTOR) & (stamps.kind == STRING))
    if not len(rows):
        return None, rows
    texts = np.array([stamps.text[row] for row in rows.tolist()])
    values, counts = np.unique(texts, return_counts=True)
    chosen = str(values[counts.argmax()])
    return stamp_of(chosen), rows[texts == chosen]


def _matrix(
    column: PropertyColumn, rows: NDArray[np.int64], length: int, n_nodes: int
) -> NDArray[np.float32]:
    """The vectors of ``rows``, zeros with `NO_CERTIFICATE` for all others."""
    matrix = np.zeros((n_nodes, length), np.float32)
    matrix[:, -1] = NO_CERTIFICATE
    matrix[rows] = stacked(column, rows, length)
    return matrix
