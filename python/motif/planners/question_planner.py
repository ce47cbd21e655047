"""The planner without a model: entities linked, relation paths ranked, joined to stars, and said as plans.

Calls: `linking.EntityLinker` finds what the question names, `paths.PathRanker` ranks the paths from each, `joining`
joins them over the graph with values, `conditions` adds what is compared, ranked and counted, `drafts` writes plans.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations, islice

from motif.engine.control import Control
from motif.errors import InvalidInput, NoEntityFound
from motif.graphs.companions import companion
from motif.graphs.meaning import Omission
from motif.graphs.plan import Plan
from motif.planners.conditions import conditions_of
from motif.planners.drafts import Branch, Draft, Unsayable, names_of, plan_of, star_of
from motif.planners.joining import Reach, followed, joined, merged, single
from motif.planners.linking import EntityLinker, linker_of, nearest_told
from motif.planners.lone_labels import label_drafts
from motif.planners.memory import Memory
from motif.planners.paths import DIGITS, PathRanker
from motif.planners.protocol import Mention, PlanningGraph
from motif.planners.question_language import language_note
from motif.planners.question_reading import Reading, read_question
from motif.planners.stretches import overlaps, spans_of
from motif.planners.wording import PART, Wording

LONGEST_QUESTION = 10_000
"""Characters of a question; more is a document, not a question."""

MENTIONS = 4
"""Entities of a question that are joined at most."""

PATHS = 20
"""Ranked paths of each entity that are looked at."""

SURE = 0.6
"""How sure a mention must be for a plan to say that it leaves it out."""

DOUBTFUL = 0.3
"""How sure a doubtful mention (a plain word that is a name too) must be to be tried."""

UNCOVERED = 8.0
"""What a draft loses (in logs) for an entity of the question that it leaves out."""

OF_VALUES = 0.3
"""How likely a text that names nodes as well as values of properties means the values."""

UNUSED = 3.0
"""What a plan loses for a comparison or superlative that it has no use for, or whose property it gives instead."""

FEW = 1.0
"""What a draft loses when it has one answer and the question counts or ranks."""

WRITTEN = 12
"""Drafts that are written as plans beside those that are wanted."""

WRONG_LABEL = 2.0
"""What a draft loses when its answers are not of the label that the question asks for."""


def check_question(question: str) -> str:
    """The question without space around it. Raises `InvalidInput` for one that is empty or too long."""
    if not isinstance(question, str) or not question.strip():
        raise InvalidInput("The question is empty.", hint="Ask in words, or give a pattern.")
    if len(question) > LONGEST_QUESTION:
        raise InvalidInput(
            f"The question has {len(question):,} characters; at most {LONGEST_QUESTION:,} can be planned.",
            hint="Ask one question; give documents to kg.expand or load them.",
        )
    return question.strip()


class PathPlanner:
    """Plans without a language model: the same question over the same graph gives the same plans.

    Parameters
    ----------
    memory
        What was learnt from examples (`motif.planners.learning`); None for nothing.
    """

    name = "paths"

    def __init__(self, memory: Memory | None = None) -> None:
        self._memory = memory

    def plan(self, question: str, graph: PlanningGraph, *, limit: int, control: Control) -> list[Plan]:
        """At most ``limit`` plans, likeliest first; each has answers in the graph before its conditions are applied.

        Raises `InvalidInput` for no question, `NoEntityFound` where it names nothing of the graph.
        """
        question = check_question(question)
        return self._skills(graph).plan(question, limit, control)

    def _skills(self, graph: PlanningGraph) -> _Skills:
        """What is needed for this graph; kept as long as the graph and this planner."""
        return companion(graph, self, lambda: _Skills(graph, self._memory), lambda known: True)


class _Skills:
    """All that planning over one graph needs, made once."""

    def __init__(self, graph: PlanningGraph, memory: Memory | None) -> None:
        self._whole = graph.values
        self._real = graph.projection
        self.graph = graph
        self._linker: EntityLinker = linker_of(self._whole)
        self._ranker = PathRanker(self._whole, memory)
        self._wording = Wording(self._whole)

    def plan(self, question: str, limit: int, control: Control) -> list[Plan]:
        sure = self._linker.link(question)
        named = [(one.start, one.end) for one in sure if not _is_number(one.text)]
        reading = read_question(question, named)
        reach = Reach(self._whole.projection, control)
        mentions = self._mentions(question, sure, reading)
        ranked = self._scored(reading, self._drafts(reading.core, mentions, reach, limit), mentions, reach)
        drafts = list(islice(ranked, 1))
        if not drafts and not any(one.score >= SURE for one in mentions):
            drafts = label_drafts(reading, self._real, self._wording)
        if not drafts and not mentions:
            raise self._nothing_named(question)
        plans = self._plans(question, reading, chain(drafts, ranked), reach, limit)
        encoder = self._whole.encoder.name if self._whole.has_encoder else None
        notes = (*reading.notes, *filter(None, [language_note(question, encoder)]))
        return [dataclasses.replace(one, notes=(*one.notes, *notes)) for one in plans]

    def _nothing_named(self, question: str) -> NoEntityFound:
        note = language_note(question, self._whole.encoder.name if self._whole.has_encoder else None)
        hint = nearest_told(question, self._whole)
        return NoEntityFound(
            f"The question names nothing of the graph '{self._real.name}': {question[:200]!r}.",
            hint=f"{hint} {note}" if note else hint,
        )

    def _drafts(
        self, question: str, mentions: Sequence[Mention], reach: Reach, limit: int
    ) -> Iterator[tuple[Draft, tuple[int, ...]]]:
        """Drafts and which of the mentions each covers."""
        entities = [self._branches(question, mentions, place, reach) for place in range(len(mentions))]
        for place, branches in enumerate(entities):
            for draft in single(branches):
                yield draft, (place,)
        for size in range(2, len(mentions) + 1):
            for chosen in combinations(range(len(mentions)), size):
                for draft in joined([entities[place] for place in chosen], reach, limit):
                    yield draft, chosen

    def _mentions(self, question: str, sure: Sequence[Mention], reading: Reading) -> list[Mention]:
        """What the question names, doubtful words that name something else too; not the numbers that it compares."""
        doubtful = [
            one
            for one in self._linker.alternatives(question, wider=False)
            if one.kind in ("given", "exact")
            and one.score >= DOUBTFUL
            and not overlaps((one.start, one.end), spans_of(sure))
        ]
        compared = spans_of(reading.comparisons)
        named = [one for one in (*sure, *doubtful) if not overlaps((one.start, one.end), compared)]
        return sorted(named[:MENTIONS], key=lambda one: one.start)

    def _branches(self, question: str, mentions: Sequence[Mention], place: int, reach: Reach) -> list[Branch]:
        """Ranked paths from what one of the mentions names: its nodes, and values of properties."""
        mention = mentions[place]
        others = [one for number, one in enumerate(mentions) if number != place]
        is_node = mention.rows < self._real.n_nodes
        share = OF_VALUES if is_node.any() else 1.0
        found = []
        for rows, weight in ((mention.rows[is_node], 1.0), (mention.rows[~is_node], share)):
            if len(rows):
                named = dataclasses.replace(mention, rows=rows)
                ranked = self._ranker.rank(question, named, others=others, limit=PATHS, control=reach.control)
                found += [
                    Branch(rows, one.path, weight * one.probability, one.returns and not one.n_answers)
                    for one in ranked
                ]
        return merged(found, reach)

    def _scored(
        self,
        reading: Reading,
        drafts: Iterable[tuple[Draft, tuple[int, ...]]],
        mentions: Sequence[Mention],
        reach: Reach,
    ) -> Iterator[Draft]:
        """Drafts, likeliest first: what the paths say, what is left out, and whether the answers are what is asked.

        Where their answers say nothing of how likely they are, each is followed when it is its turn.
        """
        asked = self._wording.asked_label(reading.core, PART)
        is_judged = asked is not None or reading.counts or reading.extreme is not None
        found = []
        for begun, covered in drafts:
            draft = followed(begun, reach) if is_judged else begun
            if draft is None:
                continue
            left_out = [one for place, one in enumerate(mentions) if place not in covered]
            score = draft.score - UNCOVERED * sum(one.score**2 for one in left_out)
            if asked is not None and not self._carries(draft, asked.phrase):
                score -= WRONG_LABEL
            if len(draft.answers) == 1 and (reading.counts or reading.extreme is not None):
                score -= FEW
            names = (Omission("name", text=one.text) for one in left_out if one.score >= SURE)
            found.append(dataclasses.replace(draft, score=score, left_out=tuple(names)))
        found.sort(key=lambda draft: -round(draft.score, DIGITS))
        yield from (known for draft in found if (known := followed(draft, reach)) is not None)

    def _carries(self, draft: Draft, label: str) -> bool:
        """Whether most answers (of the first hundred) carry the label."""
        nodes = self._whole.projection.nodes
        carries = [label in nodes.labels(row) for row in draft.answers[:100].tolist()]
        return 2 * sum(carries) >= len(carries)

    def _plans(
        self, question: str, reading: Reading, drafts: Iterable[Draft], reach: Reach, limit: int
    ) -> list[Plan]:
        """At most ``limit`` plans that differ, likeliest first."""
        found: dict[str, Plan] = {}
        scores: dict[str, float] = {}
        for draft in islice(drafts, limit + WRITTEN):
            if len(found) >= limit and draft.score <= sorted(scores.values())[-limit]:
                break  # a plan's score is its draft's at most: no other can be among the first
            star = star_of(draft, reach)
            names = names_of(star, self._whole.projection, self._real.n_nodes)
            conditions = conditions_of(reading, question, star, names, self._real, self._wording)
            try:
                plan = plan_of(draft, star, names, self.graph, conditions)
            except Unsayable:
                continue
            left_out = (*draft.left_out, *conditions.omissions, *reading.omissions)
            plan = plan.leaving_out(*left_out)
            score = draft.score - UNUSED * (len(conditions.omissions) + _gives_condition(plan))
            key = repr(plan)
            if key not in found:
                confidence = min(math.exp(score / max(len(draft.branches), 1)), 1.0)
                found[key] = dataclasses.replace(
                    plan, question=question, planner=PathPlanner.name, confidence=confidence
                )
                scores[key] = score
        return [found[key] for key in sorted(found, key=lambda key: -round(scores[key], DIGITS))[:limit]]


def _gives_condition(plan: Plan) -> bool:
    """Whether the plan gives the very property that it filters or orders by: "hired before 2012" asks not when."""
    filtered = {name for conditions in plan.filter.values() for name in conditions}
    ordered = plan.order.property if plan.order is not None else None
    return plan.give is not None and plan.give in filtered | {ordered}


def _is_number(text: str) -> bool:
    return not any(letter.isalpha() for letter in text)
