"""Snapshots read: a manifest, and arrays mapped into memory."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.errors import SnapshotCorrupt
from motif.graphs.projection import Projection
from motif.snapshot.arrays import put_together
from motif.snapshot.folders import Current, read_current
from motif.snapshot.writing import FORMAT, checksum, seal

_TRIES = 20


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a snapshot says of itself.

    Attributes
    ----------
    folder : Path
        Of its epoch.
    content : mapping
        As written by `motif.snapshot.writing.write_snapshot`.
    """

    folder: Path
    content: Mapping[str, Any]

    @property
    def current(self) -> Current:
        return Current(self.content["epoch"], self.content["token"])

    @property
    def nbytes(self) -> int:
        """Bytes of all files."""
        return sum(facts["bytes"] for facts in self.content["files"].values())


def read_manifest(folder: Path) -> Manifest:
    """The manifest of an epoch's folder; raises `SnapshotCorrupt` when it is not whole."""
    try:
        content = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
        intact = content["seal"] == seal(content)
        version = content["format"]
    except FileNotFoundError:
        raise
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise corrupt(folder, f"its manifest cannot be read ({error})") from error
    if not intact:
        raise corrupt(folder, "its manifest was changed")
    if version != FORMAT:
        raise corrupt(folder, f"its files are of version {version}, and {FORMAT} is read")
    return Manifest(folder, content)


def corrupt(folder: Path, what: str) -> SnapshotCorrupt:
    """The error for a snapshot that cannot be used."""
    return SnapshotCorrupt(
        f"The snapshot of the graph in {folder.parent.name}/{folder.name} cannot be used: {what}.",
        hint="Make it anew: motif project --replace NAME in a shell; or in Cypher CALL motif.graph.drop(graphName), "
        "then motif.graph.project.",
    )


def current_manifest(folder: Path) -> Manifest | None:
    """The manifest of a graph's current epoch, None when the graph does not exist."""
    epoch = ""
    for _ in range(_TRIES):
        current = read_current(folder)
        if current is None:
            return None
        epoch = str(current.epoch)
        try:
            return read_manifest(folder / epoch)
        except FileNotFoundError:
            continue  # a writer moved on between the two reads
    raise corrupt(folder / epoch, "its manifest is missing")


def open_projection(manifest: Manifest, *, verify: bool = False) -> Projection:
    """The projection of a snapshot, its arrays mapped read-only.

    Parameters
    ----------
    verify
        Whether every byte is read and compared with its checksum; the sizes of all files always are.

    Raises `SnapshotCorrupt`; `FileNotFoundError` when the epoch's folder has gone.
    """
    content = manifest.content
    if not manifest.folder.is_dir():
        raise FileNotFoundError(manifest.folder)
    arrays = {name: _map(manifest, name, facts, verify) for name, facts in content["files"].items()}
    for name, other in content["aliases"].items():
        arrays[name] = arrays[other]
    rest = {key: content[key] for key in ("name", "database", "epoch", "transaction", "configuration")}
    # Snapshots that were written before there were these have no entry for them.
    rest |= {"generation": content.get("generation", ""), "read_at": content.get("read_at")}
    try:
        return put_together(arrays.__getitem__, content["projection"], rest)
    except (KeyError, TypeError, ValueError) as error:
        raise corrupt(manifest.folder, f"its manifest lacks {error}") from error


def _map(manifest: Manifest, name: str, facts: Mapping[str, Any], verify: bool) -> NDArray[Any]:
    path = manifest.folder / f"{name}.npy"
    try:
        size = path.stat().st_size
        if size != facts["bytes"]:
            raise corrupt(manifest.folder, f"{path.name} has {size:,} bytes, not {facts['bytes']:,}")
        array = _load(path)
    except FileNotFoundError:
        if not manifest.folder.is_dir():
            raise
        raise corrupt(manifest.folder, f"{path.name} is missing") from None
    except (OSError, ValueError, EOFError) as error:
        raise corrupt(manifest.folder, f"{path.name} cannot be read ({error})") from error
    if verify and checksum(array) != facts["blake2b"]:
        raise corrupt(manifest.folder, f"{path.name} does not match its checksum")
    return array


def _load(path: Path) -> NDArray[Any]:
    """The array, mapped and of numpy's plain type; one without entries cannot be mapped and is read."""
    with path.open("rb") as file:
        np.lib.format.read_magic(file)
        shape, _, _ = np.lib.format.read_array_header_1_0(file)
    if math.prod(shape) == 0:
        empty: NDArray[Any] = np.load(path, allow_pickle=False)
        return empty
    array: NDArray[Any] = np.asarray(np.load(path, mmap_mode="r", allow_pickle=False))
    return array
