"""How well a quantity of a question fits the values of a property, and the condition that it becomes there."""

from __future__ import annotations

import datetime
from typing import Any

from motif.graphs.graph_schema import PropertyProfile
from motif.indexes.names import readable
from motif.planners.quantities import Quantity, conditions_for
from motif.planners.reading.units import Unit, unit_in_name, unit_of
from motif.planners.slots.lexicon import kind_of
from motif.planners.slots.words import word_set

_CODES = word_set("id ids code codes key identifier identifiers uuid guid number no iso index")
_YEARS = (1000, 2100)


def fitness(quantity: Quantity, profile: PropertyProfile) -> float | None:
    """How well a quantity fits a property's values: None for not at all, 0.6 for years and years, up to 1 by unit.

    >>> from motif.planners.quantities import quantities_in
    >>> [one] = quantities_in("longer than 2 hours")
    >>> fitness(one, PropertyProfile("minutes", "INTEGER", minimum=60, maximum=240))
    0.8
    >>> fitness(one, PropertyProfile("areaKm2", "FLOAT", minimum=1, maximum=500)) is None
    True
    """
    kind = kind_of(profile)
    if kind is None:
        return None
    if kind == "time":
        return 0.6 if quantity.is_temporal else None
    unit, own = quantity.unit, _unit(profile)
    if unit is not None and own is not None and unit.kind != own.kind:
        return None
    by_unit = 0.5 if unit is not None and own is not None else 0.0
    if unit is not None and own is None:
        by_unit = -0.2
    numbers = _numbers(quantity, own)
    low, high = _number(profile.minimum), _number(profile.maximum)
    if numbers is None:
        return None
    if low is None or high is None:
        return 0.1 + by_unit
    is_year = all(_YEARS[0] <= number <= _YEARS[1] for number in numbers)
    in_years = _YEARS[0] <= low <= high <= _YEARS[1]
    if quantity.is_temporal and not in_years and any(value.number is None for value in quantity.values):
        return None
    width = max(high - low, abs(high) * 0.1, 1.0)
    if not all(low - width <= number <= high + width for number in numbers):
        return None
    inside = all(low <= number <= high for number in numbers)
    return by_unit + (0.6 if is_year and in_years else 0.1 if is_year else 0.3 if inside else 0.15)


def _numbers(quantity: Quantity, own: Unit | None) -> list[float] | None:
    numbers: list[float] = []
    for value in conditions_for(quantity, dates=False, scale=own).values():
        numbers += value if isinstance(value, list) else [value]
    return numbers or None


def _unit(profile: PropertyProfile) -> Unit | None:
    if profile.format is not None and profile.format.unit:
        return unit_of(profile.format.unit)
    return unit_in_name(profile.name)


def condition_of(quantity: Quantity, profile: PropertyProfile) -> dict[str, Any]:
    """The comparison in filter syntax, in the unit of the property."""
    return conditions_for(quantity, dates=kind_of(profile) == "time", scale=_unit(profile))


def as_texts(condition: dict[str, Any]) -> dict[str, Any]:
    """The condition for years that are written as text, with both ends: texts that are no years lie outside."""
    bounded = dict(condition)
    if {"$gt", "$gte"} & set(condition):
        bounded.setdefault("$lte", _YEARS[1])
    if {"$lt", "$lte"} & set(condition):
        bounded.setdefault("$gte", _YEARS[0])
    return {
        operator: [str(one) for one in value] if isinstance(value, list) else str(value)
        for operator, value in bounded.items()
    }


def _number(value: Any) -> float | None:
    if isinstance(value, datetime.date):
        return float(value.year)
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return float(value)
    if isinstance(value, str):
        try:
            return float(value)
        except ValueError:
            return None
    return None


def is_code(name: str) -> bool:
    """Whether a property identifies rather than measures."""
    return readable(name).split()[-1] in _CODES
