"""Schema graphs to trace: MetaQA's question types, and walks cut out of a generated graph.

Vectors are given, as tracing itself begins after them: on MetaQA those of the configured encoder (kept in the cache of
vectors), on the generated graph random ones that agree in part where relation or ends agree.
"""

from __future__ import annotations

import gzip
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from motif.catalog import from_triples
from motif.engine.data_graph import data_graph
from motif.engine.guidance import PreparedGuidance, SchemaQuestion, prepare_guidance, schema_places
from motif.engine.match_query import DataGraph
from motif.engine.tracing import Anchor, TraceQuery
from motif.graphs.csr import build_csr
from motif.graphs.guidance import GuidanceModel
from motif.graphs.pattern import Pattern, parse_pattern
from motif.graphs.projection import Projection, VectorSet
from motif.graphs.stamp import EncoderStamp
from motif.indexes.names import readable
from motif.indexes.triples import schema_texts, triple_text
from motif.models.encoder import TextEncoder, encode_texts, load_encoder
from motif.settings import load_settings
from motif_loaders.metaqa_questions import load
from motif_procedures.embed_text import encode_each_once
from motif_procedures.embed_triple import embed_triples

Vectors = NDArray[np.float32]
Shape = tuple[tuple[tuple[int, int], ...], frozenset[int]]

SHAPES: dict[str, Shape] = {
    "1 hop": (((0, 1),), frozenset({1})),
    "2 hops": (((0, 1), (1, 2)), frozenset({1, 2})),
    "3 hops": (((0, 1), (1, 2), (2, 3)), frozenset({1, 2, 3})),
    "star": (((0, 1), (0, 2), (0, 3)), frozenset({0, 3})),
    "tree": (((0, 1), (1, 2), (1, 3), (3, 4)), frozenset({1, 2, 3, 4})),
}
"""Ends of the triples, and the unknown places."""


@dataclass(frozen=True)
class TraceWorkload:
    """A graph with vectors of its relationships."""

    name: str
    graph: DataGraph
    triples: VectorSet

    def stored(self, rows: list[int]) -> Vectors:
        """Vectors of relationships, looked up."""
        return self.triples.matrix[self.triples.index[rows]]


@dataclass(frozen=True)
class NamedWorkload(TraceWorkload):
    """A graph whose nodes have names."""

    projection: Projection
    encoder: TextEncoder
    names: Vectors
    rows: dict[str, int]

    def query(self, schema: Pattern, anchors: int) -> TraceQuery:
        """The schema graph, traced from the ``anchors`` likeliest nodes of each question entity."""
        known: list[NDArray[np.int32] | None] = [None] * len(schema.nodes)
        starts: list[Anchor] = []
        for place, node in enumerate(schema.nodes):
            if node.name is not None:
                rows, scores = nearest(self.names, self.names[self.rows[node.name]], anchors)
                known[place] = np.sort(rows)
                starts += [
                    Anchor(place, row, score) for row, score in zip(rows.tolist(), scores, strict=True)
                ]
        ends = np.array([(edge.head, edge.tail) for edge in schema.edges], np.int32)
        return TraceQuery(ends, self.encoded(schema_texts(schema)), tuple(known), tuple(starts))

    def made(self, rows: list[int]) -> Vectors:
        """Vectors of relationships, encoded now."""
        names, links = self.projection.nodes.names, self.projection.relationships
        return encode_texts(
            self.encoder,
            [
                triple_text(
                    names[links.source[row]], links.relations[links.relation[row]], names[links.target[row]]
                )
                for row in rows
            ],
        )

    def guidance(self, model: GuidanceModel) -> tuple[PreparedGuidance, Callable[[Pattern], SchemaQuestion]]:
        """The model made ready, and what gives a schema graph as it sees it."""
        relations = [readable(relation) for relation in self.projection.relationships.relations]
        prepared = prepare_guidance(model, self.encoded(relations))

        def question(schema: Pattern) -> SchemaQuestion:
            known = [place for place, node in enumerate(schema.nodes) if node.is_known]
            places = schema_places([(edge.head, edge.tail) for edge in schema.edges], known)
            return SchemaQuestion(
                self.encoded([readable(edge.relation or "") for edge in schema.edges]), places
            )

        return prepared, question

    def encoded(self, texts: list[str]) -> Vectors:
        return encode_texts(self.encoder, texts)


def nearest(vectors: Vectors, query: Vectors, count: int) -> tuple[NDArray[np.int32], list[float]]:
    """The ``count`` rows nearest to ``query`` and their cosines, nearest first."""
    cosines = vectors @ query
    rows = np.argsort(-cosines, kind="stable")[:count].astype(np.int32)
    return rows, cosines[rows].tolist()


def metaqa(folder: Path) -> NamedWorkload:
    """MetaQA's graph with the configured encoder's vectors of its triples and names."""
    with gzip.open(folder / "kb.tsv.gz", "rt", encoding="utf-8", newline="\n") as lines:
        projection = from_triples([line.rstrip("\n").split("\t") for line in lines])
    settings = load_settings()
    encoder = load_encoder(settings.encoder, settings.cache)
    store = settings.cache / "vectors"
    triples = embed_triples(projection, encoder, checkpoint=store)
    names = list(projection.nodes.names)
    vectors = encode_each_once(names, encoder, checkpoint=store)
    rows = {name: row for row, name in enumerate(names)}
    return NamedWorkload("MetaQA", data_graph(projection), triples, projection, encoder, vectors, rows)


def metaqa_schemas(folder: Path, hops: int, count: int) -> list[Pattern]:
    """The schema graphs of ``count`` test questions, evenly spread."""
    questions = list(load(folder, hop=hops))
    chosen = islice(questions[:: max(1, len(questions) // count)], count)
    return [parse_pattern(question.pattern) for question in chosen]


def generated(n_nodes: int, n_relationships: int, dimension: int, rng: np.random.Generator) -> TraceWorkload:
    """A graph whose degrees fall off like those of knowledge graphs.

    A relationship's vector is one of a thousand relations' plus noise, so that those of one relation have a cosine of
    about 0.7. There are as many distinct texts as fit into 2 GB, drawn at random.
    """
    source = rng.integers(0, n_nodes, n_relationships, dtype=np.int32)
    target = (n_nodes * rng.random(n_relationships) ** 2.5).astype(np.int32)
    target = rng.permutation(n_nodes).astype(np.int32)[target]
    relation = (1000 * rng.random(n_relationships) ** 2).astype(np.int32)
    order = np.lexsort((relation, target, source))
    source, target, relation = source[order], target[order], relation[order]
    n_texts = min(n_relationships, 2**31 // (4 * dimension))
    index = rng.integers(0, n_texts // 1000, n_relationships, dtype=np.int32) * 1000 + relation
    relations = directions(rng, 1000, dimension)
    matrix = np.empty((n_texts // 1000 * 1000, dimension), np.float32)
    for start in range(0, len(matrix), 1000):
        matrix[start : start + 1000] = relations + 0.65 * directions(rng, 1000, dimension)
    matrix /= np.linalg.norm(matrix, axis=1, keepdims=True)
    graph = DataGraph(
        build_csr(source, target, n_nodes),
        build_csr(target, source, n_nodes),
        relation,
        np.zeros(n_nodes, np.int32),
        1000,
    )
    triples = VectorSet(EncoderStamp("generated", dimension), index, matrix)
    return TraceWorkload(f"{n_nodes:,} nodes, {n_relationships:,} relationships", graph, triples)


def directions(rng: np.random.Generator, count: int, dimension: int) -> Vectors:
    """Random unit vectors."""
    drawn = rng.standard_normal((count, dimension), np.float32)
    return drawn / np.linalg.norm(drawn, axis=1, keepdims=True)


def cut_out(workload: TraceWorkload, shape: Shape, rng: np.random.Generator) -> TraceQuery:
    """A schema graph that occurs in the graph: known places take their own row and 9 others, vectors are moved."""
    ends, unknown = shape
    while True:
        rows, relationships = _walk(workload.graph, ends, rng)
        if len(relationships) == len(ends):
            break
    known: list[NDArray[np.int32] | None] = []
    anchors: list[Anchor] = []
    for place, row in enumerate(rows):
        others = rng.integers(0, workload.graph.n_nodes, 9)
        taken = None if place in unknown else np.unique([row, *others]).astype(np.int32)
        known.append(taken)
        if taken is not None:
            anchors += [Anchor(place, one, 1.0 if one == row else 0.7) for one in taken.tolist()]
    vectors = workload.triples.matrix[workload.triples.index[relationships]]
    vectors = vectors + 0.3 * directions(rng, *vectors.shape)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    return TraceQuery(np.array(ends, np.int32), vectors.astype(np.float32), tuple(known), tuple(anchors))


def _walk(
    graph: DataGraph, ends: tuple[tuple[int, int], ...], rng: np.random.Generator
) -> tuple[list[int], list[int]]:
    """Rows and relationships of a random walk; fewer relationships than ``ends`` where it cannot go on."""
    rows = [int(rng.integers(graph.n_nodes))] + [0] * max(tail for _, tail in ends)
    relationships: list[int] = []
    for head, tail in ends:
        slots = [
            (int(csr.data[slot]), int(csr.indices[slot]))
            for csr in (graph.outgoing, graph.incoming)
            for slot in range(csr.indptr[rows[head]], csr.indptr[rows[head] + 1])
        ]
        free = [slot for slot in slots if slot[0] not in relationships]
        if not free:
            break
        relationship, rows[tail] = free[int(rng.integers(len(free)))]
        relationships.append(relationship)
    return rows, relationships
