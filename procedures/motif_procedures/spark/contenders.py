"""Ways to retrieve nodes for a question: by words and vectors, by patterns, and by plans of steps."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from motif.errors import InvalidInput, NoEntityFound
from motif.graphs.evidence import Evidence, Node, Results
from motif_procedures.spark.arena import SparkArena
from motif_procedures.spark.question import SparkQuestion

COUNT = 20
"""Nodes that are asked for."""

_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class Ranked:
    """What a contender answers.

    Attributes
    ----------
    ids
        Element ids of nodes, best first, distinct.
    values
        The first piece's answers that are no nodes: numbers and properties.
    metadata
        What the results say of themselves.
    """

    ids: tuple[str, ...] = ()
    values: tuple[Any, ...] = ()
    metadata: Mapping[str, Any] = field(default_factory=dict)


Ask = Callable[[SparkArena, SparkQuestion], Ranked]


def by_words(bm25_weight: float, *, of_label: bool = False) -> Ask:
    """The nodes nearest to the question by BM25 and cosine; with ``of_label`` only those with the gold answers' label,
    which nobody tells a retriever."""

    def ask(arena: SparkArena, question: SparkQuestion) -> Ranked:
        labels = [question.parts.answer] if of_label else list(arena.projection.labels)
        found = arena.graph.expand(
            question.text,
            seeds=COUNT,
            neighbours=0,
            labels=labels,
            bm25_weight=bm25_weight,
            timeout=_SECONDS,
        )
        return ranked(found)

    return ask


def by_pattern(arena: SparkArena, question: SparkQuestion) -> Ranked:
    """By Motif's planner of patterns, and `search`."""
    return _retrieved(arena, question, method="search", planner="paths")


def by_choice(arena: SparkArena, question: SparkQuestion) -> Ranked:
    """As a user asks who names neither method nor planner, without a model."""
    return _retrieved(arena, question, method="auto")


def by_steps(expansion: str | None) -> Ask:
    """By plans of steps (SPARK), without a model; what the answers' edges lead to is added by ``expansion``."""

    def ask(arena: SparkArena, question: SparkQuestion) -> Ranked:
        return _retrieved(arena, question, method="spark", planner="slots", expansion=expansion)

    return ask


def _retrieved(arena: SparkArena, question: SparkQuestion, **options: Any) -> Ranked:
    try:
        found = arena.graph.retrieve(question.text, top_k=COUNT, timeout=_SECONDS, **options)
    except NoEntityFound as error:
        return Ranked(metadata={"error": error.message})
    return ranked(found)


def ranked(results: Results) -> Ranked:
    """The nodes that pieces answer with, in order; where a piece answers with a value, the nodes of its evidence.

    >>> heat = Node("4:x:1", "Heat")
    >>> ranked(Results([Evidence(1.0, (heat,), (), answers=(1995,))]))
    Ranked(ids=('4:x:1',), values=(1995,), metadata={})
    """
    ids = dict.fromkeys(node.id for piece in results for node in _nodes(piece))
    first = results[0].answers if results else ()
    values = tuple(answer for answer in first if not isinstance(answer, Node))
    return Ranked(tuple(ids)[:COUNT], values, results.metadata)


def _nodes(piece: Evidence) -> Sequence[Node]:
    answers = [answer for answer in piece.answers if isinstance(answer, Node)]
    return answers or piece.nodes


CONTENDERS: Mapping[str, Ask] = {
    "bm25": by_words(1.0),
    "vectors": by_words(0.0),
    "hybrid": by_words(0.6),
    "hybrid-of-label": by_words(0.6, of_label=True),
    "patterns": by_pattern,
    "spark": by_steps(None),
    "spark+sage-edge": by_steps("sage-edge"),
    "spark+sage+edge": by_steps("sage+edge"),
    "auto": by_choice,
}
"""Each by name."""

ALL = "all"
"""Stands for every contender."""

BASELINE = "hybrid"
"""Whom the others are compared with."""


def check_methods(names: Sequence[str]) -> tuple[str, ...]:
    """``names``, "all" being every one. Raises `InvalidInput` for one that is no contender."""
    spread = [part for name in names for part in (CONTENDERS if name == ALL else (name,))]
    for name in spread:
        if name not in CONTENDERS:
            raise InvalidInput(
                f"There is no contender '{name}' for plans of steps.",
                hint=f"Contenders: {', '.join(CONTENDERS)}.",
            )
    return tuple(dict.fromkeys(spread))
