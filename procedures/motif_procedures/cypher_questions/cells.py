"""Values of answers in a form that two ways of saying the same share, and tables of them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from itertools import product
from typing import Any

Cell = Hashable
"""A value to compare: None, or what kind it is and the value."""

Row = tuple[Cell, ...]

DECIMALS, _SURE = 2, 9
"""Numbers that agree to so many decimals are the same, whatever order they were added up in."""

NameOf = Callable[[Any], str | None]
"""What a node or relationship of a gold row is called; None for what is neither."""

_NUMBER = re.compile(r"-?\d{1,15}(?:\.\d+)?")
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dt\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:z|[+-]\d\d:\d\d)?")


def cell_of(value: Any, name_of: NameOf = lambda value: None) -> Cell:
    """A value to compare: numbers rounded, text without case, a node as its name, a list as the set of its values.

    Parameters
    ----------
    value
        As an answer or a statement gives it.
    name_of
        Knows nodes.

    >>> cell_of(50.324999999999996) == cell_of(50.325)  # a mean of the same in another order
    True
    >>> cell_of(3) == cell_of(3.001) == cell_of("3"), cell_of("Heat ") == cell_of("heat"), cell_of(True)
    (True, True, ('truth', True))
    """
    named = name_of(value)
    if named is not None:
        return _text(named)
    if value is None:
        return None
    if isinstance(value, bool):
        return ("truth", value)
    if isinstance(value, (int, float)):
        return _number(float(value))
    if isinstance(value, Mapping):
        return ("map", frozenset((str(key), cell_of(item, name_of)) for key, item in value.items()))
    if isinstance(value, (list, tuple, set, frozenset)):
        return ("list", frozenset(cell_of(item, name_of) for item in value))
    return _text(_spoken(value))


def _number(value: float) -> Cell:
    rounded = round(round(value, _SURE), DECIMALS)
    return ("number", rounded if rounded else 0.0)


def _text(text: str) -> Cell:
    plain = " ".join(unicodedata.normalize("NFC", text).casefold().split())
    if _MOMENT.fullmatch(plain):
        return ("text", _moment(plain))
    return _number(float(plain)) if _NUMBER.fullmatch(plain) else ("text", plain)


def _moment(text: str) -> str:
    """A moment in one spelling of the many that ISO 8601 has.

    >>> _moment("2024-03-21t07:15:00z") == _moment("2024-03-21t08:15:00.000000000+01:00")
    True
    """
    try:
        told = datetime.fromisoformat(text.upper())
    except ValueError:  # "2024-02-30t10:00"
        return text
    return (told if told.tzinfo is None else told.astimezone(UTC)).isoformat()


def _spoken(value: Any) -> str:
    """A node by its name, a relationship by its relation, a time in ISO 8601."""
    for name in ("name", "relation", "type"):
        if isinstance(text := getattr(value, name, None), str) and text:
            return text
    return str(value.isoformat()) if hasattr(value, "isoformat") else str(value)


def rows_of(values: Iterable[Sequence[Any]], name_of: NameOf = lambda value: None) -> list[Row]:
    """Distinct rows to compare, in their order; a list counts as its values, each in a row of its own.

    Rows of nothing but None are left out.

    >>> rows_of([["Ann", ["x", "y"]], ["Ann", ["x"]], [None, None]])
    [(('text', 'ann'), ('text', 'x')), (('text', 'ann'), ('text', 'y'))]
    """
    found: dict[Row, None] = {}
    for row in values:
        parts = [_parts(cell_of(value, name_of)) for value in row]
        found |= dict.fromkeys(told for told in product(*parts) if any(cell is not None for cell in told))
    return list(found)


def _parts(cell: Cell) -> list[Cell]:
    if isinstance(cell, tuple) and cell[0] == "list":
        inner = [part for item in cell[1] for part in _parts(item)]
        return sorted(set(inner), key=repr) or [None]
    return [cell]
