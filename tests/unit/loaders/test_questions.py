"""Gold patterns find gold answers: replayed on small graphs made here, and on the real sets where they are."""

from __future__ import annotations

import json
import os
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

import pytest

from motif.errors import InvalidSource
from motif.graphs.pattern import parse_pattern
from motif_loaders import metaqa, metaqa_questions, pathquestion, pathquestion_questions
from motif_loaders.questions import Question

DATA = os.environ.get("MOTIF_DATA")
needs_data = pytest.mark.skipif(not DATA, reason="MOTIF_DATA does not name the folder of the data sets")

Index = dict[tuple[str, str, bool], set[str]]


def index(triples: Iterable[tuple[str, str, str]]) -> Index:
    found: Index = defaultdict(set)
    for head, relation, tail in triples:
        found[head, relation, True].add(tail)
        found[tail, relation, False].add(head)
    return found


def replay(graph: Index, question: Question) -> set[str]:
    """Follows the pattern edge by edge from the topic; images of unknowns are not the topic if it says "known"."""
    names = [
        part["name"] if isinstance(part, dict) else part for triple in question.pattern for part in triple
    ]
    reached = {question.topic: {question.topic}}
    for step in range(len(question.pattern)):
        head, relation, tail = names[3 * step : 3 * step + 3]
        outgoing = head in reached
        start, end = (head, tail) if outgoing else (tail, head)
        found = set().union(*(graph.get((name, relation, outgoing), set()) for name in reached[start]))
        reached[end] = found - {question.topic} if question.injective == "known" else found
    return reached["?answer"]


@pytest.mark.parametrize(
    ("kind", "pattern"),
    [
        ("movie_to_genre", [("T", "has_genre", "?answer")]),
        ("tag_to_movie", [("?answer", "has_tags", "T")]),
        ("movie_to_imdbrating", [("T", "has_imdb_rating", "?answer")]),
        ("writer_to_movie_to_writer", [("?movie1", "written_by", "T"), ("?movie1", "written_by", "?answer")]),
        ("movie_to_actor_to_movie", [("T", "starred_actors", "?actor1"), ("?answer", "starred_actors", "?actor1")]),
        (
            "movie_to_director_to_movie_to_language",
            [("T", "directed_by", "?director1"), ("?movie2", "directed_by", "?director1"),
             ("?movie2", "in_language", "?answer")],
        ),
    ],
)  # fmt: skip
def test_a_type_is_a_path_from_the_films(kind: str, pattern: list[tuple[str, str, str]]) -> None:
    assert list(metaqa_questions.gold_pattern(kind, "T")) == pattern
    assert "answer" in parse_pattern(pattern).unknowns


def test_a_question_loses_its_brackets_and_keeps_its_answers(tmp_path: Path) -> None:
    (tmp_path / "qa_dev_1hop.tsv").write_text("who directed [Heat (a film)]\tA|B\tmovie_to_director\n")
    [question] = metaqa_questions.load(tmp_path, hop="1", split="dev")
    assert question == Question(
        text="who directed Heat (a film)",
        topic="Heat (a film)",
        answers=("A", "B"),
        pattern=(("Heat (a film)", "directed_by", "?answer"),),
        kind="movie_to_director",
    )


def test_a_topic_that_looks_unknown_is_a_name_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "qa_test_1hop.tsv").write_text("who directed [UNKNOWN]\tA\tmovie_to_director\n")
    [question] = metaqa_questions.load(tmp_path)
    assert parse_pattern(question.pattern).nodes[0].name == "UNKNOWN"


def test_the_published_layout_is_read_too(tmp_path: Path) -> None:
    (tmp_path / "2-hop" / "vanilla").mkdir(parents=True)
    (tmp_path / "2-hop" / "vanilla" / "qa_test.txt").write_text("when [Al] acted\t1995\n")
    (tmp_path / "2-hop" / "qa_test_qtype.txt").write_text("actor_to_movie_to_year\n")
    [question] = metaqa_questions.load(tmp_path, hop=2)
    assert question.pattern == (("?movie1", "starred_actors", "Al"), ("?movie1", "release_year", "?answer"))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("who directed Heat\tA\tmovie_to_director\n", "line 1 names no topic"),
        ("who directed [Heat]\tA\tmovie_to_producer\n", "'producer' is none of actor"),
        ("who directed [Heat]\tA\n", "line 1 has 2 fields"),
    ],
)
def test_a_malformed_question_is_named_with_its_line(tmp_path: Path, line: str, message: str) -> None:
    (tmp_path / "qa_test_1hop.tsv").write_text(line)
    with pytest.raises(InvalidSource, match=message):
        list(metaqa_questions.load(tmp_path))


def test_four_hops_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidSource, match="hop is 1, 2 or 3"):
        metaqa_questions.load(tmp_path, hop=4)


def test_pathquestion_follows_its_paths(tmp_path: Path) -> None:
    row = {"question": "?", "topic": "a", "answers": ["a"], "paths": [["a", "parents", "b", "children", "a"]]}
    (tmp_path / "questions.jsonl").write_text(json.dumps(row) + "\n")
    [question] = pathquestion_questions.load(tmp_path)
    assert replay(index([("a", "parents", "b"), ("b", "children", "a")]), question) == {"a"}


def test_pathquestion_names_a_malformed_line(tmp_path: Path) -> None:
    (tmp_path / "questions.jsonl").write_text("{}\n")
    with pytest.raises(InvalidSource, match=r"questions\.jsonl, line 1 cannot be read"):
        list(pathquestion_questions.load(tmp_path))


@needs_data
@pytest.mark.data
@pytest.mark.parametrize(
    ("hop", "contained", "equal"), [(1, 9_941, 9_404), (2, 14_871, 14_871), (3, 14_274, 14_274)]
)
def test_gold_patterns_of_metaqa_find_the_gold_answers(hop: int, contained: int, equal: int) -> None:
    """The few that are missed have an answer or a film of the topic's own name, which is the topic's node."""
    graph = index(metaqa.read_triples(Path(str(DATA)) / "metaqa"))
    results = [
        (set(question.answers), replay(graph, question)) for question in metaqa_questions.load(hop=hop)
    ]
    assert sum(gold <= found for gold, found in results) == contained
    assert sum(gold == found for gold, found in results) == equal


@needs_data
@pytest.mark.data
def test_gold_patterns_of_pathquestion_find_the_gold_answers() -> None:
    graph = index(pathquestion.read_triples(Path(str(DATA)) / "pathquestion"))
    questions = list(pathquestion_questions.load())
    assert len(questions) == 1_908
    assert all(replay(graph, question) == set(question.answers) for question in questions)
