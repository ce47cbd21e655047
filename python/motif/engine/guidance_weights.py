"""A guidance model made ready for one graph: what depends on its relations alone; and its gates for a question."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from motif.engine.guidance_question import SchemaQuestion
from motif.engine.subgraph_query import frozen
from motif.errors import InvalidInput
from motif.graphs.guidance import PLACES, SHARPNESS, SIGNS, STEPS, GuidanceModel

Float32: TypeAlias = NDArray[np.float32]

__all__ = ["Layer", "PreparedGuidance", "likenesses", "prepare_guidance", "question_gates", "shape_vector"]

_LEAST_NORM = 1e-6


@dataclass(frozen=True, slots=True)
class Layer:
    """One layer as inference takes it.

    Attributes
    ----------
    update : float32 (2 d, d)
        Transposed, and centred: what the norm takes away first is taken away here.
    scale : float32 (d,)
        Of the norm.
    """

    update: Float32
    scale: Float32


@dataclass(frozen=True, slots=True)
class PreparedGuidance:
    """A model for the relations of one graph; `prepare_guidance` makes it.

    Attributes
    ----------
    relations : float32 (R, e)
        F_r of each.
    """

    model: GuidanceModel
    relations: Float32
    layers: tuple[Layer, ...]

    @property
    def n_relations(self) -> int:
        return len(self.relations)


def prepare_guidance(model: GuidanceModel, relation_vectors: Float32) -> PreparedGuidance:
    """``model`` made ready for a graph whose relations have ``relation_vectors``, float32 (R, e).

    O(R d e): keep it as long as both stay the same. Raises `InvalidInput` for vectors of another dimension.
    """
    relations = _moved(model, "relation", _checked("The relations' vectors", relation_vectors, model))
    layers = []
    for number in range(model.n_layers):
        update = model.arrays[f"layer.{number}.update.weight"].T
        centred = update - update.mean(axis=1, keepdims=True)
        scale = model.arrays[f"layer.{number}.norm.scale"]
        layers.append(Layer(frozen(centred, np.float32), frozen(scale, np.float32)))
    return PreparedGuidance(model, frozen(relations, np.float32), tuple(layers))


def shape_vector(model: GuidanceModel, question: SchemaQuestion) -> Float32:
    """E_Q, float32 (d,): how many schema triples there are at each place, as ``model`` sees it."""
    counts = np.bincount(question.places, minlength=PLACES).astype(np.float32)
    found: Float32 = model.arrays["shape.weight"] @ counts + model.arrays["shape.bias"]
    return found


def likenesses(prepared: PreparedGuidance, question: SchemaQuestion) -> Float32:
    """x(r) of each relation, float32 (2 R, 24): row 2 r along relation r, 2 r + 1 against it.

    Raises `InvalidInput` for a question of another dimension.
    """
    model = prepared.model
    said = _moved(model, "triple", _checked("The triples' relations", question.relations, model))
    cosines = said @ prepared.relations.T
    gaps = cosines - cosines.max(axis=1, keepdims=True)
    signs = np.stack([cosines, *(np.exp(sharp * gaps) for sharp in SHARPNESS)], axis=2)
    at_place = np.full((PLACES, len(prepared.relations), SIGNS), -np.inf, np.float32)
    np.maximum.at(at_place, question.places, signs)
    at_place[np.isneginf(at_place)] = 0.0
    of_way = at_place.reshape(STEPS, 2, -1, SIGNS)
    both = np.stack([of_way[:, ::-1], of_way], axis=0)
    return np.ascontiguousarray(both.transpose(3, 0, 1, 2, 4)).reshape(2 * len(prepared.relations), -1)


def question_gates(model: GuidanceModel, number: int, signs: Float32) -> Float32:
    """g of layer ``number`` for relations of ``signs`` (rows, 24), as `likenesses` gives them; float32 (rows, d)."""
    arrays, name = model.arrays, f"layer.{number}"
    hidden: Float32 = np.maximum(signs @ arrays[f"{name}.gate1.weight"].T + arrays[f"{name}.gate1.bias"], 0)
    found: Float32 = hidden @ arrays[f"{name}.gate2.weight"].T + arrays[f"{name}.gate2.bias"]
    return found


def _moved(model: GuidanceModel, part: str, vectors: Float32) -> Float32:
    """``vectors`` (rows, e) and what the hidden layer of ``part`` adds, of length 1."""
    arrays = model.arrays
    with np.errstate(invalid="ignore"):  # numpy's BLAS raises the flag at times for lanes that hold nothing
        hidden = np.maximum(vectors @ arrays[f"{part}1.weight"].T + arrays[f"{part}1.bias"], 0)
        moved = vectors + hidden @ arrays[f"{part}2.weight"].T
    lengths = np.linalg.norm(moved, axis=1, keepdims=True).astype(np.float32)
    unit: Float32 = moved / np.maximum(lengths, _LEAST_NORM)
    return unit


def _checked(name: str, vectors: Float32, model: GuidanceModel) -> Float32:
    dimension = model.encoder.dimension
    if vectors.ndim != 2 or vectors.shape[1] != dimension:
        raise InvalidInput(
            f"{name} must be (rows, {dimension}), as those that the model was trained on, not {vectors.shape}.",
            hint="Encode with the model's encoder.",
        )
    return np.ascontiguousarray(vectors, np.float32)
