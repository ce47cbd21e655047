"""Motif's own ways to match: the join, the path indexes, and `Graph.match` with all that it says of a match."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from match_patterns import MAXIMUM_MATCHES, Pattern
from match_workloads import MatchGraph

from motif import Graph
from motif.engine.dominance import construct_dominance
from motif.engine.exact_matching import count_subgraphs, match_subgraphs
from motif.engine.match_query import Matches, MatchQuery
from motif.engine.path_matching import match_by_paths
from motif.graphs.paths import PathTable
from motif.graphs.projection import NodeTable, Projection, RelationshipTable
from motif.graphs.strings import StringTable
from motif.indexes.paths import build_path_table, estimate_path_table, open_path_index

Asked = Callable[[Pattern], tuple[float, int | None]]
JOIN, GRAPH = "join", "kg.match"
REPEATS = 5


class Motif:
    """A graph with dominance embeddings and the path indexes of the lengths asked for, as far as they fit."""

    def __init__(self, graph: MatchGraph, lengths: tuple[int, ...]) -> None:
        self._named, self.graph = graph, graph.graph
        begun = time.perf_counter()
        self._embedding = construct_dominance(self.graph)
        print(
            f"  dominance embeddings of {self._embedding.dimension} places: {time.perf_counter() - begun:.1f} s"
        )
        self._tables = {length: table for length in lengths if (table := self._index(length))}

    def _index(self, length: int) -> PathTable | None:
        estimate = estimate_path_table(self.graph, self._embedding.dimension, length)
        told = f"  path index l = {length}: {estimate.paths:,} paths, {estimate.layout}"
        before, begun = reset_peak(), time.perf_counter()
        try:
            table = build_path_table(self.graph, self._embedding, length, max_paths=10**12)
            open_path_index(table, self.graph, self._embedding)
        except MemoryError:
            print(f"{told}: left out, for want of memory")
            return None
        seconds, peak = time.perf_counter() - begun, peak_bytes() - before
        stored = sum(array.nbytes for array in table.arrays.values())
        print(f"{told}; {seconds:.1f} s, {peak / 2**20:,.0f} MiB at its peak, {stored / 2**20:,.0f} MiB kept")
        return table

    def count(self, pattern: Pattern) -> int:
        return count_subgraphs(self.graph, pattern.query(self.graph)).count

    def is_small(self, pattern: Pattern) -> bool:
        """Whether it has no more matches than are asked for."""
        return count_subgraphs(self.graph, pattern.query(self.graph), limit=MAXIMUM_MATCHES).complete

    def ways(self) -> dict[str, Asked]:
        """By name, what measures a pattern: median seconds, and how many matches were found."""
        found: dict[str, Asked] = {
            JOIN: self._engine(lambda query: match_subgraphs(self.graph, query, limit=MAXIMUM_MATCHES))
        }
        for length, table in self._tables.items():
            found[f"paths l={length}"] = self._engine(self._by_paths(table))
        return {**found, GRAPH: self._by_graph()}

    def _engine(self, match: Callable[[MatchQuery], Matches]) -> Asked:
        def ask(pattern: Pattern) -> tuple[float, int]:
            query = pattern.query(self.graph)
            return median_seconds(lambda: len(match(query)))

        return ask

    def _by_paths(self, table: PathTable) -> Callable[[MatchQuery], Matches]:
        index = open_path_index(table, self.graph, self._embedding)
        return lambda query: match_by_paths(self.graph, query, index, self._embedding, limit=MAXIMUM_MATCHES)

    def _by_graph(self) -> Asked:
        projection = self._projection()
        graph = Graph(lambda: projection, encoder=_no_encoder)

        def ask(pattern: Pattern) -> tuple[float, int]:
            triples = pattern.triples(self._named)
            return median_seconds(lambda: len(graph.match(triples, limit=MAXIMUM_MATCHES)))

        return ask

    def _projection(self) -> Projection:
        graph, named = self.graph, self._named
        nodes = NodeTable(
            ids=np.arange(graph.n_nodes),
            id_prefix=None,
            names=StringTable.from_strings(named.names),
            name_property=np.full(graph.n_nodes, -1, np.int32),
            name_properties=(),
            label_set=graph.label_set,
            label_sets=tuple((label,) for label in named.labels),
        )
        relations = tuple(named.relations)
        links = RelationshipTable(
            ids=np.arange(graph.n_relationships),
            id_prefix=None,
            source=graph.source,
            target=graph.outgoing.indices,
            relation=graph.relation,
            relations=relations,
            type=graph.relation,
            types=relations,
        )
        ends = graph.outgoing, graph.incoming
        return Projection("bench", "", 1, nodes, links, *ends, dominance=self._embedding, paths=self._tables)


def median_seconds(work: Callable[[], int]) -> tuple[float, int]:
    """Median of `REPEATS` calls, and what the last gave."""
    taken, result = [], 0
    for _ in range(REPEATS):
        begun = time.perf_counter()
        result = work()
        taken.append(time.perf_counter() - begun)
    return float(np.median(taken)), result


def reset_peak() -> int:
    """Forget this process's peak of memory so far; the bytes that it holds now."""
    Path("/proc/self/clear_refs").write_text("5")
    return _status("VmRSS")


def peak_bytes() -> int:
    """Most bytes held since `reset_peak`."""
    return _status("VmHWM")


def _status(key: str) -> int:
    lines = Path("/proc/self/status").read_text().splitlines()
    return 1024 * next(int(line.split()[1]) for line in lines if line.startswith(key))


def _no_encoder() -> object:
    raise RuntimeError("exact matching needs no encoder")
