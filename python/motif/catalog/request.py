"""What a user asks of a projection: which nodes and relationships, and what of them."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from motif.errors import InvalidConfiguration

Selection = str | Sequence[str] | Mapping[str, Mapping[str, Sequence[str]]]
"""``"*"`` for all, one name, several, or a mapping of names to ``{"properties": […]}`` or ``{}``."""


@dataclass(frozen=True, slots=True)
class ProjectionRequest:
    """A projection as asked for; None means that it is detected.

    Attributes
    ----------
    node_projection, relationship_projection
        Labels and types to read; ``"*"`` for all.
    name_property
        What names a node: a property, several to take the first of, or a mapping of label to either.
    text_properties
        What describes a node; joined by line breaks.
    node_properties, relationship_properties
        What filters can look at. Detected: every property that is neither name, text nor vector.
    relation_type_property
        A property of relationships that holds the relation's text, in graphs with one generic type.
    embedding_property
        A property of nodes that holds vectors already, made by ``encoder``.
    shared
        Whether other users of the server may use it.
    refresh
        ``"auto"``: read again in the background once an answer finds it behind; ``"manual"``: when it is asked for.
    prepare
        Whether what questions are linked by is built too, each time that it is read; None: yes. Else the first
        question builds it.
    sudo
        Whether it is begun even where it needs more memory than is free, as Graph Data Science has it.
    """

    node_projection: Selection = "*"
    relationship_projection: Selection = "*"
    name_property: str | Sequence[str] | Mapping[str, str | Sequence[str]] | None = None
    text_properties: Sequence[str] | None = None
    node_properties: Sequence[str] | None = None
    relationship_properties: Sequence[str] | None = None
    relation_type_property: str | None = None
    embedding_property: str | None = None
    encoder: str | None = None
    shared: bool = False
    refresh: str = "manual"
    prepare: bool | None = None
    sudo: bool = False

    def __post_init__(self) -> None:
        for what in ("node", "relationship"):
            asked = _properties_of_parts(getattr(self, f"{what}_projection"))
            if asked and getattr(self, f"{what}_properties") is None:
                object.__setattr__(self, f"{what}_properties", asked)
        for item in fields(self):
            value = getattr(self, item.name)
            if not _CHECKS[item.name](value):
                raise InvalidConfiguration(
                    f"{camel_case(item.name)} is {value!r}, of type {type(value).__name__}; "
                    f"it must be {_WANTED[item.name]}."
                )
            if item.name.endswith("_projection"):
                object.__setattr__(
                    self, item.name, value if isinstance(value, str) else tuple(dict.fromkeys(value))
                )
            elif isinstance(value, Mapping):
                object.__setattr__(self, item.name, {key: _names(entry) for key, entry in value.items()})
            elif isinstance(value, Sequence) and not isinstance(value, str):
                object.__setattr__(self, item.name, tuple(dict.fromkeys(value)))

    @classmethod
    def from_arguments(cls, arguments: Mapping[str, Any]) -> ProjectionRequest:
        """The request of a call's ``nodeProjection``, ``relationshipProjection`` and ``configuration``.

        Keys are camelCase; keys that every call knows (`COMMON_KEYS`) are left to the caller. Raises
        `InvalidConfiguration` for an unknown key, with the nearest that is known.

        >>> arguments = {"nodeProjection": "Film", "configuration": {"nameProperty": "title"}}
        >>> ProjectionRequest.from_arguments(arguments).name_property
        'title'
        """
        keys = {camel_case(item.name): item.name for item in fields(cls)}
        chosen = {
            keys[key]: arguments[key]
            for key in ("nodeProjection", "relationshipProjection")
            if arguments.get(key) is not None
        }
        for key, value in (arguments.get("configuration") or {}).items():
            if key in COMMON_KEYS:
                continue
            if key not in keys or key in ("nodeProjection", "relationshipProjection"):
                near = difflib.get_close_matches(key, [*keys, *COMMON_KEYS], n=1)
                known = ", ".join(sorted([*keys, *COMMON_KEYS]))
                raise InvalidConfiguration(
                    f"The configuration has an unknown key '{key}'.",
                    hint=f"Did you mean '{near[0]}'?" if near else f"Known keys: {known}.",
                )
            if value is not None:
                chosen[keys[key]] = value
        return cls(**chosen)

    def as_arguments(self) -> dict[str, Any]:
        """The request as `from_arguments` reads it, JSON all through."""
        chosen = {camel_case(item.name): _as_json(getattr(self, item.name)) for item in fields(self)}
        return {
            "nodeProjection": chosen.pop("nodeProjection"),
            "relationshipProjection": chosen.pop("relationshipProjection"),
            "configuration": {key: value for key, value in chosen.items() if value is not None},
        }

    @property
    def labels(self) -> tuple[str, ...] | None:
        """Labels to read, None for all."""
        return None if "*" in self.node_projection else _names(self.node_projection)

    @property
    def types(self) -> tuple[str, ...] | None:
        """Relationship types to read, None for all."""
        return None if "*" in self.relationship_projection else _names(self.relationship_projection)


COMMON_KEYS = ("concurrency", "jobId", "logProgress", "timeout", "onTimeout")
"""Keys of every call's configuration that say how it runs and not what is projected."""


def camel_case(name: str) -> str:
    """The Cypher spelling of a Python name.

    >>> camel_case("relation_type_property")
    'relationTypeProperty'
    """
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def _properties_of_parts(projection: Any) -> tuple[str, ...]:
    """The properties that a map of labels or types asks for."""
    if not _is_projection(projection) or not isinstance(projection, Mapping):
        return ()
    return tuple(dict.fromkeys(name for part in projection.values() for name in part.get("properties", ())))


def _names(value: str | Iterable[str]) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(dict.fromkeys(value))


def _as_json(value: Any) -> Any:
    if isinstance(value, tuple):
        return list(value)
    if isinstance(value, Mapping):
        return {key: list(entry) for key, entry in value.items()}
    return value


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value)


def _is_texts(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str) and all(map(_is_text, value))


def _is_selection(value: object) -> bool:
    return _is_text(value) or (_is_texts(value) and bool(value))


def _is_projection(value: object) -> bool:
    if not isinstance(value, Mapping):
        return _is_selection(value)
    return bool(value) and all(_is_text(key) and _is_part(part) for key, part in value.items())


def _is_part(value: object) -> bool:
    return isinstance(value, Mapping) and set(value) <= {"properties"} and all(map(_is_texts, value.values()))


def _is_by_label(value: object) -> bool:
    return isinstance(value, Mapping) and all(
        _is_text(key) and _is_selection(item) for key, item in value.items()
    )


_CHECKS: dict[str, Callable[[object], bool]] = {
    "node_projection": _is_projection,
    "relationship_projection": _is_projection,
    "name_property": lambda value: value is None or _is_selection(value) or _is_by_label(value),
    "text_properties": lambda value: value is None or _is_texts(value),
    "node_properties": lambda value: value is None or _is_texts(value),
    "relationship_properties": lambda value: value is None or _is_texts(value),
    "relation_type_property": lambda value: value is None or _is_text(value),
    "embedding_property": lambda value: value is None or _is_text(value),
    "encoder": lambda value: value is None or _is_text(value),
    "shared": lambda value: isinstance(value, bool),
    "refresh": lambda value: value in ("manual", "auto"),
    "prepare": lambda value: value is None or isinstance(value, bool),
    "sudo": lambda value: isinstance(value, bool),
}

_LIST = "a list of names of properties"
_WANTED = {
    "node_projection": "'*', a label, a list of labels, or a map of label to {properties: [...]}",
    "relationship_projection": "'*', a relationship type, a list of types, or a map of type to {properties: [...]}",
    "name_property": "a property, a list of properties, or a map of label to either",
    "text_properties": _LIST,
    "node_properties": _LIST,
    "relationship_properties": _LIST,
    "relation_type_property": "the name of a property",
    "embedding_property": "the name of a property",
    "encoder": "the name of an encoder",
    "shared": "true or false",
    "refresh": "'manual' or 'auto'",
    "prepare": "true or false",
    "sudo": "true or false",
}
