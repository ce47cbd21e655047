"""What both planners with a language model do when it does not answer, or is not configured."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("langchain_core", reason="langchain-core is not installed")

import fakes
from motif.engine.control import Control
from motif.errors import InvalidConfiguration
from motif.graphs.graph_schema import GraphSchema, LabelProfile
from motif.graphs.plan import Plan
from motif.models.language import ChatModel, load_chat_model
from motif.planners.language_planner import LanguagePlanner
from motif.planners.protocol import Planner
from motif.planners.steps.model_planner import StepPlanner
from motif.retrievers.view import View
from motif.settings import ModelSettings
from question_graphs import question_graph
from scripted_models import HangingModel

SCHEMA = GraphSchema({"Film": LabelProfile("Film", 3, {})}, {})


class FixedPlanner:
    """A planner that always gives one plan."""

    name = "fixed"

    def plan(self, question: str, graph: Any, *, limit: int, control: Control) -> list[Plan]:
        return [Plan((("?film", "directed", "X"),), answer="?film", planner=self.name)]


def of_patterns(model: Any, fallback: Planner | None) -> Planner:
    return LanguagePlanner(model, fallback=fallback)


def of_steps(model: Any, fallback: Planner | None) -> Planner:
    return StepPlanner(model, lambda: SCHEMA, fallback=fallback)


@pytest.fixture(scope="module")
def films() -> View:
    return question_graph("films", fakes.HashEncoder()).view


def plan_of(planner: Planner, films: View, seconds: float = 20) -> Plan:
    with Control(seconds) as control:
        return planner.plan("Who directed Heat?", films, limit=1, control=control)[0]


@pytest.mark.parametrize("made", [of_patterns, of_steps])
def test_a_hung_model_leaves_time_for_the_other_planner(
    made: Callable[[Any, Planner | None], Planner], films: View
) -> None:
    model = HangingModel(script=["late"])
    asked = ChatModel(model, ModelSettings(name="scripted", timeout=20), first_pause=0)
    try:
        plan = plan_of(made(asked, FixedPlanner()), films, seconds=2)
        assert model.hanging == 1
    finally:
        model.let_go()
    assert plan.planner == "fixed" and "did not answer in time" in plan.notes[0]


@pytest.mark.parametrize("made", [of_patterns, of_steps])
def test_a_model_that_is_not_configured_is_replaced_and_said(
    made: Callable[[Any, Planner | None], Planner], films: View
) -> None:
    def load() -> ChatModel:
        return load_chat_model(ModelSettings())

    plan = plan_of(made(load, FixedPlanner()), films)
    assert plan.notes[0] == "planned without the model: No language model is configured."
    with pytest.raises(InvalidConfiguration, match="MOTIF_MODEL"):
        plan_of(made(load, None), films)
