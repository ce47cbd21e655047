"""The Triple-GNN as it is trained: PyTorch Geometric, every node of the graph in every layer."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motif.engine.guidance import SchemaQuestion
from motif.engine.match_query import DataGraph
from motif.graphs.guidance import GuidanceModel
from motif.models.triple_gnn import GuidanceNetwork, QuestionBatch, TripleGnn


def network_of(model: GuidanceModel) -> TripleGnn:
    """The network with the model's weights."""
    network = GuidanceNetwork(model.n_layers, model.dimension, model.readout, device="cpu")
    made = TripleGnn(model.encoder, network)
    made.load(model)
    return made


def batch_of(
    graph: DataGraph,
    rows: NDArray[np.int32],
    sources: NDArray[np.int32],
    question: SchemaQuestion,
    relations: NDArray[np.float32],
) -> QuestionBatch:
    """One question over the subgraph of ``rows``, ascending."""
    places = np.full(graph.n_nodes, -1, np.int64)
    places[rows] = np.arange(len(rows))
    source, target = places[graph.source], places[graph.outgoing.indices]
    inside = (source >= 0) & (target >= 0)
    along = np.stack([source[inside], target[inside]])
    relation = graph.relation[inside].astype(np.int64)
    return QuestionBatch(
        question.relations,
        question.places,
        np.zeros(len(question.places), np.int64),
        relations,
        np.concatenate([along, along[::-1]], axis=1),
        np.concatenate([relation, relation + graph.n_relations]),
        np.zeros(len(rows), np.int64),
        places[sources],
        np.zeros(len(rows), np.float32),
    )
