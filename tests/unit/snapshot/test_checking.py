"""What is opened is checked: every byte once after the machine has started, or a file was touched."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from motif.catalog import from_triples
from motif.errors import SnapshotCorrupt
from motif.graphs.projection import Projection
from motif.snapshot import checking as checking_module
from motif.snapshot import current_manifest, problem_of, write_snapshot
from motif.snapshot import writing as writing_module
from motif.snapshot.array_files import _content_hash
from motif.snapshot.checking import MARKER
from motif.snapshot.reading import opened_or_older
from motif.snapshot.writing import seal


def graph(epoch: int = 1) -> Projection:
    made = from_triples([("Heat", "directed by", "Mann"), ("Ran", "directed by", "Kurosawa")])
    return replace(made, name="films", epoch=epoch)


def opened(folder: Path) -> Projection:
    manifest = current_manifest(folder)
    assert manifest is not None
    return opened_or_older(manifest)[1]


def flip(file: Path) -> None:
    """Changes a bit as a failing disk does: the file system knows nothing of it."""
    before = file.stat()
    content = bytearray(file.read_bytes())
    content[-1] ^= 1
    with file.open("r+b") as target:
        target.write(content)
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_snapshot(tmp_path / "g", graph())
    return tmp_path / "g"


def restart(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the machine had been started again."""
    monkeypatch.setattr(checking_module, "machine_start", lambda: "another start")


def test_after_a_start_of_the_machine_a_flipped_bit_is_found(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    flip(folder / "1" / "node.ids.npy")
    restart(monkeypatch)
    with pytest.raises(SnapshotCorrupt, match=r"node\.ids\.npy does not match.*motif project --replace"):
        opened(folder)


def test_the_bytes_are_compared_once_after_a_start(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[str] = []
    compare = checking_module.compare_bytes
    monkeypatch.setattr(
        checking_module,
        "compare_bytes",
        lambda path, facts: compared.append(path.name) or compare(path, facts),
    )
    opened(folder)
    assert not compared, "who has just written them knows what they are"
    restart(monkeypatch)
    opened(folder)
    first = len(compared)
    opened(folder)
    assert first == len(compared) == len(list((folder / "1").glob("*.npy")))


def test_a_file_that_was_touched_is_compared_again(folder: Path) -> None:
    file = folder / "1" / "node.ids.npy"
    opened(folder)
    content = bytearray(file.read_bytes())
    content[-1] ^= 1
    file.write_bytes(content)
    with pytest.raises(SnapshotCorrupt, match="checksum"):
        opened(folder)


def test_a_clock_that_jumped_back_changes_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing_module.time, "time", lambda: 1.0)
    write_snapshot(folder, graph(2))
    for file in (folder / "2").iterdir():
        os.utime(file, (1, 1))
    assert opened(folder).epoch == 2, "the epoch's number tells what is newer, and no clock"
    write_snapshot(folder, graph(3))
    assert opened(folder).epoch == 3


def test_where_nothing_may_be_written_this_process_remembers(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    restart(monkeypatch)
    (folder / "1" / MARKER).unlink()
    (folder / "1" / MARKER).mkdir()  # so that no marker can be put there
    compared: list[str] = []
    compare = checking_module.compare_bytes
    monkeypatch.setattr(
        checking_module,
        "compare_bytes",
        lambda path, facts: compared.append(path.name) or compare(path, facts),
    )
    opened(folder)
    first = len(compared)
    opened(folder)
    assert first == len(compared) > 0


def test_a_header_that_is_not_the_manifests_is_told(folder: Path) -> None:
    file = folder / "1" / "manifest.json"
    content = json.loads(file.read_text())
    content["files"]["node.ids"]["dtype"] = "<i4"
    file.write_text(json.dumps({**content, "seal": seal(content)}))
    with pytest.raises(SnapshotCorrupt, match=r"node\.ids\.npy holds <u4\(4,\), not <i4\(4,\)"):
        opened(folder)


def test_a_snapshot_of_an_earlier_version_is_checked_by_its_own_hashes(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    manifest = current_manifest(folder)
    assert manifest is not None
    arrays = {name: folder / "1" / f"{name}.npy" for name in manifest.content["files"]}
    import numpy as np

    content = dict(manifest.content)
    content["files"] = {
        name: {"bytes": path.stat().st_size, "blake2b": _content_hash(np.load(path))}
        for name, path in arrays.items()
    }
    (folder / "1" / "manifest.json").write_text(json.dumps({**content, "seal": seal(content)}))
    restart(monkeypatch)
    assert list(opened(folder).nodes.names) == list(graph().nodes.names)
    flip(folder / "1" / "node.ids.npy")
    monkeypatch.setattr(checking_module, "machine_start", lambda: "a third start")
    with pytest.raises(SnapshotCorrupt, match="checksum"):
        opened(folder)


def two_epochs(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a process leaves it that was ended before it removed the former epoch."""
    monkeypatch.setattr(writing_module, "remove_older", lambda _: None)
    write_snapshot(folder, graph(2))
    monkeypatch.undo()


@pytest.mark.parametrize("broken", ["node.ids.npy", "manifest.json"])
def test_the_epoch_before_stands_in_for_a_broken_one_and_says_so(
    folder: Path, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    two_epochs(folder, monkeypatch)
    file = folder / "2" / broken
    file.write_bytes(file.read_bytes()[:-3])
    found = opened(folder)
    assert found.epoch == 1
    assert f"{broken.partition('.')[0]}" in found.configuration["problem"]
    assert "Epoch 1, the one before it, answers." in found.configuration["problem"]
    write_snapshot(folder, replace(found, epoch=3))
    again = opened(folder)
    assert again.epoch == 3 and "problem" not in again.configuration
    assert sorted(entry.name for entry in folder.iterdir()) == ["3", "current"]


def test_an_older_epoch_that_is_broken_too_does_not_answer(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    two_epochs(folder, monkeypatch)
    for epoch in "12":
        file = folder / epoch / "node.ids.npy"
        file.write_bytes(file.read_bytes()[:-1])
    with pytest.raises(SnapshotCorrupt, match="g/2 cannot be used"):
        opened(folder)


def test_a_missing_file_is_told_without_reading_any(folder: Path) -> None:
    manifest = current_manifest(folder)
    assert manifest is not None and problem_of(manifest) == ""
    (folder / "1" / "node.ids.npy").unlink()
    assert "node.ids.npy is missing" in problem_of(manifest)
