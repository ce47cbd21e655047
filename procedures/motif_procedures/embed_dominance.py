"""The job ``dominance_embeddings``: a vector of each node's star that no part of the star exceeds (SG-RAG, §4.2)."""

from __future__ import annotations

import difflib
import hashlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.engine.control import Control
from motif.engine.data_graph import data_graph
from motif.engine.dominance import construct_dominance
from motif.engine.match_query import DataGraph
from motif.engine.star_attention import stars_of
from motif.engine.star_attention_certificates import Certification
from motif.engine.star_attention_features import name_features
from motif.engine.star_attention_parts import sample_parts
from motif.engine.star_attention_report import training_arrays
from motif.engine.star_attention_weights import StarAttention
from motif.errors import Cancelled, InvalidInput
from motif.graphs.dominance import DominanceEmbedding
from motif.graphs.projection import Projection
from motif.graphs.stamp import EncoderStamp
from motif.models.dominance_gnn import DominanceGnn, GnnTraining, TrainingState, train

KINDS = ("constructed", "gat")
LARGEST_DIMENSION = 16

_NODES_AT_ONCE = 2048
_PARTS = 16
_THREADS = 2

Progress = Callable[[int, int], None]


def embed_dominance(
    projection: Projection,
    *,
    kind: str = "constructed",
    dimension: int | None = None,
    progress: Progress | None = None,
    control: Control | None = None,
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
    seed
        Of the features, the parts trained on, and the training.
    training
        For "gat": fields of `motif.models.dominance_gnn.GnnTraining` (``epochs``, ``device``).

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
    network = _training(training)
    features = name_features(projection, seed=seed)
    return _Run(graph, features, network, size, seed, _Report(progress, control)).embedding()


def _training(training: dict[str, Any]) -> GnnTraining:
    """What ``training`` names. Raises `InvalidInput` for an option that does not exist, or of a wrong type."""
    known = {field.name: field.type for field in fields(GnnTraining)}
    for name, value in training.items():
        if name not in known:
            near = difflib.get_close_matches(name, known, n=1)
            hint = f"Did you mean '{near[0]}'?" if near else f"Options: {', '.join(sorted(known))}."
            raise InvalidInput(f"A training has no option '{name}'.", hint=hint)
        if type(value).__name__ != known[name]:
            raise InvalidInput(f"{name} must be {known[name]}, not {value!r}.")
    return GnnTraining(**training)


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
            )


@dataclass(frozen=True, slots=True)
class _Run:
    """One training and certification."""

    graph: DataGraph
    features: NDArray[np.float32]
    training: GnnTraining
    dimension: int
    seed: int
    report: _Report

    @property
    def total(self) -> int:
        return self.training.epochs + len(self._blocks())

    def embedding(self) -> DominanceEmbedding:
        weights, state = self._train()
        vectors, certificate = self._certify(weights)
        parameters = weights.parameters
        stamp = EncoderStamp(
            f"gat-{self.dimension}", self.dimension, _digest([*parameters.values(), self.features])
        )
        told = training_arrays(state.loss, state.epoch)
        return DominanceEmbedding("gat", stamp, vectors, certificate, {**parameters, **told}, self.features)

    def _train(self) -> tuple[StarAttention, TrainingState]:
        gnn = DominanceGnn(self.features, self.training, dimension=self.dimension, seed=self.seed)
        stars = stars_of(self.graph)
        parts = sample_parts(stars, _PARTS, np.random.default_rng(self.seed))
        self.report(0, self.total)
        best = train(
            gnn,
            stars,
            parts,
            epochs=self.training.epochs,
            after_epoch=lambda done: self.report(done, self.total),
        )
        return gnn.weights, best

    def _certify(self, weights: StarAttention) -> tuple[NDArray[np.float32], NDArray[np.int16]]:
        """Vectors and certificates, block by block, two at a time."""
        certification = Certification(weights, self.features, self.graph)
        vectors = np.empty((self.graph.n_nodes, self.dimension), np.float32)
        certificate = np.empty(self.graph.n_nodes, np.int16)
        epochs, stop = self.training.epochs, Control()

        def found(block: range) -> tuple[NDArray[np.float32], NDArray[np.int16]]:
            return certification.block(block.start, block.stop, stop)

        with ThreadPoolExecutor(_THREADS) as pool:
            try:
                done = zip(self._blocks(), pool.map(found, self._blocks()), strict=True)
                for number, (block, (own, proved)) in enumerate(done, epochs + 1):
                    vectors[block.start : block.stop], certificate[block.start : block.stop] = own, proved
                    self.report(number, self.total)
            except BaseException:
                stop.cancel()
                raise
        return vectors, certificate

    def _blocks(self) -> list[range]:
        n_nodes = self.graph.n_nodes
        return [
            range(first, min(first + _NODES_AT_ONCE, n_nodes)) for first in range(0, n_nodes, _NODES_AT_ONCE)
        ]


def _digest(arrays: list[NDArray[Any]]) -> str:
    """Hash of what is in ``arrays``."""
    content = hashlib.sha256()
    for array in arrays:
        content.update(repr((array.shape, array.dtype.str)).encode())
        content.update(np.ascontiguousarray(array).tobytes())
    return content.hexdigest()[:32]
