"""Files that are kept: written aside, on the disk before they have their name, and only then in their place.

A reader sees the old file or the whole new one, whatever ends the process or the machine meanwhile. Who reads a file to
write it again holds `locked` for both, so that of two writers neither loses the other's.
"""

from __future__ import annotations

import contextlib
import errno
import os
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from motif.crash_points import reached
from motif.errors import StorageFailed

LOCK_WAIT = 60.0
"""Seconds that a writer waits for another one."""

_ASIDE = ".part"
_NO_FOLDER_SYNC = (errno.EINVAL, errno.EBADF, errno.EACCES, errno.ENOTSUP)


def write_durably(
    path: Path, write: Callable[[BinaryIO], object] | bytes | str, *, mode: int = 0o666
) -> None:
    """Puts a file in its place, whole and on the disk; its folder is made where it is missing.

    Parameters
    ----------
    write
        The content, or what writes it into the open file.
    mode
        Permissions of the file, less the process's mask.

    Raises `StorageFailed` where the disk is full or forbids it; what was there before is still there then.
    """
    make_folder(path.parent)
    aside = path.with_name(f".{path.name}.{uuid.uuid4().hex}{_ASIDE}")
    try:
        with os.fdopen(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
            if callable(write):
                write(file)
            else:
                file.write(write.encode() if isinstance(write, str) else write)
            sync_file(file)
        reached("durable.written")
        aside.replace(path)
        sync_folder(path.parent)
    except OSError as error:
        raise not_stored(path, error) from error
    finally:
        with contextlib.suppress(OSError):
            aside.unlink(missing_ok=True)


def sync_file(file: BinaryIO) -> None:
    """Waits until what was written is on the disk."""
    file.flush()
    os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """Waits until the names in a folder are on the disk; does nothing where the system cannot."""
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError:  # Windows opens no folders; what is gone needs no sync
        return
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in _NO_FOLDER_SYNC:
            raise
    finally:
        os.close(descriptor)


def make_folder(folder: Path) -> None:
    """Makes a folder and those above it, each on the disk under its name."""
    if folder.is_dir():
        return
    make_folder(folder.parent)
    try:
        folder.mkdir(exist_ok=True)
        sync_folder(folder.parent)
    except OSError as error:
        raise not_stored(folder, error) from error


def remove_asides(folder: Path) -> None:
    """Removes what writers left that were cut off; the caller holds the lock under which files are written there."""
    for entry in folder.glob(f".*{_ASIDE}"):
        entry.unlink(missing_ok=True)


@contextmanager
def locked(path: Path, *, wait: float = LOCK_WAIT) -> Iterator[None]:
    """Holds the lock file ``path``: one process and one thread at a time.

    Raises `StorageFailed` when another one holds it for longer than ``wait`` seconds.
    """
    from filelock import FileLock, Timeout  # nothing that only reads needs it

    make_folder(path.parent)
    try:
        with FileLock(path, timeout=wait, thread_local=False):
            yield
    except Timeout as error:
        raise StorageFailed(
            f"{path.parent} is being written by another process for more than {wait:.0f} seconds.",
            hint="Try again when it has finished.",
        ) from error


def not_stored(path: Path, error: OSError) -> StorageFailed:
    """The error for a file that the system did not take; one of `StorageFailed` as it is."""
    if isinstance(error, StorageFailed):
        return error
    reason = error.strerror or str(error)
    return StorageFailed(
        f"{path.name} cannot be kept in {path.parent}: {reason}. What was there before is still there.",
        hint="Free some space there, or set MOTIF_HOME to a folder that can be written; then run it again.",
    )
