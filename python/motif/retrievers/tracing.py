"""``trace``: schema graphs traced through the graph from their question entities, under guidance (STEM, figure 2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from motif.engine.control import Control
from motif.engine.trace_query import Guided
from motif.engine.tracing import Anchor, TraceOptions, TraceQuery, Traces, trace
from motif.graphs.evidence import Evidence, Results
from motif.graphs.pattern import Pattern
from motif.indexes.names import readable
from motif.indexes.triples import schema_texts
from motif.indexes.vector import nearest_rows
from motif.retrievers.grounding import both, relationship_mask
from motif.retrievers.guiding import Guidance, Guide, Subgraph
from motif.retrievers.presentation import Presentation
from motif.retrievers.selection import Selection
from motif.retrievers.trace_anchors import Entity, allowed_nodes, find_entities
from motif.retrievers.trace_presentation import TracePresenter
from motif.retrievers.view import View

MAXIMUM_TRACES = 100_000

ALWAYS_SAID = 1000
"""Pieces that are put into words even when the deadline has passed."""


@dataclass(frozen=True, slots=True)
class TracingOptions:
    """The named numbers of the paper, with its defaults.

    Attributes
    ----------
    entity_bias, triple_bias
        What a guided node's similarity is multiplied by, and what is added to a guided relationship's T-Score.
    threshold
        θ: the least T-Score of a relationship in "breadth".
    anchors
        N: nodes that a question entity may mean.
    guidance_factor
        K = this times the number of triples: nodes of the guidance graph.
    before_bias
        Whether the threshold is for the similarity alone.
    weighted
        Whether a relationship gains ``triple_bias`` as often as the lesser score of its two ends says; False is the
        paper: once where both ends are in the guidance graph.
    relation_weight
        What the likeness of the relations alone weighs beside that of the triples; 0 is the paper.
    siblings
        Whether "breadth" always takes the best relationship of a step and all others of its relation and direction,
        and θ admits more; False is the paper.
    injective
        "known": an unknown differs from every known node. False: the paper, where it may be one.
    consistent
        Whether an unknown means one node throughout a trace; False: the paper, which binds it anew.
    subgraph
        What the model looks at.
    limit
        Traces at most.
    """

    entity_bias: float = 1.5
    triple_bias: float = 0.5
    threshold: float = 0.6
    anchors: int = 50
    guidance_factor: int = 4
    before_bias: bool = False
    weighted: bool = True
    relation_weight: float = 1.0
    siblings: bool = True
    injective: Literal["known", False] = "known"
    consistent: bool = True
    subgraph: Subgraph = "auto"
    limit: int = MAXIMUM_TRACES


@dataclass(frozen=True, slots=True)
class Alternative:
    """One schema graph for a question, how it is to be traced, and how likely it is beside the others."""

    schema: Pattern
    strategy: str
    selection: Selection
    answer: str | None = None
    confidence: float = 1.0


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


def trace_schemas(
    view: View,
    alternatives: Sequence[Alternative],
    options: TracingOptions,
    guide: Guide | None,
    presentation: Presentation,
    control: Control,
) -> Results:
    """Every trace of each alternative, best first, one piece for each consistent binding.

    The score is the cumulative score over one more than the number of triples, so that short and long schema graphs
    compare, times the alternative's confidence over the best one's.

    Raises `MissingVectors` without vectors of triples, and what `find_entities` raises.
    """
    traced = [trace_schema(view, alternative, options, guide, control) for alternative in alternatives]
    pieces, all_said = _gathered(view, traced, presentation, control)
    complete = bool(traced) and all_said and all(one.complete for one in traced)
    complete = complete and len(pieces) <= options.limit
    return Results(pieces[: options.limit], complete=complete, metadata=_metadata(view, traced, options))


def _gathered(
    view: View, traced: Sequence[TracedSchema], presentation: Presentation, control: Control
) -> tuple[list[Evidence], bool]:
    """The pieces of all schema graphs, each once, best first; and whether all traces are among them.

    After the deadline no more than `ALWAYS_SAID` are put into words: a hundred thousand would take seconds.
    """
    best = max((one.alternative.confidence for one in traced), default=1.0) or 1.0
    pieces: dict[tuple[frozenset[str], tuple[Any, ...]], Evidence] = {}
    all_said = True
    for piece in (piece for one in traced for piece in _pieces(view, one, best, presentation)):
        if control.state != "running" and len(pieces) >= ALWAYS_SAID:
            all_said = False
            break
        key = (frozenset(link.id for link in piece.relationships), piece.answers)
        if key not in pieces or pieces[key].score < piece.score:
            pieces[key] = piece
    return sorted(pieces.values(), key=lambda piece: -piece.score), all_said


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
    sources = np.unique(np.concatenate([entity.likeliest() for entity in entities])).astype(np.int32)
    count = options.guidance_factor * len(schema.edges)
    return guide.guidance(schema, _names(view, entities), sources, count, options.subgraph, control)


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


def _pieces(view: View, one: TracedSchema, best: float, presentation: Presentation) -> Iterator[Evidence]:
    schema, traces, alternative = one.alternative.schema, one.traces, one.alternative
    answer = presentation.answer if alternative.answer is None else alternative.answer
    worded = Presentation(answer, presentation.max_tokens, presentation.verbalize)
    presenter = TracePresenter(view.projection, schema, worded)
    kept = one.kept()
    found = traces.relationships[kept]
    presenter.entities.load(found[found >= 0])
    share = alternative.confidence / best / (1 + len(schema.edges))
    for place in kept.tolist():
        anchor = one.anchors[int(traces.anchors[place])]
        relationships = traces.relationships[place].tolist()
        untraced = [number for number, row in enumerate(relationships, start=1) if row < 0]
        cumulative = float(traces.scores[place])
        yield presenter.evidence(
            traces.nodes[place].tolist(),
            relationships,
            anchor.row,
            score=cumulative * share,
            complete=one.complete,
            metadata={
                "epoch": view.projection.epoch,
                "cumulative": cumulative,
                "anchor": view.projection.nodes.names[anchor.row],
                **({"untraced": untraced} if untraced else {}),
                **_guided(view, one.guidance, relationships),
            },
        )


def _guided(view: View, guidance: Guidance | None, relationships: Sequence[int]) -> dict[str, Any]:
    """How many relationships of a trace lie in the guidance graph."""
    if guidance is None:
        return {}
    links, inside = view.projection.relationships, set(guidance.rows.tolist())
    ends = [(int(links.source[row]), int(links.target[row])) for row in relationships if row >= 0]
    return {"guided": sum(source in inside and target in inside for source, target in ends)}


def _metadata(view: View, traced: Sequence[TracedSchema], options: TracingOptions) -> dict[str, Any]:
    names = view.projection.nodes.names
    said: dict[str, Any] = {
        "epoch": view.projection.epoch,
        "strategy": traced[0].alternative.strategy if traced else None,
        "threshold": options.threshold,
        "anchors": {entity.text: names[int(entity.rows[0])] for one in traced[:1] for entity in one.entities},
    }
    relations = _unknown_relations(view, [one.alternative.schema for one in traced])
    if relations:
        said["relations"] = relations
    if len(traced) > 1:
        said["alternatives"] = len(traced)
    guidance = next((one.guidance for one in traced if one.guidance is not None), None)
    if guidance is not None:
        said["guidance"] = {"nodes": len(guidance.rows), "looked_at": len(guidance.looked_at)}
    shorter = sum(len(one.traces.scores) - len(one.kept()) for one in traced)
    return {**said, **({"shorter": shorter} if shorter else {})}


def _unknown_relations(view: View, schemas: Sequence[Pattern]) -> dict[str, dict[str, Any]]:
    """Relations of the schema graphs that the graph lacks, each with its nearest and the cosine of both."""
    relations = view.projection.relationships.relations
    known = {readable(relation) for relation in relations}
    asked = dict.fromkeys(edge.relation for schema in schemas for edge in schema.edges if edge.relation)
    found: dict[str, dict[str, Any]] = {}
    for relation in asked:
        if readable(relation) in known:
            continue
        rows, distances = nearest_rows(view.relation_vectors, view.encode_text(readable(relation)), 1)
        if len(rows):
            similarity = 1.0 - float(distances[0]) ** 2 / 2.0
            found[relation] = {"nearest": relations[rows[0]], "similarity": round(similarity, 4)}
    return found
