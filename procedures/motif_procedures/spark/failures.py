"""Why a question was not answered: the classes of the paper (003, §3.4, table 7), told by comparing plans with gold."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from motif_procedures.spark.facts import folded
from motif_procedures.spark.plan_parts import PlanParts, gold_conditions, parts_of
from motif_procedures.spark.question import GoldParts, SparkQuestion

CLASSES = (
    "no plan",
    "refused",
    "structure",
    "constraint",
    "semantic",
    "over-retrieval",
    "nothing found",
    "other",
)
"""In the order in which they are looked for; a question is laid to the first.

- no plan: the planner gave none;
- refused: the plan was refused, failed, or ran out of time;
- structure: other relationship types than the question's, or another label of the answers;
- constraint: numbers, dates, negation, alternatives, order, counting or the property asked for are not as the question
  has them;
- semantic: a name or topic of the question is not what was looked for, or was not found in other words;
- over-retrieval: more nodes than gold came back, and the gold ones stand behind;
- nothing found: nothing meets the plan;
- other: an answer is missing though plan and question agree.
"""

_STOPPED = ("refused", "failed", "deadline")
_NAME = "name"
_NEAR = 0.01
"""Relative difference of bounds that are taken as the question's, so that units may be converted roundly."""


def class_of(question: SparkQuestion, metadata: Mapping[str, Any], n_found: int) -> str:
    """The class that a failed question belongs to; ``n_found`` nodes came back."""
    plan = metadata.get("plan")
    if not plan or not plan.get("steps"):
        return "no plan"
    reason = reason_of(metadata)
    if reason in _STOPPED:
        return "refused"
    parts = parts_of(plan)
    if not _same_structure(parts, question.parts):
        return "structure"
    if not _same_constraints(parts, question.parts):
        return "constraint"
    if not _same_names(parts, question.parts):
        return "semantic"
    return _at_running(question, reason, n_found)


def _at_running(question: SparkQuestion, reason: str | None, n_found: int) -> str:
    if question.parts.topic:
        return "semantic"
    if reason is not None:
        return "nothing found"
    return "over-retrieval" if n_found > len(question.gold) else "other"


def reason_of(metadata: Mapping[str, Any]) -> str | None:
    """Why hybrid retrieval answered in the plan's place; None where it did not."""
    fallback = metadata.get("fallback")
    return fallback.get("reason") if isinstance(fallback, Mapping) else fallback


def _same_structure(parts: PlanParts, gold: GoldParts) -> bool:
    wanted = {type_ for type_, _, _ in (*gold.hops, *gold.absent)}
    wanted |= {gold.order[0]} if gold.order and gold.order[0].isupper() else set()
    if parts.has_cypher or parts.types != wanted | _ordered_by(gold, parts):
        return parts.has_cypher
    return parts.label in (None, gold.answer)


def _ordered_by(gold: GoldParts, parts: PlanParts) -> set[str]:
    """The type that is counted to rank answers, where both do."""
    return {gold.order[0]} & parts.types if gold.order else set()


def _same_constraints(parts: PlanParts, gold: GoldParts) -> bool:
    if parts.has_cypher:
        return True
    if parts.excludes != bool(gold.absent) or parts.count != gold.count:
        return False
    if (parts.give or "") != gold.give or (parts.ranked or ()) != gold.order:
        return False
    return same_conditions(parts.conditions, gold_conditions(gold.conditions), gold.names)


def same_conditions(
    ours: Collection[tuple[str, str, float]],
    gold: Collection[tuple[str, str, float]],
    names: Sequence[Sequence[str]],
) -> bool:
    """Whether each condition has one like it on the other side; names that are numbers are no conditions.

    A name beside a bound of the question may have another bound, which keeps what is no number out.

    >>> same_conditions({("name", "gt", 1990.0), ("name", "lt", 2014.0)}, {("name", "gt", 1990.0)}, ())
    True
    >>> same_conditions({("area", "gt", 103_600.0)}, {("area", "gt", 103_599.5)}, ())
    True
    """
    said = {name for _, name in names}
    kept = [one for one in ours if not (one[1] == "eq" and f"{one[2]:g}" in said)]
    bounded = {name for name, _, _ in gold if name == _NAME}
    extra = [one for one in kept if one[0] not in bounded]
    return all(_has(gold, one) for one in extra) and all(_has(kept, one) for one in gold)


def _has(conditions: Collection[tuple[str, str, float]], wanted: tuple[str, str, float]) -> bool:
    return any(
        one[:2] == wanted[:2] and math.isclose(one[2], wanted[2], rel_tol=_tolerance(one[2]))
        for one in conditions
    )


def _tolerance(number: float) -> float:
    """Years are exact, quantities may be rounded."""
    return 0.0 if float(number).is_integer() and abs(number) < 3000 else _NEAR


def _same_names(parts: PlanParts, gold: GoldParts) -> bool:
    ours = {folded(name) for name in parts.names}
    return parts.has_cypher or all(folded(name) in ours for _, name in gold.names)
