"""Patterns are read in four spellings, and what cannot be read is named."""

from __future__ import annotations

from typing import Any

import pytest

from motif.errors import InvalidPattern
from motif.graphs.evidence import Node, Relationship
from motif.graphs.pattern import MAXIMUM_EDGES, PatternNode, parse_pattern


@pytest.mark.parametrize(
    ("text", "name", "kind"),
    [
        ("?film", "film", None),
        ("?", "", None),
        ("UNKNOWN film 1", "UNKNOWN film 1", "film"),
        ("UNKNOWN film", "UNKNOWN film", "film"),
        ("UNKNOWN video game 12", "UNKNOWN video game 12", "video game"),
        ("UNKNOWN person a", "UNKNOWN person a", "person"),
        ("UNKNOWN 1", "UNKNOWN 1", None),
        ("UNKNOWN", "UNKNOWN", None),
        ("UNK", "UNK", None),
        ("UNK 2", "UNK 2", None),
        ("[ENT1]", "ENT1", None),
        (" ?film ", "film", None),
    ],
)
def test_unknowns_in_all_spellings(text: str, name: str, kind: str | None) -> None:
    (node, _) = parse_pattern([(text, "directed_by", "Michael Mann")]).nodes
    assert node == PatternNode(unknown=name, type=kind)


@pytest.mark.parametrize(
    "text", ["Unknown", "unknown film 1", "unk", "UNKLE", "UNKNOWNS", "ENT1", "[ent1]", "Who?"]
)
def test_marks_are_case_sensitive_and_names_that_look_alike_stay_names(text: str) -> None:
    node = parse_pattern([(text, "r", "b")]).nodes[0]
    assert node == PatternNode(name=text)
    assert node.is_known


def test_a_mapping_escapes_any_name() -> None:
    node = parse_pattern([({"name": "UNK"}, "r", "b")]).nodes[0]
    assert (node.name, node.is_known) == ("UNK", True)


def test_the_same_spelling_is_the_same_unknown_and_none_is_always_another() -> None:
    pattern = parse_pattern([("UNK", "r", "UNK 1"), ("UNK", "s", "UNK 2"), (None, "t", None)])
    assert [(edge.head, edge.tail) for edge in pattern.edges] == [(0, 1), (0, 2), (3, 4)]
    assert pattern.unknowns == ("UNK", "UNK 1", "UNK 2")


def test_each_unknown_relation_stands_for_itself() -> None:
    pattern = parse_pattern(
        [("a", "?how", "b"), ("b", "?how", "c"), ("c", None, "d"), ("d", "UNKNOWN relation 1", "e")]
    )
    assert [edge.relation for edge in pattern.edges] == [None] * 4
    assert [edge.unknown for edge in pattern.edges] == ["how", "how", "", "UNKNOWN relation 1"]


def test_equal_names_are_one_node_and_an_edge_may_lead_back() -> None:
    pattern = parse_pattern([("a", "r", "b"), ("b", "s", "a"), ("a", "t", "a")])
    assert [(edge.head, edge.tail) for edge in pattern.edges] == [(0, 1), (1, 0), (0, 0)]


def test_nodes_and_relationships_of_earlier_results_are_parts() -> None:
    film = Node("4:x:7", "Heat", ("Film",))
    pattern = parse_pattern(
        [(film, Relationship("5:x:1", "4:x:7", "DIRECTED_BY", "4:x:8", "directed by"), "?who")]
    )
    assert pattern.nodes[0].id == "4:x:7"
    assert pattern.edges[0].relation == "directed by"


def test_label_and_filter_given_once_hold_for_the_unknown() -> None:
    film = {"unknown": "?film", "label": "Film", "filter": {"year": 1995}}
    pattern = parse_pattern([("?film", "directed_by", "?who"), (film, "starred_actors", "Al Pacino")])
    assert pattern.nodes[0] == PatternNode(unknown="film", label="Film", filter={"year": 1995})


def test_a_pattern_is_a_pattern_already() -> None:
    pattern = parse_pattern([("a", "r", "b")])
    assert parse_pattern(pattern) is pattern  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("triples", "message"),
    [
        ([], "The pattern is empty"),
        ("abc", "A pattern is a list of triples"),
        (7, "A pattern is a list of triples"),
        ([("a", "r", "b")] * (MAXIMUM_EDGES + 1), "has 129 triples; at most 128"),
        ([("a", "r", "b"), ("a", "r")], "Triple 2 must have three parts"),
        (["arb"], "Triple 1 must have three parts"),
        ([("a", "r", 7)], "Triple 1 .*: its tail is 7, of type int"),
        ([("a", 7, "b")], "Triple 1 .*: its relation is 7"),
        ([(" ", "r", "b")], "its head is empty"),
        ([("a", "", "b")], "its relation is empty"),
        ([({"lable": "Film"}, "r", "b")], "unknown key 'lable'"),
        ([({"unknown": 7}, "r", "b")], "an unknown that is not text"),
        ([({"name": None}, "r", "b")], "null for its name or id"),
        ([({"unknown": "?x", "name": "Heat"}, "r", "b")], "both unknown and known"),
        (
            [({"unknown": "x", "label": "A"}, "r", "b"), ({"unknown": "x", "label": "B"}, "r", "c")],
            "Triple 2 .* gives '\\?x' the label 'B', an earlier one 'A'",
        ),
    ],
)
def test_what_cannot_be_read_is_named(triples: Any, message: str) -> None:
    with pytest.raises(InvalidPattern, match=message):
        parse_pattern(triples)
    assert issubclass(InvalidPattern, ValueError)
