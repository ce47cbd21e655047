"""A language model's answer as a plan for one graph: its words spelt as the graph's, the rest left to the distance."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from motif.graphs.pattern import PatternEdge, PatternNode
from motif.graphs.plan import Plan
from motif.indexes.names import readable
from motif.planners.known_parts import known_part, relations_of, rows_of
from motif.planners.model_answer import ModelAnswer
from motif.planners.model_conditions import filters_of, given_property, order_of
from motif.planners.protocol import PlanningGraph
from motif.planners.schema_facts import SchemaFacts
from motif.planners.symmetry import is_symmetric

UNFAMILIAR = 0.85
"""What a name or relation that the graph does not have takes off the confidence, as a factor."""


def plan_of_answer(answer: ModelAnswer, question: str, graph: PlanningGraph, facts: SchemaFacts) -> Plan:
    """The plan that ``answer`` describes.

    A relation, label or property that reads as one of the graph's is spelt as the graph spells it. A relation or name
    that the graph lacks stays as it is (the search finds the nearest by meaning), and a note says so.

    Raises `InvalidInput` for a condition or property that the graph cannot have, and tells the model what it has.
    """
    words = _GraphWords(answer, graph, facts)
    triples = tuple(words.triples())
    tells_ends = all(places and not is_symmetric(facts.relations[places[0]]) for places in words.relations)
    return Plan(
        pattern=triples,
        answer=words.answer(),
        give=given_property(answer.give, facts),
        count=answer.count,
        order=order_of(answer, facts),
        filter={answer.names[part]: filter for part, filter in words.filters.items() if part in answer.names},
        directed=answer.directed and tells_ends and bool(triples),
        question=question,
        planner="model",
        confidence=UNFAMILIAR ** (len(words.unfamiliar_names) + len(words.unfamiliar_relations)),
        notes=(*_reading(answer), *words.notes()),
    )


def _reading(answer: ModelAnswer) -> list[str]:
    return [f"read as: {'; '.join(answer.divided)}"[:500]] if answer.divided else []


class _GraphWords:
    """The parts of an answer in the graph's words.

    Attributes
    ----------
    relations
        For each edge the places of the relations that read as its text; empty for one that the graph lacks.
    filters
        Conditions, by the spelling of an unknown or by a name.
    unfamiliar_relations, unfamiliar_names
        What the graph does not have.
    """

    def __init__(self, answer: ModelAnswer, graph: PlanningGraph, facts: SchemaFacts) -> None:
        self._answer = answer
        self._graph = graph
        self._facts = facts
        self.filters = filters_of(answer, graph.projection, facts)
        edges = answer.pattern.edges
        self.relations = [_places(edge, graph) for edge in edges]
        lacking = (edge.relation for edge, places in zip(edges, self.relations, strict=True) if not places)
        self.unfamiliar_relations = [relation for relation in dict.fromkeys(lacking) if relation]
        self.unfamiliar_names = [node.name for node in self._known() if node.name and not self._rows(node)]
        self._labels = [self._label(place) for place in range(len(answer.pattern.nodes))]

    def triples(self) -> Iterator[tuple[Any, Any, Any]]:
        """The triples of the plan; a label stands at the first mention of its unknown."""
        said: set[int] = set()
        for edge, places in zip(self._answer.pattern.edges, self.relations, strict=True):
            head, tail = (edge.tail, edge.head) if self._is_reversed(edge, places) else (edge.head, edge.tail)
            relation = self._facts.relations[places[0]] if places else edge.relation
            yield self._part(head, said), relation, self._part(tail, said)

    def answer(self) -> Any:
        """The part that is asked for; None when the model named none."""
        asked = self._answer.answer
        if asked is None or not self._answer.pattern.nodes:
            return None if asked is None else self._lone(asked)
        return self._part(self._answer.pattern.nodes.index(asked), None)

    def notes(self) -> Iterator[str]:
        for relation in self.unfamiliar_relations:
            yield f"the graph has no relation {relation!r}; the nearest in meaning stand for it"
        for name in self.unfamiliar_names:
            yield f"no node is called {name!r}; the nearest names stand for it"
        for node, label in zip(self._answer.pattern.nodes, self._labels, strict=True):
            wanted = None if node.type is None else _spelt(node.type, self._facts.properties)
            if wanted and label is None:
                yield f"{node.unknown!r} is not held to the label {wanted}, which its relations do not have"

    def _known(self) -> list[PatternNode]:
        return [node for node in self._answer.nodes if node.is_known]

    def _rows(self, node: PatternNode) -> list[int]:
        rows: list[int] = rows_of(node, self._graph.projection, self._graph.names).tolist()
        return rows

    def _part(self, place: int, said: set[int] | None) -> Any:
        """Node ``place`` as a part of a plan; ``said`` gathers unknowns whose label need not be repeated."""
        node = self._answer.pattern.nodes[place]
        if node.is_known:
            return known_part(node.name or "", self.filters.get(node.name or ""))
        if not node.unknown:
            return None
        name, label = self._answer.names[node.unknown], self._labels[place]
        if label is None or said is None or place in said:
            return f"?{name}"
        said.add(place)
        return {"unknown": name, "label": label}

    def _lone(self, node: PatternNode) -> Any:
        if node.is_known:
            return known_part(node.name or "", self.filters.get(node.name or ""))
        name = self._answer.names.get(node.unknown or "", "answer")
        label = _spelt(node.type or name, self._facts.properties)
        return f"?{name}" if label is None else {"unknown": name, "label": label}

    def _label(self, place: int) -> str | None:
        """The label that the type of an unknown is, unless no relation of it ends at such a node."""
        node = self._answer.pattern.nodes[place]
        label = None if node.type is None else _spelt(node.type, self._facts.properties)
        if label is None:
            return None
        for edge, places in zip(self._answer.pattern.edges, self.relations, strict=True):
            ends = [end for relation in places for end in self._facts.ends[relation]]
            at_edge = place in (edge.head, edge.tail)
            if at_edge and ends and not any(label in (*start, *end) for start, end in ends):
                return None
        return label

    def _is_reversed(self, edge: PatternEdge, places: list[int]) -> bool:
        """Whether the graph has the relation between such ends the other way round only."""
        heads, tails = self._kinds(edge.head), self._kinds(edge.tail)
        ends = [end for place in places for end in self._facts.ends[place]]
        if not heads or not tails or not ends:
            return False
        forwards = any(heads & set(start) and tails & set(end) for start, end in ends)
        backwards = any(tails & set(start) and heads & set(end) for start, end in ends)
        return backwards and not forwards

    def _kinds(self, place: int) -> set[str]:
        """Labels that a node has for certain, or may have by its name; none when nothing is known."""
        node = self._answer.pattern.nodes[place]
        if not node.is_known:
            label = self._labels[place]
            return set() if label is None else {label}
        labels = self._graph.projection.nodes.labels
        return {label for row in self._rows(node)[:100] for label in labels(row)}


def _places(edge: PatternEdge, graph: PlanningGraph) -> list[int]:
    return relations_of(edge.relation, graph.projection) if edge.relation else []


def _spelt(words: str, known: Any) -> str | None:
    """The label that reads as ``words``."""
    wanted = readable(words)
    return next((label for label in known if label and (label == words or readable(label) == wanted)), None)


def undirected(plan: Plan) -> Plan:
    """The same plan without regard to directions, a little less likely."""
    return replace(plan, directed=False, confidence=plan.confidence * UNFAMILIAR)
