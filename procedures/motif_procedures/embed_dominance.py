"""The job ``dominance_embeddings``: a vector of each node's star that no part of the star exceeds (SG-RAG, §4.2)."""

from __future__ import annotations

import difflib
import hashlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.engine.control import Control
from motif.engine.data_graph import data_graph
from motif.engine.dominance import construct_dominance
from motif.engine.match_query import DataGraph
from motif.engine.star_attention import Stars, stars_of
from motif.engine.star_attention_certificates import BUDGET, Certification
from motif.engine.star_attention_features import name_features
from motif.engine.star_attention_parts import sample_parts
from motif.engine.star_attention_report import training_arrays
from motif.engine.star_attention_weights import StarAttention
from motif.errors import Cancelled, InvalidInput
from motif.graphs.dominance import DominanceEmbedding
from motif.graphs.projection import Projection
from motif.graphs.stamp import EncoderStamp
from motif.models.dominance_gnn import DominanceGnn, GnnTraining, TrainingState, train
from motif_procedures.embed_dominance_checkpoint import DominanceCheckpoint

KINDS = ("constructed", "gat")
LARGEST_DIMENSION = 16

_NODES_AT_ONCE = 2048
_THREADS = 2

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class GatOptions:
    """How a trained embedding is made, beside the `GnnTraining` of its network.

    Attributes
    ----------
    features
        Numbers that the network reads of each node, 1 to 32.
    parts
        Parts of each star that it is trained on; a star with no more of them is trained on all.
    budget
        Parts of each star that are looked at for its certificate.
    """

    training: GnnTraining
    features: int = 16
    parts: int = 16
    budget: int = BUDGET


def embed_dominance(
    projection: Projection,
    *,
    kind: str = "constructed",
    dimension: int | None = None,
    progress: Progress | None = None,
    control: Control | None = None,
    checkpoint: Path | None = None,
    seed: int = 0,
    **training: Any,
) -> DominanceEmbedding:
    """The dominance embedding of ``projection``.

    Parameters
    ----------
    kind
        "constructed": monotone by construction, proved for every node, in seconds, without training. "gat": a
        trained graph attention network, proved node by node; it needs torch, its use does not.
    dimension
        Of the vectors; None for the kind's default, 8 and 2. At most 16 for "gat".
    progress
        Called with what is done and the total, epochs and blocks of nodes.
    control
        Looked at after each epoch and each block.
    checkpoint
        A folder where a training keeps what it has done, so that a killed run continues; removed at its end.
    seed
        Of the features, the parts trained on, and the training.
    training
        For "gat": fields of `GatOptions` (``features``, ``parts``, ``budget``) and of
        `motif.models.dominance_gnn.GnnTraining` (``epochs``, ``device``, ``heads``, ``channels``, …).

    How a training ended stands in the embedding: `motif.engine.star_attention_report.training_report`.

    Raises `InvalidInput` for an unknown kind or option, `MissingDependency` for "gat" without torch, `Cancelled`.

    >>> from motif.catalog.triples import from_triples
    >>> embedding = embed_dominance(from_triples([("Heat", "directed_by", "Mann")]))
    >>> embedding.kind, len(embedding.vectors)
    ('constructed', 2)
    """
    if kind not in KINDS:
        raise InvalidInput(
            f"There is no dominance embedding of the kind '{kind}'; kinds are {', '.join(KINDS)}."
        )
    graph = data_graph(projection)
    if kind == "constructed":
        if training:
            raise InvalidInput(
                f"A constructed embedding is not trained: {', '.join(sorted(training))} is for kind='gat'."
            )
        return _constructed(graph, dimension, progress)
    size = 2 if dimension is None else dimension
    if not 1 <= size <= LARGEST_DIMENSION:
        raise InvalidInput(f"A trained embedding has 1 to {LARGEST_DIMENSION} dimensions, not {size}.")
    options = gat_options(training)
    features = name_features(projection, n_features=options.features, seed=seed)
    run = _Run(graph, features, options, size, seed, _Report(progress, control))
    return run.embedding(checkpoint)


def gat_options(training: dict[str, Any]) -> GatOptions:
    """The options that ``training`` names. Raises `InvalidInput` for one that does not exist, or of a wrong type."""
    of_network = {field.name: field.type for field in fields(GnnTraining)}
    of_job = {field.name: field.type for field in fields(GatOptions) if field.name != "training"}
    types = {"int": int, "float": (int, float), "str": str}
    for name, value in training.items():
        expected = (of_network | of_job).get(name)
        if expected is None:
            near = difflib.get_close_matches(name, of_network | of_job, n=1)
            known = f"Options: {', '.join(sorted(of_network | of_job))}."
            raise InvalidInput(
                f"A training has no option '{name}'.", hint=f"Did you mean '{near[0]}'?" if near else known
            )
        if isinstance(value, bool) or not isinstance(value, types[str(expected)]):  # type: ignore[arg-type]
            raise InvalidInput(f"{name} must be {expected}, not {value!r}.")
    network = GnnTraining(**{name: value for name, value in training.items() if name in of_network})
    return GatOptions(network, **{name: value for name, value in training.items() if name in of_job})


def _constructed(graph: DataGraph, dimension: int | None, progress: Progress | None) -> DominanceEmbedding:
    embedding = (
        construct_dominance(graph) if dimension is None else construct_dominance(graph, dimension=dimension)
    )
    if progress is not None:
        progress(graph.n_nodes, graph.n_nodes)
    return embedding


@dataclass(frozen=True, slots=True)
class _Report:
    """Who is told how far the work is, and who may stop it."""

    progress: Progress | None
    control: Control | None

    def __call__(self, done: int, total: int) -> None:
        if self.progress is not None:
            self.progress(done, total)
        if self.control is not None and self.control.state != "running":
            raise Cancelled(
                f"The dominance embedding was cancelled after {done:,} of {total:,} steps.",
                hint="Run it again with the same checkpoint: it continues where it stopped.",
            )


@dataclass(frozen=True, slots=True)
class _Run:
    """One training and certification."""

    graph: DataGraph
    features: NDArray[np.float32]
    options: GatOptions
    dimension: int
    seed: int
    report: _Report

    @property
    def total(self) -> int:
        return self.options.training.epochs + len(self._blocks())

    def embedding(self, checkpoint: Path | None) -> DominanceEmbedding:
        stars = stars_of(self.graph)
        kept = None if checkpoint is None else DominanceCheckpoint(checkpoint, self._fingerprint(stars))
        weights, state = self._train(stars, kept)
        vectors, certificate = self._certify(weights, kept)
        if kept is not None:
            kept.remove()
        network = self.options.training
        name = f"gat-{self.options.features}-{network.heads}x{network.channels}-{self.dimension}"
        parameters = weights.parameters
        stamp = EncoderStamp(name, self.dimension, _digest([*parameters.values(), self.features]))
        return DominanceEmbedding(
            "gat",
            stamp,
            vectors,
            certificate,
            {**parameters, **training_arrays(state.loss, state.epoch)},
            self.features,
        )

    def _train(self, stars: Stars, kept: DominanceCheckpoint | None) -> tuple[StarAttention, TrainingState]:
        gnn = DominanceGnn(self.features, self.options.training, dimension=self.dimension, seed=self.seed)
        parts = sample_parts(stars, self.options.parts, np.random.default_rng(self.seed))
        self.report(0, self.total)

        def after_epoch(state: TrainingState, best: TrainingState) -> None:
            if kept is not None:
                kept.save_training(state, best)
            self.report(state.epoch, self.total)

        start = None if kept is None else kept.training()
        best = train(
            gnn, stars, parts, epochs=self.options.training.epochs, start=start, after_epoch=after_epoch
        )
        return gnn.weights, best

    def _certify(
        self, weights: StarAttention, kept: DominanceCheckpoint | None
    ) -> tuple[NDArray[np.float32], NDArray[np.int16]]:
        """Vectors and certificates, block by block, two at a time; those of an earlier run are taken over."""
        certification = Certification(weights, self.features, self.graph, self.options.budget)
        vectors = np.empty((self.graph.n_nodes, self.dimension), np.float32)
        certificate = np.empty(self.graph.n_nodes, np.int16)
        epochs, stop = self.options.training.epochs, Control()
        with ThreadPoolExecutor(_THREADS) as pool:
            try:
                compute = partial(_block, certification, kept, stop)
                for done, (block, found) in enumerate(
                    zip(self._blocks(), pool.map(compute, self._blocks()), strict=True)
                ):
                    vectors[block.start : block.stop], certificate[block.start : block.stop] = found
                    self.report(epochs + done + 1, self.total)
            except BaseException:
                stop.cancel()
                raise
        return vectors, certificate

    def _blocks(self) -> list[range]:
        n_nodes = self.graph.n_nodes
        return [
            range(first, min(first + _NODES_AT_ONCE, n_nodes)) for first in range(0, n_nodes, _NODES_AT_ONCE)
        ]

    def _fingerprint(self, stars: Stars) -> str:
        """What the result depends on: another graph, option or seed begins anew."""
        settings = np.frombuffer(repr((self.options, self.dimension, self.seed)).encode(), np.uint8)
        return _digest([stars.indptr, stars.leaves, self.features, settings])


def _block(
    certification: Certification, kept: DominanceCheckpoint | None, stop: Control, block: range
) -> tuple[NDArray[np.float32], NDArray[np.int16]]:
    known = None if kept is None else kept.block(block.start)
    if known is not None:
        return known
    found = certification.block(block.start, block.stop, stop)
    if kept is not None and stop.state == "running":
        kept.save_block(block.start, *found)
    return found


def _digest(arrays: list[NDArray[Any]]) -> str:
    """Hash of what is in ``arrays``."""
    content = hashlib.sha256()
    for array in arrays:
        content.update(repr((array.shape, array.dtype.str)).encode())
        content.update(np.ascontiguousarray(array).tobytes())
    return content.hexdigest()[:32]
