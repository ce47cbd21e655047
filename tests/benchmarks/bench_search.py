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


def peers_of(workload: Workload, cap: float, *, with_bound: bool) -> dict[str, Search]:
    """The plain algorithm in Python, the same in numba, and perhaps in Python with the paper's bound."""
    neighbours = plain_python.adjacency(*workload.graph)
    searcher = plain_numba.Searcher(*workload.graph)
    visits = int(cap * 100_000_000)
    peers: dict[str, Search] = {
        "plain Python": lambda query: plain_python.search(neighbours, query, TOP_K, cap, prunes=False),
        "plain numba": lambda query: searcher.search(query, TOP_K, visits),
    }
    if with_bound:
        peers["§5.2 Python"] = lambda query: plain_python.search(neighbours, query, TOP_K, cap, prunes=True)
    return peers


def ours(workload: Workload) -> Search:
    def search(query: SearchQuery) -> tuple[list[float], bool]:
        found = search_subgraphs(*workload.graph, query, top_k=TOP_K)
        return found.distances.tolist(), found.complete

    return search


@dataclass
class Table:
    """Rows of one workload, printed as they are measured."""

    workload: Workload
    peers: dict[str, Search]

    def __post_init__(self) -> None:
        titles = "".join(f" |{name:>34}" for name in self.peers)
        print(f"{'':<26}{'n':>4}{'Motif':>9}{'p99':>9}{titles}")
        columns = f" |{'median ms':>11}{'medians':>10}{'geo.mean':>9}{'cut':>4}" * len(self.peers)
        print(f"{'':<30}{'median ms':>9}{'ms':>9}{columns}")

    def row(self, title: str, queries: list[SearchQuery]) -> dict[str, Times]:
        """Measure and print one row; the times of Motif (under "") and of each peer."""
        search = ours(self.workload)
        search(queries[0])
        own, answers = measure(search, queries, repeats=5)
        times = {"": own}
        for name, peer in self.peers.items():
            times[name], found = measure(peer, queries, repeats=1)
            for mine, theirs in zip(answers, found, strict=True):
                if theirs is not None and (
                    len(mine or ()) != len(theirs) or not np.allclose(mine, theirs, atol=1e-6)
                ):
                    raise SystemExit(f"{title}: {name} found {theirs}, Motif {mine}")
        self.show(title, times)
        return times

    def show(self, title: str, times: dict[str, Times]) -> None:
        own = times[""].seconds
        line = f"{title:<26}{len(own):>4}{times[''].median:>9}{1000 * np.quantile(own, 0.99):>9.2f}"
        for name in self.peers:
            taken = times[name]
            mark = "≥" if taken.cut else ""
            of_medians = f"{mark}{np.median(taken.seconds) / np.median(own):,.0f}x"
            geometric = f"{mark}{np.exp(np.log(taken.seconds / own).mean()):,.0f}x"
            line += f" |{taken.median:>11}{of_medians:>10}{geometric:>9}{taken.cut:>4}"
        print(line, flush=True)

    def total(self, title: str, rows: list[dict[str, Times]]) -> None:
        """Print what all ``rows`` come to together."""
        names = ["", *self.peers]
        joined = {
            n: Times(np.concatenate([r[n].seconds for r in rows]), sum(r[n].cut for r in rows)) for n in names
        }
        self.show(title, joined)


def bench_metaqa(folder: Path, per_hop: int, cap: float, *, with_bound: bool) -> None:
    workload, _, _ = metaqa(folder)
    print("\nMetaQA, 43,234 nodes, 133,582 relationships; vectors: hashed trigrams")
    table = Table(workload, peers_of(workload, cap, with_bound=with_bound))
    for limits in ((16, 16), (16384, 512)):
        rows = []
        for misspelt in (False, True):
            for hops in (1, 2, 3):
                patterns = metaqa_patterns(folder, hops, per_hop, misspelt=misspelt)
                title = f"{limits[0]}/{limits[1]} {hops} hop{'s' * (hops > 1)}{', misspelt' * misspelt}"
                rows.append(table.row(title, [workload.query(p, *limits) for p in patterns]))
        table.total(f"{limits[0]}/{limits[1]} all", rows)


def bench_random(n_nodes: int, n_relationships: int, per_shape: int, cap: float, *, with_bound: bool) -> None:
    rng = np.random.default_rng(7)
    workload = random_graph(n_nodes, n_relationships, rng)
    print(f"\n{workload.name}, 16384/512; vectors: random directions")
    table = Table(workload, peers_of(workload, cap, with_bound=with_bound))
    rows = []
    for shape in SHAPES:
        queries = [workload.query(p, 16384, 512) for p in random_patterns(workload, shape, per_shape, rng)]
        rows.append(table.row(shape, queries))
    table.total("all", rows)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--metaqa", type=int, default=10, help="questions per hop and setting; 0 for none")
    parser.add_argument(
        "--random", type=int, default=2, help="patterns per shape of the random graph; 0 for none"
    )
    parser.add_argument("--nodes", type=int, default=1_000_000)
    parser.add_argument("--relationships", type=int, default=5_000_000)
    parser.add_argument(
        "--cap", type=float, default=60.0, help="seconds a peer may take for one query; MetaQA 2"
    )
    parser.add_argument("--bound", action="store_true", help="also the paper's bound (§5.2) in Python")
    options = parser.parse_args()
    capped = f"{options.cap:g} s a query, on MetaQA at {min(options.cap, 2.0):g} s"
    print(f"Peers are capped at {capped}; ≥ where that cut some.")
    warm()
    data = os.environ.get("MOTIF_DATA")
    if options.metaqa and data:
        bench_metaqa(Path(data) / "metaqa", options.metaqa, min(options.cap, 2.0), with_bound=options.bound)
    elif options.metaqa:
        print("MetaQA is left out: MOTIF_DATA does not name the data sets.")
    if options.random:
        bench_random(
            options.nodes, options.relationships, options.random, options.cap, with_bound=options.bound
        )


if __name__ == "__main__":
    main()
