"""The one table of units: what they measure, how one becomes another, and which a property's name ends with."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from motif.indexes.names import readable
from motif.planners.reading.lemmas import lemma
from motif.planners.reading.lexicon import table


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit: of what kind ("length"), and how many of the kind's base unit it is."""

    kind: str
    factor: float


def measures() -> Mapping[str, Mapping[str, float]]:
    """Units in small letters by what they measure, each with how many of the first one it is."""
    return {name: units for name, units in table("units").items() if name != "scaled"}


@cache
def _units() -> Mapping[str, Unit]:
    """Units by how they are written; what measures several things is first of all what the table has it as first."""
    found: dict[str, Unit] = {}
    for kind, units in measures().items():
        for unit, factor in units.items():
            found.setdefault(unit, Unit(kind, factor))
    return found


def unit_of(text: str) -> Unit | None:
    """The unit that ``text`` is; None for none.

    >>> unit_of("Minutes"), unit_of("inhabitants")
    (Unit(kind='time', factor=60), None)
    >>> unit_of("gigabytes").factor, unit_of("GiB").factor
    (1000, 1073.741824)
    """
    low = text.strip().rstrip(".").lower()
    plain = " ".join(map(lemma, low.split()))
    return next((_units()[one] for one in (low, plain, lemma(low)) if one in _units()), None)


_PARTS = re.compile(r"[a-z]+\d?|[%$€£¥]")
_SHORTEST = 2


def unit_in_name(name: str) -> Unit | None:
    """The unit that a property's name ends with; None for none.

    >>> unit_in_name("areaKm2") == unit_of("square kilometres"), unit_in_name("runtime_minutes"), unit_in_name("born")
    (True, Unit(kind='time', factor=60), None)
    """
    parts = _PARTS.findall(readable(name).replace(" ", "_"))
    for text in (" ".join(parts[-2:]), *parts[-1:]):
        if (
            len(text) >= _SHORTEST
            and (len(parts) > 1 or len(text) > _SHORTEST + 1)
            and (unit := unit_of(text))
        ):
            return unit
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
