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

    arrays = {"shape.weight": drawn(width, 8), "shape.bias": drawn(width)}
    for name in ("triple", "relation"):
        arrays |= {f"{name}1.weight": drawn(2 * width, dimension), f"{name}1.bias": drawn(2 * width)}
        arrays[f"{name}2.weight"] = drawn(dimension, 2 * width)
    for layer in range(n_layers):
        for name, inner in ((f"layer.{layer}.gate1", 24), (f"layer.{layer}.gate2", width)):
            arrays |= {f"{name}.weight": drawn(width, inner), f"{name}.bias": drawn(width)}
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
    triples: Float64,
    places: list[tuple[int, bool]],
    sources: set[int],
    relation_vectors: Float64,
    within: set[int] | None = None,
) -> Float64:
    """p(v) of every node, node by node and relationship by relationship, in float64.

    ``places``: how far each triple is, and whether it is gone along.
    """
    inside = set(range(n_nodes)) if within is None else within | sources
    kept = [triple for triple in graph if triple.source in inside and triple.target in inside]
    question = shape_vector(model, places)
    states = np.zeros((n_nodes, model.dimension))
    states[sorted(sources)] = question
    numbers = range(len(relation_vectors))
    signs = {
        way: [likenesses(model, triples, places, relation_vectors, one, way) for one in numbers]
        for way in (True, False)
    }
    for layer in range(model.n_layers):
        along, against = ([gate(model, layer, one) for one in signs[way]] for way in (True, False))
        greatest = np.zeros_like(states)
        for source, relation, target in kept:
            greatest[target] = np.maximum(greatest[target], states[source] * along[relation])
            greatest[source] = np.maximum(greatest[source], states[target] * against[relation])
        states = np.array(
            [
                state + updated(model, layer, state, message)
                for state, message in zip(states, greatest, strict=True)
            ]
        )
    return np.array([probability(model, state, question) for state in states])


def shape_vector(model: GuidanceModel, places: list[tuple[int, bool]]) -> Float64:
    """What the number of triples at each place makes."""
    counts = [places.count((steps, along)) for steps in range(4) for along in (False, True)]
    weight, bias = weights(model, "shape")
    return weight @ np.array(counts, float) + bias


def likenesses(
    model: GuidanceModel,
    triples: Float64,
    places: list[tuple[int, bool]],
    relations: Float64,
    number: int,
    along: bool,
) -> Float64:
    """How like relation ``number``, gone ``along`` or against, is to the triples at each place."""
    found = []
    for steps in range(4):
        for way in (along, not along):
            those = [one for one, place in zip(triples, places, strict=True) if place == (steps, way)]
            signs = [signs_of(model, one, relations, number) for one in those]
            found += np.max(signs, axis=0).tolist() if signs else [0.0, 0.0, 0.0]
    return np.array(found)


def signs_of(model: GuidanceModel, triple: Float64, relations: Float64, number: int) -> list[float]:
    """The cosine of one triple and one relation, and how far it is below that of the best relation."""
    cosines = [float(moved(model, "triple", triple) @ moved(model, "relation", one)) for one in relations]
    gap = cosines[number] - max(cosines)
    return [cosines[number], float(np.exp(5 * gap)), float(np.exp(20 * gap))]


def moved(model: GuidanceModel, part: str, vector: Float64) -> Float64:
    """A text's vector with what its hidden layer adds, of length 1."""
    weight, bias = weights(model, f"{part}1")
    found = vector + model.arrays[f"{part}2.weight"].astype(float) @ np.maximum(weight @ vector + bias, 0)
    return found / max(float(np.linalg.norm(found)), 1e-6)


def gate(model: GuidanceModel, layer: int, signs: Float64) -> Float64:
    """What a message along a relation is multiplied with."""
    first, second = weights(model, f"layer.{layer}.gate1"), weights(model, f"layer.{layer}.gate2")
    hidden = np.maximum(first[0] @ signs + first[1], 0)
    return second[0] @ hidden + second[1]


def updated(model: GuidanceModel, layer: int, state: Float64, message: Float64) -> Float64:
    """What one layer adds to a node's state."""
    weight = model.arrays[f"layer.{layer}.update.weight"].astype(np.float64)
    update = weight @ np.concatenate((state, message))
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
