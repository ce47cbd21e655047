"""Snapshots written: into a draft folder, then renamed, then made current."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import time
import uuid
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.crash_points import reached
from motif.durable import make_folder, not_stored, sync_file, sync_folder
from motif.errors import SnapshotCorrupt
from motif.graphs.narrow import narrow_ids
from motif.graphs.projection import Projection
from motif.snapshot.array_files import is_blank, is_repeated, write_array
from motif.snapshot.arrays import IDS, identity, take_apart
from motif.snapshot.checking import mark_compared
from motif.snapshot.folders import Current, read_current, write_current
from motif.snapshot.removing import DRAFT, remove_epoch, remove_leftovers, remove_older

FORMAT = 4
"""Version of the files that are written.

2 since columns may be sparse, 3 since ids may be narrow and rows left out, 4 since all whole numbers are narrow.
"""

READ = (1, 2, 3, FORMAT)
"""Versions that are read; another one is not."""

PROBLEM = "problem"
"""Where the configuration of a projection says that it stands in for a broken one; no snapshot says so of itself."""

Announce = Callable[[Path, Current], AbstractContextManager[None]]
"""Around the moment in which a snapshot of a graph's folder, written whole, becomes the current one."""

_WRITERS = 4
"""Threads that write: more than there are cores, since each waits for the disk at the end of its file."""


def write_snapshot(
    folder: Path,
    projection: Projection,
    *,
    extra: Mapping[str, Any] | None = None,
    base: Path | None = None,
    announce: Announce | None = None,
) -> Current:
    """Makes ``projection`` the current snapshot of a graph's folder and removes those before it.

    The caller holds `write_lock`. Every file, and every folder's names, are on the disk before the snapshot becomes the
    current one, and those before it are removed only then: whatever ends the process or the machine, one of the two is
    whole and current. Readers that have mapped an older epoch keep it (the files live until they let go).

    Parameters
    ----------
    extra
        What the manifest keeps for the caller: JSON.
    base
        Folder of an epoch whose arrays ``projection`` still maps: those files are linked, not written again.
    announce
        Entered before the snapshot becomes current, and left after.

    Raises `StorageFailed` where the disk is full or forbids it; nothing is left behind then.
    """
    make_folder(folder)
    current = Current(projection.epoch, uuid.uuid4().hex)
    draft = folder / f"{DRAFT}{current.token}"
    try:
        remove_leftovers(folder)
        draft.mkdir()
        arrays, description = take_apart(projection)
        arrays |= {name: narrow_ids(arrays[name]) for name in IDS}
        stored, aliases = distinct_arrays(arrays)
        blank = without_blank(stored)
        files = write_arrays(draft, stored, _linkable(base))
        manifest = {
            "format": FORMAT,
            "token": current.token,
            "name": projection.name,
            "database": projection.database,
            "epoch": projection.epoch,
            "transaction": projection.transaction,
            "generation": projection.generation,
            "read_at": projection.read_at,
            "configuration": {k: v for k, v in projection.configuration.items() if k != PROBLEM},
            "counts": {"nodes": projection.n_nodes, "relationships": projection.n_relationships},
            "written": time.time(),
            "projection": description,
            "files": files,
            "aliases": aliases,
            "blank": blank,
            "extra": dict(extra or {}),
        }
        _write_manifest(draft / "manifest.json", manifest)
        mark_compared(draft, files)
        sync_folder(draft)
        reached("snapshot.synced")
        final = folder / str(projection.epoch)
        if final.exists():
            remove_epoch(final)
        draft.rename(final)
        sync_folder(folder)
        reached("snapshot.renamed")
        with contextlib.nullcontext() if announce is None else announce(folder, current):
            write_current(folder, current)
    except BaseException as error:
        _undo(draft, current)
        if isinstance(error, OSError):
            raise not_stored(folder / str(projection.epoch), error) from error
        raise
    remove_older(folder)
    return current


def _undo(draft: Path, current: Current) -> None:
    """Removes what was written of a snapshot that did not become current, so that a full disk has its room again."""
    folder = draft.parent
    shutil.rmtree(draft, ignore_errors=True)
    with contextlib.suppress(OSError, SnapshotCorrupt):
        (folder / f".current-{current.token}").unlink(missing_ok=True)
        if read_current(folder) != current:
            shutil.rmtree(folder / str(current.epoch), ignore_errors=True)


def distinct_arrays(arrays: Mapping[str, NDArray[Any]]) -> tuple[dict[str, NDArray[Any]], dict[str, str]]:
    """Arrays to write, and for those that are one of them in memory its name."""
    seen: dict[tuple[Any, ...], str] = {}
    stored, aliases = {}, {}
    for name, array in arrays.items():
        first = seen.setdefault(identity(array), name)
        if first == name:
            stored[name] = array
        else:
            aliases[name] = first
    return stored, aliases


def without_blank(stored: dict[str, NDArray[Any]]) -> dict[str, dict[str, Any]]:
    """Takes out arrays of nothing but zeros, or of one value in memory, which need no file; what each is.

    The kinds of a property whose values are all alike are such an array, and the numbers of one that is always a text.
    """
    found: dict[str, dict[str, Any]] = {}
    for name, array in list(stored.items()):
        is_one = is_repeated(array)
        if is_one or (not mapped_file(array) and is_blank(array)):
            found[name] = {"dtype": array.dtype.str, "shape": list(array.shape)}
            if is_one:
                found[name]["value"] = int(array[0])
            del stored[name]
    return found


def write_arrays(
    draft: Path, arrays: Mapping[str, NDArray[Any]], linkable: Mapping[str, tuple[Path, dict[str, Any]]]
) -> dict[str, Any]:
    def write(name: str, array: NDArray[Any]) -> dict[str, Any]:
        known = linkable.get(mapped_file(array))
        if known is None:
            reached("snapshot.array")
            return write_array(draft / f"{name}.npy", array)
        _link(known[0], draft / f"{name}.npy")
        return known[1]

    with ThreadPoolExecutor(_WRITERS) as pool:
        return dict(zip(arrays, pool.map(write, arrays, arrays.values()), strict=True))


def mapped_file(array: NDArray[Any]) -> str:
    """The file that an array maps as a whole, "" when it does not."""
    base = array.base
    if not isinstance(base, np.memmap) or base.shape != array.shape or base.dtype != array.dtype:
        return ""
    return str(base.filename)


def _linkable(base: Path | None) -> dict[str, tuple[Path, dict[str, Any]]]:
    if base is None:
        return {}
    files = json.loads((base / "manifest.json").read_text(encoding="utf-8"))["files"]
    return {str(base / f"{name}.npy"): (base / f"{name}.npy", facts) for name, facts in files.items()}


def _link(source: Path, target: Path) -> None:
    try:
        os.link(source, target)
    except OSError:
        shutil.copyfile(source, target)
        with target.open("rb+") as file:
            sync_file(file)


def seal(manifest: Mapping[str, Any]) -> str:
    """The checksum of a manifest, over all but its seal."""
    content = {key: value for key, value in manifest.items() if key != "seal"}
    return hashlib.blake2b(json.dumps(content, sort_keys=True).encode(), digest_size=16).hexdigest()


def _write_manifest(path: Path, manifest: dict[str, Any]) -> None:
    with path.open("wb") as file:
        file.write(json.dumps({**manifest, "seal": seal(manifest)}, indent=1).encode())
        sync_file(file)
