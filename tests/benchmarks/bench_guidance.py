"""Inference of a Triple-GNN over what question entities reach, beside PyTorch Geometric over every node, in one run.

``python tests/benchmarks/bench_guidance.py --help``. Both compute the same scores, and the greatest difference is
printed; the peer gets its tensors ready made, ours begins with the question's vector and ends with the guidance graph's
nodes. On a machine that does other work too, torch's threads wait for each other: ``OMP_NUM_THREADS=1`` is fairer.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from statistics import median
from typing import TypeVar

import numpy as np
from guidance_workloads import Workload, drawn_model, metaqa, unit_vectors, with_hubs
from numpy.typing import NDArray
from peers.dense_gnn import batch_of, network_of

from motif.engine import question_subgraph
from motif.engine.guidance import (
    NodeScores,
    PreparedGuidance,
    SchemaQuestion,
    guidance_rows,
    prepare_guidance,
    score_nodes,
    warm_guidance,
)
from motif.engine.question_subgraph import personalized_pagerank, within_hops
from motif.errors import InvalidInput

T = TypeVar("T")
Rows = NDArray[np.int32]

SIZES = ((32, 3), (32, 6), (64, 3), (64, 4), (64, 6), (512, 6))
QUESTION = SchemaQuestion(unit_vectors(3, 1), np.array([1, 2, 5]))
GUIDING = 12


def main() -> None:
    options = arguments()
    warm_guidance()
    question_subgraph.warm()
    small, large = metaqa(options.questions), with_hubs(options.nodes, 3 * options.nodes, options.questions)
    print(f"Medians over {options.questions} questions, milliseconds; torch on {options.compared} of them.")
    for workload in [work for work in (small, large) if work is not None]:
        print(f"\n{workload.name}, {workload.graph.n_relationships:,} relationships")
        show_subgraphs(workload)
        for width, layers in SIZES:
            prepared = prepare_guidance(drawn_model(layers, width), workload.relations)
            for count in (None, 1000, 5000):
                compared = options.compared if count or workload is small else 0
                show(workload, prepared, count, compared)


def show(workload: Workload, prepared: PreparedGuidance, count: int | None, compared: int) -> None:
    """One line: a model over the whole reach, or over ``count`` nodes of PageRank's."""
    model, network = prepared.model, network_of(prepared.model) if compared else None
    ours, theirs, looked_at, difference = [], [], [], 0.0
    for place, sources in enumerate(workload.entities):
        within = None if count is None else nearest(workload, sources, count)
        try:
            taken, (found, _) = timed(lambda s=sources, w=within: guide(workload, prepared, s, w))
        except InvalidInput:
            continue
        ours.append(taken)
        looked_at.append(len(found.rows))
        if network is not None and place < compared:
            rows = np.arange(workload.graph.n_nodes, dtype=np.int32) if within is None else within
            batch = batch_of(workload.graph, rows, sources, QUESTION, workload.relations)
            taken, logits = timed(lambda b=batch: network.logits(b))
            theirs.append(taken)
            scores = 1 / (1 + np.exp(-logits[np.searchsorted(rows, found.rows)].astype(float)))
            difference = max(difference, float(np.abs(scores - found.scores).max()))
    where = "all that is reached" if count is None else f"PageRank {count:,}"
    line = f"d {model.dimension:3} L {model.n_layers} {where:20}"
    if not ours:
        print(f"{line} refused: more than the memory set aside", flush=True)
        return
    line += f"{median(looked_at):9,.0f} nodes   motif {median(ours):8.1f}"
    if theirs:
        line += f"   torch {median(theirs):8.1f}   {median(theirs) / median(ours[: len(theirs)]):6.1f} times"
        line += f"   scores differ by {difference:.0e}"
    print(line, flush=True)


def guide(
    workload: Workload, prepared: PreparedGuidance, sources: Rows, within: Rows | None
) -> tuple[NodeScores, Rows]:
    """The scores, and the nodes of the guidance graph."""
    scores = score_nodes(workload.graph, prepared, QUESTION, sources, within=within)
    return scores, guidance_rows(scores, GUIDING, sources)


def show_subgraphs(workload: Workload) -> None:
    """What choosing a subgraph takes."""
    for count in (1000, 2000, 5000):
        times = [timed(lambda s=s, c=count: nearest(workload, s, c))[0] for s in workload.entities]
        print(f"PageRank's best {count:,}: {median(times):.2f}, at most {max(times):.2f}")
    for hops in (2, 3):
        runs = [timed(lambda s=s, h=hops: within_hops(workload.graph, s, h)) for s in workload.entities]
        times, sizes = [run[0] for run in runs], [len(run[1]) for run in runs]
        print(f"{hops} hops: {median(times):.2f}, {median(sizes):,.0f} nodes")


def nearest(workload: Workload, sources: Rows, count: int) -> Rows:
    return personalized_pagerank(workload.graph, sources, count=count)[0]


def timed(work: Callable[[], T]) -> tuple[float, T]:
    begun = time.perf_counter()
    result = work()
    return (time.perf_counter() - begun) * 1e3, result


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--questions", type=int, default=30)
    parser.add_argument("--compared", type=int, default=3, help="questions that torch is asked too")
    parser.add_argument("--nodes", type=int, default=1_000_000, help="of the large graph")
    return parser.parse_args()


if __name__ == "__main__":
    main()
