"""Weights of trained dominance embeddings, kept as files by their hash, since Neo4j holds only the vectors."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from motif.durable import write_durably
from motif.graphs.dominance import DominanceEmbedding

_FEATURES, _NODES, _PARAMETER = "features", "nodes", "parameter."


@dataclass(frozen=True, slots=True)
class DominanceWeights:
    """What embeds a pattern's star as the vectors of a graph were embedded.

    Attributes
    ----------
    parameters
        Arrays by name, as `DominanceEmbedding.parameters`.
    features : float32 (nodes, inputs)
        What the network reads of each node that it was made for.
    nodes : int64 (nodes,)
        The hashes of those nodes, ascending.
    """

    parameters: Mapping[str, NDArray[Any]]
    features: NDArray[np.float32]
    nodes: NDArray[np.int64]

    def features_of(self, nodes: NDArray[np.int64]) -> NDArray[np.float32]:
        """The features of other rows by the hashes of their nodes; zeros for a node that is new.

        Features are part of a star's content hash: where they are not what they were, because a node is new or because
        two nodes of one name differ in them, no star that holds the node prunes.
        """
        places = np.minimum(np.searchsorted(self.nodes, nodes), max(0, len(self.nodes) - 1))
        features = np.zeros((len(nodes), self.features.shape[1]), np.float32)
        known = self.nodes[places] == nodes if len(self.nodes) else np.zeros(len(nodes), np.bool_)
        features[known] = self.features[places[known]]
        return features


def save_weights(folder: Path, embedding: DominanceEmbedding, nodes: NDArray[np.int64]) -> Path:
    """Keeps the parameters and features of an embedding under the hash of its stamp; the file.

    Parameters
    ----------
    nodes : int64 (n,)
        Hash of each node, by which its features are found again.

    Raises `StorageFailed` where the disk is full or forbids it.
    """
    features = embedding.features
    kept, first = np.unique(nodes, return_index=True)
    arrays = {f"{_PARAMETER}{name}": array for name, array in embedding.parameters.items()}
    arrays |= {
        _NODES: kept,
        _FEATURES: np.zeros((len(kept), 0), np.float32) if features is None else features[first],
    }
    file = folder / f"{embedding.stamp.hash}.npz"
    write_durably(file, lambda target: np.savez(target, allow_pickle=False, **arrays))
    return file


def load_weights(folder: Path, fingerprint: str) -> DominanceWeights | None:
    """The weights of that hash; None when they are not in ``folder`` or cannot be read."""
    if not fingerprint.isalnum():
        return None
    try:
        with np.load(folder / f"{fingerprint}.npz", allow_pickle=False) as file:
            parameters = {
                name.removeprefix(_PARAMETER): file[name]
                for name in file.files
                if name.startswith(_PARAMETER)
            }
            return DominanceWeights(parameters, file[_FEATURES], file[_NODES])
    except (OSError, ValueError, KeyError, EOFError, BadZipFile):
        return None
