"""What a confidence is worth, by trying every line that could be drawn."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, permutations

Answered = tuple[float, bool]


def coverage_at(precision: float, answered: Sequence[Answered], n_questions: int) -> float:
    """The most that can be given with at least this precision, over every line."""
    best = 0
    for line in {sure for sure, _ in answered}:
        given = [right for sure, right in answered if sure >= line]
        if sum(given) / len(given) >= precision:
            best = max(best, len(given))
    return best / n_questions


def threshold_at(precision: float, answered: Sequence[Answered]) -> float | None:
    """The lowest line with at least this precision."""
    lines = [
        line
        for line in {sure for sure, _ in answered}
        if (given := [right for sure, right in answered if sure >= line])
        and sum(given) / len(given) >= precision
    ]
    return min(lines) if lines else None


def area_under_risk_coverage(answered: Sequence[Answered]) -> float:
    """The mean over every order in which answers of one confidence can come."""
    orders = [order for order in permutations(answered) if _falls(order)]
    areas = []
    for order in orders:
        risks = [sum(not right for _, right in order[:n]) / n for n in range(1, len(order) + 1)]
        areas.append(sum(risks) / len(risks))
    return sum(areas) / len(areas)


def _falls(order: Sequence[Answered]) -> bool:
    return all(one[0] >= other[0] for one, other in pairwise(order))


def calibration_error(answered: Sequence[Answered], bins: int) -> float:
    """The gap of each interval, weighed by how many lie in it."""
    error = 0.0
    for number in range(bins):
        low, high = number / bins, (number + 1) / bins
        inside = [one for one in answered if low <= one[0] < high or (number == bins - 1 and one[0] == 1)]
        if inside:
            sure = sum(one[0] for one in inside) / len(inside)
            right = sum(one[1] for one in inside) / len(inside)
            error += abs(sure - right) * len(inside) / len(answered)
    return error


def isotonic(answered: Sequence[Answered]) -> dict[float, float]:
    """The rising values nearest to whether answers are right: the min-max formula of isotonic regression."""
    lines = sorted({sure for sure, _ in answered})

    def mean(low: float, high: float) -> float:
        inside = [right for sure, right in answered if low <= sure <= high]
        return sum(inside) / len(inside)

    return {
        line: max(min(mean(low, high) for high in lines if high >= line) for low in lines if low <= line)
        for line in lines
    }
