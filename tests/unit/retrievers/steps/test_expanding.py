"""SAGE's expansion around a plan's answers."""

from __future__ import annotations

from typing import Any

import pytest

from motif.catalog.rows import from_rows
from motif.engine.control import Control
from motif.graphs.evidence import Evidence, Node
from motif.graphs.graph_schema import GraphSchema, LabelProfile, RelationProfile
from motif.graphs.plan import Plan
from motif.graphs.steps import CypherStep, Find, Step, Traverse
from motif.retrievers.steps.expanding import Neighbours, expands, with_neighbours
from motif.retrievers.view import View
from unit.retrievers.steps.films import SCHEMA, films, with_vectors, without_vectors


def piece(identity: str, score: float, name: str = "") -> Evidence:
    node = Node(identity, name or identity)
    return Evidence(score, (node,), (), answers=(node,), method="spark", metadata={"epoch": 1})


def found(view: View, seeds: list[Evidence], count: int = 5, **wanted: Any) -> list[tuple[str, str]]:
    around = Neighbours(count, wanted.pop("schema", SCHEMA))
    pieces = with_neighbours(view, "Who plays in Heat?", seeds, around, Control())
    return [(one.answers[0].name, one.metadata["role"]) for one in pieces]


@pytest.mark.parametrize("view", [with_vectors(films()), without_vectors(films())])
def test_neighbours_of_exact_answers_come_behind_them(view: View) -> None:
    seeds = [piece("row:0", 1.0, "Heat"), piece("row:4", 1.0, "Untold")]
    assert found(view, seeds) == [("Heat", "seed"), ("Untold", "seed"), ("Al Pacino", "neighbour")]


def test_neighbours_carry_what_explains_them() -> None:
    around = Neighbours(5, SCHEMA)
    *_, added = with_neighbours(
        without_vectors(films()), "Heat", [piece("row:0", 0.5, "Heat")], around, Control()
    )
    assert added.metadata["from_names"] == ["Heat"]
    assert added.metadata["via"][0]["type"] == "ACTED_IN"
    assert added.method == "spark"
    assert 0 < added.score <= 0.5
    assert [one.type for one in added.relationships] == ["ACTED_IN"]


def test_a_better_neighbour_passes_a_seed_that_scores_less_and_seeds_keep_their_order() -> None:
    nodes = [(name, ["Film"], {"name": name}) for name in ("Heat", "Dust", "Heat wave")]
    view = without_vectors(from_rows(nodes, [("Heat", "LIKE", "Heat wave", {})]))
    seeds = [piece("row:0", 0.9, "Heat"), piece("row:1", 0.01, "Dust")]
    everything = GraphSchema({}, {})
    assert found(view, seeds, schema=everything) == [
        ("Heat", "seed"),
        ("Heat wave", "neighbour"),
        ("Dust", "seed"),
    ]
    ordered = [piece("row:1", 0.01, "Dust"), piece("row:0", 0.9, "Heat")]
    assert [name for name, role in found(view, ordered, schema=everything) if role == "seed"] == [
        "Dust",
        "Heat",
    ]


def test_seeds_that_the_projection_lacks_are_kept_and_lead_nowhere() -> None:
    seeds = [piece("4:x:99", 1.0, "New"), piece("row:0", 1.0, "Heat")]
    assert found(without_vectors(films()), seeds) == [
        ("New", "seed"),
        ("Heat", "seed"),
        ("Al Pacino", "neighbour"),
    ]
    assert found(without_vectors(films()), [piece("4:x:99", 1.0, "New")]) == [("New", "seed")]


def test_labels_that_the_caller_leaves_out_are_not_added() -> None:
    only_films = GraphSchema({"Film": LabelProfile("Film", 4)}, {})
    assert found(without_vectors(films()), [piece("row:0", 1.0, "Heat")], schema=only_films) == [
        ("Heat", "seed")
    ]


def test_types_that_the_caller_leaves_out_are_not_followed() -> None:
    other = GraphSchema({}, {"DIRECTED": RelationProfile("DIRECTED", 1)})
    assert found(without_vectors(films()), [piece("row:0", 1.0, "Heat")], schema=other) == [("Heat", "seed")]


def test_nothing_is_added_where_nothing_is_wanted_or_nothing_scores() -> None:
    view = without_vectors(films())
    assert found(view, [piece("row:0", 1.0, "Heat")], count=0) == [("Heat", "seed")]
    assert found(view, [piece("row:0", 0.0, "Heat")]) == [("Heat", "seed")]
    assert found(view, []) == []


@pytest.mark.parametrize(
    ("steps", "has_edges"),
    [
        ((Find("a", "Film"),), False),
        ((Find("a", "Film"), Traverse("b", "a")), True),
        ((CypherStep("a", "MATCH (f:Film) WHERE f.year > 1 - 2 RETURN f"),), False),
        ((CypherStep("a", "MATCH (p)-[:ACTED_IN]->(f) RETURN f"),), True),
        ((CypherStep("a", "MATCH (p) --> (f) RETURN f"),), True),
        ((CypherStep("a", "MATCH (p)<-- (f) RETURN f"),), True),
    ],
)
def test_sage_edge_leaves_plans_that_follow_relationships(steps: tuple[Step, ...], has_edges: bool) -> None:
    plan = Plan((), steps=steps, method="spark")
    assert expands("sage-edge", plan) is not has_edges
    assert expands("sage+edge", plan)
    assert not expands(None, plan)
