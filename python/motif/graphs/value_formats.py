"""Numbers, dates and truth values that are written as text, and how to read them.

A form is read by what Python and Cypher both can do (match a regular expression, take literals out, split), so that a
condition means the same in the engine and in a statement, without APOC.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Literal

from motif.graphs.graph_schema import ValueFormat

TRUE_WORDS = ("yes", "true", "y", "t")
FALSE_WORDS = ("no", "false", "n", "f")
"""Texts of a boolean, in lower case."""

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
"""How the names of months begin, in lower case: enough to tell them apart."""

DATE_PATTERNS = (
    "D/M/Y",
    "M/D/Y",
    "Y/M/D",
    "D.M.Y",
    "Y.M.D",
    "D-M-Y",
    "M-D-Y",
    "D MONTH Y",
    "D. MONTH Y",
    "D-MONTH-Y",
    "D/MONTH/Y",
    "MONTH D, Y",
    "MONTH D Y",
    "MONTH Y",
    "MONTH, Y",
    "Y-M",
    "M/Y",
)
"""Ways to write a date that is not ISO 8601: day, month, four digits of a year, and what stands between them."""

_WHOLE = "(?:0|[1-9][0-9]*|[1-9][0-9]{0,2}(?:,[0-9]{3})+)"
_NUMBER = rf"{_WHOLE}(?:\.[0-9]+)?"
_DECIMAL_COMMA = r"(?:0|[1-9][0-9]*|[1-9][0-9]{0,2}(?:\.[0-9]{3})+)(?:,[0-9]+)?"
_MONTH_NUMBER, _DAY_NUMBER = "(?:0?[1-9]|1[0-2])", "(?:0?[1-9]|[12][0-9]|3[01])"
_YEAR = "[0-9]{4}"
_MONTH_NAME = (
    "(?i:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)\.?"
)
_ISO_DATE = "[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])"
_ISO_TIME = (
    r"(?:[T ][0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:[.,][0-9]+)?)?"
    r"(?:Z|[+-][0-9]{2}:?[0-9]{2})?(?:\[[A-Za-z_/+-]+\])?)?"
)
_DATE_PARTS = {"D": _DAY_NUMBER, "M": _MONTH_NUMBER, "MONTH": _MONTH_NAME, "Y": _YEAR}
_PART = re.compile("MONTH|[DMY]")
_BOOLEANS = f"(?i:{'|'.join((*TRUE_WORDS, *FALSE_WORDS))})"


@dataclass(frozen=True, slots=True)
class Reading:
    """How a text in one form is read, step by step.

    Attributes
    ----------
    gives
        ``"number"``; ``"date"`` (as ISO 8601 text, compared as text); ``"boolean"``; ``"text"`` (JSON: itself).
    shape
        A regular expression that the whole text must match, in what Python's and Java's have in common; "" for any.
        Texts that do not match say nothing: they are as missing.
    removed
        Literals to take out, in this order, all occurrences. What is left of a number is digits, with a sign and a
        point where it has them.
    decimal_comma
        Then a comma stands for the point.
    separators
        Of a date: literals that stand for one blank each; then it is split at blanks.
    parts
        Of a date: which of ``"D"``, ``"M"``, ``"MONTH"`` and ``"Y"`` each piece is. Empty for ISO 8601, which stays as
        it is. A month's name is told by its first three letters, in lower case (`MONTHS`).
    """

    gives: Literal["number", "date", "boolean", "text"]
    shape: str
    removed: tuple[str, ...] = ()
    decimal_comma: bool = False
    separators: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()


@cache
def reading_of(format: ValueFormat) -> Reading:
    """How texts in ``format`` are read.

    >>> reading_of(ValueFormat("currency", "$")).removed
    ('$', ',', ' ', '\xa0', '+')
    >>> reading_of(ValueFormat("date", pattern="D. MONTH Y")).parts
    ('D', 'MONTH', 'Y')
    """
    if format.kind == "date":
        return _date_reading(format.pattern) if format.pattern else Reading("date", _ISO_DATE + _ISO_TIME)
    if format.kind == "boolean":
        return Reading("boolean", _BOOLEANS)
    if format.kind == "json":
        return Reading("text", "")
    if format.kind == "year":
        return Reading("number", "[12][0-9]{3}")
    return _number_reading(format)


def _number_reading(format: ValueFormat) -> Reading:
    number, grouping = (_DECIMAL_COMMA, ".") if format.pattern == "," else (_NUMBER, ",")
    unit = format.unit
    removed: tuple[str, ...] = (grouping, " ", "\u00a0", "+")
    if not unit:
        return Reading("number", f"[+-]?{number}", (grouping, "+"), format.pattern == ",")
    # A unit of letters may stand in the plural; the plural is taken out first, since it holds the singular.
    plural = unit[-1].isascii() and unit[-1].isalpha() and format.kind == "quantity"
    units = (unit + "s", unit) if plural else (unit,)
    written = re.escape(unit) + ("s?" if plural else "")
    gap = "[ \u00a0]?"
    shape = f"[+-]?{number}{gap}{written}"
    if format.kind == "currency":
        shape = f"{shape}|[+-]?{gap}{written}{gap}{number}|{written}{gap}[+-]{number}"
    return Reading("number", shape, (*units, *removed), format.pattern == ",")


def _date_reading(pattern: str) -> Reading:
    parts = tuple(_PART.findall(pattern))
    between = _PART.split(pattern)
    shape = "".join(_DATE_PARTS[part] + re.escape(gap) for part, gap in zip(parts, between[1:], strict=True))
    separators = tuple(gap for gap in dict.fromkeys(between) if gap not in ("", " "))
    return Reading("date", shape, separators=separators, parts=parts)


def fits(text: str, format: ValueFormat) -> bool:
    """Whether ``text`` has the shape of ``format``.

    >>> fits("$5", ValueFormat("currency", "$")), fits("5 $", ValueFormat("currency", "€"))
    (True, False)
    """
    return _shape(format).fullmatch(text) is not None


@cache
def _shape(format: ValueFormat) -> re.Pattern[str]:
    return re.compile(reading_of(format).shape or r"[\s\S]*", re.ASCII)


def read_value(text: str, format: ValueFormat) -> float | str | bool | None:
    """What ``text`` says in ``format``: a number, a date as ISO 8601 text, true or false; None where it does not fit.

    Days are not checked against the calendar (31 February stays one, after the 30th), since a statement does not
    either; JSON is given back as it is.

    >>> read_value("$1,234.50", ValueFormat("currency", "$")), read_value("2 mins", ValueFormat("quantity", "min"))
    (1234.5, 2.0)
    >>> read_value("3 March 2019", ValueFormat("date", pattern="D MONTH Y")), read_value("soon", ValueFormat("date"))
    ('2019-03-03', None)
    """
    if not fits(text, format):
        return None
    reading = reading_of(format)
    if reading.gives == "boolean":
        return text.lower() in TRUE_WORDS
    if reading.gives == "number":
        return _as_number(text, reading)
    return _as_iso_date(text, reading) if reading.parts else text


def _as_number(text: str, reading: Reading) -> float:
    for literal in reading.removed:
        text = text.replace(literal, "")
    return float(text.replace(",", ".") if reading.decimal_comma else text)


def _as_iso_date(text: str, reading: Reading) -> str:
    for literal in reading.separators:
        text = text.replace(literal, " ")
    pieces = dict(zip(reading.parts, text.split(" "), strict=True))
    month = pieces.get("M") or str(MONTHS.index(pieces["MONTH"][:3].lower()) + 1)
    return "-".join([pieces["Y"], month.zfill(2), *([pieces["D"].zfill(2)] if "D" in pieces else [])])
