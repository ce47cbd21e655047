"""``expand``: the nodes most relevant to a question, and the best of what their edges lead to (SAGE, listing 1)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.engine.control import Control
from motif.engine.expansion import Ways, choose_neighbours, find_ways, joint_scores
from motif.errors import InvalidInput
from motif.faults import no_vectors
from motif.graphs.evidence import Evidence, Results
from motif.indexes.hybrid import BM25_WEIGHT, HybridIndex, Relevance
from motif.retrievers.expansion_edges import words_on_edges
from motif.retrievers.expansion_presentation import Expanded, evidence_of, neighbours_as_evidence
from motif.retrievers.expansion_tracks import Way
from motif.retrievers.selection import Selection
from motif.retrievers.view import View

SEED_BONUS = 0.5
"""How much of its seed's score counts beside a neighbour's own: relevant nodes point to relevant ones. A seed is its
own seed, so that both stand on one scale, from 0 to about 1."""


@dataclass(frozen=True, slots=True)
class ExpansionOptions:
    """How to expand.

    Attributes
    ----------
    neighbours
        0 for the seeds alone.
    top_k
        Results at most, seeds and neighbours together; None for all.
    along
        Relationship types, layers, and ``layer:metric``; None for the choice of `ExpansionTracks`.
    """

    seeds: int = 10
    neighbours: int = 10
    top_k: int | None = None
    along: tuple[str, ...] | None = None
    bm25_weight: float = BM25_WEIGHT
    max_tokens: int | None = None


@dataclass(frozen=True, slots=True)
class ExpansionScope:
    """Where to look: nodes with one of ``labels`` (None: those that `nodes_to_read` gives) that ``selection`` has, and
    edges of one of ``types``."""

    labels: frozenset[str] | None = None
    types: tuple[str, ...] | None = None
    selection: Selection = field(default_factory=Selection)


@dataclass(frozen=True, slots=True)
class Seeds:
    """Where expansion begins.

    Attributes
    ----------
    rows : int32, distinct
    scores : float32, aligned with ``rows``
        From 0 to 1, higher is better.
    selection
        Neighbours that may be returned.
    types
        Edges that may be gone along; None for all.
    """

    rows: NDArray[np.int32]
    scores: NDArray[np.float32]
    selection: Selection = field(default_factory=Selection)
    types: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question put to a view: how relevant each node is, and which are the seeds."""

    view: View
    index: HybridIndex
    question: str
    allowed: NDArray[np.bool_]
    relevance: Relevance
    seeds: NDArray[np.int32]
    seed_scores: NDArray[np.float32]


def expand(
    view: View, question: str, scope: ExpansionScope, options: ExpansionOptions, control: Control
) -> Results:
    """Seeds and neighbours, ranked together by score, best first; empty where no node has anything of the question.

    A seed's score is its hybrid score (`motif.indexes.hybrid.Relevance`). A neighbour's is a mean of its seed's and its
    own, which is made the same way, but read beside the seed: each word counts by whichever says most of it, the
    neighbour, the edge or half of the seed (`motif.engine.expansion.joint_scores`).

    Raises `InvalidInput` for an empty question, `MissingVectors` without vectors unless ``bm25_weight`` is 1.
    """
    asked = _ask(view, checked_question(question), scope, options)
    chosen = view.expansion_tracks(scope.labels).chosen(options.along, scope.types)
    wanted = options.neighbours if control.state == "running" else 0
    found = _expanded(asked, chosen, wanted)
    return Results(
        evidence_of(view, asked.relevance, found, options.top_k, options.max_tokens),
        complete=control.state == "running",
        metadata={"epoch": view.projection.epoch},
    )


def neighbours_of(
    view: View, question: str, seeds: Seeds, options: ExpansionOptions, control: Control
) -> list[Evidence]:
    """What edges lead to from ``seeds`` that were found in another way, at most ``options.neighbours``, best first.

    Scored as those of `expand`, with the seeds' own scores. They are sought among the nodes that questions are put to
    by default where all seeds are such nodes, else among all. Seeds without a label are left out.

    >>> from motif.catalog.rows import from_rows
    >>> nodes = [("4:x:0", ["Film"], {"name": "Heat"}), ("4:x:1", ["Person"], {"name": "Al Pacino"})]
    >>> view = View(from_rows(nodes, [("4:x:1", "ACTED_IN", "4:x:0", {})]), lambda: None)
    >>> heat = Seeds(np.array([0], np.int32), np.array([1], np.float32))
    >>> options = ExpansionOptions(neighbours=1, bm25_weight=1)
    >>> [found.answers[0].name for found in neighbours_of(view, "Who is in Heat?", heat, options, Control())]
    ['Al Pacino']
    """
    labels = None if view.hybrid.among(None)[seeds.rows].all() else frozenset(view.projection.labels)
    scope = ExpansionScope(labels, seeds.types, seeds.selection)
    index, relevance, allowed = _relevance(view, question, scope, options)
    usable = np.isin(seeds.rows, index.rows)
    asked = _Asked(view, index, question, allowed, relevance, seeds.rows[usable], seeds.scores[usable])
    chosen = view.expansion_tracks(labels).chosen(options.along, seeds.types)
    wanted = options.neighbours if control.state == "running" else 0
    return neighbours_as_evidence(view, relevance, _expanded(asked, chosen, wanted), options.max_tokens)


def checked_question(question: Any) -> str:
    """``question``, when it is text that is not empty; else `InvalidInput`.

    >>> checked_question("Who directed Heat?")
    'Who directed Heat?'
    """
    if not isinstance(question, str) or not question.strip():
        raise InvalidInput(
            f"A question must be text that is not empty, not {question!r}.",
            hint="Ask in words, for example: who directed Heat?",
        )
    return question


def _ask(view: View, question: str, scope: ExpansionScope, options: ExpansionOptions) -> _Asked:
    index, relevance, allowed = _relevance(view, question, scope, options)
    return _Asked(view, index, question, allowed, relevance, *relevance.best(options.seeds))


def _relevance(
    view: View, question: str, scope: ExpansionScope, options: ExpansionOptions
) -> tuple[HybridIndex, Relevance, NDArray[np.bool_]]:
    """What is asked, how relevant each node is, and which may be returned, bool (n,)."""
    index = view.hybrid_among(scope.labels)
    if options.bm25_weight < 1 and index.meaning is None:
        raise no_vectors(view.projection.name, why=view.projection.configuration.get("textEmbeddings", ""))
    vector = view.encode(question) if options.bm25_weight < 1 else None
    allowed = index.among(scope.selection.nodes)
    relevance = index.relevance(question, vector, allowed, bm25_weight=options.bm25_weight)
    return index, relevance, allowed


def _expanded(asked: _Asked, chosen: tuple[Way, ...], wanted: int) -> Expanded:
    tracks = [way.track for way in chosen]
    seeds = asked.seeds if wanted else asked.seeds[:0]
    ways = find_ways(seeds, tracks, asked.allowed, asked.relevance.scores)
    scores = _scores_of_ways(asked, chosen, ways)
    neighbours, best = choose_neighbours(ways, scores, tracks, wanted)
    return Expanded(asked.seeds, asked.seed_scores, neighbours, scores[best], best, ways, chosen)


def _scores_of_ways(asked: _Asked, chosen: tuple[Way, ...], ways: Ways) -> NDArray[np.float32]:
    """Of each way, float32 (w,)."""
    index, relevance = asked.index, asked.relevance
    words = index.words_in(asked.question) if relevance.bm25_unit > 0 else []
    nodes, of_way = np.unique(ways.node, return_inverse=True)
    own = index.by_word(words, nodes)[of_way]
    cosine = relevance.cosines.at(nodes)[of_way]
    edge = words_on_edges(asked.view.projection, chosen, ways, words) * index.words.rarity(words)
    seed = index.by_word(words, asked.seeds)[ways.seed]
    bm25 = joint_scores(own, edge, seed) * np.float32(relevance.bm25_unit)
    likeness = np.maximum(cosine, np.float32(0)) * np.float32(relevance.cosine_unit)
    bonus = np.float32(SEED_BONUS) * asked.seed_scores[ways.seed]
    total: NDArray[np.float32] = bm25 + likeness + bonus
    total /= np.float32(1 + SEED_BONUS)
    return total
