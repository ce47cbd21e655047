"""What of a meaning no statement can say as the arrays do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Reason = Literal["kinds", "name", "order", "list", "relative", "comparison", "shape"]
"""Values of kinds that the two compare otherwise; a name that no property holds; an order that only rows have; lists;
a comparison with another place that does not stand beside all tests; two nodes of which one has several; any other."""


@dataclass(frozen=True, slots=True)
class Unsaid:
    """Why a meaning is no statement.

    Attributes
    ----------
    reason
        One of `Reason`.
    what
        In words, for a person.
    """

    reason: Reason
    what: str


class CannotSay(Exception):
    """Raised inside this package where a part cannot be said; `as_cypher` gives it as `Unsaid`."""

    def __init__(self, reason: Reason, what: str) -> None:
        super().__init__(what)
        self.unsaid = Unsaid(reason, what)
