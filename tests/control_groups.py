"""A control group of Linux, as a container or a systemd unit is one, in which a test starts a process."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

_MOUNTED = Path("/sys/fs/cgroup")


class ControlGroup:
    """A group whose memory has a bound; ``prelude`` is Python that a process enters it by."""

    def __init__(self, folder: Path, bound: str, swap: str) -> None:
        self.folder, self._bound, self._swap = folder, folder / bound, folder / swap
        self.prelude = f"open({str(folder / 'cgroup.procs')!r}, 'w').write('0')"

    def bound(self, nbytes: int) -> None:
        """It may use so much from now on, and no swap."""
        self._leave_no_swap(
            nbytes
        )  # of the first version never less than the bound, so before where it grows
        self._bound.write_text(str(nbytes))
        self._leave_no_swap(nbytes)

    def _leave_no_swap(self, nbytes: int) -> None:
        with contextlib.suppress(OSError):  # too little as yet, or a system that does not count it
            self._swap.write_text("0" if self._swap.name == "memory.swap.max" else str(nbytes))

    def kills(self) -> int:
        """How many processes the system has killed for want of memory."""
        for name in ("memory.events", "memory.oom_control"):
            with contextlib.suppress(OSError, StopIteration):
                lines = (self.folder / name).read_text().splitlines()
                return int(next(line for line in lines if line.startswith("oom_kill ")).split()[1])
        return -1


@contextlib.contextmanager
def control_group() -> Iterator[ControlGroup]:
    """A new one; skips the test where none can be made (no Linux, no root, a closed container)."""
    name = f"motif-test-{os.getpid()}"
    for folder, bound, swap in (
        (_MOUNTED / name, "memory.max", "memory.swap.max"),
        (_MOUNTED / "memory" / name, "memory.limit_in_bytes", "memory.memsw.limit_in_bytes"),
    ):
        with contextlib.suppress(OSError):
            folder.mkdir()
            if (folder / bound).exists():
                yield ControlGroup(folder, bound, swap)
                folder.rmdir()
                return
            folder.rmdir()
    pytest.skip("a control group with a bound of memory needs Linux and the right to make one (root)")
