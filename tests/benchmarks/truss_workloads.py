"""Graphs to measure trusses on: published ones, and generated ones with hubs (R-MAT) or with local triangles."""

from __future__ import annotations

import gzip
import os
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numba import njit
from numpy.typing import NDArray

from motif.engine.simple_view import simple_graph
from motif.graphs.simple_graph import SimpleGraph

PUBLISHED = ("karate", "polbooks", "ca-GrQc", "email-Enron")


def published() -> Iterator[tuple[str, SimpleGraph]]:
    """The data sets of MOTIF_DATA; none without it."""
    if "MOTIF_DATA" not in os.environ:
        print("Published graphs are left out: MOTIF_DATA does not name the data sets.")
        return
    for name in PUBLISHED:
        with gzip.open(Path(os.environ["MOTIF_DATA"]) / "truss" / f"{name}.tsv.gz", "rt") as lines:
            rows = np.array([line.split()[:2] for line in lines if line[0].isdigit()], np.int32)
        yield name, simple_graph(rows[:, 0].copy(), rows[:, 1].copy(), int(rows.max()) + 1)


def with_hubs(scale: int, n_edges: int, seed: int = 0) -> SimpleGraph:
    """R-MAT (Chakrabarti et al. 2004) with 2**scale nodes and Graph500's chances of 0.57, 0.19, 0.19 and 0.05."""
    rng = np.random.default_rng(seed)
    source, target = np.zeros(n_edges, np.int64), np.zeros(n_edges, np.int64)
    for _ in range(scale):
        quarter = np.searchsorted([0.57, 0.76, 0.95], rng.random(n_edges), "right")
        source, target = 2 * source + quarter // 2, 2 * target + quarter % 2
    rows = rng.permutation(1 << scale).astype(np.int32)
    return simple_graph(rows[source], rows[target], 1 << scale)


def with_triangles(n_nodes: int, links: int, seed: int = 0) -> SimpleGraph:
    """Each new node links to ends of random links, or with a chance of 0.6 to what its last choice links to.

    After Holme and Kim, Growing scale-free networks with tunable clustering (Physical Review E 65, 2002).
    """
    return simple_graph(*_grown(n_nodes, links, seed), n_nodes)


@njit(cache=True)
def _grown(n_nodes: int, links: int, seed: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    np.random.seed(seed)
    source, target = np.empty(n_nodes * links, np.int32), np.zeros(n_nodes * links, np.int32)
    count = 0
    for node in range(1, n_nodes):
        last = -1
        for _ in range(links):
            if last > 0 and np.random.random() < 0.6:
                chosen = target[(last - 1) * links + np.random.randint(links)]
            elif count == 0:
                chosen = last = 0
            else:
                link = np.random.randint(2 * count)
                chosen = last = source[link // 2] if link % 2 else target[link // 2]
            source[count], target[count] = node, chosen
            count += 1
    return source[:count], target[:count]


def relevance(graph: SimpleGraph, seed: int = 1) -> NDArray[np.float32]:
    """Cosines to a question, alike among neighbours: mean 0.2, standard deviation 0.15."""
    values = np.random.default_rng(seed).normal(size=graph.n_nodes)
    degree = np.maximum(np.diff(graph.indptr), 1)
    for _ in range(3):
        around = np.bincount(graph.low, values[graph.high], graph.n_nodes)
        around += np.bincount(graph.high, values[graph.low], graph.n_nodes)
        values = (values + around / degree) / 2
    values = 0.2 + 0.15 * (values - values.mean()) / values.std()
    return np.clip(values, -1, 1).astype(np.float32)
