"""``python -m motif.retrievers.preparing``: compile the kernels ahead, for any processor of this machine's kind.

Run when Motif is installed or its wheel is built. What the first question needs comes first; a group is a process.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from motif.kernels import compilation, prepared
from motif.retrievers import warming

GROUPS = {
    "planning": (warming.warm_planning,),
    "matching": (warming.warm_matching, warming.warm_paths),
    "tracing": (warming.warm_tracing,),
    "communities": (warming.warm_communities,),
    "expansion": (warming.warm_expansion,),
    "similarity": (warming.warm_similarity,),
}
"""What is compiled together; kernels that two groups share are compiled by the one that comes to them first."""


def main(arguments: Sequence[str]) -> int:
    """Compile everything, or one group of `GROUPS`, into the folder that this installation looks in."""
    if arguments:
        return _compile(arguments[0])
    began = time.monotonic()
    names, failed = _compile_all(prepared.FOLDER)
    if failed:
        print(f"Not compiled ahead: {', '.join(failed)}; they are when first used.")
    if names:
        prepared.write_manifest(prepared.FOLDER, names)
    print(f"{len(names)} kernels are ready ({time.monotonic() - began:.0f} s).")
    return 0


def _compile_all(folder: Path) -> tuple[set[str], list[str]]:
    """Names of the kernels that are there now, and groups that could not be compiled."""
    aim = prepared.target()
    if aim is None:
        return set(), []
    environment = {**os.environ, "NUMBA_CPU_NAME": aim.cpu, "NUMBA_CPU_FEATURES": ""}
    waiting, failed = list(GROUPS), list[str]()
    running: dict[str, subprocess.Popen[str]] = {}
    names: set[str] = set()
    while waiting or running:
        while waiting and len(running) < max(1, os.cpu_count() or 1):
            group = waiting.pop(0)
            print(f"Compiling what {group} needs …", flush=True)
            command = [sys.executable, "-m", "motif.retrievers.preparing", group]
            running[group] = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
        for group, process in list(running.items()):
            if process.poll() is not None or not waiting:
                said, _ = process.communicate()
                del running[group]
                names |= set(said.split()) if process.returncode == 0 else set()
                failed += [group] if process.returncode else []
        time.sleep(0.1)
    return names, failed


def _compile(group: str) -> int:
    """Compile one group in this process, whose numba aims at the target; its kernels' names on standard output."""
    compilation.recording.folder = prepared.FOLDER
    for warm in GROUPS[group]:
        warm(whole=True)
    print(*sorted(compilation.recording.names))
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
