"""How dense, narrow and relevant communities are: DA-RAG's beside Leiden's and PageRank's, on the same graph."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.engine.community_measures import measure_community
from motif.engine.community_peeling import peel_community
from motif.engine.control import Control
from motif.graphs.simple_graph import SimpleGraph
from motif.retrievers.community_layers import CommunityLayers, Layer
from motif.retrievers.selection import Selection
from motif_procedures.evaluation.arena import Progress
from motif_procedures.evaluation.metrics import mean
from motif_procedures.evaluation.optional import optional_module
from motif_procedures.passages.arena import PassageArena
from motif_procedures.passages.pagerank import best_nodes, transition_matrix
from motif_procedures.passages.questions import Asked

LEAST = 3
"""Nodes that a community of Leiden's has at least to be taken; smaller ones have no structure to measure."""

PAGERANK_SEEDS = 5
"""Most relevant nodes that PageRank starts from."""

_SECONDS = 60.0


@dataclass(frozen=True)
class KnowledgeLayer:
    """The entities and their relations, and what communities are sought in them with.

    Attributes
    ----------
    layer
        Of the whole graph.
    vectors : float32 (n, dimension)
        Of the layer's nodes; zeros where a node has none.
    """

    layer: Layer
    vectors: NDArray[np.float32]

    @property
    def graph(self) -> SimpleGraph:
        return self.layer.graph

    @cached_property
    def transition(self) -> Any:
        """Chances of a step along any edge."""
        return transition_matrix(self.graph)

    @cached_property
    def partition(self) -> list[NDArray[np.int32]]:
        """Leiden's communities by modularity, one run from the seed 0, those of `LEAST` nodes or more.

        Traag, Waltman, van Eck, From Louvain to Leiden, Scientific Reports 9 (2019).
        """
        igraph = optional_module("igraph", "evaluation")
        edges = np.column_stack([self.graph.low, self.graph.high]).tolist()
        igraph.set_random_number_generator(random.Random(0))
        found = igraph.Graph(self.graph.n_nodes, edges).community_leiden(
            objective_function="modularity", n_iterations=-1
        )
        return [np.array(nodes, np.int32) for nodes in found if len(nodes) >= LEAST]

    def edges_among(self, nodes: NDArray[np.int32]) -> NDArray[np.int32]:
        """Edges with both ends in ``nodes``, int32."""
        is_in = np.zeros(self.graph.n_nodes, dtype=np.bool_)
        is_in[nodes] = True
        return np.flatnonzero(is_in[self.graph.low] & is_in[self.graph.high]).astype(np.int32)


Nodes = NDArray[np.int32] | None
Find = Callable[[KnowledgeLayer, NDArray[np.float32]], Nodes]
"""Nodes of a layer for the relevance of each of them; None where there are none."""


def measure_communities(
    arena: PassageArena, questions: Sequence[Asked], progress: Progress
) -> list[dict[str, Any]]:
    """Means over ``questions`` of the measures of each kind of community, as plain values.

    All lie in the layer of entities and relations, whole; edges are all those among a community's nodes. Nodes of
    PageRank are as many as DA-RAG's community has. Of Leiden's communities the one of highest QRScore is taken.
    Diameters are means over those communities whose nodes can reach each other; ``connected`` is the part of which they
    can inside it.
    """
    layer = _layer(arena)
    measured: dict[str, list[dict[str, float | None]]] = {}
    for done, question in enumerate(questions, start=1):
        relevance = layer.vectors @ arena.vector(question.text)
        for name, nodes in _communities(layer, relevance).items():
            measured.setdefault(name, []).append(_measured(layer, nodes, relevance))
        progress("communities", done, len(questions))
    return [
        {
            "community": name,
            "questions": len(those),
            **{key: _mean([one[key] for one in those]) for key in those[0]},
        }
        for name, those in measured.items()
    ]


def _layer(arena: PassageArena) -> KnowledgeLayer:
    layers = CommunityLayers(arena.projection)
    assert len(arena.corpus.chunks)  # raises where there is no corpus
    with Control(_SECONDS) as control:
        layer = layers.knowledge(None, Selection(), control)
    return KnowledgeLayer(layer, layers.meaning.vectors(layer.rows))


def _communities(layer: KnowledgeLayer, relevance: NDArray[np.float32]) -> dict[str, NDArray[np.int32]]:
    """Communities by what they are called, DA-RAG's first, each followed by PageRank's of the same size."""
    found: dict[str, NDArray[np.int32]] = {}
    for name, (k, rule, min_size) in PEELED.items():
        nodes = _peeled(layer, relevance, k, rule, min_size)
        if nodes is None:
            continue
        found[name] = nodes
        found[f"PageRank, as many nodes as {name}"] = _ranked(layer, relevance, len(nodes))
    if layer.partition:
        found["Leiden"] = max(layer.partition, key=lambda nodes: float(relevance[nodes].mean()))
    return found


PEELED: Mapping[str, tuple[int, str, int | None]] = {
    "DA-RAG, k 3": (3, "cascade", None),
    "DA-RAG, k 4": (4, "cascade", None),
    "DA-RAG, k 4, strict": (4, "strict", None),
    "DA-RAG, k 4, 10 nodes or more": (4, "cascade", 10),
}
"""DA-RAG's communities that are measured: k, rule and least size."""


def _peeled(
    layer: KnowledgeLayer, relevance: NDArray[np.float32], k: int, rule: Any, min_size: int | None
) -> Nodes:
    with Control(_SECONDS) as control:
        found = peel_community(
            layer.graph, layer.layer.trussness, relevance, k, rule=rule, min_size=min_size, control=control
        )
    return None if found is None else found.nodes


def _ranked(layer: KnowledgeLayer, relevance: NDArray[np.float32], count: int) -> NDArray[np.int32]:
    seeds = np.argsort(-relevance, kind="stable")[:PAGERANK_SEEDS].astype(np.int32)
    return best_nodes(layer.transition, seeds, count)


def _measured(
    layer: KnowledgeLayer, nodes: NDArray[np.int32], relevance: NDArray[np.float32]
) -> dict[str, float | None]:
    edges = layer.edges_among(nodes)
    found = measure_community(layer.graph, nodes, edges, layer.vectors[nodes])
    return {
        "nodes": float(len(nodes)),
        "density": found.density,
        "paperDensity": found.paper_density,
        "connected": float(found.diameter is not None),
        "diameter": found.diameter,
        "diameterInGraph": found.diameter_in_graph,
        "qrScore": float(relevance[nodes].mean()),
        "similarity": found.similarity,
    }


def _mean(values: Sequence[float | None]) -> float | None:
    found = mean(values)
    return None if found is None else round(found, 5)
