"""Plain text, in whatever encoding; paragraphs stand between blank lines."""

from __future__ import annotations

import codecs
import re

from motif.errors import MissingDependency
from motif_loaders.parsed_document import ParsedDocument, Section, Unreadable

_MARKS = (codecs.BOM_UTF8, codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_LINE_END = re.compile(r"\r\n?|[\u2028\u2029\x0b\x0c]")
_CONTROLS = re.compile(r"[\x00-\x08\x0e-\x1f]")
_INDENTED = re.compile(r"^(?: {4,}|\t)[ \t]*", re.MULTILINE)
_SHARE_OF_CONTROLS = 0.01


def read_text(content: bytes) -> ParsedDocument:
    """The text as one section without a heading. Lines that are set in stay so by three blanks: more would say code.

    >>> read_text("Größe".encode("utf-16")).parts
    (Section(path=(), text='Größe'),)
    """
    text = _INDENTED.sub("   ", decode(content).strip())
    return ParsedDocument("", (Section((), text),) if text else ())


def decode(content: bytes) -> str:
    """``content`` as text with plain line feeds: UTF-8, what a byte order mark says, or what it most likely is.

    Raises `Unreadable` for binary content, `MissingDependency` when the encoding must be guessed and
    charset-normalizer is not installed.
    """
    has_mark = content.startswith(_MARKS)
    if b"\x00" in content and not has_mark:
        raise Unreadable("is binary, not text (it holds zero bytes)")
    try:
        text = content.decode(_encoding_of_mark(content) if has_mark else "utf-8")
    except UnicodeDecodeError as error:
        text = _guessed(content, error.start)
    text = _LINE_END.sub("\n", text.removeprefix("\ufeff"))
    if len(_CONTROLS.findall(text)) > _SHARE_OF_CONTROLS * len(text):
        raise Unreadable("is binary, not text (it is full of control characters)")
    return _CONTROLS.sub("", text)


def _encoding_of_mark(content: bytes) -> str:
    if content.startswith(codecs.BOM_UTF8):
        return "utf-8-sig"
    return "utf-32" if content.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)) else "utf-16"


def _guessed(content: bytes, place: int) -> str:
    line = content.count(b"\n", 0, place) + 1
    try:
        from charset_normalizer import from_bytes
    except ImportError as error:
        raise MissingDependency(
            f"The text is not UTF-8 (line {line}); which encoding it is in, charset-normalizer tells.",
            hint="pip install 'motif-graphrag[documents]'",
        ) from error
    found = from_bytes(content).best()
    if found is None:
        raise Unreadable(f"is in no known encoding (not UTF-8 from line {line})")
    return str(found)
