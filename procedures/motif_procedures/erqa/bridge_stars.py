"""Bridge-star subgraphs: two nodes of high degree that share neighbours (paper 000, appendix G)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motif.graphs.csr import CSR
from motif.graphs.projection import Projection
from motif.indexes.names import normalise
from motif_procedures.erqa.constraints import Constraint

Rows = NDArray[np.int32]

_HIGH = 0.5
"""A star node has at least as many relationships as this part of the connected nodes."""

_MOST_DRAWS = 200


@dataclass(frozen=True, slots=True)
class BridgeStar:
    """Two star nodes and what they share.

    Attributes
    ----------
    answer, visible
        Rows of the star node that is hidden and of the other, which shares the bridges and is no answer by them alone.
    bridges, own : int32
        Rows of neighbours of both, and of the hidden one only; ascending.
    """

    answer: int
    visible: int
    bridges: Rows
    own: Rows


class BridgeStars:
    """Draws bridge-star subgraphs of a projection."""

    def __init__(self, projection: Projection) -> None:
        self._projection = projection
        degrees = projection.outgoing.degrees + projection.incoming.degrees
        connected = degrees[degrees > 0]
        self._least = float(np.quantile(connected, _HIGH)) if len(connected) else 0.0
        self._degrees = degrees

    def draw(
        self, n_constraints: int, random: np.random.Generator
    ) -> tuple[BridgeStar, list[Constraint]] | None:
        """A bridge-star subgraph with ``n_constraints`` facts of its hidden node; None where many draws find none.

        About half of the facts are of bridges, where there are as many, and at least one is not. Each names another
        node, none the hidden one, and their order is random.
        """
        stars = np.flatnonzero(self._degrees >= max(self._least, n_constraints))
        if not len(stars):
            return None
        for _ in range(_MOST_DRAWS):
            star = self._around(int(random.choice(stars)), n_constraints, random)
            constraints = None if star is None else self._constraints(star, n_constraints, random)
            if star is not None and constraints is not None:
                return star, constraints
        return None

    def _around(self, answer: int, n_constraints: int, random: np.random.Generator) -> BridgeStar | None:
        """``answer`` with another star node two steps away."""
        near = self.neighbours(answer)
        if len(near) < n_constraints:
            return None
        others = self.neighbours(int(random.choice(near)))
        others = others[(others != answer) & (self._degrees[others] >= self._least)]
        if not len(others):
            return None
        visible = int(random.choice(others))
        is_shared = np.isin(near, self.neighbours(visible))
        own = near[~is_shared & (near != visible)]
        return BridgeStar(answer, visible, near[is_shared], own)

    def neighbours(self, row: int) -> Rows:
        """The other nodes that a relationship joins ``row`` with, either way, int32, ascending."""
        found = np.union1d(
            self._projection.outgoing.neighbours(row), self._projection.incoming.neighbours(row)
        )
        others: Rows = found[found != row]
        return others

    def _constraints(
        self, star: BridgeStar, n_constraints: int, random: np.random.Generator
    ) -> list[Constraint] | None:
        taken = {normalise(self._projection.nodes.names[star.answer])}
        bridges = self._named(random.permutation(star.bridges), n_constraints - 1, taken)
        own = self._named(random.permutation(star.own), n_constraints - 1, taken)
        n_bridges = min(len(bridges), max((n_constraints + 1) // 2, n_constraints - len(own)))
        if not bridges or not own or n_bridges + len(own) < n_constraints:
            return None
        rows = bridges[:n_bridges] + own[: n_constraints - n_bridges]
        chosen = [self._fact(star.answer, row, place < n_bridges, random) for place, row in enumerate(rows)]
        return [chosen[place] for place in random.permutation(n_constraints).tolist()]

    def _named(self, rows: Rows, most: int, taken: set[str]) -> list[int]:
        """The first ``most`` of ``rows`` that have a name of their own; puts the names into ``taken``."""
        found: list[int] = []
        for row in rows.tolist():
            if len(found) == most:
                break
            name = self._projection.nodes.names[row]
            key = normalise(name)
            if key and key not in taken and name == name.strip():
                taken.add(key)
                found.append(row)
        return found

    def _fact(self, answer: int, row: int, is_bridge: bool, random: np.random.Generator) -> Constraint:
        """One of the relationships between ``answer`` and ``row``."""
        projection = self._projection
        facts = {
            (int(projection.relationships.relation[relationship]), outgoing)
            for outgoing, adjacency in ((True, projection.outgoing), (False, projection.incoming))
            for relationship in _between(adjacency, answer, row)
        }
        relation, outgoing = sorted(facts)[int(random.integers(len(facts)))]
        return Constraint(relation, outgoing, projection.nodes.names[row], is_bridge)


def _between(adjacency: CSR, row: int, other: int) -> list[int]:
    """The relationships of ``row`` in ``adjacency`` that lead to ``other``."""
    span = slice(int(adjacency.indptr[row]), int(adjacency.indptr[row + 1]))
    first, last = (int(np.searchsorted(adjacency.indices[span], other, side)) for side in ("left", "right"))
    found: list[int] = adjacency.rows_at(span)[first:last].tolist()
    return found
