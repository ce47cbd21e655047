"""Every community of every layer is a connected k-truss, no less relevant than what it was peeled from."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, composite
from numpy.typing import NDArray

from community_graphs import QUESTION, corpus, embedded
from fakes import HashEncoder
from motif.catalog.rows import NodeRow, RelationshipRow, from_rows
from motif.engine.community_check import is_connected_truss
from motif.engine.community_peeling import Rule
from motif.engine.control import Control
from motif.graphs.corpus import corpus_of
from motif.graphs.projection import Projection
from motif.retrievers.community_layers import CommunityLayers
from motif.retrievers.community_search import (
    MAXIMUM_TRIED,
    CommunityOptions,
    rank_chunks,
    retrieve_communities,
    search_communities,
)
from motif.retrievers.selection import Selection
from motif.retrievers.view import View


@composite
def corpora(draw: DrawFn) -> Projection:
    """Chunks c0 …, entities e0 … with random mentions and relations, some nodes without a name's worth of letters."""
    n_chunks, n_entities = draw(st.integers(1, 5)), draw(st.integers(0, 8))
    nodes: list[NodeRow] = [(f"c{row}", ["Chunk"], {"text": f"chunk {row * 7}"}) for row in range(n_chunks)]
    nodes += [(f"e{row}", ["__Entity__"], {"name": f"entity {row * 31}"}) for row in range(n_entities)]
    links: list[RelationshipRow] = []
    if n_entities:
        entity = st.integers(0, n_entities - 1)
        mentions = st.lists(st.tuples(entity, st.integers(0, n_chunks - 1)), max_size=12)
        links += [(f"e{one}", "FROM_CHUNK", f"c{chunk}", {}) for one, chunk in draw(mentions)]
        relations = st.lists(st.tuples(entity, entity), max_size=24)
        links += [(f"e{one}", "KNOWS", f"e{other}", {}) for one, other in draw(relations)]
    return embedded(from_rows(nodes, links))


def vector() -> NDArray[np.float32]:
    return HashEncoder().encode(["chunk 14 and entity 62"])[0]


@given(
    projection=corpora(),
    trussness=st.sampled_from([None, 2, 3, 4]),
    rule=st.sampled_from(["cascade", "strict"]),
    min_size=st.sampled_from([None, 3, 4]),
    layers=st.sampled_from(
        [("chunk", "knowledge", "similarity"), ("knowledge",), ("similarity",), ("graph",)]
    ),
)
@settings(max_examples=60)
def test_communities_are_connected_trusses(
    projection: Projection, trussness: int | None, rule: Rule, min_size: int | None, layers: tuple[str, ...]
) -> None:
    options = CommunityOptions(trussness, min_size, rule, layers)
    found = search_communities(CommunityLayers(projection), vector(), options, Control())
    relevance = found.relevance
    for one in found.found:
        community, layer = one.community, one.layer
        assert is_connected_truss(layer.graph, community.nodes, community.edges, community.k)
        assert community.qr_score >= community.component_score - 1e-6
        assert community.qr_score == pytest.approx(float(relevance[one.rows].mean()), abs=1e-6)
        assert len(one.rows) >= (min_size or 2)
        assert community.k in found.tried[layer.name]
    distinct = {(one.layer.name, one.rows.tobytes()) for one in found.found}
    assert len(distinct) == len(found.found)


@given(projection=corpora())
@settings(max_examples=40)
def test_entities_come_from_the_communities_of_chunks(projection: Projection) -> None:
    kept = CommunityLayers(projection)
    found = search_communities(kept, vector(), CommunityOptions(), Control())
    chunks = found.of("chunk")
    assert kept.corpus is not None
    if not chunks:
        return
    mentioned = kept.corpus.entities_of(np.unique(np.concatenate([one.rows for one in chunks])))
    for name in ("knowledge", "similarity"):
        assert set(found.layers[name].rows.tolist()) <= set(mentioned.tolist())
    assert found.layers["knowledge"].rows.tolist() == mentioned.tolist()


def test_retrieved_from_a_view() -> None:
    projection = corpus()
    view = View(projection, HashEncoder)
    communities = retrieve_communities(view, view.encode(QUESTION), CommunityOptions(trussness=3), Control())
    assert [one.layer.name for one in communities] == ["chunk", "knowledge", "similarity"]
    low, high = communities[0].edges
    assert set(low.tolist()) | set(high.tolist()) == set(communities[0].rows.tolist())
    again = retrieve_communities(view, view.encode(QUESTION), CommunityOptions(trussness=3), Control())
    assert again[0].layer is communities[0].layer  # kept with the epoch


def test_chunks_of_communities_come_before_chunks_of_their_entities() -> None:
    projection = corpus()
    kept = CommunityLayers(projection)
    asked = HashEncoder().encode([QUESTION])[0]
    communities = search_communities(kept, asked, CommunityOptions(trussness=3), Control())
    found, relevance = communities.found, communities.relevance
    ranked = rank_chunks(kept.corpus, found, relevance).tolist()  # type: ignore[arg-type]
    first = sorted(found[0].rows.tolist(), key=lambda row: -relevance[row])
    assert ranked[: len(first)] == first
    assert len(ranked) == len(set(ranked))
    fine = [one for one in found if one.layer.name != "chunk"]
    only = rank_chunks(kept.corpus, fine, relevance).tolist()  # type: ignore[arg-type]
    mentioning = kept.corpus.chunks_of(np.unique(np.concatenate([one.rows for one in fine])))  # type: ignore[union-attr]
    assert sorted(only) == mentioning.tolist()
    assert only == sorted(only, key=lambda row: -relevance[row])
    assert rank_chunks(kept.corpus, [], relevance).tolist() == []  # type: ignore[arg-type]


def test_many_values_of_k_are_spread() -> None:
    names = [f"n{row}" for row in range(30)]
    links: list[RelationshipRow] = [(one, "A", other, {}) for one in names for other in names if one < other]
    kept = CommunityLayers(embedded(from_rows([(name, [], {"name": name}) for name in names], links)))
    found = search_communities(kept, kept.meaning.vectors(np.arange(1))[0], CommunityOptions(), Control())
    tried = found.tried["graph"]
    assert (tried[0], tried[-1]) == (3, 30)
    assert 8 <= len(tried) <= MAXIMUM_TRIED


def test_a_selection_has_layers_of_its_own() -> None:
    projection = corpus()
    kept = CommunityLayers(projection)
    some = Selection(nodes=np.arange(projection.n_nodes) != 1)
    whole = kept.chunks(Selection(), None, Control())
    part = kept.chunks(some, None, Control())
    assert len(part.rows) == len(whole.rows) - 1
    assert kept.chunks(Selection(), None, Control()) is whole
    assert kept.chunks(some, None, Control()) is part


def test_only_the_most_relevant_entities_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("motif.retrievers.community_layers.MAXIMUM_COMPARED", 3)
    projection = corpus()
    kept = CommunityLayers(projection)
    relevance = np.arange(projection.n_nodes, dtype=np.float32)
    layer = kept.similarity(None, relevance, Selection(), Control())
    corpus_ = corpus_of(projection)
    assert corpus_ is not None
    assert layer.rows.tolist() == corpus_.entities[-3:].tolist()
