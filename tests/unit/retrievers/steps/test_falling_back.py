"""Hybrid retrieval in place of a plan that finds nothing."""

from __future__ import annotations

from motif.engine.control import Control
from motif.graphs.graph_schema import GraphSchema, LabelProfile
from motif.graphs.plan import Plan
from motif.graphs.steps import Find, FulltextSearch, Rank
from motif.retrievers.steps.falling_back import HybridWanted, hybrid_instead, words_of_plan
from motif.retrievers.view import View
from unit.retrievers.steps.films import SCHEMA, films, with_vectors, without_vectors


def names(view: View, plan: Plan, schema: GraphSchema = SCHEMA, **wanted: int) -> list[str]:
    found = hybrid_instead(view, plan, schema, HybridWanted(**{"top_k": 3, **wanted}), Control())
    return [piece.answers[0].name for piece in found]


def asked(question: str) -> Plan:
    return Plan((), question=question, steps=(Find("a", "Film"),), method="spark")


def test_the_question_is_looked_for_by_words_and_meaning() -> None:
    assert names(with_vectors(films()), asked("alone on the moon"))[0] == "Moon"
    assert names(without_vectors(films()), asked("alone on the moon")) == ["Moon"]


def test_a_question_that_has_nothing_to_do_with_the_graph_gives_little_and_never_fails() -> None:
    assert names(without_vectors(films()), asked("zzz qqq")) == []
    found = hybrid_instead(with_vectors(films()), asked("zzz qqq"), SCHEMA, HybridWanted(3), Control())
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


def test_neighbours_come_too_where_they_are_wanted() -> None:
    found = hybrid_instead(
        without_vectors(films()), asked("policeman"), SCHEMA, HybridWanted(5, neighbours=2), Control()
    )
    assert [(piece.answers[0].name, piece.metadata["role"]) for piece in found] == [
        ("Heat", "seed"),
        ("Al Pacino", "neighbour"),
    ]
