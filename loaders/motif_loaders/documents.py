"""A folder of documents as a lexical graph: text, Markdown, HTML, PDF, and tables in CSV, TSV and JSON.

A document's id is its path below the folder, behind the folder's name; loading again makes only what has changed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from motif.errors import InvalidSource, MissingDependency
from motif.graphs.load_report import LoadReport
from motif.models.encoder import TextEncoder
from motif_loaders.chunking import Chunker
from motif_loaders.document_chunks import document_chunks
from motif_loaders.drafts import ChunkDraft
from motif_loaders.formats import as_flag, as_number
from motif_loaders.ingestion import COOCCURRENCE, Ingestion, make_ingestion
from motif_loaders.lexical_graph import content_hash, document_record
from motif_loaders.loading_chunker import loading_chunker
from motif_loaders.parsed_document import ParsedDocument, Unreadable
from motif_loaders.readers import FORMATS, files_below, format_of_file
from motif_loaders.records import Documents, NodeRecord, OnlyDocuments, Record, Step
from motif_loaders.tables import MOST, check_rows

VERSION = "1"
"""Part of each document's hash: a change here loads all documents anew."""

_LARGEST_FILE = 256 * 1024 * 1024
_FILES_AT_ONCE, _BYTES_AT_ONCE = 32, 8 * 1024 * 1024


def load(
    source: Path,
    *,
    chunker: str | None = None,
    extract: str | None = COOCCURRENCE,
    rows: int | str = MOST,
    collection: str | None = None,
    prune: bool | str = False,
    report: LoadReport | None = None,
    encoder: TextEncoder | None = None,
) -> Iterator[Step]:
    """A lexical graph of the documents in the folder ``source``, or of one file.

    Parameters
    ----------
    chunker
        ``semantic`` (where the meaning changes; needs a text encoder), ``semchunk`` (by length and layout) or
        ``fixed`` (1,200 tokens, 100 shared); by default semantic where an encoder can be loaded, else semchunk.
    extract
        ``cooccurrence`` relates the entities of a sentence, ``none`` finds no entities; anything else is the name of
        a chat model, which finds metadata, entities and relations.
    rows
        Of a table's segment, 5 to 10.
    collection
        What a document's id begins with; by default the folder's name.
    prune
        Whether documents of the collection whose file is gone are removed; by default they stay.
    report
        Is told what was skipped or mended, and what was chosen.
    encoder
        For the semantic chunker; by default the configured or installed one.

    Files that are malformed, empty, binary or of no known format are reported and skipped.

    Raises `InvalidSource` when there is nothing at ``source``, or nothing could be read; `InvalidConfiguration`.
    """
    report = LoadReport() if report is None else report
    if not source.exists():
        raise InvalidSource(f"There is nothing at {source}.", hint="Give a folder of documents, or a file.")
    ingestion = make_ingestion(extract, report)
    build = _Build(loading_chunker(chunker, encoder, report), ingestion, check_rows(as_number("rows", rows)))
    settings = content_hash(VERSION, str(chunker), str(extract), str(rows))
    prefix = collection or _folder_name(source)
    present: set[str] = set()
    for group in _groups(source, prefix, settings, report):
        present.update(group)
        report.documents += len(group)
        hashes = {identity: file.hash for identity, file in group.items()}
        yield Documents(hashes, partial(build.records, group), ingestion.merge)
    _check(source, present, report)
    if as_flag("prune", prune):
        yield OnlyDocuments(f"{prefix}/", frozenset(present))


class _File(NamedTuple):
    path: Path
    name: str
    hash: str


def _folder_name(source: Path) -> str:
    whole = source.resolve()
    return (whole.parent if source.is_file() else whole).name or "documents"


def _groups(source: Path, prefix: str, settings: str, report: LoadReport) -> Iterator[dict[str, _File]]:
    """The files that a reader reads, by the id of their document, a few at a time."""
    group: dict[str, _File] = {}
    size = 0
    for name, path in files_below(source):
        if (why := _unfit(path)) is not None:
            report.add(name, why)
            continue
        try:
            content = path.read_bytes()
        except OSError as error:
            report.add(name, f"cannot be read ({error.strerror or error})")
            continue
        group[f"{prefix}/{name}"] = _File(path, name, content_hash(settings, content))
        size += len(content)
        if len(group) >= _FILES_AT_ONCE or size >= _BYTES_AT_ONCE:
            yield group
            group, size = {}, 0
    if group:
        yield group


def _unfit(path: Path) -> str | None:
    """Why no reader is given the file; None when one is."""
    if format_of_file(path) is None:
        return f"is of no format that is read (its extension is {path.suffix})"
    size = path.stat().st_size
    if size > _LARGEST_FILE:
        return f"has {size:,} bytes; at most {_LARGEST_FILE:,} are read"
    return None if size else "is empty"


def _check(source: Path, present: Collection[str], report: LoadReport) -> None:
    """Raises `InvalidSource` when nothing could be loaded."""
    if not present and not report.problems:
        known = ", ".join(filter(None, FORMATS))
        raise InvalidSource(f"{source} holds no documents.", hint=f"Files that are read: {known}.")
    if report.documents == 0:
        raise InvalidSource(
            f"Nothing of {source} could be loaded: {report.problems[0]}.",
            hint=f"{len(report.problems)} files have problems." if len(report.problems) > 1 else "",
        )


@dataclass(frozen=True, slots=True)
class _Build:
    """Files into records."""

    chunker: Chunker
    ingestion: Ingestion
    rows: int

    def records(self, files: Mapping[str, _File], wanted: Collection[str]) -> Iterator[Record]:
        made = [self._document(identity, file) for identity, file in files.items() if identity in wanted]
        yield from self.ingestion.records([document for document in made if document is not None])

    def _document(self, identity: str, file: _File) -> tuple[NodeRecord, list[ChunkDraft]] | None:
        """The document's node and chunks; None, and a report, when it cannot be read."""
        report = self.ingestion.report
        of_file = FORMATS[file.path.suffix.lower()]
        try:
            parsed = of_file.read(file.path.read_bytes())
        except (Unreadable, OSError, MissingDependency) as error:
            parsed, why = ParsedDocument("", ()), str(error)
        else:
            why = "" if parsed.parts else "is empty"
        if why:
            report.add(file.name, why)
            report.documents -= 1
            return None
        for problem in parsed.problems:
            report.add(file.name, problem)
        title = parsed.title or PurePosixPath(file.name).stem
        chunks = document_chunks(parsed, identity, title, self.chunker, rows=self.rows)
        return document_record(identity, title=title, kind=of_file.kind, path=file.name), chunks
