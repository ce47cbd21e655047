"""Letting go of graphs where the service holds more memory than it may."""

from __future__ import annotations

import gc
import threading
from collections.abc import Callable

from motif.engine.freed_memory import give_back
from motif.memory import available_memory, own_memory
from motif.service.logs import event

_SHARE = 0.75
"""Of the machine's memory, or the container's, which the service may hold where nobody said how much."""

_PAUSE = 1.0
"""Seconds for running calls to end that still read what was let go, before anything else is let go."""


class MemoryLimit:
    """Lets go of what can be made again, one after another, while more memory is held than may be.

    Parameters
    ----------
    limit
        In bytes; None for three quarters of the machine's memory, or the container's.
    let_go
        Lets go of what was not used for longest; False when all that is left is in use.
    used
        Bytes that are held now.
    """

    def __init__(
        self,
        limit: int | None,
        let_go: Callable[[], bool],
        used: Callable[[], int] = own_memory,
        pause: float = _PAUSE,
    ) -> None:
        self.limit = int(_SHARE * available_memory()) if limit is None else limit
        self.n_let_go = 0
        self._let_go, self._used, self._pause = let_go, used, pause
        self._lock = threading.Lock()
        self._is_busy = self._is_told = False

    def look(self) -> None:
        """Begins to let go in the background where more is held than may be; called after each call that ends."""
        if self._used() <= self.limit:
            self._is_told = False
            return
        with self._lock:
            if self._is_busy:
                return
            self._is_busy = True
        threading.Thread(target=self._run, name="motif-memory", daemon=True).start()

    def figures(self) -> dict[str, int]:
        """``used`` and ``limit`` in bytes, and how many graphs were let go since the start."""
        return {"used": self._used(), "limit": self.limit, "letGo": self.n_let_go}

    def _run(self) -> None:
        try:
            waits = threading.Event()
            while self._used() > self.limit:
                if not self._let_go():
                    if not self._is_told:
                        event("more memory than the limit for what is in use", **self.figures())
                    self._is_told = True
                    break
                self.n_let_go += 1
                _give_back()
                if self._used() > self.limit:
                    waits.wait(self._pause)
                    _give_back()
        finally:
            self._is_busy = False


def _give_back() -> None:
    """Frees what refers only to itself, and returns what the C library keeps to the system, where it can."""
    gc.collect()
    give_back()
