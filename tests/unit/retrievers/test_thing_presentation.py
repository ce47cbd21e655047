"""A name by itself is answered by what the graph says of it."""

from __future__ import annotations

import pytest

import motif
from question_graphs import small_graph


def valleys() -> motif.Graph:
    nodes = [(("Valley",), {"name": "Orm", "area": 12}), (("Town",), {"name": "Velden", "population": 900})]
    nodes += [(("Farm",), {"name": f"Farm {at}"}) for at in range(9)]
    links = [(1, "LIES_IN", 0, {}), *((at, "BELONGS_TO", 1, {}) for at in range(2, 11))]
    return small_graph("valleys", nodes, links)


@pytest.mark.parametrize(
    "question", ["Velden", "velden?", "Tell me about Velden.", "What is Velden?", "Who is Velden?"]
)
def test_a_name_alone_is_told_about(question: str) -> None:
    [piece] = valleys().retrieve(question)
    lines = piece.text.splitlines()
    assert piece.answers[0].name == "Velden" and lines[0] == "Velden | population | 900"
    assert "Velden | LIES_IN | Orm" in lines
    assert sum("BELONGS_TO" in line for line in lines) == 6, "some of each type, not the first of one"
    assert len(piece.relationships) == 7 and len(piece.nodes) == 8


def test_a_name_with_more_is_not_it() -> None:
    found = valleys().retrieve("Which farms belong to Velden?", top_k=20)
    assert len(found) == 9
    found = valleys().retrieve("Which valley is Velden in?")
    assert [piece.answers[0].name for piece in found] == ["Orm"]
    found = valleys().retrieve("Who founded Velden?")
    assert found.status != "answered"
