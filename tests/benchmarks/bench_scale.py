"""What a property graph of ten million nodes takes: projecting with all indexes, disk, a new process, warm calls.

A graph of Neo4j's kind, ``--nodes`` (a million, `MOTIF_BENCH_NODES`; several sizes, one after another): distinct
names, seven properties of numbers and seven of words, four relationships a node with hubs, twenty types between any two
of four labels; with ``--sparse`` each property belongs to one label. It comes as the stream of columns that a database
sends, without a database: what Neo4j and Bolt take is not in these figures (``bench_project.py``); what making the
stream takes is told, and is in those of projecting. Each line is a process of its own, kernels loaded before: seconds,
seconds of processors, the most memory of its own (what no file gives back) and the most resident, mapped files
included. ``--folder`` keeps what was projected, and takes it where it is there.
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
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from bench_first_question import memory, no_encoder

from motif import Graph
from motif.catalog import Catalog
from motif.catalog.building import build_projection
from motif.catalog.plan import Plan
from motif.errors import MotifError
from motif.graphs.columns import Chunk, End, NodeChunk, PropertyChunk, RelationshipChunk
from motif.graphs.projection import INTEGER, MISSING, STRING
from motif.knowledge_graph.prepared import prepare_for_questions
from motif.retrievers.warming import warm_matching, warm_planning, warm_search
from motif.settings import load_settings

PER_NODE, N_TYPES, BLOCK = 4, 20, 1 << 16
LABELS = ("Person", "Film", "City", "Genre")
NUMBERS, WORDS = (tuple(f"{kind}{place}" for place in range(7)) for kind in ("number", "word"))
DATABASE, NAME = "bench", "scale"
QUESTIONS = {
    "a name": "What does The nights of 77777 TYPE_3?",
    "a misspelt name": "What does [The nigts of 77777] TYPE_3?",
    "no name, a count": "How many films are there?",
}
CALLS = 40
ONE_HOUR = 3600.0


def main() -> None:
    parser = argparse.ArgumentParser()
    usual = int(os.environ.get("MOTIF_BENCH_NODES", 1_000_000))
    parser.add_argument("--nodes", type=int, nargs="+", default=[usual])
    parser.add_argument("--sparse", action="store_true")
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--step")
    given = parser.parse_args()
    if given.step:
        print(json.dumps(step(given)))
        return
    for n_nodes in given.nodes:
        with tempfile.TemporaryDirectory(prefix="motif-scale-") as name:
            measure(given, n_nodes, given.folder or Path(name), Path(name) / "bytecode")


def measure(given: argparse.Namespace, n_nodes: int, folder: Path, bytecode: Path) -> None:
    """Prints what each step took."""
    print(
        f"{n_nodes:,} nodes, {PER_NODE * n_nodes:,} relationships, 15 properties"
        f"{', each of one label' if given.sparse else ''}, {os.cpu_count()} cores"
    )

    def run(what: str, name: str, *, is_shown: bool = True) -> dict[str, Any]:
        command = [sys.executable, __file__, "--nodes", str(n_nodes), "--folder", str(folder)]
        command += ["--step", name, *(["--sparse"] if given.sparse else [])]
        # As an installation has it: modules compiled to bytecode once, and not in every process.
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(bytecode)}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        ended = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, env=environment)
        found: dict[str, Any] = json.loads(ended.stdout.splitlines()[-1])
        if is_shown:
            print(f"{what:42} {told(found)}", flush=True)
        return found

    if not (folder / "graphs").exists():
        run("the stream alone", "stream")
        run("projected: rows, columns, adjacency, files", "project")
        run("its indexes", "indexes")
    # Bytecode is written, and what exact matching joins by, which its first call on a graph builds.
    built = run("", "warm", is_shown=False)["calls"]["match"].partition(",")[0]
    for what, size in sizes(folder).items():
        print(f"{what:42} {size / 1e6:8,.0f} MB")
    print(f"{'match, nothing built for it yet':42} {built}")
    run("opened", "open")
    for what in QUESTIONS:
        run(f"first question, {what}", f"ask {what}")
    warm = run("", "warm", is_shown=False)
    for what, line in warm["calls"].items():
        print(f"{what:42} {line}")
    print(f"{'all of these':42} {told(warm)}")


def told(found: dict[str, Any]) -> str:
    return (
        f"{found['seconds']:8.2f} s, {found['worked']:8.2f} of processors; at most {found['own']:6,.0f} MB of its "
        f"own, {found['VmHWM']:6,.0f} resident; load {os.getloadavg()[0]:.1f}"
    )


def sizes(folder: Path) -> dict[str, int]:
    """Bytes on the disk by part."""
    found: dict[str, int] = {}
    for path in folder.rglob("*.npy"):
        is_index = "indexes" in path.parts
        part = f"index: {path.parent.name.rpartition('-')[0]}" if is_index else f"epoch: {_part(path.name)}"
        found[part] = found.get(part, 0) + path.stat().st_size
    totals = {
        f"{kind}, all": sum(n for part, n in found.items() if part.startswith(kind))
        for kind in ("epoch", "index")
    }
    return dict(sorted(found.items())) | totals


def _part(name: str) -> str:
    if name.startswith("node.property"):
        return "properties"
    return (
        "names" if name.startswith("node.names") else "nodes" if name.startswith("node.") else "relationships"
    )


def step(given: argparse.Namespace) -> dict[str, Any]:
    """One line of the figures, in this process."""
    kind, _, what = given.step.partition(" ")
    [n_nodes] = given.nodes
    catalog = Catalog(given.folder)
    warm_search(whole=True)
    warm_matching(whole=True)
    warm_planning(whole=True)
    if kind == "stream":
        return measured(lambda: sum(1 for _ in stream(n_nodes, given.sparse)))
    if kind == "project":
        return measured(lambda: project(catalog, n_nodes, given.sparse))
    if kind == "indexes":
        return measured(lambda: prepare_for_questions(catalog.open(DATABASE, NAME)))
    if kind == "open":
        return measured(lambda: catalog.open(DATABASE, NAME))
    if kind == "ask":
        return measured(lambda: retrieve(opened(catalog), QUESTIONS[what]))
    calls: dict[str, str] = {}
    found = measured(lambda: calls.update(warm_calls(opened(catalog), n_nodes)))
    return {**found, "calls": calls}


def project(catalog: Catalog, n_nodes: int, is_sparse: bool) -> None:
    plan = Plan(None, None, {"*": ("name",)}, node_properties=(*NUMBERS, *WORDS))
    catalog.create(DATABASE, NAME, lambda: build_projection(stream(n_nodes, is_sparse), plan))


def stream(n_nodes: int, is_sparse: bool) -> Iterator[Chunk]:
    """Nodes, relationships and the end, as a database sends them."""
    texts = [f"word {number}".encode() for number in range(99_991)]
    lengths, letters = np.array([len(text) for text in texts]), np.frombuffer(b"".join(texts), np.uint8)
    starts = np.cumsum(lengths) - lengths
    for first in range(0, n_nodes, BLOCK):
        rows = np.arange(first, min(first + BLOCK, n_nodes))
        labels = (rows % len(LABELS)).astype(np.int32)
        names = [b"The nights of %d" % row for row in rows.tolist()]
        name_lengths = np.array([len(name) for name in names])
        properties = {"name": _texts(np.frombuffer(b"".join(names), np.uint8), name_lengths)}
        for place, name in enumerate(NUMBERS):
            numbers, held = rows * (place + 3) % 9973, _held(labels, place, is_sparse)
            kind = np.where(held, INTEGER, MISSING).astype(np.uint8)
            none = np.zeros(len(rows) + 1, np.int32)
            properties[name] = PropertyChunk(kind, np.where(held, numbers, 0), none, letters[:0])
        for place, name in enumerate(WORDS):
            words, held = rows * (place + 5) % 99_991, _held(labels, place, is_sparse)
            size = np.where(held, lengths[words], 0)
            places = np.arange(int(size.sum())) + np.repeat(starts[words] - (np.cumsum(size) - size), size)
            properties[name] = _texts(letters[places], size)
        yield NodeChunk(rows, labels, properties)
    generator, n_links = np.random.default_rng(0), PER_NODE * n_nodes
    for first in range(0, n_links, BLOCK):
        ids = np.arange(first, min(first + BLOCK, n_links))
        source = generator.integers(0, n_nodes, len(ids))
        target = (n_nodes * generator.random(len(ids)) ** 3).astype(np.int64)
        yield RelationshipChunk(
            ids, source, target, generator.integers(0, N_TYPES, len(ids)).astype(np.int32)
        )
    types = tuple(f"TYPE_{number}" for number in range(N_TYPES))
    yield End(tuple((label,) for label in LABELS), types, "4:bench:", "5:bench:", 1)


def _held(labels: np.ndarray, place: int, is_sparse: bool) -> np.ndarray:
    return labels == place % len(LABELS) if is_sparse else np.ones(len(labels), np.bool_)


def _texts(data: np.ndarray, lengths: np.ndarray) -> PropertyChunk:
    offsets = np.zeros(len(lengths) + 1, np.int32)
    np.cumsum(lengths, out=offsets[1:])
    kind = np.where(lengths > 0, STRING, MISSING).astype(np.uint8)
    return PropertyChunk(kind, np.zeros(len(lengths), np.int64), offsets, data)


def opened(catalog: Catalog) -> Graph:
    return Graph(lambda: catalog.open(DATABASE, NAME), encoder=no_encoder, settings=load_settings())


def retrieve(graph: Graph, question: str) -> None:
    found = graph.retrieve(question, timeout=ONE_HOUR)
    assert len(found), question


def warm_calls(graph: Graph, n_nodes: int) -> dict[str, str]:
    """Medians and 99th percentiles of calls with names that were not asked before."""
    generator = np.random.default_rng(1)

    def pattern() -> list[tuple[str, str, str]]:
        return [
            (f"The nights of {generator.integers(n_nodes)}", f"TYPE_{generator.integers(N_TYPES)}", "?what")
        ]

    def question() -> str:
        [(name, relation, _)] = pattern()
        return f"What does {name} {relation}?"

    kinds: dict[str, Callable[[], object]] = {
        "match": lambda: graph.match(pattern(), timeout=ONE_HOUR),
        "search": lambda: graph.search(pattern(), timeout=ONE_HOUR),
        "retrieve in words": lambda: graph.retrieve(question(), timeout=ONE_HOUR),
    }
    found = {}
    for what, call in kinds.items():
        taken = []
        for _ in range(CALLS + 3):
            began = time.perf_counter()
            try:
                call()
            except MotifError as error:
                print(what, error, file=sys.stderr)
            taken.append(1000 * (time.perf_counter() - began))
        middle, late = np.percentile(taken[3:], [50, 99])
        found[what] = f"first {taken[0]:7.0f} ms, then median {middle:7.1f} ms, p99 {late:7.1f} ms"
    return found


def measured(work: Callable[[], object]) -> dict[str, Any]:
    """What ``work`` took of time and memory."""
    began, worked = time.perf_counter(), time.process_time()
    with _watched() as most:
        work()
    found = {"seconds": time.perf_counter() - began, "worked": time.process_time() - worked}
    return {**found, "own": max(most), "VmHWM": memory()["VmHWM"]}


@contextmanager
def _watched() -> Iterator[list[float]]:
    """Memory of this process's own, looked at ten times a second and at the end."""
    found, ended = [memory()["RssAnon"]], threading.Event()

    def watch() -> None:
        while not ended.wait(0.1):
            found.append(memory()["RssAnon"])

    watching = threading.Thread(target=watch, daemon=True)
    watching.start()
    try:
        yield found
    finally:
        ended.set()
        watching.join()
        found.append(memory()["RssAnon"])


if __name__ == "__main__":
    main()
