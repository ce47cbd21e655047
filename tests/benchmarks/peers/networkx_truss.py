"""Trussness by networkx: `k_truss` for each k, each time of what the last one left."""

from __future__ import annotations

import networkx


def trussness_sum(graph: networkx.Graph) -> int:
    """The sum of the trussness of all edges."""
    total, k = 0, 2
    while graph.number_of_edges():
        following = networkx.k_truss(graph, k + 1)
        total += k * (graph.number_of_edges() - following.number_of_edges())
        graph, k = following, k + 1
    return total
