"""Structure tracing, vectors given: Motif beside the paper's algorithm in plain Python, on the same schema graphs.

``python tests/benchmarks/bench_trace.py --help``. The plain algorithm is measured twice: "looking up" takes the stored
vectors in place of the encoder, "encoding" encodes a node's triples when it is reached, as the official code does (for
the first few schema graphs). Both are cut at the cap; where that cut some, a ratio is a lower bound and marked with ≥.
What was not cut must have our scores. With guidance, the time is that of scoring the nodes by the model that comes
with the package, choosing the K = 4 T best and tracing; encoding the question apart.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray
from peers.plain_tracing import PlainTracer
from trace_workloads import (
    SHAPES,
    NamedWorkload,
    TraceWorkload,
    cut_out,
    generated,
    metaqa,
    metaqa_schemas,
)

from motif.engine.guidance import PreparedGuidance, guidance_rows, score_nodes, warm_guidance
from motif.engine.question_subgraph import personalized_pagerank
from motif.engine.tracing import TraceOptions, TraceQuery, Traces, trace, warm_tracing
from motif.errors import InvalidSource
from motif.graphs.pattern import Pattern
from motif.models.guidance_file import load_general_guidance

T = TypeVar("T")

REPEATS, SUBGRAPH_NODES = 5, 400
STRATEGIES = {
    "precision": TraceOptions(breadth=False),
    "breadth": TraceOptions(breadth=True),
    "breadth, best kept": TraceOptions(breadth=True, keep_best=True),
}


@dataclass(frozen=True)
class Limits:
    """Seconds the plain algorithm may take for a query, and for how many it encodes."""

    cap: float
    encoded: int


@dataclass(frozen=True)
class Peer:
    """What the plain algorithm took, beside what we took for the same."""

    seconds: NDArray[np.float64]
    ours: NDArray[np.float64]
    cut: int

    def __str__(self) -> str:
        if not len(self.seconds):
            return f" |{'–':>12}{'':>9}{'':>5}"
        mark = "≥" if self.cut else ""
        ratio = np.exp(np.log(self.seconds / self.ours).mean())
        median = f"{mark}{1000 * np.median(self.seconds):,.2f}"
        return f" |{median:>12}{f'{mark}{ratio:,.1f}x':>9}{self.cut:>5}"


def heading(title: str) -> None:
    print(f"\n{title}")
    peers = "".join(f" |{name:>12}{'geo.mean':>9}{'cut':>5}" for name in ("looking up", "encoding"))
    print(f"{'':<34}{'n':>4}{'median ms':>10}{'p90':>8}{'max':>8}{peers}")


def show(title: str, seconds: NDArray[np.float64], peers: Sequence[Peer] = ()) -> None:
    own = 1000 * seconds
    line = f"{title:<34}{len(own):>4}{np.median(own):>10.2f}{np.quantile(own, 0.9):>8.2f}{own.max():>8.2f}"
    print(line + "".join(map(str, peers)), flush=True)


def measure(
    title: str, workload: TraceWorkload, queries: Sequence[TraceQuery], options: TraceOptions, limits: Limits
) -> None:
    """A line of the table: each query by us (median of `REPEATS`) and by the plain algorithm (once)."""
    runs = [timed(partial(trace, workload.graph, query, workload.triples, options)) for query in queries]
    own = np.array([seconds for seconds, _ in runs])
    found = [traces for _, traces in runs]
    peers = [plain(PlainTracer(workload.graph, workload.stored, options), queries, own, found, limits.cap)]
    if isinstance(workload, NamedWorkload):
        encoding = PlainTracer(workload.graph, workload.made, options)
        count = limits.encoded
        peers.append(plain(encoding, queries[:count], own[:count], found[:count], limits.cap))
    show(title, own, peers)


def plain(
    tracer: PlainTracer,
    queries: Sequence[TraceQuery],
    own: NDArray[np.float64],
    found: Sequence[Traces],
    cap: float,
) -> Peer:
    """The plain algorithm's times; its scores must be ours."""
    taken, cut = [], 0
    for query, traces in zip(queries, found, strict=True):
        begun = time.perf_counter()
        scores, ended = tracer.scores(query, cap)
        taken.append(time.perf_counter() - begun)
        cut += not ended
        if ended and not np.allclose(scores, traces.scores, atol=1e-5):
            raise SystemExit(f"The plain algorithm found {scores[:5]}, Motif {traces.scores[:5]}")
    return Peer(np.array(taken), own, cut)


def timed(work: Callable[[], T]) -> tuple[float, T]:
    """Median seconds of `REPEATS` calls, and what the last gave."""
    taken = []
    for _ in range(REPEATS):
        begun = time.perf_counter()
        result = work()
        taken.append(time.perf_counter() - begun)
    return float(np.median(taken)), result


def bench_metaqa(folder: Path, per_hop: int, limits: Limits) -> None:
    workload = metaqa(folder)
    schemas = {hops: metaqa_schemas(folder, hops, per_hop) for hops in (1, 2, 3)}
    size = f"{workload.graph.n_nodes:,} nodes, {workload.graph.n_relationships:,} relationships"
    for anchors in (1, 50):
        heading(f"MetaQA, {size}; {workload.triples.encoder.name}; anchors: {anchors}")
        for hops, strategy in product(schemas, STRATEGIES):
            queries = [workload.query(schema, anchors) for schema in schemas[hops]]
            few = limits if anchors == 1 else Limits(limits.cap, 0)
            measure(f"{hops} hops, {strategy}", workload, queries, STRATEGIES[strategy], few)
    bench_guided(workload, schemas)


def bench_guided(workload: NamedWorkload, schemas: Mapping[int, Sequence[Pattern]]) -> None:
    """The same with guidance, by all that the question entity reaches and by its PageRank's nodes alone."""
    try:
        model = load_general_guidance()
    except InvalidSource as error:
        print(f"\nWith guidance is left out: {error}")
        return
    prepared, question_of = workload.guidance(model)
    print(f"\nMetaQA with guidance, L = {model.n_layers}, d = {model.dimension}; one anchor")
    for hops, strategy, pagerank in product(schemas, STRATEGIES, (False, True)):
        seconds = []
        for schema in schemas[hops]:
            guided = partial(
                trace_guided,
                workload,
                prepared,
                (question_of(schema), workload.query(schema, 1)),
                STRATEGIES[strategy],
                pagerank=pagerank,
            )
            seconds.append(timed(guided)[0])
        show(f"{hops} hops, {strategy}, {'PageRank' if pagerank else 'all'}", np.array(seconds))


def trace_guided(
    workload: NamedWorkload,
    prepared: PreparedGuidance,
    asked: tuple[NDArray[np.float32], TraceQuery],
    options: TraceOptions,
    *,
    pagerank: bool,
) -> Traces:
    """Nodes scored, the best of them chosen, the schema graph traced."""
    vector, query = asked
    sources = np.array([anchor.row for anchor in query.anchors], np.int32)
    within = (
        np.sort(personalized_pagerank(workload.graph, sources, count=SUBGRAPH_NODES)[0]) if pagerank else None
    )
    scores = score_nodes(workload.graph, prepared, vector, sources, within=within)
    guided = np.zeros(workload.graph.n_nodes, np.bool_)
    guided[guidance_rows(scores, 4 * len(query.edges), sources)] = True
    return trace(workload.graph, query, workload.triples, options, guided=guided)


def bench_generated(options: argparse.Namespace, limits: Limits) -> None:
    rng = np.random.default_rng(7)
    workload = generated(options.nodes, options.relationships, 384, rng)
    heading(f"{workload.name}; random vectors of 384 dimensions; 10 anchors for each known place")
    for shape, parts in SHAPES.items():
        queries = [cut_out(workload, parts, rng) for _ in range(options.generated)]
        for strategy, chosen in STRATEGIES.items():
            measure(f"{shape}, {strategy}", workload, queries, chosen, limits)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--metaqa", type=int, default=100, help="questions per number of hops; 0 for none")
    parser.add_argument("--generated", type=int, default=20, help="schema graphs per shape; 0 for none")
    parser.add_argument("--nodes", type=int, default=1_000_000)
    parser.add_argument("--relationships", type=int, default=3_000_000)
    parser.add_argument(
        "--encoded", type=int, default=3, help="schema graphs per row that the peer encodes for"
    )
    parser.add_argument("--cap", type=float, default=5.0, help="seconds the peer may take for one query")
    options = parser.parse_args()
    limits = Limits(options.cap, options.encoded)
    print(
        f"Medians of {REPEATS}; the plain algorithm is cut at {limits.cap:g} s a query; ≥ where that cut some."
    )
    warm_tracing()
    warm_guidance()
    data = os.environ.get("MOTIF_DATA")
    if options.metaqa and data:
        bench_metaqa(Path(data) / "metaqa", options.metaqa, limits)
    elif options.metaqa:
        print("MetaQA is left out: MOTIF_DATA does not name the data sets.")
    if options.generated:
        bench_generated(options, limits)


if __name__ == "__main__":
    main()
