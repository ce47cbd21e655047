"""Questions made from what a graph's labels, properties and relationship types are called, with what answers them.

They are plainer than what people ask, but they ask every property of every label: a word of a schema that is read for
another shows at once. ``python tests/schema_questions.py GRAPH…`` asks all of those of graphs of ``tests/questions``
and prints what is not answered rightly.
"""

from __future__ import annotations

import contextlib
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property
from pathlib import Path
from typing import Any

import motif
from motif.errors import MissingDependency
from motif.graphs.evidence import Node
from motif.indexes.names import readable
from motif.planners.meaning.property_words import without_units
from motif.planners.meaning.schema_words import words_in
from motif.settings import load_settings
from motif_procedures.cypher_questions.arena import graph_in_memory
from motif_procedures.cypher_questions.graph_files import PlainGraph, projected, read_graph
from question_graphs import loaded_once

QUESTIONS = Path(__file__).parent / "questions"
GRAPHS = tuple(sorted(path.stem for path in QUESTIONS.glob("*.cypher")))


@dataclass(frozen=True)
class SchemaQuestion:
    """A question, and the rows that answer it, in any order; of a thing its name."""

    text: str
    rows: frozenset[tuple[Any, ...]]


@dataclass(frozen=True)
class Things:
    """The nodes of one label, with what they are called."""

    label: str
    names: tuple[str, ...]
    properties: tuple[dict[str, Any], ...]

    @property
    def singular(self) -> str:
        return readable(self.label).lower()

    @property
    def plural(self) -> str:
        one = self.singular
        if one == "person" or one.endswith(" person"):
            return one[: -len("person")] + "people"
        if one.endswith("y") and one[-2] not in "aeiou":
            return one[:-1] + "ies"
        return one + ("es" if one.endswith(("s", "x", "ch", "sh")) else "s")

    @cached_property
    def keys(self) -> list[str]:
        """Properties, but for those that the things are called by."""
        held = sorted({key for one in self.properties for key in one})
        return [
            key
            for key in held
            if any(
                key in one and one[key] != name for name, one in zip(self.names, self.properties, strict=True)
            )
        ]

    def held(self, key: str) -> list[tuple[str, Any]]:
        """What each thing that has a property is called, and its value."""
        pairs = zip(self.names, self.properties, strict=True)
        return [(name, one[key]) for name, one in pairs if key in one]


def graph_of(name: str) -> tuple[PlainGraph, motif.Graph]:
    """A graph of ``tests/questions`` as lists, and as a user holds it."""
    plain, settings = read_graph(QUESTIONS / f"{name}.cypher"), load_settings()
    encoder = None
    with contextlib.suppress(MissingDependency):
        encoder = loaded_once(settings.encoder, settings.cache)
    return plain, graph_in_memory(projected(plain), encoder=encoder)


def schema_questions(plain: PlainGraph, graph: motif.Graph, seed: int = 0) -> Iterator[SchemaQuestion]:
    """Every question that can be made of things whose names nothing else has."""
    draw = random.Random(seed)
    called = graph.view.projection.nodes.names
    names = [called[row] for row in range(len(plain.nodes))]
    of_label = defaultdict[str, list[int]](list)
    for row, node in enumerate(plain.nodes):
        for label in node.labels:
            of_label[label].append(row)
    counts = Counter(names)
    for label, rows in sorted(of_label.items()):
        if any(not names[row] or counts[names[row]] > 1 for row in rows):
            continue
        things = Things(
            label, tuple(names[row] for row in rows), tuple(dict(plain.nodes[row].properties) for row in rows)
        )
        yield SchemaQuestion(f"How many {things.plural} are there?", frozenset({(len(rows),)}))
        for key in things.keys:
            yield from _of_property(things, key, draw)


def _of_property(things: Things, key: str, draw: random.Random) -> Iterator[SchemaQuestion]:
    held, spoken = things.held(key), _spoken(key)
    values = [value for _, value in held]
    if all(isinstance(value, bool) for value in values):
        yield from _of_truth(things, key, held)
    elif all(isinstance(value, (int, float)) for value in values) and len(set(values)) > 3:
        yield _of_one(spoken, *draw.choice(held))
        yield from _of_numbers(things, spoken, held, draw)
    elif all(isinstance(value, str) for value in values):
        yield _of_one(spoken, *draw.choice(held))
        if len(set(values)) <= max(3, len(values) // 2):
            yield from _of_texts(things, spoken, held, draw)
    elif all(isinstance(value, date) and not isinstance(value, datetime) for value in values):
        yield from _of_dates(things, spoken, held)


def _spoken(key: str) -> str:
    """How a property is said: without its unit, but for units of time ("flight hours")."""
    words = words_in(key)
    return words.text.lower() if words.lemmas[-1] in _OF_TIME else without_units(words)


_OF_TIME = frozenset({"hour", "day", "week", "month", "year", "min", "minute", "second"})


def _of_one(spoken: str, name: str, value: Any) -> SchemaQuestion:
    return SchemaQuestion(f"What is the {spoken} of {name}?", frozenset({(value,)}))


def _of_truth(things: Things, key: str, held: Sequence[tuple[str, bool]]) -> Iterator[SchemaQuestion]:
    words = readable(key).lower().split()
    true = _rows(name for name, value in held if value)
    if words[0] == "has" and true:
        yield SchemaQuestion(f"Which {things.plural} have {' '.join(words[1:])}?", true)
    elif words[0] == "is" and true:
        yield SchemaQuestion(f"Which {things.plural} are {' '.join(words[1:])}?", true)


def _of_numbers(
    things: Things, spoken: str, held: Sequence[tuple[str, float]], draw: random.Random
) -> Iterator[SchemaQuestion]:
    values = sorted(value for _, value in held)
    most, middle = values[-1], values[len(values) * 2 // 3]
    best = _rows(name for name, value in held if value == most)
    if len(best) == 1:
        yield SchemaQuestion(f"Which {things.singular} has the highest {spoken}?", best)
    if above := _rows(name for name, value in held if value > middle):
        yield SchemaQuestion(f"Which {things.plural} have a {spoken} of more than {middle}?", above)
    if len(values) > 3 and values[2] < values[3]:
        least = _rows(name for name, value in held if value <= values[2])
        yield SchemaQuestion(f"List the 3 {things.plural} with the lowest {spoken}.", least)
    average = sum(values) / len(values)
    yield SchemaQuestion(f"What is the average {spoken} of {things.plural}?", frozenset({(average,)}))
    n_least = sum(value >= middle for value in values)
    if not FIRST_YEAR <= middle <= LAST_YEAR:
        yield SchemaQuestion(
            f"How many {things.plural} have a {spoken} of at least {middle}?", frozenset({(n_least,)})
        )
    name, value = draw.choice(held)
    if more := _rows(other for other, theirs in held if theirs > value):
        yield SchemaQuestion(f"Which {things.plural} have a higher {spoken} than {name}?", more)


FIRST_YEAR, LAST_YEAR = 1000, 2100


def _of_texts(
    things: Things, spoken: str, held: Sequence[tuple[str, str]], draw: random.Random
) -> Iterator[SchemaQuestion]:
    counts = Counter(value for _, value in held)
    _, value = draw.choice(held)
    having = _rows(name for name, theirs in held if theirs == value)
    yield SchemaQuestion(f"Which {things.plural} have the {spoken} {value}?", having)
    yield SchemaQuestion(f"{things.plural} whose {spoken} is {value}", having)
    yield SchemaQuestion(
        f'How many {things.plural} have the {spoken} "{value}"?', frozenset({(counts[value],)})
    )
    groups: dict[str | None, int] = dict(counts)
    if n_none := len(things.names) - len(held):
        groups[None] = n_none
    yield SchemaQuestion(f"How many {things.plural} are there per {spoken}?", frozenset(groups.items()))
    (first, n_first), *others = counts.most_common(2)
    if not others or others[0][1] < n_first:
        yield SchemaQuestion(f"What is the most common {spoken} of {things.plural}?", frozenset({(first,)}))


def _of_dates(things: Things, spoken: str, held: Sequence[tuple[str, date]]) -> Iterator[SchemaQuestion]:
    years = sorted(value.year for _, value in held)
    year, latest = years[len(years) // 2], max(value for _, value in held)
    if after := _rows(name for name, value in held if value.year > year):
        yield SchemaQuestion(f"Which {things.plural} have a {spoken} after {year}?", after)
    yield SchemaQuestion(
        f"How many {things.plural} have a {spoken} in {year}?", frozenset({(years.count(year),)})
    )
    last = _rows(name for name, value in held if value == latest)
    if len(last) == 1:
        yield SchemaQuestion(f"Which {things.singular} has the latest {spoken}?", last)


def _rows(names: Iterator[str]) -> frozenset[tuple[Any, ...]]:
    return frozenset((name,) for name in names)


def rows_of(graph: motif.Graph, question: SchemaQuestion) -> tuple[str, frozenset[tuple[Any, ...]]]:
    """How a question ends ("answered", "unsure", "not held", an error), and its rows, as wide as the wanted ones."""
    width = len(next(iter(question.rows)))
    try:
        found = graph.retrieve(question.text, top_k=1000)
    except motif.MotifError as error:
        return type(error).__name__, frozenset()
    return found.status, frozenset(tuple(map(_plain, piece.answers[:width])) for piece in found)


def is_right(question: SchemaQuestion, rows: frozenset[tuple[Any, ...]]) -> bool:
    """Whether rows are those wanted, numbers to nine digits."""
    return _rounded(rows) == _rounded(question.rows)


def _plain(value: Any) -> Any:
    return value.name if isinstance(value, Node) else value


def _rounded(rows: frozenset[tuple[Any, ...]]) -> frozenset[tuple[Any, ...]]:
    return frozenset(
        tuple(float(f"{one:.9g}") if isinstance(one, (int, float)) else one for one in row) for row in rows
    )


def main(*names: str) -> None:
    """Asks all and prints what is not answered rightly, and how many are, by graph."""
    totals = Counter[str]()
    for name in names or GRAPHS:
        plain, graph = graph_of(name)
        counts = Counter[str]()
        for question in schema_questions(plain, graph):
            status, rows = rows_of(graph, question)
            verdict = "right" if is_right(question, rows) else "wrong"
            counts[f"{status}, {verdict}"] += 1
            if (status, verdict) != ("answered", "right"):
                print(f"{name}\t{status}\t{verdict}\t{question.text}\t{sorted(rows, key=str)[:4]}")
        print(name, dict(counts), flush=True)
        totals += counts
    print(dict(totals))


if __name__ == "__main__":
    main(*sys.argv[1:])
