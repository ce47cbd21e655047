"""``motif.trace`` and ``motif.trace.guidance``."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from motif.service.ages import asking
from motif.service.calls import Call
from motif.service.procedures import Row
from motif.service.references import node_references, node_row
from motif.service.retrieval import evidence_rows, options_of
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
    rows = np.array([node_row(projection, node.id) for node, _ in found], dtype=np.int64)
    for node, (_, score) in zip(node_references(projection, rows), found, strict=True):
        yield {"node": node, "score": score}
