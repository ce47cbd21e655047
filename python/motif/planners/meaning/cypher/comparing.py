"""Two nodes compared by a property, as Cypher."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from motif.graphs.meaning import Comparison, Place, Value, columns_of
from motif.planners.cypher_literals import identifier
from motif.planners.meaning.cypher.conditions import are_written_numbers, compared, number
from motif.planners.meaning.cypher.kinds import NUMBERS, Kinds
from motif.planners.meaning.cypher.patterns import Patterns
from motif.planners.meaning.cypher.unsaid import CannotSay
from motif.planners.meaning.cypher.writing import Operand, Writing

COMPARED = ("first", "second")
"""What the numbers are called that are compared."""


def comparison_lines(
    writing: Writing, asked: Comparison, numbers: Sequence[Iterable[str]] = ()
) -> Iterator[str]:
    """Every line of the statement; no row where one of both has no value.

    Parameters
    ----------
    numbers
        The lines that give what is compared, as ``first`` and ``second``, where it is no property.
    """
    operands = []
    for at, place in enumerate((asked.first, asked.second)):
        if numbers:
            yield "CALL () {"
            yield from (f"  {line}" for line in numbers[at])
            yield "}"
            operands.append(Operand(COMPARED[at], Kinds(NUMBERS)))
            continue
        _require_one(writing, place)
        clause = Patterns(writing, frozenset((place.key,))).alone(place)
        operand = writing.operand(Value(place.key, asked.property))
        told = number(operand, writing) if are_written_numbers(operand, writing) else operand.text
        clause.conditions.append(f"{told} IS NOT NULL")
        operands.append(operand)
        yield from clause.lines()
    if numbers:
        yield from _named(writing, asked)
    yield from _answer(writing, asked, *operands)


def _named(writing: Writing, asked: Comparison) -> Iterator[str]:
    """The two that are told of, where one of them is the answer."""
    for place in (asked.first, asked.second) if asked.kind in ("more", "less") else ():
        _require_one(writing, place)
        yield from Patterns(writing, frozenset((place.key,))).alone(place).lines()


def _answer(writing: Writing, asked: Comparison, first: Operand, second: Operand) -> Iterator[str]:
    """The answer, and beside it what is compared."""
    beside = ", ".join(
        f"{one.text} AS {identifier(name)}" if one.text != name else name
        for one, name in zip((first, second), columns_of(asked)[1:], strict=True)
    )
    if asked.kind in ("difference", "apart"):
        one, other = number(first, writing), number(second, writing)
        by = f"abs({one} - {other})" if asked.kind == "apart" else f"{one} - {other}"
        if "toFloat" in by:
            yield f"WITH {by} AS answer, {beside}"
            yield "WHERE answer IS NOT NULL"
            yield f"RETURN answer, {', '.join(map(identifier, columns_of(asked)[1:]))}"
        else:
            yield f"RETURN {by} AS answer, {beside}"
    elif asked.kind == "same":
        yield f"RETURN {compared(first, '=', second, writing)} AS answer, {beside}"
    elif asked.kind in ("exceeds", "falls short"):
        more = compared(first, ">" if asked.kind == "exceeds" else "<", second, writing)
        yield f"RETURN {more} AS answer, {beside}"
    else:
        one, other = (writing.node(place) for place in (asked.first, asked.second))
        more = compared(first, ">" if asked.kind == "more" else "<", second, writing)
        equal = compared(first, "=", second, writing)
        yield f"UNWIND CASE WHEN {more} THEN [{one}] WHEN {equal} THEN [{one}, {other}] ELSE [{other}] END AS answer"
        yield f"RETURN answer, {beside}"


def _require_one(writing: Writing, place: Place) -> None:
    """Raises `CannotSay` where several nodes are called so: which of them is compared only their rows tell."""
    if len(place.names) != 1 or len(writing.held.called(place.names[0], place.label)) > 1:
        said = " or ".join(place.names) or "what has no name"
        raise CannotSay("comparison", f"Several nodes may be {said}.")
