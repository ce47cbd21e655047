"""Questions that list facts: what they name lies around the answer, and the words say by which relations."""

from __future__ import annotations

import pytest

from motif import Graph
from motif.errors import NoEntityFound
from motif.graphs.evidence import Results

TRIPLES = [
    ("Heat", "directed_by", "Michael Mann"),
    ("Heat", "starring", "Al Pacino"),
    ("Heat", "starring", "Val Kilmer"),
    ("Heat", "released_in", "1995"),
    ("The Insider", "directed_by", "Michael Mann"),
    ("The Insider", "starring", "Al Pacino"),
    ("The Insider", "produced_by", "Val Kilmer"),
    ("Casino", "released_in", "1995"),
    ("Casino", "shot_in", "Las Vegas"),
]
LABELS = {"Heat": "Film", "The Insider": "Film", "Casino": "Film", "Michael Mann": "Person"}


@pytest.fixture(scope="module")
def films() -> Graph:
    return Graph.from_triples(TRIPLES, labels=LABELS)


def asked(films: Graph, question: str) -> Results:
    return films.retrieve(question, method="match", planner="paths", top_k=10)


def answers(found: Results) -> list[str]:
    return sorted(answer.name for piece in found for answer in piece.answers)


def test_every_fact_holds_of_the_answer(films: Graph) -> None:
    found = asked(films, "Which film is directed by Michael Mann, starring Al Pacino and released in 1995?")
    assert answers(found) == ["Heat"]
    plan = found.metadata["plan"]
    answer = {"unknown": "answer", "label": "Film"}
    assert plan["pattern"] == [
        ["Michael Mann", "directed_by", answer],
        ["Al Pacino", "starring", answer],
        ["1995", "released_in", answer],
    ]
    assert "notes" not in plan and plan["method"] == "match"


def test_the_words_say_by_which_relation(films: Graph) -> None:
    starred = "Which film was directed by Michael Mann, starring Al Pacino and starring Val Kilmer?"
    produced = "Which film was directed by Michael Mann, starring Al Pacino and produced by Val Kilmer?"
    assert answers(asked(films, starred)) == ["Heat"]
    assert answers(asked(films, produced)) == ["The Insider"]


def test_where_the_words_say_none_any_relation_will_do(films: Graph) -> None:
    found = asked(films, "Michael Mann, Al Pacino, Val Kilmer: which film is it?")
    assert answers(found) == ["Heat", "The Insider"]
    assert {triple[1] for triple in found.metadata["plan"]["pattern"]} == {None}


def test_a_name_that_lies_elsewhere_is_left_out_and_that_is_said(films: Graph) -> None:
    found = asked(
        films,
        "Which film is directed by Michael Mann, starring Val Kilmer, released in 1995 and shot in Las Vegas?",
    )
    assert answers(found) == ["Heat"]
    assert found.metadata["plan"]["notes"] == ["1 of the 4 things named were left out"]
    assert found.metadata["plan"]["omissions"] == [{"kind": "name", "text": "Las Vegas"}]


def test_what_is_named_is_not_what_the_facts_are_about(films: Graph) -> None:
    found = asked(films, "Which film with Michael Mann, Al Pacino and produced by Val Kilmer is not Heat?")
    assert answers(found) == ["The Insider"]
    assert found.metadata["plan"]["notes"] == ["1 of the 4 things named were left out"]


def test_fewer_facts_are_planned_as_ever(films: Graph) -> None:
    found = asked(films, "Who directed [Heat]?")
    assert answers(found) == ["Michael Mann"]
    assert found.metadata["plan"]["pattern"] == films.plan("Who directed [Heat]?")[0].as_dict()["pattern"]


def test_nothing_named_is_an_error(films: Graph) -> None:
    with pytest.raises(NoEntityFound):
        asked(films, "which one is it then?")
