"""Traces of a schema graph through the graph, from anchors on (STEM §3.4, §3.5 and appendix H)."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motif.engine.control import Control
from motif.engine.match_query import DataGraph
from motif.engine.schema_steps import SchemaSteps, schema_steps
from motif.engine.subgraph_query import frozen
from motif.errors import InvalidInput
from motif.graphs.csr import build_csr
from motif.graphs.projection import VectorSet
from motif.graphs.stamp import EncoderStamp
from motif.kernels.arrays import Int32, Int64
from motif.kernels.tracing_scan import CUT, STEPS, UNIT, UNSAID, Known, Masks, Source
from motif.kernels.tracing_search import trace_all
from motif.kernels.tracing_walk import ONE, trace_best

MAXIMUM_TRIPLES = 32
MOST = 100.0
"""Biases and scores of anchors are at most this, so that sums are exact."""

Mask = NDArray[np.bool_]


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
    relation_weight: float = 0.0


@dataclass(frozen=True, slots=True)
class Traces:
    """Traces, best first.

    Attributes
    ----------
    nodes : int32 (k, places)
        The row that each place is bound to, the last one if several; -1 for none.
    relationships : int32 (k, T)
        The relationship that stands for each schema triple; -1 where none could be traced.
    scores : float64 (k,)
        The anchor's score plus the T-Scores (equation 14), multiples of 2**-24.
    anchors : int32 (k,)
        Which anchor each began at.
    complete
        False when the limit, the budget or the deadline cut them.
    steps
        Relationships scored, and partial traces taken up.
    """

    nodes: NDArray[np.int32]
    relationships: NDArray[np.int32]
    scores: NDArray[np.float64]
    anchors: NDArray[np.int32]
    complete: bool
    steps: int

    def __len__(self) -> int:
        return len(self.nodes)


def trace(
    graph: DataGraph,
    query: TraceQuery,
    triples: VectorSet,
    options: TraceOptions,
    *,
    guided: Mask | None = None,
    control: Control | None = None,
) -> Traces:
    """The traces of ``query``, best first: by triples traced, then by score, then by anchor and relationships.

    From an anchor the schema triples that hang together with it are taken depth first, each once: of the place entered
    last the first triple, in their order, that was not tried yet. It leads to its other end. What may stand for it is
    every relationship at the place's row, whichever way it points, that the trace has not taken yet and whose other
    end fits: any row for an unknown, a row of ``query.known`` for a known place, its own row for a place that is bound
    already. Precision takes the one of highest T-Score (of equals the lowest row); breadth goes on with each that
    reaches the threshold. A triple that nothing can stand for is left out, and what hangs on it alone; the rest goes
    on. Rows need not differ between places. An assignment found from several anchors counts once, with its best score;
    one that traces nothing is none. Equals are ordered by anchor, then by relationships in the order of tracing.

    T-Score: the similarity of a relationship and a triple, plus ``options.triple_bias`` if both its ends are
    ``guided``. Similarity: the cosine of their vectors (0 for a relationship without text), rounded to 2**-24; where
    the triple's relation is scored, the mean of that and ``relation_weight`` times the score, rounded again.

    Parameters
    ----------
    triples : VectorSet
        Vectors of the relationships, `motif.graphs.projection.TRIPLE`.
    guided : bool (n,)
        Which nodes are in the guidance graph; None for tracing without one.
    control
        A deadline. What was scored until then is traced, and ``complete`` is False; likewise for the budget.

    Raises
    ------
    InvalidInput
        The query, the vectors or the masks do not fit each other or the graph, or an option is out of range.

    >>> outgoing, incoming = (
    ...     build_csr(np.array(one, np.int32), np.array(other, np.int32), 3)
    ...     for one, other in (([0, 0], [1, 2]), ([1, 2], [0, 0]))
    ... )
    >>> graph = DataGraph(
    ...     outgoing, incoming, np.zeros(2, np.int32), np.arange(2, dtype=np.int32), np.zeros(3, np.int32), 2
    ... )
    >>> stamp = EncoderStamp("words", 2)
    >>> triples = VectorSet(stamp, np.arange(2, dtype=np.int32), np.eye(2, dtype=np.float32))
    >>> edges, vectors = np.array([[0, 1]], np.int32), np.array([[0, 1]], np.float32)
    >>> query = TraceQuery(edges, vectors, (np.zeros(1, np.int32), None), (Anchor(0, 0, 1.0),))
    >>> found = trace(graph, query, triples, TraceOptions(breadth=False))
    >>> found.nodes.tolist(), found.relationships.tolist(), found.scores.tolist()
    ([[0, 2]], [[1]], [2.0])
    """
    _check_options(options)
    _check_query(graph, query)
    _check_vectors(graph, query, triples)
    _check_masks(graph, query, guided)
    source = _source(graph, query, triples, guided, options.relation_weight)
    progress = np.zeros(2, np.int64)
    flag = np.zeros(1, np.int64) if control is None else control.flag
    progress[CUT] = flag[0] != 0
    found = _run(source, query, options, progress, flag)
    return _traces(found, options.limit, progress)


Found = tuple[Int32, Int32, Int64, Int32]
"""``nodes, relationships, values, anchors``, best first."""


def _run(source: Source, query: TraceQuery, options: TraceOptions, progress: Int64, flag: Int64) -> Found:
    rules = _rules(options)
    most = ONE + UNIT + max(_units(options.triple_bias), 0)
    ends = [(head, tail) for head, tail in query.edges.tolist()]
    steps = schema_steps(ends, len(query.known), consistent=options.consistent, most=most)
    places = np.array([anchor.place for anchor in query.anchors], np.int32)
    rows = np.array([anchor.row for anchor in query.anchors], np.int32)
    scores = np.array([_units(anchor.score) for anchor in query.anchors], np.int64)
    if not options.breadth:
        best = trace_best(source, steps.schema, rules, (places, rows, scores), progress, flag)
        return _ranked(steps, places, best)
    beside = np.array([steps.triples_beside[place] * most for place in places.tolist()], np.int64)
    problem = source, steps.schema, steps.steps, rules, (places, rows, scores, beside)
    nodes, relationships, values, anchors = trace_all(problem, progress, flag)
    return nodes, relationships, values, anchors


def _ranked(steps: SchemaSteps, places: Int32, best: tuple[Int32, Int32, Int64]) -> Found:
    """One trace from each anchor, those that traced nothing and repetitions left out."""
    nodes, relationships, values = best
    order = np.argsort(-values, kind="stable")
    seen: set[tuple[bytes, bytes]] = set()
    kept = []
    for row in order[values[order] >= ONE // 2].tolist():
        key = (nodes[row].tobytes(), relationships[row].tobytes())
        if key not in seen:
            seen.add(key)
            kept.append(row)
    return nodes[kept], relationships[kept], values[kept], np.array(kept, np.int32)


def _traces(found: Found, limit: int, progress: Int64) -> Traces:
    nodes, relationships, values, anchors = found
    n_traced = np.count_nonzero(relationships >= 0, axis=1)
    scores = (values - n_traced * ONE) / UNIT
    complete = bool(progress[CUT] == 0) and len(nodes) <= limit
    kept = nodes[:limit], relationships[:limit], scores[:limit], anchors[:limit]
    return Traces(*kept, complete, int(progress[STEPS]))


def _units(score: float) -> int:
    return round(score * UNIT)


def _rules(options: TraceOptions) -> Int64:
    rules = [
        _units(options.triple_bias),
        math.ceil(options.threshold * UNIT),
        options.before_bias,
        options.consistent,
        options.breadth,
        options.breadth and options.keep_best,
        options.budget,
        options.limit,
    ]
    return np.array(rules, np.int64)


def _source(
    graph: DataGraph, query: TraceQuery, triples: VectorSet, guided: Mask | None, relation_weight: float
) -> Source:
    links = (
        frozen(graph.outgoing.indptr, np.int64),
        frozen(graph.outgoing.indices, np.int32),
        frozen(graph.incoming.indptr, np.int64),
        frozen(graph.incoming.indices, np.int32),
        frozen(graph.incoming.data, np.int32),
    )
    texts = (
        frozen(triples.index, np.int32),
        frozen(triples.matrix, np.float32),
        frozen(query.vectors, np.float32),
        frozen(graph.relation, np.int32),
        _relation_table(query, relation_weight),
        frozen(np.array([relation_weight]), np.float64),
    )
    filters = (
        frozen(np.zeros(0) if guided is None else guided, np.bool_),
        _stacked(query.node_masks, len(query.known)),
        _stacked(query.relationship_masks, len(query.edges)),
    )
    return links, texts, filters, _known(query)


def _relation_table(query: TraceQuery, weight: float) -> Int64:
    """``query.relation_scores`` in units; without columns where they do not count."""
    if query.relation_scores is None or weight == 0:
        return frozen(np.zeros((len(query.edges), 0)), np.int64)
    scores = np.clip(query.relation_scores.astype(np.float64), -1.0, 1.0)
    return frozen(np.where(np.isnan(scores), UNSAID, np.rint(np.nan_to_num(scores) * UNIT)), np.int64)


def _stacked(masks: tuple[Mask | None, ...], count: int) -> Masks:
    """Each distinct mask once, and which of them holds for each of ``count``."""
    distinct = {id(mask): mask for mask in masks if mask is not None}
    numbers = {key: number for number, key in enumerate(distinct)}
    which = [-1 if mask is None else numbers[id(mask)] for mask in masks or (None,) * count]
    table = np.stack([*distinct.values()]) if distinct else np.zeros((0, 0))
    return frozen(table, np.bool_), frozen(np.array(which), np.int32)


def _known(query: TraceQuery) -> Known:
    none = np.zeros(0, np.int32)
    rows = [none if part is None else part for part in query.known]
    return (
        frozen(np.cumsum([0, *map(len, rows)]), np.int64),
        frozen(np.concatenate(rows), np.int32),
        frozen(np.array([part is not None for part in query.known]), np.bool_),
    )


def _check_options(options: TraceOptions) -> None:
    for name, least in (("limit", 1), ("budget", 1)):
        if getattr(options, name) < least:
            raise InvalidInput(f"{name} must be {least} or more, not {getattr(options, name)}.")
    if not math.isfinite(options.threshold):
        raise InvalidInput(f"threshold must be a number, not {options.threshold!r}.")
    if not 0 <= options.triple_bias <= MOST:
        raise InvalidInput(f"triple_bias must be 0 to {MOST:g}, not {options.triple_bias!r}.")
    if not 0 <= options.relation_weight <= MOST:
        raise InvalidInput(f"relation_weight must be 0 to {MOST:g}, not {options.relation_weight!r}.")


def _check_query(graph: DataGraph, query: TraceQuery) -> None:
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


def _check_masks(graph: DataGraph, query: TraceQuery, guided: Mask | None) -> None:
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
    _check_lengths((guided,), graph.n_nodes, "nodes")


def _check_lengths(masks: tuple[Mask | None, ...], size: int, kind: str) -> None:
    for mask in masks:
        if mask is not None and len(mask) != size:
            raise InvalidInput(f"A mask has {len(mask)} entries; the graph has {size} {kind}.")


def warm_tracing() -> None:
    """Compile every kernel of tracing, or load it from the cache on disk, by two small traces."""
    source, target = np.array([0, 1], np.int32), np.array([1, 2], np.int32)
    graph = DataGraph(
        build_csr(source, target, 3),
        build_csr(target, source, 3),
        source,
        np.zeros(2, np.int32),
        np.zeros(3, np.int32),
        1,
    )
    texts = VectorSet(EncoderStamp("none", 1), np.zeros(2, np.int32), np.ones((1, 1), np.float32))
    query = TraceQuery(
        np.array([[0, 1], [1, 2]], np.int32), np.ones((2, 1), np.float32), (None,) * 3, (Anchor(0, 0, 1.0),)
    )
    for breadth in (False, True):
        trace(graph, query, texts, TraceOptions(breadth, keep_best=True))
