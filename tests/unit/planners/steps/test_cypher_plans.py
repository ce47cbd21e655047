"""Plans of one statement: a node comes first in what it returns, and nothing else is changed."""

from __future__ import annotations

from typing import Any

import pytest

from motif.errors import InvalidInput
from motif.graphs.graph_schema import GraphSchema, LabelProfile, PropertyProfile
from motif.graphs.plan import Plan
from motif.graphs.steps import CypherStep
from motif.planners.steps.cypher_plans import naming_answers, plan_of_cypher


def step_of(plan: Plan) -> CypherStep:
    [step] = plan.steps
    assert isinstance(step, CypherStep)
    return step


@pytest.mark.parametrize(
    ("text", "statement", "give", "count"),
    [
        ("MATCH (p:Paper) RETURN p", "MATCH (p:Paper) RETURN p", None, False),
        ("MATCH (p:Paper) RETURN p.title", "MATCH (p:Paper) RETURN p, p.title", "title", False),
        (
            "match (p) return distinct p . `full title` as t order by t limit 3",
            "match (p) return distinct p, p . `full title` as t order by t limit 3",
            "full title",
            False,
        ),
        ("MATCH (p) RETURN count(p)", "MATCH (p) RETURN DISTINCT p", None, True),
        ("MATCH (p) RETURN count(DISTINCT p) AS n;", "MATCH (p) RETURN DISTINCT p", None, True),
        (
            "MATCH (p) RETURN count(p), p.title",
            "MATCH (p) RETURN count(p), p.title",
            None,
            False,
        ),
        (
            "MATCH (p) WHERE EXISTS { MATCH (p)-->(q) RETURN q.title } RETURN p",
            "MATCH (p) WHERE EXISTS { MATCH (p)-->(q) RETURN q.title } RETURN p",
            None,
            False,
        ),
        (
            "MATCH (p {t: 'RETURN x.y'}) RETURN p // RETURN z.y",
            "MATCH (p {t: 'RETURN x.y'}) RETURN p // RETURN z.y",
            None,
            False,
        ),
        (
            "MATCH (p) RETURN p.t UNION MATCH (q) RETURN q.t",
            "MATCH (p) RETURN p.t UNION MATCH (q) RETURN q.t",
            None,
            False,
        ),
    ],
)
def test_what_a_statement_returns_is_a_node(text: str, statement: str, give: str | None, count: bool) -> None:
    plan = plan_of_cypher(text, {"year": 1999}, "why?")
    assert (step_of(plan).cypher, plan.give, plan.count) == (statement, give, count)
    assert (plan.method, plan.question, step_of(plan).parameters) == ("spark", "why?", {"year": 1999})


@pytest.mark.parametrize(
    ("text", "parameters", "said"),
    [
        ("", None, "not empty"),
        ("  ", None, "not empty"),
        (7, None, "not 7"),
        ("RETURN 1", [1], "mapping of names"),
    ],
)
def test_what_is_no_statement_is_refused(text: Any, parameters: Any, said: str) -> None:
    with pytest.raises(InvalidInput, match=said):
        plan_of_cypher(text, parameters)


def test_the_property_that_names_nodes_gives_the_nodes() -> None:
    title, note = PropertyProfile("title", "STRING"), PropertyProfile("note", "STRING")
    film = LabelProfile("Film", 1, {"title": title, "note": note}, name_property="title")
    medal = LabelProfile("Medal", 1, {"title": title}, name_property=None)
    plan = plan_of_cypher("MATCH (f:Film) RETURN f.title")
    assert naming_answers(plan, GraphSchema({"Film": film}, {})).give is None
    # A medal's title is no name of it.
    assert naming_answers(plan, GraphSchema({"Film": film, "Medal": medal}, {})).give == "title"
    other = plan_of_cypher("MATCH (f:Film) RETURN f.note")
    assert naming_answers(other, GraphSchema({"Film": film}, {})) == other
