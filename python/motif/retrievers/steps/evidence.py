"""Rows of a plan's last stage become evidence: the answer, the way that leads to it, and what is known of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from motif.graphs.evidence import Evidence, Node, Relationship
from motif.graphs.plan import Plan
from motif.retrievers.presentation import CHARACTERS_PER_TOKEN, Presentation, cut, verbalized

EXACT = 1.0
"""The score of an answer that only conditions and relationships found: it meets all of them."""


def evidence_of_row(
    row: Mapping[str, Any], plan: Plan, presentation: Presentation, metadata: Mapping[str, Any]
) -> Evidence:
    """One answer: a row as `motif.graphs.stages.StatementStage` describes it.

    Its text holds one ``head | TYPE | tail`` line for each relationship of the way, a ``name | property | value`` line
    for each property that the plan looks at, then the node's own text. Its nodes end with the answer.

    >>> row = {"id": "4:x:1", "labels": ["Film"], "name": "Heat", "score": None, "values": {"year": 1995}}
    >>> piece = evidence_of_row(row, Plan(pattern=(), method="spark"), Presentation(), {})
    >>> piece.score, piece.answers[0].name, piece.text
    (1.0, 'Heat', 'Heat | year | 1995')
    """
    answer = node_of(row)
    nodes = {one["id"]: node_of(one) for one in row.get("nodes") or ()}
    nodes.pop(answer.id, None)
    nodes[answer.id] = answer
    relationships = [_relationship(one) for one in row.get("relationships") or ()]
    score = row.get("score")
    return Evidence(
        score=EXACT if score is None else float(score),
        nodes=tuple(nodes.values()),
        relationships=tuple(dict.fromkeys(relationships)),
        bindings=_bindings(row, plan, answer),
        answers=_answers(row, plan, answer),
        text=_text(row, relationships, nodes, presentation),
        method="spark",
        metadata=dict(metadata),
    )


def node_of(row: Mapping[str, Any]) -> Node:
    """The node that a map of ``id``, ``labels`` and ``name`` describes; one without a name is called by its id."""
    name = row.get("name")
    labels = tuple(sorted(row.get("labels") or ()))
    return Node(row["id"], row["id"] if name is None or name == "" else _said(name), labels)


def _relationship(one: Mapping[str, Any]) -> Relationship:
    return Relationship(one["id"], one["source"], one["type"], one["target"], one["type"])


def _bindings(row: Mapping[str, Any], plan: Plan, answer: Node) -> dict[str, Node | Relationship]:
    """The node of each step, as far as the row says."""
    bindings: dict[str, Node | Relationship] = {
        one["step"]: node_of(one) for one in row.get("nodes") or () if one.get("step")
    }
    if plan.steps:
        bindings[plan.steps[-1].name] = answer
    return bindings


def _answers(row: Mapping[str, Any], plan: Plan, answer: Node) -> tuple[Any, ...]:
    if plan.give is None:
        return (answer,)
    value = (row.get("values") or {}).get(plan.give)
    if value is None:
        return ()
    return tuple(value) if isinstance(value, list) else (value,)


def _text(
    row: Mapping[str, Any],
    relationships: Iterable[Relationship],
    nodes: Mapping[str, Node],
    presentation: Presentation,
) -> str:
    lines = [(_name(nodes, one.source), one.type, _name(nodes, one.target)) for one in relationships]
    name = node_of(row).name
    values = row.get("values") or {}
    lines += [(name, key, _said(value)) for key, value in values.items() if value is not None]
    own = row.get("text") or ("" if lines else name)
    if presentation.verbalize is not None:
        return presentation.verbalize(lines)
    said = verbalized(lines, presentation)
    if presentation.max_tokens is not None:
        own = cut(str(own), presentation.max_tokens * CHARACTERS_PER_TOKEN - len(said) - 1)
    return "\n".join(part for part in (said, str(own)) if part)


def _name(nodes: Mapping[str, Node], identity: str) -> str:
    return nodes[identity].name if identity in nodes else identity


def _said(value: Any) -> str:
    return ", ".join(map(_said, value)) if isinstance(value, list) else str(value)
