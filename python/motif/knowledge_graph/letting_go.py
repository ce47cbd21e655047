"""Old epochs leave memory soon after the last call that reads them, not whenever Python next looks for cycles."""

from __future__ import annotations

import gc
import threading
import weakref

_PAUSES = (0.0, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0, 120.0, 300.0)
"""Seconds before each look; a call that reads the old epoch lasts no longer than they do together, as a rule."""


class LettingGo:
    """Collects what nobody refers to any more but itself, until the objects it was told of are gone.

    Indexes of an epoch refer to it and it to them, so that counting references alone never frees them; and arrays count
    for little with Python's collector, which would look late or never. One thread, which ends when nothing is left.
    """

    def __init__(self, pauses: tuple[float, ...] = _PAUSES) -> None:
        self._pauses = pauses
        self._lock = threading.Lock()
        self._leaving: list[tuple[weakref.ref[object], int]] = []
        self._come = threading.Event()
        self._thread: threading.Thread | None = None

    def of(self, leaving: object) -> None:
        """Sees to it that ``leaving`` is freed once nobody uses it; holds it only weakly."""
        with self._lock:
            self._leaving.append((weakref.ref(leaving), 0))
            self._come.set()
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="motif-letting-go", daemon=True)
                self._thread.start()

    def _run(self) -> None:
        while True:
            with self._lock:
                left = [(known, looks) for known, looks in self._leaving if known() is not None]
                self._leaving = [(known, looks + 1) for known, looks in left if looks < len(self._pauses)]
                if not self._leaving:
                    self._thread = None
                    return
                pause = self._pauses[min(looks for _, looks in self._leaving) - 1]
            self._come.wait(pause)
            self._come.clear()
            gc.collect()


LETTING_GO = LettingGo()
"""The process's own."""
