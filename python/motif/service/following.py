"""A service with a folder of its own that follows another: it fetches what that one has, and answers from it."""

from __future__ import annotations

import secrets
import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from motif.errors import (
    FollowsAnother,
    InvalidConfiguration,
    MotifError,
    ServiceUnavailable,
    SnapshotCorrupt,
    VersionMismatch,
)
from motif.service.first_service import FirstService
from motif.service.information import PROTOCOL, package_version
from motif.service.logs import LOGGER, event
from motif.service.mending import Kept
from motif.snapshot import Current, drop_snapshots, folder_name, write_lock
from motif.snapshot.folders import name_of_folder, read_current
from motif.snapshot.followed import Followed, followed_by, follows_another, note_followed
from motif.snapshot.listing import Listing, graph_folders, is_path
from motif.snapshot.mending import Broken
from motif.snapshot.reading import read_manifest
from motif.snapshot.receiving import Incomplete, holds, receive
from motif.snapshot.writing import FORMAT

WAIT = 20.0
"""Seconds for which the first service holds its answer back where there is nothing new."""

PAUSE = 1.0
"""Seconds until the next try after one that failed."""

_TOLD = 3
"""Broken files that are told by name at most."""

_EPOCHS, _FILE = "/v1/epochs", "/v1/epochs/file"


class Following(threading.Thread):
    """Follows the service that ``first`` is, until it is stopped.

    Parameters
    ----------
    home
        A motif home that is a follower's (`motif.snapshot.followed.begin_to_follow`).
    dropped
        Told of each graph that is not there any more, or whose files were broken or put right, so that nobody reads on
        in what it was: the id of its database, and its name.

    Attributes
    ----------
    fetched
        Bytes that came since the start.
    """

    def __init__(self, home: Path, first: FirstService, dropped: Callable[[str, str], None]) -> None:
        super().__init__(name="motif-following", daemon=True)
        self.fetched = 0
        self._home, self._first, self._dropped = home, first, dropped
        self._id = secrets.token_hex(16)
        self._stopped = threading.Event()
        self._lock = threading.Lock()
        self._held: dict[str, dict[str, Any]] = {}
        self._listed: frozenset[str] | None = None
        self._problem = ""
        self._state = "starting"
        self._heard: float | None = None
        self._kept = Kept(self._folder, self._spoilt)
        self._mending = threading.Thread(target=self._mend_on, name="motif-mending", daemon=True)

    @property
    def url(self) -> str:
        """The service that is followed."""
        return self._first.url

    def run(self) -> None:
        self._mending.start()
        while not self._stopped.is_set():
            try:
                self.step()
            except MotifError as error:
                self._fail(error)
            except Exception as error:
                LOGGER.exception("fault", extra={"fields": {"while": "following"}})
                self._fail(MotifError(f"An unexpected {type(error).__name__}; the log says more."))
            if self._problem:
                self._stopped.wait(PAUSE)
        self._first.close()

    def stop(self) -> None:
        """Ends it at its next look; what was fetched so far is gone on with another time."""
        self._stopped.set()

    def step(self, wait: float = WAIT) -> None:
        """Asks once what there is, and takes what is new; raises what keeps it from that."""
        asked = {"follower": self._id, "name": socket.gethostname(), "version": package_version()}
        told = self._first.ask(_EPOCHS, {**asked, "holds": dict(self._held), "wait": wait})
        self._check(told)
        graphs = _graphs(told)
        with self._lock:
            self._listed = frozenset(path for path, one in graphs.items() if one["current"] is not None)
            self._heard = time.monotonic()
            self._state = "following"
        with self._kept.writing:
            self._drop_others(graphs)
        problem = ""
        for path, one in graphs.items():
            if one["pieces"] is None:
                continue
            self._tell("behind", self._problem)
            try:
                self._take(path, one)
            except (Incomplete, MotifError) as error:
                if isinstance(error, ServiceUnavailable):
                    raise
                problem = f"A graph could not be taken over: {error}."
                event("not followed", graph=path, reason=str(error))
        self._tell("behind" if problem else "following", problem)

    def mend(self, first: FirstService) -> None:
        """Looks for files that were broken since they were taken, and takes them again over ``first``.

        Raises what keeps it from that.
        """
        broken = self._kept.look()
        if not broken:
            return
        for path in broken:
            self._held.pop(path, None)
        asked = {"follower": self._id, "name": socket.gethostname(), "version": package_version()}
        told = first.ask(_EPOCHS, {**asked, "holds": dict(self._held), "wait": 0})
        self._check(told)
        graphs = _graphs(told)
        for path in broken.keys() & graphs.keys():
            if graphs[path]["pieces"] is not None:
                self._take(path, graphs[path], first)

    def _mend_on(self) -> None:
        first = self._first.another()
        while not self._stopped.wait(PAUSE):
            try:
                self.mend(first)
            except (Incomplete, MotifError) as error:
                self._stopped.wait(PAUSE)
                if not isinstance(error, ServiceUnavailable):
                    event("not mended", url=self.url, reason=str(error))
            except Exception:
                LOGGER.exception("fault", extra={"fields": {"while": "mending"}})
        first.close()

    def _spoilt(self, path: str, found: Broken) -> None:
        event("broken", graph=path, files=list(found.files[:_TOLD]), count=len(found.files))
        if found.is_mapped:
            self._dropped(*_named(self._folder(path)))

    def lacks(self, database: str, name: str) -> bool:
        """Whether the first service may have a graph of that name that is not here, or not whole.

        What is open here goes on answering while the first cannot be asked and no bytes were changed where they lie.
        """
        path = f"{folder_name(database)}/{folder_name(name)}"
        broken = self._kept.broken(path)
        if broken is not None:
            with self._lock:
                return broken.is_mapped or self._state in ("following", "behind")
        if _current(self._folder(path)) is not None:
            return False
        with self._lock:
            return self._listed is None or path in self._listed

    def refusal(self, what: str, database: str = "", name: str = "") -> FollowsAnother:
        """The error for what is to be asked of the first service, of the graph that is named."""
        path = f"{folder_name(database)}/{folder_name(name)}"
        broken = self._kept.broken(path)
        if broken is None:
            return follows_another(self.url, what)
        return FollowsAnother(
            f"Files of the projection '{name}' are broken where the service lies that was asked, "
            f"{_files(broken)}, and are fetched again from {self.url}: {what} was not begun.",
            hint=f"Ask {self.url}, or ask again in a moment. Where service.url in conf/motif.conf names both, "
            "the plugin does so by itself.",
        )

    def figures(self) -> dict[str, Any]:
        """Whom it follows, how that goes, and the seconds since it heard of it."""
        broken = self._kept.all_broken()
        told = [f"Broken, and fetched again: {_files(one)} of {path}." for path, one in broken.items()]
        with self._lock:
            heard = None if self._heard is None else round(time.monotonic() - self._heard, 1)
            problems = [*([self._problem] if self._problem else []), *told]
            return {
                "url": self.url,
                "state": "behind" if broken and self._state == "following" else self._state,
                "problem": " ".join(problems) or None,
                "heard": heard,
                "fetched": self.fetched,
            }

    def _fail(self, error: MotifError) -> None:
        state = "unreachable" if isinstance(error, ServiceUnavailable) else "refused"
        if (state, str(error)) != (self._state, self._problem):
            event("not followed", url=self.url, reason=str(error))
        self._tell(state, str(error))

    def _tell(self, state: str, problem: str) -> None:
        with self._lock:
            self._state, self._problem = state, problem

    def _check(self, told: Mapping[str, Any]) -> None:
        """Raises where what the first service has cannot be read here, or is not what was followed so far."""
        if (told.get("protocol"), told.get("format")) != (PROTOCOL, FORMAT):
            raise VersionMismatch(
                f"The service at {self.url}, version {told.get('version')}, has snapshots of format "
                f"{told.get('format')} and speaks protocol {told.get('protocol')}; this follower, version "
                f"{package_version()}, reads format {FORMAT} and speaks protocol {PROTOCOL}. Nothing was fetched.",
                hint="Install the same version of Motif on both.",
            )
        known, identity = followed_by(self._home) or Followed(self.url), str(told.get("identity"))
        if not known.identity:
            note_followed(self._home, Followed(self.url, identity))
        elif known.identity != identity:
            raise InvalidConfiguration(
                f"The service at {self.url} has another folder than the one that was followed so far; what is here "
                "goes on answering.",
                hint="Give the first service its folder again; or empty the follower's, and start it.",
            )

    def _take(self, path: str, told: Mapping[str, Any], first: FirstService | None = None) -> None:
        """Makes a graph what is told of it; ``first`` is the connection over which, where that is another."""
        with self._kept.writing:
            broken = self._kept.look_at(path)
            self._receive(path, told, first or self._first)
        if broken is not None:
            self._dropped(*_named(self._folder(path)))
            event("mended", graph=path, files=list(broken.files[:_TOLD]), count=len(broken.files))

    def _receive(self, path: str, told: Mapping[str, Any], first: FirstService) -> None:
        folder = self._folder(path)
        listing = Listing(_epoch(told["current"]), _epoch(told["coming"]), _pieces(told["pieces"]))
        (self._home / "graphs").mkdir(mode=0o700, parents=True, exist_ok=True)
        came = receive(folder, listing, lambda file, start: self._fetch(first, path, file, start))
        if came:
            event("fetched", graph=path, bytes=came)
        self._kept.took(path, listing)
        there = [one for one in (listing.current, listing.coming) if one is not None and holds(folder, one)]
        current = _current(folder)
        self._held[path] = {
            "state": told["state"],
            "current": "" if current is None else current.token,
            "epochs": [one.token for one in there],
        }

    def _fetch(self, first: FirstService, path: str, file: str, start: int) -> Iterator[bytes]:
        request = {"follower": self._id, "graph": path, "file": file, "start": start}
        for part in first.stream(_FILE, request):
            if self._stopped.is_set():
                raise ServiceUnavailable("The follower is being stopped.")
            self.fetched += len(part)
            yield part

    def _drop_others(self, graphs: Mapping[str, Mapping[str, Any]]) -> None:
        """Drops what the first service has no more, and what it has anew under a name that was used before."""
        for path, folder in list(graph_folders(self._home)):
            if path in graphs and graphs[path]["current"] is not None:
                continue
            current = _current(folder)
            if current is None and path in graphs:
                continue
            named = _named(folder)
            with write_lock(folder):
                drop_snapshots(folder)
            self._held.pop(path, None)
            self._kept.forget(path)
            self._dropped(*named)
            event("dropped", graph=path)

    def _folder(self, path: str) -> Path:
        database, _, graph = path.partition("/")
        return self._home / "graphs" / database / graph


def _current(folder: Path) -> Current | None:
    try:
        return read_current(folder)
    except SnapshotCorrupt:
        return None


def _named(folder: Path) -> tuple[str, str]:
    """The id of the database and the name of a graph; by its folder where its manifest cannot be read."""
    current = _current(folder)
    if current is not None:
        try:
            content = read_manifest(folder / str(current.epoch)).content
            return str(content["database"]), str(content["name"])
        except (OSError, MotifError):
            pass
    return name_of_folder(folder.parent.name), name_of_folder(folder.name)


def _files(broken: Broken) -> str:
    left = len(broken.files) - _TOLD
    return ", ".join(broken.files[:_TOLD]) + (f" and {left} more" if left > 0 else "")


def _graphs(told: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    graphs = told.get("graphs")
    needed = {"current", "coming", "state", "pieces"}
    is_sound = isinstance(graphs, dict) and all(
        is_path(path) and path.count("/") == 1 and isinstance(one, dict) and needed <= one.keys()
        for path, one in graphs.items()
    )
    if not is_sound:
        raise VersionMismatch(
            "The first service lists what this version does not read.",
            hint="Install the same version of Motif on both.",
        )
    return dict(graphs or {})


def _epoch(told: Mapping[str, Any] | None) -> Current | None:
    return None if told is None else Current(int(told["epoch"]), str(told["token"]))


def _pieces(told: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, tuple[int, int]]]:
    return {
        piece: {file: (int(facts[0]), int(facts[1])) for file, facts in files.items()}
        for piece, files in told.items()
    }
