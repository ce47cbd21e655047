"""What is left out of a question, told: as notes for people, and as plain values.

What decides reads the `Omission`s; the notes are made of them and are read by people alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from motif.errors import InvalidInput
from motif.graphs.meaning import NOWHERE, Omission

UNHEEDED = ("negation", "alternative")
"""Kinds that turn what the rest says, and are not heeded; of the others nothing is used."""


def note_of(omission: Omission) -> str:
    """A sentence that says so.

    >>> note_of(Omission("name", text="Mann")), note_of(Omission("negation", text="not"))
    ("Not used: 'Mann'.", "Not heeded: 'not'.")
    """
    return f"Not {'heeded' if omission.kind in UNHEEDED else 'used'}: {words_of(omission)}."


def words_of(omission: Omission) -> str:
    """
    >>> words_of(Omission("number", text="after 2001", reason=" fits no property"))
    "'after 2001' fits no property"
    """
    return f"'{omission.text}'{omission.reason}"


def omission_values(omissions: Iterable[Omission]) -> list[dict[str, Any]]:
    """As plain values, without what is empty; `read_omissions` reads them again."""
    return [
        {
            "kind": one.kind,
            "text": one.text,
            **({"reason": one.reason} if one.reason else {}),
            **({"span": list(one.span)} if one.span != NOWHERE else {}),
        }
        for one in omissions
    ]


def read_omissions(values: Sequence[Any]) -> tuple[Omission, ...]:
    """The omissions that `omission_values` gave. Raises `InvalidInput` for anything else."""
    return tuple(map(_read, values))


def _read(value: Any) -> Omission:
    if isinstance(value, Omission):
        return value
    if not isinstance(value, Mapping) or not all(isinstance(value.get(key), str) for key in ("kind", "text")):
        raise InvalidInput(f"An omission is a mapping with 'kind' and 'text', not {value!r}.")
    span, reason = value.get("span", NOWHERE), value.get("reason", "")
    is_span = isinstance(span, list | tuple) and len(span) == 2 and all(type(at) is int for at in span)
    if not is_span or not isinstance(reason, str):
        raise InvalidInput(
            f"An omission's span is two whole numbers and its reason text, not {span!r} and {reason!r}."
        )
    return Omission(value["kind"], (span[0], span[1]), value["text"], reason)
