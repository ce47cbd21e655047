"""What a planner is given and what it gives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from motif.engine.control import Control
from motif.graphs.plan import Plan
from motif.graphs.projection import Projection, VectorSet
from motif.indexes.names import NameIndex
from motif.models.encoder import TextEncoder


class PlanningGraph(Protocol):
    """A graph as planners see it; `motif.retrievers.view.View` is one."""

    @property
    def projection(self) -> Projection: ...
    @property
    def names(self) -> NameIndex: ...
    @property
    def has_encoder(self) -> bool:
        """Whether texts can be encoded at all."""

    @property
    def encoder(self) -> TextEncoder: ...
    @property
    def name_vectors(self) -> VectorSet | None:
        """Vectors of the nodes' names; None when the graph has none."""

    @property
    def relation_vectors(self) -> VectorSet:
        """Aligned with ``projection.relationships.relations``."""

    @property
    def label_vectors(self) -> VectorSet:
        """Aligned with ``projection.labels``."""

    @property
    def values(self) -> PlanningGraph:
        """The same graph with its properties' values as nodes, see `motif.planners.value_graph`."""

    def encode(self, text: str) -> NDArray[np.float32]:
        """The vector of one text, remembered; float32 (dimension,)."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A stretch of a question that names nodes.

    Attributes
    ----------
    start, end
        Where in the question it stands, in characters; marks around it (brackets, quotes) included.
    text
        Its words without the marks.
    rows : int32, ascending in doubt
        Nodes it may mean, likeliest first.
    score
        1 for the same words, less for a likeness.
    kind
        How it was found: "given" (in brackets or quotes), "exact" (same words after folding), "fuzzy" (spelling),
        "meaning" (vectors).
    """

    start: int
    end: int
    text: str
    rows: NDArray[np.int32]
    score: float
    kind: str


class Planner(Protocol):
    """Turns a question into ranked plans."""

    @property
    def name(self) -> str: ...
    def plan(self, question: str, graph: PlanningGraph, *, limit: int, control: Control) -> Sequence[Plan]:
        """At most ``limit`` plans, likeliest first.

        Raises `NoEntityFound` where the question names nothing of the graph and cannot be planned without.
        """
