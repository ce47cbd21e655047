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
from motif.engine.trace_query import (
    Anchor,
    Guided,
    Mask,
    TraceOptions,
    TraceQuery,
    check_options,
    check_query,
)
from motif.graphs.csr import build_csr
from motif.graphs.projection import VectorSet
from motif.graphs.stamp import EncoderStamp
from motif.kernels.arrays import Int32, Int64
from motif.kernels.tracing_scan import CUT, STEPS, UNIT, UNSAID, Known, Masks, Source
from motif.kernels.tracing_search import trace_all
from motif.kernels.tracing_walk import ONE, trace_best

__all__ = ["Anchor", "TraceOptions", "TraceQuery", "Traces", "trace", "warm_tracing"]


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
    guided: Guided = None,
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
    guided : bool (n,) or float32 (n,)
        Which nodes are in the guidance graph, or how far each is, from 0 to 1: a relationship gains ``triple_bias`` as
        often as the lesser of its two ends says. None for tracing without one.
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
    ...     outgoing, incoming, np.arange(2, dtype=np.int32), np.zeros(3, np.int32), 2
    ... )
    >>> stamp = EncoderStamp("words", 2)
    >>> triples = VectorSet(stamp, np.arange(2, dtype=np.int32), np.eye(2, dtype=np.float32))
    >>> edges, vectors = np.array([[0, 1]], np.int32), np.array([[0, 1]], np.float32)
    >>> query = TraceQuery(edges, vectors, (np.zeros(1, np.int32), None), (Anchor(0, 0, 1.0),))
    >>> found = trace(graph, query, triples, TraceOptions(breadth=False))
    >>> found.nodes.tolist(), found.relationships.tolist(), found.scores.tolist()
    ([[0, 2]], [[1]], [2.0])
    """
    check_options(options)
    check_query(graph, query, triples, guided)
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
    ends = tuple((head, tail) for head, tail in query.edges.tolist())
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
        options.breadth and (options.keep_best or options.siblings),
        options.breadth and options.siblings,
        options.budget,
        options.limit,
    ]
    return np.array(rules, np.int64)


def _source(
    graph: DataGraph, query: TraceQuery, triples: VectorSet, guided: Guided, relation_weight: float
) -> Source:
    links = (
        frozen(graph.outgoing.indptr, np.int32),
        frozen(graph.outgoing.indices, np.int32),
        frozen(graph.incoming.indptr, np.int32),
        frozen(graph.incoming.indices, np.int32),
        frozen(graph.incoming.data, np.int32),
    )
    texts = (
        frozen(triples.index, np.int32),
        frozen(triples.matrix, np.float32),
        frozen(query.vectors, np.float32),
        frozen(graph.relation),
        _relation_table(query, relation_weight),
        frozen(np.array([relation_weight]), np.float64),
    )
    filters = (
        frozen(np.zeros(0) if guided is None else guided, np.float32),
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


def warm_tracing() -> None:
    """Compile every kernel of tracing, or load it from the cache on disk, by two small traces."""
    source, target = np.array([0, 1], np.int32), np.array([1, 2], np.int32)
    graph = DataGraph(
        build_csr(source, target, 3),
        build_csr(target, source, 3),
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
