"""Training of guidance: MetaQA's model to its reported quality, and what an epoch costs on graphs of several sizes.

``python tests/benchmarks/bench_guidance_training.py --help``. Quality is the share of the nodes that questions seek
that are among the 4 · |T| likeliest, on questions whose entities and wordings training has not seen, beside that of the
untrained network and chance; an epoch's cost over subgraphs is told beside that over the whole graph.
"""

from __future__ import annotations

import argparse
import os
import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import numpy as np
from guidance_workloads import DIMENSION, unit_vectors, with_hubs

from motif.engine.question_subgraph import warm
from motif.graphs.stamp import EncoderStamp
from motif.knowledge_graph.guided import ON_A_CPU, ON_A_GPU
from motif.models.encoder import load_encoder
from motif.models.triple_gnn import GuidanceNetwork, TripleGnn, device_name
from motif.settings import load_settings
from motif_procedures.guidance import generate_examples, split_entities, train_guidance
from motif_procedures.guidance.question_blocks import Looking, Question, QuestionGraph
from motif_procedures.memory_graph import graph_in_memory

EPOCH = 10_000
"""Questions of the epoch whose cost is told."""

TEXTS = 500


def main() -> None:
    options = arguments()
    device = device_name(options.device)
    print(f"Training on {device}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}.")
    warm()
    if "MOTIF_DATA" in os.environ:
        train_metaqa(options.count, device)
    else:
        print("MetaQA is left out: MOTIF_DATA does not name the data sets.")
    for n_relationships in options.relationships:
        show_epoch(n_relationships, device, options.steps)


def train_metaqa(count: int, device: str) -> None:
    settings = load_settings()
    encoder = load_encoder(settings.encoder, settings.cache)
    graph = graph_in_memory("metaqa").projection
    seen, unseen = split_entities(graph, shares=(0.9, 0.1))
    begun = time.perf_counter()
    examples = generate_examples(graph, count=count, entities=seen, part="train")
    asked = [(graph, generate_examples(graph, count=300, entities=unseen, part="test", seed=1))]
    made = time.perf_counter()
    sizes = {**(ON_A_CPU if device == "cpu" else ON_A_GPU), "device": device}
    store = settings.cache / "vectors"
    with TemporaryDirectory() as folder:
        model = train_guidance(
            [(graph, examples)], encoder, validation=asked, checkpoint=store, folder=Path(folder), **sizes
        )
    done = time.perf_counter()
    still = {**sizes, "epochs": 1, "learning_rate": 1e-9}
    untrained = train_guidance([(graph, examples[:8])], encoder, validation=asked, checkpoint=store, **still)
    chance = np.mean([4 * len(one.triples) for one in asked[0][1]]) / ON_A_CPU["subgraph_nodes"]
    print(
        f"MetaQA, {graph.n_relationships:,} relationships, {len(examples):,} examples: L {model.n_layers}, "
        f"d {model.dimension}, {sizes['epochs']} epochs\n"
        f"  examples {made - begun:.0f} s, training {(done - made) / 60:.1f} minutes (20 are allowed)\n"
        f"  recall {model.facts['recall']:.3f}; untrained {untrained.facts['recall']:.3f}; chance {chance:.3f}",
        flush=True,
    )


def show_epoch(n_relationships: int, device: str, steps: int) -> None:
    """What an epoch of `EPOCH` questions costs on a graph with hubs: over subgraphs, and over all of it."""
    sizes = ON_A_CPU if device == "cpu" else ON_A_GPU
    gnn = TripleGnn(
        EncoderStamp("drawn", DIMENSION), GuidanceNetwork(sizes["layers"], sizes["dimension"], device=device)
    )
    graph = questions_over(n_relationships, 8 * steps)
    told = f"{n_relationships:>9,} relationships, epoch of {EPOCH:,} questions, minutes:"
    for name, looking, at_once in (
        ("subgraphs of 500 nodes", Looking("pagerank", 500), 8),
        ("all", Looking(None), 1),
    ):
        vectors, seconds = unit_vectors(TEXTS), []
        for step in range(steps):
            begun = time.perf_counter()
            batch, _ = graph.batch(range(step * at_once, (step + 1) * at_once), looking, vectors)
            gnn.step(batch, 1e-3)
            seconds.append((time.perf_counter() - begun) / at_once)
        told += f"   {name} {EPOCH * median(seconds) / 60:.1f}"
    print(told, flush=True)


def questions_over(n_relationships: int, count: int) -> QuestionGraph:
    """Questions of two triples over a generated graph; what they seek is drawn: costs do not depend on it."""
    workload = with_hubs(n_relationships // 3, n_relationships, count)
    generator = np.random.default_rng(1)
    questions = tuple(
        Question(
            rows,
            np.unique(generator.integers(0, workload.graph.n_nodes, 5)).astype(np.int32),
            generator.integers(0, TEXTS, (2, 3)).astype(np.int32),
            np.zeros((2, 2), np.bool_),
            np.zeros(2, np.int32),
        )
        for rows in workload.entities
    )
    return QuestionGraph(workload.graph, questions, np.arange(workload.graph.n_relations, dtype=np.int32))


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=10_000, help="examples over MetaQA's graph")
    parser.add_argument("--relationships", type=int, nargs="*", default=[10_000, 30_000, 100_000, 300_000])
    parser.add_argument("--steps", type=int, default=5, help="steps whose median is taken")
    parser.add_argument("--device", default="auto")
    return parser.parse_args()


if __name__ == "__main__":
    main()
