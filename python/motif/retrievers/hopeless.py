"""Why nothing matched: triples whose relation a named node does not have at all, and names alike that have it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.graphs.pattern import Pattern
from motif.retrievers.exact_grounding import Reading
from motif.retrievers.normalising import other_readings
from motif.retrievers.view import View

NEAR = 3
"""Names alike that are offered."""


def hopeless_triples(view: View, pattern: Pattern, reading: Reading) -> list[dict[str, Any]]:
    """One entry for each triple and named node of it that has no relationship of that relation, either way round.

    ``triple`` is its number from 1, ``name`` the node's, ``near`` the names most like it whose nodes have one.
    """
    return list(_found(view, pattern, reading))


def _found(view: View, pattern: Pattern, reading: Reading) -> Iterator[dict[str, Any]]:
    query = reading.query
    names = view.projection.nodes.names
    for number, edge in enumerate(pattern.edges):
        allowed = query.edge_relations[number]
        if allowed is None:
            continue
        for place in dict.fromkeys((edge.head, edge.tail)):
            rows, name = query.node_rows[place], pattern.nodes[place].name
            if name is None or rows is None or _having(view, rows, allowed).any():
                continue
            alike = other_readings(name, view, query.node_masks[place]).candidates.rows
            alike = alike[_having(view, alike, allowed)]
            yield {
                "triple": number + 1,
                "name": name,
                "near": list(dict.fromkeys(names[row] for row in alike.tolist()))[:NEAR],
            }


def _having(view: View, rows: NDArray[np.int32], allowed: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which of ``rows`` have a relationship of an allowed relation, bool (len(rows),)."""
    projection = view.projection
    relation = projection.relationships.relation
    sides = (projection.outgoing, projection.incoming)
    return np.array(
        [
            any(allowed[relation[side.rows_at(slice(*side.indptr[row : row + 2]))]].any() for side in sides)
            for row in rows.tolist()
        ],
        dtype=np.bool_,
    )
