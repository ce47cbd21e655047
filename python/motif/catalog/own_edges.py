"""A projection without the relationships that Motif itself has written: what edges are computed of."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from motif.catalog.accumulating import gather_strings
from motif.catalog.ordering import adjacency
from motif.graphs.projection import TRIPLE, Column, Projection


def without_computed_edges(projection: Projection) -> Projection:
    """``projection`` without relationships that `Graph.similarity` wrote, and what was made of all: nodes are the same.

    Else edges that stand already would be taken for what the graph says, and be left out when they are computed again.
    The projection itself where there are none.
    """
    links = projection.relationships
    if links.computed is None or not links.computed.any():
        return projection
    rows = np.flatnonzero(~links.computed)
    source, target = links.source[rows], links.target[rows]
    outgoing, incoming = adjacency(source, target, projection.n_nodes)
    properties = {name: _rows_of(column, rows) for name, column in links.properties.items()}
    kept = replace(
        links,
        ids=links.ids[rows],
        source=source,
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


def _rows_of(column: Column, rows: NDArray[np.intp]) -> Column:
    text = None if column.text is None else gather_strings(column.text, rows)
    return Column(column.kind[rows], column.number[rows], text)
