"""Measures against their definitions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from motif_procedures.evaluation.attribution import lost_in
from motif_procedures.evaluation.gold_questions import Asked, gold_plan
from motif_procedures.evaluation.metrics import (
    figures,
    mean,
    part_of,
    percentile,
    precision_recall_f1,
    score,
)
from motif_procedures.evaluation.outcomes import Outcome

NAMES = st.lists(st.sampled_from("abcdef"), max_size=5)
TRIPLE = ("Heat", "directed_by", "Michael Mann")


@given(NAMES, NAMES)
def test_f1_is_counted_name_by_name(answers: list[str], gold: list[str]) -> None:
    right = sum(1 for name in set(answers) if name in gold)
    wrong = sum(1 for name in set(answers) if name not in gold)
    missed = sum(1 for name in set(gold) if name not in answers)
    precision, recall, f1 = precision_recall_f1(answers, gold)
    assert precision == (right / (right + wrong) if right else 0)
    assert recall == (right / (right + missed) if right else 0)
    assert f1 == pytest.approx(2 * right / (2 * right + wrong + missed) if right else 0)


@given(st.lists(st.floats(0, 100), min_size=1, max_size=30), st.sampled_from([0.5, 0.9, 0.99]))
def test_a_percentile_is_the_least_value_that_enough_do_not_exceed(values: list[float], part: float) -> None:
    enough = [
        value for value in values if sum(other <= value for other in values) >= part * len(values) - 1e-9
    ]
    assert percentile(values, part) == min(enough)


def test_figures_leave_out_what_is_not_known() -> None:
    assert mean([1.0, None, 0.0]) == 0.5 and mean([]) is None
    assert part_of(["a", "a", "b"], ["a"]) == 0.5
    gold = ("Michael Mann",)
    found = Outcome(
        ("Michael Mann", "x"), frozenset({"Michael Mann", "Heat"}), frozenset({TRIPLE}), "four" * 3
    )
    lost = Outcome(("x",), failure="nothing")
    records = [
        {"scores": score(found, gold, {TRIPLE}, True).as_dict(), "seconds": 0.002, "error": ""},
        {"scores": score(lost, gold, None, None).as_dict(), "seconds": 0.004, "error": "retrieval"},
    ]
    row = figures(records)
    assert (row["questions"], row["hitsAt1"], row["precision"], row["recall"]) == (2, 0.5, 0.25, 0.5)
    assert (row["evidenceAny"], row["evidenceTriples"], row["planAccuracy"]) == (0.5, 1.0, 1.0)
    assert (row["tokens"], row["medianMillis"], row["p99Millis"]) == (1.5, 2.0, 4.0)
    assert row["errors"] == {"retrieval": 1}


PLAN = gold_plan([("?answer", "directed_by", "Michael Mann")])
ASKED = Asked("what did Michael Mann direct?", ("Heat",), "1", PLAN, "Michael Mann")


@pytest.mark.parametrize(
    ("outcome", "plan", "stage"),
    [
        (Outcome(("Heat",), known=("x",)), False, ""),
        (Outcome(("Ali",), known=("Mann",)), True, "linking"),
        (Outcome(("Ali",), known=()), False, "linking"),
        (Outcome(("Ali",), frozenset({"Heat"}), known=("michael mann",)), False, "plan"),
        (Outcome(("Ali",), known=("Michael Mann",)), True, "retrieval"),
        (Outcome(("Ali",), frozenset({"Heat"}), known=("Michael Mann",)), True, "answer"),
        (Outcome(("Ali",), frozenset({"Heat"})), None, "answer"),
        (Outcome(), None, "retrieval"),
    ],
)
def test_a_lost_question_is_laid_to_the_first_step_that_failed(
    outcome: Outcome, plan: bool | None, stage: str
) -> None:
    assert lost_in(ASKED, outcome, score(outcome, ASKED.answers, None, plan)) == stage
