"""When something began, so that later is later even where the clock on the wall was set back."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from motif.snapshot.checking import machine_start


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment: seconds since 1970, and what orders it among others of this machine.

    Attributes
    ----------
    seconds
        As the clock on the wall says; for people.
    machine, ticks
        Since which start of which machine, and nanoseconds since then, which no one sets back.
    """

    seconds: float
    machine: str
    ticks: int

    def as_list(self) -> list[Any]:
        """The moment as JSON."""
        return [self.seconds, self.machine, self.ticks]

    def is_before(self, other: Sequence[Any] | None) -> bool:
        """Whether ``other``, as `as_list` gives it, is later; by the wall's clock where the machine started between.

        >>> moment().is_before(moment().as_list()), moment().is_before(None)
        (True, False)
        """
        if other is None:
            return False
        seconds, machine, ticks = other
        return bool(self.ticks < ticks if machine == self.machine else self.seconds < seconds)


def moment() -> Moment:
    """Now."""
    return Moment(time.time(), machine_start(), time.monotonic_ns())
