"""Which reader reads a file, by its extension."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from motif_loaders.parsed_document import Reader
from motif_loaders.reading_html import read_html
from motif_loaders.reading_markdown import read_markdown
from motif_loaders.reading_pdf import read_pdf
from motif_loaders.reading_tables import read_csv, read_json
from motif_loaders.reading_text import read_text


class Format(NamedTuple):
    """A kind of document, as its property ``kind`` says, and what reads it."""

    kind: str
    read: Reader


_TEXT, _MARKDOWN, _HTML = (
    Format("text", read_text),
    Format("markdown", read_markdown),
    Format("html", read_html),
)
_PDF, _CSV, _JSON = Format("pdf", read_pdf), Format("table", read_csv), Format("table", read_json)

FORMATS = {
    "": _TEXT,
    ".txt": _TEXT,
    ".text": _TEXT,
    ".rst": _TEXT,
    ".md": _MARKDOWN,
    ".markdown": _MARKDOWN,
    ".html": _HTML,
    ".htm": _HTML,
    ".xhtml": _HTML,
    ".pdf": _PDF,
    ".csv": _CSV,
    ".tsv": _CSV,
    ".json": _JSON,
    ".jsonl": _JSON,
    ".ndjson": _JSON,
}
"""By extension, in lower case; a file without one is taken for text."""

DOCUMENT_EXTENSIONS = frozenset(
    [".txt", ".text", ".rst", ".md", ".markdown", ".html", ".htm", ".xhtml", ".pdf"]
)
"""Extensions that make a folder one of documents."""


def format_of_file(path: PurePosixPath | Path) -> Format | None:
    """The format of a file; None when nothing reads it.

    >>> format_of_file(Path("notes/Plan.MD")).kind
    'markdown'
    """
    return FORMATS.get(path.suffix.lower())


def files_below(source: Path) -> Iterator[tuple[str, Path]]:
    """(path inside ``source`` with slashes, path) of each file, in the order of their names; hidden ones left out.

    A ``source`` that is a file is the only one, by its name.
    """
    if source.is_file():
        yield source.name, source
        return
    for path in sorted(source.rglob("*")):
        inner = path.relative_to(source)
        if path.is_file() and not any(part.startswith(".") for part in inner.parts):
            yield inner.as_posix(), path
