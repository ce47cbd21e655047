"""Runs every benchmark in this folder, each in a process of its own: ``make bench``, or ``run.py search project``."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent


def main(names: list[str]) -> int:
    """Runs those named (all by default) one after another; the number that failed."""
    chosen = [HERE / f"bench_{name}.py" for name in names] or sorted(HERE.glob("bench_*.py"))
    failed = 0
    for path in chosen:
        print(f"\n== {path.stem.removeprefix('bench_')}", flush=True)
        failed += subprocess.run([sys.executable, str(path)], check=False).returncode != 0
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
