"""The planner with a language model: SimGRAG's query-to-pattern alignment (paper 002, §4.1, tables 16 and 17)."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

from motif.engine.control import Control
from motif.graphs.claim import Claim
from motif.graphs.plan import Plan
from motif.models.language import Completion, Messages
from motif.planners.model_answer import PLAN_SCHEMA, read_answer
from motif.planners.model_asking import Asking, AskingPlanner, ModelSource, asking_of, trouble_notes
from motif.planners.model_plans import plan_of_answer, undirected
from motif.planners.named_things import named_things
from motif.planners.prompting import as_data, checked_words, default_examples, marked, prompt, shots_text
from motif.planners.protocol import Planner, PlanningGraph
from motif.planners.schema_facts import facts_of, schema_text
from motif.planners.shots import Shot, Shots, user_examples


class LanguagePlanner(AskingPlanner):
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

    def __init__(
        self,
        model: ModelSource,
        examples: Sequence[Mapping[str, Any]] = (),
        *,
        shots: int = 12,
        fallback: Planner | None = None,
    ) -> None:
        super().__init__(model, fallback)
        self._examples = Shots(user_examples(examples))
        self._shots = shots

    def plan_claim(self, claim: str, graph: PlanningGraph, *, control: Control) -> list[Claim]:
        """What the graph must hold for ``claim`` to be true, and whether its words deny it.

        Raises as `plan` does, without another planner.
        """
        asking = asking_of(self._source, control, share=None)
        return [self._asked(asking, "claim", checked_words(claim, "claim"), graph)]

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

    def _plans(self, asking: Asking, question: str, graph: PlanningGraph, limit: int) -> list[Plan]:
        """The model's plan, and where it heeds directions the same without."""
        plan = self._asked(asking, "plan", question, graph).plan
        return [plan, undirected(plan)] if plan.directed else [plan]

    def _asked(self, asking: Asking, task: str, words: str, graph: PlanningGraph) -> Claim:
        """The model's pattern of a question or claim; only a claim can be negated."""
        facts = facts_of(graph)

        def read(value: Any) -> Claim:
            answer = read_answer(value, needs_answer=task == "plan")
            return Claim(plan_of_answer(answer, words, graph, facts), answer.negated)

        return _with_trouble_noted(asking.complete(self.messages(task, words, graph), PLAN_SCHEMA, read))

    def _chosen(self, task: str, words: str, graph: PlanningGraph) -> list[Shot]:
        """The user's examples like ``words``, then those of the prompt, `shots` in all."""
        own = self._examples.like(words, graph, self._shots) if task == "plan" else []
        key = "question" if task == "plan" else "claim"
        rest = default_examples(task)[: max(0, self._shots - len(own))]
        return [*own, *((shot[key], {k: v for k, v in shot.items() if k != key}) for shot in rest)]


def _with_trouble_noted(completion: Completion) -> Claim:
    claim: Claim = completion.value
    plan = dataclasses.replace(claim.plan, notes=(*claim.plan.notes, *trouble_notes(completion)))
    return dataclasses.replace(claim, plan=plan)
