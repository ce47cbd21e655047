"""Motif's own ways to match: the join, the path indexes, and `Graph.match` with all that it says of a match."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import LiteralString

import numpy as np
from match_patterns import MAXIMUM_MATCHES, Pattern
from match_workloads import MatchGraph

from motif import Graph
from motif.database import Database
from motif.engine.control import Control
from motif.engine.dominance import construct_dominance
from motif.engine.exact_matching import match_subgraphs
from motif.engine.match_query import Matches
from motif.engine.path_matching import match_by_paths
from motif.graphs.paths import PathTable
from motif.graphs.projection import NodeTable, Projection, RelationshipTable
from motif.graphs.strings import StringTable
from motif.indexes.paths import build_path_table, estimate_path_table, open_path_index

Asked = Callable[[Pattern], tuple[float, int | None]]
JOIN, GRAPH, CALL = "join", "kg.match", "CALL"
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
        self._open()
        self._tables = {length: table for length in lengths if (table := self._index(length))}

    def _open(self) -> None:
        """Make what the join reads: once for each graph, when it is first asked."""
        before, begun = reset_peak(), time.perf_counter()
        kept = sum(array.nbytes for array in self.graph.join_data)
        seconds, peak = time.perf_counter() - begun, peak_bytes() - before
        print(
            f"  the join's lists: {seconds:.1f} s, {peak / 2**20:,.0f} MiB at its peak, {kept / 2**20:,.0f} MiB kept"
        )

    def _index(self, length: int) -> PathTable | None:
        estimate = estimate_path_table(self.graph, self._embedding.dimension, length)
        told = f"  path index l = {length}: {estimate.paths:,} paths, {estimate.layout}"
        before, begun = reset_peak(), time.perf_counter()
        try:
            table = build_path_table(self.graph, self._embedding, length)
            open_path_index(table, self.graph, self._embedding)
        except MemoryError:
            print(f"{told}: left out, for want of memory")
            return None
        seconds, peak = time.perf_counter() - begun, peak_bytes() - before
        stored = sum(array.nbytes for array in table.arrays.values())
        print(f"{told}; {seconds:.1f} s, {peak / 2**20:,.0f} MiB at its peak, {stored / 2**20:,.0f} MiB kept")
        return table

    def count(self, pattern: Pattern) -> int:
        return len(match_subgraphs(self.graph, pattern.query(self.graph), limit=MAXIMUM_MATCHES))

    def is_small(self, pattern: Pattern) -> bool:
        """Whether it has no more matches than are asked for."""
        return match_subgraphs(self.graph, pattern.query(self.graph), limit=MAXIMUM_MATCHES).complete

    def ways(self, cap: float) -> dict[str, Asked]:
        """By name, what measures a pattern: median seconds and how many matches were found, None past ``cap``."""
        found: dict[str, Asked] = {JOIN: self._engine(match_subgraphs, cap)}
        for length, table in self._tables.items():
            found[f"paths l={length}"] = self._engine(self._by_paths(table), cap)
        return {**found, GRAPH: self._by_graph(cap)}

    def _engine(self, match: Callable[..., Matches], cap: float) -> Asked:
        def ask(pattern: Pattern) -> tuple[float, int | None]:
            query = pattern.query(self.graph)

            def found() -> int | None:
                with Control(cap) as control:
                    matches = match(self.graph, query, limit=MAXIMUM_MATCHES, control=control)
                return len(matches) if matches.complete else None

            return median_seconds(found, cap)

        return ask

    def _by_paths(self, table: PathTable) -> Callable[..., Matches]:
        index = open_path_index(table, self.graph, self._embedding)
        return lambda graph, query, **options: match_by_paths(graph, query, index, self._embedding, **options)

    def _by_graph(self, cap: float) -> Asked:
        projection = self._projection()
        graph = Graph(lambda: projection, encoder=_no_encoder)
        begun = time.perf_counter()
        graph.match([(self._named.names[0], self._named.relations[0], "?")], limit=1, timeout=600)
        print(
            f"  first call of {GRAPH}, which reads all names: {time.perf_counter() - begun:.1f} s", flush=True
        )

        def ask(pattern: Pattern) -> tuple[float, int | None]:
            triples = pattern.triples(self._named)

            def found() -> int | None:
                results = graph.match(triples, limit=MAXIMUM_MATCHES, timeout=cap)
                return len(results) if results.complete else None

            return median_seconds(found, cap)

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
            sources=graph.sources,
            target=graph.outgoing.indices,
            relation=graph.relation,
            relations=relations,
            type=graph.relation,
            types=relations,
        )
        ends = graph.outgoing, graph.incoming
        return Projection("bench", "", 1, nodes, links, *ends, dominance=self._embedding, paths=self._tables)


class OverBolt:
    """``CALL motif.match`` to an embedded server that runs the service, every row fetched."""

    def __init__(self, graph: MatchGraph, database: Database) -> None:
        self._graph, self._driver = graph, database.driver
        self._run("CALL motif.graph.project('bench') YIELD graphName RETURN graphName", {})

    def ask(self, pattern: Pattern, cap: float) -> tuple[float, int | None]:
        statement = "CALL motif.match('bench', $triples, {limit: $limit}) YIELD bindings RETURN bindings"
        parameters = {"triples": pattern.triples(self._graph), "limit": MAXIMUM_MATCHES}
        return median_seconds(lambda: self._run(statement, parameters), cap)

    def _run(self, statement: LiteralString, parameters: dict[str, object]) -> int:
        with self._driver.session(database="neo4j", fetch_size=-1) as session:
            return sum(1 for _ in session.run(statement, parameters))


def median_seconds(work: Callable[[], int | None], cap: float) -> tuple[float, int | None]:
    """Median of `REPEATS` calls, fewer where they are long, and what they gave; the cap where they gave None.

    As with every contender in this process or a server, the first call is not counted.
    """
    taken: list[float] = []
    result = work()
    while len(taken) < REPEATS and sum(taken) < cap / 2 and result is not None:
        begun = time.perf_counter()
        result = work()
        taken.append(time.perf_counter() - begun)
    return (cap if result is None else float(np.median(taken))), result


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
