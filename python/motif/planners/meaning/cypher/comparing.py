"""Two nodes compared by a property, as Cypher."""

from __future__ import annotations

from collections.abc import Iterator

from motif.graphs.meaning import Comparison, Place, Value
from motif.planners.meaning.cypher.conditions import compared, number
from motif.planners.meaning.cypher.patterns import Patterns
from motif.planners.meaning.cypher.unsaid import CannotSay
from motif.planners.meaning.cypher.writing import Operand, Writing


def comparison_lines(writing: Writing, asked: Comparison) -> Iterator[str]:
    """Every line of the statement; no row where one of both has no value."""
    operands = []
    for place in (asked.first, asked.second):
        _require_one(writing, place)
        clause = Patterns(writing, frozenset((place.key,))).alone(place)
        operand = writing.operand(Value(place.key, asked.property))
        clause.conditions.append(f"{operand.text} IS NOT NULL")
        operands.append(operand)
        yield from clause.lines()
    yield from _answer(writing, asked, *operands)


def _answer(writing: Writing, asked: Comparison, first: Operand, second: Operand) -> Iterator[str]:
    if asked.kind == "difference":
        one, other = number(first, writing), number(second, writing)
        if "toFloat" in one + other:
            yield f"WITH {one} - {other} AS answer"
            yield "WHERE answer IS NOT NULL"
            yield "RETURN answer"
        else:
            yield f"RETURN {one} - {other} AS answer"
    elif asked.kind == "same":
        yield f"RETURN {compared(first, '=', second)} AS answer"
    else:
        said = compared(first, ">" if asked.kind in ("more", "exceeds") else "<", second)
        if asked.kind in ("more", "less"):
            nodes = [writing.node(place) for place in (asked.first, asked.second)]
            said = f"CASE WHEN {said} THEN {nodes[0]} ELSE {nodes[1]} END"
        yield f"RETURN {said} AS answer"


def _require_one(writing: Writing, place: Place) -> None:
    """Raises `CannotSay` where several nodes are called so: which of them is compared only their rows tell."""
    if len(place.names) != 1 or len(writing.held.called(place.names[0], place.label)) > 1:
        said = " or ".join(place.names) or "what has no name"
        raise CannotSay("comparison", f"Several nodes may be {said}.")
