"""`Graph.learn`: examples are kept beside the projection, whole or not at all, and change what is planned."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import fakes
from motif.errors import InvalidInput, InvalidSource
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


def test_forgetting_all(films: Graph, tmp_path: Path) -> None:
    taught = Learned(tmp_path)
    taught.teach([LESSON], films.view.values, replace=False)
    taught.teach([], films.view.values, replace=True)
    assert taught.memory(films.view.values) is None
    assert json.loads((tmp_path / "examples.json").read_text()) == []
