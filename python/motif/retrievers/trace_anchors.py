"""Where tracing starts: the nodes that a schema graph's question entities mean (STEM §3.4, equations 8 and 9)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motif.engine.filtering import node_filter_mask
from motif.errors import InvalidPattern, NoEntityFound
from motif.graphs.pattern import Pattern, PatternNode
from motif.retrievers.grounding import CandidateLimits, both, ground_node
from motif.retrievers.selection import Selection
from motif.retrievers.view import View

FLOOR = 0.5
"""The least cosine at which a node may stand for a name that it does not have."""

_NEAREST = 3


@dataclass(frozen=True, slots=True)
class Entity:
    """A question entity: a known node of the schema graph, and the nodes that it may mean.

    Attributes
    ----------
    place
        In the nodes of the schema graph.
    text
        As the schema graph names it.
    rows : int32 (c,)
    similarities : float64 (c,)
        Cosine of its name and the node's, 1 for the same name; descending.
    """

    place: int
    text: str
    rows: NDArray[np.int32]
    similarities: NDArray[np.float64]

    def likeliest(self) -> NDArray[np.int32]:
        """The nodes that are likest, by name alone; several where they have one name."""
        likeliest: NDArray[np.int32] = self.rows[self.similarities >= self.similarities[0] - 1e-9]
        return likeliest

    def best(
        self, guided: NDArray[np.bool_] | None, bias: float
    ) -> tuple[NDArray[np.int32], NDArray[np.float64]]:
        """The nodes with the highest score, and that score: the similarity, times ``bias`` for a guided node."""
        scores = self.similarities.copy()
        if guided is not None:
            scores[guided[self.rows]] *= bias
        highest = scores >= scores.max() - 1e-9
        return self.rows[highest], scores[highest]


def find_entities(view: View, schema: Pattern, selection: Selection, count: int) -> list[Entity]:
    """The question entities of ``schema``, each with the at most ``count`` nodes that it may mean.

    A name that some node has is that node: it is not traded for one that is merely alike.

    Raises
    ------
    InvalidPattern
        Nothing in the schema graph is known.
    NoEntityFound
        No node is named so, or nearly so; the nearest three are told.
    """
    entities = [
        _entity(view, place, node, selection, count)
        for place, node in enumerate(schema.nodes)
        if node.is_known
    ]
    if not entities:
        raise InvalidPattern(
            "The schema graph names no question entity, so that there is nothing to start from.",
            hint=_hint_for_nameless(view),
        )
    return entities


def allowed_nodes(view: View, node: PatternNode, selection: Selection) -> NDArray[np.bool_] | None:
    """Rows that an unknown may take by its label, its filter and the selection; None for all."""
    mask = selection.nodes
    if node.label is not None:
        mask = both(mask, view.label_mask(frozenset([node.label])))
    filters = node.filter if node.filter is not None else selection.filter_of(node.unknown)
    if filters is not None:
        mask = both(mask, node_filter_mask(view.projection.nodes, filters))
    return mask


def _entity(view: View, place: int, node: PatternNode, selection: Selection, count: int) -> Entity:
    by_letter = node.name is not None and len(view.names.equal(node.name)) > 0
    rows, distances = ground_node(node, view, selection, CandidateLimits(nodes=1 if by_letter else count))
    text = node.name or str(node.id)
    similarities = 1.0 - distances**2 / 2.0
    if not len(rows) or similarities[0] < FLOOR:
        raise _not_found(view, text, rows)
    if by_letter:
        rows, similarities = rows[similarities >= 1.0], similarities[similarities >= 1.0]
    return Entity(place, text, rows, similarities)


def _not_found(view: View, text: str, rows: NDArray[np.int32]) -> NoEntityFound:
    names = view.projection.nodes.names
    near = rows[:_NEAREST] if len(rows) else view.names.search(text, _NEAREST)
    said = ", ".join(f"'{names[row]}'" for row in near.tolist())
    return NoEntityFound(
        f"No node of '{view.projection.name}' is named '{text}' or nearly so.",
        hint=f"The nearest names: {said}." if said else "No name of the graph is like it.",
    )


def _hint_for_nameless(view: View) -> str:
    """Three nodes that could be named: those with the most relationships."""
    projection = view.projection
    degrees = projection.outgoing.degrees + projection.incoming.degrees
    rows = np.argsort(-degrees, kind="stable")[:_NEAREST]
    names = ", ".join(f"'{projection.nodes.names[row]}'" for row in rows.tolist())
    return (
        f"Give at least one triple a name, for example one of {names}; unknowns are written [ENT1] or ?film."
    )
