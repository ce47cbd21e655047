"""Queries to measure the search with: MetaQA's question types as patterns, and patterns cut out of a random graph.

Vectors are given, as the search itself begins after them: hashed trigrams of names for MetaQA, random directions for
the random graph. Candidates are exact nearest neighbours.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from motif.engine.candidates import Candidates, candidates_from_similarity, relation_costs
from motif.engine.gsd_search import SearchQuery
from motif.graphs.csr import CSR, build_csr

Vectors = NDArray[np.float32]

RELATION_OF = {
    "actor": "starred_actors",
    "director": "directed_by",
    "writer": "written_by",
    "year": "release_year",
    "language": "in_language",
    "genre": "has_genre",
    "tags": "has_tags",
    "tag": "has_tags",
}
"""MetaQA names its question types by what stands at each hop, as in ``actor_to_movie_to_year``."""


@dataclass(frozen=True)
class Workload:
    """A graph with vectors, and patterns over it."""

    name: str
    outgoing: CSR
    incoming: CSR
    relation: NDArray[np.int32]
    node_vectors: Vectors
    relation_vectors: Vectors

    @property
    def graph(self) -> tuple[CSR, CSR, NDArray[np.int32]]:
        return self.outgoing, self.incoming, self.relation

    def query(self, pattern: Pattern, node_candidates: int, relation_candidates: int) -> SearchQuery:
        """The pattern with the nearest candidates of each known part."""
        nodes = [None if v is None else nearest(self.node_vectors, v, node_candidates) for v in pattern.nodes]
        n_relations = len(self.relation_vectors)
        costs: list[NDArray[np.float64] | None] = []
        for vector in pattern.relations:
            found = None if vector is None else nearest(self.relation_vectors, vector, relation_candidates)
            costs.append(None if found is None else relation_costs(n_relations, found.rows, found.distances))
        n_edges = len(pattern.ends)
        ends = np.array(pattern.ends, np.int32)
        return SearchQuery(
            ends[:, 0].copy(),
            ends[:, 1].copy(),
            tuple(nodes),
            (None,) * len(nodes),
            tuple(costs),
            (None,) * n_edges,
        )


@dataclass(frozen=True)
class Pattern:
    """Ends of each edge, and a vector for each known node and relation."""

    ends: tuple[tuple[int, int], ...]
    nodes: tuple[Vectors | None, ...]
    relations: tuple[Vectors | None, ...]


def nearest(vectors: Vectors, query: Vectors, count: int) -> Candidates:
    """The ``count`` rows nearest to ``query``."""
    similarities = vectors @ query
    count = min(count, len(similarities))
    rows = np.argpartition(-similarities, count - 1)[:count]
    return candidates_from_similarity(rows, similarities[rows])


def trigram_vectors(texts: list[str], dimension: int = 256) -> Vectors:
    """A unit vector per text: counts of its hashed character trigrams."""
    vectors = np.zeros((len(texts), dimension), np.float32)
    for row, text in enumerate(texts):
        padded = f"  {text.lower().replace('_', ' ')}  ".encode()
        for start in range(len(padded) - 2):
            vectors[row, zlib.crc32(padded[start : start + 3]) % dimension] += 1
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def metaqa(folder: Path) -> tuple[Workload, dict[str, int], list[str]]:
    """MetaQA's graph; its nodes by name; its relations."""
    with gzip.open(folder / "kb.tsv.gz", "rt", encoding="utf-8", newline="\n") as lines:
        triples = [line.rstrip("\n").split("\t") for line in lines]
    names = sorted({name for head, _, tail in triples for name in (head, tail)})
    relations = sorted({relation for _, relation, _ in triples})
    rows = {name: row for row, name in enumerate(names)}
    numbers = {relation: row for row, relation in enumerate(relations)}
    columns = np.array([(rows[h], rows[t], numbers[r]) for h, r, t in triples], np.int32)
    workload = _workload("MetaQA", columns, len(names), trigram_vectors(names), trigram_vectors(relations))
    return workload, rows, relations


def metaqa_patterns(folder: Path, hops: int, count: int, *, misspelt: bool = False) -> Iterator[Pattern]:
    """Patterns of ``count`` test questions, evenly spread; the topic known, what follows unknown.

    ``misspelt`` leaves the topic's last letter out, so that no node has its very name.
    """
    with gzip.open(folder / f"qa_test_{hops}hop.tsv.gz", "rt", encoding="utf-8", newline="\n") as lines:
        questions = [line.rstrip("\n").split("\t") for line in lines]
    for question, _, kind in questions[:: max(1, len(questions) // count)][:count]:
        topic = question[question.index("[") + 1 : question.index("]")]
        hop = kind.split("_to_")
        ends = tuple((i, i + 1) if hop[i] == "movie" else (i + 1, i) for i in range(hops))
        spoken = [RELATION_OF[hop[i + 1] if hop[i] == "movie" else hop[i]] for i in range(hops)]
        relations = tuple(trigram_vectors(spoken))
        text = topic[:-1] if misspelt and len(topic) > 1 else topic
        yield Pattern(ends, (trigram_vectors([text])[0], *(None,) * hops), relations)


def random_graph(n_nodes: int, n_relationships: int, rng: np.random.Generator) -> Workload:
    """A graph whose degrees fall off like those of knowledge graphs, with random unit vectors."""
    n_relations = 1000
    source = rng.integers(0, n_nodes, n_relationships, dtype=np.int32)
    target = (n_nodes * rng.random(n_relationships) ** 2.5).astype(np.int32)
    target = rng.permutation(n_nodes).astype(np.int32)[target]
    relation = (n_relations * rng.random(n_relationships) ** 2).astype(np.int32)
    columns = np.column_stack([source, target, relation])
    vectors = [_directions(rng, count) for count in (n_nodes, n_relations)]
    return _workload(f"random {n_nodes:,}/{n_relationships:,}", columns, n_nodes, *vectors)


SHAPES: dict[str, tuple[tuple[tuple[int, int], ...], frozenset[int]]] = {
    "edge": (((0, 1),), frozenset()),
    "path": (((0, 1), (1, 2)), frozenset({1})),
    "star": (((0, 1), (0, 2), (0, 3)), frozenset({0})),
    "2 hops": (((0, 1), (1, 2)), frozenset({1, 2})),
    "3 hops": (((0, 1), (1, 2), (2, 3)), frozenset({1, 2, 3})),
    "long path": (((0, 1), (1, 2), (2, 3)), frozenset({1, 2})),
    "tree": (((0, 1), (1, 2), (1, 3)), frozenset({2})),
}
"""Ends of the edges, and the unknown nodes."""


def random_patterns(
    workload: Workload, shape: str, count: int, rng: np.random.Generator
) -> Iterator[Pattern]:
    """Patterns cut out of the graph, each known vector moved by noise."""
    ends, unknown = SHAPES[shape]
    for _ in range(count):
        rows, relations = _cut(workload, ends, rng)
        nodes = tuple(
            None if node in unknown else _moved(workload.node_vectors[row], rng)
            for node, row in enumerate(rows)
        )
        yield Pattern(ends, nodes, tuple(_moved(workload.relation_vectors[row], rng) for row in relations))


def _cut(
    workload: Workload, ends: tuple[tuple[int, int], ...], rng: np.random.Generator
) -> tuple[list[int], list[int]]:
    outgoing, incoming = workload.outgoing, workload.incoming
    while True:
        rows, relations = [int(rng.integers(outgoing.n_nodes))], []
        for head, _ in ends:
            row = rows[head]
            near = [(int(v), int(r)) for csr in (outgoing, incoming) for v, r in _around(csr, row)]
            near = [(v, r) for v, r in near if v not in rows]
            if not near:
                break
            other, relationship = near[int(rng.integers(len(near)))]
            rows.append(other)
            relations.append(int(workload.relation[relationship]))
        if len(relations) == len(ends):
            return rows, relations


def _around(csr: CSR, row: int) -> NDArray[np.int32]:
    span = slice(csr.indptr[row], csr.indptr[row + 1])
    return np.column_stack([csr.indices[span], csr.data[span]])


def _directions(rng: np.random.Generator, count: int, dimension: int = 48) -> Vectors:
    vectors = rng.standard_normal((count, dimension), dtype=np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors


def _moved(vector: Vectors, rng: np.random.Generator) -> Vectors:
    moved = vector + 0.5 * _directions(rng, 1, len(vector))[0]
    return (moved / np.linalg.norm(moved)).astype(np.float32)


def _workload(
    name: str, columns: NDArray[np.int32], n_nodes: int, node_vectors: Vectors, relation_vectors: Vectors
) -> Workload:
    """The workload of (source, target, relation) columns."""
    source, target, relation = columns[np.lexsort((columns[:, 2], columns[:, 1], columns[:, 0]))].T.copy()
    outgoing, incoming = build_csr(source, target, n_nodes), build_csr(target, source, n_nodes)
    return Workload(name, outgoing, incoming, relation, node_vectors, relation_vectors)
