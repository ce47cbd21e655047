"""The first of others than what is asked for, and two ranks in one question."""

from __future__ import annotations

from typing import Any

import pytest

from guild_graph import guild
from motif.engine.meaning_answers import answer_meaning
from motif.engine.meaning_masks import MeaningGraph
from motif.graphs.evidence import Node, Results
from motif.planners.meaning.cypher.held import Held
from motif.planners.meaning.cypher.statement import Statement, as_cypher
from motif.planners.meaning.planner import plan_meanings
from orchard_graph import orchards


def rows(found: Results) -> set[Any]:
    named = [tuple(one.name if isinstance(one, Node) else one for one in piece.answers) for piece in found]
    return {row[0] if len(row) == 1 else row for row in named}


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Who tends the oldest orchard?", {"Ines Park"}),
        ("Which valley does the second largest orchard by trees lie in?", {"Ash Vale"}),
        ("Who are the growers of the two largest orchards by trees?", {"Ines Park"}),
        ("How many crates were filled by the orchard with the most trees?", {1}),
        ("How many crates were filled by the orchard with the fewest trees?", {0}),
        ("Which rootstocks grow in the valley with the most orchards?", {"Dwarf"}),
        ("What is the oldest orchard of the grower with the highest turnover?", {"Mill Slope"}),
        ("What is the oldest orchard of the grower with the lowest turnover?", {"Long Acre"}),
        (
            "What is the average number of trees of the orchards in the valley with the most orchards?",
            {275.0},
        ),
    ],
)
def test_others_may_be_the_first_of_their_kind(question: str, expected: set[Any]) -> None:
    found = orchards().retrieve(question, planner="meaning", top_k=20)
    assert rows(found) == expected, found.readings


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Who are the two tallest artisans of the workshop with the most kilns?", {"Wyn Hask", "Pell Oster"}),
        ("Who is the best paid artisan of the smallest workshop by kilns?", {"Sten Marl"}),
        ("Which crafts does the tallest artisan practise?", {"weaving"}),
    ],
)
def test_of_the_first_there_may_be_a_first(question: str, expected: set[Any]) -> None:
    found = guild().retrieve(question, planner="meaning", top_k=20)
    assert rows(found) == expected, found.readings
    assert "omitted" not in found.metadata


def test_whether_the_first_is_something_is_not_whether_something_is_first() -> None:
    found = guild().retrieve("Does the tallest artisan practise pottery?", planner="meaning")
    assert found.status == "unsure" and found.metadata["omitted"] == ["tallest"]


def test_a_first_that_leads_nowhere_is_no_other() -> None:
    """The largest crate is of no orchard: the next largest that is of one is not meant."""
    found = orchards().retrieve("Which orchard filled the crate with the highest grade?", planner="meaning")
    assert rows(found) == set() and found.status in ("empty", "unsure"), found.readings


def test_as_cypher_fewer_come_before_it() -> None:
    graph = orchards()
    [meaning] = plan_meanings("Who tends the oldest orchard?", graph.view, 1)
    said = as_cypher(meaning, Held(graph.projection, graph.view.names.equal))
    assert isinstance(said, Statement)
    assert said.text.splitlines() == [
        "MATCH (grower:Grower)-[:TENDS]->(orchard:Orchard)",
        "WHERE orchard.plantedOn IS NOT NULL",
        "  AND COUNT { MATCH (orchard2:Orchard) WHERE orchard2.plantedOn < orchard.plantedOn } < 1",
        "RETURN DISTINCT grower",
    ]
    answer = answer_meaning(MeaningGraph(graph.projection), meaning)
    assert answer.n_rows == 1
