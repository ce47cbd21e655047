"""Expansion over 100,000 chunks, vectors of the questions given: Motif beside the plain way, in one process.

The plain way: BM25 as a sparse matrix (scipy, scores computed beforehand, as bm25s does), cosines by a matrix product,
both divided by their highest, neighbours from networkx, ranked by the same hybrid score. It reads neither the edges'
words nor the seeds', so the neighbours may differ; the seeds must not.

``python tests/benchmarks/bench_expand.py --help``
"""

from __future__ import annotations

import argparse
import dataclasses
import os
import time
from collections.abc import Callable
from typing import Any

import networkx as nx
import numpy as np
from scipy import sparse

from motif.catalog.rows import column_of, from_rows
from motif.engine.control import Control
from motif.graphs.layers import IS_SIMILAR, EdgeLayer
from motif.graphs.projection import TEXT, Projection, VectorSet
from motif.graphs.stamp import EncoderStamp
from motif.retrievers.expansion import ExpansionOptions, ExpansionScope, expand
from motif.retrievers.view import View

WORDS, VOCABULARY, DIMENSION = 100, 50_000, 384
SEEDS = NEIGHBOURS = 10


class GivenVectors:
    """An encoder that knows the vectors of the questions."""

    name, dimension = "given", DIMENSION

    def __init__(self, vectors: dict[str, np.ndarray]) -> None:
        self._vectors = vectors

    def encode(self, texts: Any) -> np.ndarray:
        return np.stack([self._vectors[text] for text in texts])


def main() -> None:
    arguments = _arguments()
    generator = np.random.default_rng(0)
    graph, edges = corpus(arguments.chunks, arguments.edges, generator)
    questions = asked(graph, arguments.questions, generator)
    print(
        f"load {os.getloadavg()[0]:.1f}; {arguments.chunks:,} chunks of {WORDS} words, {arguments.edges:,} edges"
    )
    view = View(graph, lambda: GivenVectors(questions))
    start = time.perf_counter()
    index = view.hybrid
    print(f"index of words, built once: {time.perf_counter() - start:.1f} s")
    plain = plain_expansion(index.words, graph.vectors[TEXT].matrix, edges)
    contenders: dict[str, Callable[[str], tuple[list[int], list[int]]]] = {
        "Motif": lambda question: motif_expansion(view, question),
        "plain": lambda question: plain(question, questions[question]),
    }
    seeds, medians = {}, {}
    for name, contender in contenders.items():
        seconds, seeds[name] = measured(contender, list(questions), arguments.repeats)
        medians[name] = 1000 * float(np.median(seconds))
        print(
            f"{name:6} a question: median {medians[name]:.2f} ms, 95 % {1000 * np.percentile(seconds, 95):.2f} ms"
        )
    print(f"plain / Motif: {medians['plain'] / medians['Motif']:.1f}")
    same = sum(set(one) == set(other) for one, other in zip(seeds["Motif"], seeds["plain"], strict=True))
    print(f"the same seeds in {same} of {len(questions)} questions")


def corpus(n_chunks: int, n_edges: int, generator: np.random.Generator) -> tuple[Projection, np.ndarray]:
    """Chunks whose words follow Zipf's law, vectors in clusters, and edges that a name explains."""
    chances = 1 / np.arange(1, VOCABULARY + 1)
    words = np.array([f"w{number:x}" for number in range(VOCABULARY)])
    drawn = generator.choice(VOCABULARY, (n_chunks, WORDS), p=chances / chances.sum())
    graph = from_rows(
        (str(row), ["Chunk"], {"text": " ".join(words[line])}) for row, line in enumerate(drawn)
    )
    centres = generator.standard_normal((500, DIMENSION), dtype=np.float32)
    vectors = centres[generator.integers(0, 500, n_chunks)]
    vectors = vectors + generator.standard_normal((n_chunks, DIMENSION), dtype=np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    pairs = np.unique(np.sort(generator.integers(0, n_chunks, (n_edges, 2)), axis=1), axis=0)
    pairs = pairs[pairs[:, 0] < pairs[:, 1]].astype(np.int32)
    said = [
        " ".join(line)
        for line in words[generator.choice(VOCABULARY, (len(pairs), 12), p=chances / chances.sum())]
    ]
    properties = {"metric": column_of([["title-cell"]] * len(pairs)), "evidence": column_of(said)}
    score = np.full(len(pairs), 0.5, np.float32)
    layer = EdgeLayer(IS_SIMILAR, "{}", pairs[:, 0].copy(), pairs[:, 1].copy(), score, properties)
    stamp = EncoderStamp("given", DIMENSION)
    texts = VectorSet(stamp, np.arange(n_chunks, dtype=np.int32), vectors)
    return dataclasses.replace(graph, vectors={TEXT: texts}, layers={IS_SIMILAR: layer}), pairs


def asked(graph: Projection, count: int, generator: np.random.Generator) -> dict[str, np.ndarray]:
    """Questions of twelve words of a chunk, with a vector near the chunk's."""
    found = {}
    assert graph.nodes.texts is not None
    for row in generator.integers(0, graph.n_nodes, count).tolist():
        words = generator.choice(graph.nodes.texts[row].split(), 12, replace=False)
        vector = graph.vectors[TEXT].matrix[row] + 0.05 * generator.standard_normal(
            DIMENSION, dtype=np.float32
        )
        found[" ".join(words)] = (vector / np.linalg.norm(vector)).astype(np.float32)
    return found


def motif_expansion(view: View, question: str) -> tuple[list[int], list[int]]:
    with Control() as control:
        options = ExpansionOptions(SEEDS, NEIGHBOURS)
        found = expand(view, question, ExpansionScope(), options, control)
    by_role: dict[str, list[int]] = {"seed": [], "neighbour": []}
    for piece in found:
        by_role[piece.metadata["role"]].append(int(piece.nodes[0].id.removeprefix("row:")))
    return by_role["seed"], by_role["neighbour"]


def plain_expansion(words: Any, vectors: np.ndarray, edges: np.ndarray) -> Any:
    """The same by scipy, numpy and networkx."""
    scores = sparse.csc_matrix(
        (words.scores, words.rows, words.indptr), shape=(len(vectors), len(words.vocabulary))
    )
    graph = nx.Graph()
    graph.add_nodes_from(range(len(vectors)))
    graph.add_edges_from(edges.tolist())

    def expanded(question: str, vector: np.ndarray) -> tuple[list[int], list[int]]:
        columns = [words.vocabulary[word] for word in dict.fromkeys(question.split())]
        bm25 = np.asarray(scores[:, columns].sum(axis=1)).ravel()
        cosine = np.maximum(vectors @ vector, 0)
        score = 0.6 * bm25 / bm25.max() + 0.4 * cosine / cosine.max()
        seeds = np.argpartition(-score, SEEDS)[:SEEDS]
        around = {other for seed in seeds.tolist() for other in graph.neighbors(seed)} - set(seeds.tolist())
        neighbours = sorted(around, key=lambda row: -score[row])[:NEIGHBOURS]
        return seeds.tolist(), neighbours

    return expanded


def measured(
    contender: Callable[[str], tuple[list[int], list[int]]], questions: list[str], repeats: int
) -> tuple[np.ndarray, list[list[int]]]:
    """Seconds of each question, the median of ``repeats``, and its seeds."""
    seconds, seeds = [], []
    contender(questions[0])
    for question in questions:
        runs = []
        for _ in range(repeats):
            start = time.perf_counter()
            found = contender(question)
            runs.append(time.perf_counter() - start)
        seconds.append(float(np.median(runs)))
        seeds.append(found[0])
    return np.array(seconds), seeds


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--chunks", type=int, default=100_000)
    parser.add_argument("--edges", type=int, default=500_000)
    parser.add_argument("--questions", type=int, default=50)
    parser.add_argument("--repeats", type=int, default=5)
    return parser.parse_args()


if __name__ == "__main__":
    main()
