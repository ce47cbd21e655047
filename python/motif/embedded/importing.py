"""Millions of nodes and relationships at once: Neo4j's own importer, into an embedded database that is empty."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from motif.embedded.artifacts import Progress
from motif.embedded.configuration import Home, Installation, prepare_home, run_admin_tool
from motif.embedded.disk import check_free_space, out_of_space
from motif.embedded.failures import without_stack
from motif.embedded.found import status
from motif.embedded.launch import home_of
from motif.embedded.options import StartOptions
from motif.embedded.ports import choose_ports
from motif.embedded.server import check_not_locked, install
from motif.errors import EmbeddedServerError, InvalidSource
from motif.settings import Settings

DATABASE = "neo4j"
_STORE_PER_CSV_BYTE = 4
"""Space a store may need for each byte of CSV; relationships of short ids need about three."""

_FRESH_TRANSACTIONS = 3
"""A database that was started and never written to has this many, of its token indexes."""


@dataclass(frozen=True, slots=True)
class ImportFiles:
    """CSV files with headers as Neo4j's importer reads them (``id:ID``, ``:LABEL``, ``:START_ID``, ``:TYPE`` …).

    ``multiline`` says whether quoted values may hold line breaks; without any, files are read faster.
    """

    nodes: tuple[Path, ...]
    relationships: tuple[Path, ...] = ()
    delimiter: str = ","
    array_delimiter: str = ";"
    id_type: Literal["string", "integer"] = "string"
    multiline: bool = True


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What was imported, and in how many seconds."""

    nodes: int
    relationships: int
    properties: int
    seconds: float


def bulk_import(
    options: StartOptions, settings: Settings, files: ImportFiles, progress: Progress | None = None
) -> ImportReport:
    """Import the files into the database of the embedded server that ``options`` describe, which must not run.

    Raises `InvalidSource` for a file that is missing or that the importer refuses, `EmbeddedServerError` for
    a server that runs and for a database that is not empty: the importer replaces all there is.
    """
    tell = progress or (lambda _: None)
    _check_files(files)
    check_stopped(options, settings)
    home = home_of(options, settings)
    check_not_locked(home)
    check_free_space(home.folder, _STORE_PER_CSV_BYTE * _size(files))
    installation = install(options, settings, tell)
    prepare_home(home, options, choose_ports({"bolt": None, "http": None}, {}))
    check_empty(home, installation)
    tell(f"Importing {len(files.nodes) + len(files.relationships)} files with Neo4j {installation.version}")
    began = time.monotonic()
    result = run_admin_tool(home, installation, _arguments(files, home), heap=options.heap)
    if result.returncode != 0:
        forget_half_import(home)
        raise _import_failed(result, home)
    return _report(result.stdout, time.monotonic() - began)


def _check_files(files: ImportFiles) -> None:
    if not files.nodes:
        raise InvalidSource("A bulk import needs at least one file of nodes.")
    for path in (*files.nodes, *files.relationships):
        if not path.is_file():
            raise InvalidSource(f"The file {path} to import does not exist.")
        if "," in str(path):
            # The importer takes a comma for the end of one file name.
            raise InvalidSource(
                f"The importer cannot read {path}: its name holds a comma.", hint="Rename it."
            )


def check_stopped(options: StartOptions, settings: Settings, what: str = "a bulk import") -> None:
    """Raise `EmbeddedServerError` when the server that ``options`` describe runs, which ``what`` needs stopped."""
    if status(options.name, settings) is not None:
        raise EmbeddedServerError(
            f"Server '{options.name}' runs; {what} needs it stopped.",
            hint=f"motif stop --name {options.name}; or use another server.",
        )


def check_empty(home: Home, installation: Installation, what: str = "a bulk import") -> None:
    """Refuse a database that holds anything: data, indexes, or work that is still in its log only."""
    store = home.folder / "data" / "databases" / DATABASE
    if not store.exists():
        return
    result = run_admin_tool(home, installation, ("database", "info", DATABASE, "--format=json"))
    try:
        found = json.loads(result.stdout)
        fresh = int(found["lastCommittedTransaction"]) <= _FRESH_TRANSACTIONS
        untouched = fresh and found["recoveryRequired"] == "false"
    except (ValueError, KeyError, TypeError):
        untouched = False
    nodes = store / "neostore.nodestore.db"
    if not untouched or (nodes.exists() and nodes.stat().st_size > 0):
        raise EmbeddedServerError(
            f"The database in {home.folder} is not empty; {what} would replace it.",
            hint="Use a server of another --name, which is empty.",
        )


def _arguments(files: ImportFiles, home: Home) -> tuple[str, ...]:
    return (
        *("database", "import", "full", DATABASE, "--overwrite-destination", "--verbose"),
        *(f"--nodes={path.absolute()}" for path in files.nodes),
        *(f"--relationships={path.absolute()}" for path in files.relationships),
        *(f"--delimiter={files.delimiter}", f"--array-delimiter={files.array_delimiter}"),
        *(f"--id-type={files.id_type}", f"--multiline-fields={str(files.multiline).lower()}"),
        f"--report-file={home.logs / 'import.report'}",
    )


def _import_failed(
    result: subprocess.CompletedProcess[str], home: Home
) -> EmbeddedServerError | InvalidSource:
    if "No space left on device" in f"{result.stdout}\n{result.stderr}":
        return out_of_space(home.folder)
    return InvalidSource(
        f"Neo4j's importer refused the files: {cause_of(result.stderr)}",
        hint="Nothing was imported; mend the files and import again.",
    )


def cause_of(errors: str) -> str:
    """What the importer says was wrong, out of the stack trace that it prints."""
    cause = re.search(
        r"Caused by: \S*CsvImportException: (.*?)\n(?:\s+at |\s+\.\.\.|Caused by)", errors, re.DOTALL
    )
    if cause is None:
        told = (line for line in without_stack(errors).splitlines() if not line.startswith("WARNING"))
        return "\n".join(told)[-2000:]
    return re.sub(r"^(?:[\w.$]+Exception: )+", "", cause[1])


def forget_half_import(home: Home) -> None:
    """Remove what a failed import left of a database that was empty before it."""
    for kind in ("databases", "transactions"):
        shutil.rmtree(home.folder / "data" / kind / DATABASE, ignore_errors=True)


def _report(output: str, seconds: float) -> ImportReport:
    def count(what: str) -> int:
        found = re.search(rf"(\d+) {what}", output)
        return int(found[1]) if found else 0

    return ImportReport(count("nodes"), count("relationships"), count("properties"), seconds)


def _size(files: ImportFiles) -> int:
    return sum(path.stat().st_size for path in (*files.nodes, *files.relationships))
