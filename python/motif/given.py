"""What somebody hands over as text, YAML or JSON: read, or told in one way why it is none."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

DEEPEST = 64
"""Levels of a filter, a plan, a request or a file; what is meant has a dozen."""

_MOST = 5_000_000
"""Values of a file; a few lines of YAML that refer to each other can stand for any number."""

_UNREADABLE = (ValueError, ArithmeticError, LookupError, TypeError, AttributeError)
"""What PyYAML raises besides its own errors: at dates that there are not, at tags whose value is none of theirs."""


def read_yaml(text: str) -> Any:
    """What YAML says. Raises `ValueError` for what is none, is nested too deep, or stands for too much."""
    import yaml  # who is handed none need not wait for it

    try:
        value = yaml.safe_load(text)
    except yaml.YAMLError as error:
        raise ValueError(str(error)) from error
    except RecursionError:
        raise ValueError(_deep()) from None
    except _UNREADABLE as error:
        raise ValueError(f"a value is not of its kind: {error}") from error
    _check(value)
    return value


def read_json(text: str) -> Any:
    """What JSON says. Raises `ValueError` for what is none, or is nested too deep."""
    try:
        value = json.loads(text)
    except RecursionError:
        raise ValueError(_deep()) from None
    _check(value)
    return value


def is_too_deep(value: Any, most: int = DEEPEST) -> bool:
    """Whether lists and maps lie in each other deeper than ``most`` levels.

    >>> is_too_deep({"year": {"$in": [1995, 2001]}}, 3), is_too_deep({"year": {"$in": [[1995]]}}, 3)
    (False, True)
    """
    level = [value]
    for _ in range(most + 1):
        level = _inside(level)
        if not level:
            return False
    return True


def _check(value: Any) -> None:
    """Looks once at what lines refer to again and again, and counts it as often as it is said."""
    level, n_values = {id(value): (value, 1)}, 0
    for _ in range(DEEPEST + 1):
        inner: dict[int, tuple[Any, int]] = {}
        before = n_values
        for one, times in level.values():
            for part in _parts(one) if isinstance(one, (Mapping, list, tuple)) else ():
                n_values += times
                inner[id(part)] = part, times + inner.get(id(part), (part, 0))[1]
        if n_values == before:
            return
        if n_values > _MOST:
            raise ValueError(f"it stands for more than {_MOST:,} values")
        level = inner
    raise ValueError(_deep())


def _inside(level: list[Any]) -> list[Any]:
    return [inner for one in level if isinstance(one, (Mapping, list, tuple)) for inner in _parts(one)]


def _parts(value: Any) -> Iterable[Any]:
    return value.values() if isinstance(value, Mapping) else value


def _deep() -> str:
    return f"it is nested deeper than {DEEPEST} levels"
