"""Markdown: sections under their headings, tables by themselves, marks of emphasis and links left out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from motif.errors import MissingDependency
from motif_loaders.parsed_document import ParsedDocument, Section
from motif_loaders.reading_text import decode
from motif_loaders.sentences import as_code
from motif_loaders.tables import ParsedTable

if TYPE_CHECKING:
    from markdown_it.token import Token

_FRONT_MATTER = re.compile(r"\A---[ \t]*\n(?P<body>.*?\n)(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_TITLE = re.compile(r"^title:[ \t]*(?P<title>.+?)[ \t]*$", re.MULTILINE)
_TAG = re.compile(r"<!--.*?-->|</?[A-Za-z][^>]*>", re.DOTALL)


def read_markdown(content: bytes) -> ParsedDocument:
    """The sections and tables of a Markdown text; its title is the front matter's, else its first top heading.

    Raises `Unreadable` for binary content.

    >>> parsed = read_markdown(b"# Films\\n\\nSome *good* films.\\n\\n## 1995\\n\\n- Heat\\n- Seven")
    >>> parsed.title, [section.path for section in parsed.parts]
    ('Films', [('Films',), ('Films', '1995')])
    >>> print(parsed.parts[1].text)
    1995
    <BLANKLINE>
    - Heat
    - Seven
    """
    text = decode(content)
    front = _FRONT_MATTER.match(text)
    named = _TITLE.search(front["body"]) if front else None
    walk = _Walk()
    walk.read(_tokens(text[front.end() :] if front else text))
    return ParsedDocument(named["title"].strip("\"'") if named else walk.title, tuple(walk.parts))


def _tokens(text: str) -> Sequence[Token]:
    try:
        from markdown_it import MarkdownIt
    except ImportError as error:
        raise MissingDependency(
            "Reading Markdown needs markdown-it-py.", hint="pip install 'motif-graphrag[documents]'"
        ) from error
    return MarkdownIt("commonmark").enable("table").parse(text)


class _Walk:
    """Goes through the tokens once; what has been read of a section waits in ``blocks``."""

    def __init__(self) -> None:
        self.title = ""
        self.parts: list[Section | ParsedTable] = []
        self._levels: list[tuple[int, str]] = []
        self._blocks: list[str] = []
        self._markers: list[str] = []
        self._is_tight = False
        self._pending = ""

    def read(self, tokens: Sequence[Token]) -> None:
        place = 0
        while place < len(tokens):
            place = self._step(tokens, place)
        self._close_section()

    def _step(self, tokens: Sequence[Token], place: int) -> int:
        token = tokens[place]
        match token.type:
            case "heading_open":
                self._open_section(int(token.tag[1:]), plain(tokens[place + 1]))
                return place + 3
            case "table_open":
                end = next(at for at in range(place, len(tokens)) if tokens[at].type == "table_close")
                self._add_table(tokens[place:end])
                return end + 1
            case "bullet_list_open" | "ordered_list_open":
                self._markers.append("-" if token.tag == "ul" else "1.")
            case "bullet_list_close" | "ordered_list_close":
                self._markers.pop()
            case "list_item_open":
                marker = f"{token.info}{token.markup}" if token.info else "-"
                self._pending = "  " * (len(self._markers) - 1) + marker + " "
            case "inline":
                self._add(plain(token))
            case "fence" | "code_block":
                self._add(as_code(token.content.rstrip("\n")))
            case "html_block":
                self._add(_TAG.sub(" ", token.content).strip())
        return place + 1

    def _open_section(self, level: int, heading: str) -> None:
        self._close_section()
        self._levels = [(above, text) for above, text in self._levels if above < level] + [(level, heading)]
        if level == 1 and not self.title:
            self.title = heading
        self._add(heading)

    def _add(self, text: str) -> None:
        if not text.strip():
            return
        if self._pending and self._blocks and self._is_tight:
            self._blocks[-1] += f"\n{self._pending}{text}"
        else:
            self._blocks.append(self._pending + text)
        self._is_tight, self._pending = bool(self._markers), ""

    def _close_section(self) -> None:
        if self._blocks:
            self.parts.append(Section(self._path(), "\n\n".join(self._blocks)))
        self._blocks, self._is_tight = [], False

    def _path(self) -> tuple[str, ...]:
        return tuple(text for _, text in self._levels if text)

    def _add_table(self, tokens: Sequence[Token]) -> None:
        """Between two pieces of its section, so that the order stays."""
        rows: list[list[str]] = []
        for token in tokens:
            if token.type == "tr_open":
                rows.append([])
            elif token.type == "inline":
                rows[-1].append(plain(token))
        self._close_section()
        header, *body = rows
        path = self._path()
        self.parts.append(
            ParsedTable(tuple(header), tuple(map(tuple, body)), section=path[-1] if path else "")
        )


def plain(token: Token) -> str:
    """The words of an inline token: of a link its text, of an image what describes it."""
    words = []
    for child in token.children or ():
        if child.type in ("softbreak", "hardbreak"):
            words.append(" " if child.type == "softbreak" else "\n")
        elif child.type != "html_inline":
            words.append(child.content)
    return "".join(words).strip()
