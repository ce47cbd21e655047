"""Graphs and entities to measure guidance on: MetaQA with its questions' topics, and a large graph with hubs."""

from __future__ import annotations

import gzip
import os
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from motif.engine.match_query import DataGraph
from motif.graphs.csr import build_csr
from motif.graphs.guidance import GuidanceModel
from motif.graphs.stamp import EncoderStamp
from motif.models.guidance_file import guidance_shapes

DIMENSION = 384


@dataclass(frozen=True)
class Workload:
    """A graph, the vectors of its relations, and where questions start."""

    name: str
    graph: DataGraph
    relations: NDArray[np.float32]
    entities: list[NDArray[np.int32]]


def metaqa(count: int) -> Workload | None:
    """MetaQA's graph, and the topics of questions of two and three hops in turn; None without MOTIF_DATA."""
    if "MOTIF_DATA" not in os.environ:
        return None
    folder = Path(os.environ["MOTIF_DATA"]) / "metaqa"
    triples = [line.split("\t") for line in lines_of(folder / "kb.tsv.gz")]
    names = {name: row for row, name in enumerate(sorted({t[at] for t in triples for at in (0, 2)}))}
    relations = {name: row for row, name in enumerate(sorted({t[1] for t in triples}))}
    columns = np.array([(names[h], relations[r], names[t]) for h, r, t in triples], np.int32)
    topics = []
    for hops in (2, 3):
        questions = lines_of(folder / f"qa_test_{hops}hop.tsv.gz")
        for question in questions[:: 2 * len(questions) // count]:
            topics.append(
                np.array([names[question[question.index("[") + 1 : question.index("]")]]], np.int32)
            )
    return Workload(
        "MetaQA", graph_of(columns, len(names), len(relations)), unit_vectors(len(relations)), topics
    )


def lines_of(path: Path) -> list[str]:
    with gzip.open(path, "rt", encoding="utf-8", newline="\n") as lines:
        return [line.rstrip("\n") for line in lines]


def with_hubs(n_nodes: int, n_relationships: int, count: int) -> Workload:
    """A graph whose degrees fall off like those of knowledge graphs; questions start at ends of relationships."""
    generator = np.random.default_rng(0)
    source = generator.integers(0, n_nodes, n_relationships)
    target = generator.permutation(n_nodes)[(n_nodes * generator.random(n_relationships) ** 2.5).astype(int)]
    relation = (200 * generator.random(n_relationships) ** 2).astype(int)
    columns = np.column_stack([source, relation, target]).astype(np.int32)
    entities = [columns[row, :1] for row in generator.integers(0, n_relationships, count)]
    return Workload(f"{n_nodes:,} nodes", graph_of(columns, n_nodes, 200), unit_vectors(200), entities)


def graph_of(columns: NDArray[np.int32], n_nodes: int, n_relations: int) -> DataGraph:
    """The graph of (source, relation, target)."""
    source, relation, target = (np.ascontiguousarray(part) for part in columns.T)
    order = np.lexsort((relation, target, source))
    source, relation, target = source[order], relation[order], target[order]
    outgoing, incoming = build_csr(source, target, n_nodes), build_csr(target, source, n_nodes)
    return DataGraph(outgoing, incoming, relation, np.zeros(n_nodes, np.int32), n_relations)


def unit_vectors(count: int, seed: int = 0) -> NDArray[np.float32]:
    vectors = np.random.default_rng(seed).normal(size=(count, DIMENSION))
    unit: NDArray[np.float32] = (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)
    return unit


def drawn_model(n_layers: int, width: int, readout: str = "query") -> GuidanceModel:
    """A model of that size; what it computes takes as long as a trained one's."""
    generator = np.random.default_rng(0)
    shapes = guidance_shapes(n_layers, width, DIMENSION, readout)
    arrays = {
        name: (generator.normal(size=shape) / np.sqrt(shape[-1])).astype(np.float32)
        for name, shape in shapes.items()
    }
    return GuidanceModel(n_layers, width, EncoderStamp("drawn", DIMENSION), arrays, readout)
