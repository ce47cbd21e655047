"""A plan as every door shows it: in the columns of ``motif.plan``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from motif.graphs.evidence import Node, Relationship
from motif.graphs.plan import MEANING_METHOD, Plan
from motif.planners.checking import problems_of
from motif.planners.cypher_text import cypher_of
from motif.planners.protocol import PlanningGraph


def plan_columns(rank: int, plan: Plan, graph: PlanningGraph) -> dict[str, Any]:
    """``rank, method, plan, cypher, confidence, valid, problems``, as plain JSON values.

    ``plan`` is a mapping that `Plan.from_value` reads again; ``valid`` means that there are no ``problems``.
    """
    if plan.method == MEANING_METHOD:
        return _meaning_columns(rank, plan)
    problems = problems_of(plan, graph)
    return {
        "rank": rank,
        "method": plan.method,
        "plan": _plain(plan.as_dict()),
        "cypher": cypher_of(plan, graph),
        "confidence": float(plan.confidence),
        "valid": not problems,
        "problems": problems,
    }


def _meaning_columns(rank: int, plan: Plan) -> dict[str, Any]:
    """Of a reading: the statement, whose parameters stand in the plan; its notes are its problems."""
    reading = plan.reading or {}
    return {
        "rank": rank,
        "method": plan.method,
        "plan": plan.as_dict(),
        "cypher": reading.get("cypher", {}).get("text", ""),
        "confidence": float(plan.confidence),
        "valid": not plan.notes,
        "problems": list(plan.notes),
    }


def _plain(value: Any) -> Any:
    """``value`` with nodes and relationships as a plan reads them from JSON."""
    if isinstance(value, Node):
        return {"id": value.id}
    if isinstance(value, Relationship):
        return {"name": value.relation or value.type}
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return value
