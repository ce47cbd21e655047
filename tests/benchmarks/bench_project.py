"""A whole projection, names included: packed columns, lists by plain Cypher, and a record per entity.

One embedded Neo4j holds one million nodes and five million relationships (``MOTIF_BENCH_NODES`` and
``MOTIF_BENCH_RELATIONSHIPS`` for other sizes; with ``--properties`` nodes have fifteen properties, four relationships
each, and no record is read for each). The record-per-entity way is what one writes with the driver alone:
two queries, lists, numpy. Ours end in a snapshot on disk that is mapped again; it ends in memory.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import bench_refresh
import numpy as np

from motif.catalog import Catalog, ProjectionRequest, detect, read_database_schema
from motif.catalog.building import build_projection
from motif.catalog.projecting import read_chunks
from motif.database import Database
from motif.embedded import ImportFiles, StartOptions, bulk_import, start, stop
from motif.graphs.csr import build_csr
from motif.graphs.projection import Projection
from motif.graphs.strings import StringTable
from motif.settings import Settings, load_settings
from motif_cypher import template

HAS_PROPERTIES = "--properties" in sys.argv
N_NODES = int(os.environ.get("MOTIF_BENCH_NODES", 1_000_000))
N_RELATIONSHIPS = int(os.environ.get("MOTIF_BENCH_RELATIONSHIPS", 4_000_000 if HAS_PROPERTIES else 5_000_000))
PLUGIN = Path(__file__).parents[2] / "plugin" / "motif-neo4j" / "target"
LABELS = ("Person", "Film", "City", "Genre")
N_TYPES = 20


def main() -> None:
    jars = tuple(jar for jar in sorted(PLUGIN.glob("motif-neo4j-*.jar")) if jar.is_file())
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        settings = Settings(home=home, cache=load_settings().cache)
        options = StartOptions(name="bench", plugin_jars=jars, service=False, class_archive=False)
        files = bench_refresh.write_graph(home) if HAS_PROPERTIES else write_graph(home)
        bulk_import(options, settings, files)
        state = start(options, settings)
        try:
            with Database.connect(state.bolt, (state.user, state.password), "neo4j") as database:
                measure(database, Catalog(home))
        finally:
            stop("bench", settings)


def write_graph(folder: Path) -> ImportFiles:
    """A random graph with hubs as CSV files for Neo4j's importer."""
    generator = np.random.default_rng(0)
    labels = generator.integers(0, len(LABELS), N_NODES).tolist()
    years = generator.integers(1900, 2026, N_NODES).tolist()
    nodes, relationships = folder / "nodes.csv", folder / "relationships.csv"
    with nodes.open("w") as file:
        file.write("id:ID,name,year:int,:LABEL\n")
        file.writelines(
            f"{row},The {year} nights of {row},{year},{LABELS[label]}\n"
            for row, (label, year) in enumerate(zip(labels, years, strict=True))
        )
    source = generator.integers(0, N_NODES, N_RELATIONSHIPS).tolist()
    target = (N_NODES * generator.random(N_RELATIONSHIPS) ** 3).astype(np.int64).tolist()
    types = generator.integers(0, N_TYPES, N_RELATIONSHIPS).tolist()
    with relationships.open("w") as file:
        file.write(":START_ID,:END_ID,:TYPE\n")
        file.writelines(f"{s},{t},TYPE_{kind}\n" for s, t, kind in zip(source, target, types, strict=True))
    return ImportFiles((nodes,), (relationships,), id_type="integer", multiline=False)


def measure(database: Database, catalog: Catalog) -> None:
    print(
        f"{N_NODES:,} nodes, {N_RELATIONSHIPS:,} relationships, Neo4j {database.version}, {os.cpu_count()} cores"
    )
    warm_up(database)
    ways: dict[str, Callable[[], Any]] = {
        "packed columns": lambda: project(database, catalog, packed=True),
        "packed columns, again": lambda: project(database, catalog, packed=True),
        "lists by plain Cypher": lambda: project(database, catalog, packed=False),
        "a record per entity": lambda: project_by_records(database),
    }
    if not database.has_plugin:
        print("the plugin is not built (make plugin): the packed way is left out")
        ways = {name: way for name, way in ways.items() if "packed" not in name}
    if HAS_PROPERTIES:
        del ways["a record per entity"]
    seconds = {}
    for name, way in ways.items():
        started = time.perf_counter()
        result = way()
        seconds[name] = time.perf_counter() - started
        print(f"{name:24} {seconds[name]:8.2f} s; load {os.getloadavg()[0]:.1f}", flush=True)
        if isinstance(result, Projection):
            found = result
    slowest = max(seconds.values())
    print(*(f"{name}: {slowest / taken:.1f} times" for name, taken in seconds.items()), sep="\n")
    print(f"{bytes_per_relationship(found):.1f} bytes per relationship for ids, ends, types and both CSRs")
    print(
        f"{catalog.info(database.id, 'bench').nbytes / 2**20:.0f} MiB on disk, names and properties included"
    )


def warm_up(database: Database) -> None:
    """Kernels compiled, the server's page cache filled and its code warm: none of the ways pays for it."""
    schema = read_database_schema(database)
    plan = detect(schema, ProjectionRequest())
    build_projection(read_chunks(database, plan, schema), plan)


def project(database: Database, catalog: Catalog, *, packed: bool) -> Projection:
    """As `project_database` does, by one way or the other."""

    def build() -> Projection:
        schema = read_database_schema(database)
        plan = detect(schema, ProjectionRequest())
        return build_projection(read_chunks(database, plan, schema, packed=packed), plan)

    return catalog.create(database.id, "bench", build, existing="replace")


def project_by_records(database: Database) -> tuple[Any, ...]:
    """The straightforward way: a record per node and per relationship, then arrays."""
    ids, names, years, label_sets = [], [], [], {}
    labels = []
    for row in database.stream(template("read_nodes_plainly"), fetch=1000, properties=["name", "year"]):
        ids.append(row["id"])
        labels.append(label_sets.setdefault(tuple(row["labels"]), len(label_sets)))
        name, year = row["values"]
        names.append(name)
        years.append(year)
    links, types = [], {}
    for row in database.stream(template("read_relationships_plainly"), fetch=1000):
        kind = types.setdefault(row["type"], len(types))
        links.append((row["source"], row["target"], kind, row["id"]))
    order = np.argsort(np.array(ids))
    node_ids = np.array(ids)[order]
    table = np.array(links, dtype=np.int64)
    source = np.searchsorted(node_ids, table[:, 0]).astype(np.int32)
    target = np.searchsorted(node_ids, table[:, 1]).astype(np.int32)
    rows = np.lexsort((table[:, 3], table[:, 2], target, source))
    outgoing = build_csr(source[rows], target[rows], len(ids))
    incoming = build_csr(target[rows], source[rows], len(ids))
    strings = StringTable.from_strings(names[row] for row in order.tolist())
    properties = np.array(years)[order], np.array(labels, dtype=np.int32)[order]
    return outgoing, incoming, table[rows], strings, properties


def bytes_per_relationship(projection: Projection) -> float:
    """Bytes of the relationships' arrays and both CSRs, and of nodes' ids and labels, each array once."""
    nodes, links = projection.nodes, projection.relationships
    arrays = [nodes.ids, nodes.label_set, links.ids, links.relation, links.type]
    for csr in (projection.outgoing, projection.incoming):
        arrays += [csr.indptr, csr.indices, *([] if csr.rows is None else [csr.rows])]
    return sum({id(array): array.nbytes for array in arrays}.values()) / max(len(links), 1)


if __name__ == "__main__":
    main()
