"""Many callers of one service at once: calls a second, how long they take, and a ping beside them.

A random graph with distinct names (``--nodes``, 20,000; more by hand) as a snapshot, a service in a process of its own,
and so many clients in this one, each a login with a connection of its own, that call ``search``, ``match`` and
``retrieve`` in words in turn for ``--seconds``, over HTTP as the plugin does. Told are calls a second, the median and
the 99th percentile of each kind, errors by code, and a quick call (``motif.version``) ten times a second beside, with
and without the load. The clients share the processors with the service.
"""

from __future__ import annotations

import argparse
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
from typing import Any

import bench_first_question
import httpx
import numpy as np

from motif.service.authorization import sign
from motif.service.server import bind
from motif.snapshot import graph_folder, write_snapshot

TOKEN = "0123456789abcdef" * 4
DATABASE = "bench"
KINDS = ("search", "match", "retrieve")
CLIENTS = (8, 32)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--nodes", type=int, default=20_000)
    parser.add_argument("--seconds", type=float, default=15.0)
    given = parser.parse_args()
    bench_first_question.N_NODES = given.nodes
    with tempfile.TemporaryDirectory(prefix="motif-load-") as name:
        write_snapshot(graph_folder(Path(name), DATABASE, "bench"), bench_first_question.random_graph())
        print(f"{given.nodes:,} nodes, {4 * given.nodes:,} relationships, {os.cpu_count()} cores", flush=True)
        with service(Path(name)) as url:
            for kind in KINDS:
                with Caller(url, 0, given.nodes) as caller:
                    print(f"first {kind:8} {caller.call(kind)[0]:8.0f} ms", flush=True)
            print(f"ping alone      {told(pinged(url, 5.0))}", flush=True)
            for n_clients in CLIENTS:
                measure(url, n_clients, given)


def measure(url: str, n_clients: int, given: argparse.Namespace) -> None:
    """Prints what so many clients saw."""
    taken: dict[str, list[float]] = {kind: [] for kind in KINDS}
    errors: Counter[str] = Counter()
    until = time.perf_counter() + given.seconds

    def run(number: int) -> None:
        with Caller(url, number, given.nodes) as caller:
            while time.perf_counter() < until:
                kind = KINDS[caller.calls % len(KINDS)]
                milliseconds, error = caller.call(kind)
                taken[kind].append(milliseconds)
                if error:
                    errors[f"{kind}: {error}"] += 1

    threads = [threading.Thread(target=run, args=(number,)) for number in range(n_clients)]
    began = time.perf_counter()
    for thread in threads:
        thread.start()
    pings = pinged(url, given.seconds)
    for thread in threads:
        thread.join()
    total = sum(map(len, taken.values()))
    rate = total / (time.perf_counter() - began)
    load = os.getloadavg()[0]
    print(
        f"{n_clients} clients: {rate:.1f} calls a second, {total} calls, {errors.total()} errors; load {load:.1f}"
    )
    for kind, milliseconds in taken.items():
        print(f"  {kind:13} {told(milliseconds)}")
    print(f"  ping beside   {told(pings)}")
    for error, count in errors.items():
        print(f"  {count} times {error}", flush=True)


class Caller:
    """One login with a connection of its own."""

    def __init__(self, url: str, number: int, nodes: int) -> None:
        self._http = httpx.Client(base_url=url, timeout=300, trust_env=False)
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
        request = {"database": {"id": DATABASE, "name": DATABASE}, "user": self._user, "owned": True}
        if kind != "version":
            request["arguments"] = arguments
        path = f"/v1/{kind}"
        began = time.perf_counter()
        answer = self._http.post(path, json=request, headers={"Authorization": sign(TOKEN, "POST", path)})
        milliseconds = 1000 * (time.perf_counter() - began)
        last = json.loads(answer.content.splitlines()[-1])
        return milliseconds, last.get("error", {}).get("code", "")


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
def service(home: Path) -> Iterator[str]:
    """A service over ``home`` in a process of its own, once its kernels are compiled."""
    token = home / "token"
    with bind("127.0.0.1", 0) as free:
        port = free.getsockname()[1]
    token.write_text(TOKEN, encoding="utf-8")
    token.chmod(0o600)
    command = [sys.executable, "-m", "motif.service", "--home", str(home), "--port", str(port)]
    with (
        (home / "log").open("wb") as log,
        subprocess.Popen([*command, "--token-file", str(token)], stderr=log) as running,
    ):
        try:
            while b'"kernels"' not in (home / "log").read_bytes():
                assert running.poll() is None, (home / "log").read_text(encoding="utf-8")
                time.sleep(0.1)
            yield f"http://127.0.0.1:{port}"
        finally:
            running.terminate()


if __name__ == "__main__":
    main()
