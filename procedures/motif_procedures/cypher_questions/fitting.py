"""The weights of `motif.planners.meaning.sureness`: fitted to whether meanings were right, one graph left out in turn.

Run as ``python -m motif_procedures.cypher_questions.fitting OUT.json QUESTIONS...``: the development halves are asked,
and again with relations taken out that they need, when nothing is right. Prints, for each graph, what weights that
were fitted to the others say of it.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from motif.errors import MotifError
from motif.graphs.evidence import Results
from motif.knowledge_graph import Graph
from motif.planners.meaning.planner import plan_meanings
from motif.planners.meaning.sureness import EMPTY, SURE, weights_in_use
from motif.retrievers.meaning_evidence import likeliest_traits
from motif_procedures.cypher_questions.answering import TOP_K, said_of
from motif_procedures.cypher_questions.arena import Arena, arena_of_files, path_of_graph
from motif_procedures.cypher_questions.job import verdict_of
from motif_procedures.cypher_questions.metrics import Answered, calibration_error
from motif_procedures.cypher_questions.questions import CypherQuestion, chosen, graph_name, read_questions

TAKEN_OUT = 6
"""Relation types of each graph that are taken out, one at a time."""

OF_EACH = 25
"""Questions that are asked without one of them."""

MOST = 200
"""Examples of a graph that count; of a graph with more, each counts less."""

RIDGE = 1.0

STAYING = 40.0
"""The same, of how far a weight goes from where it was before: what people ask is not all in these questions, and where
they tell little it stays."""

OF_NOTHING = -3.2
"""Weight of an empty answer, which is not fitted: none of the questions has nothing as its gold, but people's do."""


@dataclass(frozen=True)
class Example:
    """The likeliest meaning of one question: its traits, whether it omits something and whether it was right."""

    graph: str
    traits: Mapping[str, float]
    omits: bool
    right: bool


def examples_of(file: Path, seed: int = 0) -> Iterator[Example]:
    """Of the development half of a file of questions, with the graph that lies beside it."""
    name = graph_name(file)
    arena = arena_of_files(name, path_of_graph(file), lambda what, done, total: None)
    questions = chosen(read_questions(file), half="dev", limit=None, seed=seed)
    for question in questions:
        yield from _examples(name, arena.graph, question, arena)
    types = sorted(arena.plain.types) if arena.plain is not None else []
    random.Random(name).shuffle(types)
    for relation in types[:TAKEN_OUT]:
        lacking = arena.unanswerable(questions, relation)[:OF_EACH]
        graph = arena.without(relation) if lacking else None
        for question in lacking:
            assert graph is not None
            yield from _examples(name, graph, replace(question, rows=()), None)


def _examples(name: str, graph: Graph, question: CypherQuestion, arena: Arena | None) -> Iterator[Example]:
    """None of a question whose gold does not compare, or of which nothing is understood by a draft."""
    gold = None if arena is None or question.is_arbitrary else arena.gold.rows(question)
    if arena is not None and question.is_held and gold is None:
        return
    try:
        meanings = plan_meanings(question.question, graph.view)
        found = graph.retrieve(question.question, planner="meaning", top_k=TOP_K)
    except MotifError:
        return
    if not meanings or not meanings[0].traits or found.status == "not held":
        return
    is_right = arena is not None and question.is_held and _is_right(question, gold or (), found)
    traits = likeliest_traits(graph.view, meanings, TOP_K)
    if traits:
        yield Example(name, {EMPTY: 0.0, **traits}, bool(meanings[0].omissions), is_right)


def _is_right(question: CypherQuestion, gold: Sequence[tuple[object, ...]], found: Results) -> bool:
    said = replace(said_of(found), declined="")
    return verdict_of(question, gold, said) == "right"


def fitted(examples: Sequence[Example], before: Mapping[str, float] | None = None) -> dict[str, float]:
    """Weights by trait, under "" the constant: a logistic model with a ridge around what they were before, by Newton's
    steps.

    >>> many = [Example("g", {"good": float(n % 2)}, False, n % 2 == 1) for n in range(40)]
    >>> weights = fitted(many)
    >>> weights["good"] > 2, weights[""] < 0, fitted(many, {"good": 0.0})["good"] < weights["good"]
    (True, True, True)
    """
    known = before or {}
    names = sorted({name for one in examples for name in one.traits} - {EMPTY})
    table = np.array([[1.0, *(one.traits.get(name, 0.0) for name in names)] for one in examples])
    right = np.array([one.right for one in examples], np.float64)
    held = OF_NOTHING * np.array([one.traits.get(EMPTY, 0.0) for one in examples])
    share = _shares(examples)
    start = np.array([0.0, *(known.get(name, 0.0) for name in names)])
    ridge = np.diag([1e-3, *(STAYING if name in known else RIDGE for name in names)])
    weights = start.copy()
    for _ in range(60):
        told = 1.0 / (1.0 + np.exp(-table @ weights - held))
        curve = table.T @ (table * (share * told * (1 - told) + 1e-9)[:, None]) + ridge
        step = np.linalg.solve(curve, table.T @ (share * (right - told)) - ridge @ (weights - start))
        weights += step
        if np.abs(step).max() < 1e-6:
            break
    found = {name: round(float(weight), 3) for name, weight in zip(["", *names], weights, strict=True)}
    return dict(sorted({**found, EMPTY: OF_NOTHING}.items()))


def _shares(examples: Sequence[Example]) -> NDArray[np.float64]:
    sizes = {name: sum(one.graph == name for one in examples) for name in {one.graph for one in examples}}
    return np.array([min(1.0, MOST / sizes[one.graph]) for one in examples])


def told_of(weights: Mapping[str, float], example: Example) -> float:
    """The probability that an example is right."""
    logit = weights[""] + sum(weights.get(name, 0.0) * value for name, value in example.traits.items())
    return float(1.0 / (1.0 + np.exp(-logit)))


def left_out(examples: Sequence[Example], before: Mapping[str, float] | None = None) -> Iterator[str]:
    """A line for each graph, by weights that were fitted to the others, and one for all of them."""
    answered: list[Answered] = []
    for name in dict.fromkeys(one.graph for one in examples):
        weights = fitted([one for one in examples if one.graph != name], before)
        own = [(told_of(weights, one), one) for one in examples if one.graph == name]
        answered += [(told, one.right) for told, one in own]
        sure = [one.right for told, one in own if told >= SURE and not one.omits]
        right = f"{100 * sum(sure) / len(sure):.1f} % right" if sure else "none"
        error = calibration_error([(told, one.right) for told, one in own])
        yield f"{name}: {len(own)} asked, calibration error {error:.2f}, answered {len(sure)}, {right}"
    yield f"all: {len(answered)} asked, calibration error {calibration_error(answered):.3f}"


def main(out: str, *files: str) -> None:
    """Fits, prints what leaving each graph out gives, and writes the weights."""
    examples = [example for file in files for example in examples_of(Path(file))]
    before = weights_in_use()
    for line in left_out(examples, before):
        print(line, flush=True)
    Path(out).write_text(json.dumps({"weights": fitted(examples, before)}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
