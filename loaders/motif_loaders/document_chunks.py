"""A parsed document as chunks: sections cut by a chunker, tables into segments, in reading order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from motif_loaders.chunking import Chunker, join_short
from motif_loaders.drafts import ChunkDraft
from motif_loaders.lexical_graph import content_hash
from motif_loaders.parsed_document import ParsedDocument, Section
from motif_loaders.semantic_chunking import LARGEST
from motif_loaders.tables import MOST, ParsedTable, fitting_rows, segment_table

PATH_SEPARATOR = " > "
"""Between the headings of a chunk's title."""


def document_chunks(
    parsed: ParsedDocument, document: str, title: str, chunker: Chunker, *, rows: int = MOST
) -> list[ChunkDraft]:
    """The chunks of the document with that id and title.

    A chunk's id is the document's with a hash of what it says, so that a chunk that a new version of the document
    still has stays the same node.
    """
    found = [
        chunk for _, chunk in sorted(_placed(parsed, document, title, chunker, rows), key=lambda one: one[0])
    ]
    seen: Counter[str] = Counter()
    numbered = []
    for index, chunk in enumerate(found):
        digest = content_hash(chunk.title, chunk.text)[:16]
        seen[digest] += 1
        suffix = f"-{seen[digest]}" if seen[digest] > 1 else ""
        numbered.append(replace(chunk, id=f"{document}#{digest}{suffix}", index=index))
    return numbered


def _placed(
    parsed: ParsedDocument, document: str, title: str, chunker: Chunker, rows: int
) -> Iterator[tuple[int, ChunkDraft]]:
    """(place in reading order, chunk); chunks of one place are in their order."""
    places = [place for place, part in enumerate(parsed.parts) if isinstance(part, Section)]
    sections = join_short([part for part in parsed.parts if isinstance(part, Section)])
    cut = chunker([section.text for _, section in sections]) if sections else []
    for (first, section), spans in zip(sections, cut, strict=True):
        heading = section.path[-1] if section.path else ""
        path = PATH_SEPARATOR.join(dict.fromkeys(part for part in (title, *section.path) if part))
        for start, end in spans:
            if text := section.text[start:end].strip():
                yield places[first], ChunkDraft("", document, 0, text, title=path, section=heading)
    for place, part in enumerate(parsed.parts):
        if isinstance(part, ParsedTable):
            table = replace(part, title=_table_title(title, part))
            fitting = fitting_rows(table, rows, LARGEST)
            for chunk in segment_table(table, "", document, rows=fitting):
                yield place, chunk


def _table_title(title: str, table: ParsedTable) -> str:
    """The document's title, and the table's own where it says more."""
    return " – ".join(dict.fromkeys(part for part in (title, table.title) if part))
