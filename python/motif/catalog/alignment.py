"""What may be added to a projection: only what is aligned with its rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from motif.catalog.reading_vectors import TEXT_NOTE
from motif.errors import InvalidInput
from motif.graphs.dominance import DominanceEmbedding
from motif.graphs.layers import EdgeLayer
from motif.graphs.paths import PathTable
from motif.graphs.projection import NAME, TEXT, Projection, VectorSet


def with_vectors(projection: Projection, vectors: Mapping[str, VectorSet]) -> Projection:
    """The projection with vectors added or replaced by kind; raises `InvalidInput` where an index does not fit."""
    sizes = {
        "name": projection.n_nodes,
        "text": projection.n_nodes,
        "relation": len(projection.relationships.relations),
        "label": len(projection.labels),
        "triple": projection.n_relationships,
    }
    for kind, vector_set in vectors.items():
        if kind not in sizes:
            raise InvalidInput(f"Vectors are of the unknown kind {kind!r}; known are {', '.join(sizes)}.")
        if len(vector_set.index) != sizes[kind]:
            raise InvalidInput(
                f"Vectors of kind '{kind}' have an index of {len(vector_set.index):,} rows; the projection "
                f"has {sizes[kind]:,}."
            )
    return without_note(replace(projection, vectors={**projection.vectors, **vectors}))


def without_note(projection: Projection) -> Projection:
    """The projection, not saying that vectors of its nodes were left out where it has them meanwhile."""
    kind = NAME if projection.nodes.texts is None else TEXT
    if TEXT_NOTE not in projection.configuration or kind not in projection.vectors:
        return projection
    rest = {key: value for key, value in projection.configuration.items() if key != TEXT_NOTE}
    return replace(projection, configuration=rest)


def with_dominance(projection: Projection, embedding: DominanceEmbedding) -> Projection:
    """The projection with the dominance embedding, and without path indexes, which were made of another one.

    Raises `InvalidInput` when it is of another graph.
    """
    rows = {len(embedding.vectors), len(embedding.certificate)}
    if embedding.features is not None:
        rows.add(len(embedding.features))
    if rows != {projection.n_nodes}:
        raise InvalidInput(
            f"The dominance embedding is of {', '.join(f'{n:,}' for n in sorted(rows))} nodes; the projection "
            f"'{projection.name}' has {projection.n_nodes:,}.",
            hint="Make it of this projection: kg.embed_dominance().",
        )
    return replace(projection, dominance=embedding, paths={})


def with_paths(projection: Projection, table: PathTable) -> Projection:
    """The projection with a path index of one more length; raises `InvalidInput` when its embedding is not there."""
    stamp = "" if projection.dominance is None else projection.dominance.stamp.text
    if table.stamp != stamp:
        raise InvalidInput(
            f"The path index was made of the dominance embedding '{table.stamp}'; the projection "
            f"'{projection.name}' has {f'{stamp!r}' if stamp else 'none'}.",
            hint="Make both together: kg.embed_dominance(path_length=1).",
        )
    return replace(projection, paths={**projection.paths, table.length: table})


def with_trussness(projection: Projection, trussness: NDArray[np.int32]) -> Projection:
    """The projection with the trussness of its relationships; raises `InvalidInput` when it is of others."""
    if trussness.shape != (projection.n_relationships,):
        raise InvalidInput(
            f"Trussness is given for {len(trussness):,} relationships; the projection '{projection.name}' has "
            f"{projection.n_relationships:,}.",
            hint="Compute it of this projection: kg.truss().",
        )
    return replace(projection, trussness=trussness.astype(np.int32, copy=False))


def with_layer(projection: Projection, layer: EdgeLayer) -> Projection:
    """The projection with a layer of computed edges, in place of one of the same name.

    Raises `InvalidInput` when an edge ends at no node of it, is a loop or stands out of order, or when the columns
    of the layer differ in length.
    """
    lengths = {len(layer.source), len(layer.target), len(layer.score), *map(len, layer.properties.values())}
    if len(lengths) > 1:
        raise InvalidInput(
            f"The columns of the layer '{layer.name}' have {', '.join(f'{n:,}' for n in sorted(lengths))} rows.",
            hint="Give every edge one source, one target, one score and one value of each property.",
        )
    pairs = layer.source.astype(np.int64) * max(1, projection.n_nodes) + layer.target
    if len(layer) and (
        layer.source.min() < 0
        or layer.target.max() >= projection.n_nodes
        or (layer.source >= layer.target).any()
        or (np.diff(pairs) <= 0).any()
    ):
        raise InvalidInput(
            f"The layer '{layer.name}' is no list of edges between the {projection.n_nodes:,} nodes of the "
            f"projection '{projection.name}', each once, the lower row first, ascending.",
            hint="Compute it of this projection: kg.similarity().",
        )
    return replace(projection, layers={**projection.layers, layer.name: layer})
