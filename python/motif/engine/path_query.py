"""What a path index is asked, and what it finds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from motif.engine.path_decomposition import QueryPath
from motif.kernels.arrays import Int32, Int64

Bool = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Place:
    """What may stand at one position of a path.

    Attributes
    ----------
    rows : int32 or None
        Distinct and ascending; None: any row.
    mask : bool (n,) or None
        The rows allowed; None allows all. Holds beside ``rows``.
    bound : float32 (dimension,) or (0,)
        What the row's dominance vector must not fall below; empty where nothing is known.
    size
        How many relationships the pattern's star has; a row with a lower certificate is not held to the bound.
    """

    rows: Int32 | None
    mask: Bool | None
    bound: NDArray[np.float32]
    size: int

    @property
    def is_empty(self) -> bool:
        return self.rows is not None and not len(self.rows)


@dataclass(frozen=True, slots=True)
class Step:
    """What relationship may stand between two positions of a path.

    Attributes
    ----------
    relations : int32 or None
        Distinct and ascending; None: any.
    mask : bool (m,) or None
        The relationships allowed; None allows all.
    direction
        1: along the path; -1: against it; 0: either.
    """

    relations: Int32 | None
    mask: Bool | None
    direction: int

    def turned(self) -> Step:
        """The same step, for a path that is walked from its end."""
        return Step(self.relations, self.mask, -self.direction)


@dataclass(frozen=True, slots=True)
class PathQuery:
    """A query path with all that an index needs to know of it.

    Attributes
    ----------
    path
        The pattern's nodes and edges; one node twice asks for one row.
    places, steps
        Along the path.
    apart
        The pairs of pattern nodes on the path, the lower first, that may not take one row.
    """

    path: QueryPath
    places: tuple[Place, ...]
    steps: tuple[Step, ...]
    apart: frozenset[tuple[int, int]]

    @property
    def is_impossible(self) -> bool:
        """Whether some position or step admits nothing."""
        no_relation = any(step.relations is not None and not len(step.relations) for step in self.steps)
        return no_relation or any(place.is_empty for place in self.places)

    def rule(self, one: int, other: int) -> int:
        """What the row at position ``other`` must be to that at ``one``; see `motif.kernels.path_retrieval.Edge`."""
        nodes = self.path.nodes[one], self.path.nodes[other]
        if nodes[0] == nodes[1]:
            return 1
        return 2 if (min(nodes), max(nodes)) in self.apart else 0

    def turned(self) -> PathQuery:
        """The same path from its end."""
        path = QueryPath(self.path.nodes[::-1], self.path.edges[::-1])
        steps = tuple(step.turned() for step in reversed(self.steps))
        return PathQuery(path, self.places[::-1], steps, self.apart)


@dataclass(frozen=True, slots=True)
class FoundPaths:
    """The paths of the data graph that a query path may stand for, each once.

    Attributes
    ----------
    nodes : int32 (k, length + 1)
    relationships : int32 (k, length)
    steps
        How many index entries were looked at.
    """

    nodes: Int32
    relationships: Int32
    steps: int

    def __len__(self) -> int:
        return len(self.nodes)


@dataclass(frozen=True, slots=True)
class Expected:
    """What a lookup would cost.

    Attributes
    ----------
    looked_at
        Index entries.
    found
        Paths.
    """

    looked_at: float
    found: float

    @property
    def cost(self) -> float:
        return self.looked_at + self.found


class PathLookup(Protocol):
    """An index of the paths of one length, which also finds single relationships."""

    @property
    def length(self) -> int:
        """1 or 2: the length of the longest paths it finds."""
        ...

    @property
    def n_nodes(self) -> int:
        """Of the data graph."""
        ...

    def find(self, query: PathQuery, *, budget: int, flag: Int64) -> FoundPaths | None:
        """All paths that ``query`` may stand for; None when they are more than ``budget``.

        They are some of the paths only once ``flag[0]`` is set, which ends the lookup.
        """
        ...

    def expect(self, query: PathQuery, counts: tuple[float, ...]) -> Expected:
        """What `find` would cost; ``counts`` are how many rows are expected at each position."""
        ...
