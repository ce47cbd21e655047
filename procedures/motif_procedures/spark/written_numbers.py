"""Numbers as people write them: rounded, in words, with units."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping
from typing import Any

SQUARE_MILE = 2.589988110336
"""Square kilometres."""

_DIGITS = 3
_WORDS = (
    "",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)


def round_between(low: float, high: float) -> float | None:
    """The number of fewest digits strictly between two; None where it would take more than three.

    >>> round_between(4_873_112, 5_310_000), round_between(64.2, 66.9), round_between(7.001, 7.002)
    (5000000.0, 65.0, None)
    """
    if not low < high:
        return None
    span = max(abs(low), abs(high))
    exponent = math.ceil(math.log10(span)) if span else 0
    for digits in range(1, _DIGITS + 1):
        unit = 10.0 ** (exponent - digits)
        number = round((math.floor(low / unit) + 1) * unit, 6)
        if low < number < high:
            return number
    return None


def write_people(number: float, chance: random.Random) -> str:
    """A number of people: ``5 million``, ``5,000,000``, ``5m``, ``five million``, ``350k``."""
    ways = [f"{number:,.0f}", f"{number:,.0f}".replace(",", " ")]
    if number >= 500_000:
        millions = number / 1_000_000
        ways += [f"{millions:g} million", f"{millions:g} million", f"{millions:g}m"]
        ways += [f"{_WORDS[int(millions)]} million"] if millions in range(1, 13) else []
        ways += ["half a million"] if number == 500_000 else []
    elif number >= 1000:
        ways += [f"{number / 1000:g} thousand", f"{number / 1000:g}k"]
    return chance.choice(ways)


def write_kilometres(number: float, chance: random.Random) -> str:
    """An area in square kilometres: ``200,000 square kilometres``, ``0.2 million km²``, ``200 000 sq km``."""
    plain = f"{number:,.0f}" if number >= 10 else f"{number:g}"
    ways = [plain, plain, plain.replace(",", " ")]
    if number >= 1_000_000:
        ways.append(f"{number / 1_000_000:g} million")
    elif number >= 10_000:
        ways.append(f"{number / 1000:g} thousand")
    unit = chance.choice(["square kilometres", "km²", "sq km", "square kilometers", "km2"])
    return f"{chance.choice(ways)} {unit}"


def write_miles(number: float, chance: random.Random) -> str:
    """An area given in square kilometres, in square miles."""
    miles = number / SQUARE_MILE
    plain = f"{miles:,.0f}" if miles >= 10 else f"{miles:g}"
    return f"{plain} {chance.choice(['square miles', 'sq mi'])}"


def write_degrees(number: float, chance: random.Random) -> str:
    """A latitude: ``65 degrees``, ``65°``, ``65° N``."""
    return chance.choice(
        [f"{number:g} degrees", f"{number:g}°", f"{number:g}° N", f"{number:g} degrees north"]
    )


def write_year(number: float, chance: random.Random) -> str:
    """A year."""
    return f"{number:.0f}"


def write_years(ends: tuple[int, int], chance: random.Random) -> str:
    """The first and last of a range: ``2001 and 2004``."""
    return f"{ends[0]} and {ends[1]}"


WRITERS: Mapping[str, Callable[[Any, random.Random], str]] = {
    "people": write_people,
    "kilometres": write_kilometres,
    "miles": write_miles,
    "degrees": write_degrees,
    "year": write_year,
    "years": write_years,
}
"""By what a slot's ``numbers`` says."""


def number_between(kind: str, low: float, high: float) -> float | None:
    """A number of a ``kind`` strictly between two values, round in its unit; None where there is none.

    >>> number_between("miles", 250_000, 270_000) == 100_000 * SQUARE_MILE
    True
    """
    if kind == "miles":
        miles = round_between(low / SQUARE_MILE, high / SQUARE_MILE)
        return None if miles is None else miles * SQUARE_MILE
    return round_between(low, high)
