"""Where a model plans patterns: not where the planner without one is sure, and what leaves a name out stands behind."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

pytest.importorskip("langchain_core", reason="langchain-core is not installed")

import fakes
from motif import Graph
from motif.engine.control import Control
from motif.errors import NoEntityFound
from motif.graphs.plan import Plan
from motif.planners.weighing import WeighedPlanner
from scripted_models import ScriptedModel, scripted

FILMS = [("Heat", "directed_by", "Mann"), ("Thief", "directed_by", "Mann"), ("Heat", "starring", "Pacino")]
SURE = Plan((("?film", "directed_by", "Mann"),), "?film", question="directed by Mann", confidence=0.9)
DOUBTFUL = Plan((("?x", "starring", "Mann"),), "?x", confidence=0.1)
OF_MODEL = Plan((("?x", "directed_by", "Mann"), ("?x", "starring", "Pacino")), "?x", planner="model")


class Fixed:
    """A planner that has its plans."""

    name = "fixed"

    def __init__(self, *plans: Plan) -> None:
        self.plans, self.asked = plans, 0

    def plan(self, question: str, graph: Any, *, limit: int, control: Control) -> Sequence[Plan]:
        self.asked += 1
        if not self.plans:
            raise NoEntityFound("The question names nothing of the graph.")
        return self.plans


def planned(question: str, without: Fixed, model: Fixed) -> list[Plan]:
    graph = Graph.from_triples(FILMS, encoder=fakes.HashEncoder())
    return list(WeighedPlanner(without, model).plan(question, graph.view, limit=5, control=Control(20)))


def asked_of(plan: Plan, question: str) -> Plan:
    return Plan.from_value({**plan.as_dict(), "question": question})


def test_a_sure_plan_asks_no_model() -> None:
    model = Fixed(OF_MODEL)
    assert planned("directed by Mann", Fixed(SURE), model) == [SURE] and model.asked == 0


def test_where_it_is_not_sure_the_models_plan_may_be_the_first() -> None:
    question = "films by Mann with Pacino"
    of_model = Plan(OF_MODEL.pattern, "?x", planner="model", question=question)
    assert planned(question, Fixed(DOUBTFUL), Fixed(of_model))[0] == of_model
    assert planned(question, Fixed(), Fixed(of_model)) == [of_model]


def test_a_models_plan_that_leaves_a_name_out_says_so_and_stands_behind() -> None:
    question = "what was directed by [Mann] with [Pacino]?"
    short = Plan((("?x", "starring", "?y"),), "?x", planner="model", question=question)
    doubtful = Plan(SURE.pattern, "?film", question=question, confidence=0.1)
    first, second = planned(question, Fixed(doubtful), Fixed(short))
    assert first == doubtful and second.notes == ("Not used: 'Mann'.", "Not used: 'Pacino'.")
    assert [(one.kind, one.text) for one in second.omissions] == [("name", "Mann"), ("name", "Pacino")]


def test_unknowns_called_as_the_question_does_say_no_more() -> None:
    question = "what sorts are the features and pictures directed by Mann"
    longer = (("?entity2", "directed_by", "Mann"), ("?entity2", "has_genre", "?entity"))
    likely = Plan(longer, "?entity", question=question, confidence=0.8)
    of_model = Plan((("?feature", "directed_by", "Mann"),), "?feature", planner="model", question=question)
    assert planned(question, Fixed(likely), Fixed(of_model)) == [likely, of_model]
    unlikely = Plan(longer, "?entity", question=question, confidence=0.4)
    assert planned(question, Fixed(unlikely), Fixed(of_model)) == [of_model, unlikely]


def test_a_language_that_the_rules_do_not_know_is_the_models() -> None:
    question = "Welche der Filme hat der Mann mit dem Pacino gedreht?"
    of_model = Plan(OF_MODEL.pattern, "?x", planner="model", question=question)
    assert planned(question, Fixed(SURE), Fixed(of_model))[0].planner == "model"


def test_a_model_that_fails_leaves_the_other_plans_with_its_note() -> None:
    noted = Plan(DOUBTFUL.pattern, "?x", notes=("planned without the model: it is down",))
    assert planned("what has Mann made?", Fixed(DOUBTFUL), Fixed(noted)) == [noted]


def test_a_graph_without_labels_asks_a_model_only_in_doubt() -> None:
    model: ScriptedModel = scripted({"triples": [["?film", "starring", "Pacino"]], "answer": "?film"})
    graph = Graph.from_triples(FILMS, encoder=fakes.HashEncoder(), model=model)
    found = graph.retrieve("what was directed by [Mann]?")
    assert {one.name for piece in found for one in piece.answers} == {"Heat", "Thief"} and not model.prompts
