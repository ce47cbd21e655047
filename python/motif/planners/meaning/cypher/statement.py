"""A meaning as one Cypher statement: what the arrays answer, for a person to read and a database to run."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from motif.graphs.meaning import (
    Aggregate,
    Comparison,
    Function,
    Meaning,
    Place,
    Relative,
    Selection,
    Value,
    columns_of,
)
from motif.planners.cypher_literals import identifier
from motif.planners.meaning.cypher.comparing import COMPARED, comparison_lines
from motif.planners.meaning.cypher.held import Held
from motif.planners.meaning.cypher.kinds import NUMBERS
from motif.planners.meaning.cypher.patterns import Patterns
from motif.planners.meaning.cypher.rows import Asked
from motif.planners.meaning.cypher.unsaid import CannotSay, Unsaid
from motif.planners.meaning.cypher.values import FUNCTIONS, Values
from motif.planners.meaning.cypher.writing import Writing, values_in


@dataclass(frozen=True, slots=True)
class Statement:
    """A reading statement; names and values are parameters, texts, numbers, booleans and lists of them."""

    text: str
    parameters: dict[str, Any]

    def as_dict(self) -> dict[str, Any]:
        return {"text": self.text, "parameters": self.parameters}


def as_cypher(meaning: Meaning, held: Held) -> Statement | Unsaid:
    """The statement that gives, in the database that ``held`` was read from, the rows which the arrays give.

    Times come as Neo4j's, where the arrays have their text. Which of rows that share a place come first, and which are
    cut where they are not all kept, the meaning does not say: there the two may differ.

    >>> from motif.catalog import from_triples
    >>> from motif.graphs.meaning import Branch, Column, Condition, Place
    >>> graph = from_triples([("Heat", "MADE", "Mann")], {"Heat": "Film", "Mann": "Person"})
    >>> film = Place("film", "Film", (), (Condition("year", ">", 1999), Branch(("MADE",), "out", Place("p", "Person"))))
    >>> meaning = Meaning(Selection(film, (Column("film", Value("film")),)))
    >>> print(as_cypher(meaning, Held(graph, lambda name: graph.nodes.ids[:0])).text)
    MATCH (film:Film)-[:MADE]->(:Person)
    WHERE film.year > $year
    RETURN DISTINCT film
    """
    writing = Writing(held)
    try:
        if isinstance(meaning.asked, Comparison):
            writing.reserve(columns_of(meaning.asked))
            lines = list(comparison_lines(writing, meaning.asked, _numbers(writing, meaning.asked)))
        elif meaning.asked.share is not None:
            lines = list(_shared(writing, meaning.asked, meaning.asked.share))
        elif meaning.asked.over is not None and not meaning.asked.asks:
            lines = list(_over(writing, meaning.asked, meaning.asked.over))
        else:
            lines = list(_selected(writing, meaning.asked))
    except CannotSay as error:
        return error.unsaid
    return Statement("\n".join(lines), writing.parameters)


def _selected(writing: Writing, asked: Selection) -> Iterator[str]:
    nodes, ties = _shown(asked)
    patterns = Patterns(writing, frozenset(nodes), frozenset(ties))
    clauses = patterns.clauses(asked.place)
    patterns.related(asked.place, clauses)
    return Asked(writing, asked, clauses, Values(writing)).lines()


def _over(writing: Writing, asked: Selection, function: Function) -> Iterator[str]:
    """One value made of a number for each row, which a statement of their own gives."""
    column = asked.columns[-1].value
    columns = [dataclasses.replace(one, name=f"column {at}") for at, one in enumerate(asked.columns)]
    lines = list(_selected(writing, dataclasses.replace(asked, columns=tuple(columns), over=None)))
    is_number = isinstance(column, Aggregate) and (
        column.function not in ("min", "max") or writing.operand(column.of).kinds.kinds <= NUMBERS
    )
    if not is_number:
        raise CannotSay("shape", "A value is made of what need not be a number.")
    yield "CALL () {"
    yield from (f"  {line}" for line in lines)
    yield "}"
    middle = ", 0.5" if function == "median" else ""
    yield f"RETURN {FUNCTIONS[function]}({identifier(columns[-1].name)}{middle}) AS answer"


def _numbers(writing: Writing, asked: Comparison) -> list[list[str]]:
    """For each of two selections that are compared the lines that give its number."""
    if asked.numbers is None:
        return []
    writing.reserve(COMPARED)
    return [
        list(
            _selected(
                writing, dataclasses.replace(one, columns=(dataclasses.replace(one.columns[0], name=name),))
            )
        )
        for one, name in zip(asked.numbers, COMPARED, strict=True)
    ]


def _shared(writing: Writing, asked: Selection, whole: Place) -> Iterator[str]:
    """Both counted by themselves; no row where the whole is empty."""
    patterns, node = Patterns(writing, frozenset({asked.place.key})), writing.node(asked.place)
    name, counts = identifier(asked.columns[0].name), list[str]()
    for places in ((whole,), (asked.place,) if _is_narrower(asked.place, whole) else (whole, asked.place)):
        if any(isinstance(test, Relative) for place in places for one in place.bound() for test in one.tests):
            raise CannotSay("relative", "Places are compared with one another within a share.")
        lines = [f"  {line}" for place in places for line in patterns.alone(place).lines()]
        counts.append("\n".join(["COUNT {", *lines, f"  RETURN DISTINCT {node}", "}"]))
    yield f"WITH {counts[0]} AS whole"
    yield "WHERE whole > 0"
    yield f"RETURN 100.0 * {counts[1]} / whole AS {name}"


def _is_narrower(part: Place, whole: Place) -> bool:
    """Whether what holds of the whole is said of the part too."""
    same = (part.key, part.label, part.names) == (whole.key, whole.label, whole.names)
    return same and all(test in part.tests for test in whole.tests)


def _shown(asked: Selection) -> tuple[set[str], set[str]]:
    """Keys of places, and of places whose relationship, that anything but their own tests speaks of."""
    values: list[Value] = []
    if not asked.asks:
        values += values_in(column.value for column in asked.columns)
        values += values_in(order.by for order in asked.order)
    values += [having.of.of for having in asked.having]
    nodes = {value.place for value in values if not value.of_relationship}
    for place in asked.place.bound():
        for test in place.tests:
            if isinstance(test, Relative):
                nodes |= {place.key, test.place}
    return nodes, {value.place for value in values if value.of_relationship}
