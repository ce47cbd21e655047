"""Ranks the relation paths from an entity by how well they fit a question; no language model."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motif.engine.control import Control
from motif.engine.relation_paths import Path, ReachedPath, ReachedPaths, enumerate_paths
from motif.errors import InvalidInput
from motif.planners.alignment import Meaning, Vocabulary, vocabulary_of
from motif.planners.experience import Experience
from motif.planners.memory import Memory
from motif.planners.path_features import GENERIC_WEIGHTS, N_OWN, Candidates, path_features
from motif.planners.path_wording import Wording, read_wording
from motif.planners.protocol import Mention, PlanningGraph

MAXIMUM_HOPS = 4
DIGITS = 9
"""To which scores are compared: processors differ in the last ones, which decide nothing."""

_RELATIONS = 32
"""Of more relations than this, only those are stepped along that the words are likest to."""


@dataclass(frozen=True, slots=True)
class ScoredPath:
    """A path that a question may mean.

    Attributes
    ----------
    path
        Steps from the entity.
    score
        The logarithm of the probability.
    probability
        Among all paths that the data allow.
    n_answers
        Nodes the path leads to; 0 where it only leads back.
    sample : int32
        Some of them.
    complete
        Whether ``n_answers`` is exact; else it is at least that.
    returns
        Whether it leads back to the entity too, which is not counted.
    """

    path: Path
    score: float
    probability: float
    n_answers: int
    sample: NDArray[np.int32]
    complete: bool
    returns: bool


@dataclass(frozen=True, slots=True)
class Considered:
    """All that a question may mean from one entity, before it is ranked."""

    wording: Wording
    reached: ReachedPaths
    candidates: Candidates
    features: NDArray[np.float64]


class PathRanker:
    """Ranks the relation paths that lead from an entity to what a question asks for.

    Parameters
    ----------
    memory
        What was learnt from examples; None for nothing.
    n_followed
        So many of the first relations are always stepped along, where they are few: those between nodes, in a graph
        with values as nodes.

    >>> from motif import Graph
    >>> view = Graph.from_triples([("Heat", "directed_by", "Michael Mann"), ("Heat", "release_year", "1995")]).view
    >>> heat = Mention(13, 17, "Heat", view.names.exact("Heat"), 1.0, "exact")
    >>> [step] = PathRanker(view).rank("Who directed Heat?", heat)[0].path
    >>> view.projection.relationships.relations[step.relation], step.forward
    ('directed_by', True)
    """

    def __init__(self, graph: PlanningGraph, memory: Memory | None = None, *, n_followed: int = 0) -> None:
        self._graph = graph
        self._n_followed = n_followed if n_followed <= _RELATIONS else 0
        self.vocabulary: Vocabulary = vocabulary_of(graph)
        self._experience = Experience(memory, graph) if memory is not None and memory.lessons else None

    def rank(
        self,
        question: str,
        mention: Mention,
        *,
        others: Iterable[Mention] = (),
        max_hops: int = 3,
        limit: int = 10,
        control: Control | None = None,
    ) -> list[ScoredPath]:
        """The likeliest ``limit`` paths from the nodes of ``mention``, best first; none where nothing leads away.

        ``others`` are what else the question names; their words say nothing about paths. Equally likely paths come
        the shorter first, then by their steps. Raises `InvalidInput` for ``max_hops`` outside 1 … `MAXIMUM_HOPS`.
        """
        if not 1 <= max_hops <= MAXIMUM_HOPS:
            raise InvalidInput(f"max_hops must be from 1 to {MAXIMUM_HOPS}, not {max_hops!r}.")
        wording = read_wording(question, mention, others)
        considered = self.consider(wording, mention.rows, max_hops=max_hops, control=control)
        if len(considered.reached) == 0:
            return []
        scores = self._scores(considered)
        return [
            _scored(considered.reached[place], float(scores[place]))
            for place in np.argsort(-np.round(scores, DIGITS), kind="stable")[:limit].tolist()
        ]

    def score(self, wording: Wording, rows: NDArray[np.int32]) -> list[tuple[Path, float]]:
        """Every path from ``rows`` with the logarithm of its probability, the short ones first."""
        considered = self.consider(wording, rows)
        if len(considered.reached) == 0:
            return []
        scores = self._scores(considered).tolist()
        return [(path.path, score) for path, score in zip(considered.reached, scores, strict=True)]

    def consider(
        self,
        wording: Wording,
        rows: NDArray[np.int32],
        *,
        max_hops: int = 3,
        control: Control | None = None,
    ) -> Considered:
        """Every path from ``rows`` that the data allow, with what speaks for and against it."""
        meanings = self._meanings(wording)
        reached = self._reached(rows, meanings, max_hops, control)
        candidates = Candidates(reached.symbols, reached.leads, reached.returns)
        if reached:
            features = path_features(wording, candidates, self.vocabulary, meanings)
        else:
            features = np.zeros((0, len(GENERIC_WEIGHTS)))
        return Considered(wording, reached, candidates, features)

    def _scores(self, considered: Considered) -> NDArray[np.float64]:
        """The logarithm of each path's probability."""
        experience = self._experience
        if experience is None:
            raw = considered.features @ GENERIC_WEIGHTS
        else:
            votes = experience.votes(considered.wording, considered.candidates.symbols)
            raw = considered.features @ experience.weights + votes @ experience.weights[N_OWN:]
        shifted = raw - raw.max()
        scores: NDArray[np.float64] = shifted - np.log(np.exp(shifted).sum())
        return scores

    def _meanings(self, wording: Wording) -> list[Meaning]:
        words = [word.text for word in (*wording.left, *wording.right)]
        meanings = self.vocabulary.meanings(words)
        return meanings if self._experience is None else self._experience.informed(words, meanings)

    def _reached(
        self, rows: NDArray[np.int32], meanings: Sequence[Meaning], max_hops: int, control: Control | None
    ) -> ReachedPaths:
        relations = _worth_following(meanings, len(self.vocabulary.relations))
        if relations is not None:
            relations[: self._n_followed] = True
        return enumerate_paths(self._graph.projection, rows, max_hops, control=control, relations=relations)


def _worth_following(meanings: Sequence[Meaning], n_relations: int) -> NDArray[np.bool_] | None:
    """The relations that the words are likest to, all where there are few."""
    if n_relations <= _RELATIONS or not meanings:
        return None
    shares = np.max([meaning.relations for meaning in meanings], axis=0)
    worth = np.zeros(n_relations, np.bool_)
    worth[np.argsort(-shares, kind="stable")[:_RELATIONS]] = True
    return worth


def _scored(path: ReachedPath, score: float) -> ScoredPath:
    return ScoredPath(
        path=path.path,
        score=score,
        probability=float(np.exp(score)),
        n_answers=path.n_answers,
        sample=path.sample,
        complete=path.complete,
        returns=path.returns,
    )
