"""PDF: the text of the pages, in sections where the document has an outline."""

from __future__ import annotations

import io
import logging
import re
from typing import Any

from motif.errors import MissingDependency
from motif_loaders.parsed_document import ParsedDocument, Section, Unreadable

_HYPHEN = re.compile(r"(?<=[^\W\d_])-\n(?=[a-zß-ÿ])")
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\ud800-\udfff]")


def read_pdf(content: bytes) -> ParsedDocument:
    """A section for each entry of the outline, from its page to the next entry's; else one for all pages.

    A page that cannot be read is left out and reported. A sentence may run over a page's end.

    Raises `Unreadable` for a damaged or encrypted file, and one without text (a scan).
    """
    logging.getLogger("pypdf").setLevel(logging.ERROR)  # it warns of each fault that it mends
    document = _opened(content)
    problems: list[str] = []
    pages = [_page_text(page, number, problems) for number, page in enumerate(document.pages, start=1)]
    if not any(pages):
        raise Unreadable("has no text (is it a scan? Run it through text recognition first)")
    starts = _outline(document) or [(0, "")]
    if starts[0][0] > 0:
        starts.insert(0, (0, ""))
    ends = [place for place, _ in starts[1:]] + [len(pages)]
    parts = [
        Section((heading,) if heading else (), text)
        for (start, heading), end in zip(starts, ends, strict=True)
        if (text := _joined(pages[start:end]))
    ]
    return ParsedDocument(_title(document), tuple(parts), tuple(problems))


def _opened(content: bytes) -> Any:
    try:
        from pypdf import PdfReader
    except ImportError as error:
        raise MissingDependency(
            "Reading PDF needs pypdf.", hint="pip install 'motif-graphrag[documents]'"
        ) from error
    try:
        document = PdfReader(io.BytesIO(content))
        readable = not document.is_encrypted or bool(document.decrypt(""))
        number = len(document.pages) if readable else 0
    except Exception as error:  # a damaged file fails anywhere inside the parser, with errors of any kind
        raise Unreadable(f"is no PDF that can be read ({error})") from error
    if not readable:
        raise Unreadable("is encrypted (save it without a password)")
    if number == 0:
        raise Unreadable("has no pages")
    return document


def _page_text(page: Any, number: int, problems: list[str]) -> str:
    try:
        text = str(page.extract_text() or "")
    except Exception as error:  # as above: one broken page is no reason to lose the others
        problems.append(f"page {number} cannot be read ({error})")
        return ""
    return _CONTROLS.sub("", _HYPHEN.sub("", text)).strip()


def _joined(pages: list[str]) -> str:
    return "\n".join(page for page in pages if page)


def _outline(document: Any) -> list[tuple[int, str]]:
    """(page from 0, heading) of the outermost entries, one a page, in the pages' order; none without an outline."""
    found: dict[int, str] = {}
    try:
        for entry in document.outline:
            if not isinstance(entry, list):
                page = document.get_destination_page_number(entry)
                if page is not None and page >= 0:
                    found.setdefault(page, " ".join(str(entry.title).split()))
    except Exception:  # an outline that cannot be read costs the headings, not the text
        return []
    return sorted(found.items())


def _title(document: Any) -> str:
    try:
        title = document.metadata.title if document.metadata else None
    except Exception:  # as above
        return ""
    return " ".join(str(title or "").split())
