"""Tuples out of what a language model wrote, whose texts may stand without quotation marks."""

from __future__ import annotations

import re
from typing import Any

MAXIMUM_DEPTH = 8

_BEGINS = re.compile(r"^[\s>*`-]*(?=[(\[])", re.MULTILINE)
_BARE = re.compile(r"\([^()\"“”‘'’]*\)")
_QUOTED = re.compile(
    r"""\s*(?:"((?:[^"\\]|\\.)*)"|“([^”]*)”|'((?:[^'\\]|\\.|'(?=\w))*)'|‘([^’]*)’)\s*(?=[,)\]]|$)"""
)
_ESCAPED = re.compile(r"\\(.)")


def read_tuples(text: str) -> list[Any]:
    """The tuples of ``text``, as lists of texts and lists; empty where no line, or one with "[" first, begins with "(".

    A text ends at its quotation mark, or at the next comma or bracket of the tuple; square brackets belong to the text.
    What stands behind the last bracket, up to the end of the line, is the last text. A lone bracket of bare words is
    prose. Tuples within tuples are read to `MAXIMUM_DEPTH`.

    >>> read_tuples('Here: \\n(("[ENT1] is in Utopia, Texas.", "it\\'s [ENT2]"), "Breadth")')
    [[['[ENT1] is in Utopia, Texas.', "it's [ENT2]"], 'Breadth']]
    >>> read_tuples("(Utopia contains [ENT1], [ENT1] is in Texas), Breadth)")
    [['Utopia contains [ENT1]', '[ENT1] is in Texas'], 'Breadth']
    """
    begins = _BEGINS.search(text)
    if begins is None or not text.startswith("(", begins.end()):
        return []
    items, _ = _items(text, begins.end(), 0)
    return [] if len(items) == 1 and _BARE.match(text, begins.end()) else items


def _items(text: str, position: int, depth: int) -> tuple[list[Any], int]:
    """What stands from ``position`` to the bracket that closes this depth, and where that ends."""
    found: list[Any] = []
    while position < len(text):
        character = text[position]
        if character == ")":
            return found, position + 1
        if character in ", \t\r\n":
            position += 1
        elif character == "(" and depth < MAXIMUM_DEPTH:
            inner, position = _items(text, position + 1, depth + 1)
            found.append(inner)
        else:
            item, position = _text(text, position)
            found += [item] if item else []
    return found, position


def _text(text: str, position: int) -> tuple[str, int]:
    if quoted := _QUOTED.match(text, position):
        written = next(group for group in quoted.groups() if group is not None)
        return _ESCAPED.sub(r"\1", written).strip(), quoted.end()
    end = position
    while end < len(text) and text[end] not in ",)\n":
        end += 1
    return text[position:end].strip(" \t`*'\""), max(end, position + 1)
