"""Exact match and F1 as SQuAD has them, by hand."""

from __future__ import annotations

from typing import Any

import pytest

from motif_procedures.passage_answers.measures import exact_match, figures, normalised, token_f1


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("The Beatles", "beatles"),
        ("an  Apple a day", "apple day"),
        ("G. Stanley-Hall!", "g stanleyhall"),
        ("Theatre", "theatre"),
        ("a", ""),
    ],
)
def test_normalised(text: str, told: str) -> None:
    assert normalised(text) == told


def test_any_spelling_of_the_answer_is_exact() -> None:
    assert exact_match("the stanley hall", ["G. Stanley Hall", "Stanley Hall"])
    assert not exact_match("Hall", ["G. Stanley Hall", "Stanley Hall"])
    assert not exact_match("", ["Hall"]) and not exact_match("Hall", [])


@pytest.mark.parametrize(
    ("said", "gold", "f1"),
    [
        ("Stanley Hall", ["Stanley Hall"], 1.0),
        ("Hall", ["G. Stanley Hall"], 0.5),  # precision 1, recall 1/3
        ("Hall", ["G. Stanley Hall", "Stanley Hall"], 2 / 3),  # the spelling that it is best with
        ("in 1892 in Boston", ["1892"], 0.4),  # precision 1/4, recall 1
        ("new new york", ["New York"], 0.8),  # a word counts as often as both have it
        ("Boston", ["Chicago"], 0.0),
        ("", ["Chicago"], 0.0),
        ("the", ["a"], 1.0),
        ("Boston", [], 0.0),
    ],
)
def test_f1_of_words(said: str, gold: list[str], f1: float) -> None:
    assert token_f1(said, gold) == pytest.approx(f1)


def record(f1: float, **more: Any) -> dict[str, Any]:
    cost = {"seconds": 2.0, "calls": 1, "inputTokens": 100, "outputTokens": 10}
    return {"exact": f1 == 1.0, "f1": f1, "answers": ["x"], "goldInEvidence": True, **cost, **more}


def test_figures_are_means_with_what_chance_makes_of_them() -> None:
    found = figures([record(1.0), record(0.5), record(0.0, answers=[], goldInEvidence=False), record(0.5)])
    assert (found["questions"], found["exactMatch"], found["f1"], found["unanswered"]) == (
        4,
        0.25,
        0.5,
        0.25,
    )
    assert found["f1Error"] == pytest.approx((0.5 / 3 / 4) ** 0.5) and found["goldInEvidence"] == 0.75
    assert found["model"]["calls"] == 4 and found["model"]["medianSeconds"] == 2.0
    assert figures([record(1.0, goldInEvidence=None)])["goldInEvidence"] is None
