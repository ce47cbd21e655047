"""What is found where a plan of steps finds nothing: the nodes most relevant to the question by words and meaning."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from motif.engine.control import Control
from motif.graphs.evidence import Results
from motif.graphs.graph_schema import GraphSchema
from motif.graphs.plan import Plan
from motif.graphs.steps import FulltextSearch, Rank, VectorSearch
from motif.indexes.hybrid import BM25_WEIGHT
from motif.retrievers.expansion import ExpansionOptions, ExpansionScope, expand
from motif.retrievers.steps.searching import vector_or_none
from motif.retrievers.view import View


@dataclasses.dataclass(frozen=True, slots=True)
class HybridWanted:
    """How many pieces, how many of them along edges, and how long their texts are."""

    top_k: int
    neighbours: int = 0
    max_tokens: int | None = None


def hybrid_instead(
    view: View, plan: Plan, schema: GraphSchema, wanted: HybridWanted, control: Control
) -> Results:
    """The ``wanted.top_k`` nodes most relevant to the plan's question (BM25 and cosine); empty without any words.

    By words alone where the graph has no vectors. Only nodes with a label of ``schema`` where it leaves labels out.
    """
    question = words_of_plan(plan)
    if not question:
        return Results(metadata={"epoch": view.projection.epoch})
    has_vectors = vector_or_none(view, question) is not None
    labels = frozenset(schema.labels)
    is_part = bool(labels) and not labels.issuperset(view.projection.labels)
    options = ExpansionOptions(
        seeds=wanted.top_k,
        neighbours=wanted.neighbours,
        top_k=wanted.top_k,
        bm25_weight=BM25_WEIGHT if has_vectors else 1.0,
        max_tokens=wanted.max_tokens,
    )
    return expand(view, question, ExpansionScope(labels if is_part else None), options, control)


def words_of_plan(plan: Plan) -> str:
    """The plan's question, else the texts that it searches and compares with; "" for none.

    >>> from motif.graphs.steps import Find
    >>> words_of_plan(Plan((), steps=(Find("a", "Film", {"title": {"$like": "Heat"}}), VectorSearch("b", "crime"))))
    'Heat crime'
    """
    if plan.question.strip():
        return plan.question.strip()
    found: list[str] = []
    for step in plan.steps:
        found += _texts(getattr(step, "where", {}))
        if isinstance(step, (VectorSearch, FulltextSearch)):
            found.append(step.text)
        elif isinstance(step, Rank) and step.by_text:
            found.append(step.by_text)
    return " ".join(found).strip()


def _texts(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value.strip("%")]
    parts = (
        value.values() if isinstance(value, Mapping) else value if isinstance(value, (list, tuple)) else ()
    )
    return [text for part in parts for text in _texts(part)]
