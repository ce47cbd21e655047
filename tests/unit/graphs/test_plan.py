"""Plans are read and written as plain values, and what cannot be used is said."""

from __future__ import annotations

import pytest

from motif.errors import InvalidInput, InvalidPattern
from motif.graphs.meaning import Omission
from motif.graphs.plan import Order, Plan
from motif.graphs.steps import Find

FILMS = (("?film", "directed_by", "Michael Mann"),)


@pytest.mark.parametrize(
    "plan",
    [
        Plan(FILMS, answer="?film"),
        Plan(FILMS, answer="?film", count=True, directed=True, notes=("said",), question="how many?"),
        Plan(FILMS, answer="?film", order=Order("released"), filter={"film": {"released": {"$gt": 2000}}}),
        Plan((), answer={"unknown": "film", "label": "Movie"}, order=Order(count_of="actor", limit=3)),
        Plan((), answer="Heat", give="released", planner="paths", confidence=0.5, injective=False),
        Plan((), answer="Heat").leaving_out(Omission("name", (3, 7), "Mann"), Omission("word", text="films")),
        Plan((), method="spark", steps=(Find("a", "Film"),)).leaving_out(
            Omission("rank", text="old", reason=" fits")
        ),
    ],
)
def test_a_plan_survives_its_plain_values_and_its_json(plan: Plan) -> None:
    import json

    assert Plan.from_value(plan.as_dict()) == plan
    assert Plan.from_value(json.dumps(plan.as_dict())) == plan


def test_a_pattern_is_a_plan() -> None:
    plan = Plan.from_value([["?film", "directed_by", "Michael Mann"]])
    assert plan.pattern == FILMS and plan.planner == "user" and plan.parsed() is not None


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (3, "A plan is a mapping"),
        ("{", "not valid JSON"),
        ('{"pattern": [' + "1" * 5000, "not valid JSON"),
        ({"patern": []}, "Did you mean 'pattern'?"),
        ({"zzz": 1}, "Known keys: pattern"),
        ({"pattern": []}, "neither triples"),
        ({"pattern": FILMS, "method": "guess"}, "'guess'"),
        ({"pattern": FILMS, "order": {"by": "year"}}, "property or count_of"),
        ({"pattern": FILMS, "order": {"property": ["a"]}}, "property of a plan's order must be text"),
        ({"pattern": FILMS, "order": {"property": "a", "limit": "x"}}, "limit of a plan's order"),
        ({"pattern": FILMS, "order": {"property": "a", "descending": 3}}, "descending of a plan's order"),
        ({"pattern": FILMS, "order": {"descending": True}}, "either a property or count_of"),
        ({"pattern": FILMS, "order": {"property": "a", "count_of": "b"}}, "either a property or count_of"),
        ({"pattern": FILMS, "order": 7}, "order"),
        ({"pattern": FILMS, "filter": 7}, "filter"),
        ({"pattern": FILMS, "count": "yes"}, "count"),
        ({"pattern": FILMS, "confidence": "high"}, "confidence"),
        ({"pattern": FILMS, "confidence": float("nan")}, "confidence must be from 0 to 1, not nan"),
        ({"pattern": FILMS, "omissions": "Mann"}, "omissions must be a list"),
        ({"pattern": FILMS, "omissions": ["Mann"]}, "a mapping with 'kind' and 'text'"),
        ({"pattern": FILMS, "omissions": [{"kind": "name"}]}, "a mapping with 'kind' and 'text'"),
        ({"pattern": FILMS, "omissions": [{"kind": "name", "text": "x", "span": [1]}]}, "two whole numbers"),
        ({"pattern": FILMS, "omissions": [{"kind": "name", "text": "x", "reason": 3}]}, "its reason text"),
        ({"method": "expand"}, "needs the 'question' in words"),
        ({"method": "community", "question": "Who?", "pattern": FILMS}, "takes the question as it is"),
        ({"method": "expand", "question": "Who?", "count": True}, "it has no 'count'"),
    ],
)
def test_what_is_no_plan_is_refused_with_the_reason(value: object, said: str) -> None:
    with pytest.raises(InvalidInput) as raised:
        Plan.from_value(value)
    assert said in str(raised.value)


def test_a_plan_may_be_the_question_itself() -> None:
    plan = Plan.from_value({"method": "expand", "question": "Who directed Heat?"})
    assert plan.pattern == () and Plan.from_value(plan.as_dict()) == plan


def test_a_triple_that_cannot_be_read_is_named() -> None:
    with pytest.raises(InvalidPattern, match="Triple 1 must have three parts"):
        Plan.from_value({"pattern": [["Heat", None]]})
