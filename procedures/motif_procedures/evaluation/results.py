"""A file of results: what a command measured, with the commit, the day, the load and the machine it was measured on.

The tables of the documentation are written from such files, so that none is typed.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import time
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

import motif


def write_results(path: Path, report: Mapping[str, Any], leave_out: Collection[str] = ()) -> None:
    """Writes ``report``, without the keys ``leave_out``, and where it was ``taken``, into ``path``."""
    kept = {key: value for key, value in report.items() if key not in leave_out}
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps({"taken": taken(), **kept}, indent=1, ensure_ascii=False, default=str)
    path.write_text(text + "\n", encoding="utf-8")


def taken() -> dict[str, Any]:
    """Where and when this is: version, commit, date, the load of a minute and of a quarter of an hour, the machine.

    >>> sorted(taken())
    ['changed', 'commit', 'date', 'load', 'machine', 'version']
    """
    return {
        "version": motif.__version__,
        "commit": commit(),
        "changed": is_changed(),
        "date": time.strftime("%Y-%m-%d", time.gmtime()),
        "load": [round(load, 1) for load in (os.getloadavg()[0], os.getloadavg()[2])],
        "machine": machine(),
    }


def machine() -> dict[str, Any]:
    """What figures depend on, and nothing that names this machine: cores, memory in GiB, system, Python.

    >>> sorted(machine())
    ['cores', 'memory', 'python', 'system']
    """
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return {
        "cores": os.cpu_count(),
        "memory": round(memory),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
    }


def commit() -> str | None:
    """The commit of the checkout that this code runs from; None where it is installed otherwise."""
    found = _git("rev-parse", "--short", "HEAD")
    return None if found is None else found.strip()


def is_changed() -> bool | None:
    """Whether the code that measures differs from the commit; None where there is no checkout."""
    packages = ("python", "cypher", "loaders", "procedures", "plugin")
    found = _git("status", "--porcelain", "--", *(f":/{package}" for package in packages))
    return None if found is None else bool(found.strip())


def said(taken_at: Mapping[str, Any]) -> str:
    """Where a report was taken, in a sentence.

    >>> said({"commit": "c41c66a", "changed": True, "date": "2026-11-22", "load": [1.3, 0.9],
    ...       "machine": {"cores": 2, "memory": 24}})
    'Commit c41c66a and what was not committed, 2026-11-22; 2 cores, 24 GiB, load 1.3.'
    """
    parts = []
    if taken_at.get("commit"):
        parts.append(
            f"Commit {taken_at['commit']}" + " and what was not committed" * bool(taken_at.get("changed"))
        )
    parts.append(str(taken_at["date"]))
    cores, memory = taken_at["machine"]["cores"], taken_at["machine"].get("memory")
    where = [f"{cores} cores", *([f"{memory} GiB"] if memory else [])]
    load = taken_at.get("load")
    where.append("load not recorded" if load is None else f"load {load[0]:g}")
    return f"{', '.join(parts)}; {', '.join(where)}."


def _git(*arguments: str) -> str | None:
    try:
        return subprocess.run(
            ["git", *arguments],
            cwd=Path(__file__).parent,
            capture_output=True,
            text=True,
            timeout=10,
            check=True,
        ).stdout
    except (OSError, subprocess.SubprocessError):
        return None
