"""Where snapshots lie: ``<home>/<database id>/<graph>/<epoch>``, and which epoch is current."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from urllib.parse import unquote_to_bytes

from motif.crash_points import reached
from motif.durable import LOCK_WAIT, make_folder, sync_file, sync_folder
from motif.errors import GraphExists, SnapshotCorrupt

UNREADABLE = (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError)
"""What a file of JSON is answered with that is broken, or nested without end."""

_LONGEST = 120
_SAFE = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-_")


@dataclass(frozen=True, slots=True)
class Current:
    """Which snapshot of a graph is current. The token tells equal epochs of a name used again apart."""

    epoch: int
    token: str


@lru_cache(maxsize=1024)
def folder_name(name: str) -> str:
    """A name of any characters as the name of a folder, different for different names on any file system.

    >>> folder_name("movies"), folder_name("Zürich/1"), folder_name("..")
    ('movies', '%5a%c3%bcrich%2f1', '%2e%2e')
    """
    safe = "".join(
        letter
        if letter in _SAFE
        else "".join(f"%{byte:02x}" for byte in letter.encode("utf-8", "surrogatepass"))
        for letter in name
    )
    if len(safe) <= _LONGEST:
        return safe or "%"
    digest = hashlib.blake2b(name.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
    return f"{safe[:_LONGEST]}%{digest}"


@lru_cache(maxsize=1024)
def graph_folder(home: Path, database_id: str, name: str) -> Path:
    """The folder that holds a graph's epochs."""
    return home / "graphs" / folder_name(database_id) / folder_name(name)


def read_current(folder: Path) -> Current | None:
    """The current snapshot of a graph's folder, None when there is none.

    Where the file that tells it is broken, the newest one that was written whole.
    """
    try:
        # Read several times a call: a path made of a path would take longer than the file.
        with open(f"{folder}/current", "rb", buffering=0) as file:  # noqa: PTH123
            return _current_of(file.read())
    except (FileNotFoundError, NotADirectoryError):
        return None
    except UNREADABLE as error:
        newest = _newest(folder)
        if newest is not None:
            return newest
        raise SnapshotCorrupt(
            f"The file that tells the current epoch in {folder} cannot be read.",
            hint="Drop the graph and project it.",
        ) from error


@lru_cache(maxsize=256)
def _current_of(content: bytes) -> Current:
    """What the file says; raises one of `UNREADABLE` for what is broken."""
    told = json.loads(content)
    return Current(int(told["epoch"]), str(told["token"]))


def is_current(folder: Path, current: Current) -> bool:
    """Whether the file that tells the current snapshot is there and whole, and tells that one."""
    try:
        return _current_of((folder / "current").read_bytes()) == current
    except (OSError, *UNREADABLE):
        return False


def _newest(folder: Path) -> Current | None:
    """The newest snapshot by what its manifest says of itself."""
    for epoch in epochs_of(folder):
        try:
            content = json.loads((folder / str(epoch) / "manifest.json").read_text(encoding="utf-8"))
            return Current(int(content["epoch"]), str(content["token"]))
        except (OSError, *UNREADABLE):
            continue
    return None


def write_current(folder: Path, current: Current) -> None:
    """Makes a snapshot the current one, at once for all readers and for good."""
    draft = folder / f".current-{current.token}"
    with draft.open("wb") as file:
        file.write(json.dumps(asdict(current)).encode())
        sync_file(file)
    reached("current.written")
    draft.replace(folder / "current")
    sync_folder(folder)
    reached("current.flipped")


def epochs_of(folder: Path) -> list[int]:
    """The epochs whose folders are there, newest first, whether current or not."""
    try:
        return sorted((int(entry.name) for entry in folder.iterdir() if entry.name.isdecimal()), reverse=True)
    except (FileNotFoundError, NotADirectoryError):
        return []


def next_epoch(folder: Path) -> int:
    """One more than every epoch that is there or was made current."""
    try:
        current = read_current(folder)
    except SnapshotCorrupt:
        current = None
    return 1 + max([0 if current is None else current.epoch, *epochs_of(folder)])


def name_of_folder(name: str) -> str:
    """The name whose `folder_name` this is; of a long one its beginning.

    >>> name_of_folder(folder_name("Zürich/1"))
    'Zürich/1'
    """
    return unquote_to_bytes(name[:_LONGEST]).decode("utf-8", "replace")


@contextmanager
def write_lock(folder: Path) -> Iterator[None]:
    """Holds the right to write in a graph's folder; one process and thread at a time.

    Raises `GraphExists` when another writer does not finish within `LOCK_WAIT` seconds.
    """
    from filelock import FileLock, Timeout  # nothing that only reads needs it

    make_folder(folder.parent)
    lock = FileLock(folder.with_name(folder.name + ".lock"), timeout=LOCK_WAIT, thread_local=False)
    try:
        with lock:
            yield
    except Timeout as error:
        raise GraphExists(
            f"The graph is being written by another process for more than {LOCK_WAIT:.0f} seconds.",
            hint="Try again when it has finished.",
        ) from error
