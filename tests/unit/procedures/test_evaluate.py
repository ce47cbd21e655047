"""Hits are counted against the gold answers."""

from __future__ import annotations

from dataclasses import dataclass

from motif_procedures.evaluate import evaluate


@dataclass(frozen=True)
class Asked:
    text: str
    answers: tuple[str, ...]
    pattern: tuple[tuple[str, str, str], ...] = ()


def test_the_first_answer_counts_and_misses_are_kept() -> None:
    questions = [Asked("one", ("a", "b")), Asked("two", ("c",)), Asked("three", ("d",))]
    given = {"one": ["b", "x"], "two": ["x", "c"], "three": []}
    told: list[int] = []
    report = evaluate(questions, lambda q: given[q.text], progress=lambda done, total: told.append(done))
    assert (report.questions, report.hits, told) == (3, 1, [1, 2, 3])
    assert report.missed == (("two", "x"), ("three", ""))
    assert report.as_dict()["hitsAt1"] == 0.33333
    assert report.seconds_median <= report.seconds_p99


def test_no_question_is_no_hit() -> None:
    assert evaluate([], lambda q: []).hits_at_1 == 0.0
