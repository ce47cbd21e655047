"""What is measured of a traced question, on cases made by hand."""

from __future__ import annotations

import numpy as np
import pytest

from motif_procedures.tracing.metrics import figures, score_trace

PATHS = np.array([[0, 1], [0, 2], [3, 4]], np.int32)
GOLD = np.array([10, 11], np.int32)


@pytest.mark.parametrize(
    ("evidence", "covered", "share", "precision"),
    [
        ([0, 1], True, 2 / 5, 1.0),
        ([1, 0, 1, 9, 8], True, 2 / 5, 2 / 4),
        ([0, 4], False, 2 / 5, 1.0),
        ([0, 1, 2, 3, 4], True, 1.0, 1.0),
        ([7], False, 0.0, 0.0),
        ([], False, 0.0, 0.0),
    ],
)
def test_a_question_is_covered_when_one_whole_path_is_in_the_evidence(
    evidence: list[int], covered: bool, share: float, precision: float
) -> None:
    found = score_trace(PATHS, GOLD, np.array(evidence, np.int32), [])
    assert found.covered is covered
    assert found.share == pytest.approx(share)
    assert found.precision == pytest.approx(precision)
    assert found.relationships == len(set(evidence))


@pytest.mark.parametrize(("answers", "hit"), [([11, 5], True), ([5, 11], False), ([], False)])
def test_only_the_first_answer_counts(answers: list[int], hit: bool) -> None:
    assert score_trace(PATHS, GOLD, np.zeros(0, np.int32), answers).hit is hit


def test_figures_are_means_over_questions() -> None:
    records = [
        {"scores": score_trace(PATHS, GOLD, np.array(evidence, np.int32), [10]).as_dict(), "seconds": seconds}
        for evidence, seconds in (([0, 1], 0.001), ([7, 8, 9], 0.003))
    ]
    found = figures(records)
    assert (found["questions"], found["coverage"], found["hitsAt1"]) == (2, 0.5, 1.0)
    assert (found["share"], found["precision"], found["relationships"]) == (0.2, 0.5, 2)
    assert (found["medianMillis"], found["p99Millis"]) == (1.0, 3.0)
    assert figures([])["coverage"] is None
