"""Examples of steps: which of the user's they are, how they are shown, and what is said of bad ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest

import fakes
from motif.catalog import from_triples
from motif.engine.control import Control
from motif.errors import InvalidInput
from motif.graphs.graph_schema import GraphSchema
from motif.graphs.plan import Plan
from motif.planners.shots import user_examples
from motif.planners.steps.example_planner import ExamplePlanner
from motif.planners.steps.examples import StepExamples, check_step_examples, numbers_of_steps_alone
from motif.retrievers.view import View

PATTERN = "MATCH (m)-[:DIRECTED]->(f {name: 'Heat'}) RETURN m"
YEARS = "MATCH (f:Film) WHERE f.year > 1999 RETURN f"
STEPS = {"steps": [{"step": "find", "as": "a", "label": "Film", "where": {"name": "Heat"}}]}
EXAMPLES: list[dict[str, Any]] = [
    {"question": "who made Heat", "pattern": [["?who", "DIRECTED", "Heat"]]},
    {"question": "who directed Heat", "cypher": PATTERN},
    {"question": "films after 1999", "cypher": YEARS, "parameters": {}},
    {"question": "the film Heat", "plan": STEPS},
    {"question": "born?", "answers": ["1999"]},
    {"question": "again the film Heat", "plan": Plan.from_value({**STEPS, "give": "year"})},
]


def test_cypher_and_plans_of_steps_are_examples_of_steps() -> None:
    known = StepExamples(EXAMPLES)
    assert [example.number for example in known.examples] == [2, 3, 4, 6]
    assert {example.plan.method for example in known.examples} == {"spark"}
    assert known.examples[3].plan.give == "year"


def test_those_that_are_no_patterns_teach_steps_alone() -> None:
    assert numbers_of_steps_alone(EXAMPLES, ["name"]) == {3, 4, 6}


def test_other_planners_are_not_shown_them() -> None:
    assert [example.question for example in user_examples(EXAMPLES)] == ["who made Heat"]


def test_they_are_shown_as_a_model_shall_answer_the_likest_first() -> None:
    view = View(from_triples([("Heat", "directed_by", "Mann")]), fakes.HashEncoder)
    shown = StepExamples(EXAMPLES).like("films after 2010", view, 2)
    assert shown[0] == ("films after 1999", {"cypher": YEARS})
    everything = dict(StepExamples(EXAMPLES).like("film", view, 9))
    assert everything["the film Heat"] == STEPS
    assert everything["again the film Heat"] == {**STEPS, "give": "year"}
    assert StepExamples(EXAMPLES).like("film", view, 0) == []


@pytest.mark.parametrize(
    ("example", "said"),
    [
        ({"cypher": YEARS}, "Example 1 has no question"),
        ({"question": "q", "cypher": ["MATCH"]}, r"Example 1 \('q'\) cannot be read: Cypher is a statement"),
        ({"question": "q", "cypher": YEARS, "parameters": [1]}, "Parameters are a mapping"),
        (
            {"question": "q", "plan": {"steps": [{"step": "matched", "as": "a"}]}},
            r"Step 1 is an unknown step 'matched'\. Did you mean",
        ),
    ],
)
def test_one_that_cannot_be_read_is_named(example: Any, said: str) -> None:
    with pytest.raises(InvalidInput, match=said) as caught:
        StepExamples([example])
    assert "It needs a 'plan' with 'steps', or 'cypher'" in caught.value.hint


def test_one_that_cannot_be_run_is_named() -> None:
    def problems_of(plan: Plan) -> list[str]:
        return ["The graph has no label 'Film'."]

    check_step_examples(EXAMPLES, [1, 5], problems_of)
    with pytest.raises(
        InvalidInput, match=r"Example 3 \('films after 1999'\) cannot be run: The graph has no label"
    ):
        check_step_examples(EXAMPLES, [3, 4], problems_of)


class Other:
    """Gives two plans for any question."""

    name = "other"

    def plan(self, question: str, graph: Any, *, limit: int, control: Control) -> list[Plan]:
        labels = ["Film", "Person"]
        steps = [
            [{"step": "find", "as": "a", "label": label, "where": {"name": "Alien"}}] for label in labels
        ]
        return [Plan.from_value({"steps": one, "planner": self.name}) for one in steps][:limit]


@dataclass(frozen=True)
class Verdict:
    """What a check gives."""

    problems: Sequence[str]


@pytest.mark.parametrize(
    ("question", "limit", "problems", "planners"),
    [
        ("The film Alien?", 1, (), ["examples"]),
        ("The film Alien?", 3, (), ["examples", "other"]),  # the other's first plan is the same
        ("The film Alien?", 2, ("no such label",), ["other", "other"]),
        ("anything else", 2, (), ["other", "other"]),
    ],
)
def test_an_example_is_followed_first_and_the_other_planner_after(
    question: str, limit: int, problems: Sequence[str], planners: list[str]
) -> None:
    view = View(from_triples([("Heat", "r", "x"), ("Alien", "r", "x")]), fakes.HashEncoder)

    def check(plan: Plan, schema: GraphSchema) -> Verdict:
        return Verdict(problems)

    made = ExamplePlanner(StepExamples(EXAMPLES[:4]), GraphSchema({}, {}), Other(), check)
    with Control(20) as control:
        plans = made.plan(question, view, limit=limit, control=control)
    assert (made.name, [plan.planner for plan in plans]) == ("other", planners)


def test_what_is_no_question_is_the_other_planners_to_refuse() -> None:
    made = ExamplePlanner(StepExamples(EXAMPLES[:4]), GraphSchema({}, {}), Other())
    with Control(20) as control:
        assert len(made.plan(None, None, limit=2, control=control)) == 2  # type: ignore[arg-type]
