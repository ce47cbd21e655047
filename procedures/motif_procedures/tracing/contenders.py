"""Ways to find the evidence of a schema graph: tracing with and without guidance, beam search, `search`."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from motif.errors import NoEntityFound
from motif.graphs.distinct import distinct
from motif.graphs.evidence import Results
from motif.knowledge_graph import Graph
from motif_procedures.tracing.arena import TracingArena
from motif_procedures.tracing.questions import TracedQuestion

_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class Found:
    """The evidence of a question.

    Attributes
    ----------
    relationships : int32
        Rows, distinct.
    answers
        Rows of nodes, best first, distinct.
    """

    relationships: NDArray[np.int32]
    answers: Sequence[int]


Options: TypeAlias = Mapping[str, Any]
Trace: TypeAlias = Callable[[TracedQuestion, str], Found]
"""The evidence of a question by a strategy."""


@dataclass(frozen=True, slots=True)
class Contender:
    """A way to find evidence: made ready by ``build`` over an arena, with values of its ``options``.

    ``fixed`` are options that make it what it is.
    """

    build: Callable[[TracingArena, Options], Trace]
    options: tuple[str, ...] = ()
    fixed: Mapping[str, Any] = field(default_factory=dict)

    @property
    def varied(self) -> tuple[str, ...]:
        """Options that may be given."""
        return tuple(name for name in self.options if name not in self.fixed)


_NOT_VARIED = (
    "self", "triples", "strategy", "question", "planner", "beam", "guidance", "subgraph", "answer", "timeout",
    "on_timeout", "max_tokens", "verbalize", "control", "labels", "relationship_types", "filter",
)  # fmt: skip
_TRACE = tuple(name for name in inspect.signature(Graph.trace).parameters if name not in _NOT_VARIED)
"""Options of `motif.knowledge_graph.Graph.trace` that a grid may vary."""

_AS_IN_THE_PAPER = {
    "relation_weight": 0.0,
    "siblings": False,
    "weighted": False,
    "injective": False,
    "threshold": 0.6,
}


def _traced(arena: TracingArena, options: Options) -> Trace:
    """By `motif.knowledge_graph.Graph.trace`; the option ``guided_by`` names the model."""
    chosen = dict(options)
    model = arena.guidance(chosen.pop("guided_by"))

    def trace(question: TracedQuestion, strategy: str) -> Found:
        asked = partial(
            arena.graph.trace,
            question.triples,
            strategy=strategy,  # type: ignore[arg-type]
            guidance=model,
            answer=question.answer,
            timeout=_SECONDS,
            **chosen,
        )
        return _found(arena, asked)

    return trace


def _searched(arena: TracingArena, options: Options) -> Trace:
    """By `motif.knowledge_graph.Graph.search`: the nearest subgraph for precision, the nearest hundred for breadth."""
    breadth = int(options.get("top_k", 100))

    def trace(question: TracedQuestion, strategy: str) -> Found:
        top_k = 1 if strategy == "precision" else breadth
        asked = partial(arena.graph.search, question.triples, top_k=top_k, injective="known")
        return _found(arena, partial(asked, answer=question.answer, timeout=_SECONDS))

    return trace


def _beamed(arena: TracingArena, options: Options) -> Trace:
    """By a plain beam search: at each hop the relationships nearest to the whole question, no schema graph."""
    from motif_procedures.tracing.beam_search import beam_search

    width = int(options.get("width", 4))

    def trace(question: TracedQuestion, strategy: str) -> Found:
        paths = beam_search(
            arena.graph.projection,
            arena.triples,
            arena.vector(question.text),
            np.array([question.entity], np.int32),
            len(question.triples),
            1 if strategy == "precision" else width,
        )
        return Found(
            distinct(np.concatenate([path.relationships for path in paths]))
            if paths
            else np.zeros(0, np.int32),
            list(dict.fromkeys(int(path.nodes[-1]) for path in paths)),
        )

    return trace


def _found(arena: TracingArena, asked: Callable[[], Results]) -> Found:
    """What ``asked`` returns; nothing where no node is called as the question says, however it is spelt."""
    try:
        results = asked()
    except NoEntityFound:
        return Found(np.zeros(0, np.int32), ())
    rows = {int(relationship.id) for piece in results for relationship in piece.relationships}
    answers = [arena.row_of[node.id] for piece in results for node in piece.answers]
    return Found(np.array(sorted(rows), np.int32), list(dict.fromkeys(answers)))


CONTENDERS: Mapping[str, Contender] = {
    "no-guidance": Contender(_traced, _TRACE, {"guided_by": None}),
    "entity-bias": Contender(_traced, _TRACE, {"guided_by": "own", "triple_bias": 0.0}),
    "triple-bias": Contender(_traced, _TRACE, {"guided_by": "own", "entity_bias": 1.0}),
    "guidance": Contender(_traced, _TRACE, {"guided_by": "own"}),
    "guidance-other": Contender(_traced, _TRACE, {"guided_by": "other"}),
    "guidance-general": Contender(_traced, _TRACE, {"guided_by": "general"}),
    "paper-no-guidance": Contender(_traced, _TRACE, {"guided_by": None, **_AS_IN_THE_PAPER}),
    "paper-guidance": Contender(_traced, _TRACE, {"guided_by": "own", **_AS_IN_THE_PAPER}),
    "beam": Contender(_beamed, ("width",)),
    "search": Contender(_searched, ("top_k",)),
}
"""By name. Guided by a model trained on questions about other nodes of the same graph ("guidance", with each of its
biases alone), on another graph, or on the sample graphs. "paper-…" trace by the paper's T-Score and threshold alone."""
