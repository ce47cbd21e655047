"""The first question in a new process that opens a snapshot: seconds, memory, and what was built for it.

A random graph in memory, no server: a million nodes (``MOTIF_BENCH_NODES``) with fifteen properties and distinct names,
four relationships each with hubs. It is written as a snapshot; then each question is asked in a process of its own, by
``kg.retrieve`` as a user calls it, without a text encoder. The first of them finds nothing beside the snapshot and
builds it. Told are the seconds of the first question (imports and kernels loaded before), of the same one again, the
memory of the process, of which mapped files can be taken away, and its peak.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from motif import Graph
from motif.catalog.ordering import adjacency, sorted_rows
from motif.errors import MissingDependency, MotifError
from motif.graphs.projection import INTEGER, STRING, Column, NodeTable, Projection, RelationshipTable
from motif.graphs.sources import Sources
from motif.graphs.strings import StringTable
from motif.models.encoder import TextEncoder
from motif.retrievers.warming import warm_planning
from motif.settings import load_settings
from motif.snapshot import current_manifest, open_projection, write_snapshot

N_NODES = int(os.environ.get("MOTIF_BENCH_NODES", 1_000_000))
PER_NODE = 4
N_TYPES = 20
LABELS = ("Person", "Film", "City", "Genre")
NAMED = "What does The nights of 77777 TYPE_3?"
QUESTIONS = {
    "nothing built yet, a name": NAMED,
    "a name": NAMED,
    "a misspelt name": "What does [The nigts of 77777] TYPE_3?",
    "no name, a count": "How many films are there?",
}
ONE_HOUR = 3600.0


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="motif-first-question-") as name:
        folder = Path(name)
        write_snapshot(folder, random_graph())
        print(
            f"{N_NODES:,} nodes, {PER_NODE * N_NODES:,} relationships, 15 properties, {os.cpu_count()} cores"
        )
        print(f"snapshot {megabytes(folder)} MB")
        chosen = sys.argv[1:] or list(QUESTIONS)
        for what in chosen:
            command = [sys.executable, __file__, "--ask", name, QUESTIONS[what]]
            found = subprocess.run(command, capture_output=True, text=True, check=True).stdout
            print(f"{what:26} {told(json.loads(found.splitlines()[-1]))}", flush=True)
        print(f"beside the snapshot {megabytes(folder / 'indexes')} MB")


def told(found: dict[str, float]) -> str:
    return (
        f"{found['first']:7.2f} s, {found['worked']:6.2f} of processors, again {found['again']:5.2f} s; "
        f"{found['RssAnon']:5.0f} MB of its own, {found['RssFile']:4.0f} mapped, peak {found['VmHWM']:5.0f}; "
        f"load {os.getloadavg()[0]:.1f}"
    )


def megabytes(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*.npy")) // 1_000_000


def random_graph() -> Projection:
    """Numbers of ten thousand values, words of a hundred thousand, a name of each node's own."""
    rows = np.arange(N_NODES)
    nothing, every = np.zeros(N_NODES, np.int64), np.full(N_NODES, STRING, np.uint8)
    properties = {
        f"number{place}": Column(np.full(N_NODES, INTEGER, np.uint8), rows * (place + 3) % 9973)
        for place in range(7)
    }
    for place in range(7):
        words = (rows * (place + 5) % 99_991).tolist()
        text = StringTable.from_strings(f"word {word}" for word in words)
        properties[f"word{place}"] = Column(every, nothing, text)
    names = StringTable.from_strings(f"The nights of {row}" for row in range(N_NODES))
    properties["name"] = Column(every, nothing, names)
    labels = (rows % len(LABELS)).astype(np.int32)
    nodes = NodeTable(
        rows.astype(np.int64),
        "4:bench:",
        names,
        np.zeros(N_NODES, np.int32),
        ("name",),
        labels,
        tuple((label,) for label in LABELS),
        None,
        properties,
    )
    links = random_relationships()
    outgoing, incoming = adjacency(links.source, links.target, N_NODES)
    return Projection("bench", "bench", 1, nodes, links, outgoing, incoming)


def random_relationships() -> RelationshipTable:
    generator, count = np.random.default_rng(0), PER_NODE * N_NODES
    source = generator.integers(0, N_NODES, count).astype(np.int32)
    target = (N_NODES * generator.random(count) ** 3).astype(np.int32)
    kind = generator.integers(0, N_TYPES, count).astype(np.int32)
    order = sorted_rows(source, target, kind, (N_NODES, N_TYPES))
    source, target, kind = source[order], target[order], kind[order]
    types = tuple(f"TYPE_{number}" for number in range(N_TYPES))
    return RelationshipTable(
        np.arange(count, dtype=np.int64), "5:bench:", Sources.of(source), target, kind, types, kind, types
    )


def ask(folder: Path, question: str) -> dict[str, float]:
    """What the first question and the second cost this process."""
    warm_planning()
    manifest = current_manifest(folder)
    assert manifest is not None
    projection = open_projection(manifest)
    graph = Graph(lambda: projection, encoder=no_encoder, settings=load_settings())
    worked = time.process_time()
    first = seconds(lambda: retrieve(graph, question))
    found = {"worked": time.process_time() - worked, **memory()}
    return {"first": first, "again": seconds(lambda: retrieve(graph, question)), **found}


def retrieve(graph: Graph, question: str) -> None:
    try:
        graph.retrieve(question, timeout=ONE_HOUR)
    except MotifError as error:
        print(error, file=sys.stderr)


def seconds(work: Callable[[], None]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def memory() -> dict[str, float]:
    """Of this process, in MB."""
    lines = (line.split() for line in Path("/proc/self/status").read_text(encoding="utf-8").splitlines())
    return {
        words[0].rstrip(":"): int(words[1]) / 1000
        for words in lines
        if words[0] in ("RssAnon:", "RssFile:", "VmHWM:")
    }


def no_encoder() -> TextEncoder:
    raise MissingDependency("Measured without a text encoder.")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--ask"]:
        print(json.dumps(ask(Path(sys.argv[2]), sys.argv[3])))
    else:
        main()
