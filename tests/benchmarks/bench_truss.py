"""Trussness beside networkx, the textbook's algorithm and igraph's triangles; Q-Peel beside a plain one; in one run.

``python tests/benchmarks/bench_truss.py --help``. Every peer that ends within its cap must find what we find; where
the cap cut it, the ratio is a lower bound and marked with ≥.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from statistics import median
from typing import TypeVar

import igraph
import networkx
import numpy as np
from numpy.typing import NDArray
from peers import networkx_truss, plain_peeling, plain_truss
from peers.capped import timed_in_fork
from truss_workloads import published, relevance, with_hubs, with_triangles

from motif.engine import community_peeling, truss
from motif.engine.community_check import is_connected_truss
from motif.engine.community_peeling import peel_community
from motif.engine.truss import decompose_truss
from motif.graphs.simple_graph import SimpleGraph

T = TypeVar("T")

SIZES = (100_000, 1_000_000, 5_000_000)
PEELED = (93, 15_000, 150_000)


def main() -> None:
    options = arguments()
    truss.warm()
    community_peeling.warm()
    plain_truss.trussness_sum(with_triangles(20, 3))
    sizes = [size for size in SIZES if size <= options.edges]
    print(
        f"Trussness: medians of {options.repeats}, after the simple view is built; peers are cut at {options.cap:g} s"
    )
    heads = f"{'':<22}{'edges':>10}{'triangles':>12}{'k':>5}{'ms':>10}{'µs/tri':>8}"
    print(f"{heads} |  networkx  textbook  igraph's list of triangles")
    for name, graph in published():
        row_of_truss(name, graph, options, networkx_too=True)
    for make, title in ((hubs_of, "R-MAT"), (triangles_of, "Holme-Kim")):
        grown = []
        for size in sizes:
            graph = make(size)
            grown.append(row_of_truss(f"{title} {size:,}", graph, options, networkx_too=size <= 100_000))
        show_growth(title, grown)
    show_peeling(options)


def row_of_truss(
    name: str, graph: SimpleGraph, options: argparse.Namespace, *, networkx_too: bool
) -> tuple[int, float]:
    """Print a line of the table; triangles and seconds."""
    seconds, trussness = timed(lambda: decompose_truss(graph), options.repeats)
    total = int(trussness.sum(dtype=np.int64))
    ends = np.column_stack([graph.low, graph.high])
    peers: list[str] = []
    if networkx_too:
        other = networkx.Graph(ends.tolist())
        peers.append(ratio(partial(networkx_truss.trussness_sum, other), total, seconds, options))
    else:
        peers.append("–")
    peers.append(ratio(partial(plain_truss.trussness_sum, graph), total, seconds, options))
    whole = igraph.Graph(graph.n_nodes, ends)
    triangles = plain_truss.count_triangles(graph)
    if triangles <= 10_000_000:
        peers.append(ratio(lambda: len(whole.list_triangles()), triangles, seconds, options))
    else:
        peers.append("–")
    line = f"{name:<22}{graph.n_edges:>10,}{triangles:>12,}{int(trussness.max()):>5}{1000 * seconds:>10.2f}"
    print(f"{line}{1e6 * seconds / triangles:>8.3f} |" + "".join(f"{peer:>10}" for peer in peers), flush=True)
    return triangles, seconds


def show_growth(title: str, rows: list[tuple[int, float]]) -> None:
    """By how much more the time grew than the triangles did, from each size to the next."""
    steps = [f"{(after[1] / before[1]) / (after[0] / before[0]):.2f}" for before, after in pairwise(rows)]
    if steps:
        print(f"{title}: time per triangle, from size to size × {', × '.join(steps)}")


def show_peeling(options: argparse.Namespace) -> None:
    """Q-Peel of the maximal 3-truss, and the same by sets of neighbours in Python."""
    print(f"\nQ-Peel, k 3: medians of {options.repeats} in ms; the plain one is cut at {options.cap:g} s")
    rules: dict[community_peeling.Rule, plain_peeling.Rule] = {
        "cascade": plain_peeling.cascade,
        "strict": plain_peeling.strict,
    }
    for size in PEELED:
        graph = with_triangles(size, 6)
        trussness, relevant = decompose_truss(graph), relevance(graph)
        for rule, plain in rules.items():
            seconds, found = timed(
                partial(peel_community, graph, trussness, relevant, 3, rule=rule), options.repeats
            )
            assert found is not None and is_connected_truss(graph, found.nodes, found.edges, 3)
            other = partial(plain_score, graph, trussness, relevant, plain)
            peer = ratio(other, round(found.qr_score * 1e9), seconds, options)
            scores = f"QRScore {found.component_score:.3f} → {found.qr_score:.3f}, {len(found.nodes)} nodes"
            edges = int(np.count_nonzero(trussness >= 3))
            print(
                f"{size:>8,} nodes {edges:>8,} edges  {rule:<8}{1000 * seconds:>9.2f} | plain{peer:>10}   {scores}"
            )


def plain_score(
    graph: SimpleGraph, trussness: NDArray[np.int32], relevant: NDArray[np.float32], rule: plain_peeling.Rule
) -> int:
    """QRScore in billionths."""
    return round(plain_peeling.best_score(graph, trussness, relevant, 3, rule) * 1e9)


def timed(work: Callable[[], T], repeats: int) -> tuple[float, T]:
    """Median seconds and the result."""
    taken: list[float] = []
    for _ in range(repeats):
        begun = time.perf_counter()
        result = work()
        taken.append(time.perf_counter() - begun)
    return median(taken), result


def ratio(peer: Callable[[], int], expected: int, seconds: float, options: argparse.Namespace) -> str:
    """How many times longer a peer takes; exits when it finds something else."""
    theirs, found = timed_in_fork(peer, options.repeats, options.cap)
    if found is not None and found != expected:
        raise SystemExit(f"{peer} finds {found}, Motif {expected}.")
    return f"{'≥' if found is None else ''}{theirs / seconds:,.{0 if theirs > 20 * seconds else 1}f} ×"


def hubs_of(n_edges: int) -> SimpleGraph:
    """An R-MAT graph of about so many edges, 10 by node."""
    return with_hubs(round(np.log2(n_edges / 9)), round(1.05 * n_edges))


def triangles_of(n_edges: int) -> SimpleGraph:
    return with_triangles(n_edges // 5, 5)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--cap", type=float, default=60.0, help="seconds that a peer may take for one graph")
    parser.add_argument("--edges", type=int, default=max(SIZES), help="the largest generated graph")
    parser.add_argument("--quick", action="store_true", help="small graphs, three repeats, caps of 5 s")
    options = parser.parse_args()
    if options.quick:
        vars(options).update(repeats=3, cap=5.0, edges=SIZES[0])
    return options


if __name__ == "__main__":
    main()
