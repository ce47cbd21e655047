"""A guidance model made ready for one graph: what depends on its relations alone, computed once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from motif.engine.subgraph_query import frozen
from motif.errors import InvalidInput
from motif.graphs.guidance import GuidanceModel

Float32: TypeAlias = NDArray[np.float32]

__all__ = ["Layer", "PreparedGuidance", "prepare_guidance", "question_vector", "relation_gates"]


@dataclass(frozen=True, slots=True)
class Layer:
    """One layer as inference takes it.

    Attributes
    ----------
    gates : float32 (2 R, d)
        Of each relation, along and against it in turn.
    update : float32 (2 d, d)
        Transposed, and centred: what the norm takes away first is taken away here.
    scale : float32 (d,)
        Of the norm.
    """

    gates: Float32
    update: Float32
    scale: Float32


@dataclass(frozen=True, slots=True)
class PreparedGuidance:
    """A model and its layers for the relations of one graph; `prepare_guidance` makes it."""

    model: GuidanceModel
    layers: tuple[Layer, ...]

    @property
    def n_relations(self) -> int:
        return len(self.layers[0].gates) // 2


def prepare_guidance(model: GuidanceModel, relation_vectors: Float32) -> PreparedGuidance:
    """``model`` made ready for a graph whose relations have ``relation_vectors``, float32 (R, e).

    O(R d² L): keep it as long as both stay the same. Raises `InvalidInput` for vectors of another dimension.
    """
    gates = relation_gates(model, relation_vectors)
    layers = []
    for number in range(model.n_layers):
        update = model.arrays[f"layer.{number}.update.weight"].T
        centred = update - update.mean(axis=1, keepdims=True)
        scale = model.arrays[f"layer.{number}.norm.scale"]
        layers.append(Layer(*(frozen(array, np.float32) for array in (gates[number], centred, scale))))
    return PreparedGuidance(model, tuple(layers))


def relation_gates(model: GuidanceModel, relation_vectors: Float32) -> Float32:
    """g_l of each relation in each layer, float32 (L, 2 R, d): row 2 r along relation r, 2 r + 1 against it.

    Parameters
    ----------
    relation_vectors : float32 (R, e)
        Of the relations' texts.

    Raises `InvalidInput` for vectors of another dimension. STEM, appendix A.
    """
    vectors = _checked("The relations' vectors", relation_vectors, model.encoder.dimension)
    arrays, width = model.arrays, model.dimension
    inward = np.empty((2 * len(vectors), width), np.float32)
    inward[0::2] = vectors @ arrays["relation.weight"].T + arrays["relation.bias"]
    inward[1::2] = vectors @ arrays["inverse.weight"].T + arrays["inverse.bias"]
    gates = np.empty((model.n_layers, len(inward), width), np.float32)
    for number in range(model.n_layers):
        name = f"layer.{number}"
        hidden = inward @ arrays[f"{name}.gate1.weight"].T + arrays[f"{name}.gate1.bias"]
        np.maximum(hidden, 0, out=hidden)
        gates[number] = hidden @ arrays[f"{name}.gate2.weight"].T + arrays[f"{name}.gate2.bias"]
    return gates


def question_vector(model: GuidanceModel, heads: Float32, relations: Float32, tails: Float32) -> Float32:
    """E_Q, float32 (d,): the mean over a question's schema triples of what the model makes of each.

    Parameters
    ----------
    heads, relations, tails : float32 (T, e)
        Vectors of the texts of each triple's parts.

    Raises `InvalidInput` without a triple, and for vectors of another dimension or number. STEM, eq. 19 and 20.

    >>> from motif.graphs.stamp import EncoderStamp
    >>> arrays = {"triple.weight": np.ones((2, 3), np.float32), "triple.bias": np.array([0, 1], np.float32)}
    >>> model = GuidanceModel(1, 2, EncoderStamp("toy", 1), arrays)
    >>> ones = np.ones((2, 1), np.float32)
    >>> question_vector(model, ones, 2 * ones, ones).tolist()
    [4.0, 5.0]
    """
    parts = [
        _checked(f"The {name}s' vectors", given, model.encoder.dimension)
        for name, given in (("head", heads), ("relation", relations), ("tail", tails))
    ]
    if not len(parts[0]) == len(parts[1]) == len(parts[2]) or not len(parts[0]):
        raise InvalidInput(
            f"A question is one schema triple or more, with a vector for each part, not {len(parts[0])} heads, "
            f"{len(parts[1])} relations and {len(parts[2])} tails."
        )
    mean = np.concatenate(parts, axis=1).mean(axis=0, dtype=np.float64).astype(np.float32)
    found: Float32 = model.arrays["triple.weight"] @ mean + model.arrays["triple.bias"]
    return found


def _checked(name: str, vectors: Float32, dimension: int) -> Float32:
    if vectors.ndim != 2 or vectors.shape[1] != dimension:
        raise InvalidInput(
            f"{name} must be (rows, {dimension}), as those that the model was trained on, not {vectors.shape}.",
            hint="Encode with the model's encoder.",
        )
    return np.ascontiguousarray(vectors, np.float32)
