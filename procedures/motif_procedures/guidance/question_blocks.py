"""What a Triple-GNN is trained on: each question with the part of its graph that is looked at, several as one batch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from motif.engine.match_query import DataGraph
from motif.engine.question_subgraph import personalized_pagerank, sampled_neighbourhood, within_hops
from motif.errors import InvalidInput
from motif.graphs.distinct import distinct
from motif.models.triple_gnn import QuestionBatch

SUBGRAPHS = ("pagerank", "hops", "sampled", None)


@dataclass(frozen=True, slots=True)
class Looking:
    """At which part of its graph a question looks.

    Attributes
    ----------
    subgraph
        "pagerank": the ``nodes`` nearest by personalised PageRank; "hops": all within ``hops`` relationships, at most
        ``nodes``, nearer ones first; "sampled": ``fanouts`` relationships of each node, hop by hop, drawn anew each
        time; None: the whole graph.
    """

    subgraph: str | None = "pagerank"
    nodes: int = 1000
    hops: int = 3
    fanouts: tuple[int, ...] = (64, 8, 8)

    def __post_init__(self) -> None:
        if self.subgraph not in SUBGRAPHS:
            known = ", ".join(repr(name) for name in SUBGRAPHS)
            raise InvalidInput(f"subgraph must be one of {known}, not {self.subgraph!r}.")
        for name in ("nodes", "hops"):
            if getattr(self, name) < 1:
                raise InvalidInput(f"{name} of a subgraph must be 1 or more, not {getattr(self, name)!r}.")
        object.__setattr__(self, "fanouts", tuple(self.fanouts))

    def rows(
        self, graph: DataGraph, sources: NDArray[np.int32], random: np.random.Generator
    ) -> NDArray[np.int32]:
        """Rows of the nodes looked at from ``sources``, int32, ascending, these among them."""
        if self.subgraph == "pagerank":
            return personalized_pagerank(graph, sources, count=self.nodes)[0]
        if self.subgraph == "hops":
            return within_hops(graph, sources, self.hops, most=max(self.nodes, len(sources)))
        if self.subgraph == "sampled":
            return sampled_neighbourhood(graph, sources, self.fanouts, random)
        return np.arange(graph.n_nodes, dtype=np.int32)


@dataclass(frozen=True)
class Question:
    """An example as it is trained on.

    Attributes
    ----------
    entities, gold : int32
        Rows of its question entities, and of all nodes that are to be found, ascending.
    triples : int32 (T,)
        The relation of each schema triple, a row of the texts' vectors.
    places : int64 (T,)
        Where each stands; see `motif.engine.guidance_question.schema_places`.
    """

    entities: NDArray[np.int32]
    gold: NDArray[np.int32]
    triples: NDArray[np.int32]
    places: NDArray[np.int64]

    @property
    def sought(self) -> NDArray[np.int32]:
        """The nodes to be found that the question does not name."""
        return np.setdiff1d(self.gold, self.entities)

    @property
    def n_guided(self) -> int:
        """K, the size of its guidance graph: four nodes a triple (STEM §3.3)."""
        return 4 * len(self.triples)


@dataclass(frozen=True)
class QuestionGraph:
    """A graph with questions over it.

    Attributes
    ----------
    relations : int32 (R,)
        Rows of the texts' vectors.
    """

    graph: DataGraph
    questions: tuple[Question, ...]
    relations: NDArray[np.int32]
    kept: dict[tuple[int, Looking], NDArray[np.int32]] = field(default_factory=dict)

    @cached_property
    def _place(self) -> NDArray[np.int32]:
        """Scratch: the place of each node in the subgraph at hand, -1 outside."""
        return np.full(self.graph.n_nodes, -1, np.int32)

    def rows(
        self, number: int, looking: Looking, random: np.random.Generator | None = None
    ) -> NDArray[np.int32]:
        """What question ``number`` looks at; selected once, unless it is drawn."""
        if (number, looking) in self.kept:
            return self.kept[number, looking]
        sources = distinct(self.questions[number].entities)
        rows = looking.rows(self.graph, sources, random or np.random.default_rng(number))
        if looking.subgraph in ("pagerank", "hops"):
            self.kept[number, looking] = rows
        return rows

    def inner(self, rows: NDArray[np.int32]) -> tuple[NDArray[np.int64], ...]:
        """Source, target (places in ``rows``) and relation of the relationships between two of ``rows``; int64."""
        indptr, place = self.graph.outgoing.indptr, self._place
        lengths = indptr[rows + 1] - indptr[rows]
        starts = np.repeat(indptr[rows] - (np.cumsum(lengths) - lengths), lengths)
        links = starts + np.arange(int(lengths.sum()))
        place[rows] = np.arange(len(rows), dtype=np.int32)
        target = place[self.graph.outgoing.indices[links]]
        place[rows] = -1
        inside = target >= 0
        source = np.repeat(np.arange(len(rows)), lengths)[inside]
        return source, target[inside].astype(np.int64), self.graph.relation[links[inside]].astype(np.int64)

    def batch(
        self,
        numbers: Sequence[int],
        looking: Looking,
        vectors: NDArray[np.float32],
        random: np.random.Generator | None = None,
    ) -> tuple[QuestionBatch, list[NDArray[np.int32]]]:
        """Questions ``numbers`` as one batch, and the rows that each looks at.

        Parameters
        ----------
        vectors : float32 (texts, e)
            That ``relations`` and the questions' triples are rows of.
        """
        blocks = [self.rows(number, looking, random) for number in numbers]
        questions = [self.questions[number] for number in numbers]
        first = np.cumsum([0, *map(len, blocks)])
        links = [[part + base * move for part, move in zip(self.inner(rows), (1, 1, 0), strict=True)]
                 for rows, base in zip(blocks, first[:-1].tolist(), strict=True)]  # fmt: skip
        source, target, relation = (np.concatenate(parts) for parts in zip(*links, strict=True))
        sources = [
            base + np.searchsorted(rows, distinct(question.entities))
            for rows, base, question in zip(blocks, first, questions, strict=False)
        ]
        labels = [np.isin(rows, question.gold) for rows, question in zip(blocks, questions, strict=True)]
        sizes = [len(question.triples) for question in questions]
        batch = QuestionBatch(
            triples=vectors[np.concatenate([question.triples for question in questions])],
            triple_place=np.concatenate([question.places for question in questions]),
            triple_question=np.repeat(np.arange(len(numbers)), sizes),
            relations=vectors[self.relations],
            arcs=np.stack([np.concatenate([source, target]), np.concatenate([target, source])]),
            arc_relation=np.concatenate([relation, relation + len(self.relations)]),
            node_question=np.repeat(np.arange(len(numbers)), np.diff(first)),
            sources=np.concatenate(sources).astype(np.int64),
            labels=np.concatenate(labels).astype(np.float32),
        )
        return batch, blocks
