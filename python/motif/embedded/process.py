"""Processes known by number and start time, so that a number used again is never taken for ours."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterable

import psutil

from motif.embedded.options import Process

_CLOCK_TOLERANCE = 1.0
"""Seconds by which two readings of one start may differ: the boot time they count from is rounded."""


def identify(pid: int) -> Process:
    """The process of that number as it is now; raises `psutil.NoSuchProcess` when it is gone."""
    return Process(pid, psutil.Process(pid).create_time())


def current_process() -> Process:
    """The process this is called in."""
    return identify(os.getpid())


def is_alive(process: Process | None) -> bool:
    """True while that very process runs; a zombie, or another process of the same number, does not count."""
    if process is None:
        return False
    try:
        found = psutil.Process(process.pid)
        same: bool = abs(found.create_time() - process.started) <= _CLOCK_TOLERANCE
        return same and bool(found.status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


def ask_to_stop(process: Process) -> None:
    """Send SIGTERM to that very process, if it still runs."""
    if is_alive(process):
        with contextlib.suppress(psutil.NoSuchProcess):
            psutil.Process(process.pid).terminate()


def kill(process: Process) -> None:
    """Send SIGKILL to that very process, if it still runs."""
    if is_alive(process):
        with contextlib.suppress(psutil.NoSuchProcess):
            psutil.Process(process.pid).kill()


def wait_until_gone(processes: Iterable[Process], timeout: float) -> list[Process]:
    """Those that still run after at most ``timeout`` seconds."""
    deadline = time.monotonic() + timeout
    remaining = [process for process in processes if is_alive(process)]
    while remaining and time.monotonic() < deadline:
        time.sleep(0.05)
        remaining = [process for process in remaining if is_alive(process)]
    return remaining
