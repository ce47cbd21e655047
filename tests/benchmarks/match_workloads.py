"""Graphs to measure exact matching on: FB15k-237, and a random one with skewed degrees, labels and relations.

Both as arrays, and as CSV files for Neo4j's importer, whose node ids are then our rows.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from motif.embedded import ImportFiles
from motif.engine.match_query import DataGraph
from motif.graphs.csr import build_csr
from motif_loaders import fb15k237
from motif_loaders.records import NodeRecord, RelationshipRecord

Int32 = NDArray[np.int32]
N_LABELS = N_RELATIONS = 50


@dataclass(frozen=True)
class MatchGraph:
    """A graph by arrays, with what its nodes, labels and relations are called in Neo4j.

    Every node has a name of its own; ``labels`` by label set, one label each; triples are distinct.
    """

    name: str
    graph: DataGraph
    names: list[str]
    labels: list[str]
    relations: list[str]

    def write(self, folder: Path) -> ImportFiles:
        """The graph as files for the importer; each node has the label ``Entity`` beside its own."""
        nodes, relationships = folder / "nodes.csv", folder / "relationships.csv"
        with nodes.open("w") as file:
            file.write("id:ID,name,:LABEL\n")
            labels = self.graph.label_set.tolist()
            rows = enumerate(zip(self.names, labels, strict=True))
            file.writelines(f"{row},{name},Entity;{self.labels[label]}\n" for row, (name, label) in rows)
        columns = (self.graph.source, self.graph.outgoing.indices, self.graph.relation)
        with relationships.open("w") as file:
            file.write(":START_ID,:END_ID,:TYPE\n")
            triples = zip(*(column.tolist() for column in columns), strict=True)
            file.writelines(f"{s},{t},{self.relations[r]}\n" for s, t, r in triples)
        return ImportFiles((nodes,), (relationships,), id_type="integer", multiline=False)


def freebase(folder: Path) -> MatchGraph:
    """FB15k-237, all three splits; nodes named by their mids, and labelled by what they are the head of most often.

    The first two parts of a relation's path name the type of its head: ``/film/film/genre`` that of a film.
    """
    names: dict[str, int] = {}
    triples: list[tuple[int, int, str]] = []
    for record in fb15k237.load(folder):
        if isinstance(record, NodeRecord):
            names[str(record.key.value)] = len(names)
        elif isinstance(record, RelationshipRecord):
            ends = names[str(record.source.value)], names[str(record.target.value)]
            triples.append((*ends, record.type))
    relations = sorted({relation for _, _, relation in triples})
    number = {relation: row for row, relation in enumerate(relations)}
    votes: list[Counter[str]] = [Counter() for _ in names]
    for head, _, relation in triples:
        votes[head]["/".join(relation.split("/")[1:3])] += 1
    voted = [min(vote, key=lambda kind: (-vote[kind], kind)) if vote else "unknown" for vote in votes]
    labels = sorted(set(voted))
    label_set = np.array([labels.index(label) for label in voted], np.int32)
    columns = np.array([(head, tail, number[relation]) for head, tail, relation in triples], np.int32)
    return MatchGraph(
        "FB15k-237", data_graph(columns, label_set, len(relations)), list(names), labels, relations
    )


def random_graph(n_nodes: int, n_relationships: int, rng: np.random.Generator) -> MatchGraph:
    """Degrees, labels and relations fall off as in knowledge graphs: few are very common, most are rare."""
    columns = np.empty((0, 3), np.int32)
    place = rng.permutation(n_nodes).astype(np.int32)
    while len(columns) < n_relationships:
        count = int(1.05 * (n_relationships - len(columns))) + 1
        drawn = np.column_stack(
            [
                place[_skewed(n_nodes, 2.0, count, rng)],
                place[_skewed(n_nodes, 4.0, count, rng)],
                _skewed(N_RELATIONS, 2.5, count, rng),
            ]
        )
        keys = (drawn[:, 0].astype(np.int64) * n_nodes + drawn[:, 1]) * N_RELATIONS + drawn[:, 2]
        _, first = np.unique(keys, return_index=True)
        columns = np.unique(np.concatenate([columns, drawn[first]]), axis=0) if len(columns) else drawn[first]
    columns = columns[rng.permutation(len(columns))[:n_relationships]]
    label_set = _skewed(N_LABELS, 2.5, n_nodes, rng)
    labels, relations = ([f"{kind}_{i:02}" for i in range(50)] for kind in ("Label", "RELATION"))
    names = [f"node {row}" for row in range(n_nodes)]
    title = f"random, {n_nodes:,} nodes, {n_relationships:,} relationships"
    return MatchGraph(title, data_graph(columns, label_set, N_RELATIONS), names, labels, relations)


def _skewed(size: int, power: float, count: int, rng: np.random.Generator) -> Int32:
    """``count`` of 0 … size - 1, low ones far more often."""
    return (size * rng.random(count) ** power).astype(np.int32)


def data_graph(columns: Int32, label_set: Int32, n_relations: int) -> DataGraph:
    """The graph of (source, target, relation) columns."""
    order = np.lexsort((columns[:, 2], columns[:, 1], columns[:, 0]))
    source, target, relation = (np.ascontiguousarray(column) for column in columns[order].T)
    n_nodes = len(label_set)
    outgoing, incoming = build_csr(source, target, n_nodes), build_csr(target, source, n_nodes)
    return DataGraph(outgoing, incoming, relation, label_set, n_relations)
