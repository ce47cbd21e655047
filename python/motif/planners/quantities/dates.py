"""Dates in words: which days they are."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator
from dataclasses import dataclass

from motif.planners.reading.lexicon import table

_MONTHS: dict[str, int] = table("numbers")["months"]
_MONTH = "|".join(rf"{month}\.?" for month in sorted(_MONTHS, key=len, reverse=True))
_YEAR = r"(?:1[0-9]\d\d|20\d\d)"
_DAY = r"(?:0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?"

_FORMS = tuple(
    re.compile(rf"(?<![\w.,-])(?:{form})(?![\w-]|[.,]\d)", re.IGNORECASE)
    for form in (
        rf"(?P<y>{_YEAR})-(?P<m>0[1-9]|1[0-2])-(?P<d>0[1-9]|[12]\d|3[01])",
        rf"(?:the\s+)?(?P<d>{_DAY})\s+(?:of\s+)?(?P<month>{_MONTH}),?\s+(?P<y>{_YEAR})",
        rf"(?P<month>{_MONTH})\s+(?:the\s+)?(?P<d>{_DAY}),?\s+(?P<y>{_YEAR})",
        rf"(?P<month>{_MONTH}),?\s+(?:of\s+)?(?P<y>{_YEAR})",
        rf"(?P<y>{_YEAR})-(?P<m>0[1-9]|1[0-2])",
        r"(?:the\s+)?(?P<decade>(?:1[0-9]|20)\d0)['’]?s",
        r"(?:the\s+)?['’](?P<short>\d0)s|(?:the\s+)?(?P<short2>[2-9]0)['’]?s",
        r"(?:the\s+)?(?P<century>1?\d|2[01])(?:st|nd|rd|th)\s+century",
        rf"(?:the\s+year\s+)?(?P<y>{_YEAR})",
    )
)


@dataclass(frozen=True, slots=True)
class Period:
    """Some days: from the first, up to and without ``end``.

    Attributes
    ----------
    start, end
        Where it stands in the text, in characters.
    is_exact
        Whether a month or day was said; else whole years are meant.
    """

    start: int
    end: int
    first: datetime.date
    until: datetime.date
    is_exact: bool

    @property
    def years(self) -> tuple[int, int]:
        """First and last year."""
        return self.first.year, (self.until - datetime.timedelta(days=1)).year


def periods_in(text: str) -> list[Period]:
    """The dates, months, years, decades and centuries of ``text`` in order; none overlaps another.

    >>> [(str(one.first), str(one.until)) for one in periods_in("before 5 May 1999, in March 2020 or in the 1990s")]
    [('1999-05-05', '1999-05-06'), ('2020-03-01', '2020-04-01'), ('1990-01-01', '2000-01-01')]
    """
    found: list[Period] = []
    for form in _FORMS:
        for match in form.finditer(text):
            if all(match.end() <= one.start or match.start() >= one.end for one in found):
                found.extend(_period(match))
    return sorted(found, key=lambda one: one.start)


def _period(match: re.Match[str]) -> Iterator[Period]:
    said = match.groupdict()
    if digits := said.get("decade") or _decade(said.get("short") or said.get("short2")):
        yield _years(match, int(digits), 10)
    elif said.get("century"):
        yield _years(match, 100 * (int(said["century"]) - 1), 100)
    elif said.get("d"):
        try:
            day = datetime.date(int(said["y"]), _month(said), int(re.sub(r"\D", "", said["d"])))
        except ValueError:  # 31 June
            return
        yield Period(*match.span(), day, day + datetime.timedelta(days=1), True)
    elif said.get("month") or said.get("m"):
        first = datetime.date(int(said["y"]), _month(said), 1)
        yield Period(*match.span(), first, (first + datetime.timedelta(days=31)).replace(day=1), True)
    else:
        yield _years(match, int(said["y"]), 1)


def _decade(short: str | None) -> str | None:
    return None if short is None else f"{20 if int(short) < 30 else 19}{short}"


def _years(match: re.Match[str], first: int, n_years: int) -> Period:
    start, end = datetime.date(max(first, 1), 1, 1), datetime.date(first + n_years, 1, 1)
    return Period(*match.span(), start, end, False)


def _month(said: dict[str, str]) -> int:
    if said.get("m"):
        return int(said["m"])
    return _MONTHS[said["month"].lower().rstrip(".")]
