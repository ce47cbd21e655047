"""Documents into Neo4j: only what has changed, each with the chunks it has now and no others."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from motif.database import Database
from motif_cypher import template
from motif_loaders.lexical_graph import CHUNK, DOCUMENT, ENTITY, FROM_CHUNK, FROM_DOCUMENT
from motif_loaders.record_writer import RecordWriter
from motif_loaders.records import Documents, Key, NodeRecord, OnlyDocuments, Record

_IDS_AT_ONCE = 10_000


class DocumentWriter:
    """Writes documents by way of ``writer``; each group is whole before the next begins.

    A document gets its content hash last. So one whose load was interrupted has none, and is written again.
    """

    def __init__(self, database: Database, writer: RecordWriter) -> None:
        self._database = database
        self._writer = writer
        self._merge: Callable[[str, Sequence[str]], str] = lambda name, descriptions: ""

    def write(self, documents: Documents) -> None:
        """Writes those of the documents that the database does not have as they are.

        One of which no records come, a file that has become unreadable, stays as it was.
        """
        for label in (DOCUMENT, CHUNK, ENTITY):
            self._writer.constrain(label, "id")
        self._merge = documents.merge
        known = {row["id"]: row["hash"] for row in self._run("document_hashes", list(documents.hashes))}
        changed = {identity for identity, digest in documents.hashes.items() if known.get(identity) != digest}
        self._count(len(documents.hashes), 0)
        if not changed:
            return
        records = list(documents.records(changed))
        described = _Described.of(records)
        touched = self._begin(described.entities)
        self._clear({one: chunks for one, chunks in described.chunks.items() if one in known})
        for record in records:
            self._writer.add(record)
        self._writer.flush()
        self._settle(touched)
        self._write("finish_documents", [[one, documents.hashes[one]] for one in described.chunks])
        self._count(0, len(described.chunks))

    def keep_only(self, only: OnlyDocuments) -> None:
        """Removes documents whose id begins as ``only`` says and that are not present, with what they alone hold."""
        rows = self._database.run(template("documents_below"), prefix=only.prefix)
        gone: dict[str, list[str]] = {row["id"]: [] for row in rows if row["id"] not in only.present}
        touched = self._begin(gone)
        self._clear(gone)
        self._settle(touched)
        self._write("remove_documents", [[identity] for identity in gone])

    def _begin(self, entities: Mapping[str, Sequence[str]]) -> list[str]:
        """Opens documents for change; the ids of all entities that they named and, as given, will name."""
        self._write("begin_documents", [[identity, list(named)] for identity, named in entities.items()])
        return [str(row["id"]) for row in self._run("unsettled_entities", list(entities))]

    def _clear(self, chunks: Mapping[str, Sequence[str]]) -> None:
        rows = [[identity, list(kept)] for identity, kept in chunks.items()]
        self._write("unlink_chunks", rows)
        self._write("remove_chunks", rows)

    def _settle(self, touched: Sequence[str]) -> None:
        """Entities that nothing names go; of the others the description is merged anew."""
        self._write("remove_unmentioned", [[identity] for identity in touched])
        for start in range(0, len(touched), _IDS_AT_ONCE):
            for row in self._run("entity_mentions", touched[start : start + _IDS_AT_ONCE]):
                description = self._merge(row["name"] or "", row["descriptions"])
                if description and description != row["known"]:
                    self._writer.add(NodeRecord(Key(ENTITY, "id", row["id"]), {"description": description}))
        self._writer.flush()

    def _run(self, name: str, ids: Sequence[str]) -> list[dict[str, Any]]:
        return self._database.run(template(name), ids=list(ids)) if ids else []

    def _write(self, name: str, rows: Sequence[object]) -> None:
        if rows:
            self._database.write(template(name), rows, batch=1000, marked=False)

    def _count(self, seen: int, written: int) -> None:
        loaded = self._writer.loaded
        self._writer.loaded = replace(
            loaded,
            documents=loaded.documents + seen,
            documents_written=loaded.documents_written + written,
        )


@dataclass(frozen=True, slots=True)
class _Described:
    """The ids of the chunks, and of the entities, of each document that records describe."""

    chunks: dict[str, list[str]]
    entities: dict[str, list[str]]

    @classmethod
    def of(cls, records: Sequence[Record]) -> _Described:
        documents = [
            str(record.key.value)
            for record in records
            if isinstance(record, NodeRecord) and record.key.label == DOCUMENT
        ]
        found = cls({one: [] for one in documents}, {one: [] for one in documents})
        document_of: dict[str, str] = {}
        for record in records:
            if isinstance(record, NodeRecord):
                continue
            source, target = str(record.source.value), str(record.target.value)
            if record.type == FROM_DOCUMENT:
                document_of[source] = target
                found.chunks[target].append(source)
            elif record.type == FROM_CHUNK:
                found.entities[document_of[target]].append(source)
        return found
