"""The graph that a model reads in one chunk, as drafts: rounds joined, entities each once, relations by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from motif_loaders.drafts import EntityDraft, RelationDraft
from motif_loaders.lexical_graph import entity_key


def joined(first: Mapping[str, Any], second: Mapping[str, Any]) -> dict[str, Any]:
    """Both graphs as one; the second's ids are its own, so they are told apart."""
    nodes = [{**node, "id": f"again {node['id']}"} for node in second["nodes"]]
    relationships = [
        {
            **one,
            "start_node_id": f"again {one['start_node_id']}",
            "end_node_id": f"again {one['end_node_id']}",
        }
        for one in second["relationships"]
    ]
    return {
        "nodes": [*first["nodes"], *nodes],
        "relationships": [*first["relationships"], *relationships],
    }


def drafts_of(graph: Mapping[str, Any]) -> tuple[tuple[EntityDraft, ...], tuple[RelationDraft, ...]]:
    """Entities, each once, and relations between two of them, by name."""
    names: dict[str, str] = {}
    entities: dict[Any, EntityDraft] = {}
    for node in graph["nodes"]:
        properties = node["properties"]
        draft = EntityDraft(
            str(properties.get("name", "")).strip(), node["label"], properties.get("description", "").strip()
        )
        if draft.name:
            key = entity_key(draft.name)
            entities[key] = _merged(entities[key], draft) if key in entities else draft
            names[node["id"]] = entities[key].name
    relations = [
        RelationDraft(
            names[one["start_node_id"]],
            _phrase(one["type"]),
            names[one["end_node_id"]],
            one["properties"].get("description", "").strip(),
        )
        for one in graph["relationships"]
        if one["start_node_id"] in names
        and one["end_node_id"] in names
        and names[one["start_node_id"]] != names[one["end_node_id"]]
    ]
    return tuple(entities.values()), tuple(dict.fromkeys(relations))


def _merged(known: EntityDraft, other: EntityDraft) -> EntityDraft:
    described = [text for text in dict.fromkeys((known.description, other.description)) if text]
    return EntityDraft(known.name, known.type or other.type, " ".join(described))


def _phrase(kind: str) -> str:
    """A relationship type as words.

    >>> _phrase("WORKED_FOR")
    'worked for'
    """
    return " ".join(kind.replace("_", " ").split()).lower()
