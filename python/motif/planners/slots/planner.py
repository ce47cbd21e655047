"""The planner of steps without a model: what a question says fills the slots of a plan (SPARK)."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from motif.engine.control import Control
from motif.graphs.companions import companion
from motif.graphs.graph_schema import GraphSchema
from motif.graphs.meaning import Omission
from motif.graphs.plan import Plan
from motif.graphs.steps import VectorSearch
from motif.planners.conditions import UNFIT
from motif.planners.joining import Reach
from motif.planners.linking import linker_of
from motif.planners.paths import PathRanker
from motif.planners.protocol import PlanningGraph
from motif.planners.question_language import language_note
from motif.planners.question_planner import check_question
from motif.planners.slots.choosing import Tree, TreeChooser
from motif.planners.slots.fitting import Fitter
from motif.planners.slots.joining_paths import Joiner
from motif.planners.slots.lexicon import DESCRIBED, Lexicon
from motif.planners.slots.place_schema import PlaceSchema
from motif.planners.slots.ranking import rank
from motif.planners.slots.reading import Slots, read_slots
from motif.planners.slots.requiring import deny, require
from motif.planners.slots.texts import leftover_of, unheeded
from motif.planners.slots.tree import Place
from motif.planners.slots.writing import SEARCHED, Writer

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

    def plan(self, question: str, graph: PlanningGraph, *, limit: int, control: Control) -> list[Plan]:
        """At most ``limit`` plans of the method "spark", likeliest first; at least one.

        Raises `InvalidInput` for no question.
        """
        return self._skills(graph).plan(check_question(question), limit, control)

    def _skills(self, graph: PlanningGraph) -> _Skills:
        schema = self._schema()
        return companion(graph, self, lambda: _Skills(graph, schema), lambda known: known.schema is schema)


class _Skills:
    """All that planning over one graph needs, made once."""

    def __init__(self, graph: PlanningGraph, schema: GraphSchema) -> None:
        self.graph = graph
        self.schema = schema
        self._whole = graph.values.projection
        self._real = graph.projection
        self._lexicon = Lexicon(graph, schema)
        self._place_schema = PlaceSchema(self._lexicon, self._real)
        self._linker = linker_of(graph.values)
        ranker = PathRanker(graph.values, n_followed=len(self._real.relationships.relations))
        joiner = Joiner(ranker, self._whole, self._lexicon, self._real.n_nodes)
        self._chooser = TreeChooser(joiner, self._real, self._whole)

    def plan(self, question: str, limit: int, control: Control) -> list[Plan]:
        slots = read_slots(question, self._lexicon, self._linker)
        reach = Reach(self._whole, control)
        trees = self._chooser.trees(slots, reach, limit)
        plans: list[Plan] = []
        for tree in trees:
            plan = self._written(slots, tree, reach)
            if all(plan.steps != other.steps for other in plans):
                plans.append(plan)
        return plans or [self._searched(question)]

    def _written(self, slots: Slots, tree: Tree, reach: Reach) -> Plan:
        """The plan of a tree, with what else the question says put to its places."""
        root, give, score = tree.root, tree.give, tree.score
        self._chooser.add_labels(slots, root, reach)
        places = [place for place in root.all() if place.anchor is None]
        used, unused = self._fill(slots, places)
        left = leftover_of(slots, root, give, self._lexicon, used)
        left_out = [*unused, *(Omission("word", text=word) for word in left.unused), *unheeded(slots)]
        notes: list[str] = []
        text = " ".join(filter(None, [left.text, *tree.left_out]))
        ranks = bool(text) and root.rank is None and give is None and not slots.counts
        ranks = ranks and not any(
            place.text for place in root.all()
        )  # the nodes of a description are in order
        ranks = ranks and (" " in text or self._is_described(root) or not (root.branches or root.where))
        if ranks:
            notes.append(f"Ranked by likeness to '{text}'.")
        elif text:
            left_out.append(Omission("word", text=text))
        head = slots.head
        if (
            ranks
            and not slots.anchors
            and head is not None
            and head.is_guessed
            and not self._is_described(root)
        ):
            root.label = None  # the words are all that is sure
            left_out.append(Omission("word", text=head.text))
        steps = Writer(self._real, self._whole, self.schema).write(root, text if ranks else "")
        encoder = self.graph.encoder.name if self.graph.has_encoder else None
        notes += filter(None, [language_note(slots.question, encoder)])
        likely = math.exp((score - len(unused)) / max(1, len(slots.anchors)))
        plan = Plan(
            pattern=(),
            give=give,
            count=slots.counts and give is None,
            steps=steps,
            method="spark",
            question=slots.question,
            planner=SlotPlanner.name,
            confidence=max(min(likely, 1.0), LOW),
            notes=tuple(notes),
        )
        return plan.leaving_out(*left_out)

    def _is_described(self, root: Place) -> bool:
        """Whether nodes of the root's label have texts beside their names: then a single word may tell them apart."""
        profile = self.schema.labels.get(root.label or "")
        if profile is None:
            return False
        return any((one.length or 0) >= DESCRIBED for one in profile.properties.values())

    def _fill(self, slots: Slots, places: Sequence[Place]) -> tuple[list[str], list[Omission]]:
        """Puts all that is no name to the places; the words used, and what fits nowhere."""
        said = slots.question
        used: list[str] = []
        unused: list[Omission] = []
        fitter = Fitter(self._place_schema, slots)
        for start, end in slots.closed:
            reason = " has none of the labels that may be used"
            unused.append(Omission("name", text=said[start:end], reason=reason))
        for quantity in slots.quantities:
            fits, words = fitter.put(quantity, places, slots.is_negated(quantity.start))
            used += words
            if not fits:
                text = said[quantity.start : quantity.end].strip()
                unused.append(Omission("number", text=text, reason=UNFIT))
        for one in slots.superlatives:
            if reason := rank(self._place_schema, one, places):
                text = said[one.start : one.end].strip()
                unused.append(Omission("rank", text=text, reason=f" {reason}"))
        for word in slots.denials:
            if not deny(self._place_schema, slots, word, places):
                unused.append(_unrelated(f"without {word.text}"))
        for word in slots.existences:
            if not require(self._place_schema, slots, word, places):
                unused.append(_unrelated(f"with {word.text}"))
        return used, unused

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


def _unrelated(text: str) -> Omission:
    """Of words that are to be joined, or not to be, by what no relation says."""
    return Omission("relation", text=text, reason=" fits no relation")
