"""Questions that tracing is measured on: a schema graph in other words than the graph's, and all that it asks for."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.graphs.distinct import distinct
from motif.graphs.pattern import parse_part, parse_pattern
from motif.graphs.projection import Projection
from motif.indexes.names import NameIndex, build_name_index
from motif_procedures.evaluation.gold_questions import Asked
from motif_procedures.guidance import generate_examples
from motif_procedures.tracing.gold_paths import GoldPaths
from motif_procedures.tracing.wordings import Reword

Triple = tuple[Any, str, Any]


@dataclass(frozen=True, slots=True)
class TracedQuestion:
    """A question to be traced, and what is right.

    Attributes
    ----------
    text
        The question in words.
    triples
        The schema triples as they are put: unknowns are ``[ENT1]``, ``[ENT2]`` …, relations may be reworded.
    relations
        The graph's own relation of each triple.
    answer
        The unknown that is asked for.
    entity : int
        Row of the question entity.
    answers : int32 (a,)
        Rows of the gold answers, ascending.
    paths : int32 (p, t)
        Rows of the relationships of each gold path, aligned with ``triples``.
    group
        What figures are told by: the hops.
    """

    text: str
    triples: tuple[Triple, ...]
    relations: tuple[str, ...]
    answer: str
    entity: int
    answers: NDArray[np.int32]
    paths: NDArray[np.int32]
    group: str

    @property
    def strategy(self) -> str:
        """What the question wants: "precision" for one answer, "breadth" for several."""
        return "precision" if len(self.answers) == 1 else "breadth"


def traced_questions(
    projection: Projection, asked: Iterable[Asked], among: NDArray[np.bool_] | None = None
) -> list[TracedQuestion]:
    """``asked`` on the graph, in its own relations: those about one node ``among``, bool (n,), with a gold path.

    Those with a gold pattern that knows no node or several, or one whose name several nodes share, are left out.
    """
    names, gold = build_name_index(projection.nodes.names), GoldPaths(projection)
    found = []
    for question in asked:
        one = _traced(question, names, gold, among)
        if one is not None:
            found.append(one)
    return found


def generated_questions(
    projection: Projection, among: NDArray[np.bool_], count: int, seed: int
) -> list[TracedQuestion]:
    """At most ``count`` questions of 1 to 3 triples made out of the graph, about one node ``among``, bool (n,), each.

    The same arguments give the same questions. Raises as
    `motif_procedures.guidance.generation.generate_examples` does.
    """
    examples = generate_examples(
        projection, count=count, hops=(1, 2, 3), seed=seed, noise=0.0, entities=among
    )
    return [
        TracedQuestion(
            one.question,
            one.triples,
            one.relations,
            one.answer,
            int(one.entities[0]),
            one.answers,
            one.paths,
            str(len(one.triples)),
        )
        for one in examples
        if len(one.entities) == 1
    ]


def _traced(
    asked: Asked, names: NameIndex, gold: GoldPaths, among: NDArray[np.bool_] | None
) -> TracedQuestion | None:
    known = () if asked.plan is None or not asked.plan.pattern else asked.known
    rows = names.equal(known[0]).tolist() if len(known) == 1 else []
    if asked.plan is None or len(rows) != 1 or (among is not None and not among[rows[0]]):
        return None
    entity = rows[0]
    answers = distinct(np.array([row for name in asked.answers for row in names.equal(name)], np.int32))
    paths = gold.find(asked.plan, entity, answers)
    if not len(paths):
        return None
    triples, answer = placed(asked.plan.pattern, asked.plan.answer)
    relations = tuple(relation for _, relation, _ in triples)
    return TracedQuestion(asked.text, triples, relations, answer, entity, answers, paths, asked.group)


def reworded(question: TracedQuestion, reword: Reword, respell: Reword | None = None) -> TracedQuestion:
    """``question`` with its relations told by ``reword`` and its known names by ``respell``.

    Each triple's relation is told by itself, a name once.
    """
    names: dict[str, str] = {}

    def part(given: Any) -> Any:
        node = parse_part(given)
        if respell is None or node.name is None:
            return given
        name = names.setdefault(node.name, respell(node.name))
        return name if parse_part(name).is_known else {"name": name}

    triples = tuple((part(head), reword(relation), part(tail)) for head, relation, tail in question.triples)
    return dataclasses.replace(question, triples=triples)


def placed(triples: Sequence[Sequence[Any]], answer: Any) -> tuple[tuple[Triple, ...], str]:
    """``triples`` with their unknowns as ``[ENT1]``, ``[ENT2]`` … in the order of mention, and ``answer`` likewise.

    >>> placed([("?film", "directed_by", "Mann"), ("?film", "release_year", "?answer")], "?answer")
    ((('[ENT1]', 'directed_by', 'Mann'), ('[ENT1]', 'release_year', '[ENT2]')), '[ENT2]')
    """
    called: dict[str, str] = {}
    for node in parse_pattern(triples).nodes:
        if node.unknown is not None:
            called.setdefault(node.unknown, f"[ENT{len(called) + 1}]")

    def part(given: Any) -> Any:
        unknown = parse_part(given).unknown
        return given if unknown is None else called[unknown]

    return tuple((part(head), relation, part(tail)) for head, relation, tail in triples), part(answer)
