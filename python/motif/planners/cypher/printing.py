"""A statement printed anew from its tokens, so that nothing is sent that was not read."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from motif.planners.cypher.functions import FUNCTIONS, PROCEDURES
from motif.planners.cypher.parsing import Parsed
from motif.planners.cypher.tokens import Piece
from motif.planners.cypher.words import RESERVED

_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


@dataclass(slots=True)
class Edits:
    """What is printed otherwise than it was written, by the place of the token.

    Attributes
    ----------
    instead
        What stands in place of a token; "" for nothing.
    before, after
        What is put in beside it.
    """

    instead: dict[int, str] = field(default_factory=dict)
    before: dict[int, str] = field(default_factory=dict)
    after: dict[int, str] = field(default_factory=dict)

    def replace(self, first: int, last: int, text: str) -> None:
        """``text`` in place of the tokens from ``first`` to ``last``."""
        self.instead.update(dict.fromkeys(range(first + 1, last + 1), ""))
        self.instead[first] = text


def quoted(name: str) -> str:
    """``name`` as it stands in a statement: in backticks where it is not plain, or could be read as a keyword.

    >>> quoted("title"), quoted("order"), quoted("a`b")
    ('title', '`order`', '`a``b`')
    """
    if _PLAIN.fullmatch(name) and name.upper() not in RESERVED:
        return name
    return "`" + name.replace("`", "``") + "`"


def printed(parsed: Parsed, edits: Edits) -> str:
    """The statement with its edits, comments left out."""
    written: list[str] = []
    for place, (piece, kind) in enumerate(zip(parsed.pieces, parsed.kinds, strict=True)):
        text = edits.instead.get(place)
        text = _text(piece, kind) if text is None else text
        parts = [part for part in (edits.before.get(place), text, edits.after.get(place)) if part]
        for number, part in enumerate(parts):
            if written and ((number == 0 and piece.spaced) or _touch(written[-1], part)):
                written.append(" ")
            written.append(part)
    return "".join(written)


def _text(piece: Piece, kind: str) -> str:
    if kind == "FUNCTION":
        called = piece.text.lower()
        return PROCEDURES[called][0] if called in PROCEDURES else FUNCTIONS[called]
    if kind == "NAME":
        return quoted(piece.text)
    if kind == "PARAMETER":
        return "$" + quoted(piece.text)
    return piece.text.upper() if piece.kind == "name" else piece.text


def _touch(left: str, right: str) -> bool:
    """Whether the two would be read as one without a space between."""
    return (left[-1].isalnum() or left[-1] in "_`") and (right[0].isalnum() or right[0] in "_`$")
