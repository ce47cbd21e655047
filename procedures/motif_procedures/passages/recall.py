"""Which gold chunks are among the first so many."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from motif_procedures.evaluation.metrics import mean, part_of, percentile

CUTOFFS = (2, 5, 10, 20, 50, 100)
TIMED = 20
"""The number of chunks at which a contender is timed that ranks anew for each, or the next that is asked for."""


@dataclass(frozen=True, slots=True)
class Answered:
    """One question put to one contender.

    Attributes
    ----------
    hits
        By number of chunks: whether any gold chunk is among them.
    shares
        By number of chunks: which part of the gold chunks is among them.
    seconds
        Of one retrieval.
    """

    kind: str
    hits: Mapping[int, bool] = field(default_factory=dict)
    shares: Mapping[int, float] = field(default_factory=dict)
    seconds: float = 0.0


def score(
    kind: str, gold: Collection[int], ranked: Mapping[int, Sequence[int]], seconds: float = 0.0
) -> Answered:
    """The measures of the chunks ``ranked``, by how many were asked for; those beyond are not counted.

    >>> answered = score("", {3, 4}, {1: [3], 2: [5, 3, 4]})
    >>> answered.hits, answered.shares
    ({1: True, 2: True}, {1: 0.5, 2: 0.5})
    """
    first = {count: set(rows[:count]) for count, rows in ranked.items()}
    hits = {count: not found.isdisjoint(gold) for count, found in first.items()}
    return Answered(
        kind, hits, {count: part_of(list(gold), found) for count, found in first.items()}, seconds
    )


def figures(answered: Iterable[Answered]) -> dict[str, object]:
    """Means over questions, as plain values: by number of chunks ``hit`` and ``share``, and milliseconds."""
    those = list(answered)
    counts = sorted({count for one in those for count in one.hits})
    seconds = [one.seconds for one in those]
    return {
        "questions": len(those),
        "recall": {
            str(count): {
                "hit": _rounded([one.hits[count] for one in those]),
                "share": _rounded([one.shares[count] for one in those]),
            }
            for count in counts
        },
        "medianMillis": round(1000 * percentile(seconds, 0.5), 3),
        "p99Millis": round(1000 * percentile(seconds, 0.99), 3),
    }


def _rounded(values: Sequence[float | bool]) -> float:
    return round(mean(values) or 0.0, 5)
