"""MetaQA in an embedded server: loading, projecting and embedding, then the gold patterns of its test questions.

Prints seconds per stage and, per hop, how often a gold answer comes first: a sample of 500 over Bolt through
``CALL motif.search``, and all questions in memory. Needs ``MOTIF_DATA`` and the plugin's jars.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

MOTIF = [str(Path(sys.executable).with_name("motif"))]
SAMPLE = "500"


def main() -> None:
    if "MOTIF_DATA" not in os.environ:
        sys.exit("MOTIF_DATA names no folder of data sets")
    with tempfile.TemporaryDirectory(prefix="motif-bench-") as folder:
        environment = {**os.environ, "MOTIF_HOME": folder}
        if os.environ.get("MOTIF_BENCH_COLD"):
            environment["MOTIF_CACHE"] = f"{folder}/cache"
        try:
            measure(environment)
        finally:
            run(["stop"], environment)


def measure(environment: dict[str, str]) -> None:
    timed("start", ["start"], environment)
    source = str(Path(os.environ["MOTIF_DATA"]) / "metaqa")
    total = timed("load", ["load", source], environment)
    total += timed("project", ["project", "metaqa"], environment)
    total += timed("embed", ["embed", "metaqa"], environment)
    print(f"load, project and embed together {total:.1f} s (target: 180 s)")
    base = ["evaluate", "metaqa", "--graph", "metaqa", "--method", "search", "--planner", "gold", "--json"]
    for via, more in (("bolt", ["--sample", SAMPLE]), ("memory", [])):
        report = json.loads(run([*base, "--via", via, *more], environment))
        for row in report["rows"]:
            print(
                f"{row['group']} hop, {via:6}: gold first {100 * row['hitsAt1']:.2f} % of {row['questions']}, "
                f"median {row['medianMillis']} ms, p99 {row['p99Millis']} ms"
            )


def timed(what: str, command: list[str], environment: dict[str, str]) -> float:
    begun = time.perf_counter()
    run(command, environment)
    seconds = time.perf_counter() - begun
    print(f"{what:8} {seconds:6.1f} s", flush=True)
    return seconds


def run(command: list[str], environment: dict[str, str]) -> str:
    done = subprocess.run([*MOTIF, *command], env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"motif {' '.join(command)}\n{done.stdout}{done.stderr}")
    return done.stdout


if __name__ == "__main__":
    main()
