"""Records into Neo4j: in batches, each its own transaction, so that loading twice changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from motif.database import Database
from motif_loaders.document_writer import DocumentWriter
from motif_loaders.record_writer import BATCH, Loaded, RecordWriter
from motif_loaders.records import Documents, OnlyDocuments, Step

__all__ = ["BATCH", "Loaded", "write_records"]


def write_records(
    database: Database,
    records: Iterable[Step],
    *,
    progress: Callable[[int, int], None] | None = None,
    batch: int = BATCH,
) -> Loaded:
    """Brings ``records`` into ``database``; what is there already is matched by its key and stays.

    Documents that the database has as they are cost one look-up; of one that has changed, the chunks are replaced.

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
    writer = RecordWriter(database, progress or _silent, batch)
    of_documents = DocumentWriter(database, writer)
    for record in records:
        if isinstance(record, Documents):
            of_documents.write(record)
        elif isinstance(record, OnlyDocuments):
            of_documents.keep_only(record)
        else:
            writer.add(record)
    writer.flush()
    return replace(writer.loaded, labels=writer.labels)


def _silent(done: int, total: int) -> None:
    """Reports nothing."""
