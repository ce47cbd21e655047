"""The obvious twins of guidance: the Triple-GNN over all nodes as `GuidanceModel` writes it, and what is near."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motif.graphs.guidance import GuidanceModel
from motif.graphs.stamp import EncoderStamp
from naive import Triple

Float64 = NDArray[np.float64]


def random_model(
    n_layers: int, width: int, dimension: int, *, readout: str = "linear", seed: int = 0
) -> GuidanceModel:
    """A model whose weights are drawn as a trained one's would be distributed."""
    generator = np.random.default_rng(seed)

    def drawn(*shape: int) -> NDArray[np.float32]:
        return (generator.normal(size=shape) / np.sqrt(shape[-1])).astype(np.float32)

    arrays = {"triple.weight": drawn(width, 3 * dimension), "triple.bias": drawn(width)}
    for name in ("relation", "inverse"):
        arrays |= {f"{name}.weight": drawn(width, dimension), f"{name}.bias": drawn(width)}
    for layer in range(n_layers):
        for name in (f"layer.{layer}.gate1", f"layer.{layer}.gate2"):
            arrays |= {f"{name}.weight": drawn(width, width), f"{name}.bias": drawn(width)}
        arrays[f"layer.{layer}.update.weight"] = drawn(width, 2 * width)
        arrays[f"layer.{layer}.norm.scale"] = 1 + drawn(width)
    arrays |= {"score.weight": drawn(width), "score.bias": drawn(1)}
    if readout == "query":
        arrays |= {"score.hidden.weight": drawn(width, 2 * width), "score.hidden.bias": drawn(width)}
    return GuidanceModel(n_layers, width, EncoderStamp("drawn", dimension), arrays, readout)


def node_scores(
    graph: list[Triple],
    n_nodes: int,
    model: GuidanceModel,
    triples: tuple[Float64, Float64, Float64],
    sources: set[int],
    relation_vectors: Float64,
    within: set[int] | None = None,
) -> Float64:
    """p(v) of every node, node by node and relationship by relationship, in float64."""
    inside = set(range(n_nodes)) if within is None else within | sources
    kept = [triple for triple in graph if triple.source in inside and triple.target in inside]
    question = question_vector(model, *triples)
    states = np.zeros((n_nodes, model.dimension))
    states[sorted(sources)] = question
    for layer in range(model.n_layers):
        along = [gate(model, layer, "relation", vector) for vector in relation_vectors]
        against = [gate(model, layer, "inverse", vector) for vector in relation_vectors]
        sums, degrees = np.zeros_like(states), np.zeros(n_nodes)
        for source, relation, target in kept:
            sums[target] += states[source] * along[relation]
            sums[source] += states[target] * against[relation]
            degrees[target] += 1
            degrees[source] += 1
        states = np.array(
            [
                state + updated(model, layer, state, total / degree if degree else total)
                for state, total, degree in zip(states, sums, degrees, strict=True)
            ]
        )
    return np.array([probability(model, state, question) for state in states])


def question_vector(model: GuidanceModel, heads: Float64, relations: Float64, tails: Float64) -> Float64:
    """The mean of every triple's vector."""
    weight, bias = weights(model, "triple")
    parts = zip(heads, relations, tails, strict=True)
    return np.mean([weight @ np.concatenate(part) + bias for part in parts], axis=0)


def gate(model: GuidanceModel, layer: int, way: str, vector: Float64) -> Float64:
    """What a message along a relation is multiplied with."""
    first, second = weights(model, f"layer.{layer}.gate1"), weights(model, f"layer.{layer}.gate2")
    inner, shift = weights(model, way)
    hidden = np.maximum(first[0] @ (inner @ vector + shift) + first[1], 0)
    return second[0] @ hidden + second[1]


def updated(model: GuidanceModel, layer: int, state: Float64, mean: Float64) -> Float64:
    """What one layer adds to a node's state."""
    weight = model.arrays[f"layer.{layer}.update.weight"].astype(np.float64)
    update = weight @ np.concatenate((state, mean))
    normed = (update - update.mean()) / np.sqrt(update.var() + 1e-5)
    return np.maximum(normed * model.arrays[f"layer.{layer}.norm.scale"], 0)


def probability(model: GuidanceModel, state: Float64, question: Float64) -> float:
    """The readout of one node."""
    if model.readout == "query":
        weight, bias = weights(model, "score.hidden")
        state = np.maximum(weight @ np.concatenate((state, question)) + bias, 0)
    weight, bias = weights(model, "score")
    return float(1 / (1 + np.exp(-(weight @ state + bias[0]))))


def weights(model: GuidanceModel, name: str) -> tuple[Float64, Float64]:
    """Weight and bias in float64."""
    return model.arrays[f"{name}.weight"].astype(float), model.arrays[f"{name}.bias"].astype(float)


def distances(graph: list[Triple], sources: set[int], inside: set[int]) -> dict[int, int]:
    """Steps from the nearest source to each node that is reached, whichever way relationships point."""
    found = dict.fromkeys(sources, 0)
    steps = 0
    while True:
        steps += 1
        new = {
            there
            for source, _, target in graph
            for here, there in ((source, target), (target, source))
            if found.get(here) == steps - 1 and there not in found and there in inside
        }
        if not new:
            return found
        found |= dict.fromkeys(new, steps)
