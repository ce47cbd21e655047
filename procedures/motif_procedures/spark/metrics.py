"""What is measured of ranked nodes, how figures of many questions are told, and how sure a difference is."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from motif_procedures.evaluation.metrics import mean, percentile

AT = 20
_DRAWS = 2000
"""Samples of a bootstrap interval."""

SAME = 1e-6
"""Relative difference of numbers that are taken as equal."""


@dataclass(frozen=True, slots=True)
class Scores:
    """The measures of one question.

    Attributes
    ----------
    recall
        Which part of the gold answers is among the first 20.
    hit, hit_at_5
        The first, one of the first five is gold. Where a number or property is asked for and the contender answers with
        one, whether that is right.
    reciprocal
        One over the rank of the first that is gold, 0 where none is; of such a value 1 or 0.
    """

    recall: float
    hit: bool
    hit_at_5: bool
    reciprocal: float

    def as_dict(self) -> dict[str, Any]:
        """The scores as plain values."""
        return asdict(self)


def score(ids: Sequence[str], gold: Collection[str], values: Sequence[Any], wanted: Sequence[Any]) -> Scores:
    """The scores of the ranked ``ids``, and of the ``values`` answered where ``wanted`` says what is asked for.

    >>> score(["a", "b", "c"], {"b", "x"}, (), ())
    Scores(recall=0.5, hit=False, hit_at_5=True, reciprocal=0.5)
    >>> score(["a"], {"b"}, (7,), (7.0,)).hit
    True
    """
    first = list(ids[:AT])
    recall = len(set(first) & set(gold)) / len(gold)
    if wanted and values:
        is_right = any(same(value, other) for value in values for other in wanted)
        return Scores(recall, is_right, is_right, float(is_right))
    rank = next((place for place, one in enumerate(first, start=1) if one in gold), None)
    return Scores(recall, rank == 1, rank is not None and rank <= 5, 1 / rank if rank else 0.0)


def same(one: Any, other: Any) -> bool:
    """Whether two values are equal, numbers nearly.

    >>> same(1995, 1995.0), same("a", "a"), same(True, "x")
    (True, True, False)
    """
    if isinstance(one, (int, float)) and isinstance(other, (int, float)):
        return math.isclose(one, other, rel_tol=SAME)
    return bool(one == other)


def figures(records: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Means of the scores, shares of plans that were valid and fell back, medians of times and round trips."""
    scores = [record["scores"] for record in records]
    means = {
        name: round(mean([one[key] for one in scores]) or 0.0, 5)
        for name, key in (
            ("recall", "recall"), ("hitsAt1", "hit"), ("hitsAt5", "hit_at_5"), ("mrr", "reciprocal"),
        )
    }  # fmt: skip
    return {
        "questions": len(records),
        **means,
        "valid": _share(records, "valid"),
        "fallback": _share(records, "fallback"),
        "roundTrips": _median(records, "roundTrips"),
        "millis": {key: _median_of([one["millis"].get(key) for one in records]) for key in TIMES},
    }


TIMES = ("plan", "validate", "run", "all")
"""What is timed, in milliseconds: planning, validation, running the plan, and the whole."""


def _share(records: Sequence[Mapping[str, Any]], key: str) -> float | None:
    found = mean([record[key] for record in records])
    return None if found is None else round(found, 5)


def _median(records: Sequence[Mapping[str, Any]], key: str) -> float | None:
    return _median_of([record[key] for record in records])


def _median_of(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return round(percentile(known, 0.5), 3) if known else None


def difference(
    ours: Sequence[float], theirs: Sequence[float], *, seed: int = 0, confidence: float = 0.95
) -> dict[str, float]:
    """The mean of ``ours`` minus that of ``theirs``, question by question, and its bootstrap interval.

    Questions are drawn with replacement, both scores of a question together (paired bootstrap, percentiles).

    >>> difference([1.0, 1.0, 1.0], [0.5, 0.5, 0.5])
    {'mean': 0.5, 'low': 0.5, 'high': 0.5}
    """
    gaps = np.asarray(ours, np.float64) - np.asarray(theirs, np.float64)
    draw = np.random.default_rng(seed)
    means = [gaps[draw.integers(len(gaps), size=len(gaps))].mean() for _ in range(_DRAWS)]
    low, high = np.quantile(means, [(1 - confidence) / 2, (1 + confidence) / 2])
    return {"mean": round(float(gaps.mean()), 5), "low": round(float(low), 5), "high": round(float(high), 5)}
