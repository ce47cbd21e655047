"""Meanings as patterns: they find the same, and say nothing of what a pattern cannot."""

from __future__ import annotations

import pytest

from bridge_graph import bridges
from motif.graphs.meaning import (
    Branch,
    Column,
    Condition,
    Foremost,
    Meaning,
    Order,
    Place,
    Selection,
    Test,
    Value,
)
from motif.planners.meaning.as_pattern import as_pattern
from motif.planners.meaning.planner import plan_meanings
from slot_graphs import asked_graph

PLAIN = {
    "films": [
        "Who directed Heat?",
        "Who directed the films starring Tom Hanks?",
        "How many films did Ridley Scott direct?",
        "When was Heat released?",
        "Which films were directed by Michael Mann and star Al Pacino?",
    ],
    "world": [
        "Which languages are spoken in Kenya?",
        "Which countries border Germany?",
        "What is the population of Kenya?",
        "How many countries are in Africa?",
    ],
}


@pytest.mark.parametrize(
    ("graph", "question"), [(name, one) for name, all_of in PLAIN.items() for one in all_of]
)
def test_it_finds_the_same(graph: str, question: str) -> None:
    asked, _ = asked_graph(graph)
    plan = as_pattern(question, plan_meanings(question, asked.view)[0])
    assert plan is not None and plan.planner == "meaning"
    read = asked.retrieve(question, planner="meaning", top_k=100)
    run = asked.run(plan, top_k=100)
    assert {one.answers for one in run} == {one.answers for one in read} != set()


SPANNED = Branch(("SPANS",), "out", Place("river", "River", ("Tarn",)))


@pytest.mark.parametrize(
    "test",
    [
        Condition("length_m", ">", 100),
        Branch(("SPANS",), "out", Place("river"), count=(">", 1)),
        Branch(("SPANS", "CROSSES"), "out", Place("river")),
        Branch(("SPANS",), "out", Place("river", names=("Tarn", "Avon"))),
        Branch(("SPANS",), "out", Place("river"), where=(Condition("since", "=", 1900),)),
        Branch(("SPANS",), "out", Place("river", foremost=Foremost("length"))),
    ],
)
def test_what_no_pattern_says_is_none(test: Test) -> None:
    place = Place("bridge", "Bridge", tests=(SPANNED, test))
    assert as_pattern("", Meaning(Selection(place, (Column("bridge", Value("bridge")),)))) is None


@pytest.mark.parametrize(
    "more", [{"limit": 1}, {"order": (Order(Value("bridge", "length_m")),)}, {"asks": True}]
)
def test_what_is_ordered_or_asked_is_none(more: dict[str, object]) -> None:
    asked = Selection(Place("bridge", "Bridge"), (Column("bridge", Value("bridge")),), **more)  # type: ignore[arg-type]
    assert as_pattern("", Meaning(asked)) is None


def test_things_of_one_label_are_told_apart() -> None:
    town = Place("a", "Town", tests=(Branch(("TWINNED",), "both", Place("b", "Town", ("Harrow",))),))
    far = Place("c", "Town", tests=(Branch(("TWINNED",), "both", town),))
    plan = as_pattern("", Meaning(Selection(far, (Column("town", Value("c")),))))
    assert plan is not None and not plan.directed
    assert plan.pattern == (("?town", "TWINNED", "?town2"), ("?town2", "TWINNED", "Harrow"))


def test_a_sure_answer_comes_with_a_plan_to_edit() -> None:
    found = bridges().retrieve("Which bridges span the Tarn?")
    assert found.metadata["choice"]["method"] == "meaning" and found.metadata["plan"]["method"] == "search"
    again = bridges().run(found.metadata["plan"])
    assert {one.answers for one in again} == {one.answers for one in found}
