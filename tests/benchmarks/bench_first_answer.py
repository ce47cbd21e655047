"""A database that has never seen Motif, without the plugin: from the first ``motif ask`` to its answer.

One embedded Neo4j holds the graph of `bench_project` (a million nodes and five million relationships by default),
no node has a vector, nothing is written. The second question, of another process, maps the snapshot of the first.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench_project import N_NODES, N_RELATIONSHIPS, write_graph

from motif.embedded import ServerState, StartOptions, bulk_import, start, stop
from motif.settings import Settings, load_settings


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        settings = Settings(home=home, cache=load_settings().cache)
        options = StartOptions(name="first", service=False, class_archive=False, heap="2g", page_cache="512m")
        bulk_import(options, settings, write_graph(home))
        state = start(options, settings)
        try:
            print(f"{N_NODES:,} nodes, {N_RELATIONSHIPS:,} relationships, Neo4j {state.version}, no plugin")
            name = name_of_a_node(state)
            ask("first answer, exact name", f"{name} | TYPE_3 | ?x", state, home)
            ask("next process, exact name", f"{name} | TYPE_3 | ?x", state, home)
            ask("next process, misspelt  ", f"{name.replace('nights', 'nihgts')} | type 3 | ?x", state, home)
        finally:
            stop("first", settings)


def name_of_a_node(state: ServerState) -> str:
    from motif.database import Database

    statement = "MATCH (n)-[:TYPE_3]->() RETURN n.name AS name LIMIT 1"
    with Database.connect(state.bolt, (state.user, state.password), "neo4j") as database:
        return str(database.run(statement)[0]["name"])


def ask(what: str, pattern: str, state: ServerState, home: Path) -> None:
    environment = {
        **os.environ,
        "MOTIF_HOME": str(home / "asking"),
        "NEO4J_URI": state.bolt,
        "NEO4J_USERNAME": state.user,
        "NEO4J_PASSWORD": state.password,
    }
    command = [
        str(Path(sys.executable).with_name("motif")),
        "ask",
        "--no-background",
        "--pattern",
        pattern,
        "-k",
        "1",
    ]
    begun = time.perf_counter()
    done = subprocess.run(
        [*command, "--timeout", "60"], env=environment, capture_output=True, text=True, check=False
    )
    seconds = time.perf_counter() - begun
    first = (done.stdout or done.stderr).strip().splitlines()
    print(f"{what}  {seconds:6.1f} s   {' / '.join(line.strip() for line in first[:2])}", flush=True)


if __name__ == "__main__":
    main()
