"""The time between two properties as a property of its own: "days from opened to closed"."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

Unit = Literal["days", "years"]

_NAME = re.compile(r"(days|years) from (.+) to (.+)", re.DOTALL)


class TimeSpan(NamedTuple):
    """The whole days or years from one property to another of the same node or relationship.

    >>> span_of(TimeSpan("days", "opened", "closed").name), span_of("days")
    (TimeSpan(unit='days', first='opened', last='closed'), None)
    """

    unit: Unit
    first: str
    last: str

    @property
    def name(self) -> str:
        """What a meaning calls it, where it would name a property."""
        return f"{self.unit} from {self.first} to {self.last}"


def span_of(name: str) -> TimeSpan | None:
    """The time that a name stands for; None for that of a property."""
    found = _NAME.fullmatch(name)
    return TimeSpan("days" if found[1] == "days" else "years", found[2], found[3]) if found else None
