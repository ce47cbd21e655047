"""What a graph's folder holds that another machine needs to answer as this one does: files, sizes and checksums.

A *piece* is what appears at once: the folder of an epoch, an index, what was learnt, or a single file. Drafts, locks
and what is being removed are none.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import time
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, TypeAlias

from motif.errors import SnapshotCorrupt
from motif.snapshot.checking import MARKER
from motif.snapshot.folders import UNREADABLE, Current, read_current

Files: TypeAlias = Mapping[str, tuple[int, int]]
"""Bytes and CRC-32 of each file of a piece, by its path below it; of a piece that is one file, under ``""``."""

Pieces: TypeAlias = Mapping[str, Files]
"""Of each piece, by its path below the graph's folder."""

_HOLD_PIECES = ("indexes", "learned")
_FILES = ("refresh.json",)
_UNFINISHED = re.compile(r"\..*|.*\.lock|.*\.[0-9a-f]{32}")
_PART = re.compile(r"[A-Za-z0-9_%-][A-Za-z0-9_%.-]*")
_AT_ONCE = 1 << 20
_SETTLED = 100_000_000
"""Nanoseconds after which a folder's time tells of every change: two within a tick of the clock have the same."""


@dataclass(frozen=True)
class Listing:
    """A graph's folder as it is, or is about to be.

    Attributes
    ----------
    current
        The snapshot that answers; None before the first.
    coming
        One that is written whole and not current yet; None for none.
    pieces
        Of ``coming`` where there is one, else of ``current``; with what lies beside.
    """

    current: Current | None
    coming: Current | None
    pieces: Pieces

    @cached_property
    def state(self) -> str:
        """Another one after each change."""
        described = json.dumps([_plain(self.current), _plain(self.coming), self.pieces], sort_keys=True)
        return hashlib.blake2b(described.encode(), digest_size=16).hexdigest()

    def file(self, path: str) -> tuple[int, int] | None:
        """Bytes and checksum of a file, by its path below the folder; None where it is not listed."""
        for piece, files in self.pieces.items():
            if path == piece:
                return files.get("")
            if path.startswith(f"{piece}/"):
                return files.get(path[len(piece) + 1 :])
        return None


def graph_folders(home: Path) -> Iterator[tuple[str, Path]]:
    """Of each graph ``<database>/<graph>``, as the folders are called, and where it lies; by name."""
    for database in _folders(home / "graphs"):
        for graph in _folders(database):
            yield f"{database.name}/{graph.name}", graph


def list_folder(folder: Path, coming: Current | None = None) -> Listing | None:
    """What a graph's folder holds; None where there is no graph, and none is coming, or nobody can tell which."""
    try:
        current = read_current(folder)
    except SnapshotCorrupt:
        return None
    if current is None and coming is None:
        return None
    epoch = coming or current
    assert epoch is not None
    pieces = dict(pieces_of(folder, (str(epoch.epoch),)))
    return Listing(current, coming, pieces)


def pieces_of(folder: Path, epochs: tuple[str, ...]) -> Pieces:
    """The pieces of a graph's folder, those ``epochs`` among them; what is removed meanwhile is left out."""
    paths = [*epochs, *(name for name in _FILES if (folder / name).is_file())]
    for name in _HOLD_PIECES:
        paths += [f"{name}/{entry.name}" for entry in _entries(folder / name) if _is_listed(entry.name)]
    found: dict[str, Files] = {}
    for path in paths:
        try:
            files = piece_files(folder / path)
        except (FileNotFoundError, NotADirectoryError):
            continue
        if files:
            found[path] = files
    return found


def piece_files(path: Path) -> Files:
    """The files of one piece; links are none. Raises `FileNotFoundError` where one goes meanwhile."""
    if path.is_symlink():
        return {}
    if path.is_file():
        return {"": _facts(path, {})}
    told = _told(path / "manifest.json")
    return {file: _facts(path / file, told) for file in _walk(path, "")}


def traces(folder: Path) -> tuple[Any, ...] | None:
    """What is another one where a folder was changed, at the cost of few looks; None where it was just now."""
    beside = [folder / name for name in _HOLD_PIECES]
    beside += [entry for entry in _entries(folder / "learned") if entry.is_dir()]
    try:
        current = (folder / "current").read_bytes()
    except OSError:
        current = b""
    times = [_time(each) for each in (folder, *beside)]
    return None if time.time_ns() - max(times) < _SETTLED else (current, *times)


def is_path(path: str) -> bool:
    """Whether a path is one that stays below a folder, part for part, on any system.

    >>> is_path("12/node.ids.npy"), is_path("../token"), is_path("learned/.part"), is_path("c:/x"), is_path("")
    (True, False, False, False, False)
    """
    return all(_PART.fullmatch(part) is not None for part in path.split("/"))


def crc_of(path: Path) -> int:
    """The CRC-32 of a file."""
    crc = 0
    with path.open("rb") as file:
        while part := file.read(_AT_ONCE):
            crc = zlib.crc32(part, crc)
    return crc


def _plain(current: Current | None) -> dict[str, Any] | None:
    return None if current is None else asdict(current)


def _entries(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except (FileNotFoundError, NotADirectoryError):
        return []


def _folders(folder: Path) -> list[Path]:
    return [entry for entry in _entries(folder) if is_path(entry.name) and entry.is_dir()]


def _is_listed(name: str) -> bool:
    return _UNFINISHED.fullmatch(name) is None and is_path(name) and name != MARKER


def _walk(folder: Path, prefix: str) -> Iterator[str]:
    with os.scandir(folder) as entries:
        for entry in sorted(entries, key=lambda one: one.name):
            if not _is_listed(entry.name) or entry.is_symlink():
                continue
            if entry.is_dir():
                yield from _walk(folder / entry.name, f"{prefix}{entry.name}/")
            else:
                yield prefix + entry.name


def _facts(path: Path, told: Mapping[str, tuple[int, int]]) -> tuple[int, int]:
    found = path.stat()
    known = told.get(path.name)
    if known is not None and known[0] == found.st_size:
        return known
    return found.st_size, _crc(path, found.st_size, found.st_mtime_ns, found.st_ino)


@lru_cache(maxsize=4096)
def _crc(path: Path, *_: int) -> int:
    return crc_of(path)


def _told(manifest: Path) -> Mapping[str, tuple[int, int]]:
    try:
        found = manifest.stat()
        return _checksums(manifest, found.st_size, found.st_mtime_ns, found.st_ino)
    except (OSError, *UNREADABLE):
        return {}


@lru_cache(maxsize=512)
def _checksums(manifest: Path, *_: int) -> Mapping[str, tuple[int, int]]:
    """What a manifest says of its arrays' files; those of earlier versions have no CRC-32."""
    files = json.loads(manifest.read_text(encoding="utf-8"))["files"]
    return {
        f"{name}.npy": (int(facts["bytes"]), int(facts["crc32"]))
        for name, facts in files.items()
        if "crc32" in facts
    }


def _time(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0
