"""What a language model is asked to fill in of a chunk's metadata, and how its answer is read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from motif.errors import InvalidInput
from motif_loaders.drafts import Annotated, EntityDraft

_TEXT = {"type": "string"}


def _list_of(*keys: str) -> dict[str, Any]:
    item = {"type": "object", "properties": dict.fromkeys(keys, _TEXT), "required": list(keys)}
    return {"type": "array", "items": item}


def _schema(what: str, **properties: Any) -> dict[str, Any]:
    return {
        "title": f"{what}_metadata",
        "description": f"Metadata of a {what}.",
        "type": "object",
        "properties": properties,
        "required": list(properties),
    }


_ENTITIES = _list_of("name", "type", "description")
TEXT_SCHEMA = _schema("text", title=_TEXT, topic=_TEXT, entities=_ENTITIES, events=_list_of("date", "event"))
TABLE_SCHEMA = _schema(
    "table",
    title=_TEXT,
    topic=_TEXT,
    summary=_TEXT,
    columns=_list_of("name", "format", "description"),
    entities=_ENTITIES,
)
"""What the model fills in (SAGE, paper 003, appendix G)."""


def read_text_metadata(value: Any) -> Annotated:
    """The metadata of a text that a model wrote. Raises `InvalidInput`, which the model is shown, for no object."""
    return Annotated(
        title=_word(value, "title"),
        topic=_word(value, "topic"),
        entities=_entities(value),
        events=tuple(
            f"{date}: {event}"
            for one in _items(value, "events")
            if (date := _word(one, "date")) and (event := _word(one, "event"))
        ),
    )


def read_table_metadata(value: Any) -> Annotated:
    """The metadata of a table that a model wrote. Raises `InvalidInput`, which the model is shown, for no object."""
    return Annotated(
        title=_word(value, "title"),
        topic=_word(value, "topic"),
        entities=_entities(value),
        summary=_word(value, "summary"),
        column_formats=tuple(
            "; ".join(part for part in (_word(one, "format"), _word(one, "description")) if part)
            for one in _items(value, "columns")
        ),
    )


def _entities(value: Any) -> tuple[EntityDraft, ...]:
    return tuple(
        EntityDraft(name, _word(one, "type"), _word(one, "description"))
        for one in _items(value, "entities")
        if (name := _word(one, "name"))
    )


def _items(value: Any, key: str) -> list[Mapping[str, Any]]:
    found = value.get(key, [])
    return [one for one in found if isinstance(one, Mapping)] if isinstance(found, list) else []


def _word(value: Any, key: str) -> str:
    if not isinstance(value, Mapping):
        raise InvalidInput("It must be one JSON object with the metadata.")
    found = value.get(key)
    return " ".join(found.split()) if isinstance(found, str) else ""
