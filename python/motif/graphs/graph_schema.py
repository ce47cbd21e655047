"""What a database holds, as plain values: labels, properties and how their values look, relationship types, indexes.

Made by `motif.catalog.graph_schema`; planners fill their plans from it, validation refuses what it does not have.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class ValueFormat:
    """How a number, a date or a structure is written where a property is text.

    Attributes
    ----------
    kind
        ``"number"`` ("1,234"), ``"currency"`` ("$11.80"), ``"quantity"`` ("120 min"), ``"date"`` ("2019-03-01", or as
        ``pattern`` says), ``"year"`` ("1995"), ``"boolean"`` ("yes"), ``"json"`` ('{"size": "XL"}').
    unit
        The sign or word beside the number ("$", "min"); "" for none.
    pattern
        Of a date that is not ISO 8601: the order of its parts as they are written, with its separators: ``"D/M/Y"``,
        ``"M/D/Y"``, ``"D.M.Y"``, ``"D MONTH Y"``, ``"MONTH D, Y"``, …; of a number with a decimal comma ("1.234,56")
        ``","``; "" else.
    keys
        Of JSON: the keys of its objects, most frequent first.
    """

    kind: str
    unit: str = ""
    pattern: str = ""
    keys: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PropertyProfile:
    """What a sample says of one property of a label or relationship type.

    Attributes
    ----------
    type
        The Cypher type of most of its values, without nullability: ``STRING``, ``INTEGER``, ``FLOAT``, ``BOOLEAN``,
        ``DATE``, ``ZONED DATETIME``, …, ``LIST`` (of anything), ``VECTOR`` (a list of floats), ``POINT``; ``ANY`` where
        the sample met none and an index is over it.
    present
        Part of the nodes that has it, 0 to 1.
    distinct
        Distinct values by values, 0 to 1.
    minimum, maximum
        Of numbers (of text, in its format: as numbers), and of dates and times as ISO 8601 text; None else.
    examples
        A few values, texts cut short. Empty for vectors.
    values
        All distinct values of the sample where they are few texts or numbers (at most 50); empty else.
    format
        Where the property is text of a form; None for plain text and for what is no text.
    length
        Mean characters of its texts; None for none.
    """

    name: str
    type: str
    present: float = 1.0
    distinct: float = 1.0
    minimum: Any = None
    maximum: Any = None
    examples: tuple[Any, ...] = ()
    values: tuple[Any, ...] = ()
    format: ValueFormat | None = None
    length: float | None = None


@dataclass(frozen=True, slots=True)
class LabelProfile:
    """The nodes of one label; ``name_property`` is what names them, None where nothing does."""

    name: str
    count: int
    properties: Mapping[str, PropertyProfile] = field(default_factory=dict)
    name_property: str | None = None


@dataclass(frozen=True, slots=True)
class Ends:
    """Labels that one relationship type joins, one of each end ("" for nodes without a label), and how often of the
    sample, 0 to 1."""

    source: str
    target: str
    share: float = 1.0


@dataclass(frozen=True, slots=True)
class RelationProfile:
    """The relationships of one type.

    Attributes
    ----------
    ends
        Most frequent first.
    source_names, target_names
        What a sample says of the names of the nodes that it comes from and leads to, as of a property: where a graph
        keeps years or numbers as nodes ("1995"), their type, format and range. None where its ends have no names.
    """

    type: str
    count: int
    ends: tuple[Ends, ...] = ()
    properties: Mapping[str, PropertyProfile] = field(default_factory=dict)
    source_names: PropertyProfile | None = None
    target_names: PropertyProfile | None = None


@dataclass(frozen=True, slots=True)
class SearchIndex:
    """An index of the database that is online.

    Attributes
    ----------
    kind
        ``"vector"``, ``"fulltext"``, ``"range"``, ``"text"``, ``"point"``.
    entity
        ``"node"`` or ``"relationship"``.
    labels
        Labels or relationship types.
    dimension, similarity
        Of a vector index; None where not known.
    model
        Which encoder made the vectors (its stamp), where they say so; None else.
    """

    name: str
    kind: str
    entity: str
    labels: tuple[str, ...]
    properties: tuple[str, ...]
    dimension: int | None = None
    similarity: str | None = None
    model: str | None = None


@dataclass(frozen=True, slots=True)
class GraphSchema:
    """A database's labels, relationship types and indexes.

    Attributes
    ----------
    version
        The server's version, such as "5.26.31".
    """

    labels: Mapping[str, LabelProfile]
    relations: Mapping[str, RelationProfile]
    indexes: tuple[SearchIndex, ...] = ()
    n_nodes: int = 0
    n_relationships: int = 0
    version: str = ""

    def property_of(self, label: str | None, name: str) -> PropertyProfile | None:
        """The property ``name`` of nodes with ``label``, or for None of any label's nodes; None where there is none."""
        labels = self.labels.values() if label is None else filter(None, [self.labels.get(label)])
        return next((one.properties[name] for one in labels if name in one.properties), None)
