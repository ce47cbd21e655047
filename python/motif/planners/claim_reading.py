"""What a claim says beside names and relations: that it denies, and which numbers it states.

English, by rule; a claim in another language simply has none of these.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from motif.planners.question_reading import read_question

_DENIAL = re.compile(
    r"\b(?:not|never|neither|nor|cannot|without|nowhere|no longer|fails? to|false that|untrue that)\b"
    r"|(?<=\w)n['’]t\b|\bno\b(?!\s*\.?\s*\d)",
    re.IGNORECASE,
)
_NUMBER = re.compile(
    r"(?<![\w.,/-])(?P<about>(?:about|around|roughly|nearly|almost|some|approximately|circa|ca\.?)\s+)?"
    r"(?P<digits>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?:\s*(?P<unit>thousand|million|billion|trillion|bn|k|m)\b)?"
    r"(?![\w/-])",
    re.IGNORECASE,
)
_UNITS = {"thousand": 1e3, "k": 1e3, "million": 1e6, "m": 1e6, "billion": 1e9, "bn": 1e9, "trillion": 1e12}

ABOUT = 0.05
"""How far off a number may be that is said to hold about."""

Span = tuple[int, int]


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
    denials = [match.span() for match in _DENIAL.finditer(claim) if not _overlaps(match.span(), names)]
    numbers = tuple(_numbers(claim, names))
    core = claim
    for start, end in [*denials, *_spans(numbers)]:
        core = core[:start] + " " * (end - start) + core[end:]
    extreme = read_question(claim).extreme
    is_told = extreme is not None and not _overlaps((extreme.start, extreme.end), (*names, *_spans(numbers)))
    said = claim[extreme.start : extreme.end] if extreme is not None and is_told else ""
    return ClaimReading(len(denials) % 2 == 1, numbers, core, said)


def _spans(numbers: Iterable[Number]) -> list[Span]:
    return [(number.start, number.end) for number in numbers]


def _numbers(claim: str, names: tuple[Span, ...]) -> Iterator[Number]:
    taken = list(names)
    for bound in read_question(claim).comparisons:
        if _overlaps((bound.start, bound.end), names):
            continue
        taken.append((bound.start, bound.end))
        [(operator, value)] = bound.condition.items()
        least, most = value if isinstance(value, list) else (float("-inf"), float("inf"))
        if not isinstance(value, list):
            least, most = (value, most) if operator.startswith("$gt") else (least, value)
        yield Number(bound.start, bound.end, bound.value, least, most, operator in ("$gt", "$lt"))
    for match in _NUMBER.finditer(claim):
        if not _overlaps(match.span(), taken):
            yield _stated(match)


def _stated(match: re.Match[str]) -> Number:
    digits = match["digits"].replace(",", "")
    unit = _UNITS.get((match["unit"] or "").lower(), 1.0)
    value = float(digits) * unit
    slack = 0.5 * unit / 10 ** len(digits.partition(".")[2])
    if match["about"]:
        slack = max(slack, ABOUT * value)
    return Number(match.start(), match.end(), value, value - slack, value + slack)


def _overlaps(span: Span, others: Iterable[Span]) -> bool:
    return any(span[0] < end and start < span[1] for start, end in others)
