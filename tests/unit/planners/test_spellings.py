"""Words of two spellings are one word, in the question and in the graph."""

from __future__ import annotations

import pytest

import motif
from question_graphs import small_graph


def _tools(spelt: str) -> motif.Graph:
    nodes = [(("Tool",), {"name": "Ink"}), (("Tool",), {"name": "Oak"}), ((spelt,), {"name": "MIT"})]
    return small_graph(spelt.lower(), nodes, [(0, f"HAS_{spelt.upper()}", 2, {})])


_GRAPHS = {spelt: _tools(spelt) for spelt in ("License", "Licence")}


@pytest.mark.parametrize("graph", _GRAPHS)
@pytest.mark.parametrize("spelt", ["license", "licence"])
def test_a_word_is_found_in_either_spelling(graph: str, spelt: str) -> None:
    found = _GRAPHS[graph].retrieve(f"Which tools have no {spelt}?")
    assert [piece.answers[0].name for piece in found] == ["Oak"], found.readings
