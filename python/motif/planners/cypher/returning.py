"""What a statement returns: a node first where a step asks for nodes, every column named, so many rows at most."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from motif.planners.cypher.constants import literal_value
from motif.planners.cypher.facts import child, first_place, is_tree, last_place, name_in, place_of
from motif.planners.cypher.literals import Parameters
from motif.planners.cypher.names import Problem, Variables
from motif.planners.cypher.parsing import Parsed
from motif.planners.cypher.printing import Edits, quoted

if TYPE_CHECKING:
    from lark import Token, Tree

MOST_ROWS = 10_000
"""Rows that a statement may return."""

_NODE_COLUMN = "node"


@dataclass(slots=True)
class Returned:
    """Columns of the outermost RETURN, what had to be changed in it, and what is wrong with it."""

    columns: tuple[str, ...] = ()
    notes: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


def returned(parsed: Parsed, known: Variables, edits: Edits, *, gives_nodes: bool) -> Returned:
    """Names the columns of every outermost RETURN; with ``gives_nodes``, the first of them is to be a node."""
    found = Returned()
    for number, one in enumerate(_returns(parsed.tree)):
        items = child(one, "items")
        assert items is not None
        columns = [_column(item, parsed, edits) for item in items.children if not isinstance(item, str)]
        if is_star(items):
            columns = ["*", *columns]
        if gives_nodes:
            columns = _begin_with_node(items, columns, known, edits, found)
        if number == 0:
            found.columns = tuple(columns)
    return found


def limit_rows(
    parsed: Parsed, given: Mapping[str, Any], parameters: Parameters, edits: Edits
) -> Iterator[str]:
    """Bounds every outermost RETURN to `MOST_ROWS`, and says where a larger limit was lowered."""
    for one in _returns(parsed.tree):
        limit = child(one, "limit")
        if limit is None:
            place = last_place(one)
            edits.after[place] = edits.after.get(place, "") + f" LIMIT ${parameters.add(MOST_ROWS)}"
            continue
        token = limit.children[1]
        value = count_of(token, given)
        if value is not None and value > MOST_ROWS:
            edits.instead[first_place(token)] = f"${parameters.add(MOST_ROWS)}"
            yield f"The limit of {value:,} rows was lowered to {MOST_ROWS:,}."


def replace_counts(
    tree: Tree[Token], given: Mapping[str, Any], parameters: Parameters, edits: Edits
) -> Iterator[Problem]:
    """SKIP's and LIMIT's numbers become parameters; those given as parameters have to be numbers."""
    for kind in ("limit", "skip"):
        for one in tree.find_data(kind):
            token = one.children[1]
            assert isinstance(token, str)
            value = count_of(token, given)
            if value is None:
                yield place_of(token), f"{kind.upper()} takes a whole number of at least 0. Give one."
            elif token.type == "INT":
                edits.instead[place_of(token)] = f"${parameters.add(value)}"


def count_of(token: Any, given: Mapping[str, Any]) -> int | None:
    """What a number or parameter counts; None where it is no count."""
    value = given.get(str(token)) if token.type == "PARAMETER" else literal_value(token)
    return value if type(value) is int and value >= 0 else None


def is_star(items: Tree[Token]) -> bool:
    """Whether everything is returned (``*``)."""
    first = items.children[0]
    return isinstance(first, str) and first.type == "STAR"


def _returns(tree: Tree[Token]) -> Iterator[Tree[Token]]:
    """The outermost RETURNs, one for each part of a UNION."""
    query = tree.children[0]
    assert not isinstance(query, str)
    for single in query.children:
        if not isinstance(single, str):
            last = single.children[-1]
            assert not isinstance(last, str)
            yield last


def _column(item: Tree[Token], parsed: Parsed, edits: Edits) -> str:
    """The name of a column: its alias, its variable, or its words as Neo4j would name it, now its alias."""
    named = name_in(item)
    if named:
        return named
    value = item.children[0]
    if is_tree(value, "variable"):
        return name_in(value)
    first, last = first_place(value), last_place(value)
    words = parsed.text[parsed.pieces[first].place : parsed.pieces[last].end]
    edits.after[last] = edits.after.get(last, "") + f" AS {quoted(words)}"
    return words


def _begin_with_node(
    items: Tree[Token], columns: list[str], known: Variables, edits: Edits, found: Returned
) -> list[str]:
    first = items.children[0]
    if not isinstance(first, str):
        value = first.children[0]
        if is_tree(value, "variable") and name_in(value) in known.labels:
            return columns
        variable = _node_of(value, known)
        if variable and _NODE_COLUMN not in columns:
            place = first_place(items)
            edits.before[place] = f"{quoted(variable)} AS {_NODE_COLUMN}, " + edits.before.get(place, "")
            found.notes.append(f"The node {variable} is returned first, beside what was asked of it.")
            return [_NODE_COLUMN, *columns]
    found.problems.append(
        (
            first_place(items),
            "A Cypher step gives nodes: its RETURN begins with the variable of a node. Write it so, such as RETURN n, "
            "n.name.",
        )
    )
    return columns


def _node_of(value: Any, known: Variables) -> str:
    """The node of which ``value`` is a property; "" for none."""
    if not is_tree(value, "postfix") or not is_tree(value.children[0], "variable"):
        return ""
    name = name_in(value.children[0])
    return name if name in known.labels and is_tree(value.children[1], "property") else ""
