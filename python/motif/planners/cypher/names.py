"""Labels, types, properties, functions, procedures and indexes that a statement names: all have to exist."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from motif.graphs.graph_schema import GraphSchema, SearchIndex
from motif.planners.cypher.constants import MISSING, constant_of
from motif.planners.cypher.facts import Facts, Named, child, first_place, name_in
from motif.planners.cypher.functions import FUNCTIONS, INSTEAD, PROCEDURES
from motif.planners.cypher.nearest import did_you_mean
from motif.planners.cypher.words import FORBIDDEN

if TYPE_CHECKING:
    from lark import Token, Tree

MOST_FOUND = 1_000
"""Nodes that a search by an index may give."""

Problem = tuple[int, str]
"""Place among the tokens, and what is wrong there."""


@dataclass(slots=True)
class Variables:
    """What is known of a statement's variables, by name.

    Attributes
    ----------
    labels
        Labels one of which a node has; None where nothing says.
    types
        Types one of which a relationship has; empty for any.
    """

    labels: dict[str, frozenset[str] | None] = field(default_factory=dict)
    types: dict[str, frozenset[str]] = field(default_factory=dict)


def variables_of(facts: Facts, schema: GraphSchema, parameters: Mapping[str, Any]) -> Variables:
    """What patterns, searches and aliases say of each variable."""
    known = Variables()
    for node in facts.nodes:
        if node.variable:
            _add(known, node.variable, node.possible)
    for relationship in facts.relationships:
        if relationship.variable:
            known.types[relationship.variable] = relationship.types
    for procedure in facts.procedures:
        for column, variable in _yielded(procedure):
            index = _index(procedure, schema, parameters)
            if index is not None and column == index.entity:
                _add(known, variable, frozenset(index.labels))
    for source, alias in facts.aliases:
        if source in known.labels:
            _add(known, alias, known.labels[source])
        if source in known.types:
            known.types[alias] = known.types[source]
    return known


def name_problems(
    facts: Facts, known: Variables, schema: GraphSchema, parameters: Mapping[str, Any]
) -> Iterator[Problem]:
    """What names something that is not there, with the nearest that is."""
    for node in facts.nodes:
        yield from _unknown(node.labels, schema.labels, "label")
        labels = known.labels.get(node.variable, node.possible) if node.variable else node.possible
        for property_ in node.properties:
            yield from _node_property(property_, labels, schema)
    for relationship in facts.relationships:
        yield from _unknown(relationship.names, schema.relations, "relationship type")
        for property_ in relationship.properties:
            yield from _relationship_property(property_, relationship.types, schema)
    for variable, named in facts.tested:
        kinds: Collection[str] = schema.relations if variable in known.types else schema.labels
        yield from _unknown([named], kinds, "relationship type" if variable in known.types else "label")
    for variable, property_ in facts.accesses:
        if variable in known.labels:
            yield from _node_property(property_, known.labels[variable], schema)
        elif variable in known.types:
            yield from _relationship_property(property_, known.types[variable], schema)
    for call in facts.functions:
        yield from _function(call)
    for procedure in facts.procedures:
        yield from _procedure(procedure, schema, parameters)


def _add(known: Variables, name: str, possible: frozenset[str] | None) -> None:
    before = known.labels.get(name)
    known.labels[name] = possible if before is None else before | (possible or frozenset())


def _unknown(names: Collection[Named], known: Collection[str], what: str) -> Iterator[Problem]:
    for named in names:
        if named.name not in known:
            yield named.place, f"The graph has no {what} {named.name!r}. {did_you_mean(named.name, known)}"
        elif "\\" in named.name:
            yield (
                named.place,
                f"The {what} {named.name!r} holds a backslash, which is not taken in a statement. Rename it.",
            )


def _node_property(named: Named, labels: frozenset[str] | None, schema: GraphSchema) -> Iterator[Problem]:
    profiles = [schema.labels[label] for label in labels or () if label in schema.labels]
    if labels and not profiles:
        return  # the label itself is a problem already
    known = {name for one in profiles or schema.labels.values() for name in one.properties}
    if named.name not in known:
        whose = " or ".join(sorted(one.name for one in profiles)) or "No node"
        said = (
            f"{whose} has no property {named.name!r}"
            if profiles
            else f"No node has a property {named.name!r}"
        )
        yield named.place, f"{said}. {did_you_mean(named.name, known)}"


def _relationship_property(named: Named, types: frozenset[str], schema: GraphSchema) -> Iterator[Problem]:
    profiles = [schema.relations[name] for name in types or schema.relations if name in schema.relations]
    known = {name for one in profiles for name in one.properties}
    if named.name not in known and (profiles or not types):
        whose = " or ".join(sorted(types)) if types else "No relationship"
        said = (
            f"{whose} has no property {named.name!r}"
            if types
            else f"No relationship has a property {named.name!r}"
        )
        yield named.place, f"{said}. {did_you_mean(named.name, known)}"


def _function(call: Tree[Token]) -> Iterator[Problem]:
    name = str(call.children[0])
    if name.upper() in FORBIDDEN:
        yield (
            first_place(call),
            f"{name.upper()} stands where a value is: {FORBIDDEN[name.upper()]}. Take it out.",
        )
    elif name.lower() not in FUNCTIONS:
        instead = INSTEAD.get(name.lower()) or did_you_mean(name, FUNCTIONS.values(), shown=0)
        if instead.startswith("There are"):
            instead = "Use one of Cypher's own functions, such as toLower, size, date, count."
        yield first_place(call), f"The function {name}() is not among those that a plan may call. {instead}"


def _procedure(
    procedure: Tree[Token], schema: GraphSchema, parameters: Mapping[str, Any]
) -> Iterator[Problem]:
    name, place = _called(procedure), first_place(procedure)
    if name.lower() not in PROCEDURES:
        allowed = ", ".join(one[0] for one in PROCEDURES.values())
        yield (
            place,
            f"The procedure {name} is not among those that a plan may call. Only these are: {allowed}.",
        )
        return
    _, kind, entity = PROCEDURES[name.lower()]
    arguments = arguments_of(procedure)
    values = [constant_of(one, parameters) for one in arguments]
    fitting = [one.name for one in schema.indexes if (one.kind, one.entity) == (kind, entity)]
    if not values or values[0] not in fitting:
        given = repr(values[0]) if values and isinstance(values[0], str) else "what is no fixed text"
        near = did_you_mean(str(values[0]) if values else "", fitting)
        yield place, f"{name} takes the name of a {kind} index of {entity}s first, not {given}. {near}"
    if kind == "vector" and (len(values) != 3 or not _is_count(values[1])):
        yield (
            place,
            f"{name} takes a fixed number of at most {MOST_FOUND:,} second, and a vector third. Give both.",
        )
    if kind == "fulltext" and (len(values) != 2 or not isinstance(values[1], str)):
        yield place, f"{name} takes a fixed text second, and nothing else. Give the words as a text."
    if child(procedure, "yield") is None:
        yield place, f"{name} needs YIELD, such as YIELD node, score. Add it."


def arguments_of(call: Tree[Token]) -> list[Tree[Token]]:
    """The arguments of a call, each a tree."""
    return [part for part in call.children if not isinstance(part, str) and part.data != "yield"]


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 < value <= MOST_FOUND


def _called(procedure: Tree[Token]) -> str:
    return next(str(one) for one in procedure.children if isinstance(one, str) and one.type == "FUNCTION")


def _index(procedure: Tree[Token], schema: GraphSchema, parameters: Mapping[str, Any]) -> SearchIndex | None:
    arguments = arguments_of(procedure)
    name = constant_of(arguments[0], parameters) if arguments else MISSING
    return next((one for one in schema.indexes if one.name == name), None)


def _yielded(procedure: Tree[Token]) -> Iterator[tuple[str, str]]:
    yields = child(procedure, "yield")
    for part in yields.children if yields is not None else ():
        if not isinstance(part, str) and part.data == "yielded":
            yield str(part.children[0]), name_in(part)
