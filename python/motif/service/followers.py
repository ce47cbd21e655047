"""The services that follow this one: what each has, and the short wait that lets epochs become current together."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from motif.service.logs import event
from motif.snapshot import Current
from motif.snapshot.listing import Listing, graph_folders, list_folder, traces

ALIVE = 5.0
"""Seconds after its last request for which a follower counts as alive while it asks for nothing."""

_REMEMBERED = 3600.0
_LOOK = 0.2


@dataclass(frozen=True, slots=True)
class Holds:
    """What a follower has of a graph: in which state, which epoch is current, and which lie there; as tokens."""

    state: str = ""
    current: str = ""
    epochs: frozenset[str] = frozenset()


@dataclass(slots=True)
class _Follower:
    name: str
    version: str
    heard: float
    holds: Mapping[str, Holds] = field(default_factory=dict)
    waits: int = 0
    is_gone: bool = False
    is_late: bool = False


class Followers:
    """Who follows this service, and what it tells them of its graphs. Safe for threads.

    Parameters
    ----------
    home
        The motif home.
    wait
        The most seconds that a new epoch waits for followers before it becomes current without them.
    clock
        Seconds that never go back.
    """

    def __init__(self, home: Path, wait: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._home, self._wait, self._clock = home, wait, clock
        self._known: dict[str, _Follower] = {}
        self._coming: dict[Path, Current] = {}
        self._listed: dict[str, tuple[object, Listing | None]] = {}
        self._change = threading.Condition()
        self._listing_now = threading.Lock()

    def listings(self) -> dict[str, Listing]:
        """Every graph, as followers are told of it, by the names of its folders."""
        found = {}
        with self._listing_now:
            for path, folder in graph_folders(self._home):
                listing = self._listing(path, folder)
                if listing is not None:
                    found[path] = listing
            for path in self._listed.keys() - found.keys():
                del self._listed[path]
        return found

    def listing(self, path: str) -> Listing | None:
        """One of `listings`, as it was last told; None where there is none."""
        return self._listed.get(path, (None, None))[1]

    def folder(self, path: str) -> Path:
        """Where a graph lies that is listed."""
        database, _, graph = path.partition("/")
        return self._home / "graphs" / database / graph

    def _listing(self, path: str, folder: Path) -> Listing | None:
        coming = self._coming.get(folder)
        seen = traces(folder)
        known = self._listed.get(path)
        if known is not None and seen is not None and known[0] == (seen, coming):
            return known[1]
        listing = list_folder(folder, coming)
        self._listed[path] = (None if seen is None else (seen, coming), listing)
        return listing

    def told(self, follower: str, name: str, version: str, holds: Mapping[str, Holds]) -> None:
        """That a follower says who it is and what it has."""
        with self._change:
            known = self._known.setdefault(follower, _Follower(name, version, 0.0))
            known.heard, known.holds, known.is_gone = self._clock(), holds, False
            if known.is_late:
                known.is_late = self._lacks(known) > 0
            self._change.notify_all()

    def heard(self, follower: str) -> None:
        """That a follower has asked for something."""
        with self._change:
            if follower in self._known:
                self._known[follower].heard = self._clock()

    @contextmanager
    def waiting(self, follower: str) -> Iterator[None]:
        """While a follower waits to be told what is new."""
        known = self._known[follower]
        known.waits += 1
        try:
            yield
        finally:
            with self._change:
                known.waits -= 1
                known.heard = self._clock()

    def gone(self, follower: str) -> None:
        """That a follower has closed its connection while it waited."""
        with self._change:
            if follower in self._known and self._known[follower].waits <= 1:
                self._known[follower].is_gone = True
            self._change.notify_all()

    @contextmanager
    def announcing(self, folder: Path, current: Current) -> Iterator[None]:
        """Around the moment in which an epoch becomes current: when all who are alive have it, and then use it.

        Both together take no longer than ``wait``. Who has not come so far is late, and is not waited for again before
        it has caught up.
        """
        path = f"{folder.parent.name}/{folder.name}"
        until = self._clock() + self._wait
        with self._change:
            self._coming[folder] = current
        try:
            self._await(lambda one: current.token in _held(one, path).epochs, until)
            yield
        finally:
            with self._change:
                self._coming.pop(folder, None)
        self._await(lambda one: _held(one, path).current == current.token, until)

    def _await(self, is_so: Callable[[_Follower], bool], until: float) -> None:
        with self._change:
            began = self._clock()
            while late := [one for one in self._alive() if not one.is_late and not is_so(one)]:
                left = until - self._clock()
                if left <= 0:
                    break
                self._change.wait(min(left, _LOOK))
            for one in late:
                one.is_late = True
        for one in late:
            event("follower behind", follower=one.name, seconds=round(self._clock() - began, 1))

    def _alive(self) -> list[_Follower]:
        now = self._clock()
        return [
            one for one in self._known.values() if not one.is_gone and (one.waits or now - one.heard < ALIVE)
        ]

    def _lacks(self, follower: _Follower) -> int:
        """How many graphs a follower has not as they are."""
        now = {path: one.state for path, (_, one) in dict(self._listed).items() if one is not None}
        held = {path: one.state for path, one in follower.holds.items()}
        return sum(now.get(path) != held.get(path) for path in now.keys() | held.keys())

    def figures(self) -> list[dict[str, Any]]:
        """Of each that was heard of in the last hour: its name and version, whether it is alive, and how far behind."""
        self.listings()
        with self._change:
            now = self._clock()
            alive = self._alive()
            for gone in [key for key, one in self._known.items() if now - one.heard > _REMEMBERED]:
                if not self._known[gone].waits:
                    del self._known[gone]
            return [
                {
                    "name": one.name,
                    "version": one.version,
                    "alive": one in alive,
                    "graphsBehind": self._lacks(one),
                    "heard": 0.0 if one.waits else round(now - one.heard, 1),
                }
                for one in self._known.values()
            ]


def _held(follower: _Follower, path: str) -> Holds:
    return follower.holds.get(path, Holds())
