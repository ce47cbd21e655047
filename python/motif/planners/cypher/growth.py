"""Values that a statement builds out of themselves, and lists that are gone through for each other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from motif.planners.cypher.bounds import ITERATIONS
from motif.planners.cypher.facts import first_place, is_tree, name_in, named_in, parts_of
from motif.planners.cypher.names import Problem

if TYPE_CHECKING:
    from lark import Token, Tree

MOST_COPIES = 16
"""How many times over an alias may hold another value: ``WITH s + s AS s`` doubles it."""

_COLLECTED = ("comprehension", "pattern_comprehension")


@dataclass(slots=True)
class _Known:
    """Of each alias: how many values it holds at most, and whether it is a list whose length nobody knows."""

    copies: dict[str, int] = field(default_factory=dict)
    lists: set[str] = field(default_factory=set)


def growth_problems(tree: Tree[Token]) -> Iterator[Problem]:
    """Aliases that grow, and lists that are gone through for each item of another within one expression."""
    known = _Known()
    for one in parts_of(tree):
        if one.data == "item" and name_in(one):
            yield from _alias(one, name_in(one), known)
        elif one.data in ITERATIONS:
            yield from _iteration(one, known)


def _alias(item: Tree[Token], name: str, known: _Known) -> Iterator[Problem]:
    value = item.children[0]
    used = [str(one.children[0]) for one in _variables(value)]
    copies = sum(known.copies.get(variable, 1) for variable in used) or 1
    if copies > MOST_COPIES:
        yield (
            first_place(item),
            f"{name!r} holds other values {copies} times over, and {MOST_COPIES} are the most. Write it without "
            "building a value out of itself.",
        )
    known.copies[name] = (
        copies if _builds(value) else max((known.copies.get(one, 1) for one in used), default=1)
    )
    if _collects(value) or any(variable in known.lists for variable in used):
        known.lists.add(name)
    else:
        known.lists.discard(name)


def _iteration(iteration: Tree[Token], known: _Known) -> Iterator[Problem]:
    """The list itself may be any; what is done with each item may not go through another list."""
    own = {named.name for named in named_in(iteration)[:1]}
    parts = [part for part in iteration.children if not isinstance(part, str)]
    for part in parts[1:]:
        for variable in _variables(part):
            name = str(variable.children[0])
            if name in known.lists and name not in own:
                yield (
                    first_place(variable),
                    f"For each item of a list the list {name!r} is gone through, in one expression, which no deadline "
                    "ends. Use UNWIND for the outer one.",
                )


def _variables(part: object) -> Iterator[Tree[Token]]:
    if not isinstance(part, str):
        yield from (one for one in parts_of(part) if one.data == "variable")  # type: ignore[arg-type]


def _builds(value: object) -> bool:
    """Whether a value holds others whole: joined, or in a list or map."""
    return not isinstance(value, str) and any(
        one.data in ("sum", "list", "map", *_COLLECTED)
        for one in parts_of(value)  # type: ignore[arg-type]
    )


def _collects(value: object) -> bool:
    if isinstance(value, str):
        return False
    for one in parts_of(value):  # type: ignore[arg-type]
        called = str(one.children[0]).lower() if is_tree(one, "call") else ""
        if (
            one.data in _COLLECTED
            or called in ("collect", "split")
            or (one.data == "asked" and str(one.children[0]).upper() == "COLLECT")
        ):
            return True
    return False
