"""Matches by row become evidence: nodes, relationships, bindings, answers and text."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from motif.errors import InvalidInput
from motif.graphs.evidence import Evidence, Node, Relationship
from motif.graphs.pattern import Pattern
from motif.graphs.projection import Projection

Verbalizer = Callable[[Sequence[tuple[str, str, str]]], str]
"""Turns (head, relation, tail) lines, in pattern order, into text."""

CHARACTERS_PER_TOKEN = 4


@dataclass(frozen=True, slots=True)
class Presentation:
    """How evidence is worded: which unknown is the answer, how many tokens, and who writes the text."""

    answer: str | None = None
    max_tokens: int | None = None
    verbalize: Verbalizer | None = None


class Entities:
    """Nodes, relationships and lines of text of a projection by row, each made once.

    Matches share most of their nodes, and a name takes longer to decode than a match takes to find.
    """

    def __init__(self, projection: Projection) -> None:
        self.projection = projection
        self._nodes: dict[int, Node] = {}
        self._relationships: dict[int, Relationship] = {}
        self._lines: dict[int, tuple[str, str, str]] = {}

    def node(self, row: int) -> Node:
        """The node at ``row``."""
        node = self._nodes.get(row)
        if node is None:
            table = self.projection.nodes
            name = table.names[row]
            identity = name if table.id_prefix is None else table.element_id(row)
            node = self._nodes[row] = Node(identity, name, table.labels(row))
        return node

    def relationship(self, row: int) -> Relationship:
        """The relationship at ``row``."""
        found = self._relationships.get(row)
        if found is None:
            table = self.projection.relationships
            found = self._relationships[row] = Relationship(
                id=table.element_id(row),
                source=self.node(int(table.source[row])).id,
                type=table.types[table.type[row]],
                target=self.node(int(table.target[row])).id,
                relation=table.relations[table.relation[row]],
            )
        return found

    def line(self, row: int) -> tuple[str, str, str]:
        """(head, relation, tail) of the relationship at ``row``, in the graph's own direction."""
        line = self._lines.get(row)
        if line is None:
            table = self.projection.relationships
            head, tail = self.node(int(table.source[row])), self.node(int(table.target[row]))
            line = self._lines[row] = (head.name, table.relations[table.relation[row]], tail.name)
        return line


def lines_of(projection: Projection, relationship_rows: Sequence[int]) -> list[tuple[str, str, str]]:
    """(head, relation, tail) of each relationship, in the graph's own direction."""
    entities = Entities(projection)
    return [entities.line(row) for row in relationship_rows]


def verbalized(lines: Sequence[tuple[str, str, str]], presentation: Presentation) -> str:
    """The text of ``lines``, cut after the last whole line that fits ``max_tokens`` (of four characters)."""
    if presentation.verbalize is not None:
        return presentation.verbalize(lines)
    distinct = dict.fromkeys(" | ".join(parts) for parts in lines)
    return shortened("\n".join(distinct), presentation.max_tokens)


def shortened(text: str, max_tokens: int | None) -> str:
    """``text`` cut after the last whole line that fits ``max_tokens`` (of four characters); None: as it is.

    >>> shortened("Heat | year | 1995\\nHeat | genre | crime", 5)
    'Heat | year | 1995'
    """
    if max_tokens is None:
        return text
    written: list[str] = []
    left = max_tokens * CHARACTERS_PER_TOKEN
    for line in text.splitlines():
        left -= len(line) + 1
        if left < 0:
            break
        written.append(line)
    return "\n".join(written)


def asked_unknown(pattern: Pattern, answer: str | None) -> int | None:
    """The place in ``pattern.nodes`` of the unknown that is asked for: the one named, else the only one.

    Raises `InvalidInput` when ``answer`` names none.
    """
    places = [place for place, node in enumerate(pattern.nodes) if not node.is_known]
    if answer is None:
        return places[0] if len(places) == 1 else None
    wanted = answer.removeprefix("?")
    for place in places:
        if pattern.nodes[place].unknown in (answer, wanted):
            return place
    known = ", ".join(f"?{name}" for name in pattern.unknowns) or "none"
    raise InvalidInput(f"The pattern has no unknown '{answer}'.", hint=f"Its unknowns: {known}.")


def evidence_of_match(
    entities: Entities,
    pattern: Pattern,
    node_rows: Sequence[int],
    relationship_rows: Sequence[int],
    presentation: Presentation,
    **fields: Any,
) -> Evidence:
    """One match as a piece of evidence.

    Parameters
    ----------
    entities
        Of the graph; one for all matches of a result.
    node_rows, relationship_rows
        Aligned with ``pattern.nodes`` and ``pattern.edges``.
    fields
        ``score``, ``method``, ``complete`` and ``metadata`` of the evidence.
    """
    nodes = {row: entities.node(row) for row in node_rows}
    relationships = {row: entities.relationship(row) for row in relationship_rows}
    asked = asked_unknown(pattern, presentation.answer)
    return Evidence(
        nodes=tuple(nodes.values()),
        relationships=tuple(relationships.values()),
        bindings=_bindings(
            pattern, [nodes[row] for row in node_rows], [relationships[row] for row in relationship_rows]
        ),
        answers=() if asked is None else (nodes[node_rows[asked]],),
        text=verbalized([entities.line(row) for row in relationship_rows], presentation),
        **fields,
    )


def _bindings(
    pattern: Pattern, nodes: Sequence[Node], relationships: Sequence[Relationship]
) -> Mapping[str, Node | Relationship]:
    bound: dict[str, Node | Relationship] = {}
    for part, node in zip(pattern.nodes, nodes, strict=True):
        if part.unknown:
            bound[part.unknown] = node
    for edge, relationship in zip(pattern.edges, relationships, strict=True):
        if edge.unknown:
            bound[edge.unknown] = relationship
    return bound
