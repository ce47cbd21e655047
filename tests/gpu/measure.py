"""What a GPU does for the long work, beside the processor of the same machine: ``python tests/gpu/measure.py``.

Encoding the texts of a million triples, training guidance at the paper's size, and the trained dominance embedding; and
how far the vectors of both agree. ``--encoder`` names a folder of a sentence-transformers model. Of MetaQA where
``MOTIF_DATA`` has it. ``--out FILE.json`` keeps what was printed, as ``docs/results/gpu.json`` does.
"""

from __future__ import annotations

import argparse
import itertools
import os
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from motif.catalog.triples import from_triples
from motif.engine.star_attention_report import training_report
from motif.graphs.dominance import DominanceEmbedding
from motif.graphs.projection import Projection
from motif.indexes.triples import triple_texts
from motif.knowledge_graph.guided import ON_A_CPU, ON_A_GPU
from motif.models.adapters import SentenceTransformersEncoder
from motif.models.encoder import encode_many
from motif_procedures.embed_dominance import embed_dominance
from motif_procedures.embed_triple import embed_triples
from motif_procedures.evaluation.results import write_results
from motif_procedures.guidance import generate_examples, split_entities, train_guidance
from motif_procedures.memory_graph import graph_in_memory

COMPARED = 2_000
"""Texts that are encoded by the processor too."""

printed: list[str] = []


def main() -> None:
    options = arguments()
    torch = a_gpu()
    free, total = torch.cuda.mem_get_info()
    say(
        f"{torch.cuda.get_device_name()}, {total / 1e9:.0f} GB; {os.cpu_count()} cores; torch {torch.__version__}, "
        f"CUDA {torch.version.cuda}"
    )
    graph = graph_in_memory("metaqa").projection
    if options.encoder is not None:
        encoders = {device: encoder_on(options.encoder, device) for device in ("cuda", "cpu")}
        encode(graph, encoders, options.triples)
        guide(graph, encoders["cuda"], options.examples)
    dominate(graph, options.epochs)
    say(
        f"the GPU's memory at most: {torch.cuda.max_memory_allocated() / 1e9:.1f} GB; free before: {free / 1e9:.0f}"
    )
    if options.out is not None:
        write_results(
            options.out, {"benchmark": "gpu", "command": "python tests/gpu/measure.py", "printed": printed}
        )


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--encoder", type=Path, help="folder of a sentence-transformers model")
    parser.add_argument("--triples", type=int, default=1_000_000)
    parser.add_argument("--examples", type=int, default=10_000, help="that guidance is trained on")
    parser.add_argument("--epochs", type=int, default=20, help="of the dominance embedding")
    parser.add_argument("--out", type=Path)
    return parser.parse_args()


def a_gpu() -> Any:
    import torch

    if not torch.cuda.is_available():
        raise SystemExit("torch sees no CUDA device: there is nothing to measure.")
    return torch


def say(line: str) -> None:
    print(line, flush=True)
    printed.append(line)


def encoder_on(folder: Path, device: str) -> SentenceTransformersEncoder:
    from sentence_transformers import SentenceTransformer

    model = SentenceTransformer(str(folder), device=device, local_files_only=True)
    return SentenceTransformersEncoder(model, f"sentence-transformers:{folder.name}")


def encode(graph: Projection, encoders: dict[str, SentenceTransformersEncoder], count: int) -> None:
    """A million triples' texts by the GPU, two thousand of them by the processor, and how far they agree."""
    triples = from_triples(itertools.islice(distinct_triples(graph), count))
    encode_many(
        encoders["cuda"], list(itertools.islice(triples.nodes.names, COMPARED))
    )  # what a first call loads is not counted
    begun = time.perf_counter()
    vectors = embed_triples(triples, encoders["cuda"])
    spent = time.perf_counter() - begun
    distinct = len(vectors.matrix)
    rate = distinct / spent
    say(
        f"encoding {count:,} triples, {distinct:,} texts, on the GPU: {spent:.1f} s, {rate:,.0f} texts a second"
    )
    texts = list(itertools.islice(triple_texts(triples), COMPARED))
    begun = time.perf_counter()
    own = encode_many(encoders["cpu"], texts)
    spent = time.perf_counter() - begun
    given = encode_many(encoders["cuda"], texts)
    cosines = np.einsum("ij,ij->i", own, given)
    say(
        f"  by the processor {len(texts) / spent:,.0f} texts a second; greatest difference of a number "
        f"{abs(own - given).max():.1e}, smallest cosine {cosines.min():.7f}"
    )


def distinct_triples(graph: Projection) -> Iterator[tuple[str, str, str]]:
    """Triples of a graph's names, each once: its own, then each source with the targets of later ones."""
    links, of = graph.relationships, graph.nodes.names
    for shift in itertools.count():
        target = np.roll(links.target, -shift)
        for source, relation, end in zip(
            links.source.tolist(), links.relation.tolist(), target.tolist(), strict=True
        ):
            yield of[source], links.relations[relation], of[end]


def guide(graph: Projection, encoder: SentenceTransformersEncoder, count: int) -> None:
    """Training of guidance at two sizes on the GPU, of the smaller one on the processor too."""
    seen, unseen = split_entities(graph, shares=(0.9, 0.1))
    begun = time.perf_counter()
    examples = generate_examples(graph, count=count, entities=seen, part="train")
    asked = [(graph, generate_examples(graph, count=300, entities=unseen, part="test", seed=1))]
    say(f"{len(examples):,} examples of MetaQA made in {time.perf_counter() - begun:.0f} s")
    for sizes, device in ((ON_A_CPU, "cuda"), (ON_A_GPU, "cuda"), (ON_A_CPU, "cpu")):
        begun = time.perf_counter()
        with TemporaryDirectory() as folder:
            model = train_guidance(
                [(graph, examples)],
                encoder,
                validation=asked,
                checkpoint=Path(folder),
                **{**sizes, "device": device},
            )
        spent = time.perf_counter() - begun
        steps = sizes["epochs"] * count / 8
        say(
            f"guidance, {model.n_layers} layers of {model.dimension}, {sizes['epochs']} epochs on {device}: "
            f"{spent:.0f} s, {1000 * spent / steps:.1f} ms a step; recall {model.facts['recall']:.3f}, "
            f"loss {model.facts['loss']:.4f}"
        )


def dominate(graph: Projection, epochs: int) -> None:
    """The trained dominance embedding of MetaQA on both."""
    for device in ("cuda", "cpu"):
        begun = time.perf_counter()
        embedding = embed_dominance(graph, kind="gat", device=device, epochs=epochs)
        say(
            f"dominance, {epochs} epochs at most on {device}: {time.perf_counter() - begun:.1f} s; {told(embedding)}"
        )


def told(embedding: DominanceEmbedding) -> str:
    report = training_report(embedding)
    return (
        f"loss {report.loss:.3g} after {report.epochs}, certified for stars of two {report.certified[2]:.1%}"
    )


if __name__ == "__main__":
    main()
