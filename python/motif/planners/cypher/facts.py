"""What a statement's tree says: nodes, relationships, names, calls, each with its place among the tokens."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

from motif.planners.cypher.parsing import Parsed

if TYPE_CHECKING:
    from lark import Token, Tree

    Part: TypeAlias = Tree[Token] | Token


@dataclass(frozen=True, slots=True)
class Named:
    """A name and its place among the tokens."""

    name: str
    place: int


@dataclass(slots=True)
class NodeFact:
    """A node of a pattern. ``possible`` are labels one of which it has; None where nothing says."""

    variable: str | None
    possible: frozenset[str] | None
    labels: list[Named]
    properties: list[Named]


@dataclass(slots=True)
class RelationshipFact:
    """A relationship of a pattern.

    Attributes
    ----------
    types
        Of which it has one; empty for any.
    direction
        "out", "in" or "any", from the node on its left.
    left, right
        Places among `Facts.nodes`; None beside a quantified part.
    signs
        Places of the tokens ``<``, ``-``, ``-`` and ``>``; None for those that are not there.
    most
        Hops at most; None without a bound.
    """

    variable: str | None
    types: frozenset[str]
    names: list[Named]
    properties: list[Named]
    direction: str
    signs: tuple[int | None, int, int, int | None]
    place: int
    most: int | None = 1
    left: int | None = None
    right: int | None = None


@dataclass(frozen=True, slots=True)
class GroupFact:
    """A quantified part of a path: its first and last token, and how often at most; None without a bound."""

    first: int
    last: int
    most: int | None


@dataclass(slots=True)
class Facts:
    """What was found; in the order of the statement.

    Attributes
    ----------
    accesses
        Variables with the property that is read of them.
    tested
        Labels that a condition asks for (``n:Label``), with their variable, "" for an expression.
    functions
        Trees ``call`` and ``star_count``.
    groups
        Quantified parts of paths.
    aliases
        Variables and the names that they are given.
    """

    nodes: list[NodeFact] = field(default_factory=list)
    relationships: list[RelationshipFact] = field(default_factory=list)
    accesses: list[tuple[str, Named]] = field(default_factory=list)
    tested: list[tuple[str, Named]] = field(default_factory=list)
    functions: list[Tree[Token]] = field(default_factory=list)
    procedures: list[Tree[Token]] = field(default_factory=list)
    groups: list[GroupFact] = field(default_factory=list)
    aliases: list[tuple[str, str]] = field(default_factory=list)


def facts_of(parsed: Parsed) -> Facts:
    """What ``parsed`` holds.

    >>> from motif.planners.cypher.parsing import parse
    >>> facts = facts_of(parse("MATCH (p)-[:DIRECTED*1..2]->(m:Movie) RETURN m.title"))
    >>> facts.relationships[0].direction, facts.relationships[0].most, facts.nodes[1].possible, facts.accesses[0][0]
    ('out', 2, frozenset({'Movie'}), 'm')
    """
    found = Facts()
    for tree in parts_of(parsed.tree):
        if tree.data in ("path", "chain"):
            _read_path(tree, found)
        elif tree.data == "group":
            found.groups.append(
                GroupFact(first_place(tree), last_place(tree), _most(child(tree, "quantifier")))
            )
        elif tree.data in ("postfix", "projection"):
            _read_accesses(tree, found)
        elif tree.data in ("call", "star_count"):
            found.functions.append(tree)
        elif tree.data == "procedure":
            found.procedures.append(tree)
        elif tree.data == "item" and len(tree.children) == 3 and is_tree(tree.children[0], "variable"):
            found.aliases.append((name_in(tree.children[0]), name_in(tree)))
    return found


def parts_of(tree: Tree[Token]) -> Iterator[Tree[Token]]:
    """``tree`` and all trees in it, in the order of the statement."""
    waiting = [tree]
    while waiting:
        one = waiting.pop()
        yield one
        waiting.extend(part for part in reversed(one.children) if not isinstance(part, str))


def tokens_of(tree: Tree[Token]) -> Iterator[Token]:
    """All tokens in ``tree``, in the order of the statement."""
    waiting: list[Part] = [tree]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            yield one
        else:
            waiting.extend(reversed(one.children))


def place_of(token: Token) -> int:
    """Its place among the tokens."""
    assert token.start_pos is not None
    return token.start_pos


def first_place(tree: Part) -> int:
    """Place of its first token."""
    while not isinstance(tree, str):
        tree = tree.children[0]
    return place_of(tree)


def last_place(tree: Part) -> int:
    """Place of its last token."""
    while not isinstance(tree, str):
        tree = tree.children[-1]
    return place_of(tree)


def is_tree(part: Part, *kinds: str) -> bool:
    """Whether ``part`` is a tree of one of the kinds."""
    return not isinstance(part, str) and part.data in kinds


def child(tree: Tree[Token], kind: str) -> Tree[Token] | None:
    """The first child of that kind."""
    return next((part for part in tree.children if not isinstance(part, str) and part.data == kind), None)


def trees_in(tree: Tree[Token]) -> list[Tree[Token]]:
    """Its children that are trees."""
    return [part for part in tree.children if not isinstance(part, str)]


def name_in(tree: Part) -> str:
    """The last NAME among the children of ``tree``; "" for none."""
    assert not isinstance(tree, str)
    return next(
        (str(part) for part in reversed(tree.children) if isinstance(part, str) and part.type == "NAME"), ""
    )


def named_in(tree: Tree[Token] | None) -> list[Named]:
    """All NAMEs in ``tree``."""
    return (
        []
        if tree is None
        else [Named(str(one), place_of(one)) for one in tokens_of(tree) if one.type == "NAME"]
    )


def _read_path(tree: Tree[Token], found: Facts) -> None:
    left: int | None = None
    waiting: RelationshipFact | None = None
    for part in tree.children:
        if is_tree(part, "node"):
            assert not isinstance(part, str)
            found.nodes.append(_node(part))
            left = len(found.nodes) - 1
            if waiting is not None:
                waiting.right, waiting = left, None
        elif is_tree(part, "relationship"):
            assert not isinstance(part, str)
            waiting = _relationship(part)
            waiting.left = left
            found.relationships.append(waiting)
        else:
            left, waiting = None, None


def _node(tree: Tree[Token]) -> NodeFact:
    labels = child(tree, "labels")
    possible = None if labels is None else _possible(labels)
    return NodeFact(name_in(tree) or None, possible, named_in(labels), _keys(child(tree, "map")))


def _relationship(tree: Tree[Token]) -> RelationshipFact:
    signs: dict[str, list[int]] = {"LT": [], "MINUS": [], "GT": []}
    for part in tree.children:
        if isinstance(part, str) and part.type in signs:
            signs[part.type].append(place_of(part))
    before, after = next(iter(signs["LT"]), None), next(iter(signs["GT"]), None)
    types = child(tree, "labels")
    hops, quantifier = child(tree, "hops"), child(tree, "quantifier")
    return RelationshipFact(
        variable=name_in(tree) or None,
        types=(_possible(types) if types is not None else None) or frozenset(),
        names=named_in(types),
        properties=_keys(child(tree, "map")),
        direction=direction_of(tree),
        signs=(before, signs["MINUS"][0], signs["MINUS"][1], after),
        place=first_place(tree),
        most=_most(hops if hops is not None else quantifier),
    )


def direction_of(relationship: Tree[Token]) -> Literal["out", "in", "any"]:
    """Which way a relationship points, from the node on its left."""
    signs = {part.type for part in relationship.children if isinstance(part, str)}
    if ("LT" in signs) == ("GT" in signs):
        return "any"
    return "in" if "LT" in signs else "out"


def _most(tree: Tree[Token] | None) -> int | None:
    """Most repetitions that hops (``*1..3``) or a quantifier (``{1,3}``) allow; 1 where there is none."""
    if tree is None:
        return 1
    numbers = [
        int(one, 0 if one[:2] in ("0x", "0o") else 10)
        for one in tree.children
        if isinstance(one, str) and one.type == "INT"
    ]
    open_ended = next(
        (isinstance(one, str) and one.type != "INT" for one in reversed(tree.children) if one not in ("}",)),
        True,
    )
    return None if open_ended or not numbers else numbers[-1]


def _possible(tree: Part) -> frozenset[str] | None:
    """Labels one of which a node has that meets a label expression; None where it may have none of those named."""
    if isinstance(tree, str):
        return frozenset({str(tree)}) if tree.type == "NAME" else None
    if tree.data == "label_not":
        return None
    parts = [
        _possible(part)
        for part in tree.children
        if not isinstance(part, str) or part.type in ("NAME", "PERCENT")
    ]
    if tree.data == "labels":
        return None if None in parts else frozenset().union(*(part for part in parts if part))
    said = [part for part in parts if part is not None]
    return frozenset().union(*said) if said else None


def _keys(tree: Tree[Token] | None) -> list[Named]:
    if tree is None:
        return []
    entries = (part for part in tree.children if not isinstance(part, str))
    return [Named(str(one.children[0]), first_place(one)) for one in entries]


def _read_accesses(tree: Tree[Token], found: Facts) -> None:
    """Properties and labels asked of a variable: ``n.title``, ``n {.title}``, ``n:Movie``."""
    head, *rest = tree.children
    variable = str(head) if isinstance(head, str) else name_in(head) if is_tree(head, "variable") else ""
    for number, part in enumerate(rest):
        if isinstance(part, str):
            continue
        if part.data == "property" and (number == 0 or tree.data == "projection"):
            found.accesses.append((variable, named_in(part)[0]))
        elif part.data == "has_labels":
            found.tested.extend((variable, named) for named in named_in(part))
