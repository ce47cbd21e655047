"""How long a command takes before it does anything, and a question that is asked on the command line.

Each command is a process of its own. Told is the median of several runs: seconds on the clock, and of processors, which
other work on the machine changes less. An embedded server without a service holds the sample graph ``world``. The cold
question finds no projection, and no compiled kernels but those that came with the package; a warm one finds all. Then
the same server has its service, which answers. Python's modules are compiled, as those of an installed package are.

``MOTIF_BENCH_BESIDE`` names the folder of another checkout, of an earlier commit with its kernels compiled: where a
question is answered by the command itself, its code is run in turn with this one's, since load changes both alike.
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from motif.cli.plugin import plugin_jars
from motif.embedded import StartOptions, start, stop
from motif.kernels.prepared import FOLDER
from motif.settings import Settings, load_settings

BESIDE = os.environ.get("MOTIF_BENCH_BESIDE")
RUNS = int(os.environ.get("MOTIF_BENCH_RUNS", "5"))
MOTIF = (sys.executable, "-m", "motif.cli")
ASK = (*MOTIF, "ask", "--no-background")
QUESTION = "Which cities are in France?"
PATTERN = ("--pattern", "?country | HAS_CAPITAL | Nairobi")


class Cost(NamedTuple):
    """Seconds on the clock, and of processors."""

    passed: float
    worked: float


def main() -> None:
    ahead = "with" if FOLDER.is_dir() else "without"
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    subprocess.run((*MOTIF, "ask", "--help"), capture_output=True, check=True)
    print(f"{RUNS} runs each but the cold one, {os.cpu_count()} cores, {ahead} kernels compiled ahead")
    told("python, nothing imported", [cost((sys.executable, "-c", "pass")) for _ in range(RUNS)])
    told("import motif", [cost((sys.executable, "-c", "import motif")) for _ in range(RUNS)])
    told("motif --help", [cost((*MOTIF, "--help")) for _ in range(RUNS)])
    told("motif ask --help", [cost((*MOTIF, "ask", "--help")) for _ in range(RUNS)])
    imports = (
        sys.executable,
        "-c",
        "from motif.cli.driver import import_driver as first; first(); import motif.cli.asking",
    )
    told_beside("imports of an answer", imports, dict(os.environ))
    with tempfile.TemporaryDirectory(prefix="motif-start-") as folder:
        ask(Path(folder))


def ask(home: Path) -> None:
    """The question cold, then warm, then asked of a service."""
    cache = home / "cache"
    cache.mkdir()
    (cache / "neo4j").symlink_to(
        load_settings().cache / "neo4j"
    )  # its jars, which came when Motif was installed
    settings = Settings(home=home, cache=cache)
    unset = {key: value for key, value in os.environ.items() if not key.startswith("NEO4J_")}
    places = {"MOTIF_HOME": home, "MOTIF_CACHE": cache, "NUMBA_CACHE_DIR": home / "kernels"}
    environment = {**unset, **{name: str(place) for name, place in places.items()}}
    start(StartOptions(service=False, class_archive=False), settings)
    try:
        cost((*MOTIF, "load", "world"), environment)
        told("motif ask, cold", [cost((*ASK, QUESTION), environment)])
        told_beside("motif ask, warm", (*ASK, QUESTION), environment)
        stop("default", settings)
        start(StartOptions(plugin_jars=plugin_jars(), class_archive=False), settings)
        cost((*ASK, "--refresh", QUESTION), environment)
        for what, words in (("", (QUESTION,)), (" --json", ("--json", QUESTION)), (" --pattern", PATTERN)):
            told(f"motif ask{what}, of a service", [cost((*ASK, *words), environment) for _ in range(RUNS)])
    finally:
        stop("default", settings)


def told_beside(what: str, command: tuple[str, ...], environment: Mapping[str, str]) -> None:
    """The cost of ``command``, and in turn with it that of the checkout beside this one, where there is one."""
    contenders = {what: environment}
    if BESIDE is not None:
        places = [str(Path(BESIDE) / part) for part in ("python", "cypher", "loaders", "procedures")]
        contenders["… before, in turn with it"] = {**environment, "PYTHONPATH": os.pathsep.join(places)}
        for one in contenders.values():
            cost(command, one)
    costs: dict[str, list[Cost]] = {name: [] for name in contenders}
    for _ in range(RUNS):
        for name, one in contenders.items():
            costs[name].append(cost(command, one))
    for name, taken in costs.items():
        told(name, taken)


def cost(command: tuple[str, ...], environment: Mapping[str, str] | None = None) -> Cost:
    """What ``command`` takes; raises `CalledProcessError` where it fails."""
    before, began = processors(), time.perf_counter()
    subprocess.run(command, env=environment, capture_output=True, check=True)
    return Cost(time.perf_counter() - began, processors() - before)


def processors() -> float:
    """Seconds of processors that the processes begun here, and ended, have taken."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def told(what: str, costs: list[Cost]) -> None:
    passed = statistics.median(cost.passed for cost in costs)
    worked = statistics.median(cost.worked for cost in costs)
    load = os.getloadavg()[0]
    print(f"{what:36} {passed:6.2f} s, {worked:6.2f} of processors; load {load:.1f}", flush=True)


if __name__ == "__main__":
    main()
