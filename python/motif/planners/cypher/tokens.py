"""A statement as tokens: comments dropped, strings read, everything odd refused.

Escapes such as ``\\u0027`` are refused wherever they stand: Cypher 5 puts their characters in before it reads anything,
so that what looks like a string need not be one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

LONGEST = 8_000
"""Characters of a statement."""

MOST_TOKENS = 1_500
DEEPEST = 24
"""Brackets and CASEs within one another."""


class CypherRefused(Exception):
    """Why a statement is not taken; its text is the problem in full."""


@dataclass(slots=True)
class Piece:
    """One token.

    Attributes
    ----------
    kind
        ``"name"`` (a word, or in backticks), ``"parameter"``, ``"string"``, ``"integer"``, ``"float"``, or the
        sign itself.
    text
        A name without backticks, a parameter without "$", a string's content; else as it was written.
    place, end
        Where it begins and ends in the statement, in characters.
    spaced
        Whether space or a comment stood before it.
    quoted
        Of a name: whether it stood in backticks.
    """

    kind: str
    text: str
    place: int
    end: int
    spaced: bool = False
    quoted: bool = False


_TOKEN = re.compile(
    r"""
    (?P<space>[ \t\r\n]+ | //[^\r\n]* | /\*.*?\*/)
  | (?P<name>[^\W\d]\w*)
  | (?P<backticks>`(?:[^`]|``)*`)
  | (?P<parameter>\$(?:\w+|`(?:[^`]|``)+`))
  | (?P<string>'(?:[^'\\]|\\.)*' | "(?:[^"\\]|\\.)*")
  | (?P<float>(?:[0-9]+\.[0-9]+|\.[0-9]+|[0-9]+(?=[eE][+-]?[0-9]))(?:[eE][+-]?[0-9]+)?)
  | (?P<integer>0[xX][0-9a-fA-F]+|0o[0-7]+|[0-9]+)
  | (?P<sign><=|>=|<>|=~|\.\.|\|\||\+=|::|[()\[\]{}<>=+\-*%^.,:;|&!]|/(?!\*))
    """,
    re.VERBOSE | re.DOTALL,
)
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_ESCAPES = {
    "\\": "\\", "'": "'", '"': '"', "`": "`", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t",
}  # fmt: skip
_OPENING = {"(": ")", "[": "]", "{": "}"}
_QUOTES = "‘’‚‛“”„‟´"


def pieces_of(text: str) -> list[Piece]:
    """The tokens of ``text``. Raises `CypherRefused` for what is none, is too long or too deeply nested.

    >>> [piece.text for piece in pieces_of("RETURN 'it\\\\'s' // CREATE (n)")]
    ['RETURN', "it's"]
    """
    if len(text) > LONGEST:
        raise CypherRefused(
            f"The statement has {len(text):,} characters; at most {LONGEST:,} are read. Split it into steps."
        )
    found = list(_pieces(text))
    if len(found) > MOST_TOKENS:
        raise CypherRefused(
            f"The statement has {len(found):,} words and signs; at most {MOST_TOKENS:,} are read. Split it into steps."
        )
    while found and found[-1].kind == ";":
        found.pop()
    if not found:
        raise CypherRefused("The statement is empty. Write one, such as MATCH (n:Label) RETURN n.")
    _check_nesting(found, text)
    return found


def where(text: str, place: int) -> str:
    """``place`` as a reader finds it: "line 2, column 7".

    >>> where("MATCH (n)\\nRETURN n", 17)
    'line 2, column 8'
    """
    line = text.count("\n", 0, place) + 1
    return f"line {line}, column {place - (text.rfind(chr(10), 0, place) + 1) + 1}"


def _pieces(text: str) -> Iterator[Piece]:
    place, spaced = 0, False
    while place < len(text):
        match = _TOKEN.match(text, place)
        if match is None:
            raise CypherRefused(_unreadable(text, place))
        group, content = str(match.lastgroup), match.group()
        _check_escapes(text, group, content, place)
        if group == "space":
            _check_comment(text, content, place)
            spaced = True
        else:
            yield _piece(group, content, place, spaced, text)
            spaced = False
        place = match.end()


def _piece(group: str, content: str, place: int, spaced: bool, text: str) -> Piece:
    kind, read = group, content
    if group == "backticks":
        kind, read = "name", content[1:-1].replace("``", "`")
    elif group == "parameter":
        read = content[2:-1].replace("``", "`") if content.startswith("$`") else content[1:]
    elif group == "string":
        read = _ESCAPE.sub(lambda match: _escaped(match, text, place), content[1:-1])
    elif group == "sign":
        kind = content
    elif group in ("integer", "float") and len(content) > 24:
        raise CypherRefused(
            f"At {where(text, place)} stands a number of {len(content)} signs. Write it shorter."
        )
    return Piece(kind, read, place, place + len(content), spaced, quoted=group == "backticks")


def _escaped(match: re.Match[str], text: str, place: int) -> str:
    if match[1] not in _ESCAPES:
        raise CypherRefused(
            f"At {where(text, place)} a string has the escape {match[0]!r}, which is not read. "
            "Write the character itself, or a backslash as two."
        )
    return _ESCAPES[match[1]]


def _check_escapes(text: str, group: str, content: str, place: int) -> None:
    # An even number of backslashes before the "u" does not save it: Cypher 5 does not count them everywhere alike.
    found = re.search(r"\\[uU]", content)
    if found:
        raise CypherRefused(
            f"At {where(text, place + found.start())} stands a Unicode escape ({content[found.start() :][:6]!r}); "
            "such escapes are never taken. Write the character itself."
        )
    if content == "``":
        raise CypherRefused(f"At {where(text, place)} stands a name without a letter. Name it.")
    if group in ("name", "backticks", "parameter") and not content.isprintable():
        raise CypherRefused(
            f"At {where(text, place)} a name holds a sign that cannot be seen. Write it without."
        )


def _check_comment(text: str, content: str, place: int) -> None:
    """Line ends that others might read as such are in no comment: nothing may stand behind them."""
    for offset, sign in enumerate(content):
        if not sign.isprintable() and sign not in " \t\r\n":
            raise CypherRefused(_unreadable(text, place + offset))


def _unreadable(text: str, place: int) -> str:
    sign, at = text[place], where(text, place)
    if sign in _QUOTES:
        return f"At {at} stands {sign}, which is no quotation mark of Cypher. Use ' or \"."
    if sign in "'\"`":
        return f"What is opened at {at} by {sign} is never closed. Close it."
    if text.startswith("/*", place):
        return f"The comment that begins at {at} is never closed. Close it with */, or leave it out."
    if not sign.isprintable() or sign.isspace():
        return (
            f"At {at} stands the character U+{ord(sign):04X}, which is no space of Cypher. Use plain spaces."
        )
    if sign == "\\" and text[place + 1 : place + 2] in "uU":
        return f"At {at} stands a Unicode escape; such escapes are never taken. Write the character itself."
    return f"At {at} stands {sign!r}, which Cypher does not know. Leave it out, or put it into a string."


def _check_nesting(pieces: list[Piece], text: str) -> None:
    open_: list[str] = []
    for piece in pieces:
        if piece.kind in _OPENING:
            open_.append(_OPENING[piece.kind])
        elif piece.kind in (")", "]", "}") and (not open_ or open_.pop() != piece.kind):
            raise CypherRefused(
                f"At {where(text, piece.place)} stands {piece.kind!r} that closes nothing. Check the brackets."
            )
        if len(open_) > DEEPEST:
            raise CypherRefused(
                f"At {where(text, piece.place)} brackets are nested more than {DEEPEST} deep. Write it flatter, or as "
                "several steps."
            )
    if open_:
        raise CypherRefused(f"A bracket is never closed: {open_[-1]!r} is missing at the end. Close it.")
