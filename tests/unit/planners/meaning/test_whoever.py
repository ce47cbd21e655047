"""Things that no word calls by a label, and shapes of questions about them, on a graph of lighthouses."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import motif
from motif.engine.meaning_answers import answer_meaning
from motif.engine.meaning_masks import MeaningGraph
from motif.graphs.evidence import Node, Results
from motif.planners.meaning.cypher.held import Held
from motif.planners.meaning.cypher.statement import Statement, as_cypher
from motif.planners.meaning.planner import plan_meanings
from question_graphs import small_graph

_NODES: list[tuple[tuple[str, ...], dict[str, Any]]] = [
    (("Lighthouse",), {"name": "Grey Cape", "height_m": 40, "style": "round", "isLit": True, "hues": ["red", "white"]}),
    (("Lighthouse",), {"name": "Otter Rock", "height_m": 25, "style": "round", "isLit": False, "hues": ["white"]}),
    (("Lighthouse",), {"name": "Sorrow Head", "height_m": 31, "style": "square", "isRuin": True, "hues": ["black"]}),
    (("Keeper",), {"name": "Ada Finch", "wage": 90, "born": 1920}),
    (("Keeper",), {"name": "Bram Finch", "wage": 70, "born": 1945}),
    (("Keeper",), {"name": "Cleo Marsh", "wage": 50, "born": 1922}),
    (("Keeper",), {"name": "Dov Finch", "wage": 60, "born": 1950}),
    (("Company",), {"name": "Beacon Trust", "fleet": 4}),
    (("Island",), {"name": "Long Isle", "residents": 900}),
    (("Reef",), {"name": "Tooth Reef", "depth_m": 3}),
    (("Lamp",), {"code": "L-1"}),
    (("Lamp",), {"code": "L-2"}),
    (("Lamp",), {"code": "L-3"}),
    (("Chart",), {"code": "CH-1"}),
    (("Chart",), {"code": "CH-2"}),
]  # fmt: skip
_LINKS: list[tuple[int, str, int, dict[str, Any]]] = [
    (0, "FOUNDED_BY", 3, {}),
    (0, "FOUNDED_BY", 7, {}),
    (1, "FOUNDED_BY", 7, {}),
    (2, "FOUNDED_BY", 5, {}),
    (0, "STANDS_ON", 8, {}),
    (1, "STANDS_ON", 9, {}),
    (2, "STANDS_ON", 8, {}),
    (4, "HAS_MOTHER", 3, {}),
    (6, "HAS_MOTHER", 3, {}),
    (6, "HAS_FATHER", 4, {}),
    (3, "MEMBER_OF", 7, {"since": 1940, "until": 1970}),
    (5, "MEMBER_OF", 7, {"since": 1950, "until": 1960}),
    (4, "MEMBER_OF", 7, {"since": 1965}),
    (10, "PART_OF", 0, {}),
    (11, "PART_OF", 1, {}),
    (12, "PART_OF", 2, {}),
    (4, "REPAIRED", 10, {}),
    (4, "REPAIRED", 12, {}),
    (3, "BORROWED", 13, {"lentOn": "1950-01-02", "returnedOn": "1950-02-01"}),
    (5, "BORROWED", 14, {"lentOn": "1951-01-02"}),
]


@cache
def lights() -> motif.Graph:
    return small_graph("lights", _NODES, _LINKS, ("since", "until", "lentOn", "returnedOn"))


def rows(found: Results) -> set[Any]:
    named = [tuple(one.name if isinstance(one, Node) else one for one in piece.answers) for piece in found]
    return {row[0] if len(row) == 1 else row for row in named}


ASKED: list[tuple[str, set[Any]]] = [
    ("Who founded Grey Cape?", {"Ada Finch", "Beacon Trust"}),
    ("Who founded the lighthouses on Long Isle?", {"Ada Finch", "Beacon Trust", "Cleo Marsh"}),
    ("What does Otter Rock stand on?", {"Tooth Reef"}),
    ("Which people founded Grey Cape?", {"Ada Finch", "Beacon Trust"}),
    ("Who are the children of Ada Finch?", {"Bram Finch", "Dov Finch"}),
    ("Who are the parents of Dov Finch?", {"Ada Finch", "Bram Finch"}),
    ("Who is the mother of Dov Finch?", {"Ada Finch"}),
    ("Which keepers have no children?", {"Cleo Marsh", "Dov Finch"}),
    ("Which lighthouses were never repaired?", {"Otter Rock"}),
    ("Which lighthouses are unlit?", {"Otter Rock"}),
    ("Which ruins stand on Long Isle?", {"Sorrow Head"}),
    ("Which ruins are higher than 30 m?", {"Sorrow Head"}),
    ("Which island has the most ruins?", {"Long Isle"}),
    ("Who became a member of Beacon Trust in 1950?", {"Cleo Marsh"}),
    ("Which keepers have repaired at least two lamps, and how many lamps did each repair?", {("Bram Finch", 2)}),
    ("Which keepers have not returned a chart yet?", {"Cleo Marsh"}),
    ("Which keepers joined Beacon Trust in 1950?", {"Cleo Marsh"}),
    ("Which keepers were members of Beacon Trust in 1950?", {"Ada Finch", "Cleo Marsh"}),
    ("Who has the highest wage among the keepers?", {"Ada Finch"}),
    ("What is the tallest lighthouse of each style?", {("round", "Grey Cape"), ("square", "Sorrow Head")}),
    ("For each island, what is the greatest height among the lighthouses on it?", {("Long Isle", 40)}),
    ("What are the names of the lighthouses, along with the residents of their island?", {
        ("Grey Cape", 900), ("Sorrow Head", 900),
    }),
    ("How many lighthouses has Beacon Trust founded?", {2}),
]  # fmt: skip


@pytest.mark.parametrize(("question", "expected"), ASKED)
def test_whoever_it_is(question: str, expected: set[Any]) -> None:
    found = lights().retrieve(question, planner="meaning", top_k=20)
    assert rows(found) == expected, found.readings
    assert "omitted" not in found.metadata, found.metadata["omitted"]


def test_no_limit_cuts_the_list_of_the_first() -> None:
    found = lights().retrieve("What are the hues of the tallest lighthouse?", planner="meaning")
    assert [list(piece.answers) for piece in found] == [[["red", "white"]]]


def test_sorted_by_is_from_the_least() -> None:
    found = lights().retrieve("Sort the lighthouses by height", planner="meaning")
    assert [piece.answers[0].name for piece in found] == ["Otter Rock", "Sorrow Head", "Grey Cape"]


@pytest.mark.parametrize("question", [question for question, _ in ASKED])
def test_the_same_as_cypher(question: str) -> None:
    """The statement names no label that the question does not say."""
    graph = lights()
    [meaning] = plan_meanings(question, graph.view, 1)
    assert isinstance(as_cypher(meaning, Held(graph.projection, graph.view.names.equal)), Statement)
    assert answer_meaning(MeaningGraph(graph.projection), meaning).n_rows
