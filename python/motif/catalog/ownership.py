"""Whose a projection is: it belongs to the login that made it, and others see it where it is shared."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Ownership:
    """Who made a projection, and whether others may read it.

    Attributes
    ----------
    owner
        A login of Neo4j; None where nobody told: without authentication, and for projections of earlier versions. Such
        a projection is everyone's.

    >>> alices = Ownership("alice", shared=True)
    >>> alices.may_read("bob"), alices.may_change("bob"), Ownership("alice").may_read("bob")
    (True, False, False)
    """

    owner: str | None = None
    shared: bool = False

    def may_read(self, user: str) -> bool:
        """Whether ``user`` may ask it and see it listed."""
        return self.shared or self.may_change(user)

    def may_change(self, user: str) -> bool:
        """Whether ``user`` may refresh it, add to it and drop it: what others see of the database may be less."""
        return self.owner is None or self.owner == user


def ownership_of(content: Mapping[str, Any]) -> Ownership:
    """What a manifest tells of it."""
    owner = content["extra"].get("owner")
    return Ownership(owner, content["configuration"].get("shared") is True)
