"""Questions that count, group and rank over many nodes: answered by the arrays, beside the same as a Cypher statement.

One embedded Neo4j holds cities, each in a country and twinned with another; names are indexed. A question is read,
answered and shown in Python (``kg.retrieve``, ten rows); the statement is the one that Motif gives for it, sent by the
driver to the database, all its rows read. Medians of five after one that is not measured.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np

import motif
from motif.database import Database
from motif.embedded import StartOptions, start, stop
from motif.settings import Settings, load_settings

N_CITIES, BATCH, REPEATS = 1_000_000, 100_000, 5
WRITE = """
UNWIND range($first, $first + $size - 1) AS i
MATCH (land:Country {name: 'Land ' + (i % 200)})
CREATE (:City {name: 'Town ' + i, inhabitants: (i * 7919) % 1000003, founded: 1000 + i % 977})-[:IN]->(land)
"""
TWIN = """
UNWIND range($first, $first + $size - 1) AS i
MATCH (one:City {name: 'Town ' + i}), (two:City {name: 'Town ' + ((i * 7 + 1) % $all)})
CREATE (one)-[:TWINNED_WITH]->(two)
"""
QUESTIONS = (
    "How many cities are in each country?",
    "What is the average number of inhabitants of the cities of each country?",
    "Which cities are not in Land 3?",
    "Which city in Land 7 has the most inhabitants?",
    "How many cities were founded before 1200?",
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nodes", type=int, default=N_CITIES, help="cities")
    cities = parser.parse_args().nodes
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(home=Path(folder), cache=load_settings().cache)
        state = start(StartOptions(name="meaning", service=False, heap="2g", page_cache="1g"), settings)
        try:
            with Database.connect(state.bolt, (state.user, state.password), "neo4j") as database:
                write(database, cities)
                print(f"{cities:,} cities, Neo4j {state.version}; seconds")
                with motif.connect(state.bolt, (state.user, state.password), settings=settings) as connection:
                    measure(connection.project("cities"), database)
        finally:
            stop("meaning", settings)


def write(database: Database, cities: int) -> None:
    database.write("CREATE INDEX FOR (n:City) ON (n.name)")
    database.write("CREATE INDEX FOR (n:Country) ON (n.name)")
    database.write("UNWIND range(0, 199) AS i CREATE (:Country {name: 'Land ' + i})")
    for statement in (WRITE, TWIN):
        for first in range(0, cities, BATCH):
            database.write(statement, first=first, size=min(BATCH, cities - first), all=cities)


def measure(kg: motif.Graph, database: Database) -> None:
    print(f"{'question':76} question  statement  rows")
    for question in QUESTIONS:
        found = kg.retrieve(question, planner="meaning", top_k=10, timeout=300)
        cypher = found.metadata["cypher"]
        asked = median(partial(kg.retrieve, question, planner="meaning", top_k=10, timeout=300))
        run = median(partial(database.run, cypher["text"], **cypher["parameters"]))
        print(f"{question:76} {asked:8.2f} {run:10.2f} {found.metadata['answers']:9,}", flush=True)


def median(work: Callable[[], object]) -> float:
    times = []
    for _ in range(1 + REPEATS):
        begun = time.perf_counter()
        work()
        times.append(time.perf_counter() - begun)
    return float(np.median(times[1:]))


if __name__ == "__main__":
    main()
