"""How old an answer is: whether the database has changed since its projection was read, and how far it is behind."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from motif.graphs.evidence import Results


@dataclass(frozen=True, slots=True)
class Age:
    """The age of one epoch at one moment.

    Attributes
    ----------
    stale
        Whether the database has changed since the epoch was read; None where no listener tells.
    behind
        ``{"transactions": n}`` where the changes since can be counted, else ``{"seconds": s}`` since it was read; empty
        where neither is known.
    """

    stale: bool | None
    behind: Mapping[str, float]

    def as_metadata(self) -> dict[str, Any]:
        """``stale`` and ``behind``, as every answer's metadata has them."""
        return {"stale": self.stale, "behind": dict(self.behind)}


UP_TO_DATE = Age(False, {"transactions": 0})
"""Of what was read just now, and of a graph that no database changes."""


def age_of(
    transaction: int | None,
    read_at: float | None,
    now: float,
    *,
    last: int | None = None,
    count: int | None = None,
) -> Age:
    """The age of an epoch that holds everything up to ``transaction`` and was read at ``read_at``.

    Parameters
    ----------
    read_at, now
        Seconds since 1970 by the clock on the wall; one that was set back gives 0 seconds, never fewer.
    last
        The last transaction that changed the database; None where no listener tells.
    count
        How many changed it after ``transaction``; None where nobody counts.

    >>> age_of(7, 100.0, 160.0, last=9, count=2)
    Age(stale=True, behind={'transactions': 2})
    >>> age_of(7, 100.0, 160.0, last=9), age_of(9, 100.0, 160.0, last=9)
    (Age(stale=True, behind={'seconds': 60.0}), Age(stale=False, behind={'transactions': 0}))
    >>> age_of(None, 100.0, 99.0)
    Age(stale=None, behind={'seconds': 0.0})
    """
    stale = is_stale(transaction, last)
    if stale is False:
        return UP_TO_DATE
    if stale and count:
        return Age(stale, {"transactions": count})
    return Age(stale, {} if read_at is None else {"seconds": round(max(0.0, now - read_at), 3)})


def is_stale(transaction: int | None, last: int | None) -> bool | None:
    """Whether the database went on since a projection was read; None when either transaction is not known.

    >>> is_stale(7, 9), is_stale(9, 9), is_stale(None, 9)
    (True, False, None)
    """
    if transaction is None or last is None:
        return None
    return last > transaction


def with_age(results: Results, told: Mapping[str, Any]) -> Results:
    """``results``, on the whole and in each piece with what is ``told`` of their age.

    >>> with_age(Results(metadata={"epoch": 2}), UP_TO_DATE.as_metadata()).metadata
    {'epoch': 2, 'stale': False, 'behind': {'transactions': 0}}
    """
    results[:] = [dataclasses.replace(piece, metadata={**piece.metadata, **told}) for piece in results]
    results.metadata.update(told)
    return results


def age_in_words(told: Mapping[str, Any]) -> str:
    """What metadata tells of an age, in a few words; "" where it tells of none.

    >>> age_in_words({"stale": True, "behind": {"transactions": 1}}), age_in_words({"behind": {"seconds": 7500}})
    ('1 transaction behind', 'read 2 hours ago')
    """
    behind = told.get("behind") or {}
    if "transactions" in behind:
        count = behind["transactions"]
        return f"{count:,} transaction{'' if count == 1 else 's'} behind" if count else "up to date"
    return f"read {_ago(behind['seconds'])} ago" if "seconds" in behind else ""


def _ago(seconds: float) -> str:
    for name, size in (("day", 86400), ("hour", 3600), ("minute", 60)):
        if seconds >= size:
            count = int(seconds // size)
            return f"{count} {name}{'' if count == 1 else 's'}"
    count = int(seconds)
    return f"{count} second{'' if count == 1 else 's'}"
