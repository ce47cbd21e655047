"""Paths of MATCH as nodes and relationships."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import TYPE_CHECKING

from motif.graphs.meaning import Condition, Direction
from motif.planners.cypher.constants import MISSING, constant_of
from motif.planners.cypher.tokens import CypherRefused
from motif.planners.proposing.sketch import Link, Sketch

if TYPE_CHECKING:
    from lark import Token, Tree


class PatternReader:
    """Adds the paths of patterns to a sketch; nodes and relationships without a name are numbered."""

    def __init__(self, sketch: Sketch, numbers: Iterator[int] | None = None) -> None:
        self.sketch = sketch
        self.numbers = numbers or count()

    def add(self, patterns: Tree[Token], *, optional: bool = False) -> None:
        """All paths of ``patterns``."""
        for pattern in trees(patterns):
            paths = [one for one in trees(pattern) if one.data == "path"]
            if len(paths) != 1 or any(one.data == "selector" for one in trees(pattern)):
                raise CypherRefused(
                    "Shortest paths cannot be read; write the relationships one after another."
                )
            self.path(paths[0], optional=optional)

    def path(self, path: Tree[Token], *, optional: bool = False) -> str:
        """One path; the variable of its first node."""
        first, before, link = "", "", None
        for part in trees(path):
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
        variable = _name(node) or f"node {next(self.numbers)}"
        labels = self._labels(node)
        if len(labels) > 1:
            raise CypherRefused("A node with a choice of labels cannot be read; give one label.")
        label = self.sketch.words.label(labels[0]) if labels else None
        spot = self.sketch.spot(variable, label)
        for name, value in _entries(node):
            owned = self.sketch.words.owned(name, spot.label)
            if owned is None:
                raise CypherRefused(f"{spot.label or 'No node'} has no property '{name[:80]}'.")
            spot.tests.append(Condition(owned, "=", value))
        return variable

    def _link(self, part: Tree[Token], left: str, right: str, *, optional: bool) -> None:
        if any(one.data in ("hops", "quantifier") for one in trees(part)):
            raise CypherRefused("Paths of changing length cannot be read; write each relationship.")
        types = tuple(self.sketch.words.type(name) for name in self._labels(part))
        link = Link(
            _name(part) or f"link {next(self.numbers)}", left, right, types, _direction(part), optional
        )
        for name, value in _entries(part):
            carried = self.sketch.words.carried(name, types)
            if carried is None:
                raise CypherRefused(f"{'|'.join(types) or 'No relationship'} has no property '{name[:80]}'.")
            link.where.append(Condition(carried, "=", value))
        self.sketch.links.append(link)

    def _labels(self, part: Tree[Token]) -> list[str]:
        """The labels or types that stand there, which are any of them."""
        found = [one for one in trees(part) if one.data == "labels"]
        if not found:
            return []
        joined = trees(found[0])
        if any(one.data != "label_and" or len(names(one)) != 1 or len(one.children) != 1 for one in joined):
            raise CypherRefused("Labels that are joined or denied cannot be read; give one.")
        return [names(one)[0] for one in joined]


def _direction(part: Tree[Token]) -> Direction:
    signs = {one.type for one in part.children if not hasattr(one, "data")}
    if ("LT" in signs) == ("GT" in signs):
        return "both"
    return "in" if "LT" in signs else "out"


def _entries(part: Tree[Token]) -> Iterator[tuple[str, object]]:
    """The map of a node or relationship."""
    for kept in trees(part):
        if kept.data == "where":
            raise CypherRefused("WHERE within a node cannot be read; put it after the pattern.")
        if kept.data != "map":
            continue
        for entry in trees(kept):
            value = constant_of(entry.children[-1])
            if value is MISSING or value is None or isinstance(value, list):
                raise CypherRefused(
                    "A property in a pattern is compared with a text, a number, true or false."
                )
            yield names(entry)[0], value


def trees(part: Tree[Token]) -> list[Tree[Token]]:
    """The parts of a part, without its tokens."""
    return [one for one in part.children if hasattr(one, "data")]  # type: ignore[misc]


def names(part: Tree[Token]) -> list[str]:
    """The names that stand in a part itself."""
    return [str(one) for one in part.children if not hasattr(one, "data") and one.type == "NAME"]


def _name(part: Tree[Token]) -> str:
    """The variable of a node or relationship; "" for none."""
    found = names(part)
    return found[0] if found else ""
