"""Traces become evidence: bindings, and reasoning chains as text (STEM §3.6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from motif.engine.reasoning_chains import reasoning_chains
from motif.graphs.evidence import Evidence, Node, Relationship
from motif.graphs.pattern import Pattern
from motif.graphs.projection import Projection
from motif.retrievers.presentation import Entities, Presentation, asked_unknown, shortened


class TracePresenter:
    """Says the traces of one schema graph as pieces of evidence.

    Raises `InvalidInput` when ``presentation.answer`` names no unknown of the schema graph.
    """

    def __init__(self, projection: Projection, schema: Pattern, presentation: Presentation) -> None:
        self.entities = Entities(projection)
        self._schema = schema
        self._presentation = presentation
        self._asked = asked_unknown(schema, presentation.answer)

    def evidence(
        self, node_rows: Sequence[int], relationship_rows: Sequence[int], start: int, **fields: Any
    ) -> Evidence:
        """One trace as a piece of evidence.

        Parameters
        ----------
        node_rows, relationship_rows
            Aligned with the schema graph's nodes and triples; -1 for what was not traced.
        start
            Row of the question entity that it was traced from.
        fields
            ``score``, ``complete`` and ``metadata``.
        """
        entities, schema = self.entities, self._schema
        traced = [row for row in dict.fromkeys(relationship_rows) if row >= 0]
        bound = [row for row in dict.fromkeys(node_rows) if row >= 0]
        bindings: dict[str, Node | Relationship] = {
            node.unknown: entities.node(row)
            for node, row in zip(schema.nodes, node_rows, strict=True)
            if node.unknown and row >= 0
        }
        bindings.update(
            (edge.unknown, entities.relationship(row))
            for edge, row in zip(schema.edges, relationship_rows, strict=True)
            if edge.unknown and row >= 0
        )
        answer = -1 if self._asked is None else node_rows[self._asked]
        return Evidence(
            nodes=tuple(entities.node(row) for row in bound),
            relationships=tuple(entities.relationship(row) for row in traced),
            bindings=bindings,
            answers=(entities.node(answer),) if answer >= 0 else (),
            text=self._text(traced, start),
            method="trace",
            **fields,
        )

    def _text(self, relationship_rows: Sequence[int], start: int) -> str:
        """The chains, a line each, from the question entity that the trace started from."""
        links = self.entities.projection.relationships
        chains = reasoning_chains(links, relationship_rows, [start])
        if self._presentation.verbalize is not None:
            return self._presentation.verbalize(
                [self.entities.line(row) for chain in chains for row in chain]
            )
        lines = [chain_text(self.entities, chain, start) for chain in chains]
        return shortened("\n".join(lines), self._presentation.max_tokens)


def chain_text(entities: Entities, chain: Sequence[int], start: int) -> str:
    """A chain of relationships in one line, each as it points.

    Parameters
    ----------
    chain
        Rows of relationships, each sharing a node with the next.
    start
        The row that it begins at, where the first relationship has it.

    >>> from motif.catalog import from_triples
    >>> films = from_triples([("Heat", "directed_by", "Mann"), ("Heat", "starred", "Pacino")])
    >>> mann = list(films.nodes.names).index("Mann")
    >>> chain_text(Entities(films), [0, 1], mann)
    'Mann <-[directed_by]- Heat -[starred]-> Pacino'
    """
    links = entities.projection.relationships
    here = _beginning([(int(links.sources[row]), int(links.target[row])) for row in chain[:2]], start)
    written = [entities.node(here).name]
    for row in chain:
        source, target = int(links.sources[row]), int(links.target[row])
        relation = links.relations[links.relation[row]]
        forward = source == here
        here = target if forward else source
        written.append(f"-[{relation}]-> " if forward else f"<-[{relation}]- ")
        written[-1] += entities.node(here).name
    return " ".join(written)


def _beginning(ends: Sequence[tuple[int, int]], start: int) -> int:
    """The end of the first relationship that a chain leaves from, by the ``ends`` of its first one or two."""
    first = ends[0]
    if start in first:
        return start
    return first[1] if first[0] in ends[-1] and len(ends) > 1 else first[0]
