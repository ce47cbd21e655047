"""Plans over a narrowed schema use nothing that it leaves out, and say which names they could not use."""

from __future__ import annotations

import dataclasses

import pytest

from motif.engine.control import Control
from motif.graphs.plan import Plan
from motif.graphs.steps import Traverse
from motif.planners.slots.planner import SlotPlanner
from slot_graphs import asked_graph


def narrowed(question: str, labels: set[str] | None = None, types: set[str] | None = None) -> Plan:
    graph, schema = asked_graph("world")
    kept = {name: one for name, one in schema.labels.items() if labels is None or name in labels}
    relations = {name: one for name, one in schema.relations.items() if types is None or name in types}
    schema = dataclasses.replace(schema, labels=kept, relations=relations)
    return SlotPlanner(lambda: schema).plan(question, graph.view, limit=1, control=Control(60))[0]


@pytest.mark.parametrize("type", ["IN_COUNTRY", "HAS_CAPITAL"])
def test_relationship_types(type: str) -> None:
    steps = narrowed("Which cities are in Peru?", types={type}).steps
    walks = [step for step in steps if isinstance(step, Traverse)]
    assert [step.types for step in walks] == [(type,)]


def test_labels() -> None:
    plan = narrowed("capitals of countries in Asia", labels={"City", "Country"})
    used = {label for step in plan.steps if (label := getattr(step, "label", None)) is not None}
    assert used and used <= {"City", "Country"}
    assert "Not used: 'Asia' has none of the labels that may be used." in plan.notes
    whole = narrowed("capitals of countries in Asia")
    assert plan.confidence < whole.confidence and not any("may be used" in note for note in whole.notes)
