"""Evidence as plain values, ready for JSON: what every door but Neo4j's own hands out."""

from __future__ import annotations

from typing import Any

from motif.graphs.evidence import Evidence, Node, Relationship


def evidence_values(piece: Evidence) -> dict[str, Any]:
    """``score, answers, bindings, nodes, relationships, text, method, complete, metadata``.

    Answers and bindings are names of nodes, ids of relationships, and plain values as they are.

    >>> piece = Evidence(1.0, (Node("4:x:1", "Heat", ("Film",)),), (), answers=(Node("4:x:1", "Heat"),), text="Heat")
    >>> evidence_values(piece)["answers"], evidence_values(piece)["nodes"]
    (['Heat'], [{'id': '4:x:1', 'name': 'Heat', 'labels': ['Film']}])
    """
    return {
        "score": piece.score,
        "answers": [shown_value(answer) for answer in piece.answers],
        "bindings": {unknown: shown_value(value) for unknown, value in piece.bindings.items()},
        "nodes": [{"id": node.id, "name": node.name, "labels": list(node.labels)} for node in piece.nodes],
        "relationships": [
            {"id": one.id, "source": one.source, "type": one.type, "target": one.target}
            for one in piece.relationships
        ],
        "text": piece.text,
        "method": piece.method,
        "complete": piece.complete,
        "metadata": dict(piece.metadata),
    }


def shown_value(value: Any) -> Any:
    """A node's name, a relationship's id, a plain value itself."""
    return getattr(value, "name", "") or value.id if isinstance(value, (Node, Relationship)) else value
