"""How tracing is to choose, judged without a model: the one best relationship at each step, or all likely ones.

STEM (paper 001, §3.1) asks a language model whether a question has one answer, "Precision", or several, "Breadth".
"""

from __future__ import annotations

import re
import weakref
from dataclasses import dataclass

from motif.engine.control import Control
from motif.engine.functionality import functionality
from motif.graphs.pattern import Pattern
from motif.graphs.plan import Plan
from motif.planners.known_parts import relations_of
from motif.planners.linking import linker_of
from motif.planners.protocol import PlanningGraph
from motif.planners.reached_answers import answer_place, reached_answers

SEVERAL = 1.5
"""Ends that a question's relations have on average from which on several answers are expected."""

_ALWAYS = re.compile(
    r"\b(?:how many|number of|count|list|enumerate|all|every|each|both|several|any|some|different)\b|\bname the\b",
    re.IGNORECASE,
)
_ARE = re.compile(r"\b(?:what|which|who)\b(?:\s+(?:else|all))?\s+(?:are|were|have)\b", re.IGNORECASE)
_PLURAL = re.compile(
    r"\b(?:what|which|the)\s+(?:\w+\s+){0,3}?(?P<noun>\w{2,}s)(?:\s+(?:are|were|have|do|did|that|which|who|of|by|in|with"
    r"|from|acted|starring|directed|written|released)\b|\W*$)",
    re.IGNORECASE,
)
_NOT_PLURAL = re.compile(r"(?:ss|us|is|ics|ous|series|species|was|has|does|his|its)$", re.IGNORECASE)
_ONE = re.compile(
    r"\b(?:who|what|where|when|which one)\s+(?:is|was)\b|\bthe\s+(?:name|year|date|place)\s+of\b"
    r"|\b(?:what|which)\s+(?:\w+\s+)?\w*[^s\W]\s+(?:is|was|does|has)\b|\bin (?:what|which) year\b|^\s*when\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Judgement:
    """A strategy, one of `motif.graphs.plan.STRATEGIES`, and why in a few words."""

    strategy: str
    reason: str


def judged_strategy(question: str, plan: Plan, graph: PlanningGraph, control: Control) -> Judgement:
    """Whether ``plan`` is to be traced for one answer or for several.

    What the plan's own triples lead to in the graph decides. Where they lead nowhere, the question's words and how many
    ends its relations have (`motif.engine.functionality`) decide, and in doubt several are taken: tracing too much
    costs evidence that is ranked low, tracing too little costs answers.

    >>> from motif import Graph
    >>> view = Graph.from_triples([("Heat", "directed_by", "Mann"), ("Thief", "directed_by", "Mann")]).view
    >>> judged_strategy("Mann's films?", Plan((("?x", "directed_by", "Mann"),), answer="?x"), view, Control())
    Judgement(strategy='breadth', reason='the graph has 2 answers')
    """
    if plan.count or plan.order is not None:
        return Judgement("breadth", "all are needed to count or rank them")
    pattern = plan.parsed()
    place = None if pattern is None else answer_place(plan, pattern)
    if pattern is not None and place is not None and pattern.nodes[place].is_known:
        return Judgement("precision", "what is asked for is named")
    rows = reached_answers(plan, graph, control)
    if rows is not None and len(rows):
        several = len(rows) > 1
        found = f"{len(rows):,} answers" if several else "one answer"
        return Judgement("breadth" if several else "precision", f"the graph has {found}")
    return judged_by_words(question, plan, graph)


def judged_by_words(question: str, plan: Plan, graph: PlanningGraph) -> Judgement:
    """The strategy by the question's words and by how many ends the plan's relations have, its nodes aside."""
    says = says_several(question, graph)
    pattern = plan.parsed()
    place = None if pattern is None else answer_place(plan, pattern)
    ends = None if pattern is None or place is None else expected_ends(pattern, place, graph)
    if says:
        return Judgement("breadth", "the question asks for several")
    if ends is not None and ends >= SEVERAL:
        return Judgement("breadth", f"its relations have {ends:.1f} ends on average")
    if says is False or ends is not None:
        return Judgement("precision", "one answer is likely")
    return Judgement("breadth", "whether there are several is not known")


def says_several(question: str, graph: PlanningGraph) -> bool | None:
    """Whether the words of ``question`` ask for several things; None where they do not tell. English."""
    words = question
    for mention in linker_of(graph).link(question):
        words = words[: mention.start] + "X" * (mention.end - mention.start) + words[mention.end :]
    if _ALWAYS.search(words) or _ARE.search(words):
        return True
    if any(not _NOT_PLURAL.search(found["noun"]) for found in _PLURAL.finditer(words)):
        return True
    return False if _ONE.search(words) else None


def expected_ends(pattern: Pattern, place: int, graph: PlanningGraph) -> float | None:
    """How many nodes the relations between the known nodes and node ``place`` lead to on average, a product along each.

    The least of those from several known nodes; None where no known node is joined to it by known relations.
    """
    # Ends that lead to each node, filled from the known nodes outwards.
    found = [1.0 if node.is_known else None for node in pattern.nodes]
    for _ in pattern.edges:
        for edge in pattern.edges:
            for start, end, forward in ((edge.head, edge.tail, True), (edge.tail, edge.head, False)):
                before, known = found[start], found[end]
                if before is None or edge.relation is None or pattern.nodes[end].is_known:
                    continue
                number = before * _ends_of(edge.relation, forward, graph)
                found[end] = number if known is None else min(known, number)
    return found[place]


def _ends_of(relation: str, forward: bool, graph: PlanningGraph) -> float:
    """Ends of a relation for each start, on average; of a relation that the graph lacks `SEVERAL`."""
    with_it = [
        _functionality(place, graph)[not forward] for place in relations_of(relation, graph.projection)
    ]
    return max((1 / share for share in with_it if share > 0), default=SEVERAL)


_KNOWN: weakref.WeakKeyDictionary[PlanningGraph, dict[int, tuple[float, float]]] = weakref.WeakKeyDictionary()


def _functionality(relation: int, graph: PlanningGraph) -> tuple[float, float]:
    """Of one relation, by its place; kept as long as the graph."""
    known = _KNOWN.setdefault(graph, {})
    if relation not in known:
        table = graph.projection.relationships
        of_it = table.relation == relation
        known[relation] = functionality(table.sources[of_it], table.target[of_it])
    return known[relation]
