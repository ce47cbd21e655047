"""Snapshots read: a manifest, and arrays mapped into memory."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from motif.errors import SnapshotCorrupt
from motif.graphs.projection import Projection
from motif.snapshot.array_files import Unsound, blank_array, map_array
from motif.snapshot.arrays import put_together
from motif.snapshot.checking import check_bytes
from motif.snapshot.folders import UNREADABLE, Current, epochs_of, read_current
from motif.snapshot.followed import followed_by
from motif.snapshot.writing import PROBLEM, READ, seal

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
    problem : str
        Why this epoch stands in for the current one; empty where it is the current one.
    """

    folder: Path
    content: Mapping[str, Any]
    problem: str = ""

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
    except (OSError, *UNREADABLE) as error:
        raise corrupt(folder, f"its manifest cannot be read ({error})") from error
    if not intact:
        raise corrupt(folder, "its manifest was changed")
    if version not in READ:
        raise corrupt(folder, f"its files are of version {version}, and {READ[0]} to {READ[-1]} are read")
    return Manifest(folder, content)


def corrupt(folder: Path, what: str) -> SnapshotCorrupt:
    """The error for a snapshot that cannot be used."""
    followed = followed_by(folder.parents[3]) if len(folder.parents) > 3 else None
    return SnapshotCorrupt(
        f"The snapshot of the graph in {folder.parent.name}/{folder.name} cannot be used: {what}.",
        hint="Make it anew: motif project --replace NAME in a shell; or in Cypher CALL motif.graph.drop(graphName), "
        "then motif.graph.project."
        if followed is None
        else f"The service here fetches it again from {followed.url} by itself: ask again soon, or ask that one.",
    )


def current_manifest(folder: Path) -> Manifest | None:
    """The manifest of a graph's current epoch, None when the graph does not exist.

    Where that epoch's manifest is broken, an older epoch that is whole stands in for it (`older_manifest`); without
    one `SnapshotCorrupt` is raised.
    """
    epoch = ""
    try:
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
    except SnapshotCorrupt as error:
        return older_manifest(folder, error)


def older_manifest(folder: Path, error: SnapshotCorrupt) -> Manifest:
    """The newest epoch but the current one that is there and whole, byte by byte; raises ``error`` without one.

    Such a one is there when the process that made the current epoch was ended before it removed the former.
    """
    try:
        current = read_current(folder)
    except SnapshotCorrupt:
        current = None
    for epoch in epochs_of(folder):
        if current is None or epoch < current.epoch:
            try:
                manifest = read_manifest(folder / str(epoch))
                open_projection(manifest)
            except (FileNotFoundError, SnapshotCorrupt):
                continue
            return replace(manifest, problem=f"{error.message} Epoch {epoch}, the one before it, answers.")
    raise error


def opened_or_older(manifest: Manifest, *, verify: bool = False) -> tuple[Manifest, Projection]:
    """A snapshot as `open_projection` opens it, or the one that stands in for it (`older_manifest`)."""
    try:
        return manifest, open_projection(manifest, verify=verify)
    except SnapshotCorrupt as error:
        older = older_manifest(manifest.folder.parent, error)
        return older, open_projection(older)


def problem_of(manifest: Manifest) -> str:
    """Which file is missing or of another size, and what to run; empty where none is. No file is read."""
    for name, facts in manifest.content["files"].items():
        try:
            size = (manifest.folder / f"{name}.npy").stat().st_size
        except OSError:
            size = -1
        if size != facts["bytes"] and manifest.folder.is_dir():
            what = "is missing" if size < 0 else f"has {size:,} bytes, not {facts['bytes']:,}"
            return str(corrupt(manifest.folder, f"{name}.npy {what}"))
    return ""


def open_projection(manifest: Manifest, *, verify: bool = False) -> Projection:
    """The projection of a snapshot, its arrays mapped read-only.

    Every byte is compared with its checksum once after the machine has started (`check_bytes`); sizes, types and shapes
    always. A projection that stands in for a broken one says so in its configuration, under ``problem``.

    Parameters
    ----------
    verify
        Whether the bytes are compared in any case.

    Raises `SnapshotCorrupt`; `FileNotFoundError` when the epoch's folder has gone.
    """
    content, folder = manifest.content, manifest.folder
    try:
        check_bytes(folder, content["files"], again=verify)
        arrays = {name: map_array(folder / f"{name}.npy", facts) for name, facts in content["files"].items()}
        # Snapshots that were written before there were these have no entry for them.
        arrays |= {name: blank_array(facts) for name, facts in content.get("blank", {}).items()}
        for name, other in content["aliases"].items():
            arrays[name] = arrays[other]
        rest = {key: content[key] for key in ("name", "database", "epoch", "transaction", "configuration")}
        rest |= {"generation": content.get("generation", ""), "read_at": content.get("read_at")}
        if manifest.problem:
            rest["configuration"] = {**rest["configuration"], PROBLEM: manifest.problem}
        return put_together(arrays.__getitem__, content["projection"], rest)
    except Unsound as error:
        raise corrupt(folder, str(error)) from error
    except FileNotFoundError as error:
        if not folder.is_dir():
            raise
        raise corrupt(folder, f"{Path(str(error.filename)).name} is missing") from error
    except (KeyError, TypeError, ValueError) as error:
        raise corrupt(folder, f"its manifest lacks {error}") from error
