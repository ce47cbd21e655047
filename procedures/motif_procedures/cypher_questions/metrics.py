"""What answers with a confidence are worth: which share can be trusted, and whether the confidence says so.

An answer is (confidence, whether it is right); questions that were declined have none.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

Answered = tuple[float, bool]

BINS = 10


def coverage_at(precision: float, answered: Sequence[Answered], n_questions: int) -> float:
    """The largest share of the questions that can be answered so that at least ``precision`` of those is right.

    Answers of one confidence are given or held back together.

    >>> coverage_at(0.9, [(0.9, True), (0.8, True), (0.3, False)], 4)
    0.5
    """
    n_right = n_given = best = 0
    for tied in _by_confidence(answered):
        n_given += len(tied)
        n_right += sum(tied)
        if n_right >= precision * n_given:
            best = n_given
    return best / n_questions if n_questions else 0.0


def threshold_at(precision: float, answered: Sequence[Answered]) -> float | None:
    """The lowest confidence from which on at least ``precision`` of the answers is right; None where there is none.

    >>> threshold_at(0.9, [(0.9, True), (0.8, True), (0.3, False)])
    0.8
    """
    n_right = n_given = 0
    best = None
    for confidence in sorted({one for one, _ in answered}, reverse=True):
        tied = [is_right for one, is_right in answered if one == confidence]
        n_given += len(tied)
        n_right += sum(tied)
        if n_right >= precision * n_given:
            best = confidence
    return best


def area_under_risk_coverage(answered: Sequence[Answered]) -> float:
    """The mean, over every number of answers given, surest first, of the share of them that is wrong; 0 is best.

    Of answers of one confidence each is as likely to come next.

    >>> area_under_risk_coverage([(0.9, True), (0.1, False)])
    0.25
    """
    if not answered:
        return 0.0
    total = wrong = 0.0
    n_given = 0
    for tied in _by_confidence(answered):
        risk = 1 - sum(tied) / len(tied)
        for _ in tied:
            n_given += 1
            wrong += risk
            total += wrong / n_given
    return total / n_given


def calibration_error(answered: Sequence[Answered], bins: int = BINS) -> float:
    """The expected calibration error: how far confidence and truth are apart in each of ``bins`` equal intervals.

    >>> round(calibration_error([(0.95, True), (0.95, False)]), 2)
    0.45
    """
    if not answered:
        return 0.0
    held: dict[int, list[Answered]] = {}
    for confidence, is_right in answered:
        held.setdefault(min(int(confidence * bins), bins - 1), []).append((confidence, is_right))
    gaps = (abs(sum(sure for sure, _ in one) - sum(is_right for _, is_right in one)) for one in held.values())
    return sum(gaps) / len(answered)


class Calibration:
    """How often answers of a confidence were right, rising with it: isotonic regression, by pooling neighbours.

    >>> Calibration([(0.2, False), (0.4, True), (0.6, False), (0.8, True)])(0.5)
    0.5
    """

    def __init__(self, answered: Sequence[Answered]) -> None:
        blocks: list[tuple[float, float, int]] = []
        for confidence, tied in _tied(answered):
            low, mean, size = confidence, sum(tied) / len(tied), len(tied)
            while blocks and blocks[-1][1] >= mean:
                low, before, n_before = blocks.pop()
                mean, size = (mean * size + before * n_before) / (size + n_before), size + n_before
            blocks.append((low, mean, size))
        self._steps = [(low, mean) for low, mean, _ in blocks]

    def __call__(self, confidence: float) -> float:
        """The share that was right; below all that was seen, that of the lowest; ``confidence`` where nothing was."""
        if not self._steps:
            return confidence
        reached = [mean for low, mean in self._steps if low <= confidence]
        return reached[-1] if reached else self._steps[0][1]


def _by_confidence(answered: Sequence[Answered]) -> list[list[bool]]:
    """Whether they are right, the answers of one confidence together, surest first."""
    return [tied for _, tied in reversed(_tied(answered))]


def _tied(answered: Sequence[Answered]) -> list[tuple[float, list[bool]]]:
    """The answers of each confidence, least sure first."""
    ranked = sorted(answered, key=lambda one: one[0])
    return [(sure, [right for _, right in tied]) for sure, tied in groupby(ranked, key=lambda one: one[0])]
