"""A projection without the relationships that Motif itself has written: what edges are computed of."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from motif.catalog.ordering import adjacency
from motif.engine.column_rows import column_at
from motif.graphs.column import compact, shared_rows
from motif.graphs.projection import TRIPLE, Projection
from motif.graphs.sources import Sources


def without_computed_edges(projection: Projection) -> Projection:
    """``projection`` without relationships that `Graph.similarity` wrote, and what was made of all: nodes are the same.

    Else edges that stand already would be taken for what the graph says, and be left out when they are computed again.
    The projection itself where there are none.
    """
    links = projection.relationships
    if links.computed is None or not links.computed.any():
        return projection
    rows = np.flatnonzero(~links.computed)
    source, target = links.sources[rows], links.target[rows]
    outgoing, incoming = adjacency(source, target, projection.n_nodes)
    properties = shared_rows(
        {name: compact(column_at(column, rows)) for name, column in links.properties.items()}
    )
    kept = replace(
        links,
        ids=links.ids[rows].astype(np.int64),
        sources=Sources(outgoing.indptr),
        target=target,
        relation=links.relation[rows],
        type=links.type[rows],
        properties=properties,
        computed=None,
    )
    vectors = dict(projection.vectors)
    if TRIPLE in vectors:
        vectors[TRIPLE] = replace(vectors[TRIPLE], index=vectors[TRIPLE].index[rows])
    return replace(
        projection,
        relationships=kept,
        vectors=vectors,
        outgoing=outgoing,
        incoming=incoming,
        dominance=None,
        paths={},
        trussness=None,
    )
