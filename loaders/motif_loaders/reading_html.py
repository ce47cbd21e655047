"""HTML: sections under their headings, tables by themselves; scripts, styles and navigation are left out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from motif.errors import MissingDependency
from motif_loaders.parsed_document import ParsedDocument, Section, Unreadable
from motif_loaders.sentences import as_code
from motif_loaders.tables import ParsedTable

_UNSEEN = ("script", "style", "noscript", "template", "svg", "nav", "head", "title", "iframe", "object")
_HEADING = re.compile(r"h([1-6])")
_BLOCK_TAGS = """
    address article aside blockquote body caption dd details div dl dt fieldset figcaption figure footer form header
    hr main ol p pre section summary table tbody tfoot thead tr ul
"""
_BLOCKS = frozenset(_BLOCK_TAGS.split())
_SPACES = re.compile(r"[^\S\n]+")
_LINES = re.compile(r" ?\n ?")
_KEPT = {ord(" "): "\x10", ord("\n"): "\x11"}
_WRITTEN = {0x10: " ", 0x11: "\n"}
"""Blanks of preformatted text stay: they pass as separators that no page holds."""


def read_html(content: bytes) -> ParsedDocument:
    """The sections and tables of a page; its title is that of its head, else its first top heading.

    Raises `Unreadable` when it holds zero bytes, that is, no text.

    >>> page = b"<title>Films</title><h1>Films</h1><p>Some <b>good</b> ones:<ul><li>Heat<li>Seven</ul>"
    >>> parsed = read_html(page)
    >>> print(parsed.parts[0].text)
    Films
    <BLANKLINE>
    Some good ones:
    <BLANKLINE>
    - Heat
    - Seven
    """
    if b"\x00" in content and not content.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise Unreadable("is binary, not HTML (it holds zero bytes)")
    page = _soup(content)
    named = page.title.get_text(" ", strip=True) if page.title else ""
    for unseen in page.find_all(_UNSEEN):
        unseen.decompose()
    walk = _Walk()
    walk.read(page.body or page)
    walk.close_section()
    return ParsedDocument(named or walk.title, tuple(walk.parts))


def _soup(content: bytes) -> Any:
    try:
        from bs4 import BeautifulSoup
    except ImportError as error:
        raise MissingDependency(
            "Reading HTML needs beautifulsoup4.", hint="pip install 'motif-graphrag[documents]'"
        ) from error
    return BeautifulSoup(content, "html.parser")


class _Walk:
    """Goes through the page once; the text of the section that is open waits in ``words``."""

    def __init__(self) -> None:
        self.title = ""
        self.parts: list[Section | ParsedTable] = []
        self._levels: list[tuple[int, str]] = []
        self._words: list[str] = []

    def read(self, element: Any) -> None:
        for child in element.children:
            name = getattr(child, "name", None)
            if name is None:
                if type(child).__name__ == "NavigableString":
                    self._words.append(_SPACES.sub(" ", str(child).replace("\n", " ")))
            elif heading := _HEADING.fullmatch(name):
                self._open_section(int(heading[1]), " ".join(child.get_text(" ").split()))
            elif name == "table" and (table := _table(child, self._path())) is not None:
                self.close_section()
                self.parts.append(table)
            elif name == "pre":
                self._words += ["\n\n", as_code(child.get_text()).translate(_KEPT), "\n\n"]
            elif name == "br":
                self._words.append("\n")
            else:
                self._read_inside(name, child)

    def _read_inside(self, name: str, child: Any) -> None:
        before = "\n- " if name == "li" else "\n\n" if name in _BLOCKS else ""
        self._words.append(before)
        self.read(child)
        self._words.append("\n\n" if name in _BLOCKS else " " if name in ("td", "th") else "")

    def _open_section(self, level: int, heading: str) -> None:
        self.close_section()
        self._levels = [(above, text) for above, text in self._levels if above < level] + [(level, heading)]
        if level == 1 and not self.title:
            self.title = heading
        self._words += [heading, "\n\n"]

    def close_section(self) -> None:
        """Ends the section that is open."""
        text = _LINES.sub("\n", _SPACES.sub(" ", "".join(self._words)))
        text = re.sub(r"\n{3,}", "\n\n", re.sub(r"\n- *(?=\n)", "\n", text)).translate(_WRITTEN).strip()
        if text:
            self.parts.append(Section(self._path(), text))
        self._words = []

    def _path(self) -> tuple[str, ...]:
        return tuple(text for _, text in self._levels if text)


def _table(element: Any, path: tuple[str, ...]) -> ParsedTable | None:
    """A table of data; None for one that lays out a page: with a table inside, or of one column or row."""
    if element.find("table") is not None:
        return None
    grid = _grid(element)
    width = max(map(len, grid), default=0)
    if width < 2 or len(grid) < 2:
        return None
    header, *body = [(*row, *[""] * (width - len(row))) for row in grid]
    caption = element.find("caption")
    title = " ".join(caption.get_text(" ").split()) if caption else ""
    return ParsedTable(tuple(header), tuple(map(tuple, body)), title, path[-1] if path else "")


def _grid(element: Any) -> list[list[str]]:
    """The cells' texts; a cell over several rows stands in each of them, one over several columns in the first."""
    rows: list[list[str]] = []
    below: dict[int, tuple[int, str]] = {}
    for row in _cells(element):
        cells: list[str] = []
        for text, tall, wide in row:
            _carry(below, cells)
            for part in (text, *[""] * (wide - 1)):
                below[len(cells)] = (tall - 1, part)
                cells.append(part)
        _carry(below, cells)
        if any(cells):
            rows.append(cells)
    return rows


def _cells(element: Any) -> Iterator[list[tuple[str, int, int]]]:
    """(text, rows, columns) of each row's cells; a row or cell ends where the next begins, closed or not."""
    rows: list[list[tuple[list[str], int, int]]] = []
    for inner in element.descendants:
        if inner.name == "tr":
            rows.append([])
        elif inner.name in ("td", "th") and rows:
            rows[-1].append(([], _span(inner, "rowspan"), _span(inner, "colspan")))
        elif rows and rows[-1] and (inner.name is None or inner.name == "br" or inner.name in _BLOCKS):
            rows[-1][-1][0].append(str(inner) if inner.name is None else " ")
    for row in rows:
        yield [(" ".join("".join(words).split()), tall, wide) for words, tall, wide in row]


def _carry(below: dict[int, tuple[int, str]], cells: list[str]) -> None:
    """Adds what reaches down from the rows above to the columns that come next."""
    while (held := below.get(len(cells), (0, "")))[0] > 0:
        below[len(cells)] = (held[0] - 1, held[1])
        cells.append(held[1])


def _span(cell: Any, name: str) -> int:
    text = str(cell.get(name, "1"))
    return min(max(int(text), 1), 1000) if text.isdecimal() else 1
