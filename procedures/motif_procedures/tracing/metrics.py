"""What is measured of a traced question, and the figures of many."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.graphs.distinct import distinct
from motif_procedures.evaluation.metrics import mean, percentile


@dataclass(frozen=True, slots=True)
class TracingScores:
    """The measures of one question.

    Attributes
    ----------
    covered
        Some gold path lies wholly inside the evidence.
    share
        The part of the relationships of all gold paths that is in the evidence (the paper's coverage rate, eq. 17).
    precision
        The part of the evidence that lies on a gold path; 0 where the evidence is empty.
    hit
        The first answer is gold.
    relationships
        Of the evidence.
    """

    covered: bool
    share: float
    precision: float
    hit: bool
    relationships: int

    def as_dict(self) -> dict[str, Any]:
        """The scores as plain values."""
        return asdict(self)


def score_trace(
    paths: NDArray[np.int32],
    gold_answers: NDArray[np.int32],
    evidence: NDArray[np.int32],
    answers: Sequence[int],
) -> TracingScores:
    """The scores of one question.

    Parameters
    ----------
    paths : int32 (p, t)
        Rows of the relationships of each gold path, at least one.
    gold_answers : int32
        Rows of the gold answers.
    evidence : int32
        Rows of the relationships of all traces that were returned.
    answers
        Rows of the nodes that were given as answers, best first.

    >>> paths = np.array([[1, 2], [1, 3]], np.int32)
    >>> found = score_trace(paths, np.array([7]), np.array([1, 3, 4, 5]), [8, 7])
    >>> found.covered, round(found.share, 3), found.precision, found.hit
    (True, 0.667, 0.5, False)
    """
    evidence, gold = distinct(evidence), distinct(paths)
    right = np.intersect1d(evidence, gold, assume_unique=True)
    return TracingScores(
        covered=bool(np.isin(paths, evidence).all(axis=1).any()),
        share=len(right) / len(gold),
        precision=len(right) / len(evidence) if len(evidence) else 0.0,
        hit=bool(len(answers)) and bool(np.isin(answers[0], gold_answers)),
        relationships=len(evidence),
    )


def figures(records: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Means over ``records`` of questions with ``scores`` and ``seconds``; the evidence's size as a median."""
    scores, seconds = [record["scores"] for record in records], [record["seconds"] for record in records]
    means = {key: mean([one[key] for one in scores]) for key in ("covered", "share", "precision", "hit")}
    return {
        "questions": len(records),
        "coverage": _rounded(means["covered"]),
        "share": _rounded(means["share"]),
        "precision": _rounded(means["precision"]),
        "hitsAt1": _rounded(means["hit"]),
        "relationships": percentile([one["relationships"] for one in scores], 0.5),
        "medianMillis": round(1000 * percentile(seconds, 0.5), 3),
        "p99Millis": round(1000 * percentile(seconds, 0.99), 3),
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 5)
