"""A graph's folder made as another machine's is: fetched into drafts, compared, and put in its place piece by piece.

What a cut connection or a killed process left of a file is gone on with from its length. A file that an epoch, an index
or a draft here has already is linked. Nothing is taken for whole before every byte was compared with its checksum.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import shutil
import uuid
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from motif.crash_points import reached
from motif.durable import make_folder, not_stored, sync_file, sync_folder
from motif.errors import MotifError, SnapshotCorrupt
from motif.snapshot.array_files import Unsound
from motif.snapshot.checking import check_bytes, is_as_compared, mark_compared
from motif.snapshot.folders import Current, epochs_of, is_current, read_current, write_current, write_lock
from motif.snapshot.listing import Files, Listing, Pieces, crc_of, is_path, pieces_of
from motif.snapshot.reading import read_manifest
from motif.snapshot.removing import DRAFT, GONE, remove_epoch

Fetch = Callable[[str, int], Iterable[bytes]]
"""Gives a file, by its path below the graph's folder, from a byte on."""

_AT_ONCE = 1 << 20


class Incomplete(Exception):
    """What was fetched is less than was listed, or not the same; the next try goes on from what is good of it."""


def receive(folder: Path, listing: Listing, fetch: Fetch) -> int:
    """Makes ``folder`` what ``listing`` says, and its current epoch current; how many bytes were fetched.

    What was broken since it was fetched is fetched again.
    An epoch that is coming is put in its place, and is made current by the listing in which it is.

    Raises `Incomplete`, `StorageFailed`, `SnapshotCorrupt` for an epoch that this version does not read, and what
    ``fetch`` raises; what answered before still does.
    """
    _check_names(listing.pieces)
    make_folder(folder)
    here = pieces_of(folder, tuple(map(str, epochs_of(folder))))
    # Names of what was learnt tell what it was made of: the folders come before the files that speak of them.
    missing = sorted(
        (
            _Piece(folder, name, files)
            for name, files in listing.pieces.items()
            if here.get(name) != files or not _is_whole(folder / name)
        ),
        key=lambda one: one.is_file,
    )
    known = _Known(folder, here)
    for piece in missing:
        piece.link(known)
    drafts = [piece.draft for piece in missing]
    for draft in known.drafts:
        if draft not in drafts:
            shutil.rmtree(draft, ignore_errors=True)
    fetched = sum(piece.fetch(fetch) for piece in missing)
    with write_lock(folder):
        listed = listing.current
        if listed is not None and not is_current(folder, listed) and holds(folder, listed):
            write_current(folder, listed)
        _tidy(folder, listing)
    return fetched


def holds(folder: Path, current: Current) -> bool:
    """Whether that epoch lies in a graph's folder, current or not."""
    try:
        return read_manifest(folder / str(current.epoch)).current == current
    except (FileNotFoundError, SnapshotCorrupt):
        return False


def _check_names(pieces: Pieces) -> None:
    for piece, files in pieces.items():
        for path in (piece, *(file for file in files if file)):
            if not is_path(path):
                raise Incomplete(f"it lists a file called {path!r}, which no graph has")


def _is_whole(piece: Path) -> bool:
    """Whether the arrays of a piece are those that were fetched, by their bytes where somebody touched them."""
    if not (piece / "manifest.json").is_file():
        return True
    try:
        files = _content(piece)["files"]
        if not is_as_compared(piece, files):
            check_bytes(piece, files)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, Unsound):
        return False
    return True


class _Known:
    """Files of arrays that are here already, by name, size and checksum."""

    def __init__(self, folder: Path, pieces: Pieces) -> None:
        self._folder = folder
        self.drafts = [entry for entry in folder.glob(f"{DRAFT}*") if entry.is_dir()]
        self._files = {
            (file, *facts): (piece, file)
            for piece, files in pieces.items()
            for file, facts in files.items()
            if file.endswith(".npy")
        }
        self._sound: dict[str, bool] = {}

    def link(self, file: str, facts: tuple[int, int], target: Path) -> bool:
        """Whether ``target`` is such a file now."""
        found = self._files.get((file, *facts))
        if found is not None:
            source = self._folder / found[0] / found[1]
            if self._is_sound(found[0]) or _is(source, facts):
                return _linked(source, target)
        for draft in self.drafts:
            source = draft / file
            if draft not in target.parents and _is(source, facts) and _linked(source, target):
                return True
        return False

    def _is_sound(self, piece: str) -> bool:
        """Whether every byte of a piece was compared since the machine started, or is now."""
        if piece not in self._sound:
            path = self._folder / piece
            try:
                check_bytes(path, _content(path)["files"])
                self._sound[piece] = True
            except (OSError, ValueError, KeyError, Unsound):
                self._sound[piece] = False
        return self._sound[piece]


class _Piece:
    """What is to appear at once, and the draft in which it is put together; another piece has another draft."""

    def __init__(self, folder: Path, name: str, files: Files) -> None:
        self.name, self.files = name, files
        self.is_file = "" in files
        content = json.dumps([name, files], sort_keys=True).encode()
        self.draft = folder / f"{DRAFT}{hashlib.blake2b(content, digest_size=16).hexdigest()}"
        self._target = folder / name
        self._here: set[str] = set()

    def link(self, known: _Known) -> None:
        """Takes what is here already."""
        with self._storing():
            for file, facts in self.files.items():
                target = self.draft / (file or "file")
                make_folder(target.parent)
                if known.link(file, facts, target):
                    self._here.add(file)

    def fetch(self, fetch: Fetch) -> int:
        """Takes the rest, and puts the piece in its place; how many bytes came."""
        came = 0
        with self._storing():
            for file, facts in self.files.items():
                target = self.draft / (file or "file")
                if file not in self._here and not _is(target, facts):
                    came += _receive_file(target, f"{self.name}/{file}".rstrip("/"), facts, fetch)
            if self.name.isdecimal() or self.name.startswith("indexes/"):
                _check_arrays(self.draft, is_epoch=self.name.isdecimal())
            for path in {self.draft, *(path for path in self.draft.rglob("*") if path.is_dir())}:
                sync_folder(path)
            reached("follow.synced")
            _put(self.draft / "file" if self.is_file else self.draft, self._target)
        shutil.rmtree(self.draft, ignore_errors=True)
        reached("follow.placed")
        return came

    @contextmanager
    def _storing(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            if isinstance(error, MotifError):
                raise  # of who is asked for the files
            if error.errno == errno.ENOSPC:
                shutil.rmtree(self.draft, ignore_errors=True)  # what answers needs the room
            raise not_stored(self._target, error) from error


def _receive_file(target: Path, path: str, facts: tuple[int, int], fetch: Fetch) -> int:
    """Goes on with a file from its length; how many bytes came."""
    size, checksum = facts
    begun = target.stat().st_size if target.exists() else 0
    if begun >= size:  # as long as it should be, and not what it should be
        target.unlink(missing_ok=True)
        begun = 0
    crc = crc_of(target) if begun else 0
    with target.open("ab") as file:
        crc = _append(file, fetch(path, begun) if size else (), crc, size - begun)
        sync_file(file)
        came = file.tell()
    if came < size:
        raise Incomplete(f"{path} ended after {came:,} of {size:,} bytes")
    if crc != checksum:
        target.unlink()
        raise Incomplete(f"{path} does not match its checksum")
    return size - begun


def _append(file: BinaryIO, parts: Iterable[bytes], crc: int, wanted: int) -> int:
    for part in parts:
        wanted -= len(part)
        if wanted < 0:
            raise Incomplete("more bytes came than were listed")
        file.write(part)
        file.flush()  # a process that is killed goes on from here
        crc = zlib.crc32(part, crc)
        reached("follow.part")
    return crc


def _is(path: Path, facts: tuple[int, int]) -> bool:
    try:
        return path.stat().st_size == facts[0] and crc_of(path) == facts[1]
    except OSError:
        return False


def _linked(source: Path, target: Path) -> bool:
    target.unlink(missing_ok=True)
    try:
        os.link(source, target)
    except OSError:
        return False
    return True


def _check_arrays(draft: Path, *, is_epoch: bool) -> None:
    """Compares what a manifest says of its files with what is there, and marks them as compared."""
    try:
        content = read_manifest(draft).content if is_epoch else _content(draft)
    except (FileNotFoundError, ValueError, KeyError) as error:
        raise Incomplete(f"its manifest cannot be read ({error!r}), where it comes from") from error
    for name, facts in content["files"].items():
        file = draft / f"{name}.npy"
        if not file.exists() or file.stat().st_size != facts["bytes"]:
            raise Incomplete(f"{name}.npy is not what the manifest says, where it comes from")
    if is_epoch and any("crc32" not in facts for facts in content["files"].values()):
        check_bytes(draft, content["files"], again=True)  # as earlier versions wrote them
    mark_compared(draft, content["files"])


def _content(folder: Path) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    return content


def _put(source: Path, target: Path) -> None:
    """Renames ``source``; what had its name is out of the way first, for as long as that takes."""
    make_folder(target.parent)
    leaving = None
    if target.is_dir():
        leaving = target.with_name(f"{GONE}{uuid.uuid4().hex}")
        target.rename(leaving)
    source.replace(target)
    sync_folder(target.parent)
    if leaving is not None:
        shutil.rmtree(leaving, ignore_errors=True)


def _local(folder: Path) -> Current | None:
    try:
        return read_current(folder)
    except SnapshotCorrupt:
        return None


def _tidy(folder: Path, listing: Listing) -> None:
    """Removes what the listing has no more: other epochs, what was forgotten, indexes of former epochs, drafts."""
    stay = {each.epoch for each in (_local(folder), listing.current, listing.coming) if each is not None}
    for epoch in epochs_of(folder):
        if epoch not in stay:
            remove_epoch(folder / str(epoch))
    for entry in [*folder.glob(f"{DRAFT}*"), *folder.glob(f"{GONE}*"), *folder.glob(f"*/{GONE}*")]:
        shutil.rmtree(entry, ignore_errors=True)
    kinds = {name.rpartition("-")[0] for name in listing.pieces if name.startswith("indexes/")}
    for name, files in pieces_of(folder, ()).items():
        is_former = name not in listing.pieces and name.rpartition("-")[0] in kinds
        is_forgotten = name not in listing.pieces and not name.startswith("indexes/")
        if is_forgotten and "" in files:
            (folder / name).unlink(missing_ok=True)
        elif is_forgotten or (is_former and listing.coming is None):
            shutil.rmtree(folder / name, ignore_errors=True)
