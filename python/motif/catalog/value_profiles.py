"""What the values of a property look like, from a sample of them."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, TypeAlias

from motif.catalog.schema import base_type
from motif.catalog.value_formats import CUT, detect_format
from motif.graphs.graph_schema import PropertyProfile, ValueFormat
from motif.graphs.value_formats import read_value

EXAMPLES = 5
FEW_VALUES = 50
"""So many distinct values at most are kept in full."""

EXAMPLE_CHARACTERS = 60
Rows: TypeAlias = Sequence[Mapping[str, Any]]
"""Of a sample: ``property`` (None: of nodes or relationships whatever they have), ``type``, ``present`` (how many),
``length``, ``minimum``, ``maximum`` and ``values``."""

_OWN = re.compile("motif[A-Z]")
_TIMES = ("DATE", "LOCAL DATETIME", "ZONED DATETIME", "LOCAL TIME", "ZONED TIME")
_NUMBERS = ("INTEGER", "FLOAT")


def is_own(name: str) -> bool:
    """Whether a property is one that Motif writes: not what a question is about.

    >>> is_own("motifTrussness"), is_own("motif")
    (True, False)
    """
    return _OWN.match(name) is not None


def profile_properties(
    rows: Rows, others: Mapping[str, PropertyProfile] = MappingProxyType({})
) -> dict[str, PropertyProfile]:
    """Profiles of the properties that the sample's rows of one label or type tell of, sorted; Motif's own left out.

    ``others`` are those that stand for properties which the sample did not meet.
    """
    of_property: dict[str, list[Mapping[str, Any]]] = {}
    for row in rows:
        if row["property"] is not None and not is_own(row["property"]):
            of_property.setdefault(row["property"], []).append(row)
    seen = sum(row["present"] for row in rows if row["property"] is None)
    met = {name: profile_rows(name, found, seen) for name, found in of_property.items()}
    return dict(sorted({**others, **met}.items()))


def profile_rows(name: str, rows: Rows, seen: int) -> PropertyProfile:
    """The profile of the property ``name`` from the sample's rows of it, one per type of value, among ``seen`` nodes.

    What counts is the type of most values: the others' are left out of examples and range.
    """
    kinds: dict[str, list[Mapping[str, Any]]] = {}
    for row in rows:
        kinds.setdefault(base_type(row["type"]), []).append(row)
    kind, most = max(kinds.items(), key=lambda pair: (_present(pair[1]), pair[0]))
    values = [value for row in most for value in row["values"] or ()]
    lengths = [row["length"] for row in most if row["length"] is not None]
    profile = _profile(name, kind, values, _present(rows) / max(seen, 1), max(lengths) if lengths else None)
    # Of all that were met, where ``values`` are some of them.
    minimum, maximum = _range(kind, [row.get(end) for row in most for end in ("minimum", "maximum")], None)
    return profile if minimum is None else replace(profile, minimum=minimum, maximum=maximum)


def _present(rows: Iterable[Mapping[str, Any]]) -> int:
    return sum(row["present"] for row in rows)


def profile_values(name: str, values: Sequence[Any], seen: int) -> PropertyProfile | None:
    """The profile of plain values of the property ``name``, among ``seen`` nodes; None for none.

    >>> profile_values("name", ["1995", "1999"], 2).format.kind
    'year'
    """
    given = [value for value in values if value is not None]
    kinds = [_kind_of(value) for value in given]
    if not kinds:
        return None
    kind = max(sorted(set(kinds)), key=kinds.count)
    chosen = [value for value, one in zip(given, kinds, strict=True) if one == kind]
    lengths = [len(value) for value in chosen if isinstance(value, str)]
    mean = sum(lengths) / len(lengths) if lengths else None
    return _profile(name, kind, chosen, len(given) / max(seen, 1), mean)


def _kind_of(value: Any) -> str:
    if isinstance(value, bool):
        return "BOOLEAN"
    if isinstance(value, (int, float)):
        return "INTEGER" if isinstance(value, int) else "FLOAT"
    return "STRING" if isinstance(value, str) else "LIST"


def _profile(
    name: str, kind: str, values: Sequence[Any], present: float, length: float | None
) -> PropertyProfile:
    distinct = list({repr(value): value for value in values}.values())
    format = detect_format(values) if kind == "STRING" else None
    minimum, maximum = _range(kind, values, format)
    return PropertyProfile(
        name=name,
        type=kind,
        present=min(present, 1.0),
        distinct=len(distinct) / len(values) if values else 1.0,
        minimum=minimum,
        maximum=maximum,
        examples=_examples(distinct),
        values=_few(distinct) if kind in ("STRING", *_NUMBERS) else (),
        format=format,
        length=length,
    )


def _range(kind: str, values: Sequence[Any], format: ValueFormat | None) -> tuple[Any, Any]:
    said: list[Any] = []
    if kind in _NUMBERS:
        said = [value for value in values if isinstance(value, (int, float)) and math.isfinite(value)]
    elif kind in _TIMES:
        said = [value for value in values if isinstance(value, str)]
    elif format is not None and format.kind not in ("boolean", "json"):
        said = [value for text in values if (value := read_value(text, format)) is not None]
    return (min(said), max(said)) if said else (None, None)


def _examples(distinct: Sequence[Any]) -> tuple[Any, ...]:
    """A few, spread over the sample."""
    spread = distinct[:: max(1, len(distinct) // EXAMPLES)][:EXAMPLES]
    return tuple(_short(value) for value in spread)


def _short(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(map(_short, value))
    if not isinstance(value, str) or len(value) <= EXAMPLE_CHARACTERS:
        return value
    return value[: EXAMPLE_CHARACTERS - 1] + CUT


def _few(distinct: Sequence[Any]) -> tuple[Any, ...]:
    if len(distinct) > FEW_VALUES or any(isinstance(one, str) and one.endswith(CUT) for one in distinct):
        return ()
    return tuple(sorted(distinct))
