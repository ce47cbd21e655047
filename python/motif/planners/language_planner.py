"""The planner with a language model: SimGRAG's query-to-pattern alignment (paper 002, §4.1, tables 16 and 17)."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from motif.engine.control import Control
from motif.errors import InvalidConfiguration, MissingDependency, ModelFailed
from motif.graphs.claim import Claim
from motif.graphs.plan import Plan
from motif.models.language import ChatModel, Completion, Messages
from motif.planners.model_answer import PLAN_SCHEMA, read_answer
from motif.planners.model_plans import plan_of_answer, undirected
from motif.planners.named_things import named_things
from motif.planners.prompting import as_data, checked_words, default_examples, marked, prompt, shots_text
from motif.planners.protocol import Planner, PlanningGraph
from motif.planners.schema_facts import facts_of, schema_text
from motif.planners.shots import Shot, Shots, user_examples

SHARE = 0.7
"""Of the caller's time that the model may take where another planner stands by; the rest is that planner's."""

ModelSource = ChatModel | Callable[[], ChatModel]
"""A chat model, or what gives it when it is first needed and raises where none is configured."""


class LanguagePlanner:
    """Plans by asking a language model for a pattern; its answer is read, checked against the graph, never executed.

    Keep one for many questions: vectors of the examples are made once.

    Parameters
    ----------
    model
        The chat model, or a function that gives it when it is first needed.
    examples
        The user's, mappings with ``question`` and ``pattern`` or ``plan``; those like the question are shown first.
    shots
        How many examples a prompt holds, 12 as in the paper.
    fallback
        Whose plans are given when the model is not configured, does not answer, or answers nonsense; a note in them
        says why.
    """

    name = "model"

    def __init__(
        self,
        model: ModelSource,
        examples: Sequence[Mapping[str, Any]] = (),
        *,
        shots: int = 12,
        fallback: Planner | None = None,
    ) -> None:
        self._source = model
        self._examples = Shots(user_examples(examples))
        self._shots = shots
        self._fallback = fallback

    def plan(self, question: str, graph: PlanningGraph, *, limit: int, control: Control) -> list[Plan]:
        """The model's plan, and where it heeds directions the same without; or the other planner's plans.

        Raises
        ------
        InvalidInput
            The question is empty, or longer than `prompting.MAXIMUM_QUESTION`.
        ModelFailed
            The model failed and there is no other planner.
        Cancelled
            The caller stopped waiting.
        """
        question = checked_words(question, "question")
        try:
            plan = self._asked("plan", question, graph, control).plan
        except (ModelFailed, InvalidConfiguration, MissingDependency) as error:
            if self._fallback is None:
                raise
            plans = self._fallback.plan(question, graph, limit=limit, control=control)
            return [_noted(plan, f"planned without the model: {error.message}") for plan in plans]
        return [plan, undirected(plan)][:limit] if plan.directed else [plan][:limit]

    def plan_claim(self, claim: str, graph: PlanningGraph, *, control: Control) -> list[Claim]:
        """What the graph must hold for ``claim`` to be true, and whether its words deny it.

        Raises as `plan` does, without another planner.
        """
        return [self._asked("claim", checked_words(claim, "claim"), graph, control)]

    def messages(self, task: str, words: str, graph: PlanningGraph) -> Messages:
        """What is sent to the model: instructions; as data the schema, examples, the names found and the words.

        Parameters
        ----------
        task
            "plan" for a question, "claim" for a claim.
        """
        what = "question" if task == "plan" else "claim"
        shots = [(f"{what}: {as_data(given)}", wanted) for given, wanted in self._chosen(task, words, graph)]
        parts = [
            marked("graph", schema_text(facts_of(graph), words, graph)),
            marked("examples", shots_text(shots)),
            marked("names", as_data(named_things(words, graph))),
            marked(what, as_data(words)),
        ]
        return [("system", prompt(task)), ("user", "\n\n".join(parts))]

    def _asked(self, task: str, words: str, graph: PlanningGraph, control: Control) -> Claim:
        """The model's pattern of a question or claim; only a claim can be negated."""
        model = self._source if isinstance(self._source, ChatModel) else self._source()
        facts = facts_of(graph)

        def read(value: Any) -> Claim:
            answer = read_answer(value, needs_answer=task == "plan")
            return Claim(plan_of_answer(answer, words, graph, facts), answer.negated)

        completion = model.complete(
            self.messages(task, words, graph),
            schema=PLAN_SCHEMA,
            read=read,
            seconds=self._seconds(task, control),
            control=control,
        )
        return _with_trouble_noted(completion)

    def _seconds(self, task: str, control: Control) -> float | None:
        """What the model may take in all, where another planner needs the rest; None for all there is."""
        stands_by = self._fallback is not None and task == "plan"
        return SHARE * control.timeout if stands_by and control.timeout is not None else None

    def _chosen(self, task: str, words: str, graph: PlanningGraph) -> list[Shot]:
        """The user's examples like ``words``, then those of the prompt, `shots` in all."""
        own = self._examples.like(words, graph, self._shots) if task == "plan" else []
        key = "question" if task == "plan" else "claim"
        rest = default_examples(task)[: max(0, self._shots - len(own))]
        return [*own, *((shot[key], {k: v for k, v in shot.items() if k != key}) for shot in rest)]


def _with_trouble_noted(completion: Completion) -> Claim:
    claim: Claim = completion.value
    notes = ["the model's answer was malformed and was repaired"] if completion.repaired else []
    if completion.attempts > 1:
        notes.append(f"the model needed {completion.attempts} attempts")
    plan = dataclasses.replace(claim.plan, notes=(*claim.plan.notes, *notes))
    return dataclasses.replace(claim, plan=plan)


def _noted(plan: Plan, note: str) -> Plan:
    return dataclasses.replace(plan, notes=(note, *plan.notes))
