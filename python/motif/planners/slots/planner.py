"""The planner of steps without a model: what a question says fills the slots of a plan (SPARK)."""

from __future__ import annotations

import dataclasses
import math
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from itertools import product

import numpy as np

from motif.engine.control import Control
from motif.graphs.graph_schema import GraphSchema
from motif.graphs.plan import Plan
from motif.graphs.steps import VectorSearch
from motif.planners.joining import Reach
from motif.planners.linking import linker_of
from motif.planners.paths import PathRanker
from motif.planners.protocol import PlanningGraph
from motif.planners.question_language import language_note
from motif.planners.question_planner import check_question
from motif.planners.slots.fitting import Fitter
from motif.planners.slots.heads import Head
from motif.planners.slots.joining_paths import Joiner, rows_of
from motif.planners.slots.lexicon import Lexicon
from motif.planners.slots.reading import Slots, read_slots
from motif.planners.slots.texts import text_of
from motif.planners.slots.tree import Place, Way, denies_nothing, found, grown, settle
from motif.planners.slots.writing import SEARCHED, Writer

GRAPHS = 4
"""Graphs that one planner keeps what it needs for."""

TRIED = 24
"""Trees that are looked at."""

DETOUR = 1.0
"""What a tree loses (in logs) for each step beyond one for each name."""

IDLE = 1.0
"""What a tree loses (in logs) whose negation denies nothing."""

MORE = 3
"""Trees that are looked at beyond those that are wanted."""

LOW = 0.05
"""Confidence of a plan that searches by words alone."""


class SlotPlanner:
    """Plans of steps without a language model: the same question over the same graph gives the same plans.

    Parameters
    ----------
    schema
        Gives the schema when a question is planned; kept by whoever gives it.
    """

    name = "slots"

    def __init__(self, schema: Callable[[], GraphSchema]) -> None:
        self._schema = schema
        self._known: OrderedDict[tuple[int, int], _Skills] = OrderedDict()

    def plan(self, question: str, graph: PlanningGraph, *, limit: int, control: Control) -> list[Plan]:
        """At most ``limit`` plans of the method "spark", likeliest first; at least one.

        Raises `InvalidInput` for no question.
        """
        question = check_question(question)
        return self._skills(graph).plan(question, limit, control)

    def _skills(self, graph: PlanningGraph) -> _Skills:
        schema = self._schema()
        key = id(graph), id(schema)
        known = self._known.get(key)
        if known is None or known.graph is not graph or known.schema is not schema:
            known = self._known[key] = _Skills(graph, schema)
            while len(self._known) > GRAPHS:
                self._known.popitem(last=False)
        return known


class _Skills:
    """All that planning over one graph needs, made once."""

    def __init__(self, graph: PlanningGraph, schema: GraphSchema) -> None:
        self.graph = graph
        self.schema = schema
        self._whole = graph.values.projection
        self._real = graph.projection
        self._lexicon = Lexicon(graph, schema)
        self._linker = linker_of(graph.values)
        self._joiner = Joiner(PathRanker(graph.values), self._whole, self._lexicon, self._real.n_nodes)

    def plan(self, question: str, limit: int, control: Control) -> list[Plan]:
        slots = read_slots(question, self._lexicon, self._linker)
        reach = Reach(self._whole, control)
        plans: list[Plan] = []
        for tree, score, left_out in self._trees(slots, reach, limit):
            plan = self._written(slots, tree, score, left_out, reach)
            if all(plan.steps != other.steps for other in plans):
                plans.append(plan)
            if len(plans) == limit:
                break
        return plans or [self._searched(question)]

    def _trees(
        self, slots: Slots, reach: Reach, limit: int
    ) -> Iterator[tuple[tuple[Place, str | None], float, tuple[str, ...]]]:
        """Trees likeliest first, with the property to give, and what they leave out."""
        ways = [self._joiner.of_anchor(slots, place, reach) for place in range(len(slots.anchors))]
        left_out = tuple(
            slots.anchors[place].text
            for place, of in enumerate(ways)
            if not of and not slots.anchors[place].is_doubtful
        )
        sure = [of for place, of in enumerate(ways) if of and not slots.anchors[place].is_doubtful]
        doubtful = [of for place, of in enumerate(ways) if of and slots.anchors[place].is_doubtful]
        chosen = [*sure, *doubtful]
        while True:
            alive = list(self._alive(slots, chosen, reach, limit))
            if alive or not doubtful:
                break
            doubtful.pop()
            chosen = [*sure, *doubtful]
        if not alive and sure:
            alive = [self._tree(slots, tuple(of[0] for of in sure), reach)]
        if not alive and not chosen:
            alone = self._lone(slots, reach)
            alive = [alone] if alone is not None else []
        for root, give, score in alive:
            yield (root, give), score, left_out

    def _alive(
        self, slots: Slots, ways: Sequence[Sequence[Way]], reach: Reach, limit: int
    ) -> Iterator[tuple[Place, str | None, float]]:
        """Trees of one way each that some node answers, likeliest first."""
        if not ways:
            return
        combined = sorted(product(*(of[:4] for of in ways)), key=_score, reverse=True)[:TRIED]
        alive: list[tuple[Place, str | None, float]] = []
        for chosen in combined:
            root, give, score = self._tree(slots, chosen, reach)
            rows = found(root, reach)
            if rows is None or len(rows):
                alive.append((root, give, score - IDLE * denies_nothing(root, reach)))
            if len(alive) == limit + MORE:
                break
        yield from sorted(alive, key=lambda one: -one[2])[:limit]

    def _tree(self, slots: Slots, ways: Sequence[Way], reach: Reach) -> tuple[Place, str | None, float]:
        n_relations = len(self._real.relationships.relations)
        gives = {
            self._whole.relationships.relations[way.path[-1].relation]
            for way in ways
            if way.path and way.path[-1].relation >= n_relations and way.path[-1].forward
        }
        cut = [
            dataclasses.replace(way, path=way.path[:-1])
            if way.path and way.path[-1].relation >= n_relations and way.path[-1].forward
            else way
            for way in ways
        ]
        head = slots.head
        label = self._head_label(head, ways, reach) if head is not None and not gives else None
        rows = rows_of(self._real, label) if label else np.zeros(0, np.int32)
        root = Place(rows, head.start if head is not None else None, label)
        cut = [dataclasses.replace(way, leaf=_copied(way.leaf)) for way in cut]
        cut = [dataclasses.replace(way, meets=self._meets(slots, way)) for way in cut]
        root = grown(cut, root, reach)
        settle(root, reach)
        self._mark(root, slots)
        return root, next(iter(gives), None), _score(ways)

    def _head_label(self, head: Head, ways: Sequence[Way], reach: Reach) -> str | None:
        """The label that is asked for: of several that the noun may mean, the one that the first way leads to."""
        way = next((one for one in ways if one.path and not one.is_negated), None)
        if way is None or len(head.rivals) < 2:
            return head.label
        ends = self._whole.nodes.labels(int(next(iter(reach(way.leaf.rows, way.path)), 0)))
        return next((label for label, _ in head.rivals if label in ends), head.label)

    def _meets(self, slots: Slots, way: Way) -> int:
        """A way that is denied right after the head is denied as a whole: "not spoken in countries that …"."""
        if not way.is_negated or way.leaf.anchor is None:
            return 8
        before = [one[0] for one in slots.negations if one[1] <= way.leaf.anchor.start]
        inner = [one.start for one in slots.labels if before and one.start < before[-1]]
        named = [one.end for one in slots.anchors if before and one.end <= before[-1]]
        return 8 if inner or named else 0

    def _mark(self, root: Place, slots: Slots) -> None:
        """Says of the places where in the question their labels stand."""
        left = list(slots.labels)
        for place in root.all():
            if place is root or place.anchor is not None:
                continue
            labels = {
                one
                for row in place.rows[:8].tolist()
                if row < self._real.n_nodes
                for one in self._real.nodes.labels(row)
            }
            said = next((one for one in left if one.label in labels), None)
            if said is not None:
                place.said, place.label = said.start, said.label
                left.remove(said)

    def _lone(self, slots: Slots, reach: Reach) -> tuple[Place, str | None, float] | None:
        """The tree of a question that names no node: a label, or labels that lead to it."""
        head = slots.head
        give = head.property if head is not None else None
        if head is not None and head.label is not None:
            return Place(rows_of(self._real, head.label), head.start, head.label), None, math.log(0.5)
        for mention in slots.labels:
            rows = rows_of(self._real, mention.label)
            leaf = Place(rows, mention.start, mention.label)
            if give is not None:
                return leaf, give, math.log(0.4)
            ways = self._joiner.of_label(slots, mention, reach)
            if ways:
                root = Place(np.zeros(0, np.int32), head.start if head is not None else None)
                way = dataclasses.replace(ways[0], leaf=leaf)
                return grown([way], root, reach), None, way.log_probability
            return leaf, None, math.log(0.3)
        return None

    def _written(
        self,
        slots: Slots,
        tree: tuple[Place, str | None],
        score: float,
        left_out: tuple[str, ...],
        reach: Reach,
    ) -> Plan:
        root, give = tree
        self._add_labels(slots, root, reach)
        fitter = Fitter(self._lexicon, self._real, slots)
        places = [place for place in root.all() if place.anchor is None]
        notes = [f"Not used: '{text}'." for text in left_out]
        used: list[str] = []
        for quantity in slots.quantities:
            fits, words = fitter.put(quantity, places, slots.is_negated(quantity.start))
            used += words
            if not fits and not quantity.is_bare:
                said = slots.question[quantity.start : quantity.end].strip()
                notes.append(f"Not used: '{said}' fits no property.")
                score -= 1.0
        if slots.superlative is not None and not fitter.rank(slots.superlative, places):
            said = slots.question[slots.superlative.start : slots.superlative.end].strip()
            notes.append(f"Not used: '{said}' fits no property.")
            score -= 1.0
        fitter.deny(places)
        used += [word.text for word in slots.denials]
        text = text_of(slots, root, self._lexicon, used)
        text = " ".join(filter(None, [text, *left_out]))
        ranks = text and root.rank is None and give is None
        if text and not ranks:
            notes.append(f"Not used: '{text}'.")
        if ranks:
            notes.append(f"Ranked by likeness to '{text}'.")
        steps = Writer(self._real, self._whole, self.schema).write(root, text if ranks else "")
        encoder = self.graph.encoder.name if self.graph.has_encoder else None
        notes += filter(None, [language_note(slots.question, encoder)])
        return Plan(
            pattern=(),
            give=give,
            count=slots.counts and give is None,
            steps=steps,
            method="spark",
            question=slots.question,
            planner=SlotPlanner.name,
            confidence=max(min(math.exp(score / max(1, len(slots.anchors))), 1.0), LOW),
            notes=tuple(notes),
        )

    def _add_labels(self, slots: Slots, root: Place, reach: Reach) -> None:
        """Labels with conditions of their own that no name leads past: "currencies of countries with …"."""
        said = {place.said for place in root.all()}
        for mention in slots.labels:
            if mention.start in said or root.anchor is not None:
                continue
            if not self._has_condition(slots, mention.start, mention.end):
                continue
            ways = self._joiner.of_label(slots, mention, reach)
            if ways and ways[0].path[-1].relation < len(self._real.relationships.relations):
                leaf = Place(rows_of(self._real, mention.label), mention.start, mention.label)
                grown([dataclasses.replace(ways[0], leaf=leaf)], root, reach)

    def _has_condition(self, slots: Slots, start: int, end: int) -> bool:
        """Whether a quantity follows a label before any other label, or a superlative stands before it."""
        best = slots.superlative
        if best is not None and 0 <= start - best.end < 24:
            return True
        following = [one.start for one in slots.labels if one.start > start]
        limit = min(following, default=len(slots.question))
        if best is not None and end <= best.start < limit:
            return True
        return any(end <= one.start < limit for one in slots.quantities)

    def _searched(self, question: str) -> Plan:
        """The plan that remains: the nodes most like the question."""
        steps = (VectorSearch("found", question, None, {}, SEARCHED),)
        note = "Nothing of the graph is named; searched by the question's words."
        return Plan(
            (),
            steps=steps,
            method="spark",
            question=question,
            planner=SlotPlanner.name,
            confidence=LOW,
            notes=(note,),
        )


def _score(ways: Sequence[Way]) -> float:
    """Log of how likely ways are together, less what steps beyond one for each cost."""
    shared = {way.path[place:] for way in ways for place in range(1, len(way.path))}
    n_steps = len(shared) + len(ways)
    return sum(way.log_probability for way in ways) - DETOUR * max(0, n_steps - len(ways))


def _copied(place: Place) -> Place:
    """The same leaf, to be joined anew."""
    return Place(place.rows, place.said, place.label, place.anchor)
