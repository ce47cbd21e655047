"""Training a Triple-GNN in PyTorch Geometric (STEM, appendices A and C).

The network computes what `motif.graphs.guidance.GuidanceModel` writes down. The loss is the whole binary cross-entropy
over the nodes of a question's subgraph, positive ones weighted: the paper prints its positive term alone, with which a
network may answer 1 everywhere. torch is imported when a network is built; the trained weights run without it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.errors import InvalidInput
from motif.graphs.guidance import PLACES, SHARPNESS, SIGNS, STEPS, GuidanceModel
from motif.graphs.stamp import EncoderStamp
from motif.models.first_weights import first_weights
from motif.models.guidance_file import READOUTS, guidance_shapes
from motif.models.torch_modules import torch_device, torch_modules

_TORCH = ("Training a guidance model", "trace under the general model, which needs no training")
_LARGEST_GRADIENT = 1.0
_EPSILON = 1e-5
_MOMENTS = ("step", "exp_avg", "exp_avg_sq")


@dataclass(frozen=True, slots=True)
class GuidanceNetwork:
    """What network is trained, and how a step changes it.

    Attributes
    ----------
    layers, dimension
        L and d; the paper's by default.
    readout
        "linear" (the paper's) or "query"; see `GuidanceModel`.
    positive_weight
        A question with p nodes to be found among n others weights each of them by (n / p) to this power, at least 1:
        0 weights all nodes alike, 1 both kinds alike.
    device
        "auto" (a GPU where there is one), "cpu", "cuda" or another of torch's names.
    """

    layers: int = 6
    dimension: int = 512
    readout: str = "query"
    positive_weight: float = 0.5
    device: str = "auto"

    def __post_init__(self) -> None:
        for name in ("layers", "dimension"):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int) or value < 1:
                raise InvalidInput(f"{name} must be a whole number, 1 or more, not {value!r}.")
        if self.readout not in READOUTS:
            raise InvalidInput(f"readout must be {' or '.join(map(repr, READOUTS))}, not {self.readout!r}.")
        if not 0 <= self.positive_weight <= 1:
            raise InvalidInput(f"positive_weight must be from 0 to 1, not {self.positive_weight!r}.")


@dataclass(frozen=True, slots=True)
class QuestionBatch:
    """Questions over subgraphs of one graph, as one graph of separate blocks.

    Attributes
    ----------
    triples : float32 (T, e)
        Vectors of the relations of schema triples.
    triple_place : int64 (T,)
        Where each stands; see `motif.engine.guidance_question.schema_places`.
    triple_question : int64 (T,)
        Which question each is of.
    relations : float32 (R, e)
        Of the graph's relations.
    arcs : int64 (2, A)
        From and to which node messages go: each relationship in both directions.
    arc_relation : int64 (A,)
        r along relation r, R + r against it.
    node_question : int64 (n,)
        Which question each node's subgraph is of, ascending.
    sources : int64 (s,)
        Nodes that are question entities.
    labels : float32 (n,)
        1 for nodes on gold paths, else 0.
    """

    triples: NDArray[np.float32]
    triple_place: NDArray[np.int64]
    triple_question: NDArray[np.int64]
    relations: NDArray[np.float32]
    arcs: NDArray[np.int64]
    arc_relation: NDArray[np.int64]
    node_question: NDArray[np.int64]
    sources: NDArray[np.int64]
    labels: NDArray[np.float32]

    @property
    def n_questions(self) -> int:
        return int(self.triple_question[-1]) + 1


class TripleGnn:
    """The network in torch: its forward, one step of training, and its weights as arrays.

    Parameters
    ----------
    encoder
        Of the vectors of relations and names.
    network
    seed
        Of the first weights. On a CPU the same seed and steps give the same weights; on a GPU sums are taken in no
        fixed order.

    Raises `MissingDependency` without torch and torch-geometric, `InvalidInput` for a device that is not there.
    """

    def __init__(self, encoder: EncoderStamp, network: GuidanceNetwork, *, seed: int = 0) -> None:
        self._torch, geometric = torch_modules(*_TORCH)
        self._encoder, self._network = encoder, network
        self.device = torch_device(self._torch, network.device)
        self._messages = _distmult(geometric)
        sizes = network.layers, network.dimension, encoder.dimension
        first = first_weights(guidance_shapes(*sizes, network.readout), seed)
        self._weights = {
            name: self._torch.nn.Parameter(self._torch.as_tensor(array, device=self.device))
            for name, array in first.items()
        }
        self._optimiser = self._torch.optim.Adam(list(self._weights.values()), lr=0.0)

    def logits(self, batch: QuestionBatch) -> NDArray[np.float32]:
        """What the sigmoid is taken of, float32 (n,), aligned with the batch's nodes."""
        with self._torch.no_grad():
            result: NDArray[np.float32] = self._forward(batch).cpu().numpy()
        return result

    def loss(self, batch: QuestionBatch) -> float:
        """The loss over ``batch``, its weights as they are: a mean over questions."""
        with self._torch.no_grad():
            return float(self._loss(batch))

    def step(self, batch: QuestionBatch, learning_rate: float) -> float:
        """Changes the weights once, by Adam; returns the loss over ``batch`` before."""
        for group in self._optimiser.param_groups:
            group["lr"] = learning_rate
        self._optimiser.zero_grad()
        loss = self._loss(batch)
        loss.backward()
        self._torch.nn.utils.clip_grad_norm_(list(self._weights.values()), _LARGEST_GRADIENT)
        self._optimiser.step()
        return float(loss.detach())

    def model(self, facts: Mapping[str, Any] | None = None) -> GuidanceModel:
        """The weights as numpy runs them, and what is to be said of their training."""
        sizes = self._network.layers, self._network.dimension
        return GuidanceModel(*sizes, self._encoder, self._numbers(), self._network.readout, facts or {})

    def load(self, model: GuidanceModel) -> None:
        """Takes up the weights of ``model``, which has these sizes; the optimiser remembers nothing."""
        self._take({f"weight/{name}": array for name, array in model.arrays.items()})

    def state(self) -> dict[str, NDArray[Any]]:
        """What `resume` goes on from: the weights, and the optimiser's memory of them."""
        arrays: dict[str, NDArray[Any]] = {f"weight/{name}": array for name, array in self._numbers().items()}
        for name, weight in self._weights.items():
            for moment, value in self._optimiser.state.get(weight, {}).items():
                arrays[f"{moment}/{name}"] = value.detach().cpu().numpy().copy()
        return arrays

    def resume(self, state: Mapping[str, NDArray[Any]]) -> None:
        """Takes up the weights and the optimiser's memory of ``state``."""
        self._take(state)

    def _take(self, state: Mapping[str, NDArray[Any]]) -> None:
        torch = self._torch
        self._optimiser.state.clear()
        with torch.no_grad():
            for name, weight in self._weights.items():
                weight.copy_(torch.as_tensor(state[f"weight/{name}"]))
                memory = {
                    moment: torch.as_tensor(
                        state[f"{moment}/{name}"], device="cpu" if moment == "step" else self.device
                    ).clone()
                    for moment in _MOMENTS
                    if f"{moment}/{name}" in state
                }
                if memory:
                    self._optimiser.state[weight] = memory

    def _numbers(self) -> dict[str, NDArray[np.float32]]:
        return {name: weight.detach().cpu().numpy().copy() for name, weight in self._weights.items()}

    def _loss(self, batch: QuestionBatch) -> Any:
        """Mean over questions of the weighted mean over nodes of the binary cross-entropy."""
        torch = self._torch
        labels, of = self._tensor(batch.labels), self._tensor(batch.node_question)
        weights = self._tensor(node_weights(batch, self._network.positive_weight))
        each = torch.nn.functional.binary_cross_entropy_with_logits(
            self._forward(batch), labels, weights, reduction="none"
        )
        totals = torch.zeros(batch.n_questions, dtype=each.dtype, device=self.device)
        return (totals.index_add(0, of, each) / totals.index_add(0, of, weights)).mean()

    def _forward(self, batch: QuestionBatch) -> Any:
        """The logits as a tensor."""
        torch, weights = self._torch, self._weights
        questions, likenesses = self._shapes(batch), self._likenesses(batch)
        arcs, of = self._tensor(batch.arcs), self._tensor(batch.node_question)
        rows = of[arcs[0]] * 2 * len(batch.relations) + self._tensor(batch.arc_relation)
        met, kinds = torch.unique(rows, return_inverse=True)
        signs = likenesses[met]
        sources = self._tensor(batch.sources)
        states = torch.zeros(len(of), questions.shape[1], dtype=questions.dtype, device=self.device)
        states = states.index_put((sources,), questions[of[sources]])
        for number in range(self._network.layers):
            layer = f"layer.{number}"
            gates = self._linear(torch.relu(self._linear(signs, f"{layer}.gate1")), f"{layer}.gate2")
            greatest = torch.relu(self._messages(states, arcs, gates, kinds))
            update = torch.cat([states, greatest], 1) @ weights[f"{layer}.update.weight"].T
            states = states + torch.relu(self._norm(update, weights[f"{layer}.norm.scale"]))
        if self._network.readout == "query":
            states = torch.relu(self._linear(torch.cat([states, questions[of]], 1), "score.hidden"))
        return states @ weights["score.weight"] + weights["score.bias"]

    def _shapes(self, batch: QuestionBatch) -> Any:
        """E_Q of each question: what ``shape`` makes of how many schema triples there are at each place."""
        at = batch.triple_question * PLACES + batch.triple_place
        counts = np.bincount(at, minlength=batch.n_questions * PLACES).reshape(-1, PLACES)
        return self._linear(self._tensor(counts.astype(np.float32)), "shape")

    def _likenesses(self, batch: QuestionBatch) -> Any:
        """x of each question and relation, (questions · 2 R, 24): R of them along relations, then R against."""
        torch = self._torch
        n_relations = len(batch.relations)
        cosines = self._moved(batch.triples, "triple") @ self._moved(batch.relations, "relation").T
        gaps = cosines - cosines.max(1, keepdim=True).values
        signs = torch.stack([cosines, *(torch.exp(sharp * gaps) for sharp in SHARPNESS)], 2)
        at = self._tensor(batch.triple_question * PLACES + batch.triple_place)
        at_place = torch.zeros(
            batch.n_questions * PLACES, n_relations, SIGNS, dtype=signs.dtype, device=self.device
        ).scatter_reduce(0, at[:, None, None].expand_as(signs), signs, "amax", include_self=False)
        of_way = at_place.reshape(batch.n_questions, STEPS, 2, n_relations, SIGNS)
        both = torch.stack([of_way.flip(2), of_way], 1)
        return both.permute(0, 1, 4, 2, 3, 5).reshape(batch.n_questions * 2 * n_relations, -1)

    def _moved(self, vectors: NDArray[np.float32], part: str) -> Any:
        """``vectors`` and what the hidden layer of ``part`` adds, of length 1."""
        given = self._tensor(vectors)
        hidden = self._torch.relu(self._linear(given, f"{part}1"))
        moved = given + hidden @ self._weights[f"{part}2.weight"].T
        return self._torch.nn.functional.normalize(moved, dim=1, eps=1e-6)

    def _linear(self, values: Any, name: str) -> Any:
        return self._torch.nn.functional.linear(
            values, self._weights[f"{name}.weight"], self._weights[f"{name}.bias"]
        )

    def _norm(self, values: Any, scale: Any) -> Any:
        return self._torch.nn.functional.layer_norm(values, (values.shape[1],), scale, None, _EPSILON)

    def _tensor(self, array: NDArray[Any]) -> Any:
        """``array`` on the device; numbers in the type of the weights."""
        tensor = self._torch.as_tensor(array, device=self.device)
        return tensor.to(self._weights["score.bias"].dtype) if tensor.is_floating_point() else tensor


def device_name(wanted: str = "auto") -> str:
    """What "auto" or another of torch's names means on this machine: "cpu" or "cuda", with its number if it has one.

    Raises as `TripleGnn`.
    """
    return str(torch_device(torch_modules(*_TORCH)[0], wanted))


def node_weights(batch: QuestionBatch, power: float) -> NDArray[np.float32]:
    """What each node weighs in the loss, float32 (n,): 1, or more where it is to be found."""
    positive = np.bincount(batch.node_question, batch.labels, batch.n_questions)
    total = np.bincount(batch.node_question, minlength=batch.n_questions)
    ratio = np.maximum(1.0, (total - positive) / np.maximum(positive, 1.0)) ** power
    weights = np.where(batch.labels > 0, ratio[batch.node_question], 1.0)
    return weights.astype(np.float32)


def _distmult(geometric: Any) -> Any:
    """PyTorch Geometric's greatest over arcs of DistMult messages: the sender's state times the relation's gate."""

    class DistMult(geometric.MessagePassing):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__(aggr="max")

        def forward(self, states: Any, arcs: Any, gates: Any, arc_relation: Any) -> Any:
            return self.propagate(arcs, states=states, gate=gates[arc_relation])

        def message(self, states_j: Any, gate: Any) -> Any:
            return states_j * gate

    return DistMult()
