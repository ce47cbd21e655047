"""Files that are kept: the old one or the whole new one, and of two writers neither loses the other's."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path
from typing import BinaryIO

import pytest

from forking import CONTEXT
from motif import durable
from motif.durable import locked, make_folder, remove_asides, write_durably
from motif.errors import StorageFailed


def test_a_file_and_its_folders_are_made_with_the_permissions_that_were_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "file.json"
    write_durably(path, "Zürich")
    assert path.read_text(encoding="utf-8") == "Zürich"
    write_durably(path, b"\x00\x01", mode=0o600)
    assert path.read_bytes() == b"\x00\x01" and path.stat().st_mode & 0o777 == 0o600
    assert [entry.name for entry in path.parent.iterdir()] == ["file.json"]


def test_a_full_disk_leaves_the_old_file_and_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file.json"
    write_durably(path, "old")

    def full(file: BinaryIO) -> None:
        file.write(b"ne")
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with pytest.raises(StorageFailed, match=r"No space left.*still there.*Free some space"):
        write_durably(path, full)
    monkeypatch.setattr(durable.os, "fsync", lambda _: (_ for _ in ()).throw(OSError(errno.EIO, "I/O error")))
    with pytest.raises(StorageFailed, match="I/O error"):
        write_durably(path, "new")
    assert [(entry.name, entry.read_text()) for entry in tmp_path.iterdir()] == [("file.json", "old")]


def test_the_file_is_on_the_disk_before_it_has_its_name_and_the_name_is_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, seen = tmp_path / "file.json", []
    sync = os.fsync

    def watched(descriptor: int) -> None:
        what = Path(f"/proc/self/fd/{descriptor}").readlink()
        seen.append((what == tmp_path, path.exists()))
        sync(descriptor)

    monkeypatch.setattr(durable.os, "fsync", watched)
    write_durably(path, "new")
    assert seen == [(False, False), (True, True)]


def test_what_a_writer_left_that_was_cut_off_is_removed_and_nothing_else(tmp_path: Path) -> None:
    for name in (".file.json.5a.part", "file.json", ".hidden", "a.part"):
        (tmp_path / name).write_text("")
    remove_asides(tmp_path)
    assert {entry.name for entry in tmp_path.iterdir()} == {"file.json", ".hidden", "a.part"}


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageFailed, match="file cannot be kept in"):
        make_folder(tmp_path / "file" / "b")


def _count(path: Path, times: int) -> None:
    for _ in range(times):
        with locked(path.with_suffix(".lock")):
            known = json.loads(path.read_text()) if path.exists() else 0
            write_durably(path, json.dumps(known + 1))


def test_of_processes_that_write_at_once_none_is_lost(tmp_path: Path) -> None:
    workers = [CONTEXT.Process(target=_count, args=(tmp_path / "n.json", 20)) for _ in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert json.loads((tmp_path / "n.json").read_text()) == 60


def test_who_waits_too_long_is_told(tmp_path: Path) -> None:
    again = locked(tmp_path / "lock", wait=0.05)
    with locked(tmp_path / "lock"), pytest.raises(StorageFailed, match="another process"), again:
        raise AssertionError("two hold it")
