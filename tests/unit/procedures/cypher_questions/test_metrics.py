"""What a confidence is worth, beside trying every line that could be drawn."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive_sureness as naive
from motif_procedures.cypher_questions import metrics

ANSWERED = st.lists(
    st.tuples(st.sampled_from([0.05, 0.25, 0.31, 0.5, 0.77, 0.93]), st.booleans()), max_size=5
)
PRECISIONS = st.sampled_from([0.5, 0.9, 0.97, 1.0])


@given(ANSWERED, PRECISIONS, st.integers(0, 3))
def test_coverage_is_the_most_that_can_be_given(
    answered: list[metrics.Answered], precision: float, n_declined: int
) -> None:
    n_questions = len(answered) + n_declined
    expected = naive.coverage_at(precision, answered, n_questions) if answered else 0.0
    assert metrics.coverage_at(precision, answered, n_questions) == pytest.approx(expected)


@given(ANSWERED, PRECISIONS)
def test_the_line_is_the_lowest_that_keeps_the_precision(
    answered: list[metrics.Answered], precision: float
) -> None:
    assert metrics.threshold_at(precision, answered) == naive.threshold_at(precision, answered)


@given(ANSWERED.filter(bool))
def test_answers_of_one_confidence_come_in_every_order(answered: list[metrics.Answered]) -> None:
    assert metrics.area_under_risk_coverage(answered) == pytest.approx(
        naive.area_under_risk_coverage(answered)
    )


@given(ANSWERED.filter(bool))
def test_the_calibration_error_weighs_the_gap_of_each_interval(answered: list[metrics.Answered]) -> None:
    assert metrics.calibration_error(answered) == pytest.approx(
        naive.calibration_error(answered, metrics.BINS)
    )


@given(ANSWERED.filter(bool))
def test_a_calibration_rises_and_is_nearest_to_the_truth(answered: list[metrics.Answered]) -> None:
    calibrated = metrics.Calibration(answered)
    for line, expected in naive.isotonic(answered).items():
        assert calibrated(line) == pytest.approx(expected)


def test_nothing_answered_is_worth_nothing() -> None:
    assert metrics.coverage_at(0.9, [], 3) == metrics.coverage_at(0.9, [], 0) == 0
    assert metrics.threshold_at(0.9, []) is None
    assert metrics.area_under_risk_coverage([]) == metrics.calibration_error([]) == 0
    assert metrics.Calibration([])(0.4) == 0.4
