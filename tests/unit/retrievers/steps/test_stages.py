"""Stages of a plan: what each statement is given, and what memory answers by itself."""

from __future__ import annotations

import numpy as np
import pytest

from motif.graphs.graph_schema import GraphSchema
from motif.graphs.plan import Plan
from motif.graphs.stages import CompiledPlan, RankStage, SearchStage, StatementStage, TextVector
from motif.graphs.steps import Find
from motif.retrievers.steps import stages as module
from motif.retrievers.steps.searching import rows_of
from motif.retrievers.steps.stages import StageRunner
from motif.retrievers.view import View
from scripted_sessions import ScriptedSession
from unit.retrievers.steps.films import FILMS, SCHEMA, films, with_vectors, without_vectors


@pytest.fixture(scope="module")
def view() -> View:
    return with_vectors(films())


def ran(view: View, session: ScriptedSession, *stages: object, limit: int = 10) -> module.Ran:
    return StageRunner(view, SCHEMA, session, lambda: 7.5).run(CompiledPlan(stages), limit)  # type: ignore[arg-type]


def last(*inputs: str) -> StatementStage:
    return StatementStage("z", "RETURN …", {"year": 1990, "v": TextVector("thief")}, inputs, ("z",))


def ids(found: list[dict[str, object]]) -> list[object]:
    return [row["id"] for row in found]


def test_a_statement_gets_its_values_its_vectors_its_sets_and_the_limit(view: View) -> None:
    session = ScriptedSession([{"id": "row:0", "score": None}], [{"id": "row:1"}])
    first = StatementStage("a", "MATCH …", {"x": 1}, (), ("a",))
    found = ran(view, session, first, last("a"), limit=3)
    assert ids(found.rows) == ["row:1"]
    assert found.round_trips == 2
    (_, one, seconds, most), (_, two, _, few) = session.sent
    assert (one, seconds, most) == ({"x": 1, "limit": module.MAXIMUM_SET}, 7.5, module.MAXIMUM_SET)
    assert two["a"] == [{"id": "row:0", "score": None}]
    assert (two["limit"], few, two["year"]) == (3, 3, 1990)
    np.testing.assert_allclose(two["v"], view.encode("thief"))


@pytest.mark.parametrize("kind", ["vector", "fulltext"])
def test_a_search_keeps_to_its_conditions_and_takes_no_round_trip(view: View, kind: str) -> None:
    stage = SearchStage("s", kind, "a thief", "Film", {"year": {"$lt": 2000}}, limit=5)
    session = ScriptedSession([])
    found = ran(view, session, stage)
    assert ids(found.rows) in (["row:0", "row:1"], ["row:1", "row:0"])
    scores = [row["score"] for row in found.rows]
    assert scores == sorted(scores, reverse=True) and found.round_trips == 0


def test_the_nearest_are_chosen_after_the_conditions_not_before(view: View) -> None:
    stage = SearchStage("s", "vector", FILMS[0][2]["description"], "Film", {"year": 2009}, limit=1)
    assert ids(ran(view, ScriptedSession([]), stage).rows) == ["row:2"]


def test_without_vectors_a_search_goes_by_words_and_says_so() -> None:
    found = ran(
        without_vectors(films()), ScriptedSession([]), SearchStage("s", "vector", "alone on the moon")
    )
    assert ids(found.rows)[0] == "row:2"
    assert "'s' was searched by words alone" in found.notes[0]


@pytest.mark.parametrize("where", [{"price": {"$lt": 5}}, {"rating": {"$gt": 3}}])
def test_conditions_that_only_the_database_can_judge_are_asked_there(
    view: View, where: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The form of "$4.50" is known to the compiler alone, and `rating` is not projected."""
    compiled = CompiledPlan((StatementStage("met", "MATCH …"), RankStage("ranked", "met", "moon")))
    plans: list[Plan] = []

    def compile_plan(plan: Plan, schema: GraphSchema) -> CompiledPlan:
        plans.append(plan)
        return compiled

    monkeypatch.setattr(module, "compile_plan", compile_plan)
    session = ScriptedSession([{"id": "row:2", "score": None}, {"id": "row:77", "score": None}])
    found = ran(view, session, SearchStage("s", "vector", "anything", "Film", where, 5))
    assert ids(found.rows) == ["row:2"]
    assert found.round_trips == 1
    assert plans[0].steps[0] == Find("met", "Film", where)


def test_ranking_by_text_orders_as_hybrid_retrieval_does_and_newer_nodes_come_last(view: View) -> None:
    given = [{"id": name, "score": None} for name in ("4:other:1", "row:1", "row:2", "row:0")]
    stages = StatementStage("a", "…"), RankStage("r", "a", "alone on the moon", limit=3)
    found = ran(view, ScriptedSession(given), *stages)
    assert ids(found.rows)[0] == "row:2"
    assert len(found.rows) == 3
    everything = ran(view, ScriptedSession(given), stages[0], RankStage("r", "a", "alone on the moon"))
    assert len(everything.rows) == 4 and {"id": "4:other:1", "score": 0.0} in everything.rows


def test_a_set_that_is_cut_is_said(view: View, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAXIMUM_SET", 2)
    session = ScriptedSession([{"id": "row:0"}, {"id": "row:1"}, {"id": "row:2"}], [])
    found = ran(view, session, StatementStage("a", "…"), last("a"))
    assert not found.complete
    assert found.notes == ["Step 'a' was cut at 2 nodes."]


def test_rows_of_element_ids() -> None:
    projection = films()
    assert rows_of(projection, ["row:3", "row:9", "4:x:1", "row:", "row:0", "row:x"]).tolist() == [
        3,
        -1,
        -1,
        -1,
        0,
        -1,
    ]
    assert rows_of(projection, []).tolist() == []
