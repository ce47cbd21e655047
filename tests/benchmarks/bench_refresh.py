"""A refresh that reads what has changed, beside a new projection of the same graph, in one run.

One embedded Neo4j with the plugin and the freshness jar holds a million nodes with fifteen properties and
distinct names, and four million relationships (``MOTIF_BENCH_NODES`` and ``MOTIF_BENCH_RELATIONSHIPS`` for other
sizes). A thousand nodes change each time: in properties, in labels, or they are created or deleted with their
relationships, so that rows move. Each time is from the call until the new epoch is open; files are on the disk by
then. Each kind of change is made `ROUNDS` times; told are the median, the least and the most, and the load of the
machine. The last refresh of each kind is compared with a new projection, array for array; it and the one before it are
what the refreshes between them are held against, since the load of the machine changes.
"""

from __future__ import annotations

import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from motif.catalog import Catalog, project_database, refresh
from motif.database import Database
from motif.embedded import ImportFiles, StartOptions, bulk_import, start, stop
from motif.graphs.projection import Projection
from motif.settings import Settings, load_settings
from motif.snapshot.arrays import take_apart

N_NODES = int(os.environ.get("MOTIF_BENCH_NODES", 1_000_000))
N_RELATIONSHIPS = int(os.environ.get("MOTIF_BENCH_RELATIONSHIPS", 4_000_000))
N_CHANGED = 1000
ROUNDS = 5
PLUGIN = Path(__file__).parents[2] / "plugin"
LABELS = ("Person", "Film", "City", "Genre")
NUMBERS = tuple(f"number{i}" for i in range(7))
WORDS = tuple(f"word{i}" for i in range(7))
N_TYPES = 20

SOME = "UNWIND $rows AS row MATCH (n) WHERE id(n) = row "
DELETE = "UNWIND $rows[0..%d] AS row MATCH (n) WHERE id(n) = row DETACH DELETE n"
CREATE = (
    "UNWIND range(1000 - %d, 998) AS i MATCH (a), (b) WHERE id(a) = $rows[i] AND id(b) = $rows[i + 1] "
    + "CREATE (b)-[:TYPE_3]->(n:Film {name: 'made ' + $rows[i]})-[:TYPE_1]->(a), (a)-[:TYPE_2]->(n)-[:TYPE_2]->(b) "
    + f"SET n += {{{', '.join([f'{name}: i' for name in NUMBERS] + [f'{name}: $word + i' for name in WORDS])}}}"
)
CHANGES = {
    "one property of 1,000 nodes": (SOME + "SET n.number0 = n.number0 + 1",),
    "all properties of 1,000 nodes": (
        SOME
        + "SET n.name = n.name + ' again', "
        + ", ".join(
            [f"n.{name} = n.{name} + 1" for name in NUMBERS] + [f"n.{name} = 'new ' + row" for name in WORDS]
        ),
    ),
    "labels of 1,000 nodes": (SOME + "SET n:Film",),
    "1,000 nodes created, 4 relationships each": (CREATE % 1000,),
    "1,000 nodes deleted with their relationships": (DELETE % 1000,),
    "500 created and 500 deleted": (CREATE % 500, DELETE % 500),
    "properties, nodes and relationships at once": (
        SOME + "SET n.number1 = n.number1 + 1",
        DELETE % 100,
        CREATE % 100,
        "UNWIND range(200, 698) AS i MATCH (a) WHERE id(a) = $rows[i] MATCH (b) WHERE id(b) = $rows[i + 1]"
        " CREATE (a)-[:TYPE_2]->(b)",
        "UNWIND $rows[700..900] AS row MATCH (n)-[r]->() WHERE id(n) = row DELETE r",
    ),
}


def main() -> None:
    jars = tuple(sorted(PLUGIN.glob("motif-*/target/motif-*.jar")))
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        settings = Settings(home=home, cache=load_settings().cache)
        options = StartOptions(name="bench", plugin_jars=jars, service=False, class_archive=False)
        bulk_import(options, settings, write_graph(home))
        state = start(options, settings)
        try:
            with Database.connect(state.bolt, (state.user, state.password), "neo4j") as database:
                found = measure(database, Catalog(home))
        finally:
            stop("bench", settings)
    if len(sys.argv) > 1:
        Path(sys.argv[1]).write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


def write_graph(folder: Path) -> ImportFiles:
    """A random graph with hubs as CSV files for Neo4j's importer."""
    generator = np.random.default_rng(0)
    nodes, relationships = folder / "nodes.csv", folder / "relationships.csv"
    with nodes.open("w") as file:
        columns = [*(f"{name}:int" for name in NUMBERS), *WORDS]
        file.write(f"id:ID,name,{','.join(columns)},:LABEL\n")
        for row in range(N_NODES):
            numbers = ",".join(str((row * (place + 3)) % 9973) for place in range(len(NUMBERS)))
            words = ",".join(f"word {(row * (place + 5)) % 99991}" for place in range(len(WORDS)))
            file.write(f"{row},The nights of {row},{numbers},{words},{LABELS[row % len(LABELS)]}\n")
    source = generator.integers(0, N_NODES, N_RELATIONSHIPS).tolist()
    target = (N_NODES * generator.random(N_RELATIONSHIPS) ** 3).astype(np.int64).tolist()
    types = generator.integers(0, N_TYPES, N_RELATIONSHIPS).tolist()
    with relationships.open("w") as file:
        file.write(":START_ID,:END_ID,:TYPE\n")
        file.writelines(f"{s},{t},TYPE_{kind}\n" for s, t, kind in zip(source, target, types, strict=True))
    return ImportFiles((nodes,), (relationships,), id_type="integer", multiline=False)


def measure(database: Database, catalog: Catalog) -> dict[str, Any]:
    print(
        f"{N_NODES:,} nodes, {N_RELATIONSHIPS:,} relationships, Neo4j {database.version}, {os.cpu_count()} cores"
    )
    project_database(database, catalog, "kept")
    change(database, CHANGES["500 created and 500 deleted"], 0)
    refresh(database, catalog, "kept")  # what is compiled is compiled, on both ways
    times, anew = {}, [timed(lambda: project_database(database, catalog, "anew", existing="replace"))[0]]
    for number, (name, statements) in enumerate(CHANGES.items()):
        times[name] = []
        for each in range(ROUNDS):
            change(database, statements, 1 + ROUNDS * number + each)
            seconds, refreshed = timed(lambda: refresh(database, catalog, "kept"))
            times[name].append(seconds)
            assert catalog.info(database.id, "kept").refreshed == {"refreshed": "changes"}
        tell(name, times[name])
        seconds, other = timed(lambda: project_database(database, catalog, "anew", existing="replace"))
        anew.append(seconds)
        check(refreshed, other)
    tell("a new projection", anew)
    for name, seconds, before, after in zip(times, times.values(), anew, anew[1:], strict=False):
        ratio = (before + after) / 2 / statistics.median(seconds)
        print(f"{name:46} {ratio:5.0f} times faster than the new projections before and after")
    found = {"nodes": N_NODES, "relationships": N_RELATIONSHIPS, "anew": anew, "refreshes": times}
    rounded: dict[str, Any] = json.loads(json.dumps(found), parse_float=lambda text: round(float(text), 2))
    return rounded


def tell(name: str, times: list[float]) -> None:
    print(
        f"{name:46} {statistics.median(times):6.2f} s ({min(times):.2f} to {max(times):.2f}), "
        f"load {os.getloadavg()[0]:.1f}",
        flush=True,
    )


def change(database: Database, statements: tuple[str, ...], number: int) -> None:
    generator = np.random.default_rng(number)
    rows = generator.choice(N_NODES, N_CHANGED, replace=False).tolist()
    for statement in statements:
        database.write(statement, rows=rows, word="made ", marked=False)


def timed(work: Callable[[], Projection]) -> tuple[float, Projection]:
    started = time.perf_counter()
    found = work()
    return time.perf_counter() - started, found


def check(refreshed: Projection, anew: Projection) -> None:
    """Raises unless every array of both is the same."""
    arrays, description = take_apart(refreshed)
    others, other = take_apart(anew)
    assert description == other and arrays.keys() == others.keys()
    for name, array in arrays.items():
        assert array.dtype == others[name].dtype and np.array_equal(array, others[name]), name


if __name__ == "__main__":
    main()
