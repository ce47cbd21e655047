"""Conditions denied as Cypher denies them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from motif.graphs.meaning import AllOf, AnyOf, Condition, Not, Operator, Relative, Test

_OPPOSITE: Final[Mapping[Operator, Operator]] = {
    "=": "<>",
    "<>": "=",
    "<": ">=",
    ">=": "<",
    ">": "<=",
    "<=": ">",
}


def denied(test: Test) -> Test:
    """What holds where ``test`` does not, as Cypher has it: not where a property is missing.

    >>> denied(Condition("year", "<", 2000))
    Condition(property='year', operator='>=', value=2000, span=(0, 0), part='whole')
    """
    if isinstance(test, Condition):
        if test.operator in ("known", "unknown"):
            return replace(test, operator="unknown" if test.operator == "known" else "known")
        if test.operator in _OPPOSITE:
            return replace(test, operator=_OPPOSITE[test.operator])
        return AllOf((Condition(test.property, "known"), Not(test)))
    if isinstance(test, Relative):
        return replace(test, operator=_OPPOSITE[test.operator])
    if isinstance(test, (AllOf, AnyOf)):
        parts = tuple(map(denied, test.tests))
        return AnyOf(parts) if isinstance(test, AllOf) else AllOf(parts)
    return test.test if isinstance(test, Not) else Not(test)
