"""Files of a followed graph that are no longer what was fetched: looked for cheaply, and told by name."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from motif.snapshot.checking import MARKER, is_as_compared
from motif.snapshot.folders import UNREADABLE, is_current
from motif.snapshot.listing import Files, Listing, crc_of

Trace = dict[str, tuple[int, int, int] | None]
"""Of each file its size, time and number in the file system; None where it is missing."""

_CURRENT = "current"


@dataclass(frozen=True, slots=True)
class Broken:
    """What is wrong of a graph's folder.

    Attributes
    ----------
    files
        Paths below it of files that are missing or have other bytes.
    is_mapped
        Whether one of them was changed where it lies, so that a process that maps it reads what is wrong.
    """

    files: tuple[str, ...]
    is_mapped: bool


def trace(folder: Path, listing: Listing) -> Trace:
    """What the file system says of what a listing lists; another one where something was touched."""
    paths = [_CURRENT]
    for piece, files in listing.pieces.items():
        paths += [f"{piece}/{file}".rstrip("/") for file in (*files, *((MARKER,) if "" not in files else ()))]
    return {path: _seen(folder / path) for path in paths}


def compared_trace(folder: Path, listing: Listing) -> Trace:
    """What of a `trace` is known to be as it was compared: arrays that nobody has touched since.

    So what is broken while other files are still being fetched is not taken for what came.
    """
    found = trace(folder, listing)
    known = tuple(
        f"{piece}/" for piece, files in listing.pieces.items() if _is_compared(folder / piece, files)
    )
    return {path: seen for path, seen in found.items() if path.endswith(".npy") and path.startswith(known)}


def _is_compared(piece: Path, files: Files) -> bool:
    return "" not in files and (piece / "manifest.json").is_file() and _is_as_compared(piece)


def broken(folder: Path, listing: Listing, before: Trace) -> Broken:
    """Which files of a listing are not what it says; ``before`` is their trace when they were.

    Bytes are read of what was touched since; of all of a piece where nothing was, and who opened it found it broken.
    """
    found: list[str] = []
    for piece, files in listing.pieces.items():
        facts = {f"{piece}/{file}".rstrip("/"): one for file, one in files.items()}
        read = [path for path in facts if path not in before or _seen(folder / path) != before[path]]
        if not read and not _is_as_compared(folder / piece):
            read = list(facts)
        found += [path for path in read if not _is(folder / path, facts[path])]
    is_mapped = any(_same_file(_seen(folder / path), before.get(path)) for path in found)
    if listing.current is not None and not is_current(folder, listing.current):
        found.append(_CURRENT)
    return Broken(tuple(found), is_mapped)


def _same_file(now: tuple[int, int, int] | None, before: tuple[int, int, int] | None) -> bool:
    return now is not None and before is not None and now[2] == before[2]


def _seen(path: Path) -> tuple[int, int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_size, found.st_mtime_ns, found.st_ino


def _is(path: Path, facts: tuple[int, int]) -> bool:
    try:
        return path.stat().st_size == facts[0] and crc_of(path) == facts[1]
    except OSError:
        return False


def _is_as_compared(piece: Path) -> bool:
    """True too for what has no manifest of arrays."""
    if not (piece / "manifest.json").is_file():
        return True
    try:
        return is_as_compared(
            piece, json.loads((piece / "manifest.json").read_text(encoding="utf-8"))["files"]
        )
    except (OSError, *UNREADABLE):
        return False
