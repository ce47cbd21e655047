"""What a process holds of its own, and what the machine, or a container around it, leaves it."""

from __future__ import annotations

import mmap
from pathlib import Path

import numpy as np
import psutil
import pytest

from motif import memory
from motif.memory import available_memory, free_memory, own_memory


def test_own_memory_is_what_was_allocated_and_not_what_is_mapped(tmp_path: Path) -> None:
    size = 1 << 27
    before = own_memory()
    block = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)  # goes back when it is closed
    held = np.frombuffer(block, np.uint8)
    held[:] = 1
    allocated = own_memory()
    assert size // 2 < allocated - before < 2 * size
    held.tofile(tmp_path / "mapped")
    del held
    block.close()
    mapped = np.memmap(tmp_path / "mapped", np.uint8, "r")
    assert int(mapped[:: 1 << 12].sum()) == size >> 12
    assert own_memory() < allocated - size // 2


class Groups:
    """Control groups in a folder, as Linux shows them."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.processes, self.mounted = folder / "proc", folder / "cgroup"
        (self.processes / "self").mkdir(parents=True)
        monkeypatch.setattr(memory, "_PROCESSES", self.processes)
        monkeypatch.setattr(memory, "_GROUPS", self.mounted)

    def says(self, *lines: str) -> None:
        (self.processes / "self" / "cgroup").write_text("".join(f"{line}\n" for line in lines))

    def second(self, path: str, limit: str, used: int, of_files: int) -> None:
        folder = self.mounted / path
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "memory.max").write_text(f"{limit}\n")
        (folder / "memory.current").write_text(f"{used}\n")
        (folder / "memory.stat").write_text(f"anon 1\ninactive_file {of_files}\nactive_file 10\n")

    def first(self, path: str, limit: int, used: int) -> None:
        folder = self.mounted / "memory" / path
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "memory.limit_in_bytes").write_text(f"{limit}\n")
        (folder / "memory.usage_in_bytes").write_text(f"{used}\n")
        (folder / "memory.stat").write_text("inactive_file 0\ntotal_inactive_file 7\ntotal_active_file 0\n")


@pytest.fixture
def groups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Groups:
    return Groups(tmp_path, monkeypatch)


MACHINE = int(psutil.virtual_memory().total)


@pytest.mark.parametrize(("limit", "expected"), [("max", MACHINE), ("1048576", 1048576), ("x", MACHINE)])
def test_a_container_has_what_it_was_given(groups: Groups, limit: str, expected: int) -> None:
    groups.says("0::/")
    groups.second("", limit, used=1000, of_files=300)
    assert available_memory() == expected
    if limit == "1048576":
        assert free_memory() == 1048576 - (1000 - 310)


def test_a_unit_of_systemd_counts_and_what_is_around_it(groups: Groups) -> None:
    groups.says("0::/system.slice/motif.service")
    groups.second("system.slice/motif.service", "2000000", used=500_000, of_files=90)
    groups.second("system.slice", "3000000", used=2_900_100, of_files=90)
    assert (available_memory(), free_memory()) == (2_000_000, 100_000)


@pytest.mark.parametrize("path", ["/docker/4f45", "/"])
def test_groups_of_the_first_version_seen_from_within_or_without(groups: Groups, path: str) -> None:
    groups.says("9:name=systemd:/", f"4:cpuset,memory:{path}", "0::/")
    groups.first("", 4_000_000, used=1_000_007)
    assert (available_memory(), free_memory()) == (4_000_000, 3_000_000)


def test_a_group_that_says_nothing_of_files_has_a_bound_too(groups: Groups) -> None:
    groups.says("4:memory:/")
    groups.first("", 4_000_000, used=1_000_000)
    (groups.mounted / "memory" / "memory.stat").write_text("cache 5\n")
    assert free_memory() == 3_000_000


def test_more_than_may_be_used_leaves_nothing(groups: Groups) -> None:
    groups.says("0::/")
    groups.second("", "1000", used=9000, of_files=0)
    assert free_memory() == 0


def test_where_the_system_does_not_tell_them_apart_all_that_is_resident_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory, "_PROCESSES", tmp_path / "none")
    assert own_memory() > 1 << 20
