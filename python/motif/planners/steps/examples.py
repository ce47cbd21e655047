"""A user's examples of plans in steps: questions with a plan of steps, or with Cypher, as `Graph.learn` takes them."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from motif.errors import InvalidInput
from motif.graphs.graph_schema import GraphSchema
from motif.graphs.plan import Plan
from motif.graphs.step_reading import step_value
from motif.graphs.steps import CypherStep
from motif.planners.cypher_reading import read_cypher
from motif.planners.protocol import PlanningGraph
from motif.planners.shots import Shot, Shots, UserExample, without_names
from motif.planners.steps.analogy import Analogy, texts_in
from motif.planners.steps.cypher_plans import naming_answers, plan_of_cypher

CONFIDENCE = 0.95
"""Of a plan that was made after an example."""

_HINT = (
    "It needs a 'plan' with 'steps', or 'cypher' that only reads and returns the nodes that are the answers."
)

ProblemsOf = Callable[[Plan], Sequence[str]]
"""Says why a plan cannot be run on a database; nothing where it can."""


class HasProblems(Protocol):
    """What a check of a plan gives."""

    @property
    def problems(self) -> Sequence[str]: ...


@dataclass(frozen=True, slots=True)
class StepExample:
    """A question and the plan of steps that answers it; ``number`` is its place among all examples, from 1."""

    number: int
    question: str
    plan: Plan


class StepExamples:
    """The examples that are plans of steps: shown to a language model, and followed without one.

    Parameters
    ----------
    examples
        The user's; those of other kinds are passed over.

    Raises `InvalidInput`, naming the example, for one without a question or with a plan that cannot be read.

    >>> cypher = "MATCH (p:Paper) WHERE p.year > 2019 RETURN p"
    >>> known = StepExamples([{"question": "papers after 2019", "cypher": cypher}])
    >>> known.examples[0].number, known.examples[0].plan.steps[0].cypher == cypher
    (1, True)
    """

    def __init__(self, examples: Sequence[Mapping[str, Any]] = ()) -> None:
        self.examples = read_step_examples(examples)
        self._analogies = [Analogy(one.question, one.plan.steps) for one in self.examples]
        self._shots = Shots([_shown(one) for one in self.examples])

    def like(self, question: str, graph: PlanningGraph, n: int) -> list[Shot]:
        """At most ``n`` questions with the objects wanted, for a prompt, the likest first (names masked)."""
        return self._shots.like(question, graph, n)

    def plan_like(
        self,
        question: str,
        graph: PlanningGraph,
        schema: GraphSchema,
        problems_of: ProblemsOf | None = None,
    ) -> Plan | None:
        """The plan of the example that ``question`` repeats but for names and numbers, with the question's own.

        Of several it is that with the most words in common. None where there is none, where several have as many and
        say different things, and where a name is not one of the graph's, or is several.

        Parameters
        ----------
        problems_of
            Plans in which it finds problems are passed over.
        """
        found: list[tuple[int, StepExample, Plan]] = []
        for example, analogy in zip(self.examples, self._analogies, strict=True):
            steps = analogy.steps_for(question, graph, schema)
            if steps is not None:
                plan = naming_answers(dataclasses.replace(example.plan, steps=steps), schema)
                if problems_of is None or not problems_of(plan):
                    found.append((analogy.n_words, example, plan))
        most = max((n_words for n_words, _, _ in found), default=0)
        best = [(example, plan) for n_words, example, plan in found if n_words == most]
        if not best or any(plan != best[0][1] for _, plan in best):
            return None
        example, plan = best[0]
        note = f"as the example {example.question[:80]!r}"
        return dataclasses.replace(
            plan, question=question, planner="examples", confidence=CONFIDENCE, notes=(note,)
        )


def read_step_examples(examples: Sequence[Mapping[str, Any]]) -> list[StepExample]:
    """Those of ``examples`` that have Cypher or a plan of steps. Raises as `StepExamples`."""
    found = []
    for number, example in enumerate(examples, start=1):
        question = example.get("question")
        if not isinstance(question, str) or not question.strip():
            raise InvalidInput(f"Example {number} has no question: {str(example)[:80]}.", hint=_HINT)
        plan = _plan_of(number, question, example)
        if plan is not None:
            plain = Plan((), give=plan.give, count=plan.count, steps=plan.steps, method=plan.method)
            found.append(StepExample(number, question, plain))
    return found


def numbers_of_steps_alone(
    examples: Sequence[Mapping[str, Any]], name_properties: Collection[str]
) -> frozenset[int]:
    """Which of ``examples``, by number from 1, say nothing as patterns: plans of steps, and Cypher that is no pattern.

    >>> sorted(numbers_of_steps_alone(
    ...     [
    ...         {"question": "Mann's films", "cypher": "MATCH (m)-[:DIRECTED]->(f {name: 'Mann'}) RETURN m"},
    ...         {"question": "new films", "cypher": "MATCH (f:Film) WHERE f.year > 2019 RETURN f"},
    ...     ],
    ...     ["name"],
    ... ))
    [2]
    """
    return frozenset(
        number
        for number, example in enumerate(examples, start=1)
        if isinstance(example, Mapping) and _is_of_steps_alone(example, name_properties)
    )


def check_step_examples(
    examples: Sequence[Mapping[str, Any]], numbers: Collection[int], problems_of: ProblemsOf
) -> None:
    """Raises `InvalidInput`, naming the example, where one of those with ``numbers`` cannot be run on the database."""
    for example in read_step_examples(examples):
        problems = problems_of(example.plan) if example.number in numbers else ()
        if problems:
            raise InvalidInput(
                f"Example {example.number} ({example.question[:80]!r}) cannot be run: {' '.join(problems[:3])}",
                hint=_HINT,
            )


def _plan_of(number: int, question: str, example: Mapping[str, Any]) -> Plan | None:
    try:
        if example.get("cypher"):
            return plan_of_cypher(example["cypher"], example.get("parameters"))
        plan = Plan.from_value(example["plan"]) if example.get("plan") else None
    except InvalidInput as error:
        said = f"{error.message} {error.hint}".rstrip()
        raise InvalidInput(
            f"Example {number} ({question[:80]!r}) cannot be read: {said}", hint=_HINT
        ) from None
    return plan if plan is not None and plan.steps else None


def _is_of_steps_alone(example: Mapping[str, Any], name_properties: Collection[str]) -> bool:
    plan = example.get("plan")
    if isinstance(plan, Plan):
        return bool(plan.steps)
    if isinstance(plan, Mapping):
        return bool(plan.get("steps"))
    if not isinstance(example.get("cypher"), str):
        return False
    try:
        read_cypher(example["cypher"], name_properties)
    except InvalidInput:
        return True
    return False


def _shown(example: StepExample) -> UserExample:
    """As a prompt shows it: the object that a model shall return."""
    plan = example.plan
    [*_, last] = plan.steps
    if len(plan.steps) == 1 and isinstance(last, CypherStep):
        wanted: dict[str, Any] = {"cypher": last.cypher}
        wanted |= {"parameters": dict(last.parameters)} if last.parameters else {}
    else:
        wanted = {"steps": [step_value(step) for step in plan.steps]}
    asked = {key: value for key, value in (("give", plan.give), ("count", plan.count)) if value}
    return UserExample(
        example.question, without_names(example.question, texts_in(plan.steps)), {**wanted, **asked}
    )
