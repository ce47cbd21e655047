"""Conditions of a plan against the schema: properties that there are, values of their kind."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from motif.graphs.graph_schema import PropertyProfile
from motif.planners.cypher.literals import value_problem
from motif.planners.cypher.nearest import did_you_mean

DEEPEST = 8
MOST_CONDITIONS = 100
_ORDERED = ("$lt", "$lte", "$gt", "$gte", "$between")
_LISTS = ("$in", "$nin", "$between")
_TEXTUAL = ("$like", "$ilike")
OPERATORS = ("$eq", "$ne", *_ORDERED, "$in", "$nin", *_TEXTUAL)
_NUMBERS = ("INTEGER", "FLOAT")
_TIMES = ("DATE", "ZONED DATETIME", "LOCAL DATETIME")
_NUMERIC_FORMS = ("number", "currency", "quantity", "year")
_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?")
_DATE = re.compile(r"-?\d{4}(-\d{2}(-\d{2}([T ].*)?)?)?")


@dataclass(slots=True)
class Said:
    """What was found to say of a step."""

    title: str
    notes: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    def problem(self, text: str) -> None:
        self.problems.append(f"{self.title}: {text}")

    def note(self, text: str) -> None:
        self.notes.append(f"{self.title}: {text}")


@dataclass(frozen=True, slots=True)
class FilterCheck:
    """Checks filters on the properties of one kind of thing.

    Attributes
    ----------
    whose
        In words: "Movie", "a node", "ACTED_IN".
    profiles
        What is known of each property, several where it may be of several labels.
    """

    whose: str
    profiles: Mapping[str, tuple[PropertyProfile, ...]]
    said: Said

    def checked(self, where: Any) -> Mapping[str, Any]:
        """``where`` with numbers in place of numbers that were given as text; what is wrong is in `said`."""
        if not isinstance(where, Mapping):
            self.said.problem(
                f"Conditions are a map such as {{'year': {{'$gte': 1999}}}}, not {_shown(where)}."
            )
            return {}
        if _conditions(where) > MOST_CONDITIONS or _depth(where) > DEEPEST:
            self.said.problem(
                f"The conditions are more than {MOST_CONDITIONS} or nested more than {DEEPEST} deep. Use $in, or steps."
            )
            return {}
        return {key: self._part(key, value) for key, value in where.items()}

    def _part(self, key: Any, value: Any) -> Any:
        if not isinstance(key, str):
            self.said.problem(f"A property is named by a text, not {_shown(key)}.")
            return value
        sign = key.lower()
        if sign in ("$and", "$or") and isinstance(value, (list, tuple)):
            return [self.checked(one) for one in value]
        if sign == "$not":
            return self.checked(value)
        if sign.startswith("$"):
            self.said.problem(
                f"{key!r} stands where a property is named. Write {{'year': {{{key!r}: …}}}}; only $and, $or (with a "
                "list) and $not stand alone."
            )
            return value
        return self._property(key, value)

    def _property(self, name: str, value: Any) -> Any:
        profiles = self.profiles.get(name)
        if not profiles:
            self.said.problem(f"{self.whose} has no property {name!r}. {did_you_mean(name, self.profiles)}")
            return value
        if "\\" in name:
            self.said.problem(f"The property {name!r} holds a backslash, which is not taken in a statement.")
        if not isinstance(value, Mapping):
            return self._value(name, "$eq", value, profiles)
        return {sign: self._compared(name, sign, given, profiles) for sign, given in value.items()}

    def _compared(self, name: str, sign: Any, given: Any, profiles: tuple[PropertyProfile, ...]) -> Any:
        if not isinstance(sign, str) or sign.lower() not in OPERATORS:
            self.said.problem(
                f"{name!r} is compared by {_shown(sign)}. {did_you_mean(str(sign), OPERATORS, 12)}"
            )
            return given
        sign = sign.lower()
        if sign not in _LISTS:
            return self._value(name, sign, given, profiles)
        if not isinstance(given, (list, tuple)) or (sign == "$between" and len(given) != 2):
            wanted = "a list of two values" if sign == "$between" else "a list"
            self.said.problem(f"{sign} on {name!r} takes {wanted}, not {_shown(given)}. Give it so.")
            return given
        if problem := value_problem(list(given)):
            self.said.problem(f"The list that {sign} on {name!r} is given {problem}")
            return given
        return [self._value(name, sign, one, profiles) for one in given]

    def _value(self, name: str, sign: str, value: Any, profiles: tuple[PropertyProfile, ...]) -> Any:
        """The value as it is compared; one that fits one of the profiles fits."""
        if isinstance(value, (datetime.date, datetime.time)):
            value = value.isoformat()
        if not isinstance(value, (bool, int, float, str)):
            self.said.problem(
                f"{name!r} is compared with {_shown(value)}. Give a text, a number, or true or false."
            )
            return value
        if problem := value_problem(value):
            self.said.problem(f"The value that {name!r} is compared with {problem}")
            return value
        found = [_fitted(one, sign, value) for one in profiles]
        fitting = [fit for fit, problem in found if not problem]
        if fitting:
            if type(fitting[0]) is not type(value):
                self.said.note(f"{name!r} is a number; {value!r} was read as {fitting[0]!r}.")
            return fitting[0]
        self.said.problem(f"{name!r} of {self.whose} {found[0][1]}")
        return value


def _fitted(profile: PropertyProfile, sign: str, value: bool | float | str) -> tuple[Any, str]:
    """The value as the property's kind has it, and why it is not of that kind."""
    form = profile.format.kind if profile.format is not None else ""
    if sign in _TEXTUAL:
        fits = isinstance(value, str) and profile.type in ("STRING", "LIST")
        return (
            value,
            ""
            if fits
            else f"is {_kind(profile)}; {sign} looks for a part of a text. Compare it by $eq, $lt or $gt.",
        )
    check: _Check = _CHECKS.get(form if form in _FORMS else profile.type, _any)
    return check(profile, value)


def _number(profile: PropertyProfile, value: bool | float | str) -> tuple[Any, str]:
    if isinstance(value, str):
        if _NUMBER.fullmatch(value.strip()):
            return (float if "." in value else int)(value), ""
        if profile.type == "STRING":
            return value, ""  # compared as the text that it is
        return value, f"is {_kind(profile)}, not a text such as {_shown(value)}. Give a number."
    if isinstance(value, bool):
        return value, f"is {_kind(profile)}, not true or false. Give a number."
    return value, ""


def _time(profile: PropertyProfile, value: bool | float | str) -> tuple[Any, str]:
    if isinstance(value, str) and (_DATE.fullmatch(value.strip()) or profile.type == "STRING"):
        return value, ""
    shown = f"{value:04d}-01-01" if type(value) is int and 0 < value < 10_000 else "2019-03-01"
    return value, f"is {_kind(profile)}; {_shown(value)} is none. Give a text such as '{shown}'."


def _boolean(profile: PropertyProfile, value: bool | float | str) -> tuple[Any, str]:
    if isinstance(value, bool) or (isinstance(value, str) and profile.type == "STRING"):
        return value, ""
    return value, f"is {_kind(profile)}, not {_shown(value)}. Give true or false."


def _text(profile: PropertyProfile, value: bool | float | str) -> tuple[Any, str]:
    if isinstance(value, str):
        return value, ""
    return value, f"is {_kind(profile)}; {_shown(value)} is none. Give a text in quotation marks."


def _incomparable(profile: PropertyProfile, value: bool | float | str) -> tuple[Any, str]:
    return value, f"is {_kind(profile)}, which no condition compares. Use another property."


def _any(profile: PropertyProfile, value: bool | float | str) -> tuple[Any, str]:
    return value, ""


_FORMS = (*_NUMERIC_FORMS, "date", "boolean")
_Check = Callable[[PropertyProfile, bool | float | str], tuple[Any, str]]
_CHECKS: dict[str, _Check] = {
    **dict.fromkeys((*_NUMBERS, *_NUMERIC_FORMS), _number),
    **dict.fromkeys((*_TIMES, "date"), _time),
    **dict.fromkeys(("BOOLEAN", "boolean"), _boolean),
    **dict.fromkeys(("VECTOR", "POINT"), _incomparable),
    "STRING": _text,
}


def _kind(profile: PropertyProfile) -> str:
    form = profile.format.kind if profile.format is not None else ""
    named = {"INTEGER": "a whole number", "FLOAT": "a number", "STRING": "a text", "BOOLEAN": "true or false"}
    kind = named.get(profile.type, f"a value of the type {profile.type}")
    return f"{kind} that says a {form}" if form else kind


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}…"


def _depth(value: Any, left: int = DEEPEST + 1) -> int:
    if not isinstance(value, (Mapping, list, tuple)) or left == 0:
        return 0
    parts = value.values() if isinstance(value, Mapping) else value
    return 1 + max((_depth(part, left - 1) for part in parts), default=0)


def _conditions(value: Any, left: int = DEEPEST + 1) -> int:
    if isinstance(value, Mapping) and left:
        return sum(max(1, _conditions(part, left - 1)) for part in value.values())
    if isinstance(value, (list, tuple)) and left and any(isinstance(part, Mapping) for part in value):
        return sum(max(1, _conditions(part, left - 1)) for part in value)
    return 1
