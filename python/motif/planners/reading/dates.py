"""The one reader of days: "3 May 1999", "Q2 2024", the first of "between 1 and 15 May 2024"."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise

from motif.planners.reading.lexicon import table
from motif.planners.reading.words import Word

_ORDINAL = re.compile(r"(\d{1,3})(?:st|nd|rd|th)\Z")
_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})\Z")
_PART_OF_YEAR = re.compile(r"(q|h)([1-4])\Z")
_N_MONTHS = {"q": 3, "quarter": 3, "h": 6, "half": 6}
YEAR = re.compile(r"1\d{3}\Z|20\d{2}\Z")


@dataclass(frozen=True, slots=True)
class Days:
    """A day, or all from one to another (``end``), with the last word that says so."""

    begin: date
    last: int
    end: date | None = None


def days_at(words: Sequence[Word], at: int) -> Days | None:
    """The days that are said from a word on; None where none are.

    >>> from motif.planners.reading.words import words_of
    >>> texts = ("3 May 1999", "May 3rd, 1999", "the 3rd of May 1999", "the last quarter of 2023", "2023-10-01")
    >>> [days_at(words_of(text), int(text.startswith("the"))).begin.isoformat() for text in texts]
    ['1999-05-03', '1999-05-03', '1999-05-03', '2023-10-01', '2023-10-01']
    """
    return _dated(words, at) or _part_of_year(words, at) or _as_the_next(words, at)


def _dated(words: Sequence[Word], at: int) -> Days | None:
    """A day or a month with its year."""
    joined = _joined(words, at, 5)  # "2022-03-01", in quotes or not
    for text, last in ((words[at].text, at), (joined, at + 4)):
        if iso := _ISO.match(text):
            return _day(int(iso[1]), int(iso[2]), int(iso[3]), last)
    month, day, behind = _month_at(words, at)
    if not month:
        return None
    is_apart = _text(words, behind) == "," or (not day and _text(words, behind) == "of")
    year = _text(words, behind + is_apart)
    if not year.isdecimal() or (not day and len(year) != 4):
        return None
    if day:
        return _day(int(year), month, day, behind + is_apart)
    return _months(int(year), month, 1, behind + is_apart)


def _month_at(words: Sequence[Word], at: int) -> tuple[int, int, int]:
    """The month and the day, 0 for none, that are said from a word on, and the word behind; the month 0 for none."""
    months, text, following = table("numbers")["months"], _text(words, at), _text(words, at + 1)
    if text in months:
        day = _day_of_month(following)
        return months[text], day, at + 1 + bool(day)
    behind = at + 1 + (following == "of")
    if (day := _day_of_month(text)) and _text(words, behind) in months:
        return months[_text(words, behind)], day, behind + 1
    return 0, 0, at


def _day_of_month(text: str) -> int:
    """ "3", "3rd"; 0 for another word."""
    written = _ORDINAL.match(text)
    digits = written[1] if written else text
    return int(digits) if digits.isdecimal() and len(digits) <= 2 and int(digits) <= _MOST else 0


_MOST = 31


def _as_the_next(words: Sequence[Word], at: int) -> Days | None:
    """The first of two days or months of which only the second has its year: "between 1 and 15 May 2024".

    One that would come behind the second is of the year before: "from November to February 2024".
    """
    month, day, behind = _month_at(words, at)
    alone = 0 if month else _day_of_month(_text(words, at))
    behind += bool(alone)
    if not (month or alone) or _text(words, behind) not in _JOINING:
        return None
    is_opened = at > 0 and words[at - 1].low in _OPENING
    following = behind + 1 + (_text(words, behind + 1) == "the")
    later = _dated(words, following) if following < len(words) else None
    if later is None or not (is_opened or (month and day)) or (later.end is None) != bool(day or alone):
        return None
    month, year = month or later.begin.month, later.begin.year
    if alone and alone >= later.begin.day:
        return None
    year -= (month, day) > (later.begin.month, later.begin.day if day else 0)
    return _day(year, month, day or alone, behind - 1) if day or alone else _months(year, month, 1, at)


_JOINING = {"and", "to", "until", "till", "through", "-", "–"}
_OPENING = {"between", "from"}


def _part_of_year(words: Sequence[Word], at: int) -> Days | None:
    """ "Q2 2024", "the second quarter of 2024", "H1 of 2023"."""
    text, following, length = _text(words, at), _text(words, at + 1), 1
    written = _PART_OF_YEAR.match(text)
    part, n_months = (int(written[2]), _N_MONTHS[written[1]]) if written else (0, 0)
    if not written and following in _N_MONTHS:
        n_months, length = _N_MONTHS[following], 2
        part = 12 // n_months if text == "last" else ordinal(text)
    year = at + length + (_text(words, at + length) in ("of", "in"))
    if not 1 <= part <= 12 // max(n_months, 1) or not YEAR.match(_text(words, year)):
        return None
    return _months(int(_text(words, year)), 1 + n_months * (part - 1), n_months, year)


def _text(words: Sequence[Word], at: int) -> str:
    return words[at].low if at < len(words) else ""


def _joined(words: Sequence[Word], at: int, n_words: int) -> str:
    """So many words as one where no space is between them; "" where one is, or where they go on."""
    some = words[at : at + n_words + 1]
    ends = [one.end == other.start for one, other in pairwise(some)]
    goes_on = len(some) > n_words and ends[-1] and some[-1].text not in ".,;:!?)"
    return "" if goes_on or not all(ends[: n_words - 1]) else "".join(one.text for one in some[:n_words])


def _months(year: int, month: int, count: int, last: int) -> Days | None:
    begin, end = _day(year, month, 1, last), month + count - 1
    return begin and Days(begin.begin, last, date(year, end, monthrange(year, end)[1]))


def _day(year: int, month: int, day: int, last: int) -> Days | None:
    try:
        return Days(date(year, month, day), last)
    except (ValueError, OverflowError):
        return None


def ordinal(word: str) -> int:
    """The number of a place in a row; 0 for another word.

    >>> ordinal("second"), ordinal("12th"), ordinal("two")
    (2, 12, 0)
    """
    written = _ORDINAL.match(word)
    return int(written[1]) if written else int(table("numbers")["ordinals"].get(word, 0))
