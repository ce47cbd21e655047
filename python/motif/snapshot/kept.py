"""What is built of a snapshot's arrays once, kept beside its epochs and mapped by every process that needs it.

``<graph>/indexes/<kind>-<key>/`` holds arrays as an epoch's folder does. The key is made of the checksums of the arrays
that they were built of: an epoch in which those are the same finds them there, whichever epoch they were built for, and
one in which they are not builds its own. Where nothing can be kept they are built in memory.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import shutil
import threading
import uuid
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from motif.crash_points import reached
from motif.durable import LOCK_WAIT, make_folder, sync_file, sync_folder
from motif.engine.control import Control, heeded
from motif.engine.preparing import Preparing, preparing, stretch
from motif.errors import Cancelled, DeadlineExceeded
from motif.graphs.projection import Projection
from motif.snapshot.array_files import Unsound, blank_array, map_array
from motif.snapshot.arrays import CODES, take_apart
from motif.snapshot.checking import check_bytes, mark_compared
from motif.snapshot.columns import Arrays
from motif.snapshot.folders import UNREADABLE
from motif.snapshot.removing import DRAFT
from motif.snapshot.writing import FORMAT, distinct_arrays, mapped_file, without_blank, write_arrays

FOLDER = "indexes"
VERSION = 4
"""Of what is built: another one is built again."""

LEAST = 2_000
"""Nodes of a graph from which on it is built before anybody asks: of fewer it is in no time, once kernels are there."""

NAMES, VALUES = ("node.names",), ("node", "relationship", "outgoing.indices")
"""Names of arrays, or how they begin, that something is built of."""

VECTORS = ("vectors.name.matrix",)
"""The vectors of names."""

EVERYTHING = (*VALUES, "relationship.property")
"""`VALUES`, and the properties of relationships."""

_BUILT_OF_NEITHER = ("node.texts", "relationship.property", "relationship.computed", "relationship.relations")

Built = tuple[Arrays, dict[str, Any]]
"""Arrays by name, and what is no array: JSON."""


@dataclass(frozen=True, slots=True)
class _Place:
    folder: Path
    key: str


def kept(
    projection: Projection, kind: str, of: tuple[str, ...], build: Callable[[], Built], *, made_by: str = ""
) -> Built:
    """What ``build`` gives, from the disk where it was built before; only one process builds it.

    Parameters
    ----------
    kind
        The name of what is built; of each graph the last one of a kind is kept.
    of
        What it is built of: `NAMES`, `VECTORS`, `VALUES` or `EVERYTHING`.
    made_by
        The version of what builds it, where what another one built is of no use.

    It is built in a thread of its own, which says how far it is (`motif.engine.preparing`); whoever asks meanwhile
    waits for it. Where the work of the caller's thread is under a control (`motif.engine.control.heeding`), raises
    `DeadlineExceeded` and `Cancelled` when the caller need not wait any more; it is built to its end all the same.
    """
    place = _place(projection, of, made_by)
    if place is None:
        return build()
    target = place.folder / f"{kind}-{place.key}"
    found = _read(target)
    if found is not None:
        return found
    with _LOCK:
        building = _BUILDING.get(target)
        if building is None:
            state = Preparing(_SPOKEN.get(kind, "an index"))
            building = _BUILDING[target] = _Building(
                _THREADS.submit(_made, target, kind, build, state), state
            )
            building.future.add_done_callback(lambda _: _BUILDING.pop(target, None))
    control = heeded()
    return building.future.result() if control is None else _waited(building, control)


def is_keepable(projection: Projection) -> bool:
    """Whether what is built of a projection is kept: it is a snapshot's."""
    return _place(projection, NAMES) is not None


def is_built_whole(projection: Projection) -> bool:
    """Whether what is built of a projection is built at once: it is kept, or large; else when it is needed."""
    return projection.n_nodes >= LEAST or is_keepable(projection)


@dataclass(frozen=True, slots=True)
class _Building:
    future: Future[Built]
    state: Preparing


_SPOKEN = {
    "names": "the index of words",
    "mentions": "the index of names",
    "relations": "what relations lead to",
    "labels": "nodes by their labels",
    "joins": "the neighbours by relation",
    "nearest": "the index of vectors",
    "schema": "what the graph has",
    "values": "the graph of values",
    "value-names": "the index of words in values",
    "value-mentions": "the index of values",
    "value-relations": "what relations to values lead to",
    "value-labels": "values by their properties",
}
"""Kinds as a caller is told of them."""

_BUILT = 0.9
"""How much is done when it is built and not yet on the disk."""

_LOCK = threading.RLock()
_THREADS = ThreadPoolExecutor(2, "motif-indexes")
_BUILDING: dict[Path, _Building] = {}
_LOOK = 0.05
"""Seconds between two looks at a caller's deadline."""


def _waited(building: _Building, control: Control) -> Built:
    """What is being built, if it is ready before the caller's deadline; it is built to its end in any case.

    Raises `DeadlineExceeded`, `Cancelled`.
    """
    while control.state == "running":
        if wait([building.future], _LOOK).done:
            break
    if building.future.done():
        return building.future.result()
    told = building.state.told
    if control.state == "cancelled":
        raise Cancelled(f"The call was cancelled while something was being prepared: {told}.")
    raise DeadlineExceeded(
        f"The time was over while something was being prepared: {told}.",
        hint="It is prepared once, and goes on: ask again in a moment, or give more time (timeout).",
    )


def _made(target: Path, kind: str, build: Callable[[], Built], state: Preparing) -> Built:
    """Builds it and puts it beside the snapshot, unless another process has meanwhile."""
    from filelock import FileLock, Timeout  # nothing that only reads needs it

    built: Built | None = None
    try:
        make_folder(target.parent)
        with FileLock(target.parent / f"{kind}.lock", timeout=LOCK_WAIT, thread_local=False):
            found = _read(target)
            if found is not None:
                return found
            _remove_drafts(target.parent, kind)
            with preparing(state), stretch(0, _BUILT):
                built = build()
            _write(target, *built)
            _remove_others(target, kind)
    except (OSError, Timeout):  # a full disk, a folder that may not be written
        return build() if built is None else built
    return _read(target) or built


def _place(projection: Projection, of: tuple[str, ...], made_by: str = "") -> _Place | None:
    """Where what is built of a projection is kept; None for one that is no snapshot's."""
    path = mapped_file(projection.nodes.names.data) or mapped_file(projection.nodes.ids)
    if not path:
        return None
    folder = Path(path).parent
    try:
        manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
        facts = _facts(projection, manifest, folder, of)
    except (OSError, *UNREADABLE):
        return None
    if facts is None:
        return None
    said: list[Any] = [VERSION, facts, *([made_by] if made_by else [])]
    if of not in (NAMES, VECTORS):
        described = manifest["projection"]
        said += [list(projection.relationships.relations), described["nodes"], described["relationships"]]
    key = hashlib.blake2b(json.dumps(said, sort_keys=True).encode(), digest_size=12).hexdigest()
    return _Place(folder.parent / FOLDER if folder.name.isdecimal() else folder.parent, key)


def _facts(
    projection: Projection, manifest: Mapping[str, Any], folder: Path, of: tuple[str, ...]
) -> dict[str, Any] | None:
    """What the manifest says of each array; None where one is not the snapshot's own."""
    # Of a snapshot of an earlier format these are made narrow when it is opened, and map no file.
    made_narrow = CODES if manifest.get("format", FORMAT) < FORMAT else ()
    found, left_out = {}, tuple(name for name in _BUILT_OF_NEITHER if name not in of)
    for name, array in take_apart(projection)[0].items():
        if not name.startswith(of) or name.startswith(left_out):
            continue
        stored = manifest["aliases"].get(name, name)
        found[name] = manifest["blank"].get(stored) or manifest["files"][stored]
        is_own = stored in manifest["blank"] or not array.size or name in made_narrow
        if not is_own and mapped_file(array) != str(folder / f"{stored}.npy"):
            return None
    return found


def _read(folder: Path) -> Built | None:
    """What a folder holds; None where it is not there, or not sound."""
    try:
        content = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
        check_bytes(folder, content["files"])
        arrays = {name: map_array(folder / f"{name}.npy", facts) for name, facts in content["files"].items()}
        arrays |= {name: blank_array(facts) for name, facts in content["blank"].items()}
        for name, other in content["aliases"].items():
            arrays[name] = arrays[other]
        return arrays, content["projection"]
    except (OSError, *UNREADABLE, Unsound):
        return None


def _write(target: Path, arrays: Arrays, description: dict[str, Any]) -> None:
    """Puts it in its place at once, whole."""
    kind = target.name.rpartition("-")[0]
    draft = target.parent / f"{DRAFT}{kind}-{uuid.uuid4().hex}"
    try:
        draft.mkdir()
        stored, aliases = distinct_arrays(arrays)
        blank = without_blank(stored)
        files = write_arrays(draft, stored, {})
        content = {"projection": description, "files": files, "aliases": aliases, "blank": blank}
        with (draft / "manifest.json").open("wb") as file:
            file.write(json.dumps(content).encode())
            sync_file(file)
        mark_compared(draft, files)
        sync_folder(draft)
        reached("indexes.synced")
        shutil.rmtree(target, ignore_errors=True)  # one that is not sound
        draft.rename(target)
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    sync_folder(target.parent)


def _remove_drafts(folder: Path, kind: str) -> None:
    """Removes what a process that was cut off has left of this kind; the caller holds the kind's lock."""
    for draft in folder.glob(f"{DRAFT}{kind}-*"):
        shutil.rmtree(draft, ignore_errors=True)


def _remove_others(target: Path, kind: str) -> None:
    """Removes what was built of other arrays; readers that have mapped it keep it."""
    with contextlib.suppress(OSError):
        for entry in list(target.parent.iterdir()):
            if entry.name.startswith(f"{kind}-") and entry != target:
                shutil.rmtree(entry, ignore_errors=True)
