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
class Reader:
    """What a value must be: how it is read, and the same as JSON Schema, as far as that can say it.

    ``read`` raises `Refused` for what is refused.
    """

    read: Callable[[Any], Any]
    schema: Mapping[str, Any]

    def __call__(self, value: Any) -> Any:
        return self.read(value)


@dataclass(frozen=True, slots=True)
class Key:
    """A key of a configuration map: the keyword it becomes, what it must be, and how that is checked."""

    keyword: str
    needed: str
    read: Reader


class Refused(Exception):
    """The value does not fit; the key's ``needed`` says what would."""


def an_integer(low: int, high: int) -> Reader:
    """Reads a whole number from ``low`` to ``high``."""

    def read(value: Any) -> int:
        # The JavaScript driver, and so Browser, sends whole numbers as floats.
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise Refused
        return value

    return Reader(read, {"type": "integer", "minimum": low, "maximum": high})


def positive(high: float) -> Reader:
    """Reads a number above 0 and at most ``high``."""

    def read(value: Any) -> float:
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value <= high:
            raise Refused
        return float(value)

    return Reader(read, {"type": "number", "exclusiveMinimum": 0, "maximum": high})


def from_zero(high: float) -> Reader:
    """Reads a number from 0 to ``high``."""

    def read(value: Any) -> float:
        return 0.0 if value == 0 and not isinstance(value, bool) else float(positive(high)(value))

    return Reader(read, {"type": "number", "minimum": 0, "maximum": high})


a_share = from_zero(1.0)
"""Reads a number from 0 to 1."""


def _boolean(value: Any) -> bool:
    if not isinstance(value, bool):
        raise Refused
    return value


a_boolean = Reader(_boolean, {"type": "boolean"})
"""Reads true or false."""

_NOT_BLANK: Mapping[str, Any] = {"type": "string", "pattern": r"\S"}


def _text(value: Any) -> str:
    if not isinstance(value, str) or not value.strip():
        raise Refused
    return value


def _short_text(value: Any) -> str:
    if len(_text(value)) > 200:
        raise Refused
    return str(value)


a_text = Reader(_text, _NOT_BLANK)
"""Reads text that is not blank."""

a_short_text = Reader(_short_text, {**_NOT_BLANK, "maxLength": 200})
"""Reads text that is not blank, of at most 200 characters."""


def _texts(value: Any) -> list[str] | None:
    values = [value] if isinstance(value, str) else value
    if not isinstance(values, list) or not values or not all(isinstance(one, str) and one for one in values):
        raise Refused
    return None if values == ["*"] else values


_SAID: Mapping[str, Any] = {"type": "string", "minLength": 1}

some_texts = Reader(_texts, {"anyOf": [_SAID, {"type": "array", "items": _SAID, "minItems": 1}]})
"""Reads a text or a list of them; None for a star, which means all."""


def _mapping(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise Refused
    return value


a_mapping = Reader(_mapping, {"type": "object"})
"""Reads a map."""


def one_of(*choices: object) -> Reader:
    """Reads one of ``choices``."""

    def read(value: Any) -> Any:
        if not any(value is choice or (isinstance(value, str) and value == choice) for choice in choices):
            raise Refused
        return value

    return Reader(read, {"enum": list(choices)})


anything = Reader(lambda value: value, {})
"""Reads whatever is given: what takes it later checks it."""


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
