"""Evidence as rows for the plugin, which turns references back into Nodes and Relationships."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from motif.graphs.brief_evidence import without_ids
from motif.graphs.evidence import Evidence, Node, Relationship
from motif.graphs.projection import Projection

Carry = Callable[[Node | Relationship], Any]
"""What a row carries in place of a node or relationship."""


def evidence_row(
    rank: int, evidence: Evidence, projection: Projection, carry: str = "graph"
) -> dict[str, Any]:
    """One piece of evidence in the columns that every retrieval yields. Plain values stay as they are.

    Parameters
    ----------
    carry
        ``"graph"``: references that become Nodes and Relationships. ``"ids"``: element ids, those of nodes
        and relationships in ``metadata``. ``"text"``: names, and no nodes and relationships beside the
        text, nor ids where names stand beside them. The columns ``nodes`` and ``relationships`` hold nothing but
        references.
    """
    shown = _CARRIES[carry](projection)
    metadata = _plain(evidence.metadata, shown)
    if carry == "ids":
        metadata["nodes"] = [node.id for node in evidence.nodes]
        metadata["relationships"] = [one.id for one in evidence.relationships]
    if carry == "text":
        metadata = without_ids(metadata)
    whole = carry == "graph"
    return {
        "rank": rank,
        "score": evidence.score or 0.0,  # minus zero is zero
        "answers": [_plain(one, shown) for one in evidence.answers],
        "nodes": [shown(node) for node in evidence.nodes] if whole else [],
        "relationships": [shown(one) for one in evidence.relationships] if whole else [],
        "bindings": _plain(evidence.bindings, shown),
        "text": evidence.text,
        "method": evidence.method,
        "complete": evidence.complete,
        "metadata": metadata,
    }


def _plain(value: Any, shown: Carry) -> Any:
    if isinstance(value, (Node, Relationship)):
        return shown(value)
    if isinstance(value, Mapping):
        return {str(key): _plain(item, shown) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item, shown) for item in value]
    return value


def node_reference(projection: Projection, row: int) -> dict[str, Any]:
    """The reference to the node at ``row``, with the property that must still equal its name."""
    nodes = projection.nodes
    name = nodes.names[row]
    if nodes.id_prefix is None:
        return {"id": name, "name": name, "labels": list(nodes.labels(row))}
    place = int(nodes.name_property[row])
    checked = nodes.name_properties[place] if place >= 0 else None
    return {"$node": nodes.element_id(row), "property": checked, "name": name}


def node_value(projection: Projection, node: Node) -> Any:
    """What a row carries for ``node``: the reference that becomes a Node."""
    return _graph(projection)(node)


def relationship_reference(projection: Projection, row: int) -> dict[str, Any]:
    """The reference to the relationship at ``row``, with the type and the ends that must still be the same."""
    links, nodes = projection.relationships, projection.nodes
    return {
        "$relationship" if links.id_prefix is not None else "id": links.element_id(row),
        "type": links.types[links.type[row]],
        "source": nodes.element_id(int(links.source[row])),
        "target": nodes.element_id(int(links.target[row])),
    }


def node_row(projection: Projection, element_id: str) -> int:
    """The row of the node with that element id; -1 when the projection has none."""
    prefix = projection.nodes.id_prefix or ""
    number = element_id.removeprefix(prefix)
    if not element_id.startswith(prefix) or not number.isdecimal():
        return -1
    ids = projection.nodes.ids
    row = int(np.searchsorted(ids, int(number)))
    return row if row < len(ids) and ids[row] == int(number) else -1


def _graph(projection: Projection) -> Carry:
    stored = projection.nodes.id_prefix is not None

    def shown(part: Node | Relationship) -> Any:
        if isinstance(part, Node):
            row = node_row(projection, part.id) if stored else -1
            if row >= 0:
                return node_reference(projection, row)
            if stored and part.id.startswith(str(projection.nodes.id_prefix)):
                # Newer than the projection: a plan of steps reads the database.
                return {"$node": part.id, "property": None, "name": part.name}
            return {"id": part.id, "name": part.name, "labels": list(part.labels)}
        if stored:
            return {"$relationship": part.id, "type": part.type, "source": part.source, "target": part.target}
        return {"id": part.id, "type": part.type, "source": part.source, "target": part.target}

    return shown


def _ids(projection: Projection) -> Carry:
    return lambda part: part.id


def _names(projection: Projection) -> Carry:
    return lambda part: part.name if isinstance(part, Node) else part.relation or part.type


_CARRIES: Mapping[str, Callable[[Projection], Carry]] = {"graph": _graph, "ids": _ids, "text": _names}
