"""Examples for a prompt: the user's, those like the question first, then the ones that come with the prompt."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.errors import InvalidInput
from motif.graphs.pattern import Pattern, PatternNode, parse_part
from motif.graphs.plan import Plan
from motif.models.encoder import TextEncoder, encode_queries
from motif.planners.named_things import MASK, masked_question
from motif.planners.protocol import PlanningGraph

Shot = tuple[str, Mapping[str, Any]]
"""What is asked, and the object that a model shall return for it."""

_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class UserExample:
    """An example of the user's: its question, the same without its names, and the object wanted."""

    question: str
    masked: str
    wanted: Mapping[str, Any]


def user_examples(examples: Sequence[Mapping[str, Any]]) -> list[UserExample]:
    """Those of ``examples`` that have a pattern or a plan of one, ready to be shown; the others are of no use here.

    Raises `InvalidInput` for one without a question, `InvalidPattern` for a pattern that cannot be read.
    """
    found = []
    for number, example in enumerate(examples, start=1):
        question = example.get("question")
        if not isinstance(question, str) or not question.strip():
            raise InvalidInput(f"Example {number} has no question: {dict(example)!r}.")
        value = example.get("plan") or example.get("pattern")
        if value:
            plan = Plan.from_value(value)
            if plan.steps:
                continue
            masked = without_names(question, _names_of(plan))
            found.append(UserExample(question, masked, shown_plan(plan, question)))
    return found


class Shots:
    """Chooses among the user's examples by the likeness of their questions, names masked.

    Vectors of the examples are kept for one encoder at a time.
    """

    def __init__(self, examples: Sequence[UserExample]) -> None:
        self._examples = list(examples)
        self._encoded: tuple[TextEncoder, NDArray[np.float32]] | None = None

    def like(self, question: str, graph: PlanningGraph, n: int) -> list[Shot]:
        """At most ``n`` examples, the likest first; equally like ones as they were given."""
        if not self._examples or n <= 0:
            return []
        scores = self._scores(masked_question(question, graph), graph)
        order = np.argsort(-scores, kind="stable")[:n].tolist()
        return [(self._examples[place].question, self._examples[place].wanted) for place in order]

    def _scores(self, masked: str, graph: PlanningGraph) -> NDArray[np.float64]:
        if graph.has_encoder:
            similar: NDArray[np.float64] = (self._vectors(graph.encoder) @ graph.encode(masked)).astype(
                np.float64
            )
            return similar
        words = _words(masked)
        shared = [_jaccard(words, _words(example.masked)) for example in self._examples]
        return np.array(shared, dtype=np.float64)

    def _vectors(self, encoder: TextEncoder) -> NDArray[np.float32]:
        if self._encoded is None or self._encoded[0] is not encoder:
            texts = [example.masked for example in self._examples]
            self._encoded = (encoder, encode_queries(encoder, texts))
        return self._encoded[1]


def shown_plan(plan: Plan, question: str) -> dict[str, Any]:
    """``plan`` as a model is shown it: unknowns as ``UNKNOWN kind number``.

    >>> shown = shown_plan(Plan((("?film", "directed_by", "Michael Mann"),), answer="?film"), "Mann's films?")
    >>> shown["triples"], shown["answer"]
    ([['UNKNOWN film 1', 'directed_by', 'Michael Mann']], 'UNKNOWN film 1')
    """
    pattern = plan.parsed() or Pattern((), ())
    asked = None if plan.answer is None else parse_part(plan.answer)
    nodes = [*pattern.nodes, *([asked] if asked is not None else [])]
    spelt = _spelt_unknowns(nodes)
    shown: dict[str, Any] = {"divided": [question], "triples": _shown_triples(pattern, spelt)}
    unknown = [node for node in pattern.nodes if not node.is_known]
    asked = asked or (unknown[0] if len(unknown) == 1 else None)
    if asked is not None:
        shown["answer"] = spelt.get(asked.unknown or "", asked.name or "")
    if plan.filter:
        shown["filter"] = {
            spelt.get(name.removeprefix("?"), name): value for name, value in plan.filter.items()
        }
    for key in ("give", "count", "directed"):
        if getattr(plan, key):
            shown[key] = getattr(plan, key)
    if plan.order is not None:
        shown["order"] = {
            "property": plan.order.property,
            "count_of": spelt.get((plan.order.count_of or "").removeprefix("?")),
            "descending": plan.order.descending,
            "limit": plan.order.limit,
        }
        shown["order"] = {key: value for key, value in shown["order"].items() if value is not None}
    return shown


def _shown_triples(pattern: Pattern, spelt: Mapping[str, str]) -> list[list[str]]:
    return [
        [
            _shown_node(pattern.nodes[edge.head], spelt),
            edge.relation or f"UNKNOWN relation {number}",
            _shown_node(pattern.nodes[edge.tail], spelt),
        ]
        for number, edge in enumerate(pattern.edges, start=1)
    ]


def _shown_node(node: PatternNode, spelt: Mapping[str, str]) -> str:
    return node.name or node.id or "" if node.is_known else spelt[node.unknown or ""]


def _spelt_unknowns(nodes: Sequence[PatternNode]) -> dict[str, str]:
    """What a prompt calls each unknown: its label, type or name, numbered within these."""
    found: dict[str, str] = {}
    numbers: dict[str, int] = {}
    kinds = {node.unknown: node.label or node.type for node in nodes if node.label or node.type}
    for node in nodes:
        if node.is_known or (node.unknown or "") in found:
            continue
        kind = kinds.get(node.unknown) or re.sub(r"[\W\d_]+", " ", node.unknown or "").strip() or "thing"
        numbers[kind] = numbers.get(kind, 0) + 1
        found[node.unknown or ""] = f"UNKNOWN {kind} {numbers[kind]}"
    return found


def _names_of(plan: Plan) -> list[str]:
    pattern = plan.parsed()
    nodes = [] if pattern is None else [*pattern.nodes]
    if plan.answer is not None:
        nodes.append(parse_part(plan.answer))
    return [node.name for node in nodes if node.is_known and node.name]


def without_names(question: str, names: Iterable[str]) -> str:
    """``question`` with ``names`` masked, whatever their case.

    >>> without_names("Which films did [mann] make?", ["Mann"])
    'Which films did … make?'
    """
    for name in sorted(names, key=len, reverse=True):
        question = re.sub(rf"(?<!\w)\[?{re.escape(name)}\]?(?!\w)", MASK, question, flags=re.IGNORECASE)
    return question


def _words(text: str) -> set[str]:
    return {word.casefold() for word in _WORD.findall(text)}


def _jaccard(first: set[str], second: set[str]) -> float:
    return len(first & second) / max(len(first | second), 1)
