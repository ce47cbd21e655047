"""Evidence as plain values, ready for JSON: what every door but Neo4j's own hands out."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping
from typing import Any

from motif.graphs.evidence import Evidence, Node, Relationship

NOT_UNDERSTOOD = "Unsure: the question was not understood; the graph may hold nothing of what it asks for."
"""Said before an answer that nothing but alike names and relations led to."""

LONGEST_VECTOR = 64
"""Numbers that a list may have to be handed out; a longer one is an embedding."""


def evidence_values(piece: Evidence) -> dict[str, Any]:
    """``score, answers, bindings, nodes, relationships, text, method, complete, metadata``, as JSON has them.

    Answers and bindings are names of nodes, ids of relationships, and plain values as they are; see `json_value`.

    >>> piece = Evidence(1.0, (Node("4:x:1", "Heat", ("Film",)),), (), answers=(Node("4:x:1", "Heat"),), text="Heat")
    >>> evidence_values(piece)["answers"], evidence_values(piece)["nodes"]
    (['Heat'], [{'id': '4:x:1', 'name': 'Heat', 'labels': ['Film']}])
    """
    return {
        "score": json_value(piece.score),
        "answers": [json_value(answer) for answer in piece.answers],
        "bindings": json_value(piece.bindings),
        "nodes": [{"id": node.id, "name": node.name, "labels": list(node.labels)} for node in piece.nodes],
        "relationships": [
            {"id": one.id, "source": one.source, "type": one.type, "target": one.target}
            for one in piece.relationships
        ],
        "text": piece.text,
        "method": piece.method,
        "complete": bool(piece.complete),
        "metadata": json_value(piece.metadata),
    }


def flat_values(piece: Evidence) -> tuple[str, dict[str, Any]]:
    """The text, and everything else in one mapping: how frameworks split a document.

    The text of what is unsure begins with how the question was read, so that who reads it knows.

    >>> flat_values(Evidence(1.0, (), (), text="8 in all", answers=(8,), metadata={"epoch": 2}))[1]["epoch"]
    2
    """
    values = evidence_values(piece)
    text, metadata = values.pop("text"), values.pop("metadata")
    if metadata.get("status") == "unsure":
        readings = metadata.get("readings")
        said = f"Unsure: the question was read as “{readings[0]}”." if readings else NOT_UNDERSTOOD
        text = f"({said})\n{text}"
    return text, {**metadata, **values}


def evidence_id(piece: Evidence) -> str:
    """A stable id, 32 hexadecimal digits: the same for the same method, nodes, relationships, bindings and values.

    Two matches may have the same nodes and relationships and differ in which unknown is which; two answers may be
    different properties of one node; what names nothing of the graph is told apart by its text.

    >>> one, other = (Evidence(1.0, (Node("1", "Austria"),), (), answers=(value,)) for value in (8847037, 83871))
    >>> evidence_id(one) == evidence_id(one), evidence_id(one) == evidence_id(other)
    (True, False)
    """
    parts = [piece.method, *(node.id for node in piece.nodes), *(one.id for one in piece.relationships)]
    parts += [f"{unknown}={_identity(value)}" for unknown, value in piece.bindings.items()]
    parts += [_identity(answer) for answer in piece.answers if not isinstance(answer, (Node, Relationship))]
    if not (piece.nodes or piece.relationships):
        parts.append(piece.text)
    return hashlib.blake2b("\x1f".join(parts).encode(), digest_size=16).hexdigest()


def json_value(value: Any) -> Any:
    """``value`` as JSON has it, at any depth; never an embedding.

    A node is its name, a relationship its id; dates and times are ISO 8601 text; numpy's numbers are Python's; what
    JSON has no word for (an infinite number, bytes) is text. Of a list of more than `LONGEST_VECTOR` numbers only the
    length is said.

    >>> json_value({"film": Node("4:x:1", "Heat"), "years": (1995, 2001), "vector": [0.5] * 384})
    {'film': 'Heat', 'years': [1995, 2001], 'vector': '384 numbers'}
    """
    if value is None or isinstance(value, (str, bool, int)):
        return value
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else str(value)
    if isinstance(value, (Node, Relationship)):
        return shown_value(value)
    if isinstance(value, Mapping):
        return {str(key): json_value(item) for key, item in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return _json_list(list(value))
    if hasattr(value, "tolist"):  # numpy's scalars and arrays
        return json_value(value.tolist())
    return value.isoformat() if hasattr(value, "isoformat") else str(value)


def shown_value(value: Any) -> Any:
    """A node's name, a relationship's id, a plain value itself."""
    return getattr(value, "name", "") or value.id if isinstance(value, (Node, Relationship)) else value


def _json_list(items: list[Any]) -> Any:
    if len(items) > LONGEST_VECTOR and all(isinstance(item, float) for item in items):
        return f"{len(items)} numbers"
    return [json_value(item) for item in items]


def _identity(value: Any) -> str:
    return value.id if isinstance(value, (Node, Relationship)) else str(json_value(value))
