"""Records into Neo4j: in batches, each its own transaction, so that loading twice changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from motif.database import Database, Written
from motif_cypher import template
from motif_loaders.records import NodeRecord, Record, RelationshipRecord

BATCH = 10_000
"""Rows of one transaction."""

_HELD = 20 * BATCH


@dataclass(frozen=True, slots=True)
class Loaded:
    """What loading did: records read, and how many nodes and relationships were new."""

    nodes: int = 0
    relationships: int = 0
    nodes_created: int = 0
    relationships_created: int = 0

    def as_dict(self) -> dict[str, int]:
        """The counts by name, as JSON has them."""
        return {
            "nodes": self.nodes,
            "relationships": self.relationships,
            "nodesCreated": self.nodes_created,
            "relationshipsCreated": self.relationships_created,
        }

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


def write_records(
    database: Database,
    records: Iterable[Record],
    *,
    progress: Callable[[int, int], None] | None = None,
    batch: int = BATCH,
) -> Loaded:
    """Brings ``records`` into ``database``; what is there already is matched by its key and stays.

    Parameters
    ----------
    progress
        Called after each batch with the number of records written so far, and 0 (the total is not known).
    batch
        Rows of one transaction.

    An interruption leaves whole batches; loading again completes them. Relationships that a user has made
    twice between the same nodes stay as they are.

    Raises `QueryFailed` when a relationship's end is nowhere, and whatever ``records`` raises.
    """
    writer = _Writer(database, progress or _silent, batch)
    for record in records:
        writer.add(record)
    writer.flush()
    return writer.loaded


def _silent(done: int, total: int) -> None:
    """Reports nothing."""


class _Writer:
    """Rows gathered by the statement that writes them; nodes always go before relationships."""

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
        self._constrain(group.label, group.property)
        statement = template("load_nodes").fill(**group._asdict())
        self._count(self._database.write(statement, rows, batch=self._batch, marked=False), nodes=len(rows))

    def _write_relationships(self, group: _Relationships, rows: Sequence[Any]) -> None:
        self._constrain(group.source, group.source_property)
        self._constrain(group.target, group.target_property)
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

    def _constrain(self, label: str, property: str) -> None:
        if (label, property) not in self._constrained:
            constrain(self._database, label, property)
            self._constrained.add((label, property))

    def _count(self, written: Written, *, nodes: int = 0, relationships: int = 0) -> None:
        before = self.loaded
        self.loaded = Loaded(
            before.nodes + nodes,
            before.relationships + relationships,
            before.nodes_created + written.nodes,
            before.relationships_created + written.relationships,
        )
        self._progress(self.loaded.nodes + self.loaded.relationships, 0)


def constrain(database: Database, label: str, property: str) -> None:
    """Makes the uniqueness constraint of ``label`` and ``property`` unless it is there.

    Raises `QueryFailed` when two nodes share a value, or a plain index stands in the way.
    """
    database.write(template("load_constraint").fill(label=label, property=property), marked=False)
