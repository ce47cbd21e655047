"""How well questions in words are put as schema graphs: their relations and their strategy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from motif.errors import MotifError
from motif.graphs.plan import Plan
from motif.knowledge_graph import Graph
from motif_procedures.evaluation.canonical import canonical_form
from motif_procedures.evaluation.metrics import mean
from motif_procedures.tracing.questions import TracedQuestion

Progress = Callable[[int, int], None]


def plan_all(
    graph: Graph, questions: Sequence[TracedQuestion], progress: Progress | None = None
) -> list[dict[str, Any]]:
    """The measures of the likeliest plan of each question, as plain values."""
    records = []
    for done, question in enumerate(questions, start=1):
        try:
            plans = graph.plan(question.text, method="trace", top_k=1)
        except MotifError:
            plans = []
        records.append({"group": question.group, **score_plan(question, plans[0] if plans else None)})
        if progress is not None:
            progress(done, len(questions))
    return records


def score_plan(question: TracedQuestion, plan: Plan | None) -> dict[str, Any]:
    """Which relations of the gold schema graph ``plan`` has, whether it is the same, and whether its strategy is right.

    ``precision`` and ``recall`` are of relations, counted as often as they occur; ``single`` tells whether the question
    has one answer.
    """
    pattern = None if plan is None else plan.parsed()
    planned = (
        Counter(edge.relation for edge in pattern.edges) if pattern is not None else Counter[str | None]()
    )
    gold = Counter[str | None](question.relations)
    right = (planned & gold).total()
    return {
        "single": question.strategy == "precision",
        "planned": plan is not None,
        "strategy": plan is not None and plan.strategy == question.strategy,
        "precision": right / planned.total() if planned else 0.0,
        "recall": right / gold.total(),
        "same": plan is not None and canonical_form(plan) == canonical_form(gold_plan_of(question)),
    }


def gold_plan_of(question: TracedQuestion) -> Plan:
    """The plan that asks what ``question`` does, in the graph's own relations."""
    triples = zip(question.triples, question.relations, strict=True)
    return Plan(tuple((head, relation, tail) for (head, _, tail), relation in triples), question.answer)


def planning_figures(records: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Means over ``records``; the accuracy of the strategy also of the questions with one answer, and with several."""
    one, several = ([record for record in records if record["single"] is single] for single in (True, False))
    return {
        "questions": len(records),
        "planned": _mean(records, "planned"),
        "precision": _mean(records, "precision"),
        "recall": _mean(records, "recall"),
        "same": _mean(records, "same"),
        "strategy": _mean(records, "strategy"),
        "strategyOfOne": _mean(one, "strategy"),
        "strategyOfSeveral": _mean(several, "strategy"),
    }


def _mean(records: Sequence[Mapping[str, Any]], key: str) -> float | None:
    found = mean([record[key] for record in records])
    return None if found is None else round(found, 5)
