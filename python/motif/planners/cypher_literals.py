"""Names and values as Cypher text that can be pasted: quoted and escaped for Cypher 5 and 25 alike."""

from __future__ import annotations

import datetime
import math
import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from motif_cypher import quote

_SIMPLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_ESCAPES = {"\\": "\\\\", "'": "\\'", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\b": "\\b", "\f": "\\f"}
# fmt: off
_RESERVED = frozenset((
    "all", "and", "any", "as", "asc", "ascending", "by", "call", "case", "constraint", "contains",
    "count", "create", "delete", "desc", "descending", "detach", "distinct", "do", "drop", "else",
    "end", "ends", "exists", "false", "finish", "for", "foreach", "from", "group", "if", "in", "index",
    "inf", "infinity", "is", "join", "let", "limit", "load", "match", "merge", "nan", "none", "not",
    "null", "offset", "on", "optional", "or", "order", "procedure", "reduce", "remove", "require",
    "return", "scalar", "search", "set", "show", "single", "skip", "start", "starts", "then", "true",
    "typed", "union", "unique", "unwind", "use", "using", "when", "where", "with", "xor", "yield",
))
# fmt: on


def identifier(name: str) -> str:
    """A variable, label, type or property as Cypher reads it, in backticks where it must be.

    Raises `ValueError` for an empty name and one with a NUL character, which nothing in Neo4j can have.

    >>> identifier("DIRECTED_BY"), identifier("directed by"), identifier("Order")
    ('DIRECTED_BY', '`directed by`', '`Order`')
    """
    if _SIMPLE.fullmatch(name) and name.lower() not in _RESERVED:
        return name
    return quote(name)


def literal(value: Any) -> str:
    """``value`` as Cypher writes it: text, number, boolean, null, or a list of them; a date or time as its ISO text.

    Raises `ValueError` for anything else.

    >>> literal("L'Atalante"), literal([1, 2.5, True, None])
    ("'L\\\\'Atalante'", '[1, 2.5, true, null]')
    """
    if isinstance(value, np.generic):
        value = value.item()
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, int) and -(2**63) <= value < 2**63:
        return str(value)
    if isinstance(value, (int, float)):
        return _float(float(value))
    if isinstance(value, (datetime.date, datetime.time)):
        return _text(value.isoformat())
    if isinstance(value, Sequence) and not isinstance(value, (bytes, bytearray)):
        return "[" + ", ".join(map(literal, value)) + "]"
    raise ValueError(f"{value!r} cannot be written in Cypher")


def _text(value: str) -> str:
    return "'" + "".join(_ESCAPES.get(character, character) for character in value) + "'"


def _float(value: float) -> str:
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return "Infinity" if value > 0 else "-Infinity"
    return repr(value)
