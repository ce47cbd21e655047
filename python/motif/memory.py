"""How much memory this process holds of its own, and how much the machine and its containers leave it."""

from __future__ import annotations

import contextlib
import mmap
from collections.abc import Iterator
from pathlib import Path

import psutil

_PROCESSES = Path("/proc")
_GROUPS = Path("/sys/fs/cgroup")

_SECOND = ("memory.max", "memory.current", "")
_FIRST = ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_")
"""Of control groups of version 2 and 1: files of what may be used and what is, and how sums in their figures begin."""


def own_memory(process: int | None = None) -> int:
    """Bytes of memory that are a process's alone; pages of files that are mapped, snapshots above all, are not.

    Where the system does not tell them apart (macOS, Windows), all that is resident; 0 for a process that is gone.

    Parameters
    ----------
    process
        Its number; None for this one.
    """
    of_process = _PROCESSES / ("self" if process is None else str(process)) / "statm"
    with contextlib.suppress(OSError, ValueError):
        _, resident, of_files = of_process.read_bytes().split()[:3]  # a third of the time that "status" takes
        return (int(resident) - int(of_files)) * mmap.PAGESIZE
    try:
        return int(psutil.Process(process).memory_info().rss)
    except psutil.NoSuchProcess:
        return 0


def available_memory() -> int:
    """Bytes of memory of the machine, or of the container or unit where it has fewer."""
    return min([int(psutil.virtual_memory().total), *(limit for limit, _ in _groups())])


def free_memory() -> int:
    """Bytes that the system would still give, of the machine or of the container or unit where that has fewer left.

    Pages of files count as free: the system takes them back.

    >>> 0 <= free_memory() <= available_memory()
    True
    """
    left = (limit - used for limit, used in _groups())
    return max(0, min([int(psutil.virtual_memory().available), *left]))


def _groups() -> Iterator[tuple[int, int]]:
    """Limit and use of each control group that this process is in: a container, a systemd unit, those around it."""
    with contextlib.suppress(OSError, ValueError):  # no Linux
        for line in (_PROCESSES / "self" / "cgroup").read_text(encoding="utf-8").splitlines():
            _, controllers, path = line.split(":", 2)
            if not controllers:
                for mounted in (_GROUPS, _GROUPS / "unified"):
                    yield from _group_and_those_around(mounted, path, *_SECOND)
            elif "memory" in controllers.split(","):
                yield from _group_and_those_around(_GROUPS / "memory", path, *_FIRST)


def _group_and_those_around(
    mounted: Path, path: str, of_limit: str, of_use: str, sums: str
) -> Iterator[tuple[int, int]]:
    folder = mounted / path.strip("/")
    for group in (folder, *folder.parents):
        with contextlib.suppress(OSError, ValueError):  # "max", or the machine's own
            limit = int((group / of_limit).read_text(encoding="ascii"))
            lines = (group / "memory.stat").read_text(encoding="ascii").splitlines()
            figures = dict(line.split() for line in lines)
            of_files = sum(int(figures.get(f"{sums}{kind}_file", 0)) for kind in ("inactive", "active"))
            yield limit, int((group / of_use).read_text(encoding="ascii")) - of_files
        if group == mounted:
            return
