"""Values that a statement builds out of themselves, and lists that are gone through for each other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from motif.planners.cypher.bounds import ITERATIONS
from motif.planners.cypher.facts import first_place, name_in, named_in, parts_of
from motif.planners.cypher.names import Problem

if TYPE_CHECKING:
    from lark import Token, Tree

MOST_COPIES = 16
"""How many times over an alias may hold another value: ``WITH s + s AS s`` doubles it."""

DEEPEST_LIST = 2
"""Lists of unknown length within one another: what they hold is their lengths multiplied."""

_UNNAMED = "what is returned"
"""A column without an alias, which holds as much as one with."""

_COLLECTED = ("comprehension", "pattern_comprehension")


@dataclass(slots=True)
class _Known:
    """Of each alias: how often it holds other values, and how many lists of unknown length lie within one another."""

    copies: dict[str, int] = field(default_factory=dict)
    depth: dict[str, int] = field(default_factory=dict)


def growth_problems(tree: Tree[Token]) -> Iterator[Problem]:
    """Aliases that grow, and lists that are gone through for each item of another within one expression."""
    known = _Known()
    for one in parts_of(tree):
        if one.data == "item":
            yield from _alias(one, name_in(one) or _UNNAMED, known)
        elif one.data in ITERATIONS:
            yield from _iteration(one, known)


def _alias(item: Tree[Token], name: str, known: _Known) -> Iterator[Problem]:
    value = item.children[0]
    if isinstance(value, str):
        return
    used = [str(one.children[0]) for one in _variables(value)]
    held = known.copies | _copies_of_items(value, known)
    copies = sum(held.get(variable, 1) for variable in used) or 1
    if copies > MOST_COPIES:
        yield (
            first_place(item),
            f"{name!r} holds other values {copies} times over, and {MOST_COPIES} are the most. Write it without "
            "building a value out of itself.",
        )
    depth = max((known.depth.get(variable, 0) for variable in used), default=0) + _collects(value)
    if depth > DEEPEST_LIST:
        yield first_place(item), f"{name!r} is a list of lists of lists. Collect once, or count instead."
    known.copies[name] = (
        copies if _builds(value) else max((known.copies.get(one, 1) for one in used), default=1)
    )
    known.depth[name] = depth


def _copies_of_items(value: Tree[Token], known: _Known) -> dict[str, int]:
    """Of the variables that go through lists: an item may hold as much as its list."""
    found = {}
    for one in parts_of(value):
        if one.data in ITERATIONS and one.data != "pattern_comprehension":
            source = next(part for part in one.children if not isinstance(part, str))
            found[named_in(one)[0].name] = sum(
                known.copies.get(str(variable.children[0]), 1) for variable in _variables(source)
            )
    return found


def _iteration(iteration: Tree[Token], known: _Known) -> Iterator[Problem]:
    """The list itself may be any; what is done with each item may not go through another list."""
    own = {named.name for named in named_in(iteration)[:1]}
    parts = [part for part in iteration.children if not isinstance(part, str)]
    for part in parts[1:]:
        for variable in _variables(part):
            name = str(variable.children[0])
            if known.depth.get(name, 0) and name not in own:
                yield (
                    first_place(variable),
                    f"For each item of a list the list {name!r} is gone through, in one expression, which no deadline "
                    "ends. Use UNWIND for the outer one.",
                )


def _variables(part: Tree[Token]) -> Iterator[Tree[Token]]:
    return (one for one in parts_of(part) if one.data == "variable")


def _builds(value: Tree[Token]) -> bool:
    """Whether a value holds others whole: joined, or in a list or map."""
    return any(one.data in ("sum", "list", "map", "projection", *_COLLECTED) for one in parts_of(value))


def _collects(value: Tree[Token]) -> bool:
    """Whether a value is made a list whose length nobody knows."""
    for one in parts_of(value):
        word = str(one.children[0]).lower() if one.data in ("call", "asked") else ""
        if one.data in _COLLECTED or word in ("collect", "split"):
            return True
    return False
