"""The one reader of numbers and years; of days by `dates.py`."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from motif.graphs.meaning import Part
from motif.planners.reading.dates import YEAR, days_at, ordinal
from motif.planners.reading.lexicon import table
from motif.planners.reading.words import Word

_DECADE = re.compile(r"(\d{3}0|\d0)s\Z")
_APART = re.compile(r"[,\s'’]|\.(?=\d{3}\.)|(?<=\.\d{3})\.")
"""What may stand between thousands: "200,000", "200 000", "1.200.000"."""
_COMMA = re.compile(r"[-−]?\d+,\d{1,2}")
"""A number with a comma before its decimals."""
_THIS_CENTURY = 30
"""Tens below which "the 10s" are of this century: "the 90s" are of the last."""
_BEFORE_YEARS = {"in", "since", "before", "after", "until", "year", "during", "than"}
_AFTER_YEARS = {"and", "or", "but", "by", "in", "with", "per"}
FIRST_YEAR, LAST_YEAR = 1000, 2100
"""Whole numbers that may be a year."""


@dataclass(frozen=True, slots=True)
class Number:
    """A number of a question, by the places of its words (``last`` is its last word's).

    Attributes
    ----------
    until
        Of a decade ("the 1990s"), its last year; None for a single number.
    date, last_date
        Of a day, in ISO 8601, or of a month its first; and the last one of a month. "" for none.
    is_year
        Whether it is called one: "the year 815".
    clock
        Of a time of day, "15:00" for "3 pm"; "" for none.
    part
        "month of year" of "in March", "weekday" of "on Mondays": which part of a day is so; "whole" for any other.
    """

    value: float | int
    first: int
    last: int
    until: int | None = None
    date: str = ""
    last_date: str = ""
    is_year: bool = False
    part: Part = "whole"
    clock: str = ""

    @property
    def may_be_year(self) -> bool:
        return isinstance(self.value, int) and (self.is_year or FIRST_YEAR <= self.value <= LAST_YEAR)


def numbers_of(words: Sequence[Word]) -> list[Number]:
    """The numbers of a question in their order; a letter is a power only where it is joined to one.

    >>> from motif.planners.reading.words import words_of
    >>> [(one.date, one.last_date) for one in numbers_of(words_of("from April 2021 to February of 2024"))]
    [('2021-04-01', '2021-04-30'), ('2024-02-01', '2024-02-29')]
    >>> [one.value for one in numbers_of(words_of("a million, 2.5M, two hundred and fifty, half a billion, two dozen"))]
    [1000000, 2500000, 250, 500000000, 24]
    >>> [one.value for one in numbers_of(words_of("over 200 000 000, 12 500 km or 1,000.5, not 12 34 or 1 0000"))]
    [200000000, 12500, 1000.5, 12, 34, 1, 0]
    >>> [one.value for one in numbers_of(words_of("1,5 million or 2,75 km, not 1,2 and 3"))]
    [1500000, 2.75, 1, 2, 3]
    >>> [one.date for one in numbers_of(words_of("after 2021-12-31, not OUT-2022-03-01-7"))]
    ['2021-12-31', '', '', '', '']
    >>> text = "three of 2 million over 20 m in the 1990s on 3 May 1999"
    >>> [(one.value, one.until, one.date) for one in numbers_of(words_of(text))]
    [(3, None, ''), (2000000, None, ''), (20, None, ''), (1990, 1999, ''), (19990503, None, '1999-05-03')]
    >>> [(one.value, one.until) for one in numbers_of(words_of("in the seventies, in the 19th century"))]
    [(1970, 1979), (1801, 1900)]
    >>> [(one.date, one.last_date) for one in numbers_of(words_of("in Q2 2024 or the first half of 2023"))]
    [('2024-04-01', '2024-06-30'), ('2023-01-01', '2023-06-30')]
    >>> text = "in March or May, on a Monday or on Sundays, but in May 2020"
    >>> [(one.value, one.part) for one in numbers_of(words_of(text))][:4]
    [(3, 'month of year'), (5, 'month of year'), (1, 'weekday'), (7, 'weekday')]
    """
    found: list[Number] = []
    at = 0
    while at < len(words):
        number = _date(words, at) or _time_of_day(words, at) or _single(words, at)
        if number is not None:
            found.append(number)
            at = number.last
        at += 1
    return found


def _time_of_day(words: Sequence[Word], at: int) -> Number | None:
    """ "3 pm", "9:30 a.m.", "15:00", "5 o'clock".

    >>> from motif.planners.reading.words import words_of
    >>> [one.clock for one in numbers_of(words_of("from 9am to 3 pm, at 15:30, not 3:2 or 5"))]
    ['09:00', '15:00', '15:30', '', '', '']
    """
    if written := _GLUED_HOUR.match(words[at].low):
        hour, minute, half, last = int(written[1]), 0, written[2], at
    elif words[at].kind == "number" and words[at].text.isdecimal():
        behind = _joined_minutes(words, at)
        hour, minute, last = int(words[at].text), behind or 0, at + (0 if behind is None else 2)
        half = words[last + 1].low.replace(".", "") if last + 1 < len(words) else ""
        if half not in ("am", "pm", "o'clock") and behind is None:
            return None
        last += half in ("am", "pm", "o'clock")
    else:
        return None
    hour = hour % 12 + 12 * (half == "pm") if half in ("am", "pm") else hour
    return Number(hour, at, last, clock=f"{hour:02d}:{minute:02d}") if hour < _HOURS else None


def _joined_minutes(words: Sequence[Word], at: int) -> int | None:
    """The minutes that are written behind an hour, "15:30"; None for none."""
    some = words[at : at + 3]
    is_one = len(some) == len("h:m") and some[1].text == ":" and some[0].end + 1 == some[2].start
    text = some[2].text if is_one else ""
    return int(text) if len(text) == len("00") and text.isdecimal() and int(text) < _MINUTES else None


_GLUED_HOUR = re.compile(r"(\d{1,2})(am|pm)\Z")
_HOURS, _MINUTES = 24, 60


def _single(words: Sequence[Word], at: int) -> Number | None:
    word, tables = words[at], table("numbers")
    if decade := _DECADE.match(word.low):
        first = int(decade[1])
        if first < 100:
            first += 2000 if first < _THIS_CENTURY else 1900
        return Number(first, at, at, until=first + 9)
    if (century := ordinal(word.low)) and [one.low for one in words[at + 1 : at + 2]] == ["century"]:
        return Number(100 * century - 99, at, at + 1, until=100 * century)
    if word.low in tables["decades"] and at and words[at - 1].low == "the":
        return Number(tables["decades"][word.low], at, at, until=tables["decades"][word.low] + 9)
    last = at
    if word.kind == "number" or _is_quoted_year(words, at):
        value = _value(word.text)
    elif short := _SHORT.match(word.text):
        value = _value(short[1]) * tables["short"][short[2]]
        value = int(value) if isinstance(value, float) and value.is_integer() else value
    elif word.low == "one" and at and _is_no_number(words, at):
        return None  # "no one" counts nobody, "those without one" have none
    elif word.kind == "word" and _cardinal(words, at) is not None:
        value, last = _spelt(words, at)
    elif opened := _opened(words, at):
        value, last = opened
    else:
        return None
    while last + 1 < len(words) and words[last + 1].low in tables["powers"]:
        value *= tables["powers"][words[last + 1].low]
        last += 1
    whole = int(value) if isinstance(value, float) and value.is_integer() and last > at else value
    return Number(whole, at, last, is_year=_is_called_year(words, at))


def scale_of(words: Sequence[Word], number: Number) -> float | int:
    """What the words of a number, and the letter behind its digits, multiply them by: a million of "2.5 million"."""
    powers, short = table("numbers")["powers"], _SHORT.match(words[number.first].text)
    behind = (powers.get(word.low, 1) for word in words[number.first + 1 : number.last + 1])
    found: float | int = math.prod(behind, start=table("numbers")["short"][short[2]] if short else 1)
    return found


def _is_called_year(words: Sequence[Word], at: int) -> bool:
    """ "The year 815"; "after 3020", "in 950", where a time stands and nothing that is counted follows."""
    before = words[at - 1].low if at else ""
    is_last = at + 1 >= len(words) or words[at + 1].kind == "mark" or words[at + 1].low in _AFTER_YEARS
    is_timed = before in ("before", "after", "since", "until", "in") and is_last
    return before == "year" or (is_timed and len(words[at].text) in (3, 4) and words[at].text.isdigit())


def _cardinal(words: Sequence[Word], at: int) -> int | None:
    """What a word says how many it is: "seven"; None for another."""
    return table("numbers")["cardinals"].get(words[at].low) if 0 <= at < len(words) else None


def _spelt(words: Sequence[Word], at: int) -> tuple[int, int]:
    """A number below a thousand in words, and its last one: "two hundred and fifty", "twenty five", "forty-two"."""
    value, last = _with_ones(words, at)
    if value < 100 and [word.low for word in words[last + 1 : last + 2]] == ["hundred"]:
        value, last = value * 100, last + 1
        behind = last + 1 + ([word.low for word in words[last + 1 : last + 2]] == ["and"])
        rest = _with_ones(words, behind) if _cardinal(words, behind) is not None else (0, last)
        value, last = (value + rest[0], rest[1]) if 0 < rest[0] < 100 else (value, last)
    return value, last


def _with_ones(words: Sequence[Word], at: int) -> tuple[int, int]:
    """A number in one word, or tens with the ones behind them; and its last word."""
    value = _cardinal(words, at) or 0
    behind = at + 1 + ([word.text for word in words[at + 1 : at + 2]] == ["-"])
    ones = _cardinal(words, behind) or 0
    is_more = 20 <= value <= 90 and value % 10 == 0 and 0 < ones < 10
    return (value + ones, behind) if is_more else (value, at)


def _opened(words: Sequence[Word], at: int) -> tuple[float | int, int] | None:
    """ "A million", "half a billion", "more than a year": how many, and the last word before; None for another "a"."""
    for phrase, value in _OPENING.items():
        last = at + len(phrase) - 1
        if tuple(word.low for word in words[at : last + 1]) == phrase:
            behind = words[last + 1].low if last + 1 < len(words) else ""
            is_time = words[at - 1].low in _MEASURING and behind in table("units")["time"]
            return (value, last) if behind in table("numbers")["powers"] or (at and is_time) else None
    return None


_MEASURING = {"than", "over", "under", "least", "most", "within", "exactly"}
"""Words behind which "a year" is one of them."""


_OPENING: dict[tuple[str, ...], float | int] = {
    ("half", "a"): 0.5,
    ("half", "an"): 0.5,
    ("a", "quarter", "of", "a"): 0.25,
    ("a",): 1,
    ("an",): 1,
    ("one", "and", "a", "half"): 1.5,
}
_SHORT = re.compile(r"(\d+(?:\.\d+)?)(k|M|mn|bn)\Z")


def _is_no_number(words: Sequence[Word], at: int) -> bool:
    """Whether "one" stands for a thing."""
    is_last = at + 1 >= len(words) or words[at + 1].kind == "mark"
    return words[at - 1].low == "no" or (is_last and words[at - 1].low in ("without", "with", "has", "have"))


def _is_quoted_year(words: Sequence[Word], at: int) -> bool:
    """Whether a year stands in quotes where a time does: "placed in '1996'"."""
    word, before = words[at], words[at - 1].low if at else ""
    is_text = words[at - 2].lemma in ("start", "begin", "end") if at > 1 else False
    return word.kind == "quoted" and bool(YEAR.match(word.text)) and before in _BEFORE_YEARS and not is_text


def _value(text: str) -> float | int:
    if _COMMA.fullmatch(text):
        text = text.replace(",", ".")
    plain = _APART.sub("", text).replace("−", "-")
    return float(plain) if "." in plain else int(plain)


def _date(words: Sequence[Word], at: int) -> Number | None:
    days = days_at(words, at)
    if days is None:
        return _part_of_day(words, at)
    begin, end = days.begin, days.end.isoformat() if days.end else ""
    value = begin.year * 10_000 + begin.month * 100 + begin.day
    return Number(value, at, days.last, date=begin.isoformat(), last_date=end)


def _part_of_day(words: Sequence[Word], at: int) -> Number | None:
    """ "In March", "on a Monday": of whatever year, and whatever week."""
    tables, word = table("numbers"), words[at].low
    before = [one.low for one in words[max(at - 2, 0) : at]]
    is_another = len(before) > 1 and before[0] in tables["months"] and before[1] in ("or", "and")
    if word in tables["months"] and ((before[-1:] and before[-1] in ("in", "during")) or is_another):
        return Number(tables["months"][word], at, at, part="month of year")
    weekday = tables["weekdays"].get(word.removesuffix("s"))
    if weekday is not None and (before[-1:] == ["on"] or before == ["on", "a"]):
        return Number(weekday, at, at, part="weekday")
    return None
