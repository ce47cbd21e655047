"""Questions decomposed by a language model: assertions, then a schema graph in the graph's own words, then a strategy.

STEM's Schema-Grounded Decomposition Agent and Symbol-Aligned Graph Builder (paper 001, §3.1, §3.2, appendices F and G)
by any chat model. The paper's own are trained and know the graph's relations by heart; another cannot know them, so
the nearest are shown with each assertion, and what comes back is read as the nearest relation there is.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from motif.errors import InvalidInput, ModelFailed, UnreadableAnswer
from motif.graphs.plan import Plan
from motif.models.language import Messages
from motif.planners.decomposition_answers import (
    DECOMPOSITION_SCHEMA,
    SCHEMA_GRAPH_SCHEMA,
    STRATEGY_SCHEMA,
    Alternative,
    read_alternatives,
    read_graphs,
    read_strategy,
)
from motif.planners.decomposition_examples import (
    decomposition_shots,
    own_examples,
    schema_graph_shots,
    strategy_shots,
)
from motif.planners.linking import linker_of
from motif.planners.model_asking import Asking, AskingPlanner, Failure, ModelSource, trouble_notes
from motif.planners.named_things import named_things
from motif.planners.placeholders import without_placeholders
from motif.planners.prompting import as_data, marked, prompt, shots_text
from motif.planners.protocol import Planner, PlanningGraph
from motif.planners.relation_snapping import nearest_relations
from motif.planners.schema_facts import facts_of, schema_text
from motif.planners.schema_plans import distinct_plans, schema_plan_of, shown_lists, with_notes
from motif.planners.shots import Shots

MOST = 16
"""Alternatives of a question that are asked for at most; the paper takes 4."""

NEAREST = 8
"""Relations of the graph that are shown with each assertion."""

Triples = Mapping[int, Sequence[tuple[str, str | None, str]]]


class DecompositionPlanner(AskingPlanner):
    """Plans for tracing by asking a language model twice: for assertions, and for all their triples at once.

    Where the model names no strategy a third, short call asks for it. The answers are read, tied to the graph and
    noted; nothing of them is executed. Keep one for many questions: vectors of the examples are made once.

    Parameters
    ----------
    model
        The chat model, or a function that gives it when it is first needed.
    examples
        The user's, mappings with ``question`` and ``pattern`` or ``plan``; those like the question are shown first.
    fallback
        Whose plans are given when the model is not configured, does not answer, or answers nonsense; a note says why.
        After nonsense they are traced with the strategy "precision", as in the paper (footnote 5).
    beam
        Alternatives that are asked for; None for as many as plans are wanted, at most `MOST`.
    """

    def __init__(
        self,
        model: ModelSource,
        examples: Sequence[Mapping[str, Any]] = (),
        *,
        fallback: Planner | None = None,
        beam: int | None = None,
    ) -> None:
        super().__init__(model, fallback)
        self._examples = Shots(own_examples(examples))
        self._beam = beam

    def _plans(self, asking: Asking, question: str, graph: PlanningGraph, limit: int) -> list[Plan]:
        """One plan for each distinct schema graph, likeliest first."""
        beam = self._beam or min(max(limit, 1), MOST)
        return _Calls(asking, question, graph).plans(self._examples, beam)

    def _replaced(self, plan: Plan, error: Failure) -> Plan:
        noted = super()._replaced(plan, error)
        if not isinstance(error, UnreadableAnswer) or plan.method != "trace":
            return noted
        said = "strategy precision instead: the model's answers could not be read"
        return dataclasses.replace(noted, strategy="precision", notes=(*noted.notes, said))


@dataclass(frozen=True, slots=True)
class _Calls:
    """The calls for one question."""

    asking: Asking
    question: str
    graph: PlanningGraph

    def plans(self, examples: Shots, beam: int) -> list[Plan]:
        """The plans of all alternatives that name something. Raises what `ChatModel.complete` raises."""
        told = self.asking.complete(
            decomposition_messages(self.question, self.graph, examples, beam),
            DECOMPOSITION_SCHEMA,
            lambda value: read_alternatives(value, beam),
        )
        alternatives, doubt = self._with_strategies(told.value)

        def read(value: Any) -> list[Plan]:
            return plans_of(alternatives, read_graphs(value, len(alternatives)), self.question, self.graph)

        built = self.asking.complete(
            schema_graph_messages(alternatives, self.graph), SCHEMA_GRAPH_SCHEMA, read
        )
        trouble = [*trouble_notes(told, "assertions"), *doubt, *trouble_notes(built, "triples")]
        return [with_notes(plan, *trouble) for plan in built.value]

    def _with_strategies(self, alternatives: Sequence[Alternative]) -> tuple[list[Alternative], list[str]]:
        """Each with a strategy: its own, else the likeliest other's, else the model's when asked for nothing else."""
        named = next((one.strategy for one in alternatives if one.strategy), None)
        notes: list[str] = []
        if named is None:
            named, note = self._asked_strategy(alternatives[0])
            notes.append(note)
        return [dataclasses.replace(one, strategy=one.strategy or named) for one in alternatives], notes

    def _asked_strategy(self, alternative: Alternative) -> tuple[str, str]:
        messages = strategy_messages(self.question, alternative.assertions)
        try:
            told = self.asking.complete(messages, STRATEGY_SCHEMA, read_strategy)
        except ModelFailed as error:
            return "precision", f"strategy precision: the model named none; {error.message}"
        return told.value, f"strategy {told.value}: the model was asked for it by itself"


def plans_of(
    alternatives: Sequence[Alternative], triples: Triples, question: str, graph: PlanningGraph
) -> list[Plan]:
    """The distinct plans of alternatives and their triples (by number, from 1), likeliest first.

    Raises `InvalidInput` where none of them names anything.
    """
    found = [
        schema_plan_of(alternatives[number - 1], rows, question, graph, number - 1)
        for number, rows in sorted(triples.items())
    ]
    named = [plan for plan in found if plan is not None]
    if not named:
        raise InvalidInput("No triple names anything; copy the names of the assertions into the triples.")
    lacking = len(found) - len(named)
    note = f"{lacking} of the model's alternatives name nothing and were left out" if lacking else ""
    return [with_notes(plan, note) for plan in distinct_plans(named)]


def decomposition_messages(question: str, graph: PlanningGraph, examples: Shots, beam: int) -> Messages:
    """What is asked first (P1): instructions; as data the schema, examples, the names found and the question."""
    parts = [
        marked("graph", schema_text(facts_of(graph), question, graph)),
        marked("examples", shots_text(decomposition_shots(question, graph, examples))),
        marked("names", as_data(named_things(question, graph))),
        marked("alternatives", f"at most {beam}"),
        marked("question", as_data(question)),
    ]
    return [("system", prompt("decompose")), ("user", "\n\n".join(parts))]


def schema_graph_messages(alternatives: Sequence[Alternative], graph: PlanningGraph) -> Messages:
    """What is asked next (P2), for all alternatives at once: each assertion with the relations nearest to it."""
    texts = [_without_names(text, graph) for one in alternatives for text in one.assertions]
    near = iter(nearest_relations(texts, graph, NEAREST))
    relations = [[next(near) for _ in one.assertions] for one in alternatives]
    parts = [
        marked("examples", shots_text(schema_graph_shots())),
        marked("assertions", as_data({"lists": list(shown_lists(alternatives, relations))})),
    ]
    return [("system", prompt("schema_graph")), ("user", "\n\n".join(parts))]


def strategy_messages(question: str, assertions: Sequence[str]) -> Messages:
    """What asks for a strategy alone (P5)."""
    parts = [
        marked("examples", shots_text(strategy_shots())),
        marked("question", as_data({"question": question, "assertions": list(assertions)})),
    ]
    return [("system", prompt("strategy")), ("user", "\n\n".join(parts))]


def _without_names(assertion: str, graph: PlanningGraph) -> str:
    """The words of an assertion that say its relation."""
    words = assertion
    for mention in sorted(linker_of(graph).link(assertion), key=lambda mention: -mention.start):
        words = f"{words[: mention.start]} {words[mention.end :]}"
    return without_placeholders(words) or without_placeholders(assertion) or assertion
