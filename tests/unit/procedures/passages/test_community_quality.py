"""Communities beside one another: on a graph of two cliques whose measures are known."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fakes import HashEncoder
from motif.engine.control import Control
from motif.graphs.simple_graph import SimpleGraph
from motif.retrievers.community_layers import CommunityLayers
from motif.retrievers.selection import Selection
from motif_loaders.records import Key, NodeRecord, RelationshipRecord
from motif_procedures.passages.arena import PassageArena
from motif_procedures.passages.community_quality import measure_communities
from motif_procedures.passages.corpus_graph import projection_of, with_vectors
from motif_procedures.passages.pagerank import best_nodes, transition_matrix
from motif_procedures.passages.questions import Asked

RIVERS = ["Rhine river", "Danube river", "Rhone river", "Inn river"]
FILMS = ["Heat film", "Thief film", "Ali film", "Collateral film"]


@pytest.fixture
def arena(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> PassageArena:
    """One chunk that names everything; rivers are all joined, so are films, and one of each."""
    monkeypatch.setenv("MOTIF_CACHE", str(tmp_path))
    chunk = Key("Chunk", "id", "c")
    keys = {name: Key("__Entity__", "id", name) for name in (*RIVERS, *FILMS)}
    records: list[Any] = [NodeRecord(chunk, {"text": "rivers and films"})]
    records += [NodeRecord(key, {"name": name}) for name, key in keys.items()]
    records += [RelationshipRecord(key, "FROM_CHUNK", chunk) for key in keys.values()]
    pairs = [(a, b) for group in (RIVERS, FILMS) for a in group for b in group if a < b]
    records += [
        RelationshipRecord(keys[a], "RELATED_TO", keys[b]) for a, b in [*pairs, (RIVERS[0], FILMS[0])]
    ]
    encoder = HashEncoder()
    return PassageArena(with_vectors(projection_of(records), encoder, ("text", "name")), encoder)


def test_a_clique_is_found_for_what_it_is_about(arena: PassageArena) -> None:
    pytest.importorskip("igraph")
    told: list[tuple[int, int]] = []
    question = Asked("q", "which river is a river", frozenset({0}), "")
    rows = measure_communities(arena, [question], lambda _, done, total: told.append((done, total)))
    found = {row["community"]: row for row in rows}
    assert told == [(1, 1)]
    for name in ("DA-RAG, k 3", "DA-RAG, k 4"):
        assert (found[name]["density"], found[name]["paperDensity"], found[name]["diameter"]) == (
            1.0,
            0.5,
            1.0,
        )
        assert found[name]["connected"] == 1.0
    assert found["DA-RAG, k 4"]["nodes"] == 4.0
    assert found["PageRank, as many nodes as DA-RAG, k 4"]["nodes"] == 4.0
    assert found["Leiden"]["nodes"] == 4.0 and found["Leiden"]["qrScore"] == found["DA-RAG, k 4"]["qrScore"]
    assert found["DA-RAG, k 3"]["qrScore"] >= found["DA-RAG, k 4"]["qrScore"]


@given(st.sets(st.tuples(st.integers(0, 7), st.integers(0, 7)).filter(lambda pair: pair[0] < pair[1])))
def test_steps_are_to_each_neighbour_alike(pairs: set[tuple[int, int]]) -> None:
    chances = transition_matrix(simple(pairs)).toarray()
    naive = np.zeros((8, 8))
    for a, b in pairs:
        naive[a, b] = 1 / sum(b in pair for pair in pairs)
        naive[b, a] = 1 / sum(a in pair for pair in pairs)
    assert np.allclose(chances, naive)


def test_nodes_that_are_not_reached_are_left_out() -> None:
    found = best_nodes(transition_matrix(simple({(0, 1), (1, 2), (4, 5)})), np.array([1], np.int32), 10)
    assert found.tolist() == [0, 1, 2]


def test_the_layer_is_of_all_entities(arena: PassageArena) -> None:
    with Control(60) as control:
        layer = CommunityLayers(arena.projection).knowledge(None, Selection(), control)
    assert (len(layer.rows), layer.graph.n_edges, layer.largest_k) == (8, 13, 4)


def simple(pairs: set[tuple[int, int]]) -> SimpleGraph:
    """The simple graph of 8 nodes with these edges."""
    ends = np.array(sorted(pairs), np.int32).reshape(-1, 2)
    both = np.concatenate([ends, ends[:, ::-1]])
    edges = np.tile(np.arange(len(ends), dtype=np.int32), 2)
    order = np.lexsort((both[:, 1], both[:, 0]))
    indptr = np.concatenate([[0], np.cumsum(np.bincount(both[:, 0], minlength=8))]).astype(np.int64)
    return SimpleGraph(ends[:, 0], ends[:, 1], indptr, both[order, 1], edges[order])
