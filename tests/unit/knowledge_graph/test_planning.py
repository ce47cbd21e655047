"""Which planner answers for which verb: with a model and without, and one's own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("langchain_core", reason="langchain-core is not installed")

import fakes
from motif.engine.control import Control
from motif.errors import InvalidInput
from motif.graphs.plan import Plan
from motif.knowledge_graph.learned import Learned
from motif.knowledge_graph.planning import NO_MODEL, Planners
from motif.models.language import ChatModel
from motif.planners.decomposition import DecompositionPlanner
from motif.planners.language_planner import LanguagePlanner
from motif.planners.protocol import Planner
from motif.planners.question_planner import PathPlanner
from motif.planners.schema_planner import SchemaPlanner
from motif.retrievers.view import View
from motif.settings import ModelSettings
from question_graphs import question_graph
from scripted_models import scripted

QUESTION = "Who acted in the films that Michael Mann directed?"


@pytest.fixture(scope="module")
def films() -> View:
    return question_graph("films", fakes.HashEncoder()).view


def model() -> ChatModel:
    told = {"alternatives": [{"assertions": ["Michael Mann directed [ENT1]"], "strategy": "Breadth"}]}
    built = {"graphs": [{"number": 1, "triples": [["Michael Mann", "DIRECTED", "[ENT1]"]]}]}
    return ChatModel(scripted(told, built), ModelSettings(name="scripted", retries=0), first_pause=0)


def planners(source: Callable[[], ChatModel] | None = None) -> Planners:
    return Planners(source, Learned(None))


def plan_of(planner: Planner, graph: View) -> Plan:
    return planner.plan(QUESTION, graph, limit=1, control=Control(20))[0]


def test_for_tracing_the_planners_give_schema_graphs(films: View) -> None:
    without = plan_of(planners().named("auto", films, "trace"), films)
    assert (without.method, without.strategy, without.planner) == ("trace", "breadth", "paths")
    decomposed = plan_of(planners(model).named("auto", films, "trace"), films)
    assert (decomposed.method, decomposed.planner, decomposed.answer) == ("trace", "model", "[ENT1]")
    assert plan_of(planners(model).named("paths", films, "trace"), films).planner == "paths"


def test_for_other_verbs_they_are_as_before(films: View) -> None:
    assert isinstance(planners().named("auto", films), PathPlanner)
    assert isinstance(planners(model).named("model", films), LanguagePlanner)
    noted = plan_of(planners().named("model", films), films)
    assert noted.notes[0] == NO_MODEL and noted.strategy is None


def test_a_model_that_is_wanted_and_not_configured_is_said(films: View) -> None:
    plan = plan_of(planners().named("model", films, "trace"), films)
    assert plan.notes[0] == NO_MODEL and plan.method == "trace"


def test_ones_own_planner_is_made_to_trace(films: View) -> None:
    class Own:
        name = "own"

        def plan(self, question: str, graph: Any, *, limit: int, control: Control) -> list[Plan]:
            return [Plan((("?film", "DIRECTED", "Heat"),))]

    own = Own()
    assert planners().named(own, films) is own
    assert isinstance(planners().named(own, films, "trace"), SchemaPlanner)
    assert plan_of(planners().named(own, films, "trace"), films).method == "trace"
    with pytest.raises(InvalidInput, match="A planner has a method plan"):
        planners().named(3, films, "trace")


def test_planners_are_kept_until_more_is_learnt(films: View) -> None:
    kept = planners(model)
    first = kept.named("auto", films, "trace")
    assert isinstance(first, DecompositionPlanner) and kept.named("model", films, "trace") is first
    kept._learned.teach(
        [{"question": "who directed Heat?", "pattern": [["?p", "DIRECTED", "Heat"]]}], films, replace=False
    )
    assert kept.named("auto", films, "trace") is not first
