"""Reads a statement by the grammar of reading Cypher (``grammar.lark``).

A grammar of our own: of the libraries that were looked at, some know openCypher 9 alone (no subqueries, no quantified
paths), some do not say where literals stand, and Neo4j's own is under the GPL. What it does not know is refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, cast

from motif.planners.cypher.tokens import CypherRefused, Piece, pieces_of, where
from motif.planners.cypher.words import BEFORE_BRACE, BEFORE_PARENTHESIS, FORBIDDEN, KEYWORDS

if TYPE_CHECKING:
    from lark import Lark, Token, Tree

_SIGNS: Mapping[str, str] = {
    "(": "LPAR", ")": "RPAR", "[": "LBRA", "]": "RBRA", "{": "LCUR", "}": "RCUR", ",": "COMMA", ":": "COLON",
    ".": "DOT", "..": "DOTDOT", "|": "BAR", "&": "AMP", "!": "BANG", "%": "PERCENT", "*": "STAR", "+": "PLUS",
    "-": "MINUS", "/": "SLASH", "^": "CARET", "||": "CONCAT", "=": "EQ", "<>": "NE", "<": "LT", "<=": "LE",
    ">": "GT", ">=": "GE", "=~": "MATCHES",
}  # fmt: skip
_KINDS: Mapping[str, str] = {
    "name": "NAME", "parameter": "PARAMETER", "string": "STRING", "integer": "INT", "float": "FLOAT",
}  # fmt: skip
_ARROWS = (("-", "["), ("-", "-", "("), ("-", "-", ">"), ("<", "-", "["), ("<", "-", "-"))


@dataclass(frozen=True, slots=True)
class Parsed:
    """A statement that was read.

    Attributes
    ----------
    pieces, kinds
        Its tokens, and what the grammar takes each for.
    tree
        What they mean: a tree of `lark`, each token of which has its place among ``pieces`` as ``start_pos``.
    """

    text: str
    pieces: list[Piece]
    kinds: list[str]
    tree: Tree[Token]


def parse(text: str) -> Parsed:
    """The statement, read. Raises `CypherRefused` for what is no reading Cypher, saying where and why.

    >>> str(parse("MATCH (n:Movie) RETURN n").tree.data)
    'start'
    >>> parse("CREATE (n)")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    motif.planners.cypher.tokens.CypherRefused: At line 1, column 1 stands CREATE: it writes, and a plan only reads. ...
    """
    from lark import Token, UnexpectedToken

    words = _Words(pieces_of(text))
    reading = _parser().parse_interactive().parser_state
    states = cast(Mapping[Any, Mapping[str, Any]], reading.parse_conf.states)
    try:
        while words.left:
            kind, piece = words.take(states[reading.position])
            reading.feed_token(Token(kind, piece.text, start_pos=len(words.taken) - 1))
        tree = reading.feed_token(Token("$END", ""), is_end=True)
    except UnexpectedToken as error:
        raise CypherRefused(_refusal(text, words, at_end=error.token.type == "$END")) from None
    return Parsed(text, words.taken, words.kinds, tree)


@cache
def _parser() -> Lark:
    from lark import Lark

    grammar = files("motif.planners.cypher").joinpath("grammar.lark").read_text("utf-8")
    return Lark(grammar, parser="lalr", lexer="basic", keep_all_tokens=True, maybe_placeholders=False)


class _Words:
    """Says of one token after another what the grammar takes it for; ``taken`` are those that it was asked about."""

    def __init__(self, pieces: list[Piece]) -> None:
        self.pieces = pieces
        self.taken: list[Piece] = []
        self.kinds: list[str] = []
        self._place = 0
        self._closing = _closing(pieces)

    @property
    def left(self) -> bool:
        """Whether there are more."""
        return self._place < len(self.pieces)

    def take(self, possible: Mapping[str, Any]) -> tuple[str, Piece]:
        """The next token and its terminal, where ``possible`` are those that may stand here."""
        piece = self.pieces[self._place]
        kind, length = self._kind_of(piece, possible)
        if length > 1:
            parts = self.pieces[self._place : self._place + length]
            name = "".join(part.text for part in parts)
            piece = Piece("name", name, piece.place, parts[-1].end, piece.spaced, piece.quoted)
        self._place += length
        self.taken.append(piece)
        self.kinds.append(kind)
        return kind, piece

    def _kind_of(self, piece: Piece, possible: Mapping[str, Any]) -> tuple[str, int]:
        if piece.kind == "(" and "PATTERN" in possible and self._begins_pattern():
            return "PATTERN", 1
        if piece.kind != "name":
            return _KINDS.get(piece.kind) or _SIGNS.get(piece.kind) or piece.kind, 1
        return self._keyword(piece, possible) or self._name(possible)

    def _keyword(self, piece: Piece, possible: Mapping[str, Any]) -> tuple[str, int] | None:
        word = piece.text.upper()
        if piece.quoted or word not in KEYWORDS:
            return None
        after = self._kind_at(self._place + 1)
        if word == "ALL" and after == "(" and "EVERY" in possible:
            word = "EVERY"
        fits = (word not in BEFORE_BRACE or after == "{") and (word not in BEFORE_PARENTHESIS or after == "(")
        return (word, 1) if fits and word in possible else None

    def _name(self, possible: Mapping[str, Any]) -> tuple[str, int]:
        """A function with the dots of its name, where a bracket follows and one may stand here; else a name."""
        end = self._place + 1
        while self._kind_at(end) == "." and self._kind_at(end + 1) == "name":
            end += 2
        if "FUNCTION" in possible and self._kind_at(end) == "(":
            return "FUNCTION", end - self._place
        return "NAME", 1

    def _kind_at(self, place: int) -> str:
        return self.pieces[place].kind if place < len(self.pieces) else ""

    def _begins_pattern(self) -> bool:
        """Whether the bracket here opens a node: an arrow follows where it is closed."""
        after = self._closing[self._place] + 1
        return any(
            all(self._kind_at(after + offset) == sign for offset, sign in enumerate(arrow))
            for arrow in _ARROWS
        )


def _closing(pieces: list[Piece]) -> dict[int, int]:
    """Of each opening bracket, where it is closed."""
    open_: list[int] = []
    found = {}
    for place, piece in enumerate(pieces):
        if piece.kind in ("(", "[", "{"):
            open_.append(place)
        elif piece.kind in (")", "]", "}"):
            found[open_.pop()] = place
    return found


def _refusal(text: str, words: _Words, *, at_end: bool) -> str:
    if at_end:
        return (
            "The statement ends too early. It has to be whole and to return something, such as "
            "MATCH (n:Label) WHERE n.year > 2000 RETURN n."
        )
    piece = words.taken[-1]
    at, word = where(text, piece.place), piece.text.upper()
    if piece.kind == ";":
        return f"At {at} a second statement begins (;). Give one statement; write several as several steps."
    if word == "IN" and _opens_transactions(words):
        word = "TRANSACTIONS"
    # In EXISTS { CREATE (n) … the word might have been a path's name: only what follows it cannot be read.
    for one in words.taken[-1:-3:-1]:
        word = "TRANSACTIONS" if one is piece and word == "TRANSACTIONS" else one.text.upper().split(".")[0]
        if one.kind == "name" and not one.quoted and word in FORBIDDEN:
            at = where(text, one.place)
            return f"At {at} stands {word}: {FORBIDDEN[word]}. Take it out; MATCH, WHERE, WITH and RETURN may be used."
    shown = f"${piece.text}" if piece.kind == "parameter" else piece.text
    return (
        f"At {at} stands {shown[:40]!r}, which reading Cypher does not have there. Check what stands before it; "
        "MATCH, WHERE, WITH, UNWIND, CALL { … }, RETURN, ORDER BY, SKIP, LIMIT and UNION may be used."
    )


def _opens_transactions(words: _Words) -> bool:
    following = words.pieces[len(words.taken) : len(words.taken) + 3]
    return any(piece.text.upper() in ("TRANSACTIONS", "CONCURRENT") for piece in following)
