"""The guidance graph of a schema graph: what a Triple-GNN holds for likely, before anything is traced (STEM §3.3)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from motif.engine.control import Control
from motif.engine.guidance import SchemaQuestion, guidance_rows, schema_places, score_nodes
from motif.engine.guidance_weights import PreparedGuidance, prepare_guidance
from motif.engine.question_subgraph import personalized_pagerank, within_hops
from motif.graphs.guidance import GuidanceModel
from motif.graphs.pattern import Pattern
from motif.indexes.names import readable
from motif.retrievers.view import View

Subgraph = Literal["auto", "hops", "pagerank"] | None
"""On what the model looks: what hops or personalised PageRank select, or all that question entities reach (None).
"auto": what it was trained on, and PageRank's where all would be too much."""

LARGEST_REACH = 100_000
"""Nodes that hops may select."""

LARGEST_WORK = 4e9
"""Products of two numbers up to which "auto" looks at all that may be reached: about a tenth of a second."""

SUBGRAPH_NODES = 1000
HOPS = 3


@dataclass(frozen=True, slots=True)
class Guidance:
    """The guidance graph: its nodes, best first, and what the model gives them.

    Attributes
    ----------
    rows : int32 (k,)
    scores : float32 (k,)
        Between 0 and 1.
    looked_at : int32 (r,)
        Nodes that the model has looked at, ascending.
    given : float32 (r,)
        What it gives each of them.
    complete
        False when the deadline came before it was done; then there are no rows.
    """

    rows: NDArray[np.int32]
    scores: NDArray[np.float32]
    looked_at: NDArray[np.int32]
    given: NDArray[np.float32]
    complete: bool = True

    def weights(self, n_nodes: int) -> NDArray[np.float32]:
        """The score of every node that the model has looked at, 0 for the rest; float32 (n,)."""
        weights = np.zeros(n_nodes, np.float32)
        weights[self.looked_at] = self.given
        return weights

    def mask(self, n_nodes: int) -> NDArray[np.bool_]:
        """Which nodes are in it, bool (n,)."""
        mask = np.zeros(n_nodes, np.bool_)
        mask[self.rows] = True
        return mask


class Guide:
    """A trained model over one projection; what it computes of relations alone is kept.

    The model must be of the graph's encoder; see `motif.models.guidance_file.check_guidance`.
    """

    def __init__(self, view: View, model: GuidanceModel) -> None:
        self.view = view
        self.model = model

    def guidance(
        self,
        schema: Pattern,
        sources: NDArray[np.int32],
        count: int,
        subgraph: Subgraph,
        control: Control,
    ) -> Guidance:
        """The ``count`` likeliest nodes for ``schema``, asked from the question entities ``sources``."""
        within = self._subgraph(sources, subgraph, control)
        scores = score_nodes(
            self.view.data_graph,
            self._prepared,
            self._question(schema),
            sources,
            within=within,
            control=control,
        )
        rows = guidance_rows(scores, count, sources)
        places = np.searchsorted(scores.rows, rows)
        order = np.argsort(-scores.logits[places], kind="stable")
        best = rows[order], scores.scores[places[order]]
        return Guidance(*best, scores.rows, scores.scores, scores.complete)

    def _question(self, schema: Pattern) -> SchemaQuestion:
        texts = [readable(edge.relation or "") for edge in schema.edges]
        known = [place for place, node in enumerate(schema.nodes) if node.is_known]
        places = schema_places([(edge.head, edge.tail) for edge in schema.edges], known)
        return SchemaQuestion(np.stack([self.view.encode_text(text) for text in texts]), places)

    def _subgraph(
        self, sources: NDArray[np.int32], subgraph: Subgraph, control: Control
    ) -> NDArray[np.int32] | None:
        graph, settings = self.view.data_graph, self._settings
        if subgraph == "auto":
            trained = settings.get("subgraph")
            subgraph = trained if trained in ("hops", "pagerank") else None
            if subgraph is None and self._work > LARGEST_WORK:
                subgraph = "pagerank"
        count = int(settings.get("subgraph_nodes") or SUBGRAPH_NODES)
        if subgraph == "pagerank":
            return np.sort(personalized_pagerank(graph, sources, count=count, control=control)[0])
        if subgraph == "hops":
            hops = int(settings.get("hops") or HOPS)
            return np.sort(within_hops(graph, sources, hops, most=LARGEST_REACH, control=control))
        return None

    @property
    def _work(self) -> float:
        """Products that inference takes where the question entities reach every node."""
        return 2.0 * self.view.data_graph.n_nodes * self.model.n_layers * self.model.dimension**2

    @cached_property
    def _settings(self) -> dict[str, Any]:
        return dict(self.model.facts.get("settings") or {})

    @cached_property
    def _prepared(self) -> PreparedGuidance:
        """The model with what it computes of the graph's relations alone; zeros for a relation without a text."""
        vectors = self.view.relation_vectors
        found = np.zeros((len(vectors.index), vectors.matrix.shape[1]), np.float32)
        has = vectors.index >= 0
        found[has] = vectors.matrix[vectors.index[has]]
        return prepare_guidance(self.model, found)
