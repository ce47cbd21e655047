"""Nodes without a label, beside others with one: questions to them are answered, and as Cypher."""

from __future__ import annotations

import pytest

import motif
from bridge_graph import _LINKS, _NODES
from motif.errors import NoEntityFound
from question_graphs import small_graph, told


@pytest.fixture(scope="module")
def bridges() -> motif.Graph:
    """The bridges, whose engineers have no label."""
    nodes = [(() if labels == ("Engineer",) else labels, properties) for labels, properties in _NODES]
    return small_graph("unlabelled", nodes, _LINKS, ("start_year", "end_year", "fee"))


def test_their_relationships_are_counted(bridges: motif.Graph) -> None:
    assert told(bridges, "the sum of fees above 50") == ("answered", [(100,)])
    found = bridges.retrieve("the sum of fees above 50")
    assert found.metadata["cypher"]["text"].startswith("MATCH (:!%)-[inspected:INSPECTED]->(:Bridge)")


def test_a_word_for_them_is_none_of_a_label(bridges: motif.Graph) -> None:
    with pytest.raises(NoEntityFound):
        bridges.retrieve("engineers who designed but never inspected anything")


def test_they_may_stand_between_what_is_named() -> None:
    nodes = [(("Room",), {"number": 1}), (("Inn",), {"name": "Swan"}), ((), {})]
    inn = small_graph("inn", nodes, [(0, "IN", 1, {}), (2, "IN", 1, {}), (0, "OF", 2, {})])
    assert {piece.text for piece in inn.retrieve("Which rooms are in Swan?")} == {
        "Room (number: 1) | IN | Swan"
    }


def test_two_that_no_property_tells_apart_are_no_statement() -> None:
    lacking = {"Ada Quill": ((), {"name": "Ada Quill"}), "Bo Larch": (("Engineer",), {"birth_year": 1901})}
    nodes = [lacking.get(values["name"], (labels, values)) for labels, values in _NODES]
    found = small_graph("unnamed", nodes, _LINKS).retrieve(
        "Which two engineers designed the most bridges together?"
    )
    assert found.status == "unsure" and "cypher" not in found.metadata
