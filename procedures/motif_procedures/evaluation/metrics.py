"""What is measured of an answered question, and how figures of many are told."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from motif.retrievers.presentation import CHARACTERS_PER_TOKEN
from motif_procedures.evaluation.outcomes import Outcome, Triple


@dataclass(frozen=True, slots=True)
class Scores:
    """The measures of one question; a fraction or a truth each.

    Attributes
    ----------
    hit
        The first answer is gold (Hits@1). Where nothing is gold: nothing is answered; so with the measures of the set.
    precision, recall, f1
        Of the set of answers.
    evidence_any, evidence_all
        Some, all gold answers stand in the evidence; None where nothing is gold.
    evidence_triples
        The part of the gold triples that stands in the evidence; None where they are not known.
    plan
        The plan asks what the gold plan asks; None where there is no plan or no gold plan.
    tokens
        Of the evidence's text, four characters each.
    hit_at_5
        One of the first five answers is gold.
    """

    hit: bool
    precision: float
    recall: float
    f1: float
    evidence_any: bool | None
    evidence_all: bool | None
    evidence_triples: float | None
    plan: bool | None
    tokens: float
    hit_at_5: bool = False

    def as_dict(self) -> dict[str, Any]:
        """The scores as plain values."""
        return asdict(self)


def score(
    outcome: Outcome, gold: Collection[str], triples: Collection[Triple] | None, plan: bool | None
) -> Scores:
    """The scores of ``outcome`` against the ``gold`` answers and gold ``triples``; names must be equal."""
    if gold:
        precision, recall, f1 = precision_recall_f1(outcome.answers, gold)
    else:
        precision = recall = f1 = float(not outcome.answers)
    return Scores(
        hit=_is_right(outcome.answers[:1], gold),
        precision=precision,
        recall=recall,
        f1=f1,
        evidence_any=any(name in outcome.names for name in gold) if gold else None,
        evidence_all=all(name in outcome.names for name in gold) if gold else None,
        evidence_triples=part_of(triples, outcome.triples) if triples else None,
        plan=plan,
        tokens=len(outcome.text) / CHARACTERS_PER_TOKEN,
        hit_at_5=_is_right(outcome.answers[:5], gold),
    )


def _is_right(answers: Collection[str], gold: Collection[str]) -> bool:
    """Whether one of ``answers`` is gold; where nothing is, whether there is none."""
    return any(answer in gold for answer in answers) if gold else not answers


def precision_recall_f1(given: Collection[str], gold: Collection[str]) -> tuple[float, float, float]:
    """Precision, recall and their harmonic mean of two sets; 0 where a set is empty.

    >>> precision_recall_f1(["a", "b"], ["b", "c", "d", "e"])
    (0.5, 0.25, 0.3333333333333333)
    """
    right = len(set(given) & set(gold))
    if not right:
        return 0.0, 0.0, 0.0
    precision, recall = right / len(set(given)), right / len(set(gold))
    return precision, recall, 2 * precision * recall / (precision + recall)


def part_of(wanted: Collection[Any], found: Collection[Any]) -> float:
    """Which part of ``wanted`` is among ``found``.

    >>> part_of([1, 2, 3, 4], {2, 4, 9})
    0.5
    """
    return len(set(wanted) & set(found)) / len(set(wanted))


def mean(values: Sequence[float | bool | None]) -> float | None:
    """The mean of what is known of ``values``; None where nothing is.

    >>> mean([True, False, None]), mean([None])
    (0.5, None)
    """
    known = [float(value) for value in values if value is not None]
    return math.fsum(known) / len(known) if known else None


def percentile(values: Sequence[float], part: float) -> float:
    """The least value that at least ``part`` of ``values`` do not exceed (nearest rank); 0 of none.

    >>> percentile([5.0, 1.0, 3.0, 2.0], 0.5), percentile([1.0, 2.0], 0.99)
    (2.0, 2.0)
    """
    ordered = sorted(values)
    return ordered[max(0, math.ceil(part * len(ordered)) - 1)] if ordered else 0.0


def figures(records: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The figures of answered questions, from records with ``scores``, ``seconds`` and ``error``."""
    means = {
        name: mean([record["scores"][key] for record in records])
        for name, key in (
            ("hitsAt1", "hit"),
            ("hitsAt5", "hit_at_5"),
            ("precision", "precision"),
            ("recall", "recall"),
            ("f1", "f1"),
            ("evidenceAny", "evidence_any"),
            ("evidenceAll", "evidence_all"),
            ("evidenceTriples", "evidence_triples"),
            ("planAccuracy", "plan"),
        )
    }
    seconds = [record["seconds"] for record in records]
    errors = [record["error"] for record in records if record["error"]]
    return {
        "questions": len(records),
        **{name: None if value is None else round(value, 5) for name, value in means.items()},
        "tokens": round(mean([record["scores"]["tokens"] for record in records]) or 0.0, 1),
        "medianMillis": round(1000 * percentile(seconds, 0.5), 3),
        "p99Millis": round(1000 * percentile(seconds, 0.99), 3),
        "errors": {stage: errors.count(stage) for stage in dict.fromkeys(sorted(errors))},
    }
