"""OTT-QA in a real Neo4j, end to end: loaded, projected, embedded, linked, and SAGE asked in both of its forms.

Links of the data set are not read. ``MOTIF_DATA`` holds the folder ``ottqa``; ``MOTIF_BENCH_QUESTIONS`` asks so many
of the 2,214 questions (300), drawn by the seed 0. Texts that the cache folder has a vector of are not encoded again;
the first run encodes 19,098 chunks.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from motif.cli.passage_tables import print_passage_report
from motif.embedded import StartOptions, start, stop
from motif.knowledge_graph import Connection, connect
from motif.settings import Settings, load_settings
from motif_loaders import ottqa
from motif_loaders.writer import write_records
from motif_procedures.passages import evaluate_passages

QUESTIONS = int(os.environ.get("MOTIF_BENCH_QUESTIONS", 300))
PLUGIN = Path(__file__).parents[2] / "plugin"
METHODS = ("bm25", "dense", "hybrid", "expand", "expand-cypher", "hybrid-cypher")
CUTOFFS = (5, 10, 20, 50)
PROPERTIES = [
    "id",
    "topic",
    "modality",
    "entities",
    "events",
    "columns",
    "columnFormats",
    "summary",
    "firstRow",
]
"""What similarity edges are made of; tables are too few for a sample of the chunks to tell what they have."""
FULLTEXT = "CREATE FULLTEXT INDEX motifChunks IF NOT EXISTS FOR (n:Chunk) ON EACH [n.title, n.text]"


def main() -> None:
    if load_settings().data is None:
        print("skipped: MOTIF_DATA is not set")
        return
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(home=Path(folder), cache=load_settings().cache)
        jars = tuple(sorted(PLUGIN.glob("motif-neo4j/target/motif-neo4j-*.jar")))
        state = start(
            StartOptions(name="ottqa", plugin_jars=jars, heap="2g", service=False, class_archive=False),
            settings,
        )
        try:
            with connect(state.bolt, (state.user, state.password), "neo4j", settings=settings) as connection:
                prepare(connection)
                ask(connection)
        finally:
            stop("ottqa", settings)


def prepare(connection: Connection) -> None:
    """The corpus in the database and in a projection, with vectors, similarity edges and a full-text index."""
    steps: dict[str, Callable[[], Any]] = {
        "load": lambda: write_records(connection.database, ottqa.load()),
        "project": lambda: connection.project("ottqa", ["Chunk", "Document"], node_properties=PROPERTIES),
        "embed, written": lambda: connection.graph("ottqa").embed(write=True),
        "similarity edges, written": lambda: connection.graph("ottqa").similarity(write=True),
        "full-text index": lambda: connection.database.write(FULLTEXT),
        "indexes there": lambda: connection.database.write("CALL db.awaitIndexes(600)"),
    }
    for name, step in steps.items():
        with timed(name):
            step()


def ask(connection: Connection) -> None:
    """Every way to retrieve, on the same questions: a table of recall."""
    values = {
        "dataset": "ottqa",
        "graph": "ottqa",
        "methods": METHODS,
        "cutoffs": CUTOFFS,
        "sample": QUESTIONS,
    }
    report = evaluate_passages(values, connection=connection)
    print_passage_report({**report, "rows": [row for row in report["rows"] if row["group"] == "all"]})


@contextmanager
def timed(what: str) -> Iterator[None]:
    began = time.perf_counter()
    yield
    print(f"{what}: {time.perf_counter() - began:.1f} s", flush=True)


if __name__ == "__main__":
    main()
