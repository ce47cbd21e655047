"""Paths of MATCH as nodes and relationships."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import TYPE_CHECKING

from motif.graphs.meaning import Condition, Direction
from motif.planners.cypher.constants import MISSING, constant_of
from motif.planners.cypher.facts import child, direction_of, name_in, trees_in
from motif.planners.cypher.tokens import CypherRefused
from motif.planners.proposing.sketch import Link, Sketch

if TYPE_CHECKING:
    from lark import Token, Tree


class PatternReader:
    """Adds the paths of patterns to a sketch; nodes and relationships without a name are numbered."""

    def __init__(self, sketch: Sketch, numbers: Iterator[int] | None = None) -> None:
        self.sketch = sketch
        self.numbers = numbers or count()
        self.match = 0

    def add(self, patterns: Tree[Token], *, optional: bool = False) -> None:
        """All paths of ``patterns``, which are those of one MATCH."""
        self.match += 1
        for pattern in trees_in(patterns):
            paths = [one for one in trees_in(pattern) if one.data == "path"]
            if len(paths) != 1 or child(pattern, "selector") is not None:
                raise CypherRefused(
                    "Shortest paths cannot be read; write the relationships one after another."
                )
            self.path(paths[0], optional=optional)

    def path(self, path: Tree[Token], *, optional: bool = False) -> str:
        """One path; the variable of its first node."""
        first, before, link = "", "", None
        for part in trees_in(path):
            if part.data == "relationship":
                link = part
                continue
            if part.data != "node":
                raise CypherRefused("Paths of changing length cannot be read; write each relationship.")
            variable = self._node(part)
            if link is not None:
                self._link(link, before, variable, optional=optional)
            first, before = first or variable, variable
        return first

    def _node(self, node: Tree[Token]) -> str:
        variable = name_in(node) or f"node {next(self.numbers)}"
        labels = self._labels(node)
        if len(labels) > 1:
            raise CypherRefused("A node with a choice of labels cannot be read; give one label.")
        label = self.sketch.spellings.label(labels[0]) if labels else None
        spot = self.sketch.spot(variable, label)
        for name, value in _entries(node):
            owned = self.sketch.spellings.of_node(name, spot.label)
            if owned is None:
                raise CypherRefused(f"{spot.label or 'No node'} has no property '{name[:80]}'.")
            spot.tests.append(Condition(owned, "=", value))
        return variable

    def _link(self, part: Tree[Token], left: str, right: str, *, optional: bool) -> None:
        if child(part, "hops") is not None or child(part, "quantifier") is not None:
            raise CypherRefused("Paths of changing length cannot be read; write each relationship.")
        types = tuple(self.sketch.spellings.type(name) for name in self._labels(part))
        variable, pointing = name_in(part) or f"link {next(self.numbers)}", direction_of(part)
        direction: Direction = "both" if pointing == "any" else pointing
        link = Link(variable, left, right, types, direction, optional, match=self.match)
        for name, value in _entries(part):
            carried = self.sketch.spellings.of_relationship(name, types)
            if carried is None:
                raise CypherRefused(f"{'|'.join(types) or 'No relationship'} has no property '{name[:80]}'.")
            link.where.append(Condition(carried, "=", value))
        self.sketch.links.append(link)

    def _labels(self, part: Tree[Token]) -> list[str]:
        """The labels or types that stand there, which are any of them."""
        labels = child(part, "labels")
        joined = trees_in(labels) if labels is not None else []
        if any(one.data != "label_and" or not name_in(one) or len(one.children) != 1 for one in joined):
            raise CypherRefused("Labels that are joined or denied cannot be read; give one.")
        return [name_in(one) for one in joined]


def _entries(part: Tree[Token]) -> Iterator[tuple[str, object]]:
    """The map of a node or relationship."""
    for kept in trees_in(part):
        if kept.data == "where":
            raise CypherRefused("WHERE within a node cannot be read; put it after the pattern.")
        if kept.data != "map":
            continue
        for entry in trees_in(kept):
            value = constant_of(entry.children[-1])
            if value is MISSING or value is None or isinstance(value, list):
                raise CypherRefused(
                    "A property in a pattern is compared with a text, a number, true or false."
                )
            yield name_in(entry), value
