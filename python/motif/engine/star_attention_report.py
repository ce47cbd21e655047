"""What a training of a dominance embedding came to, as the embedding itself carries it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.engine.match_query import MAXIMUM_EDGES_OF_PATHS
from motif.errors import InvalidInput
from motif.graphs.dominance import DominanceEmbedding

LOSS, EPOCHS = "training.loss", "training.epochs"
"""Names of the arrays, of one number each, among `DominanceEmbedding.parameters`."""


@dataclass(frozen=True, slots=True)
class TrainingReport:
    """How a training ended, and of how many nodes what was proved.

    Attributes
    ----------
    loss
        Over the parts that were trained on; 0 when none was above its star.
    epochs
        How many it took.
    certified
        By number of relationships, the share of the nodes of whose stars no part with so many exceeds them; a
        pattern has at most 32.
    """

    loss: float
    epochs: int
    certified: Mapping[int, float]


def training_arrays(loss: float, epochs: int) -> dict[str, NDArray[Any]]:
    """The numbers as they stand beside the weights."""
    return {LOSS: np.array([loss], np.float64), EPOCHS: np.array([epochs], np.int64)}


def training_report(embedding: DominanceEmbedding) -> TrainingReport:
    """How the training of ``embedding`` ended. Raises `InvalidInput` when it was constructed, not trained."""
    if LOSS not in embedding.parameters or EPOCHS not in embedding.parameters:
        raise InvalidInput(
            f"The dominance embedding of kind '{embedding.kind}' was not trained.",
            hint="Train one: kg.embed_dominance(kind='gat').",
        )
    certificate = embedding.certificate
    shares = {
        size: float((certificate >= size).mean()) if len(certificate) else 0.0
        for size in (0, 1, 2, 3, 4, MAXIMUM_EDGES_OF_PATHS)
    }
    loss, epochs = embedding.parameters[LOSS], embedding.parameters[EPOCHS]
    return TrainingReport(float(loss[0]), int(epochs[0]), shares)
