"""Units of measurement: which words mean the same, and how one of a kind becomes another."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from motif.indexes.names import readable


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit: of what kind ("length"), and how many of the kind's base unit it is."""

    kind: str
    factor: float


def _units() -> Iterator[tuple[str, Unit]]:
    for kind, table in _TABLE.items():
        for words, factor in table:
            for word in words.split("|"):
                yield word, Unit(kind, factor)


_SQUARED = tuple(
    (f"{short}2|{short}²|sq {short}|sq{short}|square {long}|square {long}s|square {other}", factor**2)
    for short, long, other, factor in (
        ("km", "kilometre", "kilometers", 1e3),
        ("m", "metre", "meters", 1.0),
        ("cm", "centimetre", "centimeters", 0.01),
        ("mi", "mile", "miles", 1609.344),
        ("ft", "foot", "feet", 0.3048),
    )
)

_TABLE: Mapping[str, tuple[tuple[str, float], ...]] = {
    "length": (
        ("mm|millimetre|millimetres|millimeter|millimeters", 0.001),
        ("cm|centimetre|centimetres|centimeter|centimeters", 0.01),
        ("m|metre|metres|meter|meters", 1.0),
        ("km|kilometre|kilometres|kilometer|kilometers", 1e3),
        ("in|inch|inches", 0.0254),
        ("ft|foot|feet", 0.3048),
        ("yd|yard|yards", 0.9144),
        ("mi|mile|miles", 1609.344),
    ),
    "area": (*_SQUARED, ("ha|hectare|hectares", 1e4), ("acre|acres", 4046.8564224)),
    "mass": (
        ("mg|milligram|milligrams", 1e-6),
        ("g|gram|grams|gramme|grammes", 1e-3),
        ("kg|kilo|kilos|kilogram|kilograms", 1.0),
        ("t|ton|tons|tonne|tonnes", 1e3),
        ("oz|ounce|ounces", 0.028349523125),
        ("lb|lbs|pound|pounds", 0.45359237),
    ),
    "time": (
        ("ms|millisecond|milliseconds", 0.001),
        ("s|sec|secs|second|seconds", 1.0),
        ("min|mins|minute|minutes", 60.0),
        ("h|hr|hrs|hour|hours", 3600.0),
        ("d|day|days", 86400.0),
        ("week|weeks", 604800.0),
    ),
    "volume": (
        ("ml|millilitre|millilitres|milliliter|milliliters", 0.001),
        ("l|litre|litres|liter|liters", 1.0),
        ("gal|gallon|gallons", 3.785411784),
    ),
    "data": (
        ("byte|bytes", 1.0),
        ("kb|kilobyte|kilobytes", 1e3),
        ("mb|megabyte|megabytes", 1e6),
        ("gb|gigabyte|gigabytes", 1e9),
        ("tb|terabyte|terabytes", 1e12),
    ),
    "speed": (
        ("kmh|km/h|kph|kilometres per hour|kilometers per hour", 1.0),
        ("mph|miles per hour", 1.609344),
    ),
    "power": (("w|watt|watts", 1.0), ("kw|kilowatt|kilowatts", 1e3), ("mw|megawatt|megawatts", 1e6)),
    "share": (("%|percent|per cent|pct", 1.0),),
    "dollar": (("$|usd|dollar|dollars|bucks", 1.0), ("cent|cents", 0.01)),
    "euro": (("€|eur|euro|euros", 1.0),),
    "sterling": (("£|gbp|pounds sterling", 1.0), ("pence", 0.01)),
    "yen": (("¥|jpy|yen", 1.0),),
}

UNITS: Mapping[str, Unit] = dict(_units())
"""Units by how they are written, in lower case."""

_SIGNS = ("", "%", "$", "€", "£", "¥")
_SHORTEST = 2
_LENGTH_PARTS = re.compile(r"[a-z]+\d?|[%$€£¥]")


def unit_of(text: str) -> Unit | None:
    """The unit that ``text`` is; None for none.

    >>> unit_of("Minutes"), unit_of("inhabitants")
    (Unit(kind='time', factor=60.0), None)
    """
    return UNITS.get(text.strip().rstrip(".").lower())


def unit_in_name(name: str) -> Unit | None:
    """The unit that a property's name ends with; None for none.

    >>> unit_in_name("areaKm2") == unit_of("square kilometres"), unit_in_name("runtime_minutes"), unit_in_name("born")
    (True, Unit(kind='time', factor=60.0), None)
    """
    parts = _LENGTH_PARTS.findall(readable(name).replace(" ", "_"))
    if not parts:
        return None
    lone = len(parts) == 1
    for text in (" ".join(parts[-2:]), parts[-1]):
        if len(text) >= _SHORTEST and text in UNITS and (not lone or len(text) > _SHORTEST + 1):
            return UNITS[text]
    return None


def converted(value: float, unit: Unit | None, to: Unit | None) -> float:
    """``value`` in another unit of its kind; as it is where the kinds differ or one is not known.

    >>> converted(2, unit_of("hours"), unit_of("min")), converted(2, None, unit_of("min"))
    (120, 2)
    """
    if unit is None or to is None or unit.kind != to.kind or unit.factor == to.factor:
        return value
    found = round(value * unit.factor / to.factor, 9)
    return int(found) if float(found).is_integer() else found
