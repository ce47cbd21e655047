"""Labels and relationship types, and what a sample says of their properties."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from motif.errors import InvalidInput


@dataclass(frozen=True, slots=True)
class PropertyFacts:
    """What a sample says of a property of one label or type.

    Attributes
    ----------
    types : tuple of str
        ``STRING``, ``INTEGER``, ``LIST``, …
    present : float
        Part of the sample that has it, 0 to 1; 1 when not known.
    distinct : float
        Distinct values by values, 0 to 1; 1 when not known.
    length : float or None
        Mean characters of its strings; None when there are none or it is not known.
    letters : float or None
        Part of its strings that have two letters in a row, 0 to 1; None when there are none or it is not known.
    """

    types: tuple[str, ...]
    present: float = 1.0
    distinct: float = 1.0
    length: float | None = None
    letters: float | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """The nodes of one label, or the relationships of one type."""

    name: str
    count: int
    properties: Mapping[str, PropertyFacts]


@dataclass(frozen=True, slots=True)
class Schema:
    """Labels and relationship types with what a sample says of their properties.

    Attributes
    ----------
    n_nodes : int or None
        Nodes of all labels and of none; None when it is not known.
    """

    labels: tuple[Group, ...]
    types: tuple[Group, ...]
    n_nodes: int | None = None


def read_schema(entries: Sequence[Mapping[str, Any]]) -> Schema:
    """The schema of the protocol's ``schema`` list: per label or type a count, and properties with their types.

    A property is described by its type, or by a map of ``types`` and the other facts. Raises `InvalidInput` for a list
    that holds anything else.
    """
    if not isinstance(entries, (list, tuple)) or not all(map(_is_entry, entries)):
        raise InvalidInput(
            "The 'schema' of the database cannot be read: each entry is a map with labels or a type, a count, and the "
            "types of its properties.",
            hint="Are plugin and service of the same version? CALL motif.sysInfo() tells.",
        )
    labels: dict[str, Group] = {}
    types: dict[str, Group] = {}
    n_nodes = None
    for entry in entries:
        facts = {name: _facts(value) for name, value in (entry.get("properties") or {}).items()}
        count = int(entry.get("count") or 0)
        if entry.get("labels") == []:
            n_nodes = count
        if "type" in entry:
            types[entry["type"]] = Group(entry["type"], count, facts)
        for label in entry.get("labels") or ():
            known = labels.get(label, Group(label, 0, {}))
            labels[label] = Group(label, known.count + count, {**known.properties, **facts})
    return Schema(tuple(labels.values()), tuple(types.values()), n_nodes)


def _is_entry(entry: Any) -> bool:
    if not isinstance(entry, Mapping):
        return False
    properties = entry.get("properties") or {}
    return (
        isinstance(entry.get("type", ""), str)
        and _is_texts(entry.get("labels") or ())
        and _is_number(entry.get("count"))
        and isinstance(properties, Mapping)
        and all(isinstance(value, str) or _is_facts(value) for value in properties.values())
    )


def _is_facts(value: Any) -> bool:
    if not isinstance(value, Mapping):
        return False
    shares = (value.get("present", 1.0), value.get("distinct", 1.0))
    sizes = (value.get("length"), value.get("letters"))
    return (
        _is_texts(value.get("types", ())) and None not in shares and all(map(_is_number, (*shares, *sizes)))
    )


def _is_texts(value: Any) -> bool:
    return isinstance(value, (list, tuple)) and all(isinstance(one, str) for one in value)


def _is_number(value: Any) -> bool:
    """A number that can be one of things, or None."""
    return value is None or (
        isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value < 2**63
    )


def _facts(value: Any) -> PropertyFacts:
    if isinstance(value, Mapping):
        types = tuple(base_type(name) for name in value.get("types", ()))
        return PropertyFacts(
            types,
            value.get("present", 1.0),
            value.get("distinct", 1.0),
            value.get("length"),
            value.get("letters"),
        )
    return PropertyFacts((base_type(str(value)),))


def base_type(name: str) -> str:
    """The type without its element type and nullability.

    >>> base_type("LIST<FLOAT NOT NULL> NOT NULL"), base_type("String"), base_type("ZONED DATETIME NOT NULL")
    ('VECTOR', 'STRING', 'ZONED DATETIME')
    """
    upper = name.upper().removesuffix(" NOT NULL")
    if upper.startswith(("LIST<FLOAT", "VECTOR")):
        return "VECTOR"
    return "LIST" if upper.startswith("LIST") else upper
