"""What of a plan a graph does not know: one sentence each, with what is nearest."""

from __future__ import annotations

from typing import Any

import pytest

from fakes import HashEncoder
from motif import Graph
from motif.errors import MissingDependency
from motif.graphs.plan import Order, Plan
from motif.planners.checking import problems_of
from motif.retrievers.view import View
from question_graphs import question_graph

BY_MANN = (("?film", "DIRECTED", "Michael Mann"),)


@pytest.fixture(scope="module")
def films() -> Graph:
    return question_graph("films", HashEncoder())


@pytest.mark.parametrize(
    "plan",
    [
        Plan(BY_MANN, "?film", give="released", order=Order("released")),
        Plan((("?film", "directed", "MICHAEL MANN"),), "?film", filter={"film": {"title": {"$like": "a"}}}),
        Plan((("?a", "?how", "?b"),), filter={"how": {"rating": 5}}),
        Plan((("Al Pacino", "ACTED_IN", "Heat"),)),
        Plan((), {"unknown": "film", "label": "Movie"}, count=True, filter={"film": {"released": 1995}}),
        Plan((), "Heat", give="released"),
    ],
)
def test_a_plan_that_the_graph_knows_has_no_problem(plan: Plan, films: Graph) -> None:
    assert problems_of(plan, films.view) == []


@pytest.mark.parametrize(
    ("parts", "problem"),
    [
        ({"pattern": (("?x", "DIRECTED", "Hea"),)}, "No node is named 'Hea'. The nearest: Heat."),
        (
            {"pattern": (("?x", "DIRECTED", {"id": "4:nothing:7"}),)},
            "The graph has no node with the id '4:nothing:7'. Refresh the projection if it is new.",
        ),
        (
            {"pattern": (({"unknown": "x", "label": "Film"}, "DIRECTED", "Heat"),)},
            "The graph has no label 'Film'. The nearest: Movie, Person.",
        ),
        (
            {"pattern": (("?x", "DIRECTED", "Heat"),), "answer": "?who"},
            "The answer '?who' is no unknown node of the pattern. Its unknowns: ?x.",
        ),
        (
            {"pattern": (("Al Pacino", "ACTED_IN", "Heat"),), "answer": "Thief"},
            "The answer 'Thief' is no part of the pattern. It has no unknown that has a name.",
        ),
        (
            {"pattern": (("?x", "DIRECTED", "Heat"), ("?y", "WROTE", "Thief"))},
            "The pattern falls into 2 parts that share no node (?x, ?y). Join them by a triple.",
        ),
        (
            {"pattern": BY_MANN, "give": "release"},
            "The nodes have no property 'release'. The nearest: released.",
        ),
        (
            {"pattern": BY_MANN, "order": Order("age")},
            "The nodes have no property 'age'. The nearest: born, name, released, title.",
        ),
        (
            {"pattern": BY_MANN, "filter": {"filn": {"released": 1}}},
            "The filter is for '?filn', which is no unknown of the plan. Its unknowns: ?film.",
        ),
        (
            {"pattern": BY_MANN, "filter": {"film": {"released": {"$gtt": 1}}}},
            "The filter on 'released' has an unknown operator '$gtt'. Did you mean '$gt'?",
        ),
        (
            {"pattern": (("?x", {"name": "ACTED_IN", "filter": {"role": "x"}}, "Heat"),)},
            "The filter names the property 'role', which the projected relationships do not have. "
            "Did you mean 'roles'?",
        ),
        ({"pattern": (), "answer": "Hea"}, "No node is named 'Hea'. The nearest: Heat."),
        (
            {"pattern": (("?x", "DIRECTED"),)},
            "Triple 1 must have three parts (head, relation, tail), not ('?x', 'DIRECTED').",
        ),
    ],
)
def test_each_problem_says_what_is_nearest(parts: dict[str, Any], problem: str, films: Graph) -> None:
    assert problems_of(Plan(**parts), films.view) == [problem]


def test_relations_are_near_by_meaning_with_an_encoder_and_by_spelling_without(films: Graph) -> None:
    def no_encoder() -> Any:
        raise MissingDependency("none is installed")

    plan = Plan((("?x", "DIRECTE", "Heat"),))
    for view in (films.view, View(films.projection, no_encoder)):
        [problem] = problems_of(plan, view)
        assert problem.startswith("The graph has no relation 'DIRECTE'. The nearest: DIRECTED, ")
        assert problem.count(",") == 2


def test_problems_stand_in_the_plans_order_and_once(films: Graph) -> None:
    plan = Plan((("?x", "SOLD", "Hea"), ("?x", "SOLD", "?y")), "?z", give="price")
    found = problems_of(plan, films.view)
    assert [problem.split("'")[1] for problem in found] == ["Hea", "SOLD", "?z", "price"]
