"""Whether nodes are what a place of a meaning says, in three values: what a graph does not tell is neither so nor not.

A node without a year of birth is neither born before 1950 nor is it not; that the graph has no relationship between two
nodes denies it only where the relation has one value for a node, and has another there. The rest is Kleene's logic
(Introduction to Metamathematics, 1952, §64): "not" changes the two places, "and" fails where one part does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motif.engine.functionality import FUNCTIONAL, functionality
from motif.engine.meaning_masks import Mask, MeaningGraph
from motif.graphs.meaning import AllOf, Branch, Condition, Not, Place, Relative, Test


@dataclass(frozen=True, slots=True)
class Truth:
    """Of which nodes, or relationships, something holds and of which it does not, each bool (rows,); never both."""

    holds: Mask
    fails: Mask

    def denied(self) -> Truth:
        return Truth(self.fails, self.holds)


@dataclass(frozen=True)
class Ends:
    """Relationships of a branch, by whatever they lead to: rows of the near and far ends and of themselves (e,)."""

    near: NDArray[np.int32]
    far: NDArray[np.int32]
    edges: NDArray[np.int64]


@dataclass(frozen=True)
class MeaningTruth:
    """Places of meanings judged on a graph.

    Parameters
    ----------
    closed_world
        Whether a graph that knows some values of a relation for a node knows all of them.
    """

    graph: MeaningGraph
    closed_world: bool = False

    def says(self, place: Place) -> bool | None:
        """Whether there is what ``place`` describes; None where the graph does not tell.

        It says no of named nodes only, and where it denies something of each of them.

        >>> from motif import Graph
        >>> from motif.graphs.meaning import Condition
        >>> films = MeaningGraph(Graph.from_triples([("Heat", "by", "Mann")]).view.projection)
        >>> MeaningTruth(films).says(Place("a", names=("Heat",), tests=(Condition("year", "=", 1995),))) is None
        True
        """
        truth = self.of_place(place)
        if truth.holds.any():
            return True
        named = self.graph.begun(place)
        return False if place.names and named.any() and bool(truth.fails[named].all()) else None

    def of_place(self, place: Place) -> Truth:
        """Which nodes are what ``place`` describes; those of another name or label are not."""
        begun = self.graph.begun(place)
        tests = (test for test in place.tests if not (isinstance(test, Branch) and test.optional))
        found = _all_of([Truth(begun, ~begun), *map(self.of_test, tests)], len(begun))
        if place.foremost is None:
            return found
        first = self.graph.mask(place)
        return Truth(first, found.fails | (found.holds & ~first))

    def of_test(self, test: Test, *, of_relationship: bool = False) -> Truth:
        """Of which nodes, or relationships, a test holds; of none where it is `Relative`."""
        if isinstance(test, Condition):
            return self._condition(test, of_relationship=of_relationship)
        if isinstance(test, Branch):
            return self._branch(test)
        if isinstance(test, Not):
            return self.of_test(test.test, of_relationship=of_relationship).denied()
        projection = self.graph.projection
        size = projection.n_relationships if of_relationship else projection.n_nodes
        if isinstance(test, Relative):
            nothing = np.zeros(size, np.bool_)
            return Truth(nothing, nothing)
        parts = [self.of_test(part, of_relationship=of_relationship) for part in test.tests]
        if isinstance(test, AllOf):
            return _all_of(parts, size)
        return _all_of([part.denied() for part in parts], size).denied()

    def _condition(self, condition: Condition, *, of_relationship: bool) -> Truth:
        holds = self.graph.holds(condition, of_relationship=of_relationship)
        if condition.operator in ("known", "unknown"):
            return Truth(holds, ~holds)
        cells = self.graph.cells(condition.property, of_relationship=of_relationship, part=condition.part)
        known = np.zeros_like(holds) if cells is None else cells.known
        return Truth(holds, known & ~holds)

    def _branch(self, branch: Branch) -> Truth:
        holds, ends = self.graph.holds(branch), self.ends(branch)
        has_any = self._among(ends.near)
        if branch.count is not None:
            return Truth(holds, has_any & ~holds if self.closed_world else np.zeros_like(holds))
        far = self.of_place(branch.place)
        where = [self.of_test(test, of_relationship=True) for test in branch.where]
        is_otherwise = _all_of(where, self.graph.projection.n_relationships).fails[ends.edges]
        leads_there = far.holds[ends.far]
        fails = self._among(ends.near[leads_there]) & ~self._among(ends.near[leads_there & ~is_otherwise])
        if self.closed_world or self._settles(branch, ends):
            fails |= has_any & ~self._among(ends.near[~far.fails[ends.far] & ~is_otherwise])
        return Truth(holds, fails & ~holds)

    def _among(self, rows: NDArray[np.int32]) -> Mask:
        found = np.zeros(self.graph.n_nodes, np.bool_)
        found[rows] = True
        return found

    def ends(self, branch: Branch) -> Ends:
        """All relationships of a branch's types and direction."""
        table = self.graph.projection.relationships
        of_type = np.flatnonzero(
            self.graph.are_of(Branch(branch.types, branch.direction, branch.place), slice(None))
        )
        nears, fars, edges = [], [], []
        for outgoing in (True, False):
            if branch.direction in ("both", "out" if outgoing else "in"):
                source, target = table.sources[of_type], table.target[of_type]
                nears.append(source if outgoing else target)
                fars.append(target if outgoing else source)
                edges.append(of_type)
        return Ends(np.concatenate(nears), np.concatenate(fars), np.concatenate(edges))

    def _settles(self, branch: Branch, ends: Ends) -> bool:
        """Whether what such a relationship leads to is the only thing that it does."""
        if branch.direction == "both" or len(branch.types) != 1:
            return False
        return functionality(ends.near, ends.far)[0] >= FUNCTIONAL


def _all_of(parts: Sequence[Truth], size: int) -> Truth:
    """All of the parts, in ``size`` rows."""
    holds, fails = np.ones(size, np.bool_), np.zeros(size, np.bool_)
    for part in parts:
        holds, fails = holds & part.holds, fails | part.fails
    return Truth(holds, fails)
