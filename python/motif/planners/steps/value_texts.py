"""Values that are written as text ("$11.80", "3 March 2019"), read by Cypher's own functions; no APOC is needed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any, TypeAlias

from motif.graphs.graph_schema import ValueFormat
from motif.graphs.value_formats import MONTHS, TRUE_WORDS, Reading, reading_of

Parameter: TypeAlias = Callable[[Any], str]
"""Makes a value a parameter of the statement and gives its ``$name``."""


def read_text(place: str, formats: Sequence[ValueFormat], parameter: Parameter) -> str:
    """The expression that says what the value at ``place`` says in the first of ``formats`` that its text fits.

    It means what `motif.graphs.value_formats.read_value` does: null for a text that fits none; a value that is no text
    stays as it is.
    """
    readings = [reading_of(format) for format in formats]
    branches = [
        f"WHEN {place} =~ {parameter(reading.shape)} THEN {_said(place, reading, parameter)}"
        for reading in readings
    ]
    return f"CASE WHEN NOT {place} IS :: STRING THEN {place} {' '.join(branches)} END"


def _said(place: str, reading: Reading, parameter: Parameter) -> str:
    if reading.gives == "boolean":
        return f"toLower({place}) IN {parameter(list(TRUE_WORDS))}"
    if reading.gives == "number":
        return _number(place, reading, parameter)
    return _date(place, reading, parameter) if reading.parts else place


def _number(place: str, reading: Reading, parameter: Parameter) -> str:
    left = reduce(lambda text, literal: f"replace({text}, {parameter(literal)}, '')", reading.removed, place)
    return f"toFloatOrNull({_with_point(left) if reading.decimal_comma else left})"


def _with_point(text: str) -> str:
    return f"replace({text}, ',', '.')"


def _date(place: str, reading: Reading, parameter: Parameter) -> str:
    blanked = reduce(
        lambda text, literal: f"replace({text}, {parameter(literal)}, ' ')", reading.separators, place
    )
    pieces = {part: f"pieces[{number}]" for number, part in enumerate(reading.parts)}
    month = _padded(pieces["M"]) if "M" in pieces else _month(pieces["MONTH"])
    said = [pieces["Y"], month, *([_padded(pieces["D"])] if "D" in pieces else [])]
    joined = " + '-' + ".join(said)
    return f"head([pieces IN [split({blanked}, ' ')] | {joined}])"


def _padded(piece: str) -> str:
    return f"right('0' + {piece}, 2)"


def _month(piece: str) -> str:
    names = ", ".join(f"{name}: '{number:02}'" for number, name in enumerate(MONTHS, start=1))
    return f"{{{names}}}[left(toLower({piece}), 3)]"
