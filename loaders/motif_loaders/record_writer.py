"""Nodes and relationships into Neo4j: gathered by the statement that writes them, nodes before relationships."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from motif.database import Database, Written
from motif_cypher import template
from motif_loaders.records import NodeRecord, Record, RelationshipRecord

BATCH = 10_000
"""Rows of one transaction."""

_HELD = 20 * BATCH


@dataclass(frozen=True, slots=True)
class Loaded:
    """What loading did: records read, and how many nodes and relationships were new.

    Attributes
    ----------
    documents, documents_written
        Documents that were given, and those that the database did not have as they are.
    labels
        Of the keys of all nodes.
    """

    nodes: int = 0
    relationships: int = 0
    nodes_created: int = 0
    relationships_created: int = 0
    documents: int = 0
    documents_written: int = 0
    labels: tuple[str, ...] = field(default=(), compare=False)

    def as_dict(self) -> dict[str, int]:
        """The counts by name, as JSON has them; those of documents only where there were any."""
        counts = {
            "nodes": self.nodes,
            "relationships": self.relationships,
            "nodesCreated": self.nodes_created,
            "relationshipsCreated": self.relationships_created,
        }
        if self.documents:
            counts |= {"documents": self.documents, "documentsWritten": self.documents_written}
        return counts

    @property
    def nodes_matched(self) -> int:
        """Node records whose node was there already."""
        return self.nodes - self.nodes_created


class _Nodes(NamedTuple):
    """Nodes that one statement writes."""

    label: str
    property: str


class _Label(NamedTuple):
    """A further label that one statement gives to nodes of a key."""

    label: str
    property: str
    further: str


class _Relationships(NamedTuple):
    """Relationships that one statement writes."""

    source: str
    source_property: str
    type: str
    target: str
    target_property: str
    distinguished_by: str | None


class RecordWriter:
    """Takes records one by one and writes them in batches; nodes always go before relationships.

    Attributes
    ----------
    loaded
        What has been written so far.
    """

    def __init__(self, database: Database, progress: Callable[[int, int], None], batch: int) -> None:
        self._database = database
        self._progress = progress
        self._batch = batch
        self._nodes: dict[_Nodes, list[Any]] = {}
        self._labels: dict[_Label, list[Any]] = {}
        self._relationships: dict[_Relationships, list[Any]] = {}
        self._constrained: set[tuple[str, str]] = set()
        self._held = 0
        self.loaded = Loaded()

    def add(self, record: Record) -> None:
        """Takes a record; full batches are written."""
        if isinstance(record, NodeRecord):
            self._add_node(record)
        else:
            self._add_relationship(record)
        self._held += 1
        if self._held >= _HELD:
            self.flush()

    def _add_node(self, record: NodeRecord) -> None:
        group = _Nodes(record.key.label, record.key.property)
        rows = self._nodes.setdefault(group, [])
        rows.append([record.key.value, dict(record.properties)])
        for further in record.labels:
            self._labels.setdefault(_Label(*group, further), []).append([record.key.value])
        if len(rows) >= self._batch:
            self._write_nodes(group, self._nodes.pop(group))

    def _add_relationship(self, record: RelationshipRecord) -> None:
        source, target = record.source, record.target
        group = _Relationships(
            source.label, source.property, record.type, target.label, target.property, record.distinguished_by
        )
        rows = self._relationships.setdefault(group, [])
        row = [source.value, target.value, dict(record.properties)]
        rows.append(
            row if record.distinguished_by is None else [*row, record.properties[record.distinguished_by]]
        )
        if len(rows) >= self._batch:
            self._flush_nodes()
            self._write_relationships(group, self._relationships.pop(group))

    def flush(self) -> None:
        """Writes everything that is held."""
        self._flush_nodes()
        for group in list(self._relationships):
            self._write_relationships(group, self._relationships.pop(group))
        self._held = 0

    def _flush_nodes(self) -> None:
        for group in list(self._nodes):
            self._write_nodes(group, self._nodes.pop(group))
        for label in list(self._labels):
            statement = template("load_labels").fill(**label._asdict())
            self._database.write(statement, self._labels.pop(label), batch=self._batch, marked=False)

    def _write_nodes(self, group: _Nodes, rows: Sequence[Any]) -> None:
        self.constrain(group.label, group.property)
        statement = template("load_nodes").fill(**group._asdict())
        self._count(self._database.write(statement, rows, batch=self._batch, marked=False), nodes=len(rows))

    def _write_relationships(self, group: _Relationships, rows: Sequence[Any]) -> None:
        self.constrain(group.source, group.source_property)
        self.constrain(group.target, group.target_property)
        names = {
            "source": group.source,
            "sourceProperty": group.source_property,
            "type": group.type,
            "target": group.target,
            "targetProperty": group.target_property,
        }
        if group.distinguished_by is None:
            statement = template("load_relationships").fill(**names)
        else:
            statement = template("load_keyed_relationships").fill(**names, property=group.distinguished_by)
        self._count(
            self._database.write(statement, rows, batch=self._batch, marked=False), relationships=len(rows)
        )

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of the keys that were written or looked up, sorted."""
        return tuple(sorted({label for label, _ in self._constrained}))

    def constrain(self, label: str, property: str) -> None:
        """Makes the key's constraint, once."""
        if (label, property) not in self._constrained:
            constrain(self._database, label, property)
            self._constrained.add((label, property))

    def _count(self, written: Written, *, nodes: int = 0, relationships: int = 0) -> None:
        before = self.loaded
        self.loaded = replace(
            before,
            nodes=before.nodes + nodes,
            relationships=before.relationships + relationships,
            nodes_created=before.nodes_created + written.nodes,
            relationships_created=before.relationships_created + written.relationships,
        )
        self._progress(self.loaded.nodes + self.loaded.relationships, 0)


def constrain(database: Database, label: str, property: str) -> None:
    """Makes the uniqueness constraint of ``label`` and ``property`` unless it is there.

    Raises `QueryFailed` when two nodes share a value, or a plain index stands in the way.
    """
    database.write(template("load_constraint").fill(label=label, property=property), marked=False)
