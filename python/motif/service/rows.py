"""Evidence as rows for the plugin, which turns references back into Nodes and Relationships."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from motif.graphs.answer_text import text_of
from motif.graphs.brief_evidence import without_ids
from motif.graphs.evidence import Evidence, Node, Relationship
from motif.graphs.projection import Projection
from motif.service.references import References, described_relationship

Carry = Callable[[Node | Relationship], Any]
"""What a row carries in place of a node or relationship."""


def evidence_row(
    rank: int,
    evidence: Evidence,
    references: References,
    carry: str = "graph",
    besides: Iterable[Node | Relationship] = (),
) -> dict[str, Any]:
    """One piece of evidence in the columns that every retrieval yields. Plain values stay as they are.

    Besides, ``references`` holds what no row before referred to, and ``rests`` the numbers of all that the row tells
    of, its text too: the plugin looks it up for the caller and leaves the row out where one is not found.

    Parameters
    ----------
    carry
        ``"graph"``: references that become Nodes and Relationships. ``"ids"``: element ids, those of nodes
        and relationships in ``metadata``. ``"text"``: names, and no nodes and relationships beside the
        text, nor ids where names stand beside them. ``"json"``: as ``"text"``; the text becomes the whole piece. The
        columns ``nodes`` and ``relationships`` hold nothing but references.
    besides
        What the row rests on without showing it.
    """
    shown = _CARRIES[carry](references)
    rests = references.rests(evidence, besides)
    metadata = _plain(evidence.metadata, shown)
    if carry == "ids":
        metadata["nodes"] = [node.id for node in evidence.nodes]
        metadata["relationships"] = [one.id for one in evidence.relationships]
    if carry == "text":
        metadata = without_ids(metadata)
    whole = carry == "graph"
    return {
        "references": references.take_new(),
        "rests": rests,
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


def relationship_reference(projection: Projection, row: int) -> dict[str, Any]:
    """The reference to the relationship at ``row``, with the type and the ends that must still be the same."""
    links, nodes = projection.relationships, projection.nodes
    source, target = nodes.element_id(int(links.sources[row])), nodes.element_id(int(links.target[row]))
    found = described_relationship(projection, row, source, target)
    if links.id_prefix is not None:
        return found
    return {"id": links.element_id(row), "type": found["type"], "source": source, "target": target}


def _graph(references: References) -> Carry:
    def shown(part: Node | Relationship) -> Any:
        number = references.number(part)
        return _map_of(part) if number is None else {"$ref": number}

    return shown


def _map_of(part: Node | Relationship) -> dict[str, Any]:
    """A node or relationship of a graph without a database, and a value that stands for a node."""
    if isinstance(part, Node):
        return {"id": part.id, "name": part.name, "labels": list(part.labels)}
    return {"id": part.id, "type": part.type, "source": part.source, "target": part.target}


def _ids(references: References) -> Carry:
    return lambda part: part.id


def _names(references: References) -> Carry:
    return text_of


_CARRIES: Mapping[str, Callable[[References], Carry]] = {
    "graph": _graph,
    "ids": _ids,
    "text": _names,
    "json": _names,
}
