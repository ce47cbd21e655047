"""Relationships that point the wrong way, or that the graph does not have between such nodes."""

from __future__ import annotations

from collections.abc import Iterator

from motif.graphs.graph_schema import GraphSchema
from motif.planners.cypher.ends import Labels, can_lead, said
from motif.planners.cypher.facts import Facts, RelationshipFact
from motif.planners.cypher.names import Problem, Variables
from motif.planners.cypher.printing import Edits


def reversed_relationships(
    facts: Facts, known: Variables, schema: GraphSchema, edits: Edits
) -> Iterator[str]:
    """Turns those round in ``edits`` that can only lead the other way, and says so, one note each."""
    for one in facts.relationships:
        left, right = _ends(one, facts, known, schema)
        if one.direction == "any" or _fits(one, left, right, schema):
            continue
        if _fits(one, right, left, schema):
            before, first, second, after = one.signs
            if before is not None:
                edits.instead[before], edits.after[second] = "", ">"
            if after is not None:
                edits.instead[after], edits.before[first] = "", "<"
            yield f"A relationship pointed the wrong way and was reversed: {said(schema, sorted(one.types))}."


def direction_problems(facts: Facts, known: Variables, schema: GraphSchema) -> Iterator[Problem]:
    """Relationships that lead neither way between such nodes."""
    for one in facts.relationships:
        left, right = _ends(one, facts, known, schema)
        if not _fits(one, left, right, schema) and not _fits(one, right, left, schema):
            between = f"{_worded(left)} and {_worded(right)}"
            types = " or ".join(sorted(one.types)) or "relationship of any type"
            yield (
                one.place,
                f"The graph has no {types} between {between}: {said(schema, sorted(one.types))}. "
                "Use another type, or other labels.",
            )


def _fits(one: RelationshipFact, left: Labels, right: Labels, schema: GraphSchema) -> bool:
    """Whether the relationship can lead as it points, from ``left`` to ``right``."""
    source, target = (right, left) if one.direction == "in" else (left, right)
    if one.most == 1:
        return can_lead(schema, one.types, source, target)
    return can_lead(schema, one.types, source, None) and can_lead(schema, one.types, None, target)


def _ends(
    one: RelationshipFact, facts: Facts, known: Variables, schema: GraphSchema
) -> tuple[frozenset[str] | None, frozenset[str] | None]:
    def labels(place: int | None) -> frozenset[str] | None:
        if place is None:
            return None
        node = facts.nodes[place]
        possible = known.labels.get(node.variable) if node.variable else node.possible
        # A label that the graph does not have is a problem of its own.
        return (possible & frozenset(schema.labels) or None) if possible else None

    return labels(one.left), labels(one.right)


def _worded(labels: Labels) -> str:
    return "any node" if labels is None else " or ".join(sorted(labels))
