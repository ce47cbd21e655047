"""A projection as exact matching takes it."""

from __future__ import annotations

from collections.abc import Callable

from motif.engine.match_query import Arrays, DataGraph
from motif.graphs.projection import Projection


def data_graph(
    projection: Projection, keep: Callable[[Callable[[], Arrays]], Arrays] | None = None
) -> DataGraph:
    """The graph of ``projection`` as exact matching takes it; the arrays are the same, nothing is copied.

    ``keep`` as `DataGraph` takes it.
    """
    links = projection.relationships
    return DataGraph(
        projection.outgoing,
        projection.incoming,
        links.relation,
        projection.nodes.label_set,
        len(links.relations),
        keep,
    )
