"""A projection brought up to date: by what has changed where that is known, else by reading everything."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from motif.catalog.accumulating import Gathered
from motif.catalog.building import build_projection
from motif.catalog.comparing import Difference, difference, with_shared_arrays
from motif.catalog.delta import Delta
from motif.catalog.merging import merge, reason_against
from motif.catalog.plan import Plan
from motif.errors import InvalidInput, RefreshedMeanwhile
from motif.graphs.columns import ChangedIds, Chunk, End, NodeChunk
from motif.graphs.projection import Projection

CHANGES, ALL = "changes", "all"
"""How a projection was read."""

_LEAST = 10_000
_PART = 4
"""More changes than this, and than one in so many rows: then reading everything is as fast."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A projection as it was read, and how.

    Attributes
    ----------
    how
        `CHANGES` or `ALL`.
    reason
        Why everything was read; "" where nobody asked for less.
    log
        Of which log of changes the projection's transaction is; None where nobody keeps one.
    difference
        What was found to differ from the reading before; None where nothing was compared.
    """

    projection: Projection
    how: str
    reason: str
    log: str | None
    difference: Difference | None = None

    def facts(self, plan: Plan) -> dict[str, Any]:
        """What the catalog keeps for the next time: JSON."""
        return {"plan": plan.as_dict(), "log": self.log}

    @property
    def note(self) -> dict[str, Any]:
        """How it was read, why, and how much differs where the two readings were compared, as a call tells it."""
        told: dict[str, Any] = {"refreshed": self.how}
        if self.reason:
            told["refreshedBecause"] = self.reason
        if self.difference is not None:
            told["nodesChanged"] = self.difference.nodes
            told["relationshipsChanged"] = self.difference.relationships
        return told


def since(base: Projection, kept: Mapping[str, Any], plan: Plan) -> dict[str, Any]:
    """What an export is asked for besides its plan, so that it gives only what has changed since ``base`` was read.

    Parameters
    ----------
    kept
        What `Reading.facts` gave when it was read.

    Returns ``since``, ``log`` and ``atMost``; or ``reason``, why everything is read.
    """
    reason = reason_against(base, plan)
    if kept.get("plan") is None:
        reason = "it was made by an earlier version"
    elif kept["plan"] != plan.as_dict():
        reason = (
            "what is read of the graph is other than it was: its labels, types or properties have changed"
        )
    elif base.transaction is None or not kept.get("log"):
        reason = "nobody listened when it was read: that needs the freshness jar"
    if reason:
        return {"reason": reason}
    at_most = max(_LEAST, (base.n_nodes + base.n_relationships) // _PART)
    return {"since": base.transaction, "log": kept["log"], "atMost": at_most}


def changed_projection(
    base: Projection | None,
    chunks: Iterable[Chunk],
    plan: Plan,
    *,
    reason: str = "",
    weights: Path | None = None,
) -> Reading:
    """The projection of what an export gave: merged into ``base`` where it is what has changed, else built of it all.

    One that was built is compared with ``base``: arrays in which nothing differs are those of ``base`` then too.

    Parameters
    ----------
    reason
        Why everything was asked for.
    weights
        As `build_projection`.

    Raises as `build_projection`.
    """
    ends: list[End] = []
    told = _kept_ends(iter(chunks), ends)
    first = next(told, None)
    if base is not None and isinstance(first, ChangedIds) and first.whole:
        merged = merge(base, _gathered(first, told, plan), plan, weights)
        return Reading(merged, CHANGES, "", ends[0].log)
    if isinstance(first, ChangedIds):
        reason = first.reason
    rest = told if first is None else chain([first], told)
    built = build_projection(rest, plan, weights=weights)
    if base is None:
        return Reading(built, ALL, reason, ends[0].log)
    return Reading(with_shared_arrays(base, built), ALL, reason, ends[0].log, difference(base, built))


def check_base(base: Projection, kept: Mapping[str, Any], plan: Plan, since: int) -> None:
    """Raises `RefreshedMeanwhile` unless what has changed ``since`` a transaction can be merged into ``base``.

    It can where ``base`` is what it was asked for, or was read later in the same way.
    """
    is_fit = kept.get("plan") == plan.as_dict() and base.transaction is not None and base.transaction >= since
    if not is_fit:
        raise RefreshedMeanwhile(
            f"The projection '{base.name}' was made anew while it was refreshed; it stays as it is now.",
            hint="Refresh it once more.",
        )


def _kept_ends(chunks: Iterator[Chunk], ends: list[End]) -> Iterator[Chunk]:
    for chunk in chunks:
        if isinstance(chunk, End):
            ends.append(chunk)
        yield chunk


def _gathered(changed: ChangedIds, chunks: Iterable[Chunk], plan: Plan) -> Delta:
    nodes, relationships = Gathered(plan.all_node_columns), Gathered(plan.relationship_columns)
    end = None
    for chunk in chunks:
        if isinstance(chunk, End):
            end = chunk
        elif isinstance(chunk, NodeChunk):
            nodes.add(chunk)
        elif not isinstance(chunk, ChangedIds):
            relationships.add(chunk)
    if end is None:
        raise InvalidInput("The stream of what has changed ended early.", hint="Refresh once more.")
    return Delta(changed, nodes, relationships, end)
