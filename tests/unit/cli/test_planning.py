"""``motif plan``: what is printed of a plan."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner

import motif.cli.planning as planning
from fakes import HashEncoder
from motif import Graph
from motif.cli.main import main
from motif.graphs.evidence import Node
from motif.graphs.plan import Order, Plan

FILMS = Graph.from_triples([("Heat", "directed_by", "Mann")], encoder=HashEncoder())
GOOD = Plan(
    (("?film", "directed_by", "Mann"),), "?film", planner="paths", confidence=0.75, notes=("A note.",)
)
BAD = Plan((("?film", "sold_by", "Mann"),), "?film", confidence=0.2)


class Told:
    """A connection and a graph at once, which plans as told."""

    show_plan = staticmethod(FILMS.show_plan)

    def __init__(self, plans: list[Plan]) -> None:
        self.plans = plans
        self.asked: tuple[str, dict[str, Any]] = ("", {})

    def __enter__(self) -> Told:
        return self

    def __exit__(self, *error: object) -> None: ...

    def plan(self, question: str, **options: Any) -> list[Plan]:
        self.asked = question, options
        return self.plans


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Told:
    told = Told([GOOD, BAD])
    monkeypatch.setattr(planning, "connect_to", lambda *target: told)
    monkeypatch.setattr(planning, "projected_graph", lambda connection, name, **options: told)
    return told


def test_plans_are_printed_with_pattern_problems_and_cypher(told: Told) -> None:
    result = CliRunner().invoke(main, ["plan", "Mann's films?", "--planner", "paths", "-k", "2"])
    assert result.exit_code == 0, result.output
    assert told.asked == (
        "Mann's films?",
        {"method": "auto", "planner": "paths", "top_k": 2, "timeout": None},
    )
    assert result.output.splitlines() == [
        "1. confidence 0.75, by paths: ?film",
        "     ?film | directed_by | Mann",
        "     A note.",
        "     MATCH (film)-[:directed_by]-({name: 'Mann'})",
        "     RETURN DISTINCT film",
        "2. confidence 0.20, by user: ?film",
        "     ?film | sold_by | Mann",
        "     ! The graph has no relation 'sold_by'. The nearest: directed_by.",
    ]


def test_plans_as_json_are_those_of_the_procedure(told: Told) -> None:
    result = CliRunner().invoke(main, ["plan", "Mann's films?", "--json"])
    first, second = json.loads(result.output)
    assert list(first) == ["rank", "method", "plan", "cypher", "confidence", "valid", "problems"]
    assert Plan.from_value(first["plan"]) == GOOD
    assert (first["valid"], second["valid"], second["cypher"]) == (True, False, "")


def test_no_plan_is_said(told: Told) -> None:
    told.plans = []
    assert CliRunner().invoke(main, ["plan", "?"]).output.startswith("No plan: ")


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        ({"answer": "?film"}, "?film"),
        ({"answer": None}, "all unknowns"),
        ({"answer": {"unknown": "film", "label": "Movie"}}, "?film (Movie)"),
        ({"answer": "?film", "count": True}, "how many ?film"),
        ({"answer": "?film", "give": "released"}, "released of ?film"),
        (
            {"answer": "?film", "order": Order("released", descending=False, limit=3)},
            "?film, the 3 with the least released",
        ),
        ({"answer": "?who", "order": Order(count_of="film")}, "?who, the one with the most ?film"),
    ],
)
def test_what_is_asked_in_words(parts: dict[str, Any], words: str) -> None:
    assert planning.asked(Plan((("?film", "r", "Mann"),), **parts)) == words


def test_every_kind_of_part_and_condition_is_one_line() -> None:
    plan = Plan(
        (
            (
                {"unknown": "film", "label": "Movie", "filter": {"released": 1995}},
                {"name": "directed_by"},
                Node("4", "Mann"),
            ),
            (None, "?how", {"id": "4:x:7"}),
        ),
        filter={"how": {"since": {"$gt": 1990}, "$not": {"since": 1995}}},
    )
    assert list(planning.pattern_lines(plan)) == [
        "?film (Movie) with released = 1995 | directed_by | Mann",
        "? | ?how | 4:x:7",
        "where ?how since {'$gt': 1990}, $not {'since': 1995}",
    ]
