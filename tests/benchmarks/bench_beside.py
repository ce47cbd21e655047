"""What others of a Neo4j notice while many call Motif there: `RETURN 1`, alone and beside.

An embedded server with plugin and service and a random graph of 20,000 nodes with hubs (`MOTIF_BENCH_NODES`). One
session asks `RETURN 1` ten times a second: while nothing else runs; while 8 and 32 sessions of four other processes
call ``motif.search``, ``match`` and ``retrieve`` in words in turn; and while as many processes as there are processors
count, which is what the processors' share alone costs it.
"""

from __future__ import annotations

import multiprocessing
import os
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import bench_project
import neo4j
import numpy as np
from bench_load import told

from motif.embedded import StartOptions, bulk_import, start, stop
from motif.settings import Settings, load_settings

N_NODES = int(os.environ.get("MOTIF_BENCH_NODES", 20_000))
SECONDS, WARM, N_PROCESSES = 15.0, 45.0, 4
CALLS = (
    "CALL motif.search('bench', [[$name, $type, '?what']])",
    "CALL motif.match('bench', [[$name, $type, '?what']])",
    "CALL motif.retrieve('bench', 'What does ' + $name + ' ' + $type + '?')",
)
Login = tuple[str, tuple[str, str]]


def main() -> None:
    bench_project.N_NODES, bench_project.N_RELATIONSHIPS = N_NODES, 4 * N_NODES
    with tempfile.TemporaryDirectory(prefix="motif-beside-") as folder:
        home = Path(folder)
        settings = Settings(home=home, cache=load_settings().cache)
        jars = tuple(bench_project.PLUGIN.glob("motif-neo4j-*[0-9].jar"))
        options = StartOptions(name="bench", plugin_jars=jars, class_archive=False)
        bulk_import(options, settings, bench_project.write_graph(home))
        state = start(options, settings)
        try:
            measure((state.bolt, (state.user, state.password)))
        finally:
            stop("bench", settings)


def measure(login: Login) -> None:
    print(f"{N_NODES:,} nodes, {4 * N_NODES:,} relationships; {os.cpu_count()} cores")
    with neo4j.GraphDatabase.driver(login[0], auth=login[1]) as driver:
        driver.execute_query("CALL motif.graph.project('bench')")
        for _ in range(2000):  # compiled by the JVM
            driver.execute_query("RETURN 1")
        print(f"  RETURN 1 alone                {told(asked(driver))}", flush=True)
        for n_callers in (8, 32):
            with beside(n_callers, login) as n_calls:
                time.sleep(WARM)
                before, began = sum(n_calls), time.perf_counter()
                taken = asked(driver)
                rate = (sum(n_calls) - before) / (time.perf_counter() - began)
            print(
                f"  beside {n_callers:2} callers of Motif    {told(taken)}; {rate:.0f} calls a second",
                flush=True,
            )
        with working(count, os.cpu_count() or 1):
            print(f"  beside {os.cpu_count()} processes that count {told(asked(driver))}", flush=True)


def asked(driver: neo4j.Driver, seconds: float = SECONDS) -> list[float]:
    """Milliseconds of `RETURN 1`, ten times a second."""
    until, taken = time.perf_counter() + seconds, []
    with driver.session() as session:
        while time.perf_counter() < until:
            began = time.perf_counter()
            session.run("RETURN 1").consume()
            taken.append(1000 * (time.perf_counter() - began))
            time.sleep(0.1)
    return taken


@contextmanager
def beside(n_callers: int, login: Login) -> Iterator[list[int]]:
    """So many sessions call; how many calls each process has ended."""
    counts = multiprocessing.get_context("spawn").Array("l", N_PROCESSES, lock=False)
    with working(call, N_PROCESSES, login, n_callers // N_PROCESSES, counts):
        yield counts  # type: ignore[misc]


@contextmanager
def working(work: Callable[..., None], n_processes: int, *arguments: object) -> Iterator[None]:
    context = multiprocessing.get_context("spawn")
    processes = [
        context.Process(target=work, args=(number, *arguments), daemon=True) for number in range(n_processes)
    ]
    for process in processes:
        process.start()
    try:
        yield
    finally:
        for process in processes:
            process.kill()
            process.join()


def call(number: int, login: Login, n_sessions: int, counts: list[int]) -> None:
    """Calls Motif in so many sessions until it is killed."""
    generator = np.random.default_rng(0)
    generator.integers(0, len(bench_project.LABELS), N_NODES)
    years = generator.integers(1900, 2026, N_NODES)  # as `bench_project.write_graph` draws them

    def run(place: int) -> None:
        random = np.random.default_rng([number, place])
        with neo4j.GraphDatabase.driver(login[0], auth=login[1]) as driver, driver.session() as session:
            for turn in range(1 << 62):
                row = random.integers(N_NODES)
                name = f"The {years[row]} nights of {row}"
                kind = f"TYPE_{random.integers(bench_project.N_TYPES)}"
                session.run(CALLS[(turn + place) % len(CALLS)], name=name, type=kind).consume()
                counts[number] += 1

    threads = [threading.Thread(target=run, args=(place,)) for place in range(n_sessions)]
    for thread in threads:
        thread.start()


def count(number: int) -> None:
    while True:
        number += 1


if __name__ == "__main__":
    main()
