"""Literals become parameters; parameters get names that clash with nothing."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from motif.planners.cypher.constants import MISSING, constant_of, literal_value
from motif.planners.cypher.facts import first_place, last_place, parts_of, place_of, tokens_of
from motif.planners.cypher.nearest import did_you_mean

if TYPE_CHECKING:
    from lark import Token, Tree

    from motif.planners.cypher.names import Problem

LONGEST_TEXT = 10_000
LONGEST_LIST = 1_000
_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,40}")
_OURS = re.compile(r"literal_\d+|parameter_\d+|limit")


@dataclass(slots=True)
class Parameters:
    """Values that leave the statement's text; equal literals share a name, so that what was grouped by stays the same.

    Attributes
    ----------
    values
        By the names that the statement gets.
    spans
        Of each literal: its first and last token, and its parameter's name.
    """

    prefix: str = ""
    values: dict[str, Any] = field(default_factory=dict)
    spans: list[tuple[int, int, str]] = field(default_factory=list)
    _names: dict[tuple[str, str], str] = field(default_factory=dict)
    _given: dict[str, str] = field(default_factory=dict)

    def add(self, value: Any) -> str:
        """The name of the parameter that holds ``value``."""
        key = (type(value).__name__, repr(value))
        if key not in self._names:
            self._names[key] = f"{self.prefix}literal_{len(self._names) + 1}"
            self.values[self._names[key]] = value
        return self._names[key]

    def rename(self, name: str, value: Any) -> str:
        """The name of a given parameter: its own where that is plain and nobody else's."""
        if name not in self._given:
            taken = not _PLAIN.fullmatch(name) or _OURS.fullmatch(name)
            self._given[name] = self.prefix + (f"parameter_{len(self._given) + 1}" if taken else name)
            self.values[self._given[name]] = value
        return self._given[name]


def parameters_of(tree: Tree[Token], given: Mapping[str, Any], prefix: str) -> Parameters:
    """The literals and parameters of a statement, those given that it does not name left out."""
    found = Parameters(prefix)
    inside = -1
    for one in parts_of(tree):
        if one.data not in ("literal", "list") or first_place(one) <= inside:
            continue
        value = constant_of(one)
        if value is not MISSING:
            inside = last_place(one)
            found.spans.append((first_place(one), inside, found.add(value)))
    for token in tokens_of(tree):
        if token.type == "PARAMETER" and str(token) in given:
            found.spans.append(
                (place_of(token), place_of(token), found.rename(str(token), given[str(token)]))
            )
    return found


def parameter_problems(tree: Tree[Token], given: Mapping[str, Any]) -> Iterator[Problem]:
    """Parameters that are not given, and values that cannot be sent."""
    for token in tokens_of(tree):
        if token.type == "PARAMETER" and str(token) not in given:
            near = did_you_mean(str(token), [str(name) for name in given])
            yield place_of(token), f"The parameter ${token} has no value in 'parameters'. {near}"
        elif token.type == "PARAMETER":
            problem = value_problem(given[str(token)])
            if problem:
                yield place_of(token), f"The value of the parameter ${token} {problem}"
        elif token.type in ("INT", "FLOAT") and (problem := value_problem(literal_value(token))):
            yield place_of(token), f"The number {token} {problem}"


def value_problem(value: Any, depth: int = 4) -> str:
    """Why a value cannot be a parameter; "" where it can.

    >>> value_problem([1, "x", None]), value_problem(1 << 70)
    ('', 'is larger than any integer of Neo4j (64 bits). Give a smaller one.')
    """
    if value is None or isinstance(value, bool):
        return ""
    if isinstance(value, int):
        return (
            ""
            if -(1 << 63) <= value < 1 << 63
            else "is larger than any integer of Neo4j (64 bits). Give a smaller one."
        )
    if isinstance(value, float):
        return "" if math.isfinite(value) else "is no finite number. Give one."
    if isinstance(value, str):
        return (
            ""
            if len(value) <= LONGEST_TEXT
            else f"is a text of {len(value):,} characters; {LONGEST_TEXT:,} are the most."
        )
    if isinstance(value, (list, tuple, dict)) and (depth == 0 or len(value) > LONGEST_LIST):
        return f"is nested too deeply or has more than {LONGEST_LIST:,} items. Give fewer."
    if isinstance(value, (list, tuple)):
        return next((found for one in value if (found := value_problem(one, depth - 1))), "")
    if isinstance(value, dict):
        if not all(isinstance(key, str) for key in value):
            return "is a map with keys that are no texts. Give texts."
        return next((found for one in value.values() if (found := value_problem(one, depth - 1))), "")
    return f"is {type(value).__name__}, not a text, number, boolean, list or map. Give one of these."
