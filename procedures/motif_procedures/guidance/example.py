"""One example of guided tracing: a question with its schema triples, and what of the graph it asks for."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class GuidanceExample:
    """A masked subgraph of a graph with its wording (STEM, appendix C).

    Attributes
    ----------
    triples
        Schema triples; unknown nodes are ``[ENT1]``, ``[ENT2]`` …, relations may be paraphrased.
    relations
        The graph's own relation of each triple.
    outgoing
        Whether each triple stands as its relationships point.
    entities : int32 (e,)
        Rows of the question entities, one for each known name of the triples in the order of their first mention.
    gold : int32 (g,)
        Rows of all nodes on paths that the triples with their own relations describe, ascending; question entities
        among them.
    paths : int32 (p, t)
        Rows of relationships: those paths, one row each, aligned with ``triples``; at most so many as were asked for.
    answers : int32 (a,)
        Rows of what the question asks for, ascending.
    strategy
        "precision" for one answer, "breadth" for several.
    question, assertions
        The words: a question, and one assertion for each triple.
    answer
        Which of the unknown nodes is asked for: ``[ENT2]``.
    """

    triples: tuple[tuple[str, str, str], ...]
    relations: tuple[str, ...]
    outgoing: tuple[bool, ...]
    entities: NDArray[np.int32]
    gold: NDArray[np.int32]
    paths: NDArray[np.int32]
    answers: NDArray[np.int32]
    strategy: str
    question: str = ""
    assertions: tuple[str, ...] = ()
    answer: str = ""

    @property
    def graph_triples(self) -> tuple[tuple[str, str, str], ...]:
        """The triples with the graph's own relations, each as its relationships point."""
        return tuple(
            (head, relation, tail) if outgoing else (tail, relation, head)
            for (head, _, tail), relation, outgoing in zip(
                self.triples, self.relations, self.outgoing, strict=True
            )
        )
