"""Many callers of one service at once: calls a second, how long they take, and a ping beside them.

Random graphs with distinct names (``--nodes``, 20,000 and a million) as snapshots, a service in a process of its own,
by itself and with its worker processes, and so many clients in this one, each a login with a connection of its own,
that call ``search``, ``match`` and ``retrieve`` in words in turn for ``--seconds``, over HTTP as the plugin does. Told
are calls a second, the median and the 99th percentile of each kind, errors by code, and a quick call
(``motif.version``) ten times a second beside, with and without the load; the service had time to start its workers and
to see the graph before. The clients share the processors with the service, so that what other work on the machine takes
from both shows in calls a second; what each call costs in time of processors, of the service with its workers and of
the clients, is told beside, for each kind by a caller alone too.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import bench_first_question
import numpy as np
import psutil

from motif.service.server import bind
from motif.service.workers import n_processes
from motif.snapshot import graph_folder, write_snapshot

TOKEN = "0123456789abcdef" * 4
DATABASE = "bench"
KINDS = ("search", "match", "retrieve")
CLIENTS = (8, 32)
ALONE = 60
"""Calls of each kind by a caller alone."""


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--nodes", type=int, nargs="+", default=[20_000, 1_000_000])
    parser.add_argument("--processes", type=int, nargs="+", default=[0, n_processes(None)])
    parser.add_argument("--seconds", type=float, default=15.0)
    given = parser.parse_args()
    for nodes in given.nodes:
        bench_first_question.N_NODES = nodes
        with tempfile.TemporaryDirectory(prefix="motif-load-") as name:
            write_snapshot(graph_folder(Path(name), DATABASE, "bench"), bench_first_question.random_graph())
            for processes in given.processes:
                print(f"{nodes:,} nodes, {4 * nodes:,} relationships; {os.cpu_count()} cores, ", end="")
                print(f"{processes} worker processes", flush=True)
                with service(Path(name), processes) as served:
                    measure_service(served, nodes, processes, given.seconds)


class Served(NamedTuple):
    """A service that runs."""

    url: str
    process: psutil.Process

    def worked(self) -> float:
        """Seconds of processors that it and its workers have taken."""
        used = [one.cpu_times() for one in (self.process, *self.process.children(recursive=True))]
        return sum(times.user + times.system for times in used)


def measure_service(served: Served, nodes: int, processes: int, seconds: float) -> None:
    """Prints what each number of clients saw of one service."""
    url = served.url
    for kind in KINDS:
        with Caller(url, 0, nodes) as caller:
            print(f"  first {kind:8} {caller.call(kind)[0]:8.0f} ms", flush=True)
    print(f"  ping alone      {told(pinged(url, 5.0))}", flush=True)
    until = time.perf_counter() + 120
    while running(url) < processes or not processes:
        measure(served, 4, nodes, 5.0, is_shown=False)
        if not processes or time.perf_counter() > until:
            break
    measure(served, 4, nodes, 5.0, is_shown=False)
    for kind in KINDS:
        measure_alone(served, nodes, kind)
    for n_clients in CLIENTS:
        measure(served, n_clients, nodes, seconds)


def measure_alone(served: Served, nodes: int, kind: str) -> None:
    """Prints what a caller alone saw of one kind of call."""
    with Caller(served.url, 2000, nodes) as caller:
        caller.call(kind)
        before = served.worked()
        taken = [caller.call(kind)[0] for _ in range(ALONE)]
        worked = 1000 * (served.worked() - before) / ALONE
    print(f"  {kind:8} alone  {told(taken)}, {worked:5.1f} ms of processors", flush=True)


def running(url: str) -> int:
    """How many worker processes run."""
    with Caller(url, 0, 1) as caller:
        rows = caller.send("sysInfo", {})
    facts = {line["row"]["key"]: line["row"]["value"] for line in rows if "row" in line}
    return int(facts["workers"]["running"])


def measure(served: Served, n_clients: int, nodes: int, seconds: float, *, is_shown: bool = True) -> None:
    """Prints what so many clients saw."""
    taken: dict[str, list[float]] = {kind: [] for kind in KINDS}
    errors: Counter[str] = Counter()
    callers = [Caller(served.url, number, nodes) for number in range(n_clients)]
    until = time.perf_counter() + seconds

    def run(caller: Caller) -> None:
        with caller:
            while time.perf_counter() < until:
                kind = KINDS[caller.calls % len(KINDS)]
                milliseconds, error = caller.call(kind)
                taken[kind].append(milliseconds)
                if error:
                    errors[f"{kind}: {error}"] += 1

    threads = [threading.Thread(target=run, args=(caller,)) for caller in callers]
    began, worked, asked = time.perf_counter(), served.worked(), time.process_time()
    for thread in threads:
        thread.start()
    pings = pinged(served.url, seconds)
    for thread in threads:
        thread.join()
    if not is_shown:
        return
    total = sum(map(len, taken.values()))
    rate = total / (time.perf_counter() - began)
    worked, asked = (1000 * used / total for used in (served.worked() - worked, time.process_time() - asked))
    load = os.getloadavg()[0]
    print(
        f"  {n_clients} clients: {rate:.1f} calls a second, {total} calls, {errors.total()} errors; load {load:.1f}; "
        f"ms of processors a call: {worked:.1f} of the service's, {asked:.1f} of the clients'"
    )
    for kind, milliseconds in taken.items():
        print(f"    {kind:13} {told(milliseconds)}")
    print(f"    ping beside   {told(pings)}")
    for error, count in errors.items():
        print(f"    {count} times {error}", flush=True)


class Caller:
    """One login with a connection of its own."""

    def __init__(self, url: str, number: int, nodes: int) -> None:
        # A client that costs little: it shares the processors with the service, as the plugin does.
        self._http = http.client.HTTPConnection(url.removeprefix("http://"), timeout=300)
        self._user = f"user{number}"
        self._random = np.random.default_rng(number)
        self._nodes = nodes
        self.calls = number

    def __enter__(self) -> Caller:
        return self

    def __exit__(self, *_: object) -> None:
        self._http.close()

    def call(self, kind: str) -> tuple[float, str]:
        """Milliseconds, and the code of the error or ""."""
        self.calls += 1
        name = f"The nights of {self._random.integers(self._nodes)}"
        relation = f"TYPE_{self._random.integers(bench_first_question.N_TYPES)}"
        arguments: dict[str, Any] = {"graphName": "bench"}
        if kind == "retrieve":
            arguments["question"] = f"What does {name} {relation}?"
        elif kind != "version":
            arguments["pattern"] = [[name, relation, "?what"]]
        began = time.perf_counter()
        lines = self.send(kind, {} if kind == "version" else arguments)
        milliseconds = 1000 * (time.perf_counter() - began)
        return milliseconds, lines[-1].get("error", {}).get("code", "")

    def send(self, path: str, arguments: dict[str, Any]) -> list[dict[str, Any]]:
        """The lines of an answer."""
        request = {"database": {"id": DATABASE, "name": DATABASE}, "user": self._user, "owned": True}
        content = json.dumps({**request, "arguments": arguments}).encode()
        headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
        self._http.request("POST", f"/v1/{path}", content, headers)
        return list(map(json.loads, self._http.getresponse().read().splitlines()))


def pinged(url: str, seconds: float) -> list[float]:
    """Milliseconds of quick calls, ten a second."""
    until, taken = time.perf_counter() + seconds, []
    with Caller(url, 1000, 1) as caller:
        while time.perf_counter() < until:
            taken.append(caller.call("version")[0])
            time.sleep(0.1)
    return taken


def told(milliseconds: list[float]) -> str:
    middle, late = np.percentile(milliseconds, [50, 99])
    return f"median {middle:7.1f} ms, p99 {late:7.1f} ms"


@contextmanager
def service(home: Path, processes: int) -> Iterator[Served]:
    """A service over ``home`` in a process of its own, once its kernels are compiled."""
    token = home / "token"
    with bind("127.0.0.1", 0) as free:
        port = free.getsockname()[1]
    token.write_text(TOKEN, encoding="utf-8")
    token.chmod(0o600)
    command = [sys.executable, "-m", "motif.service", "--home", str(home), "--port", str(port)]
    environment = {**os.environ, "MOTIF_SERVICE_PROCESSES": str(processes)}
    with (
        (home / "log").open("wb") as log,
        subprocess.Popen([*command, "--token-file", str(token)], stderr=log, env=environment) as started,
    ):
        try:
            while b'"kernels"' not in (home / "log").read_bytes():
                assert started.poll() is None, (home / "log").read_text(encoding="utf-8")
                time.sleep(0.1)
            yield Served(f"http://127.0.0.1:{port}", psutil.Process(started.pid))
        finally:
            started.terminate()


if __name__ == "__main__":
    main()
