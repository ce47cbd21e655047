"""Which conditions the projection judges, and searches whose conditions the database judges in the same statement."""

from __future__ import annotations

from typing import Any

import pytest

from motif.engine.control import Control
from motif.graphs.plan import Plan
from motif.graphs.stages import SearchStage, StatementStage
from motif.planners.steps.compiling import compile_plan
from motif.retrievers.steps.conditions import MAXIMUM_SET, is_known, searched_then_filtered
from motif.retrievers.steps.running import StepsWanted, run_steps
from scripted_sessions import ScriptedSession
from unit.retrievers.steps.films import SCHEMA, films, with_vectors


def cheap(*more: Any, limit: int = 2, **keys: Any) -> Plan:
    """Films like a text for less than five dollars, a price being a text such as "$4.50"."""
    step = {"step": "vector_search", "as": "a", "label": "Film", "text": "alone", "limit": limit}
    where = keys.pop("where", {"price": {"$lt": 5}})
    return Plan.from_value({"method": "spark", "steps": [{**step, "where": where}, *more], **keys})


@pytest.mark.parametrize(
    ("where", "known"),
    [
        ({"year": {"$gt": 1990}}, True),
        ({"$or": [{"name": "Heat"}, {"$not": {"year": 1}}]}, True),
        ({}, True),
        ({"price": {"$lt": 5}}, False),
        ({"$and": [{"year": 1995}, {"price": "$4.50"}]}, False),
        ({"rating": 5}, False),
    ],
)
def test_what_the_projection_can_judge(where: dict[str, Any], known: bool) -> None:
    assert is_known(with_vectors(films()), SCHEMA, "Film", where) is known


def test_a_lone_search_hands_all_nodes_to_the_statement_that_filters_them() -> None:
    view, plan = with_vectors(films()), cheap()
    made = searched_then_filtered(view, SCHEMA, plan, compile_plan(plan, SCHEMA))
    assert made is not None
    search, statement = made.stages
    assert isinstance(search, SearchStage) and isinstance(statement, StatementStage)
    assert (search.where, search.limit, search.label) == ({}, MAXIMUM_SET, "Film")
    assert statement.inputs == (search.name,)
    assert "price" in statement.statement


@pytest.mark.parametrize(
    "plan",
    [
        cheap(where={"year": {"$gt": 1990}}),
        cheap({"step": "traverse", "as": "b", "from": "a", "relationship": "ACTED_IN", "direction": "in"}),
        Plan.from_value({"method": "spark", "steps": [{"step": "find", "as": "a", "label": "Film"}]}),
    ],
)
def test_other_plans_stay_as_they_are(plan: Plan) -> None:
    assert searched_then_filtered(with_vectors(films()), SCHEMA, plan, compile_plan(plan, SCHEMA)) is None


def test_its_rows_are_cut_at_the_searchs_limit_and_counted_up_to_it() -> None:
    rows = [{"id": f"row:{n}", "name": str(n), "labels": ["Film"], "score": 0.5} for n in range(4)]
    view = with_vectors(films())

    def run(plan: Plan, top_k: int) -> tuple[list[Any], int]:
        session = ScriptedSession(rows)
        found = run_steps(view, plan, SCHEMA, session, StepsWanted(top_k=top_k), Control())
        assert len(session.sent) == 1
        return [piece.answers[0] for piece in found], found.metadata["round_trips"]

    answers, round_trips = run(cheap(limit=2), 5)
    assert ([node.name for node in answers], round_trips) == (["0", "1"], 1)
    answers, _ = run(cheap(limit=3), 1)
    assert [node.name for node in answers] == ["0"]
    assert run(cheap(limit=3, count=True), 1) == ([3], 1)
