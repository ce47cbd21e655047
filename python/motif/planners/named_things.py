"""What a question names, for a language model: masked in examples, and as the graph calls it."""

from __future__ import annotations

from typing import Any

from motif.planners.linking import linker_of
from motif.planners.protocol import Mention, PlanningGraph

MASK = "…"
_MENTIONS = 8
_NAMES = 3
_ROWS = 50


def masked_question(question: str, graph: PlanningGraph) -> str:
    """``question`` with everything that it names replaced by an ellipsis."""
    masked = question
    for mention in sorted(linker_of(graph).link(question), key=lambda mention: -mention.start):
        masked = f"{masked[: mention.start]}{MASK}{masked[mention.end :]}"
    return masked


def named_things(question: str, graph: PlanningGraph) -> list[dict[str, Any]]:
    """For each thing that ``question`` names its words, and at most three names that the graph has for it.

    >>> from motif import Graph
    >>> graph = Graph.from_triples([("Heat", "directed_by", "Michael Mann")], labels={"Heat": "Film"})
    >>> named_things("Who directed heat?", graph.view)
    [{'words': 'heat', 'in_graph': [{'name': 'Heat', 'kinds': ['Film']}]}]
    """
    mentions = linker_of(graph).link(question)[:_MENTIONS]
    return [{"words": mention.text, "in_graph": _names(mention, graph)} for mention in mentions]


def _names(mention: Mention, graph: PlanningGraph) -> list[dict[str, Any]]:
    nodes = graph.projection.nodes
    found: dict[str, dict[str, Any]] = {}
    for row in mention.rows[:_ROWS].tolist():
        entry = found.setdefault(nodes.names[row], {"name": nodes.names[row]})
        kinds = entry.get("kinds", [])
        if more := [label for label in nodes.labels(row) if label not in kinds]:
            entry["kinds"] = [*kinds, *more]
    return list(found.values())[:_NAMES]
