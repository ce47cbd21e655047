"""A pattern in words becomes a query for exact matching: names are normalised, relations and labels must exist.

SG-RAG's entity normalisation (paper 000, algorithm 3), with the name to the letter before anything near it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches

import numpy as np
from numpy.typing import NDArray

from motif.engine.candidates import Candidates
from motif.engine.filtering import node_filter_mask
from motif.engine.match_query import Injectivity, MatchQuery
from motif.errors import InvalidPattern
from motif.graphs.pattern import Pattern, PatternEdge, PatternNode
from motif.indexes.names import readable
from motif.indexes.vector import nearest_rows
from motif.retrievers.grounding import Mask, both, relationship_mask, row_of
from motif.retrievers.normalising import normalise_name
from motif.retrievers.selection import Selection
from motif.retrievers.view import View

NEAREST_NAMED = 3
"""How many near relations or labels an error names."""

_TOLD = 5
"""How many unknowns an error names."""


@dataclass(frozen=True, slots=True)
class Reading:
    """How a pattern's texts were read.

    Attributes
    ----------
    query
        What the engine matches.
    choices
        By pattern node the rows that a name spelt otherwise may mean, nearest first; a name to the letter has none.
    relation_distances : float64 (relations,) each
        By pattern edge how far each relation is; None where only equal ones are allowed.
    unmatched
        Names that no node has, nor anything like it.
    """

    query: MatchQuery
    choices: Mapping[int, Candidates] = field(default_factory=dict)
    relation_distances: tuple[NDArray[np.float64] | None, ...] = ()
    unmatched: tuple[str, ...] = ()


def read_exactly(
    pattern: Pattern,
    view: View,
    selection: Selection,
    *,
    injective: Injectivity = True,
    directed: bool = True,
    relation_candidates: int = 1,
) -> Reading:
    """The query that ``pattern`` poses to the graph.

    Raises `InvalidPattern`: no node is known by name, id, label or filter; a label or relation that the graph lacks,
    with the nearest; an element id that it lacks.
    """
    _require_known(pattern, selection, view)
    masks = [_node_mask(node, view, selection) for node in pattern.nodes]
    rows: list[NDArray[np.int32] | None] = []
    choices: dict[int, Candidates] = {}
    unmatched = []
    for place, (node, mask) in enumerate(zip(pattern.nodes, masks, strict=True)):
        found, choice = _rows_of(node, mask, view)
        if choice is not None:
            choices[place] = choice
        if found is not None and not len(found) and node.name is not None and choice is None:
            unmatched.append(node.name)
        rows.append(found)
    relations = [_relations_of(edge, view, relation_candidates) for edge in pattern.edges]
    query = MatchQuery(
        heads=np.array([edge.head for edge in pattern.edges], dtype=np.int32),
        tails=np.array([edge.tail for edge in pattern.edges], dtype=np.int32),
        node_rows=tuple(rows),
        node_masks=tuple(masks),
        edge_relations=tuple(None if costs is None else np.isfinite(costs) for costs in relations),
        relationship_masks=tuple(relationship_mask(edge, view, selection) for edge in pattern.edges),
        directed=directed,
        injective=injective,
    )
    return Reading(query, choices, tuple(relations), tuple(unmatched))


def turned_loose(reading: Reading) -> Reading:
    """The same, whichever way the relationships point."""
    return dataclasses.replace(reading, query=dataclasses.replace(reading.query, directed=False))


def named_rows(reading: Reading) -> list[int]:
    """The nodes that the pattern names, in its order; of what a name may mean, the nearest."""
    found: dict[int, None] = {}
    for place, rows in enumerate(reading.query.node_rows):
        choice = reading.choices.get(place)
        if choice is not None:
            rows = choice.rows[choice.distances <= choice.distances[0]]
        found.update(dict.fromkeys([] if rows is None else rows.tolist()))
    return list(found)


def _require_known(pattern: Pattern, selection: Selection, view: View) -> None:
    for node in pattern.nodes:
        filters = node.filter if node.filter is not None else selection.filter_of(node.unknown)
        if node.is_known or filters or _label_of(node, view) is not None:
            return
    unknowns = [f"?{node.unknown}" if node.unknown else "null" for node in pattern.nodes]
    others = f" and {len(unknowns) - _TOLD} others" if len(unknowns) > _TOLD else ""
    raise InvalidPattern(
        f"The pattern has no known node: {', '.join(unknowns[:_TOLD])}{others} are all unknown, "
        "and none has a label or a filter.",
        hint='Name one, or give one a label: {"unknown": "film", "label": "Movie"}.',
    )


def _label_of(node: PatternNode, view: View) -> str | None:
    """The label that ``node`` must carry: the one it gives, or its type where that is a label to the letter."""
    if node.label is not None:
        return node.label
    return node.type if node.type is not None and node.type in view.projection.labels else None


def _node_mask(node: PatternNode, view: View, selection: Selection) -> Mask | None:
    mask = selection.nodes
    label = _label_of(node, view)
    if label is not None:
        labels = view.projection.labels
        if label not in labels:
            raise InvalidPattern(
                f"No node of the graph has the label '{label}'.", hint=_nearest(label, labels)
            )
        mask = both(mask, view.label_mask(frozenset([label])))
    filters = node.filter if node.filter is not None else selection.filter_of(node.unknown)
    if filters is not None:
        mask = both(mask, node_filter_mask(view.projection.nodes, filters))
    return mask


def _rows_of(
    node: PatternNode, mask: Mask | None, view: View
) -> tuple[NDArray[np.int32] | None, Candidates | None]:
    """Rows that ``node`` may take, None for any; and how they were chosen where its name is spelt otherwise."""
    if not node.is_known:
        return None, None
    if node.id is not None:
        return np.sort(row_of(node.id, view)), None
    assert node.name is not None
    equal = view.names.equal(node.name)
    if len(equal):
        return np.sort(equal), None
    near = normalise_name(node.name, view, mask).candidates
    return np.sort(near.rows), near if len(near) else None


def _relations_of(edge: PatternEdge, view: View, k: int) -> NDArray[np.float64] | None:
    """The distance of each relation that ``edge`` may take, infinite for the others; None for any relation."""
    if edge.relation is None:
        return None
    relations = view.projection.relationships.relations
    spoken = readable(edge.relation)
    costs = np.full(len(relations), np.inf)
    same = [row for row, text in enumerate(relations) if text == edge.relation]
    alike = same or [row for row, text in enumerate(relations) if readable(text) == spoken]
    if k > 1 and view.has_encoder:
        rows, distances = nearest_rows(view.relation_vectors, view.encode(spoken), k, None)
        costs[rows] = distances
    costs[alike] = 0.0
    if not np.isfinite(costs).any():
        raise InvalidPattern(
            f"The graph has no relation '{edge.relation}'.", hint=_nearest_relations(edge.relation, view)
        )
    return costs


def _nearest_relations(text: str, view: View) -> str:
    relations = view.projection.relationships.relations
    spoken = {readable(relation): relation for relation in relations}
    near = [spoken[found] for found in get_close_matches(readable(text), spoken, n=NEAREST_NAMED, cutoff=0.5)]
    if len(near) < NEAREST_NAMED and view.has_encoder:
        rows, _ = nearest_rows(view.relation_vectors, view.encode(readable(text)), 2 * NEAREST_NAMED, None)
        near += [relations[row] for row in rows.tolist() if relations[row] not in near]
    return _named(near or sorted(relations))


def _nearest(text: str, known: Sequence[str]) -> str:
    return _named(get_close_matches(text, known, n=NEAREST_NAMED, cutoff=0.4) or sorted(known))


def _named(near: Sequence[str]) -> str:
    return f"Nearest: {', '.join(near[:NEAREST_NAMED])}." if near else "It has none."
