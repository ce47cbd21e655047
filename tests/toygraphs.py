"""Graphs small enough to know by heart, and how to build one from triples."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from motif.engine.match_query import DataGraph
from motif.graphs.csr import CSR, build_csr
from motif.graphs.narrow import Codes
from naive import Triple

Arrays = tuple[CSR, CSR, Codes]

FILMS = (
    ("Heat", "directed_by", "Michael Mann"),
    ("Heat", "starred_actors", "Al Pacino"),
    ("Heat", "starred_actors", "Robert De Niro"),
    ("Heat", "release_year", "1995"),
    ("Collateral", "directed_by", "Michael Mann"),
    ("Collateral", "starred_actors", "Tom Cruise"),
    ("Collateral", "release_year", "2004"),
    ("The Insider", "directed_by", "Michael Mann"),
    ("The Insider", "starred_actors", "Al Pacino"),
    ("Casino", "directed_by", "Martin Scorsese"),
    ("Casino", "starred_actors", "Robert De Niro"),
    ("Casino", "release_year", "1995"),
)


def in_order(triples: Iterable[tuple[int, int, int]]) -> list[Triple]:
    """Triples (source, relation, target) by row: ascending by (source, target, relation)."""
    return sorted(
        (Triple(*triple) for triple in triples), key=lambda triple: (triple[0], triple[2], triple[1])
    )


def arrays_of(graph: list[Triple], n_nodes: int) -> Arrays:
    """``outgoing, incoming, relation`` of a graph whose triples are in order."""
    source = np.array([triple.source for triple in graph], np.int32)
    target = np.array([triple.target for triple in graph], np.int32)
    relation = np.array([triple.relation for triple in graph], np.int16)
    return build_csr(source, target, n_nodes), build_csr(target, source, n_nodes), relation


def films() -> tuple[Arrays, list[str], list[str]]:
    """Four films: their arrays, names of nodes and names of relations, both sorted."""
    names = sorted({name for head, _, tail in FILMS for name in (head, tail)})
    relations = sorted({relation for _, relation, _ in FILMS})
    triples = [
        (names.index(head), relations.index(relation), names.index(tail)) for head, relation, tail in FILMS
    ]
    return arrays_of(in_order(triples), len(names)), names, relations


def data_graph(
    graph: list[Triple], n_nodes: int, n_relations: int, labels: list[int] | None = None
) -> DataGraph:
    """What exact matching takes, of triples in order; ``labels`` gives each node's label set, 0 by default."""
    outgoing, incoming, relation = arrays_of(graph, n_nodes)
    label_set = np.array(labels if labels is not None else [0] * n_nodes, np.int16)
    return DataGraph(outgoing, incoming, relation, label_set, n_relations)
