"""Triples as texts: how relationships and the triples of a schema graph are encoded."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from motif.graphs.pattern import Pattern
from motif.graphs.projection import Projection
from motif.indexes.names import readable


def triple_text(head: str, relation: str, tail: str) -> str:
    """The text that is encoded for a triple: its names as they stand, its relation as words.

    >>> triple_text("Heat", "DIRECTED_BY", "Michael Mann")
    'Heat directed by Michael Mann'
    """
    return " ".join(part for part in (head, readable(relation), tail) if part)


def triple_texts(projection: Projection) -> Iterator[str]:
    """The text of each relationship, in the order of rows."""
    links, names = projection.relationships, list(projection.nodes.names)
    relations = [readable(relation) for relation in links.relations]
    for source, relation, target in zip(
        links.source.tolist(), links.relation.tolist(), links.target.tolist(), strict=True
    ):
        yield " ".join(part for part in (names[source], relations[relation], names[target]) if part)


def triple_texts_at(projection: Projection, rows: NDArray[np.int64]) -> list[str]:
    """The texts of the relationships at ``rows``."""
    links, nodes = projection.relationships, projection.nodes
    heads, tails = nodes.names.take(links.sources[rows]), nodes.names.take(links.target[rows])
    relations = [readable(relation) for relation in links.relations]
    chosen = links.relation[rows].tolist()
    return [
        " ".join(part for part in (head, relations[relation], tail) if part)
        for head, relation, tail in zip(heads, chosen, tails, strict=True)
    ]


def node_texts(pattern: Pattern, names: tuple[str, ...] = ()) -> list[str]:
    """What stands for each node of a schema graph in texts: its name, its type, or ``[ENT1]``, ``[ENT2]`` … in order.

    Parameters
    ----------
    names
        Names of the nodes of the pattern that are given by their id; aligned with its nodes, "" where there is none.

    >>> from motif.graphs.pattern import parse_pattern
    >>> node_texts(parse_pattern([("?film", "directed_by", "Mann"), ("?film", "year", "UNKNOWN year 1")]))
    ['[ENT1]', 'Mann', 'year']
    """
    texts: list[str] = []
    unknown = 0
    for place, node in enumerate(pattern.nodes):
        known = node.name or (names[place] if place < len(names) else "")
        unknown += not node.is_known
        texts.append(known if node.is_known else node.type or f"[ENT{unknown}]")
    return texts


def schema_texts(pattern: Pattern, names: tuple[str, ...] = ()) -> list[str]:
    """The text of each triple of a schema graph: its known parts, and the types of its unknowns.

    An unknown without a type is left out: "[ENT1]" says nothing, and moves the vector away from every triple of the
    graph. A triple of nothing but unknowns is its placeholders.

    >>> from motif.graphs.pattern import parse_pattern
    >>> schema_texts(parse_pattern([("?film", "directed_by", "Mann"), ("?film", None, "?year")]))
    ['directed by Mann', '[ENT1] [ENT2]']
    """
    placed = node_texts(pattern, names)
    said = [
        text if node.is_known or node.type else "" for node, text in zip(pattern.nodes, placed, strict=True)
    ]
    texts: list[str] = []
    for edge in pattern.edges:
        relation = edge.relation or ""
        known = triple_text(said[edge.head], relation, said[edge.tail])
        texts.append(known or triple_text(placed[edge.head], relation, placed[edge.tail]))
    return texts
