"""One schema graph, guided and traced: from words to arrays, and through the engine (STEM §3.3 and §3.4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motif.engine.control import Control
from motif.engine.trace_query import Anchor, Guided, TraceOptions, TraceQuery
from motif.engine.tracing import Traces, trace
from motif.graphs.distinct import distinct
from motif.graphs.pattern import Pattern
from motif.indexes.names import readable
from motif.indexes.triples import schema_texts
from motif.retrievers.grounding import both, relationship_mask
from motif.retrievers.guiding import Guidance, Guide
from motif.retrievers.trace_anchors import Entity, allowed_nodes, find_entities
from motif.retrievers.trace_options import Alternative, TracingOptions
from motif.retrievers.view import View


@dataclass(frozen=True, slots=True)
class TracedSchema:
    """A schema graph with its question entities, its guidance graph, its anchors, and what was traced."""

    alternative: Alternative
    entities: list[Entity]
    guidance: Guidance | None
    anchors: tuple[Anchor, ...]
    traces: Traces

    @property
    def complete(self) -> bool:
        """Whether guiding and tracing came to their ends."""
        return self.traces.complete and (self.guidance is None or self.guidance.complete)

    def kept(self) -> NDArray[np.int64]:
        """Places of the traces that got farthest, best first: shorter ones only where none got farther."""
        lengths = (self.traces.relationships >= 0).sum(axis=1)
        return np.flatnonzero(lengths == lengths.max()) if len(lengths) else np.zeros(0, np.int64)


def trace_schema(
    view: View, alternative: Alternative, options: TracingOptions, guide: Guide | None, control: Control
) -> TracedSchema:
    """One schema graph, traced."""
    vectors = view.triple_vectors
    schema, selection = alternative.schema, alternative.selection
    entities = find_entities(view, schema, selection, options.anchors)
    guidance = guide_schema(view, schema, entities, options, guide, control)
    guided = None if guidance is None else guidance.mask(view.projection.n_nodes)
    anchors, known = _anchors(schema, entities, guided, options.entity_bias)
    query = TraceQuery(
        edges=np.array([(edge.head, edge.tail) for edge in schema.edges], dtype=np.int32).reshape(-1, 2),
        vectors=np.stack([view.encode_text(text) for text in schema_texts(schema, _names(view, entities))]),
        known=known,
        anchors=anchors,
        node_masks=_node_masks(view, alternative, known if options.injective == "known" else ()),
        relationship_masks=tuple(relationship_mask(edge, view, selection) for edge in schema.edges),
        relation_scores=_relation_scores(view, schema) if options.relation_weight else None,
    )
    found = trace(
        view.data_graph,
        query,
        vectors,
        TraceOptions(
            breadth=alternative.strategy == "breadth",
            threshold=options.threshold,
            triple_bias=options.triple_bias,
            before_bias=options.before_bias,
            relation_weight=options.relation_weight,
            siblings=options.siblings,
            consistent=options.consistent,
            limit=options.limit + 1,
        ),
        guided=_guided_by(guidance, view.projection.n_nodes, weighted=options.weighted),
        control=control,
    )
    return TracedSchema(alternative, entities, guidance, anchors, found)


def guide_schema(
    view: View,
    schema: Pattern,
    entities: Sequence[Entity],
    options: TracingOptions,
    guide: Guide | None,
    control: Control,
) -> Guidance | None:
    """The guidance graph of ``schema``; None without a model."""
    if guide is None:
        return None
    sources = distinct(np.concatenate([entity.likeliest() for entity in entities])).astype(np.int32)
    count = options.guidance_factor * len(schema.edges)
    return guide.guidance(schema, sources, count, options.subgraph, control)


def _node_masks(
    view: View, alternative: Alternative, apart: Sequence[NDArray[np.int32] | None]
) -> tuple[NDArray[np.bool_] | None, ...]:
    """Rows that each unknown may take, those ``apart`` left out; None for all, and for known nodes."""
    others: NDArray[np.bool_] | None = None
    rows = [part for part in apart if part is not None]
    if rows:
        others = np.ones(view.projection.n_nodes, np.bool_)
        others[np.concatenate(rows)] = False
    return tuple(
        None if node.is_known else both(others, allowed_nodes(view, node, alternative.selection))
        for node in alternative.schema.nodes
    )


def _guided_by(guidance: Guidance | None, n_nodes: int, *, weighted: bool) -> Guided:
    if guidance is None:
        return None
    return guidance.weights(n_nodes) if weighted else guidance.mask(n_nodes)


def _relation_scores(view: View, schema: Pattern) -> NDArray[np.float32]:
    """The cosine of each schema relation with each of the graph's, float32 (T, R); NaN for an unknown relation."""
    vectors, relations = view.relation_vectors, view.projection.relationships.relations
    scores = np.full((len(schema.edges), len(relations)), np.nan, np.float32)
    known = [readable(relation) for relation in relations]
    for place, edge in enumerate(schema.edges):
        if edge.relation is None:
            continue
        spoken = readable(edge.relation)
        of_text = vectors.matrix @ view.encode_text(spoken)
        scores[place] = np.where(vectors.index >= 0, of_text[vectors.index], 0.0)
        scores[place, [row for row, text in enumerate(known) if text == spoken]] = 1.0
    return scores


def _names(view: View, entities: Sequence[Entity]) -> tuple[str, ...]:
    """What stands in texts for nodes that are given by their id: their names, by place."""
    names = [""] * (1 + max(entity.place for entity in entities))
    for entity in entities:
        names[entity.place] = view.projection.nodes.names[int(entity.rows[0])]
    return tuple(names)


def _anchors(
    schema: Pattern, entities: Sequence[Entity], guided: NDArray[np.bool_] | None, bias: float
) -> tuple[tuple[Anchor, ...], tuple[NDArray[np.int32] | None, ...]]:
    """Where traces start, and which rows each known node may be when it is reached from elsewhere."""
    anchors: list[Anchor] = []
    known: list[NDArray[np.int32] | None] = [None] * len(schema.nodes)
    for entity in entities:
        rows, scores = entity.best(guided, bias)
        known[entity.place] = np.sort(rows).astype(np.int32)
        anchors += [
            Anchor(entity.place, row, score)
            for row, score in zip(rows.tolist(), scores.tolist(), strict=True)
        ]
    return tuple(anchors), tuple(known)
