"""Epochs checked once: every byte is compared with its checksum when a machine opens them for the first time.

A file that was torn by a power cut is found before anything is answered from it. What was compared is marked beside the
arrays, with the machine's start and what the file system says of each file: after another start, or where a file was
touched, it is compared again. A marker's age is never asked.
"""

from __future__ import annotations

import contextlib
import hashlib
import threading
import uuid
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

from motif.snapshot.array_files import Unsound, compare_bytes

MARKER = "compared"

_THREADS = 2
_BOOT = Path("/proc/sys/kernel/random/boot_id")
_comparing = threading.Lock()
_compared: dict[Path, str] = {}

Files = Mapping[str, Mapping[str, Any]]
"""What a manifest says of each file, by the array's name."""


def check_bytes(folder: Path, files: Files, *, again: bool = False) -> None:
    """Compares every file of an epoch with its checksum, unless that was done since the machine started.

    Parameters
    ----------
    again
        Compare them in any case.

    Raises `Unsound`, and `FileNotFoundError` for a file that is not there.
    """
    state = _state(folder, files)
    if not again and _marked(folder) == state:
        return
    with _comparing:
        if again or _marked(folder) != state:
            try:
                with ThreadPoolExecutor(_THREADS) as pool:
                    paths = (folder / f"{name}.npy" for name in files)
                    list(pool.map(compare_bytes, paths, files.values()))
            except Unsound:
                _unmark(folder)
                raise
            mark_compared(folder, files)


def is_as_compared(folder: Path, files: Files) -> bool:
    """Whether no file was touched since all were compared, be that before the machine's last start.

    False too where who compared them since has found one that is broken. Raises `FileNotFoundError` for a missing one.
    """
    return _marked(folder).rpartition(" ")[2] == _state(folder, files).rpartition(" ")[2]


def mark_compared(folder: Path, files: Files) -> None:
    """Says that the files are what the manifest says, as who has just written them knows."""
    state = _state(folder, files)
    aside = folder / f".{MARKER}.{uuid.uuid4().hex}"
    try:
        aside.write_text(state, encoding="ascii")
        aside.replace(folder / MARKER)
    except OSError:
        _compared[folder] = state  # where nothing may be written this process alone knows


def _unmark(folder: Path) -> None:
    """Takes back what `mark_compared` said, for all processes: who mends looks at what was touched."""
    _compared.pop(folder, None)
    with contextlib.suppress(OSError):
        (folder / MARKER).unlink()


def _marked(folder: Path) -> str:
    known = _compared.get(folder)
    if known is not None:
        return known
    try:
        return (folder / MARKER).read_text(encoding="ascii")
    except (OSError, ValueError):
        return ""


def _state(folder: Path, files: Files) -> str:
    """The machine's start, and a hash of what the file system says of the files."""
    digest = hashlib.blake2b(digest_size=16)
    for name in files:
        found = (folder / f"{name}.npy").stat()
        digest.update(f"{name} {found.st_size} {found.st_mtime_ns} {found.st_ino}\n".encode())
    return f"{machine_start()} {digest.hexdigest()}"


@cache
def machine_start() -> str:
    """What is another one after each start of the machine; where that cannot be known, after each of the process."""
    try:
        return _BOOT.read_text(encoding="ascii").strip()
    except OSError:
        return uuid.uuid4().hex
