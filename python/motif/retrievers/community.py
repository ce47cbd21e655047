"""``community``: the dense and relevant communities of a question, coarse to fine, reported (DA-RAG, figure 2b)."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.engine.community_measures import measure_community
from motif.engine.control import Control
from motif.graphs.evidence import Evidence, Results
from motif.models.language import ChatModel
from motif.retrievers.community_judging import Judgement, judge_by_score, judge_with_model, words_in
from motif.retrievers.community_layers import CommunityLayers
from motif.retrievers.community_packing import CommunityBudget, PackedCommunity, pack_communities
from motif.retrievers.community_reports import CommunityReports
from motif.retrievers.community_search import (
    Communities,
    CommunityOptions,
    LayerCommunity,
    search_communities,
)
from motif.retrievers.view import View

METHOD = "community"


def find_communities(
    view: View,
    question: str,
    options: CommunityOptions,
    budget: CommunityBudget,
    model: ChatModel | None,
    control: Control,
) -> Results:
    """The communities of ``question``, judged, reported and packed, best first; empty where nothing is relevant.

    Parameters
    ----------
    model
        Judges and reports; None: by QRScore and length, in the graph's own words.

    Raises `MissingVectors` for a projection without vectors, `InvalidInput` for ``along`` that joins nothing.
    """
    layers = view.community_layers
    layers.require_vectors()
    found = search_communities(layers, view.encode(question), options, control)
    reports = CommunityReports(view.projection, found.relevance, options.selection)
    judged = judge_by_score(found.found, reports, budget.for_reports)
    if model is not None and found.found:
        words = words_in(budget.for_reports // len(found.layers))
        judged = judge_with_model(question, judged, reports, model, words, control)
    useful = [one for one in judged.communities if one.score > 0 and one.report != ""]
    packed = pack_communities(useful, reports, budget)
    pieces = [_evidence(one, layers, reports, found, judged, options) for one in packed]
    left_out = len(found.found) - len(packed)
    return Results(pieces, complete=found.complete, metadata=_metadata(view, found, judged, packed, left_out))


def _evidence(
    packed: PackedCommunity,
    layers: CommunityLayers,
    reports: CommunityReports,
    found: Communities,
    judged: Judgement,
    options: CommunityOptions,
) -> Evidence:
    one = packed.judged.community
    relationships = reports.relationships(one)
    values = _measured(one, layers, relationships)
    asked = options.trussness
    values.update({"trussness_asked": asked} if asked not in (None, one.community.k) else {})
    values.update(tried=list(found.tried[one.layer.name]), judge=judged.judge, epoch=layers.projection.epoch)
    values.update(
        {"report": "model", "cited": list(packed.judged.cited)} if packed.judged.report is not None else {}
    )
    return Evidence(
        score=packed.judged.score,
        nodes=tuple(reports.entities.node(row) for row in reports.ranked(one).tolist()),
        relationships=tuple(reports.entities.relationship(row) for row in relationships.tolist()),
        text=packed.text,
        method=METHOD,
        complete=one.community.complete,
        metadata=values,
    )


def _measured(
    one: LayerCommunity, layers: CommunityLayers, relationships: NDArray[np.int32]
) -> dict[str, Any]:
    """What the community is: how dense, how wide, how relevant."""
    community, layer, links = one.community, one.layer, layers.projection.relationships
    vectors = layers.meaning.vectors(one.rows)
    measures = dataclasses.asdict(measure_community(layer.graph, community.nodes, community.edges, vectors))
    at_least = {} if measures.pop("exact") else {"diameters_at_least": True}
    ends = np.stack([links.sources[relationships], links.target[relationships]])
    return {
        "layer": layer.name,
        "trussness": community.k,
        "qr_score": community.qr_score,
        "component_score": community.component_score,
        "size": len(community.nodes),
        "edges": len(community.edges),
        "computed_edges": len(community.edges) - len(np.unique(np.sort(ends, axis=0), axis=1).T),
        **measures,
        **at_least,
    }


def _metadata(
    view: View, found: Communities, judged: Judgement, packed: list[PackedCommunity], left_out: int
) -> Mapping[str, Any]:
    values: dict[str, Any] = {
        "epoch": view.projection.epoch,
        "judge": judged.judge,
        "layers": {
            name: {
                "nodes": len(layer.rows),
                "edges": layer.graph.n_edges,
                "joined_by": list(layer.joined_by),
                "largest_trussness": layer.largest_k,
                "tried": list(found.tried[name]),
            }
            for name, layer in found.layers.items()
        },
        "tokens": sum(one.tokens for one in packed),
    }
    values.update({"left_out": left_out} if left_out else {})
    values.update({"usage": judged.usage.as_dict()} if judged.usage is not None else {})
    notes = [*found.notes, *judged.notes]
    values.update({"notes": notes} if notes else {})
    return values
