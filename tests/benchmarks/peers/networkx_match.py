"""networkx's VF2 (`DiGraphMatcher`) for the same matches."""

from __future__ import annotations

from collections.abc import Callable

import networkx
from match_patterns import Pattern
from networkx.algorithms.isomorphism import DiGraphMatcher

from motif.engine.match_query import DataGraph


class NetworkxPeer:
    """The graph with a set of relations on each edge, and row and label on each node."""

    def __init__(self, graph: DataGraph) -> None:
        self._graph = networkx.DiGraph()
        for row, label in enumerate(graph.label_set.tolist()):
            self._graph.add_node(row, row=row, label=label)
        columns = (graph.source, graph.outgoing.indices, graph.relation)
        for source, target, relation in zip(*(column.tolist() for column in columns), strict=True):
            if self._graph.has_edge(source, target):
                self._graph[source][target]["relations"].add(relation)
            else:
                self._graph.add_edge(source, target, relations={relation})

    def ask(self, pattern: Pattern) -> Callable[[], int]:
        wanted = networkx.DiGraph()
        for node in pattern.renumbered():
            wanted.add_node(node, row=pattern.known.get(node), label=pattern.labels.get(node))
        for head, tail, relation in zip(pattern.heads, pattern.tails, pattern.relations, strict=True):
            wanted.add_edge(head, tail, relation=relation)

        def count() -> int:
            matcher = DiGraphMatcher(self._graph, wanted, _same_node, _has_relation)
            return sum(1 for _ in matcher.subgraph_monomorphisms_iter())

        return count


def _same_node(ours: dict[str, int], asked: dict[str, int | None]) -> bool:
    return asked["row"] in (None, ours["row"]) and asked["label"] in (None, ours["label"])


def _has_relation(ours: dict[str, set[int]], asked: dict[str, int]) -> bool:
    return asked["relation"] in ours["relations"]
