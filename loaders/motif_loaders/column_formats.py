"""What a column of a table holds: numbers, dates or text, with its range or examples."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

_NUMBER = re.compile(
    r"[-+−]?(?:[$€£¥]\s?)?(?P<digits>\d{1,3}(?:[, ]\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?:\s?%)?"
)
_MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October"]
_MONTHS += ["November", "December"]
_MONTH = r"(?:" + "|".join(f"{month[:3]}(?:{month[3:]})?" for month in _MONTHS) + r")\.?"
DATE = re.compile(
    rf"""
      \b\d{{4}}-\d{{2}}-\d{{2}}\b
    | \b\d{{1,2}}\s+{_MONTH}(?:\s*,?\s*\d{{4}})?\b
    | \b{_MONTH}\s+\d{{1,2}}(?:st|nd|rd|th)?\b(?!\s*\d)(?:\s*,?\s*\d{{4}}\b)?
    | \b{_MONTH}\s+\d{{4}}\b
    | \b\d{{1,2}}[./]\d{{1,2}}[./](?:\d{{4}}|\d{{2}})\b
    """,
    re.VERBOSE | re.IGNORECASE,
)
"""A date as documents and tables write it, with a month or a day; a year alone is none."""

_AGREE = 0.9
_EXAMPLES = 3
_LONGEST = 40


def column_format(values: Sequence[str]) -> str:
    """What nine in ten of a column's values are: number, year, date or text, with range or examples.

    >>> column_format(["1", "12", "7"])
    'number, 1 to 12'
    >>> column_format(["Heat", "Ali", "Heat"])
    'text, such as Heat, Ali'
    """
    filled = [text for value in values if (text := value.strip()) and text not in ("-", "–", "—", "N/A")]
    if not filled:
        return "empty"
    numbers = [_number(text) for text in filled]
    known = [number for number in numbers if number is not None]
    if len(known) >= _AGREE * len(filled):
        years = all(number.is_integer() and 1000 <= number <= 2100 for number in known)
        kind = "year" if years and not any(set(",.$€£¥%") & set(text) for text in filled) else "number"
        return f"{kind}, {_plain(min(known))} to {_plain(max(known))}"
    kind = "date" if sum(map(_is_date, filled)) >= _AGREE * len(filled) else "text"
    examples = [text for text, _ in Counter(filled).most_common() if len(text) <= _LONGEST][:_EXAMPLES]
    return f"{kind}, such as {', '.join(examples)}" if examples else f"{kind}, long"


def _is_date(text: str) -> bool:
    found = DATE.match(text)
    return found is not None and len(found[0]) >= 0.6 * len(text)


def _number(text: str) -> float | None:
    found = _NUMBER.fullmatch(text)
    if found is None:
        return None
    value = float(re.sub("[, ]", "", found["digits"]))
    return -value if text[0] in "-−" else value


def _plain(number: float) -> str:
    return str(int(number)) if number.is_integer() and abs(number) < 1e15 else repr(number)
