"""The weights that a Triple-GNN begins with."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray


def first_weights(shapes: Mapping[str, tuple[int, ...]], seed: int) -> dict[str, NDArray[np.float32]]:
    """Weights to begin with, float32, of the shapes that `motif.models.guidance_file.guidance_shapes` gives.

    Uniform, within one through the root of their inputs; norms scale by 1, and hidden layers of texts add nothing: the
    first likenesses are the encoder's own.
    """
    generator = np.random.default_rng(seed)
    first = {}
    for name, shape in shapes.items():
        bound = 1 / math.sqrt(shape[-1])
        first[name] = generator.uniform(-bound, bound, shape).astype(np.float32)
        if name.endswith("norm.scale"):
            first[name][:] = 1
        elif name in ("triple2.weight", "relation2.weight"):
            first[name][:] = 0
    return first
