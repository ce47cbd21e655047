"""Runs every benchmark in this folder, each in a process of its own: ``make bench``, or ``run.py search project``.

What follows ``--`` is given to each: ``run.py scale -- --nodes 1000000 10000000``.

What one printed is kept in ``docs/results/bench-NAME.json`` with commit, day, load and machine;
``python docs/generate.py`` shows it on the page of measurements.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from motif_procedures.evaluation.results import write_results

HERE = Path(__file__).parent
RESULTS = HERE.parents[1] / "docs" / "results"


def main(names: list[str]) -> int:
    """Runs those named (all by default) one after another; the number that failed."""
    names, options = (
        (names[: names.index("--")], names[names.index("--") + 1 :]) if "--" in names else (names, [])
    )
    chosen = [HERE / f"bench_{name}.py" for name in names] or sorted(HERE.glob("bench_*.py"))
    return sum(not run(path, RESULTS, options) for path in chosen)


def run(path: Path, results: Path, options: Sequence[str] = ()) -> bool:
    """Runs the benchmark at ``path``, showing what it prints as it comes; keeps it where it ended well."""
    name = path.stem.removeprefix("bench_")
    print(f"\n== {name}", flush=True)
    printed: list[str] = []
    with subprocess.Popen(
        [sys.executable, str(path), *options], stdout=subprocess.PIPE, text=True
    ) as running:
        assert running.stdout is not None
        for line in running.stdout:
            print(line, end="", flush=True)
            printed.append(line.rstrip())
    if running.returncode == 0:
        command = " ".join(["python tests/benchmarks/run.py", name, *(("--", *options) if options else ())])
        write_results(
            results / f"bench-{name}.json", {"benchmark": name, "command": command, "printed": printed}
        )
    return running.returncode == 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
