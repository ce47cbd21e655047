"""What a loader yields: nodes and relationships, each with the key that makes loading it twice harmless.

Where what was loaded may change, as documents do, they come as `Documents`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol, TypeAlias

Scalar: TypeAlias = "str | int | float | bool | date"
Value: TypeAlias = "Scalar | list[str] | list[int] | list[float] | list[bool] | list[date]"
"""A property's value; lists hold one type. A ``datetime`` is a ``date`` too."""

EMPTY: Mapping[str, Any] = MappingProxyType({})


class Key(NamedTuple):
    """What identifies a node: the one node of ``label`` whose ``property`` is ``value``.

    The writer makes a uniqueness constraint of label and property.
    """

    label: str
    property: str
    value: str | int


@dataclass(frozen=True, slots=True)
class NodeRecord:
    """A node: its key, further properties, and labels besides the key's.

    Two records of one key are one node; the properties of the later one win.

    >>> NodeRecord(Key("Country", "iso", "DE"), {"name": "Germany"}).all_labels
    ('Country',)
    """

    key: Key
    properties: Mapping[str, Value] = field(default_factory=lambda: EMPTY)
    labels: tuple[str, ...] = ()

    @property
    def all_labels(self) -> tuple[str, ...]:
        """The key's label, then the others."""
        return (self.key.label, *self.labels)


@dataclass(frozen=True, slots=True)
class RelationshipRecord:
    """A relationship between two nodes that earlier records describe.

    Two records of the same ends and type are one relationship, unless the property named by
    ``distinguished_by`` tells them apart.
    """

    source: Key
    type: str
    target: Key
    properties: Mapping[str, Value] = field(default_factory=lambda: EMPTY)
    distinguished_by: str | None = None


Record: TypeAlias = NodeRecord | RelationshipRecord


@dataclass(frozen=True, slots=True)
class Documents:
    """A few documents that own their chunks; those that the database has as they are need not be made again.

    Attributes
    ----------
    hashes
        What changes when a document does, by the document's id.
    records
        Makes the nodes and relationships of the documents with these ids: the graph of `motif_loaders.lexical_graph`.
    merge
        One description of an entity from those of its chunks.
    """

    hashes: Mapping[str, str]
    records: Callable[[Collection[str]], Iterable[Record]]
    merge: Callable[[str, Sequence[str]], str]


@dataclass(frozen=True, slots=True)
class OnlyDocuments:
    """Of the documents whose id begins with ``prefix``, those that are ``present`` stay; the others are removed."""

    prefix: str
    present: frozenset[str]


Step: TypeAlias = Record | Documents | OnlyDocuments
"""What a loader may yield; `motif_loaders.plain_records` makes records of all."""


class Loader(Protocol):
    """Reads a source (a file or a folder; none for a sample graph) into records, ends first."""

    def __call__(self, source: Path, **options: Any) -> Iterator[Step]: ...
