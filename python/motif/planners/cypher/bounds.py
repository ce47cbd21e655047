"""What a statement may not ask for because nothing would end it.

Neo4j looks at a transaction's deadline between rows. What is computed within one expression (a list comprehension over
a billion numbers, a regular expression that backtracks, a text that doubles itself) runs to its end whatever the
deadline, and takes memory that no limit counts. So these are bounded here, before anything runs.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from motif.planners.cypher.constants import MISSING, constant_of
from motif.planners.cypher.facts import Facts, first_place, parts_of
from motif.planners.cypher.names import Problem, arguments_of
from motif.planners.cypher.regular_expressions import regular_expression_problem
from motif.planners.cypher.tokens import DEEPEST

if TYPE_CHECKING:
    from lark import Token, Tree

MOST_HOPS = 6
"""Relationships that one pattern of variable length may follow."""

MOST_RELATIONSHIPS = 10
"""Relationship patterns of a statement: planning more takes longer than answering."""

MOST_CONDITIONS = 200
"""Comparisons and connectives of a statement: the planner rewrites conditions, which grow as it does."""

MOST_SIGNS = 8
"""NOTs, or signs of a number, one after another."""

MOST_NUMBERS = 1_000
"""Numbers and items that all ranges and fixed lists that are unwound may give, multiplied."""

ITERATIONS = ("comprehension", "pattern_comprehension", "quantified")
_CONNECTIVES = ("or", "xor", "and")


def bound_problems(tree: Tree[Token], facts: Facts, parameters: Mapping[str, Any]) -> Iterator[Problem]:
    """What nothing bounds, and how to write it instead."""
    yield from _paths(facts)
    yield from _conditions(tree)
    yield from _repeated(tree)
    yield from _ranges(tree, facts, parameters)
    yield from _replacements(facts, parameters)
    for one in parts_of(tree):
        if one.data == "reduce":
            yield (
                first_place(one),
                "reduce() is not taken: nothing bounds what it builds. Use sum(), or UNWIND and collect().",
            )
        elif one.data == "matching":
            yield from _regular_expression(one, parameters)
        elif one.data in ITERATIONS:
            yield from _nested(one)


def _paths(facts: Facts) -> Iterator[Problem]:
    if len(facts.relationships) > MOST_RELATIONSHIPS:
        yield (
            facts.relationships[MOST_RELATIONSHIPS].place,
            f"The statement has {len(facts.relationships)} relationship patterns; at most {MOST_RELATIONSHIPS} are "
            "taken. Split it into steps.",
        )
    repeated = [
        *((one.place, one.most) for one in facts.relationships),
        *((one.first, one.most) for one in facts.groups),
    ]
    for place, most in repeated:
        for group in facts.groups:
            if most is not None and group.first < place <= group.last:
                most = None if group.most is None else most * group.most
        if most is None or most > MOST_HOPS:
            given = "without an upper bound" if most is None else f"of up to {most} relationships"
            yield (
                place,
                f"A path {given} is not taken; {MOST_HOPS} is the most. Write a bound, such as *1..3 or {{1,3}}.",
            )


def _conditions(tree: Tree[Token]) -> Iterator[Problem]:
    connected = sum((len(one.children) + 1) // 2 for one in parts_of(tree) if one.data in _CONNECTIVES)
    if connected > MOST_CONDITIONS:
        yield (
            0,
            f"The statement connects {connected} conditions by AND, OR and XOR; at most {MOST_CONDITIONS} are taken. "
            "Use IN with a list.",
        )
    for one in parts_of(tree):
        if one.data == "or" and math.prod(_conjuncts(part) for part in one.children) > MOST_CONDITIONS:
            yield (
                first_place(one),
                "This OR of ANDs becomes more conditions than can be planned. Use IN with lists, or a UNION.",
            )


def _repeated(tree: Tree[Token]) -> Iterator[Problem]:
    """Signs and CASEs within one another, which no bracket counts."""
    waiting = [(tree, 0)]
    while waiting:
        one, cases = waiting.pop()
        cases += one.data == "case"
        if cases > DEEPEST:
            yield (
                first_place(one),
                f"CASEs are nested more than {DEEPEST} deep. Write it flatter, or as several steps.",
            )
            return
        if one.data in ("not", "sign") and len(one.children) > MOST_SIGNS:
            yield (
                first_place(one),
                f"More than {MOST_SIGNS} signs stand one after another. Write one, or none.",
            )
        waiting.extend((part, cases) for part in one.children if not isinstance(part, str))


def _conjuncts(part: Any) -> int:
    """Conditions that AND joins in a part of an OR: rewriting an OR of ANDs as an AND of ORs multiplies them."""
    while not isinstance(part, str) and part.data == "paren":
        part = part.children[1]
    return (len(part.children) + 1) // 2 if not isinstance(part, str) and part.data == "and" else 1


def _ranges(tree: Tree[Token], facts: Facts, parameters: Mapping[str, Any]) -> Iterator[Problem]:
    total = 1
    for call in facts.functions:
        if str(call.children[0]).lower() != "range":
            continue
        values = [constant_of(one, parameters) for one in arguments_of(call)]
        if len(values) not in (2, 3) or not all(type(value) is int for value in values) or 0 in values[2:]:
            yield (
                first_place(call),
                "range() takes fixed whole numbers only. Write them, such as range(1, 10).",
            )
            return
        start, stop, step = (*values, 1)[:3]
        total *= max(1, (stop - start) // step + 1)  # what len() would say, of any size
    for unwind in tree.find_data("unwind"):
        value = constant_of(unwind.children[1], parameters)
        total *= max(1, len(value)) if isinstance(value, (list, tuple)) else 1
    if total > MOST_NUMBERS:
        yield (
            0,
            f"The statement's range() and UNWIND give {total:,} values, those of several multiplied; at most "
            f"{MOST_NUMBERS:,} are taken. Use a smaller range.",
        )


def _replacements(facts: Facts, parameters: Mapping[str, Any]) -> Iterator[Problem]:
    """A text that grows as it is replaced can be made to grow again, as often as calls are nested."""
    for call in facts.functions:
        if str(call.children[0]).lower() != "replace":
            continue
        values = [constant_of(one, parameters) for one in arguments_of(call)][1:]
        if (
            not all(isinstance(value, str) for value in values)
            or not values[0]
            or len(values[-1]) > len(values[0])
        ):
            yield (
                first_place(call),
                "replace() takes fixed texts only, and one in place of another that is as long or longer. Write them "
                "so, such as replace(n.price, '$', '').",
            )


def _regular_expression(matching: Tree[Token], parameters: Mapping[str, Any]) -> Iterator[Problem]:
    value = constant_of(matching.children[1], parameters)
    problem = regular_expression_problem(value) if value is not MISSING else "it is not a fixed text"
    if problem:
        yield (
            first_place(matching),
            f"The regular expression after =~ is not taken: {problem}. Use CONTAINS, STARTS WITH or ENDS WITH.",
        )


def _nested(iteration: Tree[Token]) -> Iterator[Problem]:
    for one in parts_of(iteration):
        if one is not iteration and one.data in (*ITERATIONS, "asked"):
            yield (
                first_place(one),
                "A list is gone through within another, in one expression, which no deadline ends. Use UNWIND for the "
                "outer one.",
            )
            return
