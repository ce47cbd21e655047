"""OTT-QA's tables and passages as a lexical graph; which passage a cell links to is left unread.

Each passage is a chunk with its text as it stands; tables become segments of a few rows. Data: W. Chen et
al., "Open Question Answering over Tables and Text", ICLR 2021; MIT, texts from Wikipedia.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

from motif.graphs.load_report import LoadReport
from motif_loaders.drafts import ChunkDraft
from motif_loaders.formats import as_number
from motif_loaders.ingestion import NONE, make_ingestion
from motif_loaders.lexical_graph import content_hash, document_record
from motif_loaders.records import NodeRecord, Record
from motif_loaders.sentences import split_sentences
from motif_loaders.tables import MOST, ParsedTable, segment_table
from motif_loaders.text_files import data_folder, fields, find_file, malformed, numbered_lines

INTRO_SENTENCES = 2
"""Sentences of a page's introduction that each segment of its tables begins with."""


def load(
    source: Path | None = None,
    *,
    rows: int | str = MOST,
    extract: str = NONE,
    report: LoadReport | None = None,
) -> Iterator[Record]:
    """Documents and chunks of the folder ``source`` (``tables_dev.jsonl``, ``passages_dev.tsv``; or gzipped).

    Without ``source``, the folder ``ottqa`` inside ``MOTIF_DATA``. A passage is the chunk ``passage:KEY``, a
    table's segments of ``rows`` rows (5 to 10) are ``table:ID:0``, ``table:ID:1`` … Entities stand in the chunks'
    metadata; ``extract`` makes nodes of them too, as for documents.

    Raises `InvalidSource`, naming the line.
    """
    folder = data_folder(source, "ottqa")
    count = as_number("rows", rows)
    ingestion = make_ingestion(extract, LoadReport() if report is None else report)
    yield from ingestion.in_groups(chain(_passages(folder), _tables(folder, count)))


def _passages(folder: Path) -> Iterator[tuple[NodeRecord, list[ChunkDraft]]]:
    for key, text in read_passages(folder):
        title = passage_title(key)
        document = document_record(key, title=title, kind="passage", path=key, contentHash=content_hash(text))
        yield document, [ChunkDraft(f"passage:{key}", key, 0, text, title=title)]


def _tables(folder: Path, rows: int) -> Iterator[tuple[NodeRecord, list[ChunkDraft]]]:
    for identity, url, table in read_tables(folder):
        prefix = f"table:{identity}"
        chunks = list(segment_table(table, prefix, prefix, rows=rows))
        digest = content_hash(*(chunk.text for chunk in chunks))
        yield document_record(prefix, title=table.title, kind="table", path=url, contentHash=digest), chunks


def passage_title(key: str) -> str:
    """The page's title in a passage's key.

    >>> passage_title("/wiki/South_Bend,_Indiana")
    'South Bend, Indiana'
    """
    return key.removeprefix("/wiki/").replace("_", " ")


def read_passages(folder: Path) -> Iterator[tuple[str, str]]:
    """(key, text) of each passage in ``folder``."""
    for _, (key, text) in fields(find_file(folder, "passages_dev.tsv"), 2, names="key, text"):
        yield key, text


def read_tables(folder: Path) -> Iterator[tuple[str, str, ParsedTable]]:
    """(id, address of its page, table) of each table in ``folder``."""
    path = find_file(folder, "tables_dev.jsonl")
    for number, line in numbered_lines(path):
        try:
            given = json.loads(line)
            yield str(given["table_id"]), str(given["url"]), _table(given)
        except (ValueError, KeyError, TypeError) as error:
            needed = "an object with table_id, title, header and rows is needed"
            raise malformed(path, number, f"is no table ({error!r})", needed) from error


def _table(given: dict[str, Any]) -> ParsedTable:
    columns = tuple(str(name) for name in given["header"])
    return ParsedTable(
        columns=columns,
        rows=tuple(_fitted(row, len(columns)) for row in given["rows"]),
        title=str(given["title"]),
        section=str(given.get("section_title") or ""),
        description=" ".join(split_sentences(str(given.get("intro") or ""))[:INTRO_SENTENCES]),
    )


def _fitted(row: list[Any], width: int) -> tuple[str, ...]:
    cells = [str(cell) for cell in row[:width]]
    return (*cells, *[""] * (width - len(cells)))
