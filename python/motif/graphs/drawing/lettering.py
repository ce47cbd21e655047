"""Text for a picture: safe in XML, cut to a width, measured without a font."""

from __future__ import annotations

import re
import unicodedata
from xml.sax.saxutils import escape

_NOT_IN_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_DIRECTION_MARKS = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_SHARE_OF_HEIGHT = 0.56
"""How wide a letter of a plain sans-serif is, of its font size; the mean over English text."""


def columns(text: str) -> int:
    """How many letters wide ``text`` is: two for an East Asian character or an emoji, none for a combining mark.

    >>> columns("Heat"), columns("東京"), columns("e\\u0301")
    (4, 4, 1)
    """
    return sum(_columns_of(letter) for letter in text)


def width(text: str, size: float) -> float:
    """About how wide ``text`` is at font size ``size``, in the unit of ``size``; capitals take more than others."""
    return (columns(text) + 0.22 * sum(map(str.isupper, text))) * size * _SHARE_OF_HEIGHT


def plain(text: str) -> str:
    """``text`` on one line, without what XML cannot hold and without marks that turn the direction of writing.

    >>> plain("a\\x00\\n b\\u202e")
    'a\\ufffd b'
    """
    return " ".join(_DIRECTION_MARKS.sub("", _NOT_IN_XML.sub("\ufffd", text)).split())


def cut(text: str, most: int) -> str:
    """``text`` on one line and at most ``most`` letters wide; what was cut ends in "…".

    >>> cut("The Shawshank Redemption", 12)
    'The Shawsha…'
    """
    text = plain(text)
    if columns(text) <= most:
        return text
    room = most - 1
    for place, letter in enumerate(text):
        room -= _columns_of(letter)
        if room < 0:
            return text[:place].rstrip("\u200d ") + "…"
    return text


def escaped(text: str) -> str:
    """``text`` as content or as a quoted attribute of XML and HTML.

    >>> escaped('<script>"&')
    '&lt;script&gt;&quot;&amp;'
    """
    return escape(plain(text), {'"': "&quot;", "'": "&#39;"})


def _columns_of(letter: str) -> int:
    if unicodedata.combining(letter) or letter in "\u200b\u200c\u200d\ufe0f":
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1
