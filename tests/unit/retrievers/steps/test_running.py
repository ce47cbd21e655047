"""Running a plan of steps: what is answered, and what is done where the plan gives nothing."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from motif.engine.control import Control
from motif.errors import Cancelled, DatabaseUnavailable, DeadlineExceeded, InvalidInput, QueryFailed
from motif.graphs.evidence import Results
from motif.graphs.plan import Plan
from motif.graphs.stages import CompiledPlan, StatementStage
from motif.graphs.steps import Find, Traverse
from motif.retrievers.presentation import Presentation
from motif.retrievers.steps import running as module
from motif.retrievers.steps.running import StepsWanted, run_steps
from motif.retrievers.view import View
from scripted_sessions import ScriptedSession
from unit.retrievers.steps.films import SCHEMA, films, with_vectors, without_vectors

PLAN = Plan((), steps=(Find("films", "Film"),), method="spark", question="Which films are about a thief?")
ACTORS = Plan(
    (), steps=(Find("films", "Film"), Traverse("actors", "films", ("ACTED_IN",), "in")), method="spark"
)
COMPILED = CompiledPlan((StatementStage("films", "MATCH (f:Film) RETURN …"),), "MATCH (f:Film) RETURN f;")
HEAT = {"id": "row:0", "labels": ["Film"], "name": "Heat", "score": None, "values": {}, "text": "A thief."}
DUST = {"id": "row:99", "labels": ["Film"], "name": "Dust", "score": None, "values": {}}


@pytest.fixture
def verdict(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """What validation says of the plan; a test may change it."""
    said = SimpleNamespace(compiled=COMPILED, problems=(), notes=("a note",), raises=None)

    def validate_plan(plan: Plan, *_: Any, **__: Any) -> SimpleNamespace:
        if said.raises is not None:
            raise said.raises
        return SimpleNamespace(plan=plan, compiled=said.compiled, problems=said.problems, notes=said.notes)

    monkeypatch.setattr(module, "validate_plan", validate_plan)
    return said


def run(session: ScriptedSession, plan: Plan = PLAN, view: View | None = None, **wanted: Any) -> Results:
    with Control(30) as control:
        view = view or with_vectors(films())
        return run_steps(view, plan, SCHEMA, session, StepsWanted(**wanted), control)


def names(found: Results) -> list[str]:
    return [piece.answers[0].name for piece in found]


@pytest.mark.usefixtures("verdict")
def test_answers_come_in_the_statements_order_with_what_is_known_of_the_whole() -> None:
    found = run(ScriptedSession([HEAT, DUST]))
    assert names(found) == ["Heat", "Dust"]
    assert [piece.score for piece in found] == [1.0, 1.0]
    assert found.complete
    assert found.metadata["plan"] == PLAN.as_dict()
    assert found.metadata["round_trips"] == 1
    assert found.metadata["notes"] == ["a note"]
    assert found.metadata["cypher"] == {"text": "MATCH (f:Film) RETURN f;", "parameters": {}}
    assert found.metadata["answers"] == 2
    assert "fallback" not in found.metadata
    assert found[0].metadata["stages"] == 1
    assert "newer" not in found[0].metadata
    assert found[1].metadata["newer"]  # written since the graph was projected


@pytest.mark.usefixtures("verdict")
def test_no_more_answers_are_asked_for_than_wanted() -> None:
    session = ScriptedSession([HEAT, DUST])
    found = run(session, top_k=1)
    assert names(found) == ["Heat"]
    assert session.sent[0][1]["limit"] == 1
    assert "answers" not in found.metadata  # there may be more


@pytest.mark.usefixtures("verdict")
def test_the_plan_takes_a_part_of_the_time_that_is_left() -> None:
    session = ScriptedSession([HEAT])
    run(session)
    seconds = session.sent[0][2]
    assert seconds is not None and 20 < seconds <= 27
    run_steps(with_vectors(films()), PLAN, SCHEMA, session, StepsWanted(), Control())
    assert session.sent[1][2] is None


@pytest.mark.usefixtures("verdict")
def test_a_plan_that_counts_answers_with_the_number() -> None:
    count = Plan((), steps=PLAN.steps, count=True, method="spark", question="How many films?")
    [piece] = run(ScriptedSession([{**HEAT, "total": 12}, {**DUST, "total": 12}]), count)
    assert piece.answers == (12,)
    assert piece.text.startswith("12 in all\nA thief.")
    [nothing] = run(ScriptedSession([]), count)
    assert (nothing.answers, nothing.method) == ((0,), "spark")


@pytest.mark.usefixtures("verdict")
def test_a_plan_that_gives_a_property_answers_with_its_value() -> None:
    give = Plan((), steps=PLAN.steps, give="year", method="spark")
    [piece] = run(ScriptedSession([{**HEAT, "values": {"year": 1995}}]), give)
    assert (piece.answers, piece.text) == ((1995,), "Heat | year | 1995\nA thief.")


def test_a_refused_plan_is_answered_by_hybrid_retrieval_with_the_reason(verdict: SimpleNamespace) -> None:
    verdict.compiled, verdict.problems = None, ("There is no label 'Flim'. Did you mean 'Film'?",)
    session = ScriptedSession([HEAT])
    found = run(session, top_k=2)
    assert session.sent == []
    assert len(found) == 2
    assert {"Heat", "Thief", "Al Pacino"} >= set(names(found))
    assert found.metadata["fallback"] == {"reason": "refused", "problems": list(verdict.problems)}
    assert found.metadata["problems"] == list(verdict.problems)
    assert all(piece.metadata["fallback"] == found.metadata["fallback"] for piece in found)
    with pytest.raises(InvalidInput, match="The plan was refused: There is no label 'Flim'"):
        run(session, fallback=False)


@pytest.mark.usefixtures("verdict")
def test_a_plan_that_fails_is_answered_by_hybrid_retrieval_with_the_reason() -> None:
    problem = QueryFailed("Neo4j refused a statement: why")
    found = run(ScriptedSession(problem))
    assert found.metadata["fallback"] == {"reason": "failed", "problems": [problem.message]}
    assert found.metadata["round_trips"] == 1
    assert "Thief" in names(found)
    with pytest.raises(QueryFailed, match="why"):
        run(ScriptedSession(problem), fallback=False)


@pytest.mark.usefixtures("verdict")
def test_where_nothing_is_found_hybrid_retrieval_answers() -> None:
    found = run(ScriptedSession([]))
    assert found.metadata["fallback"] == {"reason": "nothing found", "problems": []}
    assert "problems" not in found.metadata
    assert "Thief" in names(found)
    assert list(run(ScriptedSession([]), fallback=False)) == []


@pytest.mark.usefixtures("verdict")
def test_a_question_in_no_way_related_gives_low_scores_and_no_error() -> None:
    plan = Plan((), steps=PLAN.steps, question="zzz qqq", method="spark")
    assert list(run(ScriptedSession([]), plan, without_vectors(films()))) == []
    assert run(ScriptedSession([]), plan).metadata["fallback"]["reason"] == "nothing found"


@pytest.mark.parametrize("while_running", [False, True])
def test_past_the_deadline_there_is_what_memory_knows(verdict: SimpleNamespace, while_running: bool) -> None:
    over = DeadlineExceeded("The statement was ended at its deadline.")
    if not while_running:
        verdict.raises = over
    found = run(ScriptedSession(over))
    assert not found.complete
    assert found.metadata["fallback"]["reason"] == "deadline"
    assert found.metadata["round_trips"] == int(while_running)
    assert "Thief" in names(found)
    nothing = run(ScriptedSession(over), fallback=False)
    assert (list(nothing), nothing.complete) == ([], False)


@pytest.mark.usefixtures("verdict")
def test_what_nobody_waits_for_is_not_looked_for() -> None:
    found = run(ScriptedSession(Cancelled("The caller stopped waiting.")))
    assert (list(found), found.complete) == ([], False)


@pytest.mark.usefixtures("verdict")
def test_a_database_that_is_gone_is_said() -> None:
    with pytest.raises(DatabaseUnavailable):
        run(ScriptedSession(DatabaseUnavailable("Neo4j cannot be reached.")))


@pytest.mark.usefixtures("verdict")
@pytest.mark.parametrize(
    ("expansion", "plan", "expected"),
    [
        (None, PLAN, ["Heat"]),
        ("sage+edge", PLAN, ["Heat", "Al Pacino"]),
        ("sage-edge", PLAN, ["Heat", "Al Pacino"]),
        ("sage+edge", ACTORS, ["Heat", "Al Pacino"]),
        ("sage-edge", ACTORS, ["Heat"]),
    ],
)
def test_expansion_follows_its_policy(expansion: str | None, plan: Plan, expected: list[str]) -> None:
    found = run(ScriptedSession([HEAT]), plan, expansion=expansion)
    assert names(found) == expected
    assert found.metadata["expanded"] is (len(expected) > 1)
    if expansion and len(expected) > 1:
        assert [piece.metadata["role"] for piece in found] == ["seed", "neighbour"]
    assert names(run(ScriptedSession([HEAT]), plan, expansion=expansion, top_k=1)) == ["Heat"]


@pytest.mark.usefixtures("verdict")
def test_hybrid_results_are_expanded_where_expansion_is_wanted() -> None:
    plan = Plan((), steps=ACTORS.steps, question="policeman", method="spark")
    view = without_vectors(films())
    assert names(run(ScriptedSession([]), plan, view)) == ["Heat"]
    assert names(run(ScriptedSession([]), plan, view, expansion="sage-edge")) == ["Heat", "Al Pacino"]


@pytest.mark.usefixtures("verdict")
def test_texts_keep_to_their_length() -> None:
    [piece] = run(ScriptedSession([{**HEAT, "text": "word " * 100}]), presentation=Presentation(max_tokens=5))
    assert len(piece.text) <= 20
