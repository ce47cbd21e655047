"""Exact matching: Motif beside igraph, networkx and the same pattern as Cypher, in one run on the same patterns.

``python tests/benchmarks/bench_match.py --help``. Every peer that ends within its cap must count the matches that we
count; where the cap cut some, a ratio is a lower bound and marked with ≥.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from match_contenders import CALL, GRAPH, JOIN, Motif, OverBolt
from match_patterns import MAXIMUM_MATCHES, SHAPES, Pattern, patterns
from match_workloads import MatchGraph, freebase, random_graph
from peers.capped import timed_in_fork
from peers.cypher_match import CypherPeer, server
from peers.igraph_match import IgraphPeer
from peers.networkx_match import NetworkxPeer

from motif.database import Database
from motif.engine.exact_matching import warm
from motif.indexes.paths import warm as warm_paths

PEERS = VF2, LAD, NETWORKX, CYPHER, INSIDE = "VF2", "LAD", "networkx", "Cypher", "…inside"
Asked = Callable[[Pattern], tuple[float, int | None]]


@dataclass
class Times:
    """Seconds per pattern, NaN where one was not asked, and which were cut at the cap."""

    seconds: list[float] = field(default_factory=list)
    cut: list[bool] = field(default_factory=list)

    def add(self, seconds: float, *, cut: bool = False) -> None:
        self.seconds.append(seconds)
        self.cut.append(cut)


@dataclass
class Trial:
    """Patterns of one graph, by row of the table, and what each contender took for them."""

    graph: MatchGraph
    rows: dict[str, list[Pattern]]
    counts: dict[str, list[int]]
    times: dict[str, dict[str, Times]] = field(default_factory=dict)

    def run(self, name: str, ask: Asked, *, most: int = 1000) -> None:
        """Ask a contender for at most the first ``most`` patterns of each row.

        Exits when it counts other matches than we did.
        """
        begun = time.perf_counter()
        self.times[name] = {}
        for row, asked in self.rows.items():
            times = self.times[name][row] = Times()
            for number, pattern in enumerate(asked):
                if number >= most:
                    times.add(float("nan"))
                    continue
                seconds, count = ask(pattern)
                if count is not None and count != self.counts[row][number]:
                    raise SystemExit(f"{name} counts {count}, Motif {self.counts[row][number]}: {pattern}")
                times.add(seconds, cut=count is None)
        print(f"  {name} measured in {time.perf_counter() - begun:.0f} s", flush=True)

    def show(self, baseline: str) -> None:
        """Medians in ms of all; and how many times longer than ``baseline`` each took, geometric means."""
        ours = [name for name in self.times if name not in PEERS]
        peers = [name for name in self.times if name in PEERS]
        print(
            f"\nMedian ms of ours (p99 of {baseline}); of peers: median ms, and × {baseline} (geometric mean), cut"
        )
        heads = "".join(f"{name:>11}" for name in (*ours, "p99")) + "".join(f" |{name:>26}" for name in peers)
        print(f"{'':<20}{'n':>4}{'matches':>9}{heads}")
        for title, rows in self._lines():
            own = {name: self._joined(name, rows)[0] for name in ours}
            line = f"{title:<20}{len(own[baseline]):>4}{self._matches(rows):>9.0f}"
            line += "".join(f"{1000 * np.nanmedian(own[name]):>11.3f}" for name in ours)
            line += f"{1000 * np.nanquantile(own[baseline], 0.99):>11.3f}"
            print(line + "".join(self._against(own[baseline], name, rows) for name in peers), flush=True)

    def _lines(self) -> Iterator[tuple[str, list[str]]]:
        for row in self.rows:
            yield row, [row]
        for kind in ("known", "typed"):
            if rows := [row for row in self.rows if row.startswith(kind)]:
                yield f"{kind}, all", rows
        yield "all", list(self.rows)

    def _matches(self, rows: list[str]) -> float:
        return float(np.median([count for row in rows for count in self.counts[row]]))

    def _joined(self, name: str, rows: list[str]) -> tuple[np.ndarray, np.ndarray]:
        times = [self.times[name][row] for row in rows]
        seconds = np.concatenate([np.array(part.seconds) for part in times])
        return seconds, np.concatenate([np.array(part.cut, bool) for part in times])

    def logs(self, baseline: str, peer: str) -> np.ndarray:
        """Logarithm of how many times longer ``peer`` took than ``baseline``, by pattern."""
        own, seconds = (self._joined(name, list(self.rows))[0] for name in (baseline, peer))
        return _log_ratios(peer, seconds, own)

    def _against(self, own: np.ndarray, name: str, rows: list[str]) -> str:
        seconds, cut = self._joined(name, rows)
        asked = np.isfinite(seconds)
        ratio = np.exp(_log_ratios(name, seconds[asked], own[asked]).mean())
        mark = "≥" if cut.any() else ""
        median = f"{mark}{1000 * np.median(seconds[asked]):,.1f}"
        return f" |{median:>11}{mark + f'{ratio:,.0f}x':>10}{cut.sum():>5}"


def _log_ratios(peer: str, seconds: np.ndarray, own: np.ndarray) -> np.ndarray:
    """The server tells whole milliseconds: none counts as half a one."""
    return np.log(np.maximum(seconds, 5e-4 if peer == INSIDE else 0.0) / own)


def draw(graph: MatchGraph, motif: Motif, per_shape: int, seed: int) -> Trial:
    """Patterns of each shape: with known nodes, and with labels alone."""
    trial = Trial(graph, {}, {})
    for kind in ("known", "typed"):
        for shape in SHAPES:
            rng = np.random.default_rng([seed, kind == "typed", list(SHAPES).index(shape)])
            row = f"{kind}, {shape}"
            drawn = patterns(graph.graph, shape, per_shape, rng, motif.is_small, typed=kind == "typed")
            trial.rows[row] = list(drawn)
            trial.counts[row] = [motif.count(pattern) for pattern in trial.rows[row]]
    return trial


def fastest_vf2(peer: IgraphPeer, cap: float) -> Asked:
    """The fastest of igraph's ways for each pattern; a way is given up once it takes longer than one before.

    Where the part of the graph was too much for it, the whole is not tried.
    """

    def ask(pattern: Pattern) -> tuple[float, int | None]:
        best, count = cap, None
        for way in (peer.cut, peer.colours, peer.functions):
            seconds, found = timed_in_fork(way(pattern), 3, best)
            if found is not None:
                best, count = min(best, seconds), found
            elif count is None:
                break
        return best, count

    return ask


def capped(way: Callable[[Pattern], Callable[[], int]], cap: float) -> Asked:
    return lambda pattern: timed_in_fork(way(pattern), 1, cap)


def bench(graph: MatchGraph, options: argparse.Namespace, *, small: bool) -> Trial:
    """All contenders on one graph; LAD and networkx where the graph is small enough for them."""
    print(f"\n{graph.name}: {graph.graph.n_nodes:,} nodes, {graph.graph.n_relationships:,} relationships")
    motif = Motif(graph, (1, 2) if options.paths else ())
    trial = draw(graph, motif, options.small if small else options.large, options.seed)
    for name, ask in motif.ways(options.cap).items():
        trial.run(name, ask)
    if options.igraph:
        peer = IgraphPeer(graph.graph)
        trial.run(VF2, fastest_vf2(peer, options.cap))
        if small:
            trial.run(LAD, capped(peer.lad, options.cap))
        else:
            print("  LAD is left out: igraph's keeps a matrix of nodes × nodes, a terabyte here")
        del peer
    if options.networkx and small:
        trial.run(NETWORKX, capped(NetworkxPeer(graph.graph).ask, options.cap), most=options.networkx)
    if options.cypher:
        with (
            tempfile.TemporaryDirectory(prefix="motif-bench-") as folder,
            database(graph, folder, options.call) as opened,
        ):
            run_cypher(trial, CypherPeer(graph, opened), options.cap)
            if options.call:
                over_bolt = OverBolt(graph, opened)
                trial.run(CALL, lambda pattern: over_bolt.ask(pattern, options.cap))
    trial.show(JOIN)
    trial.show(GRAPH)
    return trial


def show_together(trials: list[Trial]) -> None:
    """Geometric means over all patterns of all graphs, of each peer that was asked on all of them."""
    for baseline in (JOIN, GRAPH):
        for peer in (VF2, CYPHER, INSIDE):
            if all(peer in trial.times for trial in trials):
                logs = np.concatenate([trial.logs(baseline, peer) for trial in trials])
                print(f"{peer} ÷ {baseline}, {len(logs)} patterns of all graphs: {np.exp(logs.mean()):,.0f}x")


@contextmanager
def database(graph: MatchGraph, folder: str, service: bool) -> Iterator[Database]:
    begun = time.perf_counter()
    with server(graph, Path(folder), service=service) as opened:
        print(
            f"  Neo4j {opened.version} holds the graph after {time.perf_counter() - begun:.0f} s", flush=True
        )
        yield opened


def run_cypher(trial: Trial, peer: CypherPeer, cap: float) -> None:
    """Cypher over Bolt, and the server's part of it by its own clock, which counts whole milliseconds.

    All are asked once before, so that the server's own code is compiled.
    """
    for asked in trial.rows.values():
        for pattern in asked:
            peer.timed(pattern, 1, min(cap, 2.0))
    inside: dict[int, tuple[float, int | None]] = {}

    def ask(pattern: Pattern) -> tuple[float, int | None]:
        seconds, waited, count = peer.timed(pattern, 3, cap)
        inside[id(pattern)] = waited, count
        return seconds, count

    trial.run(CYPHER, ask)
    trial.run(INSIDE, lambda pattern: inside[id(pattern)])


def main() -> None:
    options = arguments()
    print(
        f"Patterns have at most {MAXIMUM_MATCHES:,} matches. No contender may take over {options.cap:g} s for one."
    )
    warm()
    warm_paths()
    data = os.environ.get("MOTIF_DATA")
    trials = []
    if options.small and data:
        trials.append(bench(freebase(Path(data) / "fb15k237"), options, small=True))
    elif options.small:
        print("FB15k-237 is left out: MOTIF_DATA does not name the data sets.")
    if options.large:
        rng = np.random.default_rng(options.seed)
        graph = random_graph(options.nodes, options.relationships, rng)
        trials.append(bench(graph, options, small=False))
    show_together(trials)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--small", type=int, default=10, help="patterns per row on FB15k-237; 0 for none")
    parser.add_argument(
        "--large", type=int, default=2, help="patterns per row on the random graph; 0 for none"
    )
    parser.add_argument("--nodes", type=int, default=1_000_000)
    parser.add_argument("--relationships", type=int, default=5_000_000)
    parser.add_argument(
        "--cap", type=float, default=10.0, help="seconds a contender may take for one pattern"
    )
    parser.add_argument("--networkx", type=int, default=2, help="how many patterns per row it is asked for")
    parser.add_argument("--seed", type=int, default=7)
    for name in ("igraph", "cypher", "call", "paths"):
        parser.add_argument(f"--no-{name}", dest=name, action="store_false", help=f"leave {name} out")
    parser.add_argument(
        "--quick", action="store_true", help="few patterns, a small random graph, caps of 2 s"
    )
    options = parser.parse_args()
    if options.quick:
        few = {"small": 2, "large": 1, "nodes": 100_000, "relationships": 500_000, "cap": 2.0, "networkx": 1}
        vars(options).update(few)
    return options


if __name__ == "__main__":
    main()
