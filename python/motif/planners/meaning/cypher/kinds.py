"""What kinds of values a property holds: on that depends how Cypher must compare it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from motif.engine.coding import NUMBER
from motif.graphs.distinct import distinct
from motif.graphs.projection import BOOLEAN, FLOAT, INTEGER, OTHER, STRING, Column

Kind = Literal["integer", "float", "boolean", "text", "date", "time", "list", "map"]
"""Of a value; "time" is any temporal value but a plain date, "map" a map or a place."""

Items = Literal["text", "time", "number", "other"]
"""Of an item of a list; "time" is text that looks like a time and may be one."""

NUMBERS: frozenset[Kind] = frozenset(("integer", "float"))
TEMPORAL: frozenset[Kind] = frozenset(("date", "time"))

_PLAIN: dict[int, Kind] = {INTEGER: "integer", FLOAT: "float", BOOLEAN: "boolean", STRING: "text"}
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_LIKE_TIME = re.compile(r"[+-]?\d+-\d|\d\d:\d\d|[+-]?P")
_ODD_NUMBER = re.compile(
    r"\s*[+-]?(NaN|Infinity|(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?[fFdD]|0[xX][\da-fA-F.]+[pP][+-]?\d+[fFdD]?)\s*"
)
_EXACT = 2**53


@dataclass(frozen=True, slots=True)
class Kinds:
    """What a property of some nodes or relationships holds.

    Attributes
    ----------
    kinds
        Of its values; none where nothing has it.
    items
        Of what its lists hold.
    is_strange
        Whether it has numbers that the arrays and Neo4j compare otherwise: NaN, or integers beyond 2 to the 53rd.
    """

    kinds: frozenset[Kind] = frozenset()
    items: frozenset[Items] = frozenset()
    is_strange: bool = False

    def has_only(self, *kinds: Kind) -> bool:
        """Whether it has no value of another kind.

        >>> Kinds(frozenset({"integer"})).has_only("integer", "float")
        True
        """
        return self.kinds <= set(kinds)


def kinds_of(column: Column, rows: NDArray[np.int64]) -> Kinds:
    """What the column holds at ``rows``, int64 (any,).

    >>> from motif.graphs.strings import StringTable
    >>> kind, number = np.array([OTHER, INTEGER], np.uint8), np.array([0, 7])
    >>> sorted(kinds_of(Column(kind, number, StringTable.from_strings(["1999-05-02", ""])), np.arange(2)).kinds)
    ['date', 'integer']
    """
    kind, number = column.kinds_at(rows), column.numbers_at(rows)
    present = set(distinct(kind).tolist())
    found: set[Kind] = {_PLAIN[one] for one in present & _PLAIN.keys()}
    items: set[Items] = set()
    if OTHER in present:
        for text in column.texts_at(rows[kind == OTHER]):
            found.add(other := _kind_of_other(text))
            if other == "list":
                items |= _items(text)
    is_strange = bool(
        np.isnan(number[kind == FLOAT].view(np.float64)).any()
        or (np.abs(number[kind == INTEGER].astype(np.float64)) > _EXACT).any()
    )
    return Kinds(frozenset(found), frozenset(items), is_strange)


def has_odd_numbers(texts: Iterable[str]) -> bool:
    """Whether Neo4j reads a number where the arrays read none: "1d", "NaN".

    >>> has_odd_numbers(["12", "x"]), has_odd_numbers(["12d"])
    (False, True)
    """
    return any(_ODD_NUMBER.fullmatch(text) and not NUMBER.fullmatch(text) for text in texts)


def is_date(text: str) -> bool:
    """Whether a text is a plain date: "1999-05-02"."""
    return _DATE.fullmatch(text) is not None


def _kind_of_other(text: str) -> Kind:
    if text[:1] in "[{":
        return "list" if text[:1] == "[" else "map"
    return "date" if is_date(text) else "time"


def _items(text: str) -> set[Items]:
    try:
        values = json.loads(text)
    except json.JSONDecodeError:
        return {"other"}
    return {_item(value) for value in values}


def _item(value: object) -> Items:
    if isinstance(value, str):
        return "time" if _LIKE_TIME.match(value) else "text"
    return "number" if isinstance(value, (int, float)) and not isinstance(value, bool) else "other"
