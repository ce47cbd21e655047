"""``motif.trace`` and ``motif.trace.guidance``."""

from __future__ import annotations

from collections.abc import Iterator

from motif.service.ages import asking
from motif.service.calls import Call
from motif.service.procedures import Row
from motif.service.retrieval import evidence_rows, options_of
from motif.service.rows import node_value
from motif.service.state import Service


def trace(service: Service, call: Call) -> Iterator[Row]:
    """Schema triples traced through the graph under a guidance graph (STEM)."""
    graph = service.graph(call.database, call.text("graphName"))
    with asking(service, call, graph) as projection:
        results = graph.trace(call.arguments.get("triples"), control=call.control, **options_of(call))
    return evidence_rows(service, call, results, projection)


def guidance(service: Service, call: Call) -> Iterator[Row]:
    """The guidance graph of schema triples: its nodes and the model's scores."""
    graph = service.graph(call.database, call.text("graphName"))
    with asking(service, call, graph) as projection:
        found = graph.guidance(call.arguments.get("triples"), control=call.control, **options_of(call))
    for node, score in found:
        yield {"node": node_value(projection, node), "score": score}
