"""Matches by row become evidence: nodes, relationships, bindings, answers and text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.errors import InvalidInput
from motif.graphs.distinct import distinct
from motif.graphs.evidence import Evidence, Node, Relationship
from motif.graphs.pattern import Pattern, parse_part
from motif.graphs.projection import Projection

Verbalizer = Callable[[Sequence[tuple[str, str, str]]], str]
"""Turns (head, relation, tail) lines, in pattern order, into text."""

CHARACTERS_PER_TOKEN = 4

N_TOLD, TOLD = 3, 40
"""Properties of a node without a name that a line tells, and characters of each."""


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
        if row not in self._nodes:
            self.load_nodes(np.array([row]))
        return self._nodes[row]

    def relationship(self, row: int) -> Relationship:
        """The relationship at ``row``."""
        if row not in self._relationships:
            self.load(np.array([row]))
        return self._relationships[row]

    def ends(self, row: int) -> tuple[Node, Node]:
        """The source and the target of the relationship at ``row``."""
        table = self.projection.relationships
        return self.node(int(table.sources[row])), self.node(int(table.target[row]))

    def line(self, row: int) -> tuple[str, str, str]:
        """(head, relation, tail) of the relationship at ``row``, in the graph's own direction."""
        if row not in self._lines:
            self.load(np.array([row]))
        return self._lines[row]

    def load(self, relationships: NDArray[np.integer[Any]]) -> None:
        """Make the relationships at these rows and the nodes at their ends, all at once, since that is far quicker."""
        table = self.projection.relationships
        rows = distinct(relationships)
        sources, targets = table.sources[rows], table.target[rows]
        self.load_nodes(distinct(np.concatenate([sources, targets])))
        columns = (part.tolist() for part in (rows, sources, table.type[rows], targets, table.relation[rows]))
        for row, source, kind, target, relation in zip(*columns, strict=True):
            head, tail, said = self._nodes[source], self._nodes[target], table.relations[relation]
            self._relationships[row] = Relationship(
                table.element_id(row), head.id, table.types[kind], tail.id, said
            )
            self._lines[row] = (
                head.name or self._told(head, source),
                said,
                tail.name or self._told(tail, target),
            )

    def _told(self, node: Node, row: int) -> str:
        """What is said in a line of a node that has no name: its label, and the first of its properties."""
        columns = self.projection.nodes.properties.items()
        values = ((name, column.value(row)) for name, column in columns)
        known = (f"{name}: {cut(str(value), TOLD)}" for name, value in values if value is not None)
        label, told = (node.labels or ("node",))[0], ", ".join(islice(known, N_TOLD)) or node.id
        return f"{label} ({told})" if told else label

    def load_nodes(self, rows: NDArray[np.integer[Any]]) -> None:
        """Make the nodes at these rows, all at once."""
        table = self.projection.nodes
        names, sets = table.names.take(rows), table.label_set[rows].tolist()
        for row, name, of_set in zip(rows.tolist(), names, sets, strict=True):
            if row not in self._nodes:
                identity = name if table.id_prefix is None else table.element_id(row)
                self._nodes[row] = Node(identity, name, table.label_sets[of_set])


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


def cut(text: str, characters: int) -> str:
    """``text`` in at most so many characters, cut between two words.

    >>> cut("A film by Michael Mann", 12)
    'A film by…'
    """
    if len(text) <= characters:
        return text
    shorter = text[: max(characters - 1, 0)]
    words = shorter[: max(shorter.rfind(" "), shorter.rfind("\n"))] if len(shorter.split()) > 1 else shorter
    return f"{words.rstrip()}…" if words else ""


def asked_unknown(pattern: Pattern, answer: str | None) -> int | None:
    """The place in ``pattern.nodes`` of the unknown asked for: the one named, in any spelling, or the only one.

    Raises `InvalidInput` when ``answer`` names none.
    """
    places = [place for place, node in enumerate(pattern.nodes) if not node.is_known]
    if answer is None:
        return places[0] if len(places) == 1 else None
    wanted = (answer, answer.removeprefix("?"), parse_part(answer).unknown if answer.strip() else None)
    for place in places:
        if pattern.nodes[place].unknown in wanted:
            return place
    known = ", ".join(f"?{name}" for name in pattern.unknowns) or "none"
    raise InvalidInput(f"The pattern has no unknown '{answer}'.", hint=f"Its unknowns: {known}.")


class Presenter:
    """Says the matches of one pattern as pieces of evidence.

    Raises `InvalidInput` when ``presentation.answer`` names no unknown of the pattern.
    """

    def __init__(self, projection: Projection, pattern: Pattern, presentation: Presentation) -> None:
        self.entities = Entities(projection)
        self._presentation = presentation
        self._asked = asked_unknown(pattern, presentation.answer)
        self._nodes = [(place, node.unknown) for place, node in enumerate(pattern.nodes) if node.unknown]
        self._edges = [(place, edge.unknown) for place, edge in enumerate(pattern.edges) if edge.unknown]

    def evidence(self, node_rows: Sequence[int], relationship_rows: Sequence[int], **fields: Any) -> Evidence:
        """One match as a piece of evidence.

        Parameters
        ----------
        node_rows, relationship_rows
            Aligned with the pattern's nodes and edges.
        fields
            ``score``, ``method``, ``complete`` and ``metadata`` of the evidence.
        """
        entities = self.entities
        relationships = [entities.relationship(row) for row in relationship_rows]
        nodes = [entities.node(row) for row in node_rows]
        bindings: dict[str, Node | Relationship] = {name: nodes[place] for place, name in self._nodes}
        bindings.update((name, relationships[place]) for place, name in self._edges)
        return Evidence(
            nodes=tuple(dict(zip(node_rows, nodes, strict=True)).values()),
            relationships=tuple(dict(zip(relationship_rows, relationships, strict=True)).values()),
            bindings=bindings,
            answers=() if self._asked is None else (nodes[self._asked],),
            text=verbalized([entities.line(row) for row in relationship_rows], self._presentation),
            **fields,
        )
