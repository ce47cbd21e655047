"""The figures of an evaluation of questions with gold Cypher."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from motif_procedures.cypher_questions.metrics import (
    Answered,
    Calibration,
    area_under_risk_coverage,
    calibration_error,
    coverage_at,
    threshold_at,
)
from motif_procedures.cypher_questions.questions import NOT_HELD
from motif_procedures.cypher_questions.shapes import KINDS
from motif_procedures.cypher_questions.verdicts import VERDICTS

Record = Mapping[str, Any]
"""One answered question: ``graph, question, kind, verdict, confidence, seconds, …``."""

PRECISIONS = (0.90, 0.97)


def figures(records: Sequence[Record]) -> dict[str, Any]:
    """How many there are, the share of each verdict, and what the confidence is worth.

    ``rowsRight`` is the share whose rows are right, those that are given as unsure too. Where nothing is held,
    declining is right and everything else wrong.
    """
    verdicts = Counter(one["verdict"] for one in records)
    answered = of_answered(records)
    return {
        "questions": len(records),
        **{verdict: _share(verdicts[verdict], len(records)) for verdict in VERDICTS},
        "rowsRight": _share(sum(one["rows"] == "right" for one in records), len(records)),
        "rightOfAnswered": _share(sum(right for _, right in answered), len(answered)),
        **{f"coverageAt{100 * one:.0f}": coverage_at(one, answered, len(records)) for one in PRECISIONS},
        "riskCoverage": area_under_risk_coverage(answered),
        "calibrationError": calibration_error(answered),
        "medianMillis": _median([1000 * one["seconds"] for one in records]),
    }


def of_answered(records: Sequence[Record]) -> list[Answered]:
    """Confidence and whether it is right, of what was answered."""
    return [(one["confidence"], one["verdict"] == "right") for one in records if not one["declined"]]


def grouped(records: Sequence[Record], key: str) -> list[dict[str, Any]]:
    """`figures` of all, then of each value of ``key``; kinds in the order of `KINDS`."""
    names = sorted({str(one[key]) for one in records}, key=_place)
    of_name = ((name, [one for one in records if str(one[key]) == name]) for name in names)
    return [{"group": "all", **figures(records)}, *({"group": name, **figures(of)} for name, of in of_name)]


def trust_of(records: Sequence[Record]) -> dict[str, Any] | None:
    """How many statements a language model wrote that find anything, how many are right, and how far to trust it (as of
    `motif.settings.ModelSettings`): the share, with one right of twenty that nobody has seen. None where it wrote none.

    >>> trust_of([{"proposed": "right"}, {"proposed": "wrong"}, {}])
    {'statements': 2, 'right': 1, 'trust': 0.09}
    """
    verdicts = [one["proposed"] for one in records if "proposed" in one]
    if not verdicts:
        return None
    right = verdicts.count("right")
    trust = round((right + 1) / (len(verdicts) + 20), 2)
    return {"statements": len(verdicts), "right": right, "trust": trust}


def _place(name: str) -> tuple[int, str]:
    """Where a group stands: kinds as `KINDS` has them, others by name."""
    return (KINDS.index(name) if name in KINDS else len(KINDS), name)


def left_out(records: Sequence[Record], graphs: Sequence[str]) -> list[dict[str, Any]]:
    """For each of ``graphs``, what a confidence is worth that was calibrated on the answers to all others.

    ``answered`` and ``right``: the share that is given, and right of it, from the confidence on from which the others
    are right in 90 and 97 %.
    """
    rows = []
    for graph in graphs:
        own = [one for one in records if one["graph"] == graph]
        others = of_answered([one for one in records if one["graph"] != graph])
        if not own or not others:
            continue
        calibrated = Calibration(others)
        answered = [(calibrated(sure), right) for sure, right in of_answered(own)]
        rows.append(
            {
                "graph": graph,
                "questions": len(own),
                "calibrationError": calibration_error(answered),
                **{f"at{100 * one:.0f}": _given(own, threshold_at(one, others)) for one in PRECISIONS},
            }
        )
    return rows


def _given(records: Sequence[Record], threshold: float | None) -> dict[str, float | None]:
    answered = of_answered(records)
    given = [] if threshold is None else [right for sure, right in answered if sure >= threshold]
    return {"answered": len(given) / len(records), "right": _share(sum(given), len(given))}


def failures(records: Sequence[Record], limit: int) -> list[dict[str, Any]]:
    """What was not answered rightly, with what was said and what is right; ``limit`` of each graph."""
    seen: Counter[str] = Counter()
    found = []
    for one in records:
        is_lost = one["verdict"] != ("declined" if one["kind"] == NOT_HELD else "right")
        if is_lost and one["verdict"] != "right" and seen[one["graph"]] < limit:
            seen[one["graph"]] += 1
            found.append(dict(one))
    return found


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def _median(values: Sequence[float]) -> float | None:
    ranked = sorted(values)
    return ranked[len(ranked) // 2] if ranked else None
