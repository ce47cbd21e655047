"""The weights of a graph attention network over stars."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.errors import InvalidInput
from motif.kernels.star_attention import Weights


@dataclass(frozen=True, slots=True)
class StarAttention:
    """Weights of the network: F inputs, H heads of C channels (K = H × C), d outputs; all float32.

    Attributes
    ----------
    projection : (F, K)
    source, target : (H, C)
        What a node adds to the attention along an arc that leaves or enters it.
    bias : (K,)
        Added after attention, before ReLU.
    head : (K, d)
    head_bias : (d,)

    >>> StarAttention.random(np.random.default_rng(7), n_inputs=4, n_heads=2, n_channels=3, dimension=2).dimension
    2
    """

    projection: NDArray[np.float32]
    source: NDArray[np.float32]
    target: NDArray[np.float32]
    bias: NDArray[np.float32]
    head: NDArray[np.float32]
    head_bias: NDArray[np.float32]

    def __post_init__(self) -> None:
        n_heads, n_channels = self.source.shape if self.source.ndim == 2 else (0, 0)
        hidden, dimension = n_heads * n_channels, len(self.head_bias)
        inputs = len(self.projection)
        expected = ((inputs, hidden), (n_heads, n_channels), (hidden,), (hidden, dimension), (dimension,))
        arrays = (self.projection, self.target, self.bias, self.head, self.head_bias)
        if min(inputs, hidden, dimension) < 1 or any(
            array.shape != shape for array, shape in zip(arrays, expected, strict=True)
        ):
            shapes = ", ".join(f"{name} {array.shape}" for name, array in self.parameters.items())
            raise InvalidInput(
                f"These are no weights of a network over stars: {shapes}.",
                hint="Needed: projection (F, H*C), source and target (H, C), bias (H*C,), head (H*C, d), "
                "head_bias (d,).",
            )

    @classmethod
    def random(
        cls, generator: np.random.Generator, *, n_inputs: int, n_heads: int, n_channels: int, dimension: int
    ) -> StarAttention:
        """Weights drawn from N(0, 1): a network that was never trained, for tests and comparisons."""
        hidden = n_heads * n_channels
        shapes: list[tuple[int, ...]] = [(n_inputs, hidden), (n_heads, n_channels), (n_heads, n_channels)]
        shapes += [(hidden,), (hidden, dimension), (dimension,)]
        return cls(*(generator.normal(size=shape).astype(np.float32) for shape in shapes))

    @classmethod
    def from_parameters(cls, parameters: Mapping[str, NDArray[Any]]) -> StarAttention:
        """The weights that ``parameters`` hold by name; further arrays are passed over.

        Raises `InvalidInput` when one is missing or of another shape.
        """
        missing = [field.name for field in fields(cls) if field.name not in parameters]
        if missing:
            raise InvalidInput(
                f"The trained embedding lacks its weights: {', '.join(missing)}.",
                hint="Make it again: kg.embed_dominance(kind='gat').",
            )
        return cls(*(np.asarray(parameters[field.name], np.float32) for field in fields(cls)))

    @property
    def parameters(self) -> dict[str, NDArray[np.float32]]:
        """The arrays by name, as `DominanceEmbedding.parameters` keeps them."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @property
    def n_inputs(self) -> int:
        return len(self.projection)

    @property
    def dimension(self) -> int:
        return len(self.head_bias)

    def doubled(self) -> Weights:
        """The arrays as kernels take them, float64."""
        arrays = (self.projection, self.source, self.target, self.bias, self.head, self.head_bias)
        first, second, third, fourth, fifth, sixth = (
            np.ascontiguousarray(array, np.float64) for array in arrays
        )
        return first, second, third, fourth, fifth, sixth

    def check(self, features: NDArray[np.float32]) -> None:
        """Raises `InvalidInput` unless the network can read ``features``."""
        if features.ndim != 2 or features.shape[1] != self.n_inputs:
            raise InvalidInput(
                f"The network reads {self.n_inputs} numbers of each node, the features are {features.shape}.",
                hint="Make the embedding again: kg.embed_dominance(kind='gat').",
            )
