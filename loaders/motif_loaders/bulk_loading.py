"""Records into an empty embedded database at once, by Neo4j's own importer."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from motif.database import Database
from motif.embedded import StartOptions
from motif.embedded.importing import bulk_import
from motif.settings import Settings
from motif_loaders.bulk_csv import write_import_files
from motif_loaders.plain_records import plain_records
from motif_loaders.record_writer import Loaded, constrain
from motif_loaders.records import Step


@dataclass(frozen=True, slots=True)
class BulkLoaded:
    """What was imported, and the keys that `constrain_keys` makes unique once the server runs."""

    loaded: Loaded
    keys: tuple[tuple[str, str], ...]


def bulk_load(
    options: StartOptions,
    settings: Settings,
    records: Iterable[Step],
    *,
    progress: Callable[[int, int], None] | None = None,
) -> BulkLoaded:
    """Brings ``records`` into the database of the embedded server that ``options`` describe: stopped, and
    empty.

    The result is the graph that `motif_loaders.writer.write_records` makes, without the constraints.

    Raises `EmbeddedServerError` for a server that runs and a database that is not empty, `InvalidInput` for a
    record that the importer cannot take, and whatever ``records`` raises; nothing is imported then.
    """
    settings.cache.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=settings.cache, prefix="import-") as folder:
        prepared = write_import_files(plain_records(records), Path(folder), progress=progress)
        report = bulk_import(options, settings, prepared.files)
    return BulkLoaded(
        Loaded(prepared.n_nodes, prepared.n_relationships, report.nodes, report.relationships), prepared.keys
    )


def constrain_keys(database: Database, keys: Iterable[tuple[str, str]]) -> None:
    """Makes the uniqueness constraints of ``keys`` in a running server."""
    for label, property in keys:
        constrain(database, label, property)
