"""Snapshots written: into a draft folder, then renamed, then made current."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import time
import uuid
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.graphs.projection import Projection
from motif.snapshot.arrays import identity, take_apart
from motif.snapshot.folders import Current, read_current, write_current

FORMAT = 1
"""Version of the files; another one is not read."""

_WRITERS = 2

_LEFTOVERS = (".draft-", ".gone-")
"""How the names of folders begin that a writer which was cut off may leave."""


def write_snapshot(
    folder: Path, projection: Projection, *, extra: Mapping[str, Any] | None = None, base: Path | None = None
) -> Current:
    """Makes ``projection`` the current snapshot of a graph's folder and removes those before it.

    The caller holds `write_lock`. Readers that have mapped an older epoch keep it (the files live until they
    let go). Nothing is left behind when writing fails.

    Parameters
    ----------
    extra
        What the manifest keeps for the caller: JSON.
    base
        Folder of an epoch whose arrays ``projection`` still maps: those files are linked, not written again.
    """
    folder.mkdir(parents=True, exist_ok=True)
    current = Current(projection.epoch, uuid.uuid4().hex)
    draft = folder / f".draft-{current.token}"
    draft.mkdir()
    try:
        arrays, description = take_apart(projection)
        stored, aliases = _distinct(arrays)
        files = _write_arrays(draft, stored, _linkable(base))
        manifest = {
            "format": FORMAT,
            "token": current.token,
            "name": projection.name,
            "database": projection.database,
            "epoch": projection.epoch,
            "transaction": projection.transaction,
            "generation": projection.generation,
            "read_at": projection.read_at,
            "configuration": dict(projection.configuration),
            "counts": {"nodes": projection.n_nodes, "relationships": projection.n_relationships},
            "written": time.time(),
            "projection": description,
            "files": files,
            "aliases": aliases,
            "extra": dict(extra or {}),
        }
        _write_manifest(draft / "manifest.json", manifest)
        final = folder / str(projection.epoch)
        if final.exists():
            _remove(final)
        draft.rename(final)
    except BaseException:
        shutil.rmtree(draft, ignore_errors=True)
        raise
    write_current(folder, current)
    remove_older(folder)
    return current


def _distinct(arrays: Mapping[str, NDArray[Any]]) -> tuple[dict[str, NDArray[Any]], dict[str, str]]:
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


def _write_arrays(
    draft: Path, arrays: Mapping[str, NDArray[Any]], linkable: Mapping[str, tuple[Path, dict[str, Any]]]
) -> dict[str, Any]:
    def write(name: str, array: NDArray[Any]) -> dict[str, Any]:
        known = linkable.get(mapped_file(array))
        if known is None:
            return _write_array(draft / f"{name}.npy", array)
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


def _write_array(path: Path, array: NDArray[Any]) -> dict[str, Any]:
    contiguous = np.ascontiguousarray(array)
    with path.open("wb") as file:
        np.lib.format.write_array(file, contiguous, version=(1, 0), allow_pickle=False)
    return {"bytes": path.stat().st_size, "blake2b": checksum(contiguous)}


def checksum(array: NDArray[Any]) -> str:
    """blake2b of an array's shape, type and bytes."""
    digest = hashlib.blake2b(f"{array.dtype.str}{array.shape}".encode(), digest_size=16)
    digest.update(array.reshape(-1).view(np.uint8).data if array.size else b"")
    return digest.hexdigest()


def seal(manifest: Mapping[str, Any]) -> str:
    """The checksum of a manifest, over all but its seal."""
    content = {key: value for key, value in manifest.items() if key != "seal"}
    return hashlib.blake2b(json.dumps(content, sort_keys=True).encode(), digest_size=16).hexdigest()


def _write_manifest(path: Path, manifest: dict[str, Any]) -> None:
    with path.open("w", encoding="utf-8") as file:
        json.dump({**manifest, "seal": seal(manifest)}, file, indent=1)
        file.flush()
        os.fsync(file.fileno())


def remove_older(folder: Path) -> None:
    """Removes every epoch but the current one, and what a writer that was cut off left; nothing else that lies there.

    What cannot be removed now goes next time.
    """
    current = read_current(folder)
    for entry in list(folder.iterdir()):
        is_ours = entry.name.isdecimal() or entry.name.startswith(_LEFTOVERS)
        if is_ours and (current is None or entry.name != str(current.epoch)):
            _remove(entry)


def drop_snapshots(folder: Path) -> None:
    """Removes a graph's folder; readers that have mapped an epoch keep it."""
    (folder / "current").unlink(missing_ok=True)
    remove_older(folder)
    shutil.rmtree(folder, ignore_errors=True)


def _remove(folder: Path) -> None:
    """Takes an epoch's folder away whole before its files go, so that no reader opens half of it."""
    leaving = folder.with_name(f".gone-{uuid.uuid4().hex}")
    with contextlib.suppress(OSError):
        folder.rename(leaving)
    shutil.rmtree(leaving, ignore_errors=True)
