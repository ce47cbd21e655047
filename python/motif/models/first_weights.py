"""The weights that a Triple-GNN begins with."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

_SPREAD = 4.0
_SHIFT = 2.0


def first_weights(shapes: Mapping[str, tuple[int, ...]], seed: int) -> dict[str, NDArray[np.float32]]:
    """Weights to begin with, float32, of the shapes that `motif.models.guidance_file.guidance_shapes` gives.

    Uniform, within one through the root of their inputs, but for what compares relations: the relation of a schema
    triple and those of the graph are projected alike, at random, and a gate passes that projection on unchanged. So the
    first messages are products of what a question says with what a relation says, whose sum is their likeness, in any
    graph: what training then learns about this comparison holds for relations that it has not seen.
    """
    generator = np.random.default_rng(seed)
    first = {name: _uniform(generator, shape) for name, shape in shapes.items()}
    d, e = shapes["relation.weight"]
    alike = generator.normal(0, _SPREAD / math.sqrt(d), (d, e)).astype(np.float32)
    first["triple.weight"][:, e : 2 * e] = alike
    for name in ("triple", "relation", "inverse"):
        first[f"{name}.bias"][:] = 0
    for name in ("relation", "inverse"):
        first[f"{name}.weight"] = alike.copy()
    for name, array in first.items():
        if name.endswith("norm.scale"):
            array[:] = 1
        for gate, shift in (("gate1", _SHIFT), ("gate2", -_SHIFT)):
            # relu(z + shift) - shift is z, as far as z is above -shift.
            if name.endswith(f"{gate}.weight"):
                array[:] = np.eye(d, dtype=np.float32)
            elif name.endswith(f"{gate}.bias"):
                array[:] = shift
    return first


def _uniform(generator: np.random.Generator, shape: tuple[int, ...]) -> NDArray[np.float32]:
    bound = 1 / math.sqrt(shape[-1])
    return generator.uniform(-bound, bound, shape).astype(np.float32)
