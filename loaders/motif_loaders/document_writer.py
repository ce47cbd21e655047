"""Documents into Neo4j: only what has changed, each with the chunks it has now and no others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from motif.database import Database
from motif_cypher import template
from motif_loaders.lexical_graph import CHUNK, DOCUMENT, ENTITY, FROM_DOCUMENT
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
        chunks = _chunks_by_document(records)
        before = [identity for identity in chunks if identity in known]
        touched = set(self._ids("document_entities", before))
        self._clear({identity: chunks[identity] for identity in before})
        for record in records:
            self._writer.add(record)
            if isinstance(record, NodeRecord) and record.key.label == ENTITY:
                touched.add(str(record.key.value))
        self._writer.flush()
        self._settle(touched)
        for identity in chunks:
            self._writer.add(
                NodeRecord(_key(DOCUMENT, identity), {"contentHash": documents.hashes[identity]})
            )
        self._writer.flush()
        self._count(0, len(chunks))

    def keep_only(self, only: OnlyDocuments) -> None:
        """Removes documents whose id begins as ``only`` says and that are not present, with what they alone hold."""
        rows = self._database.run(template("documents_below"), prefix=only.prefix)
        gone = [row["id"] for row in rows if row["id"] not in only.present]
        touched = set(self._ids("document_entities", gone))
        self._clear({identity: [] for identity in gone})
        self._write("remove_documents", [[identity] for identity in gone])
        self._settle(touched)

    def _clear(self, chunks: dict[str, list[str]]) -> None:
        rows = [[identity, kept] for identity, kept in chunks.items()]
        self._write("unlink_chunks", rows)
        self._write("remove_chunks", rows)

    def _settle(self, touched: set[str]) -> None:
        """Entities that nothing names go; of the others the description is merged anew."""
        ids = sorted(touched)
        self._write("remove_unmentioned", [[identity] for identity in ids])
        for start in range(0, len(ids), _IDS_AT_ONCE):
            for row in self._run("entity_mentions", ids[start : start + _IDS_AT_ONCE]):
                description = self._merge(row["name"] or "", row["descriptions"])
                if description and description != row["known"]:
                    self._writer.add(NodeRecord(_key(ENTITY, row["id"]), {"description": description}))
        self._writer.flush()

    def _run(self, name: str, ids: Sequence[str]) -> list[dict[str, Any]]:
        return self._database.run(template(name), ids=list(ids)) if ids else []

    def _ids(self, name: str, ids: Sequence[str]) -> Iterable[str]:
        return (str(row["id"]) for row in self._run(name, ids))

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


def _key(label: str, identity: str) -> Key:
    return Key(label, "id", identity)


def _chunks_by_document(records: Sequence[Record]) -> dict[str, list[str]]:
    """The ids of the chunks of each document that the records describe."""
    found: dict[str, list[str]] = {
        str(record.key.value): []
        for record in records
        if isinstance(record, NodeRecord) and record.key.label == DOCUMENT
    }
    for record in records:
        if not isinstance(record, NodeRecord) and record.type == FROM_DOCUMENT:
            found[str(record.target.value)].append(str(record.source.value))
    return found
