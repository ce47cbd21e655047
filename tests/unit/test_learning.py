"""`Graph.learn`: examples are kept beside the projection, whole or not at all, and change what is planned."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

import fakes
from motif.errors import InvalidInput, InvalidSource
from motif.graphs.plan import Plan
from motif.knowledge_graph import Graph
from motif.knowledge_graph.learned import Learned

FILMS = [
    (film, relation, name)
    for film, director, actor in [
        ("Heat", "Mann", "Pacino"),
        ("Alien", "Scott", "Weaver"),
        ("Jaws", "Spielberg", "Shaw"),
    ]
    for relation, name in [("directed_by", director), ("starred_actors", actor)]
]
ODD = "who is the soul of [Heat]?"
LESSON = {"question": ODD, "pattern": [["Heat", "starred_actors", "?who"]], "answer": "?who"}
BAD = {"question": "who?", "pattern": [["Heat", "no such relation", "?who"]]}


@pytest.fixture
def films() -> Graph:
    return Graph.from_triples(FILMS, encoder=fakes.HashEncoder())


def first(graph: Graph, question: str) -> str:
    return str(graph.retrieve(question, planner="paths")[0].answers[0].name)


def test_an_example_teaches_questions_like_it(films: Graph) -> None:
    films.learn([LESSON, {"question": "who is the soul of [Jaws]?", "answers": ["Shaw"]}])
    assert first(films, "who is the soul of [Alien]?") == "Weaver"
    films.learn([{**LESSON, "pattern": [["Heat", "directed_by", "?who"]]}], replace=True)
    assert first(films, "who is the soul of [Alien]?") == "Scott"


@pytest.mark.parametrize(
    ("examples", "said"),
    [
        ([{"pattern": [["Heat", "directed_by", "?who"]]}], "question"),
        ([LESSON, {"question": "who?"}], "2"),
        ("who?", "No such file"),
        ([{"question": ODD, "pattern": [["Heat", "no such relation", "?who"]]}], "no such relation"),
    ],
)
def test_a_bad_example_is_named_and_nothing_is_changed(films: Graph, examples: Any, said: str) -> None:
    films.learn([LESSON])
    with pytest.raises(InvalidInput, match=said):
        films.learn(examples)
    assert films._learned.examples() == [LESSON]


def test_a_file_of_examples(films: Graph, tmp_path: Path) -> None:
    path = tmp_path / "examples.yml"
    path.write_text('- question: who is the soul of [Heat]?\n  pattern: [[Heat, starred_actors, "?who"]]\n')
    assert films.learn(path).examples == 1 and films.learn(str(path)).unused == ()
    for text, said in [("a: b", "list of examples"), ("- [", "not valid YAML"), ("- who", "Entry 1")]:
        path.write_text(text)
        with pytest.raises(InvalidSource, match=said):
            films.learn(path)


def test_what_was_learnt_is_there_for_the_next_process(films: Graph, tmp_path: Path) -> None:
    taught = Learned(tmp_path / "learned")
    taught.teach([LESSON], films.view.values, replace=False)
    taught.teach([LESSON], films.view.values, replace=False)
    again = Learned(tmp_path / "learned")
    assert again.examples() == [LESSON]
    memory = again.memory(films.view.values)
    assert memory is not None and len(memory.lessons) == 1 and again.memory(films.view.values) is memory
    taught.teach([{**LESSON, "question": "[Heat]'s soul?"}], films.view.values, replace=False)
    assert len(again.examples()) == 2 and again.memory(films.view.values) is not memory


def test_what_was_made_of_examples_is_made_again(films: Graph, tmp_path: Path) -> None:
    taught = Learned(tmp_path)
    taught.teach([LESSON], films.view.values, replace=False)
    [made] = [entry for entry in tmp_path.iterdir() if entry.is_dir()]
    for entry in made.iterdir():
        entry.write_bytes(b"half")
    memory = Learned(tmp_path).memory(films.view.values)
    assert memory is not None and len(memory.lessons) == 1


def test_a_file_that_is_broken_is_named(films: Graph, tmp_path: Path) -> None:
    (tmp_path / "examples.json").write_text("[{", encoding="utf-8")
    with pytest.raises(InvalidSource, match=r"examples\.json"):
        Learned(tmp_path).memory(films.view.values)


def test_what_the_graph_no_longer_has_is_kept_and_stops_nothing(films: Graph, tmp_path: Path) -> None:
    Learned(tmp_path).teach([LESSON], films.view.values, replace=False)
    changed = Graph.from_triples([("Heat", "made_by", "Mann"), ("Jaws", "made_by", "Spielberg")])
    for entry in tmp_path.iterdir():
        if entry.is_dir():
            shutil.rmtree(entry)  # as an upgrade may: it is made again
    taught = Learned(tmp_path)
    memory = taught.memory(changed.view.values)
    assert memory is not None and memory.lessons == ()
    more = {"question": "whose work is [Heat]?", "pattern": [["Heat", "made_by", "?who"]]}
    memory = taught.teach([more], changed.view.values, replace=False)
    assert [lesson.question for lesson in memory.lessons] == ["whose work is [Heat]?"]
    assert memory.unused == (
        f"Example 1 ({ODD!r}) has the relation 'starred_actors', which the graph does not have.",
    )
    assert taught.examples() == [LESSON, more]
    remembered = Learned(tmp_path).memory(films.view.values)
    assert remembered is not None and len(remembered.lessons) == 1


def test_an_example_is_named_by_its_number_in_what_was_given(films: Graph) -> None:
    films.learn([LESSON])
    for given, number in (([BAD], 1), ([LESSON, BAD], 2)):
        with pytest.raises(InvalidInput, match=rf"Example {number} \('who\?'\)"):
            films.learn(given)


def test_forgetting_all(films: Graph, tmp_path: Path) -> None:
    taught = Learned(tmp_path)
    taught.teach([LESSON], films.view.values, replace=False)
    taught.teach([], films.view.values, replace=True)
    assert taught.memory(films.view.values) is None
    assert json.loads((tmp_path / "examples.json").read_text()) == []


STEPS = {"steps": [{"step": "find", "as": "a", "label": "Film", "where": {"name": "Heat"}}]}
OF_STEPS = [
    {"question": "films after 1999", "cypher": "MATCH (f:Film) WHERE f.year > 1999 RETURN f"},
    {"question": "the film Heat", "plan": STEPS},
]


def no_problems(plan: Plan) -> list[str]:
    return []


def test_examples_of_steps_are_kept_beside_the_others(films: Graph, tmp_path: Path) -> None:
    taught = Learned(tmp_path)
    memory = taught.teach([*OF_STEPS, LESSON], films.view.values, replace=False, problems_of=no_problems)
    assert (len(memory.lessons), memory.unused) == (1, ())
    again = Learned(tmp_path)
    remembered = again.memory(films.view.values)
    assert remembered is not None and remembered.lessons == memory.lessons
    assert [example.question for example in again.step_examples().examples] == [
        "films after 1999",
        "the film Heat",
    ]
    assert again.step_examples() is again.step_examples()
    again.teach([], films.view.values, replace=True)
    assert again.step_examples().examples == []


def test_what_was_made_of_them_is_made_again_without_asking_the_database(
    films: Graph, tmp_path: Path
) -> None:
    Learned(tmp_path).teach([*OF_STEPS, LESSON], films.view.values, replace=False, problems_of=no_problems)
    for entry in tmp_path.iterdir():
        if entry.is_dir():
            shutil.rmtree(entry)
    memory = Learned(tmp_path).memory(films.view.values)
    assert memory is not None and len(memory.lessons) == 1


def test_an_example_that_the_database_cannot_run_is_named_and_nothing_is_changed(films: Graph) -> None:
    taught = Learned(None)
    taught.teach([LESSON], films.view.values, replace=False)
    with pytest.raises(
        InvalidInput, match=r"Example 1 \('films after 1999'\) cannot be run: no label 'Film'"
    ):
        taught.teach(OF_STEPS, films.view.values, replace=False, problems_of=lambda plan: ["no label 'Film'"])
    assert taught.examples() == [LESSON]


@pytest.mark.parametrize(
    ("example", "said"), [(OF_STEPS[0], "cannot be read"), (OF_STEPS[1], "which only a graph of")]
)
def test_without_a_database_plans_of_steps_are_refused(films: Graph, example: Any, said: str) -> None:
    with pytest.raises(InvalidInput, match=rf"Example 2 .*{said}"):
        films.learn([LESSON, example])
    assert films._learned.examples() == []


def test_those_taught_with_a_database_stay_when_more_is_taught_without(films: Graph, tmp_path: Path) -> None:
    taught = Learned(tmp_path)
    taught.teach(OF_STEPS, films.view.values, replace=False, problems_of=no_problems)
    taught.teach([LESSON], films.view.values, replace=False)
    assert len(taught.examples()) == 3
