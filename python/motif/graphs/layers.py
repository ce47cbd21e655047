"""Edges that Motif has computed between nodes of a projection, beside the relationships of the database."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from motif.graphs.projection import Column

_EMPTY: Mapping[str, Column] = MappingProxyType({})

IS_SIMILAR, IS_NEAR, SHARES_RELATION = "IS_SIMILAR", "IS_NEAR", "SHARES_RELATION"
"""Names of layers, and the types under which they are written: similar by metadata (SAGE §2.1 B), one of the nearest
in meaning (DA-RAG's similarity layer), chunks whose entities are related (DA-RAG's chunk layer)."""


@dataclass(frozen=True, slots=True)
class EdgeLayer:
    """Undirected edges between nodes of a projection, at most one between two nodes.

    Attributes
    ----------
    name
        The relationship type under which ``.write`` puts it into Neo4j.
    settings
        What made it, as JSON: the job and its options.
    source, target : int32 (m,)
        Rows of the ends, ``source < target``, ascending by both.
    score : float32 (m,)
        How strong each edge is, higher is stronger; comparable within the layer.
    properties
        What explains each edge, aligned with it: ``metric``, ``sharedEntities`` …
    """

    name: str
    settings: str
    source: NDArray[np.int32]
    target: NDArray[np.int32]
    score: NDArray[np.float32]
    properties: Mapping[str, Column] = field(default_factory=lambda: _EMPTY)

    def __len__(self) -> int:
        return len(self.source)
