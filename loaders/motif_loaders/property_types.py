"""Texts of a table as typed values: by the types that a header names, or as all values of a column agree."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import date, datetime
from typing import Any

from motif_loaders.records import Value

_TRUTH = {"true": True, "false": False}


def _truth(text: str) -> bool:
    return _TRUTH[text.strip().lower()]


CONVERTERS: dict[str, Callable[[str], Any]] = {
    "string": str,
    "char": str,
    "int": int,
    "long": int,
    "short": int,
    "byte": int,
    "float": float,
    "double": float,
    "boolean": _truth,
    "date": date.fromisoformat,
    "datetime": datetime.fromisoformat,
    "localdatetime": datetime.fromisoformat,
}
"""What reads a text, by the name of a type in a header of Neo4j's importer."""


def converted(text: str, kind: str, array_separator: str = ";") -> Value:
    """``text`` as the type ``kind`` of Neo4j's importer; ``kind[]`` splits it at ``array_separator``.

    Raises `ValueError` or `KeyError` when it does not read as one.

    >>> converted("7", "long"), converted("a;b", "string[]"), converted("TRUE", "boolean")
    (7, ['a', 'b'], True)
    """
    if kind.endswith("[]"):
        return [CONVERTERS[kind[:-2]](part) for part in text.split(array_separator)]
    value: Value = CONVERTERS[kind](text)
    return value


def inferred(rows: Iterable[Sequence[str]], width: int) -> list[str]:
    """The narrowest type that loses nothing, for each of ``width`` columns: long, double, boolean or string.

    A number counts only as it would be written again: one "007" or "1e5" makes a column text. Empty texts
    do not count.

    >>> inferred([["1", "1.5", "007", ""], ["", "2.0", "8", ""]], 4)
    ['long', 'double', 'string', 'string']
    """
    possible = [["long", "double", "boolean"] for _ in range(width)]
    filled = [False] * width
    for row in rows:
        for place, text in enumerate(row):
            if text and possible[place]:
                filled[place] = True
                possible[place] = [kind for kind in possible[place] if _is_exactly(text, kind)]
    return [kinds[0] if kinds and seen else "string" for kinds, seen in zip(possible, filled, strict=True)]


def _is_exactly(text: str, kind: str) -> bool:
    if kind == "boolean":
        return text in _TRUTH
    try:
        if kind == "long":
            return str(int(text)) == text and -(2**63) <= int(text) < 2**63
        return repr(float(text)) == text and text not in ("nan", "inf", "-inf")
    except ValueError:
        return False
