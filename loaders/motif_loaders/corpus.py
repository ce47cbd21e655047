"""Any corpus in JSON lines as a lexical graph: one object a line, with an id, a title and a text."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from motif.errors import InvalidSource
from motif.graphs.load_report import LoadReport
from motif.models.encoder import TextEncoder
from motif_loaders.chunking import Chunker
from motif_loaders.document_chunks import document_chunks
from motif_loaders.drafts import ChunkDraft
from motif_loaders.formats import as_flag
from motif_loaders.ingestion import COOCCURRENCE, DOCUMENTS_AT_ONCE, Ingestion, make_ingestion
from motif_loaders.lexical_graph import content_hash, document_record
from motif_loaders.loading_chunker import loading_chunker
from motif_loaders.parsed_document import ParsedDocument, Section, Unreadable
from motif_loaders.records import Documents, NodeRecord, OnlyDocuments, Record, Step, Value
from motif_loaders.text_files import numbered_lines

WHOLE = "none"
"""The chunker that leaves each text whole."""

_SCALARS = (str, int, float, bool)
_RESERVED = frozenset(["id", "title", "kind", "path", "contentHash"])


def load(
    source: Path,
    *,
    id_field: str = "id",
    title_field: str = "title",
    text_field: str = "text",
    chunker: str = WHOLE,
    extract: str = COOCCURRENCE,
    collection: str | None = None,
    prune: bool | str = False,
    report: LoadReport | None = None,
    encoder: TextEncoder | None = None,
) -> Iterator[Step]:
    """A lexical graph of the passages in the file ``source`` (plain or gzipped).

    Parameters
    ----------
    id_field, title_field, text_field
        Where an object has them; a title may be missing. All else becomes properties of the document and its chunks.
    chunker
        ``none`` keeps a text whole; else as for documents (`motif_loaders.documents`).
    extract, report, encoder
        As for documents.
    collection
        What ids begin with; by default the file's name without its extensions.
    prune
        Whether passages of the collection that the file no longer has are removed.

    Lines that are no object, that have no id or no text, or an id again are reported and skipped.

    Raises `InvalidSource` when no line can be read.
    """
    report = LoadReport() if report is None else report
    prefix = collection or source.name.partition(".")[0]
    ingestion = make_ingestion(extract, report)
    build = _Build(loading_chunker(chunker, encoder, report), ingestion)
    reading = _Reading(source, prefix, (id_field, title_field, text_field), report)
    passages = reading.passages()
    present: set[str] = set()
    while group := {passage.identity: passage for passage in islice(passages, DOCUMENTS_AT_ONCE)}:
        present.update(group)
        report.documents += len(group)
        hashes = {name: content_hash(passage.line, chunker, extract) for name, passage in group.items()}
        yield Documents(hashes, partial(build.records, group), ingestion.merge)
    if not present:
        first = f": {report.problems[0]}" if report.problems else ""
        raise InvalidSource(
            f"{source} holds no passage{first}.",
            hint=f'Needed is {{"{id_field}": …, "{text_field}": …}} a line.',
        )
    if as_flag("prune", prune):
        yield OnlyDocuments(f"{prefix}/", frozenset(present))


@dataclass(frozen=True, slots=True)
class _Passage:
    identity: str
    title: str
    text: str
    properties: Mapping[str, Value]
    line: str


@dataclass(frozen=True, slots=True)
class _Reading:
    """Lines into passages; what is wrong is reported with its line."""

    path: Path
    prefix: str
    fields: tuple[str, str, str]
    report: LoadReport

    def passages(self) -> Iterator[_Passage]:
        seen: set[str] = set()
        for number, line in numbered_lines(self.path):
            try:
                passage = self._passage(line)
                if passage.identity in seen:
                    raise Unreadable(f"has the id {passage.identity.removeprefix(f'{self.prefix}/')!r} again")
            except Unreadable as error:
                self.report.add(f"{self.path.name}, line {number}", str(error))
            else:
                seen.add(passage.identity)
                yield passage

    def _passage(self, line: str) -> _Passage:
        try:
            given = json.loads(line)
        except ValueError as error:
            raise Unreadable(f"is no JSON ({error})") from error
        if not isinstance(given, dict):
            raise Unreadable("is no object")
        of_id, of_title, of_text = self.fields
        identity, text, title = given.get(of_id), given.get(of_text), given.get(of_title)
        if not isinstance(identity, (str, int)) or identity == "":
            raise Unreadable(f"has no '{of_id}'")
        if not isinstance(text, str) or not text.strip():
            raise Unreadable(f"has no '{of_text}'")
        others = {key: given[key] for key in given if key not in self.fields and key not in _RESERVED}
        properties = {key: found for key, value in others.items() if (found := _value(value)) is not None}
        return _Passage(
            f"{self.prefix}/{identity}", "" if title is None else str(title), text, properties, line
        )


@dataclass(frozen=True, slots=True)
class _Build:
    """Passages into records."""

    chunker: Chunker
    ingestion: Ingestion

    def records(self, passages: Mapping[str, _Passage], wanted: Collection[str]) -> Iterator[Record]:
        chosen = (passage for identity, passage in passages.items() if identity in wanted)
        yield from self.ingestion.records([self._document(passage) for passage in chosen])

    def _document(self, passage: _Passage) -> tuple[NodeRecord, list[ChunkDraft]]:
        parsed = ParsedDocument(passage.title, (Section((), passage.text),))
        chunks = document_chunks(parsed, passage.identity, passage.title, self.chunker)
        document = document_record(
            passage.identity, title=passage.title, kind="passage", **passage.properties
        )
        return document, [replace(chunk, properties=passage.properties) for chunk in chunks]


def _value(value: Any) -> Value | None:
    """What a property can hold: a value or a list of values; lists of several types as text, all else as JSON."""
    if value is None or isinstance(value, _SCALARS):
        return value
    if isinstance(value, list) and value and isinstance(value[0], _SCALARS):
        if all(type(item) is type(value[0]) for item in value):
            return value
        return [str(item) for item in value]
    return json.dumps(value, ensure_ascii=False) if value else None
