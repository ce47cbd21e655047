"""The nodes and relationships of a statement's patterns, and the tree of places that they make."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Literal

from motif.graphs.meaning import Branch, Direction, Operator, Part, Place, Relative, Test
from motif.planners.cypher.tokens import CypherRefused
from motif.planners.proposing.spelling import Spellings

MOST_LINKS = 12
"""Relationships of a statement's patterns that are read at most."""


@dataclass(frozen=True, slots=True)
class Field:
    """A variable, or a property of it, or a part of that."""

    variable: str
    property: str | None = None
    part: Part = "whole"


@dataclass(frozen=True, slots=True)
class Tally:
    """A function of the values of a group; ``of`` None for ``count(*)``."""

    function: Literal["count", "sum", "average", "min", "max"]
    of: Field | None
    distinct: bool = False


@dataclass(slots=True)
class Spot:
    """A node of a pattern and what must hold of it."""

    label: str | None = None
    tests: list[Test] = field(default_factory=list)


@dataclass(slots=True)
class Link:
    """A relationship of a pattern, "out" from ``left``, and what must hold of its properties.

    ``child``: the variable of the place that it leads to in the tree; ``match``: which MATCH it stands in.
    """

    variable: str
    left: str
    right: str
    types: tuple[str, ...]
    direction: Direction
    optional: bool = False
    where: list[Test] = field(default_factory=list)
    child: str = ""
    match: int = 0

    def other(self, variable: str) -> str:
        """The variable of its other end."""
        return self.right if self.left == variable else self.left

    def may_be(self, another: Link) -> bool:
        """Whether both may stand for one relationship but for their ends, which one MATCH never lets them."""
        return self.match == another.match and (
            not self.types or not another.types or bool({*self.types} & {*another.types})
        )


@dataclass(slots=True)
class Sketch:
    """What the patterns of a statement say.

    Attributes
    ----------
    spots
        By variable; a node without one has a number.
    """

    spellings: Spellings
    spots: dict[str, Spot] = field(default_factory=dict)
    links: list[Link] = field(default_factory=list)

    def spot(self, variable: str, label: str | None) -> Spot:
        """The node of that variable, which is new where it has not been said."""
        found = self.spots.setdefault(variable, Spot())
        if label is not None and found.label not in (None, label):
            raise CypherRefused(f"A node is to be both {found.label} and {label}; one label can be read.")
        found.label = found.label or label
        return found

    def link(self, variable: str) -> Link | None:
        """The relationship of that variable."""
        return next((one for one in self.links if one.variable == variable), None)

    def label(self, variable: str) -> str | None:
        """What a node is labelled, or must be by what its relationships lead to; None where several may be."""
        said = self.spots[variable].label
        if said is not None:
            return said
        possible = [
            set(self._possible(link, variable)) for link in self.links if variable in (link.left, link.right)
        ]
        common = set.intersection(*possible) if possible else set()
        return common.pop() if len(common) == 1 else None

    def _possible(self, link: Link, variable: str) -> Iterator[str]:
        """Labels that the end of a relationship may have there."""
        near, far = (0, 1) if (link.direction == "out") == (link.left == variable) else (1, 0)
        other = self.spots[link.right if link.left == variable else link.left].label
        for kind in link.types or self.spellings.ends:
            for pair in self.spellings.ends[kind]:
                if other in (None, pair[far]):
                    yield pair[near]
                if link.direction == "both" and other in (None, pair[near]):
                    yield pair[far]

    def place(self, root: str) -> Place:
        """The tree of places from ``root``. Raises `CypherRefused` where the patterns hang not together."""
        if len(self.links) > MOST_LINKS:
            raise CypherRefused(
                f"The statement joins {len(self.links)} relationships; {MOST_LINKS} can be read."
            )
        self._mend_directions()
        done: set[int] = set()
        reached: set[str] = set()
        grown = self._grown(root, done, reached)
        if reached != set(self.spots):
            left = sorted(set(self.spots) - reached)
            raise CypherRefused(f"Nothing joins {root!r} and {left[0]!r}: write one connected pattern.")
        return grown

    def part(self, root: str) -> Place:
        """The tree of what hangs together with ``root``, which need not be all."""
        self._mend_directions()
        return self._grown(root, set(), set())

    def _grown(self, variable: str, done: set[int], reached: set[str]) -> Place:
        reached.add(variable)
        spot = self.spots[variable]
        tests = list(spot.tests)
        for place, link in enumerate(self.links):
            if place in done or variable not in (link.left, link.right):
                continue
            done.add(place)
            other = link.other(variable)
            direction = link.direction if link.left == variable else _turned(link.direction)
            if other in reached:
                far = Place(f"{other} again {place}", tests=(Relative(None, "=", other),))
            else:
                self._tell_apart(other, self._twins(link, variable, done))
                link.child, far = other, self._grown(other, done, reached)
            tests.append(Branch(link.types, direction, far, tuple(link.where), optional=link.optional))
        return Place(variable, spot.label, tests=tuple(tests))

    def _tell_apart(self, variable: str, others: Iterator[str]) -> None:
        """A node is none of ``others``, if the statement does not say so itself."""
        for other in others:
            said = (self.spots[variable].tests, variable, other), (self.spots[other].tests, other, variable)
            if not any(Relative(None, "<>", end) in tests for tests, _, end in said):
                self.spots[variable].tests.append(Relative(None, "<>", other))

    def _twins(self, link: Link, variable: str, done: set[int]) -> Iterator[str]:
        """Ends of other links at ``variable`` that a link's own end is not, since one MATCH takes no relationship
        twice: who played for the same club as X is not X."""
        for place in sorted(done):
            known = self.links[place]
            if known is link or variable not in (known.left, known.right) or not known.may_be(link):
                continue
            leads = {_from(one, variable) for one in (known, link)}
            if len(leads) == 1 or "both" in leads:
                yield known.other(variable)

    def branch(self, variable: str, count: tuple[Operator, float] | None = None) -> Branch:
        """The pattern that hangs on ``variable`` alone, as something that is asked of it."""
        place = self.place(variable)
        joined = [test for test in place.tests if isinstance(test, Branch)]
        if len(joined) != 1:
            raise CypherRefused("A pattern within a condition begins at one node that was named before it.")
        return replace(joined[0], count=count)

    def _mend_directions(self) -> None:
        """Turns relationships that lead the other way round only."""
        for link in self.links:
            if link.direction == "both":
                continue
            start, end = (link.left, link.right) if link.direction == "out" else (link.right, link.left)
            labels = self.spots[start].label, self.spots[end].label
            if not self.spellings.leads(link.types, *labels) and self.spellings.leads(
                link.types, *reversed(labels)
            ):
                link.direction = _turned(link.direction)


def _from(link: Link, variable: str) -> Direction:
    """Which way a link leads from that end of it."""
    return link.direction if link.left == variable else _turned(link.direction)


def _turned(direction: Direction) -> Direction:
    turned: dict[Direction, Direction] = {"out": "in", "in": "out", "both": "both"}
    return turned[direction]


@dataclass(frozen=True, slots=True)
class Counted:
    """How many paths of a pattern begin at a node: ``COUNT { (n)-->() }``."""

    sketch: Sketch
    variable: str
