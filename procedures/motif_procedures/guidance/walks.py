"""Random walks over a graph: small trees of relationships, from which questions are made (STEM, appendix C.2)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motif.graphs.projection import Projection

Rows = NDArray[np.int32]

_TRIES = 8
"""Relationships that are looked at for each step before a walk is given up."""

_BRANCHING = 0.2
"""Share of the walks of three relationships or more whose last one leaves a node inside, not the end."""


@dataclass(frozen=True, slots=True)
class Walks:
    """Trees of ``t`` relationships each, a walk a row.

    Attributes
    ----------
    nodes : int32 (w, t + 1)
        Rows of nodes in the order of walking, all of a walk distinct.
    parents : int32 (w, t)
        Column of ``nodes`` that each relationship was walked from; it leads to column ``step + 1``.
    relationships : int32 (w, t)
    """

    nodes: Rows
    parents: Rows
    relationships: Rows

    def __len__(self) -> int:
        return len(self.nodes)


class Walker:
    """Walks along relationships either way, and by relation: one of a node's relations, then one of its relationships.

    So a node's one director is walked to as often as its ten actors. Nodes that a walk goes on from are turned down the
    more often the more relationships they have, so that not every walk runs through the largest hub.

    Parameters
    ----------
    projection
        Relationships from a node to itself, and those whose relation has no words, are not walked.
    """

    def __init__(self, projection: Projection) -> None:
        links = projection.relationships
        has_words = np.array([bool(text.strip()) for text in links.relations], bool)
        kept = np.flatnonzero((links.source != links.target) & has_words[links.relation]).astype(np.int32)
        owners = np.concatenate([links.sources[kept], links.target[kept]])
        others = np.concatenate([links.target[kept], links.sources[kept]])
        sides = np.repeat([0, 1], len(kept))
        kinds = (
            owners.astype(np.int64) * len(links.relations) + np.tile(links.relation[kept], 2)
        ) * 2 + sides
        order = np.argsort(kinds, kind="stable")
        self._others, self._links = others[order], np.tile(kept, 2)[order]
        _, firsts = np.unique(kinds[order], return_index=True)
        self._arcs_of = np.append(firsts, len(order))
        n_groups = np.bincount(owners[order][firsts], minlength=projection.n_nodes)
        self._groups_of = np.concatenate([[0], np.cumsum(n_groups)])
        self._admission = _admission(np.bincount(owners, minlength=projection.n_nodes))

    @property
    def starts(self) -> NDArray[np.bool_]:
        """Which nodes a walk can begin at, bool (n,): those with a relationship."""
        return np.diff(self._groups_of) > 0

    def walks(self, starts: Rows, n_steps: int, random: np.random.Generator) -> Walks:
        """A walk of ``n_steps`` relationships from each of ``starts``, without those that find no way on.

        O(walks · steps).
        """
        parents = _shapes(len(starts), n_steps, random)
        nodes = np.full((len(starts), n_steps + 1), -1, np.int32)
        links = np.full((len(starts), n_steps), -1, np.int32)
        nodes[:, 0] = starts
        going = np.flatnonzero(self.starts[starts])
        for step in range(n_steps):
            is_last = parents[:, step + 1 :].max(axis=1, initial=-1) <= step
            going = self._stepped((nodes, parents, links), going, step, ~is_last, random)
        return Walks(nodes[going], parents[going], links[going])

    def _stepped(
        self,
        walks: tuple[Rows, Rows, Rows],
        going: NDArray[np.int64],
        step: int,
        goes_on: NDArray[np.bool_],
        random: np.random.Generator,
    ) -> NDArray[np.int64]:
        """Takes one step of the walks ``going``; those that found one, ascending.

        ``goes_on``: of all walks, whether a later step leaves from where this one leads to.
        """
        nodes, parents, links = walks
        left, found = going, []
        for _ in range(_TRIES):
            arcs = self._drawn(nodes[left, parents[left, step]], random)
            reached = self._others[arcs]
            is_new = (nodes[left] != reached[:, None]).all(axis=1)
            is_admitted = ~goes_on[left] | (random.random(len(left)) < self._admission[reached])
            taken = is_new & is_admitted
            nodes[left[taken], step + 1] = reached[taken]
            links[left[taken], step] = self._links[arcs[taken]]
            found.append(left[taken])
            left = left[~taken]
        return np.sort(np.concatenate(found))

    def _drawn(self, rows: Rows, random: np.random.Generator) -> NDArray[np.int64]:
        """An arc of each row: one of its relations and ways by chance, then one of that."""
        first, last = self._groups_of[rows], self._groups_of[rows + 1]
        groups = random.integers(first, last)
        return random.integers(self._arcs_of[groups], self._arcs_of[groups + 1])


def _shapes(n_walks: int, n_steps: int, random: np.random.Generator) -> Rows:
    """Which column each step leaves from: paths, and some whose last step leaves a node inside; int32 (w, t)."""
    parents = np.tile(np.arange(n_steps, dtype=np.int32), (n_walks, 1))
    if n_steps > 2:
        branching = random.random(n_walks) < _BRANCHING
        parents[branching, -1] = random.integers(1, n_steps - 1, int(branching.sum()))
    return parents


def _admission(degrees: NDArray[np.int64]) -> NDArray[np.float64]:
    """The chance that a walk goes on from a node: 1 up to the mean of all degrees above 0, then as 1 / sqrt."""
    mean = float(degrees[degrees > 0].mean()) if degrees.any() else 1.0
    admission: NDArray[np.float64] = np.sqrt(np.minimum(1.0, mean / np.maximum(degrees, 1)))
    return admission
