"""Dominance embeddings: a vector per node that no part of its star exceeds (SG-RAG §4.2, after GNN-PE)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from motif.graphs.stamp import EncoderStamp

ANY_SIZE = 2**15 - 1
"""A certificate that holds for stars of any size."""

NO_CERTIFICATE = -1


@dataclass(frozen=True, slots=True)
class DominanceEmbedding:
    """Vectors o(v) of the stars of all nodes, and how far it was proved that no part of a star exceeds its own.

    Attributes
    ----------
    kind
        "constructed": monotone by construction, proved for every node. "gat": trained, proved node by node.
    stamp
        What made it: name (the kind with its settings), dimension, hash of its parameters.
    vectors : float32 (n, dimension)
        +inf in every place where a node is never pruned.
    certificate : int16 (n,)
        Largest number of relationships up to which it was proved that no part of the node's star with so many
        exceeds its vector; `NO_CERTIFICATE` where not even the node alone, `ANY_SIZE` where all parts. A pattern's
        star with more known relationships does not prune the node.
    parameters
        Arrays that embed a pattern's star: weights; for "constructed" which place of a vector each relation and
        label set counts in.
    features : float32 (n, inputs) or None
        What "gat" reads of each node.
    """

    kind: Literal["constructed", "gat"]
    stamp: EncoderStamp
    vectors: NDArray[np.float32]
    certificate: NDArray[np.int16]
    parameters: Mapping[str, NDArray[Any]]
    features: NDArray[np.float32] | None = None

    @property
    def dimension(self) -> int:
        return int(self.vectors.shape[1])
