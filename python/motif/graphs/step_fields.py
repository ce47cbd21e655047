"""The keys of one step of a plan, read with their kinds: what does not fit is said with the step's number and name."""

from __future__ import annotations

import datetime
import difflib
import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from motif.errors import InvalidInput

HINT = "motif.plan and kg.plan make plans of steps; each step may be edited."
MAXIMUM_DEPTH = 8
MAXIMUM_TEXT = 4_000
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63}")
RESERVED = ("limit", "fetch")
"""Names of parameters that whoever runs a statement gives it beside those of the steps."""


class StepFields:
    """One step as it was given, its keys checked against those that its kind has."""

    def __init__(self, number: int, kind: str, values: Mapping[str, Any], known: Collection[str]) -> None:
        self.title = f"Step {number} ('{kind}')"
        self.kind = kind
        self._values = values
        for key in values:
            if key not in known:
                raise InvalidInput(
                    f"{self.title} has no key {key!r}.", hint=nearest(key, known, "Known keys")
                )

    def wrong(self, key: str, needed: str) -> InvalidInput:
        given = "nothing" if self._values.get(key) is None else shown(self._values[key])
        return InvalidInput(f"{self.title} needs {needed} as '{key}', not {given}.", hint=HINT)

    def value(self, key: str) -> Any:
        return self._values.get(key)

    def name(self) -> str:
        """What the step calls its nodes: a name that can be a parameter's."""
        value = self._values.get("as")
        if not isinstance(value, str) or not _NAME.fullmatch(value):
            raise self.wrong("as", "a name of letters, digits and '_' (the name of the nodes that it gives)")
        if value in RESERVED:
            raise self.wrong("as", f"a name that is none of {', '.join(map(repr, RESERVED))}")
        return value

    def text(self, key: str, most: int = MAXIMUM_TEXT) -> str:
        value = self._values.get(key)
        if not isinstance(value, str) or not value.strip():
            raise self.wrong(key, "a text that is not empty")
        if len(value) > most:
            raise InvalidInput(
                f"The '{key}' of {self.title[0].lower()}{self.title[1:]} has {len(value):,} characters; at most "
                f"{most:,} are allowed.",
                hint="Shorten it.",
            )
        return value

    def label(self) -> str | None:
        return self.optional_text("label", "a label (a text)")

    def optional_text(self, key: str, needed: str) -> str | None:
        value = self._values.get(key)
        if value is not None and (not isinstance(value, str) or not value):
            raise self.wrong(key, needed)
        return value

    def texts(self, key: str, needed: str) -> tuple[str, ...]:
        """One text, or several; none where the key is not there."""
        value = self._values.get(key)
        items = () if value is None else (value,) if isinstance(value, str) else value
        if not isinstance(items, (list, tuple)) or not all(isinstance(item, str) and item for item in items):
            raise self.wrong(key, needed)
        return tuple(items)

    def one_of(self, key: str, allowed: tuple[str, ...], default: str) -> str:
        value = self._values.get(key)
        if value is not None and value not in allowed:
            raise self.wrong(key, f"one of {', '.join(map(repr, allowed))}")
        return default if value is None else str(value)

    def flag(self, key: str, default: bool) -> bool:
        value = self._values.get(key)
        if value is not None and not isinstance(value, bool):
            raise self.wrong(key, "true or false")
        return default if value is None else value

    def limit(self, default: int | None, most: int) -> int | None:
        """The key "limit"; ``default`` where it is not there, and None where it is null and ``default`` allows it."""
        value = self._values.get("limit", default)
        if value is None:
            return default if "limit" not in self._values else None
        if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= most:
            raise self.wrong("limit", f"a whole number from 1 to {most:,}")
        return value

    def conditions(self, key: str) -> dict[str, Any]:
        """Conditions on properties, as plain values; whether their names and operators exist is asked later."""
        value = self._values.get(key)
        if value is None:
            return {}
        if not isinstance(value, Mapping):
            raise self.wrong(key, 'conditions such as {"year": {"$gte": 1999}}')
        return self._mapping(key, value, 0)

    def parameters(self, key: str) -> dict[str, Any]:
        value = self._values.get(key)
        if value is None:
            return {}
        if not isinstance(value, Mapping):
            raise self.wrong(key, 'a mapping of names to values such as {"year": 1999}')
        return self._mapping(key, value, 0)

    def _plain(self, key: str, value: Any, depth: int) -> Any:
        if depth > MAXIMUM_DEPTH:
            raise InvalidInput(
                f"The '{key}' of {self.title} is nested more than {MAXIMUM_DEPTH} deep.",
                hint="Make it flatter.",
            )
        if isinstance(value, Mapping):
            return self._mapping(key, value, depth)
        if isinstance(value, (list, tuple)):
            return [self._plain(key, item, depth + 1) for item in value]
        if isinstance(value, (datetime.date, datetime.time)):
            return value.isoformat()
        if value is None or isinstance(value, (bool, int, float, str)):
            return value
        raise InvalidInput(
            f"The '{key}' of {self.title} holds {shown(value)}; it must be a text, a number, true or false.",
            hint="Dates are given as text: '2019-01-01'.",
        )

    def _mapping(self, key: str, value: Mapping[Any, Any], depth: int) -> dict[str, Any]:
        return {self._key(key, name): self._plain(key, item, depth + 1) for name, item in value.items()}

    def _key(self, key: str, name: Any) -> str:
        if not isinstance(name, str) or not name:
            raise InvalidInput(
                f"The '{key}' of {self.title} names {shown(name)}; names are texts.", hint=HINT
            )
        return name


def nearest(given: Any, known: Iterable[str], title: str) -> str:
    """The hint that names what is nearest to ``given``, or all that is known."""
    names = list(known)
    near = difflib.get_close_matches(str(given).lower(), names, n=1)
    return f"Did you mean '{near[0]}'?" if near else f"{title}: {', '.join(names)}."


def shown(value: Any) -> str:
    """``value`` for an error message, cut short.

    >>> shown([1, 2])
    '[1, 2]'
    """
    text = repr(value)
    return text if len(text) <= 80 else text[:77] + "..."
