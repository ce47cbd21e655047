"""How many relationships of a type nodes have, told once for each type that is asked about."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from motif.graphs.projection import Projection

SEVERAL = 1.15
"""Relationships of a type of each node that has any, on average, from which on one leads on to several."""


@dataclass(frozen=True)
class Multiplicity:
    """What the relationships of each type join, of one projection."""

    projection: Projection
    _repeated: dict[str, bool] = field(default_factory=dict, repr=False)
    _several: dict[tuple[str, bool], bool] = field(default_factory=dict, repr=False)

    def repeats(self, kind: str) -> bool:
        """Whether some two nodes are joined more than once by relationships of a type: two goals in one match."""
        if kind not in self._repeated:
            pairs = np.sort(self._pairs(kind))
            self._repeated[kind] = bool((pairs[1:] == pairs[:-1]).any())
        return self._repeated[kind]

    def leads_to_several(self, kind: str, *, out: bool) -> bool:
        """Whether a node is joined to several others by relationships of a type, of those that go out of it or in: a
        country to its citizens, but no citizen to many countries."""
        if (kind, out) not in self._several:
            pairs = np.unique(self._pairs(kind))
            ends = pairs // self.projection.n_nodes if out else pairs % self.projection.n_nodes
            self._several[kind, out] = len(pairs) >= SEVERAL * max(len(np.unique(ends)), 1)
        return self._several[kind, out]

    def _pairs(self, kind: str) -> NDArray[np.int64]:
        """A number for what each relationship of a type joins: its source's row times how many nodes there are, and
        its target's row."""
        table = self.projection.relationships
        rows = np.flatnonzero(table.type == (table.types.index(kind) if kind in table.types else -1))
        pairs: NDArray[np.int64] = table.sources[rows].astype(np.int64) * self.projection.n_nodes
        return pairs + table.target[rows]
