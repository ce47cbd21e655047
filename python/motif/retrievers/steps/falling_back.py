"""What is found where a plan of steps finds nothing: the nodes most relevant to the question by words and meaning."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from motif.engine.control import Control
from motif.graphs.evidence import Results
from motif.graphs.graph_schema import GraphSchema
from motif.graphs.plan import Plan
from motif.graphs.steps import FulltextSearch, Rank, Step, Traverse, VectorSearch, sources_of
from motif.indexes.hybrid import BM25_WEIGHT
from motif.retrievers.expansion import ExpansionOptions, ExpansionScope, expand
from motif.retrievers.selection import Selection
from motif.retrievers.steps.searching import vector_or_none
from motif.retrievers.view import View


@dataclass(frozen=True, slots=True)
class HybridWanted:
    """How many nodes, how much text of each, and which may be given."""

    top_k: int
    max_tokens: int | None = None
    selection: Selection = field(default_factory=Selection)


def hybrid_instead(view: View, plan: Plan, schema: GraphSchema, wanted: HybridWanted) -> Results:
    """The ``wanted.top_k`` nodes most relevant to the plan's question (BM25 and cosine); empty without any words.

    Those with the label that the plan's answers have, where it says one: hybrid retrieval by itself gives nodes of the
    wrong type (paper 003, §2.2 A). Else, or where these have nothing of the question, those that questions are put to
    by default. By words alone where the graph has no vectors.
    """
    question = words_of_plan(plan)
    if not question:
        return Results(metadata={"epoch": view.projection.epoch})
    options = ExpansionOptions(
        seeds=wanted.top_k,
        neighbours=0,
        bm25_weight=1.0 if vector_or_none(view, question) is None else BM25_WEIGHT,
        max_tokens=wanted.max_tokens,
    )
    label = answer_label(plan.steps)
    if label in schema.labels and label in view.projection.labels:
        found = expand(view, question, _with_label(view, str(label), wanted.selection), options, Control())
        if found:
            return found
    return expand(view, question, _of_schema(view, schema, wanted.selection), options, Control())


def _with_label(view: View, label: str, selection: Selection) -> ExpansionScope:
    """Nodes with one label, read in the index of all: one for each label would have to be made first."""
    everything, mask = frozenset(view.projection.labels), view.label_mask(frozenset([label]))
    nodes = mask if selection.nodes is None else mask & selection.nodes
    return ExpansionScope(everything, selection=Selection(nodes))


def _of_schema(view: View, schema: GraphSchema, selection: Selection) -> ExpansionScope:
    """What questions are put to by default; where the schema leaves labels out, the nodes of those that it has."""
    labels = frozenset(schema.labels)
    is_part = bool(labels) and not labels.issuperset(view.projection.labels)
    return ExpansionScope(labels if is_part else None, selection=selection)


def answer_label(steps: Sequence[Step]) -> str | None:
    """The label of the nodes that the last step gives, where the steps say it.

    >>> from motif.graphs.steps import Find
    >>> answer_label([Find("a", "Film"), Rank("b", "a", by_property="year")])
    'Film'
    """
    by_name = {step.name: step for step in steps}
    wanted = [steps[-1]] if steps else []
    for step in wanted:  # grows while a step says no label itself
        label = getattr(step, "label", None)
        if label is not None or isinstance(step, Traverse):
            return label
        sources = sources_of(step)[:1]
        wanted += [by_name[name] for name in sources if name in by_name and by_name[name] not in wanted]
    return None


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
