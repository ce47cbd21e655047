"""Hybrid retrieval in place of a plan that finds nothing."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from motif.graphs.graph_schema import GraphSchema, LabelProfile
from motif.graphs.plan import Plan
from motif.graphs.steps import Combine, Find, FulltextSearch, Keep, Rank, Step, Traverse, VectorSearch
from motif.retrievers.selection import Selection
from motif.retrievers.steps.falling_back import HybridWanted, answer_label, hybrid_instead, words_of_plan
from motif.retrievers.view import View
from unit.retrievers.steps.films import SCHEMA, films, with_vectors, without_vectors


def names(view: View, plan: Plan, schema: GraphSchema = SCHEMA) -> list[str]:
    found = hybrid_instead(view, plan, schema, HybridWanted(3))
    return [piece.answers[0].name for piece in found]


def asked(question: str) -> Plan:
    return Plan((), question=question, steps=(Find("a", "Film"),), method="spark")


def test_the_question_is_looked_for_by_words_and_meaning() -> None:
    assert names(with_vectors(films()), asked("alone on the moon"))[0] == "Moon"
    assert names(without_vectors(films()), asked("alone on the moon")) == ["Moon"]


def test_a_question_that_has_nothing_to_do_with_the_graph_gives_little_and_never_fails() -> None:
    assert names(without_vectors(films()), asked("zzz qqq")) == []
    found = hybrid_instead(with_vectors(films()), asked("zzz qqq"), SCHEMA, HybridWanted(3))
    assert all(piece.metadata["bm25"] == 0 for piece in found)


def test_a_plan_without_a_question_is_looked_for_by_its_texts() -> None:
    steps = (
        Find("a", "Film", {"$or": [{"name": {"$like": "%Heat%"}}, {"year": 1995}]}),
        FulltextSearch("b", "crime"),
        Rank("c", "b", by_text="a chase"),
    )
    assert words_of_plan(Plan((), steps=steps, method="spark")) == "Heat crime a chase"
    assert names(with_vectors(films()), Plan((), steps=(Find("a", "Film"),), method="spark")) == []


def test_labels_that_the_schema_leaves_out_are_left_out() -> None:
    people = GraphSchema({"Person": LabelProfile("Person", 1)}, {})
    assert names(without_vectors(films()), asked("a thief"), people) == ["Al Pacino"]
    assert "Thief" in names(without_vectors(films()), asked("a thief"), GraphSchema({}, {}))


def test_nodes_with_the_label_of_the_answer_come_alone_where_they_say_anything() -> None:
    view = without_vectors(films())
    actors = Plan(
        (), question="a thief", steps=(Find("a", "Film"), Traverse("b", "a", label="Person")), method="spark"
    )
    assert names(view, actors) == ["Al Pacino"]
    assert names(view, dataclasses.replace(actors, question="alone on the moon")) == ["Moon"]


def test_the_callers_filter_holds() -> None:
    view = without_vectors(films())
    rows = view.projection.nodes
    selection = Selection(np.array([rows.names[row] != "Moon" for row in range(len(rows))]))
    for plan in (asked("alone on the moon"), dataclasses.replace(asked("alone on the moon"), steps=())):
        found = hybrid_instead(view, plan, SCHEMA, HybridWanted(3, selection=selection))
        assert "Moon" not in [piece.answers[0].name for piece in found]


@pytest.mark.parametrize(
    ("steps", "label"),
    [
        ((), None),
        ((VectorSearch("a", "crime"),), None),
        ((Find("a", "Film"), Rank("b", "a", by_property="year")), "Film"),
        ((Find("a", "Film"), Traverse("b", "a")), None),
        ((Find("a", "Film"), Find("b", "Person"), Combine("c", "except", ("a", "b"))), "Film"),
        ((Find("a", "Film"), Keep("b", "a", "Person")), "Person"),
        ((Keep("b", "b"),), None),
        ((Keep("a", "b"), Keep("b", "a")), None),
    ],
)
def test_the_label_of_the_answers(steps: tuple[Step, ...], label: str | None) -> None:
    assert answer_label(steps) == label
