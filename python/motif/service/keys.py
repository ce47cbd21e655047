"""Keys of configuration maps: what each must be, and how a map of them is read into keyword arguments."""

from __future__ import annotations

import difflib
import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from motif.errors import InvalidConfiguration


@dataclass(frozen=True, slots=True)
class Key:
    """A key of a configuration map: the keyword it becomes, what it must be, and how that is checked."""

    keyword: str
    needed: str
    read: Callable[[Any], Any]


class Refused(Exception):
    """The value does not fit; the key's ``needed`` says what would."""


def an_integer(low: int, high: int) -> Callable[[Any], int]:
    """Reads a whole number from ``low`` to ``high``."""

    def read(value: Any) -> int:
        # The JavaScript driver, and so Browser, sends whole numbers as floats.
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise Refused
        return value

    return read


def positive(high: float) -> Callable[[Any], float]:
    """Reads a number above 0 and at most ``high``."""

    def read(value: Any) -> float:
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value <= high:
            raise Refused
        return float(value)

    return read


def a_share(value: Any) -> float:
    """A number from 0 to 1."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= 1:
        raise Refused
    return float(value)


def from_zero(high: float) -> Callable[[Any], float]:
    """Reads a number from 0 to ``high``."""

    def read(value: Any) -> float:
        return 0.0 if value == 0 and not isinstance(value, bool) else positive(high)(value)

    return read


def a_boolean(value: Any) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise Refused
    return value


def a_text(value: Any) -> str:
    """Text that is not blank."""
    if not isinstance(value, str) or not value.strip():
        raise Refused
    return value


def a_short_text(value: Any) -> str:
    """Text that is not blank, of at most 200 characters."""
    if len(a_text(value)) > 200:
        raise Refused
    return str(value)


def some_texts(value: Any) -> list[str] | None:
    """A text or a list of them; None for a star, which means all."""
    values = [value] if isinstance(value, str) else value
    if not isinstance(values, list) or not values or not all(isinstance(one, str) and one for one in values):
        raise Refused
    return None if values == ["*"] else values


def a_mapping(value: Any) -> dict[str, Any]:
    """A map."""
    if not isinstance(value, dict):
        raise Refused
    return value


def one_of(*choices: object) -> Callable[[Any], Any]:
    """Reads one of ``choices``."""

    def read(value: Any) -> Any:
        if not any(value is choice or (isinstance(value, str) and value == choice) for choice in choices):
            raise Refused
        return value

    return read


def anything(value: Any) -> Any:
    """Whatever is given: what reads it later checks it."""
    return value


def count(keyword: str, high: int) -> Key:
    """The key of a whole number from 1 to ``high``."""
    return Key(keyword, f"a whole number from 1 to {high:,}", an_integer(1, high))


_SAME = ({"topk", "limit", "k"},)
"""Keys, without case and underscores, that mean one thing in different procedures."""


def read_configuration(procedure: str, configuration: Any, keys: Mapping[str, Key]) -> dict[str, Any]:
    """Keyword arguments for a configuration map; null values count as not given.

    Raises `InvalidConfiguration` for an unknown key, with the nearest known one, and for a value that is of
    another type or outside its limits.

    >>> read_configuration("motif.search", {"topK": 5}, {"topK": count("top_k", 100)})
    {'top_k': 5}
    """
    if configuration is None:
        return {}
    if not isinstance(configuration, dict):
        raise InvalidConfiguration(
            f"The configuration of {procedure} must be a map, not {show(configuration)}."
        )
    arguments = {}
    for name, value in configuration.items():
        if name not in keys:
            raise InvalidConfiguration(
                f"The configuration has an unknown key '{name}'.", hint=_nearest(name, keys)
            )
        if value is None:
            continue
        try:
            arguments[keys[name].keyword] = keys[name].read(value)
        except Refused:
            raise InvalidConfiguration(f"{name} must be {keys[name].needed}, not {show(value)}.") from None
    return arguments


def _nearest(name: str, keys: Mapping[str, Key]) -> str:
    folded = {key.lower(): key for key in keys}
    bare = name.lower().replace("_", "")
    same = sorted(key for group in _SAME if bare in group for key in group & folded.keys())
    near = same or difflib.get_close_matches(bare, folded, n=1)
    return f"Did you mean '{folded[near[0]]}'?" if near else f"Known keys: {', '.join(sorted(keys))}."


def show(value: Any) -> str:
    """``value`` as one would write it in Cypher, shortened.

    >>> show("five"), show(None), show([1, "a"])
    ("'five'", 'null', "[1, 'a']")
    """
    text = repr(value) if isinstance(value, str) else json.dumps(value, default=str, ensure_ascii=False)
    if isinstance(value, list):
        text = "[" + ", ".join(show(item) for item in value[:10]) + "]"
    if isinstance(value, float) and not math.isfinite(value):
        text = str(value)
    return text if len(text) <= 80 else f"{text[:77]}..."
