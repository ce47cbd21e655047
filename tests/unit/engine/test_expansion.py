"""Expansion against its naive twin, on random graphs with loops, parallels and bridges."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, composite

import naive_expansion as naive
from motif.engine import expansion
from motif.engine.expansion import Edges, Track, choose_neighbours, find_ways, joint_scores
from motif.graphs.csr import build_csr

SCORES = st.sampled_from([0.0, 0.25, 0.25, 0.5, 1.0])


@composite
def tracks_of(draw: DrawFn, n_nodes: int) -> naive.NaiveTrack:
    node = st.integers(0, n_nodes - 1)
    edges = draw(st.lists(st.tuples(node, node), max_size=10))
    kept = set(range(len(edges))) if draw(st.booleans()) else draw(st.sets(st.integers(0, 9)))
    bridges = draw(st.none() | st.sets(node))
    return naive.NaiveTrack(
        draw(st.integers(0, 2)), draw(st.booleans()), edges, kept & set(range(len(edges))), bridges
    )


@composite
def expansions(draw: DrawFn) -> tuple[int, list[int], list[naive.NaiveTrack], set[int]]:
    n_nodes = draw(st.integers(1, 7))
    node = st.integers(0, n_nodes - 1)
    seeds = draw(st.lists(node, unique=True, max_size=4))
    return n_nodes, seeds, draw(st.lists(tracks_of(n_nodes), max_size=3)), draw(st.sets(node))


def compiled(track: naive.NaiveTrack, n_nodes: int) -> Track:
    """The track as the engine takes it."""
    source = np.array([ends[0] for ends in track.edges], np.int32)
    target = np.array([ends[1] for ends in track.edges], np.int32)
    kept = None if len(track.kept) == len(track.edges) else mask(track.kept, len(track.edges))
    edges = Edges(build_csr(source, target, n_nodes), build_csr(target, source, n_nodes), kept)
    bridges = None if track.bridges is None else mask(track.bridges, n_nodes)
    return Track("drawn", edges, track.rank, track.fallback, bridges)


def mask(rows: set[int], size: int) -> np.ndarray:
    return np.isin(np.arange(size), list(rows))


@given(drawn=expansions(), draw=st.data())
def test_the_same_ways_and_neighbours_in_the_same_order(
    drawn: tuple[int, list[int], list[naive.NaiveTrack], set[int]], draw: st.DataObject
) -> None:
    n_nodes, seeds, tracks, allowed = drawn
    given_tracks = [compiled(track, n_nodes) for track in tracks]
    found = find_ways(np.array(seeds, np.int32), given_tracks, mask(allowed, n_nodes), np.zeros)
    expected = naive.ways(seeds, tracks, allowed)
    columns = (found.node, found.seed, found.track, found.edge, found.bridge, found.second)
    assert list(zip(*(part.tolist() for part in columns), strict=True)) == [tuple(way) for way in expected]
    scores = draw.draw(st.lists(SCORES, min_size=len(expected), max_size=len(expected)))
    count = draw.draw(st.integers(0, 6))
    nodes, ways = choose_neighbours(found, np.array(scores, np.float32), given_tracks, count)
    assert list(zip(nodes.tolist(), ways.tolist(), strict=True)) == naive.neighbours(
        expected, scores, tracks, count
    )


@given(rows=st.lists(st.tuples(*[st.lists(SCORES, min_size=3, max_size=3)] * 3), max_size=5), share=SCORES)
def test_each_word_counts_once(rows: list[tuple[list[float], ...]], share: float) -> None:
    own, edge, seed = (np.array([row[part] for row in rows], np.float32).reshape(-1, 3) for part in range(3))
    expected = [naive.joint(*row, share) for row in rows]
    np.testing.assert_allclose(joint_scores(own, edge, seed, share), expected, rtol=1e-6)


def test_a_hub_is_cut_to_the_most_relevant(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expansion, "MAXIMUM_WAYS", 2)
    ends = np.zeros(4, np.int32), np.arange(1, 5, dtype=np.int32)
    track = Track("hub", Edges(build_csr(*ends, 5), build_csr(*ends[::-1], 5)))
    relevance = np.array([0, 0.1, 0.9, 0.1, 0.9], np.float32)
    ways = find_ways(np.array([0], np.int32), [track], np.ones(5, np.bool_), relevance.take)
    assert ways.node.tolist() == [2, 4]
