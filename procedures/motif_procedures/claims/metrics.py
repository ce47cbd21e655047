"""The figures of an evaluation of verification."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import median
from typing import Any, get_args

from motif.graphs.verdict import Label
from motif_procedures.cypher_questions.metrics import calibration_error
from motif_procedures.model_cost import of_model

Record = Mapping[str, Any]
"""One verified claim: ``gold`` and ``said`` (labels), ``kind``, ``confidence``, ``seconds``, and what a model took."""

LABELS: tuple[str, ...] = get_args(Label)
UNDECIDED = "unknown"
DECIDED = tuple(label for label in LABELS if label != UNDECIDED)


def figures(records: Sequence[Record]) -> dict[str, Any]:
    """Shares of all, and of each verdict which part is right and which part of what should have it does.

    ``accuracy``: the verdict is the right one, "unknown" where the graph cannot tell; ``wrong``: decided, and not so;
    ``undecided``: "unknown". Calibration is that of decided verdicts.
    """
    said_wrong = [one for one in records if one["said"] != UNDECIDED and one["said"] != one["gold"]]
    answered = [
        (one["confidence"], one["said"] == one["gold"]) for one in records if one["said"] != UNDECIDED
    ]
    return {
        "claims": len(records),
        "accuracy": _share(sum(one["said"] == one["gold"] for one in records), len(records)),
        "wrong": _share(len(said_wrong), len(records)),
        "undecided": _share(sum(one["said"] == UNDECIDED for one in records), len(records)),
        **{label: precision_and_recall(records, label) for label in DECIDED},
        "calibrationError": calibration_error(answered),
        "medianMillis": 1000 * median(one["seconds"] for one in records) if records else None,
        "model": of_model(records),
    }


def precision_and_recall(records: Sequence[Record], label: str) -> dict[str, float | None]:
    """Which part of the verdicts ``label`` is right, and of the claims that should have it which part has it.

    >>> said = [{"gold": "refuted", "said": "supported"}, {"gold": "refuted", "said": "refuted"}]
    >>> precision_and_recall(said, "refuted")
    {'precision': 1.0, 'recall': 0.5}
    """
    said = [one for one in records if one["said"] == label]
    gold = [one for one in records if one["gold"] == label]
    both = sum(one["said"] == label for one in gold)
    return {"precision": _share(both, len(said)), "recall": _share(both, len(gold))}


def grouped(records: Sequence[Record]) -> list[dict[str, Any]]:
    """`figures` of all, and of each kind where there are several."""
    kinds = sorted({one["kind"] for one in records})
    of_kind = ((kind, [one for one in records if one["kind"] == kind]) for kind in kinds)
    several = [{"group": kind, **figures(those)} for kind, those in of_kind] if len(kinds) > 1 else []
    return [{"group": "all", **figures(records)}, *several]


def counted(records: Sequence[Record]) -> dict[str, dict[str, int]]:
    """How many claims of each right verdict got which."""
    counts = Counter((one["gold"], one["said"]) for one in records)
    return {gold: {said: counts[gold, said] for said in LABELS} for gold in LABELS}


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None
