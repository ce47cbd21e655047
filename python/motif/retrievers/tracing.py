"""``trace``: schema graphs traced through the graph from their question entities, under guidance (STEM, figure 2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from motif.engine.control import Control
from motif.graphs.evidence import Evidence, Results
from motif.graphs.pattern import Pattern
from motif.indexes.names import readable
from motif.indexes.vector import nearest_rows
from motif.retrievers.guiding import Guidance, Guide
from motif.retrievers.presentation import Presentation
from motif.retrievers.schema_tracing import TracedSchema, trace_schema
from motif.retrievers.trace_options import Alternative, TracingOptions
from motif.retrievers.trace_presentation import TracePresenter
from motif.retrievers.view import View

ALWAYS_SAID = 1000
"""Pieces that are put into words even when the deadline has passed."""


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
    ends = [(int(links.sources[row]), int(links.target[row])) for row in relationships if row >= 0]
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
