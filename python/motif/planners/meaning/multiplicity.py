"""How many relationships of a type nodes have, told once for each type that is asked about."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from motif.graphs.projection import Projection, RelationshipTable

SEVERAL = 1.15
"""Relationships of a type of each node that has any, on average, from which on one leads on to several."""


class _Joined(NamedTuple):
    """How many relationships a type has, and how many different pairs of nodes, sources and targets they join."""

    relationships: int
    pairs: int
    sources: int
    targets: int


@dataclass(frozen=True)
class Multiplicity:
    """What the relationships of each type join, of one projection."""

    projection: Projection
    _joined: dict[str, _Joined] = field(default_factory=dict, repr=False)

    def repeats(self, kind: str) -> bool:
        """Whether some two nodes are joined more than once by relationships of a type: two goals in one match."""
        joined = self._of(kind)
        return joined.pairs < joined.relationships

    def leads_to_several(self, kind: str, *, out: bool) -> bool:
        """Whether a node is joined to several others by relationships of a type, of those that go out of it or in: a
        country to its citizens, but no citizen to many countries."""
        joined = self._of(kind)
        return joined.pairs >= SEVERAL * max(joined.sources if out else joined.targets, 1)

    def _of(self, kind: str) -> _Joined:
        if kind not in self._joined:
            self._joined[kind] = _counted(self.projection.relationships, kind, self.projection.n_nodes)
        return self._joined[kind]


def _counted(table: RelationshipTable, kind: str, n_nodes: int) -> _Joined:
    """Looks once at each relationship of the type: they ascend by source and target."""
    rows = np.flatnonzero(table.type == (table.types.index(kind) if kind in table.types else -1))
    if not len(rows):
        return _Joined(0, 0, 0, 0)
    sources, targets = table.sources[rows], table.target[rows]
    is_other = sources[1:] != sources[:-1]
    is_led_to = np.zeros(n_nodes, np.bool_)
    is_led_to[targets] = True
    return _Joined(
        relationships=len(rows),
        pairs=1 + int(np.count_nonzero(is_other | (targets[1:] != targets[:-1]))),
        sources=1 + int(np.count_nonzero(is_other)),
        targets=int(np.count_nonzero(is_led_to)),
    )
