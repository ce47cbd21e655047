"""What tracing is asked: a schema graph made ready, where it starts, and how traces are chosen (STEM §3.4, §3.5)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.engine.match_query import DataGraph
from motif.errors import InvalidInput
from motif.graphs.projection import VectorSet

MAXIMUM_TRIPLES = 32
MOST = 100.0
"""Biases and scores of anchors are at most this, so that sums are exact."""

Mask = NDArray[np.bool_]

Guided = NDArray[np.bool_] | NDArray[np.float32] | None
"""Which nodes are in the guidance graph, or how far each is, from 0 to 1; None without one."""


@dataclass(frozen=True, slots=True)
class Anchor:
    """Where tracing starts.

    Attributes
    ----------
    place
        Of the schema graph, a question entity.
    row
        Of the graph, what may stand for it.
    score
        S*: their likeness, raised if the row is in the guidance graph (equation 10).
    """

    place: int
    row: int
    score: float


@dataclass(frozen=True, slots=True)
class TraceQuery:
    """A schema graph made ready.

    Attributes
    ----------
    edges : int32 (T, 2)
        Places of head and tail of each schema triple, at most 32.
    vectors : float32 (T, d)
        Of the text of each, L2-normalised.
    known : int32 (rows,) each
        By place the rows it may take, ascending; None for an unknown.
    anchors
        In the order that decides between equals. They are taken as they are.
    node_masks : bool (n,) each
        By place which rows it may take (labels, filters), beside ``known``; None for all, () for all everywhere.
    relationship_masks : bool (m,) each
        By schema triple which relationships may stand for it; likewise.
    relation_scores : float32 (T, relations) or None
        How like each relation's text is to a schema triple's, a cosine; NaN where the triple says no relation.
    """

    edges: NDArray[np.int32]
    vectors: NDArray[np.float32]
    known: tuple[NDArray[np.int32] | None, ...]
    anchors: tuple[Anchor, ...]
    node_masks: tuple[Mask | None, ...] = ()
    relationship_masks: tuple[Mask | None, ...] = ()
    relation_scores: NDArray[np.float32] | None = None


@dataclass(frozen=True, slots=True)
class TraceOptions:
    """How traces are chosen.

    Attributes
    ----------
    breadth
        Take every relationship that reaches ``threshold``, not the best alone.
    threshold
        The least T-Score, θ of the paper, who set 0.6 for its encoder; without effect unless ``breadth``.
    triple_bias
        What is added to the cosine within the guidance graph.
    before_bias
        The similarity itself must reach ``threshold``, not the T-Score.
    keep_best
        Take the relationship that precision would take though it does not reach ``threshold``; without effect unless
        ``breadth``. False is the paper's: where nothing reaches it, the trace ends.
    siblings
        Take with the best of all relationships that may stand for a triple at a row those of its relation and
        direction, though they do not reach ``threshold``; implies ``keep_best``; without effect unless ``breadth``.
    relation_weight
        What ``TraceQuery.relation_scores`` weigh beside the cosine of the triples, 0 to 100; 0 is the paper's.
    consistent
        A place is bound once, and known places take their rows only. False is the paper's: a place that is reached
        again is bound anew, to whatever the best relationship leads to.
    limit
        Most traces.
    budget
        After so many relationships scored and partial traces taken up nothing more is scored.
    """

    breadth: bool
    threshold: float = 0.6
    triple_bias: float = 0.5
    before_bias: bool = False
    consistent: bool = True
    limit: int = 1000
    budget: int = 10_000_000
    keep_best: bool = False
    siblings: bool = False
    relation_weight: float = 0.0


def check_options(options: TraceOptions) -> None:
    """Raises `InvalidInput` when an option is out of range."""
    for name, least in (("limit", 1), ("budget", 1)):
        if getattr(options, name) < least:
            raise InvalidInput(f"{name} must be {least} or more, not {getattr(options, name)}.")
    if not math.isfinite(options.threshold):
        raise InvalidInput(f"threshold must be a number, not {options.threshold!r}.")
    if not 0 <= options.triple_bias <= MOST:
        raise InvalidInput(f"triple_bias must be 0 to {MOST:g}, not {options.triple_bias!r}.")
    if not 0 <= options.relation_weight <= MOST:
        raise InvalidInput(f"relation_weight must be 0 to {MOST:g}, not {options.relation_weight!r}.")


def check_query(graph: DataGraph, query: TraceQuery, triples: VectorSet, guided: Guided) -> None:
    """Raises `InvalidInput` when the query, the vectors or the masks do not fit each other or the graph."""
    _check_schema(graph, query)
    _check_vectors(graph, query, triples)
    _check_masks(graph, query, guided)


def _check_schema(graph: DataGraph, query: TraceQuery) -> None:
    n_places = len(query.known)
    if query.edges.ndim != 2 or query.edges.shape[1] != 2 or not 1 <= len(query.edges) <= MAXIMUM_TRIPLES:
        raise InvalidInput(
            f"A schema graph has 1 to {MAXIMUM_TRIPLES} triples of two places, not an array {query.edges.shape}."
        )
    if query.edges.min() < 0 or query.edges.max() >= n_places:
        raise InvalidInput(
            f"A schema triple names place {query.edges.max() if query.edges.min() >= 0 else query.edges.min()}; "
            f"known has one entry for each of the places 0 to {n_places - 1}."
        )
    for place, rows in enumerate(query.known):
        _check_known(graph, place, rows)
    for anchor in query.anchors:
        _check_anchor(graph, n_places, anchor)


def _check_known(graph: DataGraph, place: int, rows: NDArray[np.int32] | None) -> None:
    if rows is None or not len(rows):
        return
    if np.any(rows[1:] <= rows[:-1]):
        raise InvalidInput(f"Rows of place {place} must be distinct and ascend.")
    if rows[0] < 0 or rows[-1] >= graph.n_nodes:
        row = rows[0] if rows[0] < 0 else rows[-1]
        raise InvalidInput(f"Place {place} may take row {row}; the graph has rows 0 to {graph.n_nodes - 1}.")


def _check_anchor(graph: DataGraph, n_places: int, anchor: Anchor) -> None:
    if not 0 <= anchor.place < n_places:
        raise InvalidInput(f"An anchor has place {anchor.place}; there are places 0 to {n_places - 1}.")
    if not 0 <= anchor.row < graph.n_nodes:
        raise InvalidInput(f"An anchor has row {anchor.row}; the graph has rows 0 to {graph.n_nodes - 1}.")
    if not -MOST <= anchor.score <= MOST:
        raise InvalidInput(f"An anchor's score must be {-MOST:g} to {MOST:g}, not {anchor.score!r}.")


def _check_vectors(graph: DataGraph, query: TraceQuery, triples: VectorSet) -> None:
    if len(triples.index) != graph.n_relationships:
        raise InvalidInput(
            f"There are vectors of {len(triples.index)} relationships; the graph has {graph.n_relationships}.",
            hint="Embed its triples: CALL motif.embed.triple.mutate(graphName), or kg.embed_triples().",
        )
    wanted = (len(query.edges), triples.matrix.shape[1])
    if query.vectors.shape != wanted:
        raise InvalidInput(
            f"The schema triples' vectors have the shape {query.vectors.shape}; {wanted} is needed.",
            hint="Encode them with the model that made the vectors.",
        )
    sizes = (len(query.edges), graph.n_relations)
    if query.relation_scores is not None and query.relation_scores.shape != sizes:
        raise InvalidInput(
            f"relation_scores have the shape {query.relation_scores.shape}; {sizes} is needed."
        )


def _check_masks(graph: DataGraph, query: TraceQuery, guided: Guided) -> None:
    kinds = (
        ("nodes", graph.n_nodes, query.node_masks, len(query.known), "places"),
        ("relationships", graph.n_relationships, query.relationship_masks, len(query.edges), "triples"),
    )
    for kind, size, masks, count, parts in kinds:
        if len(masks) not in (0, count):
            raise InvalidInput(
                f"There are masks for {len(masks)} {parts}; the schema graph has {count} {parts}."
            )
        _check_lengths(masks, size, kind)
    if guided is None:
        return
    _check_lengths((guided,), graph.n_nodes, "nodes")
    if len(guided) and not (guided.min() >= 0 and guided.max() <= 1):
        raise InvalidInput("What guides are numbers from 0 to 1 for each node; some are not.")


def _check_lengths(masks: Sequence[NDArray[Any] | None], size: int, kind: str) -> None:
    for mask in masks:
        if mask is not None and len(mask) != size:
            raise InvalidInput(f"A mask has {len(mask)} entries; the graph has {size} {kind}.")
