"""Published counts of 880 patterns in yeast's protein interactions, reproduced exactly."""

from __future__ import annotations

import gzip
import json
import os
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from motif.engine.exact_matching import count_subgraphs, warm
from motif.engine.match_query import MAXIMUM_EDGES, DataGraph, MatchQuery
from motif.graphs.csr import build_csr

FOLDER = Path(os.environ.get("MOTIF_DATA", "")) / "subgraph-matching"
MOST_MATCHES = 1_000_000
MOST_MATCHES_OF_LONG = 10_000

pytestmark = [
    pytest.mark.data,
    pytest.mark.skipif(not FOLDER.is_dir(), reason="MOTIF_DATA names no folder with subgraph-matching"),
    pytest.mark.skipif(os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="takes hours without the JIT"),
]


def yeast() -> DataGraph:
    """3,112 proteins, each undirected edge once."""
    labels, edges = [], []
    with gzip.open(FOLDER / "yeast.graph.gz", "rt") as lines:
        for kind, *numbers in map(str.split, lines):
            if kind == "v":
                labels.append(int(numbers[1]))
            elif kind == "e":
                edges.append((int(numbers[0]), int(numbers[1])))
    source, target = np.array(sorted(edges), np.int32).T.copy()
    csr = build_csr(source, target, len(labels)), build_csr(target, source, len(labels))
    return DataGraph(*csr, np.zeros(len(source), np.int32), np.array(labels, np.int32), 1)


def published_queries() -> list[dict[str, Any]]:
    with gzip.open(FOLDER / "yeast_queries.jsonl.gz", "rt") as lines:
        queries = [json.loads(line) for line in lines]
    return [
        query
        for query in queries
        if len(query["edges"]) <= MAXIMUM_EDGES
        and query["count"] <= (MOST_MATCHES if len(query["edges"]) <= 32 else MOST_MATCHES_OF_LONG)
    ]


def query_of(labels: list[int], edges: list[list[int]], masks: dict[int, np.ndarray]) -> MatchQuery:
    heads, tails = np.array(edges, np.int32).T.copy()
    nothing = (None,) * len(edges)
    rows = (None,) * len(labels)
    return MatchQuery(heads, tails, rows, tuple(masks[label] for label in labels), nothing, nothing, False)


def test_all_published_counts_are_reproduced() -> None:
    graph, queries = yeast(), published_queries()
    masks = {label: graph.label_set == label for query in queries for label in query["labels"]}
    warm()
    assert len(queries) == 880

    start = time.perf_counter()
    found = {
        query["name"]: count_subgraphs(graph, query_of(query["labels"], query["edges"], masks)).count
        for query in queries
    }
    print(f"{len(queries)} queries counted in {time.perf_counter() - start:.1f} s")

    assert found == {query["name"]: query["count"] for query in queries}
