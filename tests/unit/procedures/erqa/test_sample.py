"""The questions that are kept in ``tests/questions/erqa_*.jsonl``, over the two sample graphs.

They are written by ``motif erqa --dataset NAME --questions 18 --noise 0.2 --wrong 0.1 --seed 1 --out FILE``; again when
a sample graph's packages or the generator change.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from fakes import HashEncoder
from motif.knowledge_graph import Graph
from motif_procedures.erqa import write_erqa
from motif_procedures.erqa.question import ANSWER
from motif_procedures.erqa.question_file import read_questions
from motif_procedures.memory_graph import graph_in_memory

FOLDER = Path(__file__).parents[3] / "questions"


@cache
def sample_graph(name: str) -> Graph:
    return graph_in_memory(name, encoder=HashEncoder())


@pytest.mark.parametrize("name", ["world", "registry"])
def test_the_sample_is_what_its_seed_gives(name: str, tmp_path: Path) -> None:
    out = tmp_path / "again.jsonl"
    write_erqa(
        {"out": out, "questions": 18, "noise": 0.2, "wrong": 0.1, "seed": 1},
        projection=sample_graph(name).projection,
    )
    assert out.read_text(encoding="utf-8") == (FOLDER / f"erqa_{name}.jsonl").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["world", "registry"])
def test_the_gold_patterns_have_exactly_the_gold_answers(name: str) -> None:
    for question in read_questions(FOLDER / f"erqa_{name}.jsonl"):
        found = sample_graph(name).match(question.gold, answer=ANSWER)
        names = {answer.name for piece in found for answer in piece.answers}
        assert names == set(question.answers) or not question.is_possible
        assert names and found.complete


@pytest.mark.parametrize("name", ["world", "registry"])
def test_the_patterns_as_asked_are_answered_too(name: str) -> None:
    questions = list(read_questions(FOLDER / f"erqa_{name}.jsonl"))
    right = 0
    for question in questions:
        found = sample_graph(name).match(question.pattern, answer=ANSWER)
        answers = [answer.name for piece in found for answer in piece.answers]
        right += answers[0] in question.answers if answers else not question.is_possible
        assert bool(found.metadata.get("fallback")) is (not answers)
    assert any(question.noise for question in questions)
    assert right >= 0.9 * len(questions)
