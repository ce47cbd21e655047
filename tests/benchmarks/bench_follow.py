"""How long a service that follows another takes to have what that one has: a graph of `bench_scale`, over loopback.

``--folder`` is the home that ``bench_scale.py --folder`` made; one node of it is renamed for the refresh, so work on a
copy. The first service is a process of its own, as is the follower that is measured; the disk is the machine's.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import numpy as np

from fault_services import ServiceProcess
from motif.catalog import Catalog
from motif.graphs.projection import Projection
from motif.graphs.strings import StringTable
from motif.knowledge_graph.prepared import prepare_for_questions
from motif.service.first_service import FirstService
from motif.service.following import Following
from motif.snapshot.followed import begin_to_follow

DATABASE, NAME = "bench", "scale"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--follow", nargs=3, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.follow:
        follow(*given.follow)
        return
    with tempfile.TemporaryDirectory(dir=given.folder.parent) as name:
        aside = Path(name)
        service = ServiceProcess(given.folder, aside / "cache", aside / "token", aside / "log")
        service.start(ready=True)
        try:
            where = (service.url, str(service.token_file), str(aside / "second"))
            told("all of it, to a folder that is empty", where, given.folder)
            told("again, with nothing new", where, given.folder)
            catalog = Catalog(given.folder)
            began = time.perf_counter()
            catalog.renew(DATABASE, NAME, renamed)
            print(f"{'an epoch with one node renamed, written':44} {time.perf_counter() - began:8.2f} s")
            told("that epoch, without indexes of its own", where, given.folder)
            began = time.perf_counter()
            prepare_for_questions(catalog.open(DATABASE, NAME))
            print(f"{'its indexes, built':44} {time.perf_counter() - began:8.2f} s")
            told("those indexes", where, given.folder)
        finally:
            service.kill()


def told(what: str, where: tuple[str, ...], folder: Path) -> None:
    command = [sys.executable, __file__, "--folder", str(folder), "--follow", *where]
    ended = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    print(f"{what:44} {ended.stdout.strip()}; load {os.getloadavg()[0]:.1f}", flush=True)


def follow(url: str, token_file: str, home: str) -> None:
    """One step of a follower, timed."""
    begin_to_follow(Path(home), url)
    token = Path(token_file).read_text(encoding="utf-8").strip()
    follower = Following(Path(home), FirstService(url, token), lambda database, name: None)
    began, worked = time.perf_counter(), time.process_time()
    follower.step(wait=0)
    seconds, worked = time.perf_counter() - began, time.process_time() - worked
    rate = follower.fetched / 1e6 / seconds
    print(
        f"{seconds:8.2f} s, {worked:6.2f} of processors; {follower.fetched / 1e6:10,.2f} MB fetched, {rate:6.0f} MB/s"
    )


def renamed(projection: Projection) -> Projection:
    """The same graph with another name for its first node."""
    names = projection.nodes.names
    first = b"The mornings of 0"
    shift = len(first) - int(names.offsets[1])
    data = np.concatenate([np.frombuffer(first, np.uint8), names.data[names.offsets[1] :]])
    offsets = np.concatenate([names.offsets[:1], names.offsets[1:] + shift]).astype(names.offsets.dtype)
    return replace(projection, nodes=replace(projection.nodes, names=StringTable(offsets, data)))


if __name__ == "__main__":
    main()
