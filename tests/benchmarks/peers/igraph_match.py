"""igraph's VF2 and LAD, asked for the same matches in the quickest ways that we found.

igraph wants a simple graph: loops are left out (no pattern has one), and of parallel relationships one edge stays,
which is known to have several relations.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

import igraph
import numpy as np
from match_patterns import Pattern
from numpy.typing import NDArray

from motif.engine.match_query import DataGraph

Ints = NDArray[np.int64]
Asked = Callable[[], int]


class IgraphPeer:
    """The graph with one edge for each (source, target).

    VF2 compares colours: a known row has one of its own, which injectivity keeps from all other pattern nodes; the
    others have their label's where the pattern gives labels. Colours of edges are the pattern's relations.
    """

    def __init__(self, graph: DataGraph) -> None:
        self._graph = graph
        targets = graph.outgoing.indices
        keys = graph.source.astype(np.int64) * graph.n_nodes + targets
        keys[graph.source == targets] = -1
        pairs, self._pair = np.unique(keys, return_inverse=True)
        self._has_loops = bool(len(pairs) and pairs[0] == -1)
        if self._has_loops:
            pairs, self._pair = pairs[1:], self._pair - 1
        self._ends = np.column_stack([pairs // graph.n_nodes, pairs % graph.n_nodes])
        self._whole = igraph.Graph(graph.n_nodes, self._ends, directed=True)

    def colours(self, pattern: Pattern) -> Asked:
        """VF2 by colours of nodes and edges; the lists of colours are made before the clock runs.

        Where a pair of nodes has two relations of the pattern, a function compares edges.
        """
        order = pattern.renumbered()
        wanted, found = _pattern_graph(pattern, order), self._edge_colours(pattern)
        nodes = self._node_colours(pattern, order)
        if found is None:
            compatible = self._edge_test(pattern)
            return lambda: self._whole.count_subisomorphisms_vf2(wanted, *nodes, edge_compat_fn=compatible)
        edges, several = found.tolist(), [sorted(set(pattern.relations)).index(r) for r in pattern.relations]
        return lambda: self._whole.count_subisomorphisms_vf2(wanted, *nodes, edges, several)

    def functions(self, pattern: Pattern) -> Asked:
        """VF2 by functions that compare nodes and edges."""
        order = pattern.renumbered()
        allowed = [self._rows(pattern, node) for node in order]
        wanted, edge_test = _pattern_graph(pattern, order), self._edge_test(pattern)

        def node_test(_: object, __: object, row: int, node: int) -> bool:
            rows = allowed[node]
            return rows is None or row in rows

        return lambda: self._whole.count_subisomorphisms_vf2(
            wanted, node_compat_fn=node_test, edge_compat_fn=edge_test
        )

    def cut(self, pattern: Pattern) -> Asked:
        """VF2 by colours on the part of the graph with the pattern's relations, cut out while the clock runs."""

        def ask() -> int:
            relations = np.unique(pattern.relations)
            rows = np.flatnonzero(np.isin(self._graph.relation, relations) & (self._pair >= 0))
            pairs, first = np.unique(self._pair[rows], return_index=True)
            if len(pairs) < len(rows):
                return self.colours(pattern)()
            nodes, ends = np.unique(self._ends[pairs], return_inverse=True)
            part = igraph.Graph(len(nodes), ends.reshape(-1, 2), directed=True)
            colours = np.searchsorted(relations, self._graph.relation[rows[first]]).tolist()
            order = pattern.renumbered()
            of_nodes, of_pattern = self._node_colours(pattern, order)
            of_edges = np.searchsorted(relations, pattern.relations).tolist()
            return int(
                part.count_subisomorphisms_vf2(
                    _pattern_graph(pattern, order),
                    np.array(of_nodes)[nodes].tolist(),
                    of_pattern,
                    colours,
                    of_edges,
                )
            )

        return ask

    def lad(self, pattern: Pattern) -> Asked:
        """LAD with a domain for each node, on the same part of the graph; it knows no colours of edges.

        What it finds is looked through for matches with the right relations.
        """

        def ask() -> int:
            relations = np.unique(pattern.relations)
            rows = np.flatnonzero(np.isin(self._graph.relation, relations) & (self._pair >= 0))
            nodes, ends = np.unique(self._ends[np.unique(self._pair[rows])], return_inverse=True)
            part = igraph.Graph(len(nodes), ends.reshape(-1, 2), directed=True)
            domains = [_domain(nodes, self._rows(pattern, node)) for node in range(pattern.n_nodes)]
            edges = list(zip(pattern.heads, pattern.tails, strict=True))
            wanted = igraph.Graph(pattern.n_nodes, edges, directed=True)
            found = part.get_subisomorphisms_lad(wanted, domains=domains)
            triples = zip(
                *(
                    c[rows].tolist()
                    for c in (self._graph.source, self._graph.relation, self._graph.outgoing.indices)
                ),
                strict=True,
            )
            known = set(triples)
            asked = list(zip(pattern.heads, pattern.relations, pattern.tails, strict=True))
            matches = nodes[np.array(found, np.int64).reshape(-1, pattern.n_nodes)].tolist()
            return sum(all((match[h], r, match[t]) in known for h, r, t in asked) for match in matches)

        return ask

    def _node_colours(self, pattern: Pattern, order: list[int]) -> tuple[list[int], list[int]]:
        n_known = len(pattern.known)
        base = self._graph.label_set + n_known if pattern.labels else np.full(self._graph.n_nodes, n_known)
        colours, own = base.copy(), {}
        for number, (node, row) in enumerate(pattern.known.items()):
            colours[row] = own[node] = number
        wanted = [own[v] if v in own else n_known + pattern.labels.get(v, 0) for v in order]
        return colours.tolist(), wanted

    def _edge_colours(self, pattern: Pattern) -> Ints | None:
        """Which of the pattern's relations each edge has, ascending; None where one has two of them."""
        relations = np.unique(pattern.relations)
        rows = np.flatnonzero(np.isin(self._graph.relation, relations) & (self._pair >= 0))
        pairs = self._pair[rows]
        if len(np.unique(pairs)) < len(pairs):
            return None
        colours = np.full(len(self._ends), len(relations))
        colours[pairs] = np.searchsorted(relations, self._graph.relation[rows])
        return colours

    def _edge_test(self, pattern: Pattern) -> Callable[..., bool]:
        has: list[Collection[int]] = [
            set(self._pair[self._graph.relation == relation].tolist()) for relation in pattern.relations
        ]
        return lambda _, __, edge, asked: edge in has[asked]

    def _rows(self, pattern: Pattern, node: int) -> Collection[int] | None:
        if node in pattern.known:
            return {pattern.known[node]}
        if node in pattern.labels:
            return set(np.flatnonzero(self._graph.label_set == pattern.labels[node]).tolist())
        return None


def _pattern_graph(pattern: Pattern, order: list[int]) -> igraph.Graph:
    """Edges in the pattern's order, nodes in ``order``."""
    place = {node: number for number, node in enumerate(order)}
    ends = [(place[head], place[tail]) for head, tail in zip(pattern.heads, pattern.tails, strict=True)]
    return igraph.Graph(pattern.n_nodes, ends, directed=True)


def _domain(nodes: Ints, rows: Collection[int] | None) -> list[int]:
    """Places in ``nodes`` of the allowed rows."""
    return list(range(len(nodes))) if rows is None else np.flatnonzero(np.isin(nodes, list(rows))).tolist()
