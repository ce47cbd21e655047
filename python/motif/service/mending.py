"""What a follower has taken is looked at again and again, so that files that were broken since are taken anew."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from motif.snapshot.listing import Listing
from motif.snapshot.mending import Broken, Trace, broken, compared_trace, trace


class Kept:
    """What was taken of each graph, and what of it is broken now; safe for threads.

    Parameters
    ----------
    folder
        Where a graph lies, by ``<database>/<graph>``.
    spoilt
        Told of each graph whose files were found broken, before anything else is done.

    Attributes
    ----------
    writing
        Held by who changes the folders of graphs; what is changed meanwhile is not looked at.
    """

    def __init__(self, folder: Callable[[str], Path], spoilt: Callable[[str, Broken], None]) -> None:
        self.writing = threading.RLock()
        self._folder, self._spoilt = folder, spoilt
        self._sound: dict[str, tuple[Listing, Trace]] = {}
        self._seen: dict[str, Trace] = {}
        self._broken: dict[str, Broken] = {}

    def took(self, path: str, listing: Listing) -> None:
        """That a graph is now what ``listing`` says; the caller holds `writing`."""
        self._sound[path], self._seen[path] = (listing, compared_trace(self._folder(path), listing)), {}
        self._broken.pop(path, None)

    def forget(self, path: str) -> None:
        """That a graph is no more; the caller holds `writing`."""
        for one in (self._sound, self._seen, self._broken):
            one.pop(path, None)

    def broken(self, path: str) -> Broken | None:
        """What is broken of a graph; None where nothing is known to be."""
        return self._broken.get(path)

    def all_broken(self) -> dict[str, Broken]:
        """What is known to be broken, by graph."""
        return dict(self._broken)

    def look(self) -> dict[str, Broken]:
        """`all_broken` as it is now; what is just being changed is left out until it is done."""
        for path in list(self._sound):
            if not self.writing.acquire(blocking=False):
                return {}
            try:
                self.look_at(path)
            finally:
                self.writing.release()
        return self.all_broken()

    def look_at(self, path: str) -> Broken | None:
        """`broken` as it is now; the caller holds `writing`."""
        if path in self._sound:
            self._compare(path)
        return self.broken(path)

    def _compare(self, path: str) -> None:
        (listing, sound), folder = self._sound[path], self._folder(path)
        now = trace(folder, listing)
        if now == self._seen[path]:
            return
        found = broken(folder, listing, sound)
        self._seen[path] = now
        if found.files:
            self._broken[path] = found
            self._spoilt(path, found)
        else:
            self._sound[path] = listing, now
            self._broken.pop(path, None)
