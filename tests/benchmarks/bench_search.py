"""Graph search alone, vectors given: Motif beside SimGRAG's plain algorithm, in one process on the same queries.

``python tests/benchmarks/bench_search.py --help``. The peers are capped per query; where the cap cut some, the ratio is
a lower bound and marked with ≥. A peer's answer that was not cut must have our distances.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from peers import plain_numba, plain_python
from search_workloads import SHAPES, Workload, metaqa, metaqa_patterns, random_graph, random_patterns

from motif.engine.gsd_search import SearchQuery, search_subgraphs, warm

TOP_K = 3
Search = Callable[[SearchQuery], tuple[list[float], bool]]


@dataclass(frozen=True)
class Times:
    """Seconds of each query, and how many were cut at the cap."""

    seconds: np.ndarray
    cut: int

    @property
    def median(self) -> str:
        return f"{'≥' if self.cut * 2 >= len(self.seconds) else ''}{1000 * np.median(self.seconds):,.2f}"


def measure(
    search: Search, queries: list[SearchQuery], repeats: int
) -> tuple[Times, list[list[float] | None]]:
    """Median time of ``repeats`` of each query; its distances, None where it was cut."""
    seconds, answers, cut = [], [], 0
    for query in queries:
        taken = []
        for _ in range(repeats):
            start = time.perf_counter()
            found, ended = search(query)
            taken.append(time.perf_counter() - start)
        seconds.append(np.median(taken))
        cut += not ended
        answers.append(found if ended else None)
    return Times(np.array(seconds), cut), answers


def peers_of(workload: Workload, cap: float) -> dict[str, Search]:
    """The plain algorithm in Python, the same in numba, and in Python with the paper's bound."""
    neighbours = plain_python.adjacency(*workload.graph)
    searcher = plain_numba.Searcher(*workload.graph)
    visits = int(cap * 100_000_000)
    return {
        "plain Python": lambda query: plain_python.search(neighbours, query, TOP_K, cap, prunes=False),
        "plain numba": lambda query: searcher.search(query, TOP_K, visits),
        "§5.2 Python": lambda query: plain_python.search(neighbours, query, TOP_K, cap, prunes=True),
    }


def ours(workload: Workload) -> Search:
    def search(query: SearchQuery) -> tuple[list[float], bool]:
        found = search_subgraphs(*workload.graph, query, top_k=TOP_K)
        return found.distances.tolist(), found.complete

    return search


def compare(
    title: str, workload: Workload, queries: list[SearchQuery], peers: dict[str, Search]
) -> dict[str, np.ndarray]:
    """Print one row; returns each peer's ratios by query."""
    search = ours(workload)
    search(queries[0])
    own, answers = measure(search, queries, repeats=5)
    row = f"{title:<26}{len(queries):>4}{own.median:>9}{1000 * np.quantile(own.seconds, 0.99):>9.2f}"
    ratios = {}
    for name, peer in peers.items():
        times, found = measure(peer, queries, repeats=1)
        for mine, theirs in zip(answers, found, strict=True):
            if theirs is not None and not np.allclose(mine, theirs, atol=1e-6):
                raise SystemExit(f"{title}: {name} found {theirs}, Motif {mine}")
        ratios[name] = times.seconds / own.seconds
        mark = "≥" if times.cut else ""
        of_medians = np.median(times.seconds) / np.median(own.seconds)
        row += f" |{times.median:>11}{mark + format(of_medians, ',.0f') + 'x':>10}"
        row += f"{mark + format(np.exp(np.log(ratios[name]).mean()), ',.0f') + 'x':>9}{times.cut:>4}"
    print(row, flush=True)
    return ratios


def header(peers: dict[str, Search]) -> None:
    print(f"{'':<26}{'n':>4}{'Motif':>9}{'p99':>9}" + "".join(f" |{name:>34}" for name in peers))
    print(
        f"{'':<30}{'median ms':>9}{'ms':>9}"
        + f" |{'median ms':>11}{'medians':>10}{'geo.mean':>9}{'cut':>4}" * len(peers)
    )


def bench_metaqa(folder: Path, per_hop: int, cap: float) -> None:
    workload, _, _ = metaqa(folder)
    peers = peers_of(workload, cap)
    print(
        f"\nMetaQA: 43,234 nodes, 133,582 relationships; vectors: hashed trigrams; peers capped at {cap:g} s"
    )
    header(peers)
    for limits in ((16, 16), (16384, 512)):
        for misspelt in (False, True):
            for hops in (1, 2, 3):
                patterns = metaqa_patterns(folder, hops, per_hop, misspelt=misspelt)
                title = f"{limits[0]}/{limits[1]} {hops} hop{'s' * (hops > 1)}{', misspelt' * misspelt}"
                compare(title, workload, [workload.query(p, *limits) for p in patterns], peers)


def bench_random(n_nodes: int, n_relationships: int, per_shape: int, cap: float) -> None:
    rng = np.random.default_rng(7)
    workload = random_graph(n_nodes, n_relationships, rng)
    peers = peers_of(workload, cap)
    print(f"\n{workload.name}, 16384/512; vectors: random directions; peers capped at {cap:g} s")
    header(peers)
    ratios = []
    for shape in SHAPES:
        queries = [workload.query(p, 16384, 512) for p in random_patterns(workload, shape, per_shape, rng)]
        ratios.append(compare(shape, workload, queries, peers))
    for name in peers:
        overall = np.exp(np.log(np.concatenate([ratio[name] for ratio in ratios])).mean())
        print(f"geometric mean over all against {name}: {overall:,.0f}x")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--metaqa", type=int, default=20, help="questions per hop and setting; 0 for none")
    parser.add_argument(
        "--random", type=int, default=5, help="patterns per shape of the random graph; 0 for none"
    )
    parser.add_argument("--nodes", type=int, default=1_000_000)
    parser.add_argument("--relationships", type=int, default=5_000_000)
    parser.add_argument("--cap", type=float, default=2.0, help="seconds a peer may take for one query")
    options = parser.parse_args()
    warm()
    data = os.environ.get("MOTIF_DATA")
    if options.metaqa and data:
        bench_metaqa(Path(data) / "metaqa", options.metaqa, options.cap)
    elif options.metaqa:
        print("MetaQA is left out: MOTIF_DATA does not name the data sets.")
    if options.random:
        bench_random(options.nodes, options.relationships, options.random, options.cap)


if __name__ == "__main__":
    main()
