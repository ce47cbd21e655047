"""Questions written before any planner was tried, with their gold answers and what the answers are found by.

``tests/questions/NAME.yml`` holds the questions to the graph NAME of `question_graphs`. Each has ``id``, ``question``,
``kind`` (one of `KINDS`), ``split`` (``dev`` to look at while building, ``held_out`` for figures), ``answers`` (all
that are right) and ``gold``, a query that `gold_answers` runs naively over the plain graph:

- ``pattern``: directed triples; a type that ends with ``~`` is read both ways. A part is a name, ``?unknown``, or
  either with its label, ``{Movie: Heat}``, ``{Movie: ?film}``. Distinct parts are distinct nodes.
- ``where``: conditions such as ``[?film.released, '>', 2000]``
- ``answer``: the part that is asked for; ``give``: its property; ``count``: how many there are;
  ``highest`` / ``lowest``: only the one that has most or least of this property.
"""

from __future__ import annotations

import operator
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from question_graphs import PropertyGraph

FOLDER = Path(__file__).parent / "questions"
SETS = ("films", "world", "registry")
"""Graphs with 20 questions each, of which figures are told."""
OTHER_SETS = ("company", "festival")
"""Graphs of other domains to look at while building."""
DOMAINS = ("hospital", "supply", "court", "grid")
"""Graphs of other fields, whose questions have Cypher as gold: for ``motif evaluate cypher``."""
LATER = ("airport", "firms", "campus", "atlas", "league", "services")
"""More of them, written without sight of the rules that were made with the others."""
LATEST = ("cinema", "library", "saga", "chamber", "bank", "forum", "crashes", "hoops", "terrain", "clinic")
"""More, with half as many about what is not held."""
SINCE = (
    *("screen", "ministers", "adverse", "overflow", "thrones", "offshore", "legends", "recipes", "precinct"),
    *("mundial", "orbit", "rentals", "arcade", "discs", "harbour", "papers", "hiring", "letters", "crowns"),
    *("chatter", "carrier", "modules", "battles", "parcels", "access", "insurer"),
    *("opera", "windfarm", "hotels"),
)
"""The last of them, 60 questions each, of which no plans of the older planners are kept."""
KINDS = ("one_hop", "two_hop", "star", "property", "count", "comparison", "superlative")

_COMPARISONS = {
    ">": operator.gt,
    ">=": operator.ge,
    "<": operator.lt,
    "<=": operator.le,
    "=": operator.eq,
    "!=": operator.ne,
}


@dataclass(frozen=True)
class Question:
    """A question with its gold answers: names of nodes, or values for properties and counts."""

    id: str
    question: str
    kind: str
    split: str
    answers: tuple[Any, ...]
    gold: Mapping[str, Any]

    def is_right(self, first: Any) -> bool:
        """Whether the first answer given, a name or a value, is among the gold ones."""
        return str(first) in {str(answer) for answer in self.answers}


@cache
def questions(name: str, split: str | None = None) -> tuple[Question, ...]:
    """The questions to the graph ``name``, in the file's order; only those of ``split`` unless it is None."""
    rows = yaml.safe_load((FOLDER / f"{name}.yml").read_text(encoding="utf-8"))
    found = (Question(**{**row, "answers": tuple(row["answers"])}) for row in rows)
    return tuple(question for question in found if split in (None, question.split))


def gold_answers(graph: PropertyGraph, gold: Mapping[str, Any]) -> list[Any]:
    """What the ``gold`` query finds: distinct answers, sorted; one number where they are counted."""
    wanted = _Query(graph, gold)
    rows = sorted({bound[wanted.asked] for bound in wanted.bindings()})
    if gold.get("count"):
        return [len(rows)]
    for key, choose in (("highest", max), ("lowest", min)):
        if key in gold:
            values = {row: graph.nodes[row].properties.get(gold[key]) for row in rows}
            best = choose(value for value in values.values() if value is not None)
            rows = [row for row in rows if values[row] == best]
    give = gold.get("give")
    return sorted({graph.nodes[row].properties.get(give) if give else graph.nodes[row].name for row in rows})


class _Query:
    """A gold query over a graph: triples extended one by one, nothing clever."""

    def __init__(self, graph: PropertyGraph, gold: Mapping[str, Any]) -> None:
        self.graph = graph
        self.labels: dict[str, str] = {}
        self.triples = [
            (self._part(head), relation, self._part(tail)) for head, relation, tail in gold.get("pattern", ())
        ]
        self.asked = self._part(gold["answer"])
        self.where = gold.get("where", ())
        self.out: dict[tuple[int, str], list[int]] = defaultdict(list)
        self.into: dict[tuple[int, str], list[int]] = defaultdict(list)
        for link in graph.links:
            self.out[link.source, link.type].append(link.target)
            self.into[link.target, link.type].append(link.source)

    def _part(self, part: Any) -> str:
        if isinstance(part, Mapping):
            [(label, text)] = part.items()
            self.labels[str(text)] = label
            return str(text)
        return str(part)

    def bindings(self) -> Iterator[dict[str, int]]:
        """Every way to bind the parts to nodes."""
        if self.triples:
            yield from self._extended(_ordered(self.triples), {})
        else:
            yield from ({self.asked: row} for row in self._rows(self.asked) if self._holds({self.asked: row}))

    def _extended(
        self, triples: Sequence[tuple[str, str, str]], bound: dict[str, int]
    ) -> Iterator[dict[str, int]]:
        if not triples:
            if self._holds(bound):
                yield bound
            return
        (head, relation, tail), rest = triples[0], triples[1:]
        if head not in bound and tail not in bound:
            start = tail if head.startswith("?") else head
            for row in self._rows(start):
                yield from self._extended(triples, {**bound, start: row})
            return
        for source, target in self._links(relation, bound.get(head), bound.get(tail)):
            fits = bound.get(head, source) == source and bound.get(tail, target) == target
            if fits and self._can_be(head, source) and self._can_be(tail, target):
                found = {**bound, head: source, tail: target}
                if len(set(found.values())) == len(found):
                    yield from self._extended(rest, found)

    def _links(self, relation: str, head: int | None, tail: int | None) -> Iterator[tuple[int, int]]:
        kind = relation.rstrip("~")
        for out, into in ((self.out, self.into), (self.into, self.out))[: 1 + relation.endswith("~")]:
            if head is not None:
                yield from ((head, other) for other in out[head, kind])
            elif tail is not None:
                yield from ((other, tail) for other in into[tail, kind])

    def _rows(self, part: str) -> list[int]:
        return [row for row in range(len(self.graph.nodes)) if self._can_be(part, row)]

    def _can_be(self, part: str, row: int) -> bool:
        node = self.graph.nodes[row]
        is_named = part.startswith("?") or node.name == part
        return is_named and (part not in self.labels or self.labels[part] in node.labels)

    def _holds(self, bound: Mapping[str, int]) -> bool:
        for path, comparison, value in self.where:
            part, _, name = path.partition(".")
            given = self.graph.nodes[bound[part]].properties.get(name)
            if given is None or not _COMPARISONS[comparison](given, value):
                return False
        return True


def _ordered(triples: Sequence[tuple[str, str, str]]) -> list[tuple[str, str, str]]:
    """The triples so that each has a name or an unknown of an earlier one."""
    left, ordered, reached = list(triples), list[tuple[str, str, str]](), set[str]()
    while left:
        known = [t for t in left if {t[0], t[2]} & reached]
        named = [t for t in left if not (t[0].startswith("?") and t[2].startswith("?"))]
        triple = (known or named or left)[0]
        left.remove(triple)
        ordered.append(triple)
        reached |= {triple[0], triple[2]}
    return ordered
