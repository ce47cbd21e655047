"""Training a dominance embedding: a graph attention network over stars, in PyTorch Geometric (SG-RAG, appendix C).

The loss is ‖max(0, o(part) - o(star))‖² over parts of stars (the paper prints the difference the other way round,
which would push a star below its parts). It is trained, with a margin, until no part of the sample is above its star,
that is until the loss is 0, or the epochs end; what holds for parts that were not in the sample is for
`motif.engine.star_attention_certificates` to say. torch is imported when a network is built; the trained weights run
without it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.crash_points import reached
from motif.engine.star_attention import Stars
from motif.engine.star_attention_parts import StarParts
from motif.engine.star_attention_weights import StarAttention
from motif.errors import InvalidInput
from motif.models.torch_modules import torch_device, torch_modules

_TORCH = ("Training a dominance embedding", 'take kind="constructed", which needs no training')
_LARGEST_GRADIENT = 1.0
_CHANNELS = 16
_LEARNING_RATE = 0.01

_MARGIN = 1e-3
"""By how much a part is to stay below its star while training: above 0, so that the network cannot make all vectors
equal, and so that a loss of 0 is reached, not only approached."""


@dataclass(frozen=True, slots=True)
class GnnTraining:
    """How the network is trained.

    Attributes
    ----------
    epochs
        At most so many; fewer when the loss is 0.
    nodes_at_once
        Nodes of the stars and parts of one batch.
    device
        "auto" (a GPU where there is one), "cpu", "cuda" or another of torch's names.
    """

    epochs: int = 100
    nodes_at_once: int = 1 << 16
    device: str = "auto"

    def __post_init__(self) -> None:
        for name in ("epochs", "nodes_at_once"):
            if getattr(self, name) < 1:
                raise InvalidInput(f"{name} must be 1 or more, not {getattr(self, name)!r}.")


@dataclass(frozen=True, slots=True)
class TrainingState:
    """What a training has come to.

    Attributes
    ----------
    epoch
        Epochs done.
    loss
        Over all parts of the sample, of the weights after that epoch; 0: trained.
    arrays
        Weights.
    """

    epoch: int
    loss: float
    arrays: tuple[NDArray[Any], ...]


class DominanceGnn:
    """The network in torch: its forward, one epoch of training, and its weights as arrays.

    Parameters
    ----------
    features : float32 (n, F)
    training
        Its sizes, and how it is trained.
    dimension
        Of its vectors.
    seed
        Of the first weights and of the order of batches. On a CPU the same seed gives the same weights; on a GPU
        sums are taken in no fixed order.

    Raises `MissingDependency` without torch and torch-geometric, `InvalidInput` for a device that is not there.
    """

    def __init__(
        self, features: NDArray[np.float32], training: GnnTraining, *, dimension: int, seed: int = 0
    ) -> None:
        self._torch, layers = torch_modules(*_TORCH)
        self._training, self._seed = training, seed
        self.device = torch_device(self._torch, training.device)
        with self._torch.random.fork_rng(devices=[]):
            self._torch.manual_seed(seed)
            self._attention = layers.GATConv(features.shape[1], _CHANNELS)
            self._head = self._torch.nn.Linear(_CHANNELS, dimension)
        with self._torch.no_grad():
            # Every leaf adds something at first: a head with negative weights would have to be turned round.
            self._head.weight.abs_()
        self._attention.to(self.device)
        self._head.to(self.device)
        self._parameters = [*self._attention.parameters(), *self._head.parameters()]
        self._optimiser = self._torch.optim.Adam(self._parameters, lr=_LEARNING_RATE)
        self._features = self._torch.as_tensor(features, device=self.device)

    def embed(
        self, centres: NDArray[np.int32], indptr: NDArray[np.int64], leaves: NDArray[np.int32]
    ) -> NDArray[np.float32]:
        """Vectors of stars, float32 (s, d), as `motif.engine.star_attention.embed_stars` takes them."""
        with self._torch.no_grad():
            result: NDArray[np.float32] = self._forward(centres, indptr, leaves).cpu().numpy()
        return result

    def run_epoch(self, stars: Stars, parts: StarParts, epoch: int) -> float:
        """Goes through all parts once, in an order of that epoch; returns the loss over them afterwards, no margin."""
        order = np.random.default_rng([self._seed, epoch]).permutation(len(stars.indptr) - 1)
        batches = list(_batches(stars, parts, order, self._training.nodes_at_once))
        for batch in batches:
            self._optimiser.zero_grad()
            self._loss(batch, _MARGIN).backward()
            self._torch.nn.utils.clip_grad_norm_(self._parameters, _LARGEST_GRADIENT)
            self._optimiser.step()
        return self.loss(batches)

    def loss(self, batches: list[_Batch]) -> float:
        """The loss over ``batches``, its weights as they are."""
        with self._torch.no_grad():
            return sum(float(self._loss(batch, 0.0)) * len(batch.star) for batch in batches)

    @property
    def weights(self) -> StarAttention:
        """The weights as numpy runs them."""
        layer, head = self._attention, self._head
        own = (layer.lin.weight.T, layer.att_src[0], layer.att_dst[0], layer.bias)
        arrays = (*own, head.weight.T, head.bias)
        return StarAttention(*(array.detach().cpu().numpy().copy() for array in arrays))

    def state(self, epoch: int, loss: float) -> TrainingState:
        """The weights after ``epoch`` with their ``loss``."""
        arrays = [parameter.detach().cpu().numpy().copy() for parameter in self._parameters]
        return TrainingState(epoch, loss, tuple(arrays))

    def take(self, state: TrainingState) -> None:
        """Takes the weights of ``state``."""
        with self._torch.no_grad():
            for parameter, array in zip(self._parameters, state.arrays, strict=True):
                parameter.copy_(self._torch.as_tensor(array))

    def _loss(self, batch: _Batch, margin: float) -> Any:
        """Mean over the parts of the squared amount by which each is above its star less ``margin``."""
        vectors = self._forward(batch.centres, batch.indptr, batch.leaves)
        n_stars = len(batch.centres) - len(batch.star)
        star = vectors[:n_stars][self._torch.as_tensor(batch.star, device=self.device)]
        above = self._torch.relu(vectors[n_stars:] - star + margin)
        return above.square().sum() / max(1, len(batch.star))

    def _forward(
        self, centres: NDArray[np.int32], indptr: NDArray[np.int64], leaves: NDArray[np.int32]
    ) -> Any:
        """The vectors as a tensor: attention over each star with self-loops, ReLU, sum, head, softplus."""
        torch = self._torch
        rows = torch.as_tensor(np.concatenate([centres, leaves]).astype(np.int64), device=self.device)
        star_of = torch.as_tensor(np.repeat(np.arange(len(centres)), np.diff(indptr)), device=self.device)
        leaf = torch.arange(len(centres), len(rows), device=self.device)
        arcs = torch.stack([torch.cat([leaf, star_of]), torch.cat([star_of, leaf])])
        attended = torch.relu(self._attention(self._features[rows], arcs))
        sums = attended[: len(centres)].index_add(0, star_of, attended[len(centres) :])
        return torch.nn.functional.softplus(self._head(sums))


def train(
    gnn: DominanceGnn,
    stars: Stars,
    parts: StarParts,
    *,
    epochs: int,
    after_epoch: Callable[[int], None] | None = None,
) -> TrainingState:
    """The state with the lowest loss, after at most ``epochs``, ended by a loss of 0 (SG-RAG, algorithm 2).

    Parameters
    ----------
    after_epoch
        Called with the epochs done; what it raises stops the training.
    """
    best = gnn.state(0, np.inf)
    for epoch in range(epochs):
        loss = gnn.run_epoch(stars, parts, epoch)
        reached("train.epoch")
        if loss < best.loss:
            best = gnn.state(epoch + 1, loss)
        if after_epoch is not None:
            after_epoch(epoch + 1)
        if best.loss == 0:
            break
    gnn.take(best)
    return best


@dataclass(frozen=True, slots=True)
class _Batch:
    """Stars, then parts of them: ``centres`` and leaves of each, and which of the stars each part is of."""

    centres: NDArray[np.int32]
    indptr: NDArray[np.int64]
    leaves: NDArray[np.int32]
    star: NDArray[np.int64]


def _batches(
    stars: Stars, parts: StarParts, order: NDArray[np.int64], nodes_at_once: int
) -> Iterator[_Batch]:
    """The stars in ``order`` with their parts, as many at once as have ``nodes_at_once`` nodes, at least one."""
    first_part = np.searchsorted(parts.star, np.arange(len(order) + 1))
    sizes = np.diff(stars.indptr) + 1 + np.diff(first_part) + np.diff(parts.indptr[first_part])
    ends = np.cumsum(sizes[order])
    start = 0
    while start < len(order):
        before = ends[start - 1] if start else 0
        stop = max(start + 1, int(np.searchsorted(ends, before + nodes_at_once, side="right")))
        yield _batch(stars, parts, np.sort(order[start:stop]), first_part)
        start = stop


def _batch(
    stars: Stars, parts: StarParts, chosen: NDArray[np.int64], first_part: NDArray[np.int64]
) -> _Batch:
    own_parts = _ranges(first_part[chosen], first_part[chosen + 1])
    star = np.repeat(np.arange(len(chosen)), first_part[chosen + 1] - first_part[chosen])
    own = _ranges(stars.indptr[chosen], stars.indptr[chosen + 1])
    of_parts = _ranges(parts.indptr[own_parts], parts.indptr[own_parts + 1])
    sizes = np.concatenate([np.diff(stars.indptr)[chosen], np.diff(parts.indptr)[own_parts]])
    return _Batch(
        np.concatenate([chosen, chosen[star]]).astype(np.int32),
        np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64),
        np.concatenate([stars.leaves[own], parts.leaves[of_parts]]),
        star,
    )


def _ranges(starts: NDArray[np.int64], stops: NDArray[np.int64]) -> NDArray[np.int64]:
    """``starts[0] … stops[0] - 1, starts[1] …``."""
    lengths = stops - starts
    offsets = np.repeat(starts - np.concatenate([[0], np.cumsum(lengths)[:-1]]), lengths)
    result: NDArray[np.int64] = np.arange(int(lengths.sum())) + offsets
    return result
