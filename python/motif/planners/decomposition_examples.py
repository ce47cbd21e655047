"""Examples for the prompts of STEM's decomposition: the user's own, said as assertions, then those of the prompts."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

from motif.graphs.pattern import parse_pattern
from motif.graphs.plan import Plan
from motif.indexes.triples import node_texts, triple_text
from motif.planners.placeholders import Placeholders
from motif.planners.prompting import as_data, default_examples
from motif.planners.protocol import PlanningGraph
from motif.planners.shots import Shot, Shots, UserExample, user_examples

OWN = 8
"""Of the user's examples that are shown."""


def own_examples(examples: Sequence[Mapping[str, Any]]) -> list[UserExample]:
    """The user's examples that have a pattern or a plan, each with its strategy: the plan's, else by its answers.

    Without either it is "breadth". Raises as `motif.planners.shots.user_examples`.
    """
    found = []
    for example in examples:
        plan, answers = example.get("plan"), example.get("answers")
        said = (
            plan.strategy
            if isinstance(plan, Plan)
            else plan.get("strategy")
            if isinstance(plan, Mapping)
            else None
        )
        one = isinstance(answers, (list, tuple)) and len(answers) == 1
        strategy = said or ("precision" if one else "breadth")
        for own in user_examples([example]):
            found.append(dataclasses.replace(own, wanted={**own.wanted, "strategy": strategy}))
    return found


def decomposition_shots(question: str, graph: PlanningGraph, examples: Shots) -> list[Shot]:
    """Questions with their alternatives, as `shots_text` shows them: the user's like ``question`` first."""
    own = [
        (given, found) for given, wanted in examples.like(question, graph, OWN) if (found := _said(wanted))
    ]
    shipped = [
        (shot["question"], {"alternatives": shot["alternatives"]}) for shot in default_examples("decompose")
    ]
    return [(f"question: {as_data(given)}", wanted) for given, wanted in (*own, *shipped)]


def schema_graph_shots() -> list[Shot]:
    """Lists of assertions with their triples."""
    return [
        (f"assertions: {as_data({'lists': shot['lists']})}", {"graphs": shot["graphs"]})
        for shot in default_examples("schema_graph")
    ]


def strategy_shots() -> list[Shot]:
    """Questions and assertions with their strategy."""
    return [
        (
            f"question: {as_data({key: shot[key] for key in ('question', 'assertions')})}",
            {"strategy": shot["strategy"]},
        )
        for shot in default_examples("strategy")
    ]


def _said(wanted: Mapping[str, Any]) -> dict[str, Any] | None:
    """What `motif.planners.shots` would show, triples and an answer, as assertions; None without triples."""
    if not wanted.get("triples"):
        return None
    pattern = parse_pattern(wanted["triples"])
    parts = [node.unknown or node.name or "" for node in pattern.nodes]
    known = Placeholders([])
    texts = [known.of_part(part) or part for part in parts]
    spelt = [
        text if text.startswith("[ENT") else name
        for text, name in zip(texts, node_texts(pattern), strict=True)
    ]
    assertions = [
        triple_text(spelt[edge.head], edge.relation or "", spelt[edge.tail]) for edge in pattern.edges
    ]
    alternative: dict[str, Any] = {
        "assertions": assertions,
        "strategy": wanted["strategy"].title(),
    }
    if isinstance(wanted.get("answer"), str) and (answer := known.of_part(wanted["answer"])):
        alternative["answer"] = answer
    return {"alternatives": [alternative]}
