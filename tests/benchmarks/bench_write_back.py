"""Vectors of a million nodes, or relationships, back into Neo4j: written, again, and read by the next projection.

One embedded Neo4j holds the graph of `bench_project` (``MOTIF_BENCH_NODES`` and ``MOTIF_BENCH_RELATIONSHIPS`` for other
sizes). Vectors have 384 numbers and are drawn: what an encoder takes for them is measured elsewhere.
"""

from __future__ import annotations

import dataclasses
import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import numpy as np
from bench_project import N_NODES, N_RELATIONSHIPS, PLUGIN, project, write_graph

from motif.catalog import Catalog
from motif.catalog.writing import write_node_vectors
from motif.catalog.writing_triples import write_triple_vectors
from motif.database import Database
from motif.embedded import StartOptions, bulk_import, start, stop
from motif.graphs.projection import NAME, TRIPLE, Projection, VectorSet
from motif.graphs.stamp import EncoderStamp
from motif.settings import Settings, load_settings

DIMENSION, DISTINCT = 384, 10_000

T = TypeVar("T")


def main() -> None:
    jars = tuple(jar for jar in sorted(PLUGIN.glob("motif-neo4j-*.jar")) if jar.is_file())
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        settings = Settings(home=home, cache=load_settings().cache)
        options = StartOptions(name="bench", plugin_jars=jars, service=False, class_archive=False, heap="2g")
        bulk_import(options, settings, write_graph(home))
        state = start(options, settings)
        try:
            with Database.connect(state.bolt, (state.user, state.password), "neo4j") as database:
                measure(database, Catalog(home))
        finally:
            stop("bench", settings)


def measure(database: Database, catalog: Catalog) -> None:
    print(
        f"{N_NODES:,} nodes, {N_RELATIONSHIPS:,} relationships, Neo4j {database.version}, {os.cpu_count()} cores"
    )
    plain = timed("projected, nothing has a vector", lambda: project(database, catalog, packed=True))
    given = {NAME: drawn(plain.n_nodes), TRIPLE: drawn(plain.n_relationships)}
    embedded = dataclasses.replace(plain, vectors=given)
    for again in ("", " again"):
        timed(f"nodes written{again}", lambda: write_node_vectors(database, embedded))
        timed(f"relationships written{again}", lambda: write_triple_vectors(database, embedded))
    found = timed("projected with all vectors", lambda: project(database, catalog, packed=True))
    for kind, vectors in given.items():
        print(f"{kind}: {told(found, kind, vectors)}")


def drawn(count: int) -> VectorSet:
    matrix = np.random.default_rng(0).normal(size=(DISTINCT, DIMENSION)).astype(np.float32)
    matrix /= np.linalg.norm(matrix, axis=1, keepdims=True)
    return VectorSet(EncoderStamp("drawn", DIMENSION), (np.arange(count) % DISTINCT).astype(np.int32), matrix)


def told(found: Projection, kind: str, given: VectorSet) -> str:
    if kind not in found.vectors:
        return "none read back"
    kept, rows = found.vectors[kind], np.arange(0, len(given.index), 997)
    difference = np.abs(kept.matrix[kept.index[rows]] - given.matrix[given.index[rows]]).max()
    return f"{int((kept.index >= 0).sum()):,} read back, greatest difference of a number {difference:.1e}"


def timed(what: str, work: Callable[[], T]) -> T:
    begun = time.perf_counter()
    result = work()
    print(f"{what:34} {time.perf_counter() - begun:8.1f} s; load {os.getloadavg()[0]:.1f}", flush=True)
    return result


if __name__ == "__main__":
    main()
