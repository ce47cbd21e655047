"""Conditions on properties as Cypher that means what `motif.engine.filtering` does, values as parameters.

Beyond the engine: numbers, dates and truth values that are written as text are read as the schema says they are
written; on a list a condition holds where it holds for some element. A property of one plain type is compared as it
stands, so that its index can be used.
"""

from __future__ import annotations

import datetime
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from motif.errors import InvalidConfiguration
from motif.graphs.graph_schema import PropertyProfile
from motif.graphs.value_formats import reading_of
from motif.planners.cypher_literals import identifier
from motif.planners.steps.value_texts import Parameter, read_text

_SIGNS = {"$eq": "=", "$lt": "<", "$lte": "<=", "$gt": ">", "$gte": ">="}
_OPPOSITES = {"$ne": "$eq", "$nin": "$in"}
_COMPARISONS = (*_SIGNS, *_OPPOSITES, "$between", "$in", "$like", "$ilike")
_TIMES = ("DATE", "ZONED DATETIME", "LOCAL DATETIME", "ZONED TIME", "LOCAL TIME", "DURATION")
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_DATE_TEXT = re.compile(r"[0-9]{4}(-[0-9]{2}){0,2}(T.*)?")

Profiles = Callable[[str], Sequence[PropertyProfile]]
"""What is known of the property of that name; several where nodes of several labels may be meant."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """Where conditions are written: of whom, what is known of its properties, and where their values go.

    ``negated``: whether the condition stands under a "not", where it also matters what is neither true nor false.
    """

    variable: str
    profiles: Profiles
    parameter: Parameter
    negated: bool = False

    def of(self, filter: Mapping[str, Any]) -> str:
        """The condition that ``filter`` states, to be joined by ``AND``; "" for an empty filter.

        Raises `InvalidConfiguration` as the engine does: an unknown operator, a value of the wrong kind.
        """
        if not isinstance(filter, Mapping):
            raise InvalidConfiguration(
                f"A filter is a map such as {{'year': {{'$gte': 1999}}}}, not {filter!r}."
            )
        return " AND ".join(
            part for part in (self._part(key, value) for key, value in filter.items()) if part
        )

    def _part(self, key: str, value: Any) -> str:
        sign = key.lower()
        if sign == "$not":
            opposite = Conditions(self.variable, self.profiles, self.parameter, negated=True)
            return f"NOT ({opposite.of(value) or 'true'})"
        if sign in ("$and", "$or"):
            if not isinstance(value, (list, tuple)) or not value:
                raise InvalidConfiguration(f"{key} takes a list of filters, not {value!r}.")
            parts = [f"({self.of(item) or 'true'})" for item in value]
            return "(" + f" {sign[1:].upper()} ".join(parts) + ")"
        if key.startswith("$"):
            raise InvalidConfiguration(
                f"A filter names a property before an operator; {key!r} stands in its place.",
                hint="Write {'year': {'" + key + "': …}}; only $and, $or and $not stand alone.",
            )
        comparisons = value if isinstance(value, Mapping) else {"$eq": value}
        return " AND ".join(self._comparison(key, sign.lower(), item) for sign, item in comparisons.items())

    def _comparison(self, name: str, sign: str, value: Any) -> str:
        if sign not in _COMPARISONS:
            near = get_close_matches(sign, _COMPARISONS, n=1)
            raise InvalidConfiguration(
                f"The filter on {name!r} has an unknown operator {sign!r}.",
                hint=f"Did you mean '{near[0]}'?" if near else f"Known are {', '.join(_COMPARISONS)}.",
            )
        negated = self.negated or sign in _OPPOSITES
        compared = _Compared(name, tuple(self.profiles(name)), self.parameter, negated)
        place = f"{self.variable}.{identifier(name)}"
        said = compared.condition(place, _OPPOSITES.get(sign, sign), value)
        return f"NOT ({said})" if sign in _OPPOSITES else said


@dataclass(frozen=True, slots=True)
class _Compared:
    """One property that is compared."""

    name: str
    profiles: tuple[PropertyProfile, ...]
    parameter: Parameter
    negated: bool

    def condition(self, place: str, sign: str, value: Any) -> str:
        if not any(profile.type in ("LIST", "VECTOR") for profile in self.profiles):
            return self._single(place, sign, value)
        # What is no list is taken for one of one element: the sample may not have seen it.
        elements = f"CASE WHEN {place} IS :: LIST<ANY> THEN {place} ELSE [{place}] END"
        return f"any(element IN {elements} WHERE {self._single('element', sign, value)})"

    def _single(self, place: str, sign: str, value: Any) -> str:
        if sign == "$between":
            low, high = self._values(sign, value, 2)
            return f"({self._ordered(place, '$gte', low)} AND {self._ordered(place, '$lte', high)})"
        if sign == "$in":
            return self._in(place, self._values(sign, value, None))
        if sign in ("$like", "$ilike"):
            return self._contains(place, value, ignore_case=sign == "$ilike")
        return self._ordered(place, sign, self._scalar(value))

    def _values(self, sign: str, value: Any, length: int | None) -> list[Any]:
        if not isinstance(value, (list, tuple)) or (length is not None and len(value) != length):
            wanted = "a list" if length is None else f"a list of {length} values"
            raise InvalidConfiguration(f"{sign} on {self.name!r} takes {wanted}, not {value!r}.")
        return [self._scalar(item) for item in value]

    def _scalar(self, value: Any) -> Any:
        """``value`` as it is compared: a boolean, a number or a text."""
        if isinstance(value, (datetime.date, datetime.time)):
            return value.isoformat()
        if not isinstance(value, (bool, int, float, str)):
            raise InvalidConfiguration(
                f"The filter on {self.name!r} compares with {value!r}; it must be a number, a text or true or false."
            )
        if isinstance(value, int) and not -(2**63) <= value < 2**63:
            return float(value) if abs(value) < 10**300 else math.copysign(math.inf, value)
        return value

    def _ordered(self, place: str, sign: str, value: Any) -> str:
        left, right = self._sides(place, [value])
        said = f"{left} {_SIGNS[sign]} {self._given(right[0])}"
        shape = None if sign == "$eq" else self._iso_shape(value)
        if shape is None:
            return said
        return f"({said} AND {place} =~ {self.parameter(shape)})"

    def _in(self, place: str, values: list[Any]) -> str:
        if not values:
            # As the engine: false for what has the property, neither for what has not.
            return f"CASE WHEN {place} IS NOT NULL THEN false END"
        kinds: dict[str, list[Any]] = {}
        for value in values:
            kinds.setdefault(self._sides(place, [value], quiet=True)[0], []).append(value)
        parts = []
        for same in kinds.values():
            left, right = self._sides(place, same)
            parts.append(f"{left} IN {self._given(right)}")
        return parts[0] if len(parts) == 1 else f"({' OR '.join(parts)})"

    def _given(self, value: Any) -> str:
        """What a property is compared with: a parameter, with dates as text, which every way to a database carries."""
        if isinstance(value, datetime.date):
            return f"date({self.parameter(value.isoformat())})"
        if isinstance(value, list) and value and isinstance(value[0], datetime.date):
            return f"[day IN {self.parameter([day.isoformat() for day in value])} | date(day)]"
        return self.parameter(value)

    def _contains(self, place: str, value: Any, *, ignore_case: bool) -> str:
        if not isinstance(value, str):
            raise InvalidConfiguration(f"$like and $ilike on {self.name!r} take a text, not {value!r}.")
        part = value.strip("%")
        if not ignore_case:
            return f"{place} CONTAINS {self.parameter(part)}"
        # toLower fails on what is not text.
        return f"CASE WHEN {place} IS :: STRING THEN toLower({place}) CONTAINS {self.parameter(part.lower())} END"

    def _sides(self, place: str, values: list[Any], *, quiet: bool = False) -> tuple[str, list[Any]]:
        """What is compared with what: the property as it stands wherever that says the same."""
        parameter: Parameter = (lambda value: repr(value)) if quiet else self.parameter
        formats = self._formats(values[0])
        if formats:
            return read_text(place, formats, parameter), values
        if not isinstance(values[0], str) or not self._has_times():
            return place, values
        dates = [_as_date(value) for value in values]
        if {profile.type for profile in self.profiles} == {"DATE"} and all(dates):
            return place, dates
        return (
            f"CASE WHEN {place} IS :: INTEGER | FLOAT | BOOLEAN THEN {place} ELSE toStringOrNull({place}) END",
            values,
        )

    def _formats(self, value: Any) -> list[Any]:
        """Forms in which texts of the property are read to be compared with ``value``."""
        wanted = "boolean" if isinstance(value, bool) else "date" if isinstance(value, str) else "number"
        formats = dict.fromkeys(profile.format for profile in self.profiles if profile.format is not None)
        fitting = [format for format in formats if reading_of(format).gives == wanted]
        if wanted != "date":
            return fitting
        if not _DATE_TEXT.fullmatch(value):
            return []
        # Dates in ISO 8601 alone are compared as they stand; that they are dates is asked beside it.
        plain = not self.negated and all(not format.pattern for format in fitting)
        return [] if plain else fitting

    def _iso_shape(self, value: Any) -> str | None:
        """What a text must look like beside being compared as it stands, since it shall be a date."""
        if not isinstance(value, str) or self.negated or not _DATE_TEXT.fullmatch(value):
            return None
        formats = {profile.format for profile in self.profiles if profile.format is not None}
        dates = [reading_of(format) for format in formats if reading_of(format).gives == "date"]
        texts = all(profile.format is not None or profile.type not in _TIMES for profile in self.profiles)
        return dates[0].shape if dates and texts and not any(one.parts for one in dates) else None

    def _has_times(self) -> bool:
        return any(profile.type in _TIMES for profile in self.profiles)


def _as_date(value: Any) -> datetime.date | None:
    """The date that a text is to the letter; None for another text."""
    if not isinstance(value, str) or not _DATE.fullmatch(value):
        return None
    try:
        return datetime.date.fromisoformat(value)
    except ValueError:
        return None
