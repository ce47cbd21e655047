"""How many relationships of a type nodes have, told once for each type that is asked about."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from motif.engine.control import keep_on
from motif.engine.string_arrays import read_only
from motif.graphs.distinct import distinct
from motif.graphs.projection import Projection, RelationshipTable
from motif.kernels.building import counting_order

SEVERAL = 1.15
"""Relationships of a type of each node that has any, on average, from which on one leads on to several."""


class Joined(NamedTuple):
    """How many relationships a type has, and how many different pairs of nodes, sources and targets they join."""

    relationships: int
    pairs: int
    sources: int
    targets: int


@dataclass(frozen=True)
class Multiplicity:
    """What the relationships of each type join, of one projection."""

    projection: Projection
    known: dict[str, Joined] = field(default_factory=dict, repr=False)

    def repeats(self, kind: str) -> bool:
        """Whether some two nodes are joined more than once by relationships of a type: two goals in one match."""
        joined = self._of(kind)
        return joined.pairs < joined.relationships

    def leads_to_several(self, kind: str, *, out: bool) -> bool:
        """Whether a node is joined to several others by relationships of a type, of those that go out of it or in: a
        country to its citizens, but no citizen to many countries."""
        joined = self._of(kind)
        return joined.pairs >= SEVERAL * max(joined.sources if out else joined.targets, 1)

    def _of(self, kind: str) -> Joined:
        if kind not in self.known:
            table = self.projection.relationships
            rows = np.flatnonzero(table.type == (table.types.index(kind) if kind in table.types else -1))
            self.known[kind] = _counted(table, rows)
        return self.known[kind]


def joined_by_type(projection: Projection) -> dict[str, Joined]:
    """What the relationships of every type join, all of them looked at once."""
    table = projection.relationships
    counts = np.bincount(table.type, minlength=len(table.types))
    order = counting_order(read_only(table.type), len(counts), np.arange(len(table), dtype=np.int32))
    rows = np.split(order, np.cumsum(counts)[:-1]) if len(counts) else []
    return {kind: _counted(table, held) for kind, held in zip(table.types, rows, strict=True)}


def _counted(table: RelationshipTable, rows: NDArray[np.integer[Any]]) -> Joined:
    """Looks once at each of these relationships, all those of a type: they ascend by source and target."""
    keep_on()
    if not len(rows):
        return Joined(0, 0, 0, 0)
    sources, targets = table.sources[rows], table.target[rows]
    is_other = sources[1:] != sources[:-1]
    return Joined(
        relationships=len(rows),
        pairs=1 + int(np.count_nonzero(is_other | (targets[1:] != targets[:-1]))),
        sources=1 + int(np.count_nonzero(is_other)),
        targets=len(distinct(targets)),
    )
