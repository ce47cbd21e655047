"""Plans that count relationships ("without …", "more than two …"), run by the twin of steps, and what it refuses."""

from __future__ import annotations

from collections import Counter

import pytest

from motif.engine.control import Control
from motif.graphs.steps import CypherStep, Keep, Step, VectorSearch
from motif.planners.slots.planner import SlotPlanner
from naive_steps import found_by
from question_graphs import plain_graph
from slot_graphs import asked_graph, graph_to_run


def steps_of(name: str, question: str) -> tuple[Step, ...]:
    graph, schema = asked_graph(name)
    [plan] = SlotPlanner(lambda: schema).plan(question, graph.view, limit=1, control=Control(60))
    return plan.steps


@pytest.mark.parametrize(
    ("name", "question", "label", "type", "least", "most"),
    [
        ("world", "countries that have no capital", "Country", "HAS_CAPITAL", 0, 0),
        ("registry", "resources without a license", "Resource", "HAS_LICENSE", 0, 0),
        ("world", "countries with more than two languages", "Country", "HAS_LANGUAGE", 3, 99),
    ],
)
def test_how_many_relationships_nodes_have(
    name: str, question: str, label: str, type: str, least: int, most: int
) -> None:
    steps = steps_of(name, question)
    assert any(isinstance(step, CypherStep) for step in steps)
    graph = graph_to_run(name)
    held = Counter(str(link.source) for link in plain_graph(name).links if link.type == type)
    wanted = {id for id, node in graph.nodes.items() if label in node.labels and least <= held[id] <= most}
    assert set(found_by(graph, steps, {}).scores) == wanted


@pytest.mark.parametrize(
    "step",
    [
        CypherStep("odd", "MATCH (n)-->(m) RETURN m"),
        VectorSearch("search", "anything"),
    ],
)
def test_what_has_no_plain_meaning_must_be_given(step: Step) -> None:
    graph = graph_to_run("world")
    for steps in ((step,), (step, Keep("kept", step.name, "Country"))):
        with pytest.raises(ValueError, match="must be given"):
            found_by(graph, steps, {})
    assert list(found_by(graph, (step,), {step.name: {"0": 1.0}}).scores) == ["0"]
