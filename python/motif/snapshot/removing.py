"""Epochs and graphs removed: out of the way in one step, then file by file."""

from __future__ import annotations

import contextlib
import math
import shutil
import uuid
from pathlib import Path

from motif.crash_points import reached
from motif.durable import sync_folder
from motif.errors import SnapshotCorrupt
from motif.snapshot.folders import read_current

DRAFT, GONE = ".draft-", ".gone-"
"""How the names of folders begin that are being written, or removed."""

_CURRENT_DRAFT = ".current-"


def remove_leftovers(folder: Path) -> None:
    """Removes what a writer that was cut off has left in a graph's folder, and beside it; the caller holds the lock.

    That are drafts, what was being removed, and an epoch that was never made current.
    """
    newest = _newest(folder)
    for entry in list(folder.iterdir()):
        if entry.name.startswith((DRAFT, GONE)):
            shutil.rmtree(entry, ignore_errors=True)
        elif entry.name.startswith(_CURRENT_DRAFT):
            entry.unlink(missing_ok=True)
        elif entry.name.isdecimal() and int(entry.name) > newest:
            remove_epoch(entry)
    _remove_dropped(folder)


def _newest(folder: Path) -> float:
    """The last epoch that was made current; infinite where the file that tells it is broken."""
    try:
        current = read_current(folder)
    except SnapshotCorrupt:
        return math.inf
    return 0 if current is None else current.epoch


def remove_older(folder: Path) -> None:
    """Removes every epoch but the current one; nothing else that lies there.

    What cannot be removed now goes next time.
    """
    current = read_current(folder)
    for entry in list(folder.iterdir()):
        if entry.name.isdecimal() and (current is None or entry.name != str(current.epoch)):
            remove_epoch(entry)


def remove_epoch(folder: Path) -> None:
    """Takes an epoch's folder away whole before its files go, so that no reader opens half of it."""
    leaving = folder.with_name(f"{GONE}{uuid.uuid4().hex}")
    with contextlib.suppress(OSError):
        folder.rename(leaving)
    reached("snapshot.removing")
    shutil.rmtree(leaving, ignore_errors=True)


def drop_snapshots(folder: Path) -> None:
    """Removes a graph's folder with all that lies in it; readers that have mapped an epoch keep it.

    It is gone in one step. What an earlier drop that was cut off has left goes too.
    """
    leaving = folder.with_name(f"{GONE}{folder.name}-{uuid.uuid4().hex}")
    try:
        folder.rename(leaving)
    except OSError:  # not there; or Windows, where somebody has a file of it open
        (folder / "current").unlink(missing_ok=True)
        shutil.rmtree(folder, ignore_errors=True)
    sync_folder(folder.parent)
    reached("drop.removing")
    shutil.rmtree(leaving, ignore_errors=True)
    _remove_dropped(folder)


def _remove_dropped(folder: Path) -> None:
    """Removes what drops of a graph of this name that were cut off have left; the caller holds its lock."""
    for entry in folder.parent.glob(f"{GONE}*"):
        if entry.name.removeprefix(GONE).rpartition("-")[0] == folder.name:
            shutil.rmtree(entry, ignore_errors=True)
