"""What a claim says beside names and relations: that it denies, and which numbers it states.

English, by rule; a claim in another language simply has none of these.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from motif.planners.quantities import Quantity, Value, conditions_for, quantities_in
from motif.planners.question_reading import read_question
from motif.planners.stretches import Span, blanked, overlaps, spans_of

_DENIAL = re.compile(
    r"\b(?:not|never|neither|nor|cannot|without|nowhere|no longer|fails? to|false that|untrue that)\b"
    r"|(?<=\w)n['’]t\b|\bno\b(?!\s*\.?\s*\d)",
    re.IGNORECASE,
)
_ABOUT = re.compile(
    r"\b(?:about|around|roughly|nearly|almost|some|approximately|circa|ca\.?)\s+$", re.IGNORECASE
)
_CODE = re.compile(r"[\w,/-]")
"""Beside a number: it is a part of something else, "A-12" or "1/2"."""

ABOUT = 0.05
"""How far off a number may be that is said to hold about."""


@dataclass(frozen=True, slots=True)
class Number:
    """A number that a claim states.

    Attributes
    ----------
    start, end
        Where it stands in the claim, in characters.
    value
        As it is told.
    least, most
        Between which it holds, both included: half a unit of the last digit told to either side, more for "about";
        infinite to one side where it is a bound.
    is_open
        Whether the bounds themselves do not hold ("more than").
    """

    start: int
    end: int
    value: float
    least: float
    most: float
    is_open: bool = False


@dataclass(frozen=True, slots=True)
class ClaimReading:
    """What was read; ``core`` is the claim with denials and numbers blanked, all else in its place.

    ``extreme`` is a superlative ("largest"), empty where there is none.
    """

    negated: bool
    numbers: tuple[Number, ...]
    core: str
    extreme: str = ""


def read_claim(claim: str, names: Iterable[Span] = ()) -> ClaimReading:
    """Whether ``claim`` denies (an odd number of times), and its numbers; the ``names`` in it are left alone.

    >>> read_claim("Kyiv isn't the capital of Chad.").negated, read_claim("It is not true that no man flies.").negated
    (True, False)
    >>> [number] = read_claim("About 67 million people live in France.").numbers
    >>> number.value, number.least <= 66_987_244 <= number.most
    (67000000.0, True)
    """
    names = tuple(names)
    denials = [match.span() for match in _DENIAL.finditer(claim) if not overlaps(match.span(), names)]
    numbers = tuple(_numbers(claim, names))
    core = blanked(claim, [*denials, *spans_of(numbers)])
    extreme = read_question(claim).extreme
    is_told = extreme is not None and not overlaps((extreme.start, extreme.end), (*names, *spans_of(numbers)))
    said = claim[extreme.start : extreme.end] if extreme is not None and is_told else ""
    return ClaimReading(len(denials) % 2 == 1, numbers, core, said)


def _numbers(claim: str, names: tuple[Span, ...]) -> Iterator[Number]:
    for quantity in quantities_in(claim):
        span = quantity.values[0].start, quantity.number_end
        if not _is_number(claim, span) or overlaps(span, names):
            continue
        if quantity.operator == "$eq":
            yield _stated(claim, quantity.values[0])
        else:
            yield _bound(quantity)


def _is_number(claim: str, span: Span) -> bool:
    """Whether digits stand alone there."""
    start, end = span
    beside = claim[start - 1 : start] + claim[end : end + 1].replace(",", "")
    return any(sign.isdigit() for sign in claim[start:end]) and not _CODE.search(beside)


def _bound(quantity: Quantity) -> Number:
    """What is said to be more, less or between."""
    [(operator, value)] = conditions_for(quantity, dates=False).items()
    if isinstance(value, list):
        least, most = value
    else:
        least, most = (value, math.inf) if operator.startswith("$gt") else (-math.inf, value)
    told = value[0] if isinstance(value, list) else value
    return Number(quantity.start, quantity.number_end, told, least, most, operator in ("$gt", "$lt"))


def _stated(claim: str, value: Value) -> Number:
    """What is said as it is, to half a unit of its last digit; a period from its first to its last year."""
    about = _ABOUT.search(claim, 0, value.start)
    start = about.start() if about else value.start
    if value.period is not None:
        first, last = value.period.years
        return Number(start, value.number_end, first, first - 0.5, last + 0.5)
    number = float(value.number or 0)
    slack = max(value.slack, ABOUT * number) if about else value.slack
    return Number(start, value.number_end, number, number - slack, number + slack)
