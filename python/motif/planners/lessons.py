"""Examples as lessons: a question around one of its entities, and the relation paths that are right from there."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from motif.engine.relation_paths import Path, ReachedPath, Step, enumerate_paths, follow_path
from motif.errors import InvalidInput
from motif.graphs.distinct import distinct
from motif.graphs.pattern import Pattern
from motif.graphs.plan import Plan
from motif.graphs.projection import Projection
from motif.indexes.names import normalise, readable
from motif.planners.cypher_reading import read_cypher
from motif.planners.linking import linker_of
from motif.planners.path_wording import Wording, read_wording
from motif.planners.protocol import Mention, PlanningGraph

NamedPath: TypeAlias = tuple[tuple[str, bool], ...]
"""A path by the names of its relations, so that it means the same after a refresh; True: along the relation."""

KEYS = ("pattern", "plan", "cypher", "answers")
"""Of an example, besides its question: what says how it is answered."""

MAXIMUM_HOPS = 3
_MENTIONS = 3
_LEAST_OVERLAP = 0.5
_HINT = 'An example is {"question": …} with a "pattern", a "plan", "cypher" or its "answers".'


@dataclass(frozen=True, slots=True)
class Lesson:
    """A question around one of its entities.

    Attributes
    ----------
    question
        Its words.
    span
        Where the entity stands in it, in characters.
    others
        Where its other entities stand.
    entity
        The entity's name.
    paths
        The paths that are right; several where only answers were given and all of these lead to them.
    """

    question: str
    span: tuple[int, int]
    others: tuple[tuple[int, int], ...]
    entity: str
    paths: tuple[NamedPath, ...]

    def wording(self) -> Wording:
        """The question as seen from the entity."""
        none = np.zeros(0, np.int32)
        one, *others = [Mention(*span, "", none, 1.0, "given") for span in (self.span, *self.others)]
        return read_wording(self.question, one, others)


def read_lessons(
    examples: Sequence[Mapping[str, Any]],
    graph: PlanningGraph,
    in_steps: Collection[int] = (),
    *,
    is_lenient: bool = False,
) -> tuple[list[Lesson], list[str]]:
    """What ``examples`` teach about paths, and in words why some teach nothing.

    From a pattern, plan or Cypher, each path from a name to the answer is one lesson. From answers, the paths from the
    question's entities that lead to just these, else those that agree with them most. Those whose numbers (from 1)
    are ``in_steps`` are plans of steps, which `motif.planners.steps.examples` learns from: nothing is learnt here.

    Raises `InvalidInput`, naming the example, for one that is malformed, names what the graph does not have, or whose
    question does not name what its pattern does; ``is_lenient``: such a one teaches nothing.
    """
    lessons: list[Lesson] = []
    unused: list[str] = []
    for number, example in enumerate(examples, 1):
        try:
            read = _Example(number, example, graph)
            found = None if number in in_steps else read.lessons()
        except InvalidInput as error:
            if not is_lenient:
                raise
            unused.append(error.message)
            continue
        lessons += found or ()
        if found == []:
            question = str(example["question"])[:80]
            unused.append(
                f"Example {number} ({question!r}): no path of at most {MAXIMUM_HOPS} steps is learnt from it."
            )
    return lessons, unused


class _Example:
    """One example, and the graph it is about."""

    def __init__(self, number: int, example: Mapping[str, Any], graph: PlanningGraph) -> None:
        self._number = number
        self._graph = graph
        if not isinstance(example, Mapping):
            raise InvalidInput(f"Example {number} is {str(example)[:80]!r}, not a mapping.", hint=_HINT)
        question = example.get("question")
        if not isinstance(question, str) or not question.strip():
            raise InvalidInput(f"Example {number} has no question.", hint=_HINT)
        self.question = question
        given = [key for key in KEYS if example.get(key)]
        if len(given) != 1:
            has = f"has {' and '.join(given)}" if given else "does not say how it is answered"
            raise self._error(f"{has}; it must have one of {', '.join(KEYS)}")
        self._value = example[given[0]]
        self._kind = given[0]

    def lessons(self) -> list[Lesson]:
        mentions = linker_of(self._graph).link(self.question)
        if self._kind == "answers":
            return self._from_answers(mentions)
        try:
            plan = self._plan()
        except InvalidInput as error:
            raise self._error(f"has a {self._kind} that cannot be read: {error}") from None
        if plan.steps:
            raise self._error("has a plan of steps, which only a graph of a database can run")
        return self._from_plan(plan, mentions)

    def _plan(self) -> Plan:
        if self._kind == "cypher":
            return read_cypher(str(self._value), self._graph.projection.nodes.name_properties or ("name",))
        return Plan.from_value(self._value)

    def _from_plan(self, plan: Plan, mentions: Sequence[Mention]) -> list[Lesson]:
        pattern = plan.parsed()
        if pattern is None:
            return []
        answer = self._answer(pattern, plan)
        found = []
        for node, part in enumerate(pattern.nodes):
            if part.name is None:
                continue
            steps = self._steps(pattern, node, answer)
            if steps is None or len(steps) > MAXIMUM_HOPS:
                continue
            if plan.give is not None and plan.give in self._relations:
                steps = (*steps, (plan.give, True))
            if steps:
                mention = self._mention_of(part.name, mentions)
                found.append(self._lesson(mention, mentions, part.name, (steps,)))
        return found

    def _answer(self, pattern: Pattern, plan: Plan) -> int:
        """The node that is asked for: the plan's answer, the unknown called answer, or the only unknown at an end."""
        unknowns = {part.unknown: node for node, part in enumerate(pattern.nodes) if part.unknown}
        named = plan.answer.get("unknown") if isinstance(plan.answer, Mapping) else plan.answer
        wanted = str(named).lstrip("?") if named is not None else "answer"
        if wanted in unknowns:
            return unknowns[wanted]
        degrees = [0] * len(pattern.nodes)
        for edge in pattern.edges:
            degrees[edge.head] += 1
            degrees[edge.tail] += 1
        ends = [node for node, part in enumerate(pattern.nodes) if not part.is_known and degrees[node] == 1]
        everywhere = [node for node, part in enumerate(pattern.nodes) if not part.is_known]
        for among in (ends, everywhere):
            if len(among) == 1:
                return among[0]
        raise self._error("does not say which unknown of its pattern is the answer; call it '?answer'")

    def _steps(self, pattern: Pattern, start: int, end: int) -> NamedPath | None:
        """The shortest way through the pattern from ``start`` to ``end`` by relations; None where there is none."""
        ways: dict[int, NamedPath] = {start: ()}
        queue = [start]
        for node in queue:
            for edge in pattern.edges:
                for here, there, forward in ((edge.head, edge.tail, True), (edge.tail, edge.head, False)):
                    if here == node and there not in ways and edge.relation is not None:
                        ways[there] = (*ways[node], (self._relation(edge.relation), forward))
                        queue.append(there)
        return ways.get(end)

    @property
    def _relations(self) -> tuple[str, ...]:
        return self._graph.projection.relationships.relations

    def _relation(self, text: str) -> str:
        if text in self._relations:
            return text
        alike = [relation for relation in self._relations if readable(relation) == readable(text)]
        if alike:
            return alike[0]
        raise self._error(f"has the relation {text!r}, which the graph does not have")

    def _mention_of(self, name: str, mentions: Sequence[Mention]) -> Mention:
        """Where the question names ``name``."""
        rows = self._graph.names.exact(name)
        if len(rows) == 0:
            raise self._error(f"names {name!r}, which the graph does not have")
        for mention in mentions:
            if np.isin(rows, mention.rows).any() and normalise(mention.text) == normalise(name):
                return mention
        place = re.search(re.escape(name), self.question, re.IGNORECASE)
        if place is not None:
            return Mention(place.start(), place.end(), name, rows, 1.0, "given")
        for mention in mentions:
            if np.isin(rows, mention.rows).any():
                return mention
        raise self._error(f"has a {self._kind} with {name!r}, which its question does not name")

    def _from_answers(self, mentions: Sequence[Mention]) -> list[Lesson]:
        names = self._value if isinstance(self._value, (list, tuple)) else [self._value]
        known = [self._graph.names.exact(str(name)) for name in names]
        rows = distinct(np.concatenate(known))
        if len(rows) == 0:
            raise self._error(f"has answers that the graph does not have: {', '.join(map(str, names[:3]))}")
        found = []
        for mention in mentions[:_MENTIONS]:
            paths = paths_to(self._graph.projection, mention.rows, rows)
            if paths:
                name = self._graph.projection.nodes.names[int(mention.rows[0])]
                found.append(self._lesson(mention, mentions, name, paths))
        return found

    def _lesson(
        self, mention: Mention, mentions: Sequence[Mention], entity: str, paths: tuple[NamedPath, ...]
    ) -> Lesson:
        others = tuple(
            (one.start, one.end) for one in mentions if one.end <= mention.start or one.start >= mention.end
        )
        return Lesson(self.question, (mention.start, mention.end), others, entity, paths)

    def _error(self, what: str) -> InvalidInput:
        return InvalidInput(f"Example {self._number} ({self.question[:80]!r}) {what}.", hint=_HINT)


def paths_to(
    projection: Projection, rows: NDArray[np.int32], answers: NDArray[np.int32]
) -> tuple[NamedPath, ...]:
    """The paths from ``rows`` that lead to just ``answers``; else those that agree most, by Jaccard's measure.

    Parameters
    ----------
    answers : int32, ascending, distinct

    None where the best agree by less than a half.
    """
    reached = enumerate_paths(projection, rows, MAXIMUM_HOPS)
    agreements = [_agreement(projection, rows, path, answers) for path in reached]
    best = max(agreements, default=0.0)
    if best < _LEAST_OVERLAP:
        return ()
    return tuple(
        named_path(projection, path.path)
        for path, value in zip(reached, agreements, strict=True)
        if value == best
    )


def _agreement(
    projection: Projection, rows: NDArray[np.int32], path: ReachedPath, answers: NDArray[np.int32]
) -> float:
    """Jaccard's measure of the path's answers and ``answers``; 0 where it cannot reach a half."""
    if path.n_answers == 0:
        return float(path.returns and np.isin(answers, rows).all())
    if path.complete and not len(answers) / 2 <= path.n_answers <= 2 * len(answers):
        return 0.0
    reached = follow_path(projection, rows, path.path)
    common = len(np.intersect1d(reached, answers, assume_unique=True))
    return common / (len(reached) + len(answers) - common)


def named_path(projection: Projection, path: Path) -> NamedPath:
    """The path by the names of its relations."""
    return tuple((projection.relationships.relations[step.relation], step.forward) for step in path)


def known_path(projection: Projection, path: NamedPath) -> Path | None:
    """The path in this projection; None where a relation is gone."""
    places = {relation: number for number, relation in enumerate(projection.relationships.relations)}
    if any(relation not in places for relation, _ in path):
        return None
    return tuple(Step(places[relation], forward) for relation, forward in path)
