"""What was learnt from examples, as it applies to one graph."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from motif.models.encoder import TextEncoder, encode_texts, stamp
from motif.planners.alignment import Meaning
from motif.planners.associations import informed
from motif.planners.lessons import Lesson, known_path
from motif.planners.memory import Memory
from motif.planners.path_votes import N_VOTES, Symbols, Votes
from motif.planners.path_wording import Wording
from motif.planners.protocol import PlanningGraph


class Experience:
    """A memory over one graph: what words mean, how examples vote, and how much each feature weighs.

    Examples whose relations the graph does not have any more do not vote.
    """

    def __init__(self, memory: Memory, graph: PlanningGraph) -> None:
        self.weights: NDArray[np.float64] = memory.weights
        self._associations = memory.associations
        self._places = {name: place for place, name in enumerate(graph.projection.relationships.relations)}
        self._encoder = graph.encoder if graph.has_encoder else None
        self._remembered: dict[str, NDArray[np.float32]] = {}
        paths = [_symbols(lesson, graph) for lesson in memory.lessons]
        self._matrix = self._vectors(memory) if self._encoder is not None else np.zeros((0, 0), np.float32)
        self._votes = Votes(self._matrix, paths) if self._encoder is not None else None

    def informed(self, words: Sequence[str], meanings: Sequence[Meaning]) -> list[Meaning]:
        """What the words mean after the examples."""
        return [
            informed(meaning, self._associations.get(word), self._places)
            for word, meaning in zip(words, meanings, strict=True)
        ]

    def votes(
        self, wording: Wording, symbols: NDArray[np.int32], leave_out: int | None = None
    ) -> NDArray[np.float64]:
        """The examples' votes on each path, float64 (paths, `N_VOTES`); without an encoder all 0.

        ``leave_out``: the wording is that of this example, which does not vote on itself.
        """
        if self._votes is None:
            return np.zeros((len(symbols), N_VOTES))
        vector = self._vector(wording.masked) if leave_out is None else self._matrix[leave_out]
        return self._votes.features(vector, symbols, leave_out)

    def _vector(self, masked: str) -> NDArray[np.float32]:
        assert self._encoder is not None
        if masked not in self._remembered:
            if len(self._remembered) >= 4096:
                self._remembered.clear()
            self._remembered[masked] = encode_texts(self._encoder, [masked])[0]
        return self._remembered[masked]

    def _vectors(self, memory: Memory) -> NDArray[np.float32]:
        """The memory's vectors, or new ones where another encoder made them."""
        assert self._encoder is not None
        made_by = stamp(self._encoder)
        if memory.vectors is not None and memory.encoder == (made_by.name, made_by.dimension, made_by.hash):
            return memory.vectors
        return masked_vectors(memory.lessons, self._encoder)


def masked_vectors(lessons: Sequence[Lesson], encoder: TextEncoder) -> NDArray[np.float32]:
    """Vectors of the lessons' questions with their entities masked, float32 (lessons, dimension)."""
    texts = [lesson.wording().masked for lesson in lessons]
    distinct = list(dict.fromkeys(texts))
    places = {text: place for place, text in enumerate(distinct)}
    matrix: NDArray[np.float32] = encode_texts(encoder, distinct)
    return matrix[[places[text] for text in texts]]


def _symbols(lesson: Lesson, graph: PlanningGraph) -> list[Symbols]:
    paths = [known_path(graph.projection, path) for path in lesson.paths]
    return [
        tuple(2 * step.relation + (not step.forward) for step in path) for path in paths if path is not None
    ]
