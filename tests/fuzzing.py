"""Many cases drawn at random of what may be sent or handed over: each under a deadline, and nothing grows over them.

Cases are made by functions of a `random.Random`, mostly of what is right and then changed in a place or two: a million
of them is a matter of minutes where hypothesis takes hours. `fuzz` says with which seed a failing one is made again.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import psutil

T = TypeVar("T")

CASES = int(os.environ.get("MOTIF_FUZZ_CASES", "1000"))
"""Of each target whose cases cost little; of the others a share of it."""

SEED = int(os.environ.get("MOTIF_FUZZ_SEED", "0")) or time.time_ns() % 10**9
"""Of the first case, the others count on from there; another one each time."""

SECONDS = 20.0
"""A case's deadline: the machine may be at other work."""

_LOOKS = 24
_MEMORY = 48 << 20
"""Bytes that memory may differ by without anything growing: what is kept on purpose has bounds, and is filled."""

_HANDLES = 8


class TookTooLong(AssertionError):
    """A case did not end before its deadline."""


def fuzz(
    name: str,
    make: Callable[[Random], T],
    check: Callable[[T], object],
    *,
    share: float = 1.0,
    seconds: float = SECONDS,
) -> None:
    """``check`` of ``share`` times `CASES` cases: none raises, none takes longer than ``seconds``, nothing grows.

    What the process holds is looked at between; memory, handles and threads of the last third are those of the middle
    one.
    """
    n_cases, began = max(1, round(share * CASES)), time.monotonic()
    held, every, slowest = Held(), max(20, n_cases // _LOOKS), 0.0
    with alarmed():
        for number in range(n_cases):
            case = make(Random(SEED + number))
            started = time.monotonic()
            try:
                deadline_of(check, case, seconds)
            except BaseException as error:
                error.add_note(f"MOTIF_FUZZ_SEED={SEED + number} makes this case first: {repr(case)[:3000]}")
                raise
            slowest = max(slowest, time.monotonic() - started)
            if number % every == every - 1:
                held.look()
    spent = time.monotonic() - began
    report(
        {"target": name, "cases": n_cases, "seconds": round(spent, 1), "slowest": round(slowest, 3)}
        | held.figures()
    )
    held.check()


def report(figures: dict[str, Any]) -> None:
    """Prints ``figures``, and adds them to the file that ``MOTIF_FUZZ_REPORT`` names."""
    print(json.dumps(figures))
    if path := os.environ.get("MOTIF_FUZZ_REPORT"):
        with Path(path).open("a", encoding="utf-8") as file:
            file.write(json.dumps(figures) + "\n")


@contextmanager
def alarmed() -> Iterator[None]:
    """While the block runs, a timer that runs out raises `TookTooLong` in it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def late(number: int, frame: object) -> None:
        raise TookTooLong("The case has not ended before its deadline.")

    before = signal.signal(signal.SIGALRM, late)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def deadline_of(check: Callable[[T], object], case: T, seconds: float) -> None:
    began = time.monotonic()
    if threading.current_thread() is threading.main_thread():
        signal.setitimer(signal.ITIMER_REAL, seconds)
    check(case)
    signal.setitimer(signal.ITIMER_REAL, 0)
    if time.monotonic() - began > seconds:
        raise TookTooLong(f"It took longer than {seconds:g} s.")


class Held:
    """What this process holds, look by look."""

    def __init__(self) -> None:
        self._process = psutil.Process()
        self.memory: list[int] = []
        self.handles: list[int] = []
        self.threads: list[int] = []

    def look(self) -> None:
        gc.collect()
        self.memory.append(self._process.memory_info().rss)
        self.handles.append(self._process.num_fds())
        self.threads.append(self._process.num_threads())

    def figures(self) -> dict[str, Any]:
        """Of the middle third and of the last."""
        if not self.memory:
            return {}
        return {
            "MiB": [size >> 20 for size in middle_and_end(self.memory)],
            "handles": middle_and_end(self.handles),
            "threads": middle_and_end(self.threads),
        }

    def check(self) -> None:
        """Fails where the last third holds more than the middle one."""
        if len(self.memory) < 6:
            return
        middle, end = middle_and_end(self.memory)
        assert end <= 1.1 * middle + _MEMORY, self.memory
        for figures in (self.handles, self.threads):
            middle, end = middle_and_end(figures)
            assert end <= middle + _HANDLES, figures


def middle_and_end(figures: list[int]) -> tuple[int, int]:
    """The least of the middle third and of the last: what grows is in each look."""
    third = max(1, len(figures) // 3)
    return min(figures[third : 2 * third] or figures), min(figures[-third:])
