"""SPARK's planner with a language model: one call for a plan of steps, checked before it is given (paper 003, §3.3)."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from motif.errors import InvalidInput, ModelFailed
from motif.graphs.graph_schema import GraphSchema
from motif.graphs.plan import Plan
from motif.models.encoder import encode_queries
from motif.models.language import Completion, Messages
from motif.planners.model_asking import Asking, AskingPlanner, ModelSource, trouble_notes
from motif.planners.named_things import named_things
from motif.planners.prompting import as_data, as_lines, marked, prompt, shots_text, step_examples
from motif.planners.protocol import Planner, PlanningGraph
from motif.planners.steps.cypher_plans import naming_answers
from motif.planners.steps.examples import StepExamples
from motif.planners.steps.model_steps import STEPS_SCHEMA, read_step_answer
from motif.planners.steps.schema_prompt import schema_prompt
from motif.planners.steps.validation import validate_plan
from motif.planners.steps.withholding import without_values

REPAIRS = 1
"""How often a model is asked again with what is wrong with its plan: a retrieval takes one call, or two."""

OWN = 8
"""Of the user's examples that are shown at most."""

_PROBLEMS = 8
_PROBLEM_CHARACTERS = 300


class Checked(Protocol):
    """A plan, put right where that is safe; ``problems`` say why it cannot be run, ``notes`` what was put right."""

    @property
    def plan(self) -> Plan: ...
    @property
    def problems(self) -> Sequence[str]: ...
    @property
    def notes(self) -> Sequence[str]: ...


StepCheck = Callable[[Plan, GraphSchema], Checked]
"""Compares a plan with a schema, such as `motif.planners.steps.validation.validate_plan` with or without a session."""


class StepPlanner(AskingPlanner):
    """Plans in steps by asking a language model once; a plan with problems goes back to it once, with the problems.

    What is still wrong then is left to the other planner. Keep one for many questions: vectors of the examples are made
    once.

    Parameters
    ----------
    model
        The chat model, or a function that gives it when it is first needed.
    schema
        Gives what the database holds now.
    examples
        The user's, mappings with ``question`` and ``cypher`` or a ``plan`` of steps, or those read already; those like
        the question are shown.
    fallback
        Whose plans are given when the model is not configured, does not answer, or plans what cannot be run; a note
        in them says why.
    share_examples
        Whether values of the database may be sent: examples and ranges of properties, names that the question seems
        to name, the user's examples. False sends labels, types, properties, their kinds and the question, no more.
    check
        Compares a plan with the schema; by itself without a session, so without ``EXPLAIN``.

    >>> from motif.planners.protocol import PlanningGraph
    >>> issubclass(StepPlanner, AskingPlanner), StepPlanner.name
    (True, 'model')
    """

    def __init__(
        self,
        model: ModelSource,
        schema: Callable[[], GraphSchema],
        examples: Sequence[Mapping[str, Any]] | StepExamples = (),
        *,
        fallback: Planner | None = None,
        share_examples: bool = True,
        check: StepCheck | None = None,
    ) -> None:
        super().__init__(model, fallback)
        self._schema = schema
        self._examples = examples if isinstance(examples, StepExamples) else StepExamples(examples)
        self._shares = share_examples
        self._check = check or _without_session

    def messages(self, question: str, graph: PlanningGraph) -> Messages:
        """What is sent to the model: instructions; as data the schema, examples, the names found and the question."""
        return self._messages(question, graph, self._schema())

    def _plans(self, asking: Asking, question: str, graph: PlanningGraph, limit: int) -> list[Plan]:
        schema = self._schema() if self._shares else without_values(self._schema())
        if not schema.labels and not schema.relations:
            raise ModelFailed("The database has nothing that could be planned for; no model was asked.")

        def read(value: Any) -> Checked:
            checked = self._check(naming_answers(read_step_answer(value, question), schema), schema)
            if checked.problems:
                raise InvalidInput(_objection(checked.problems))
            return checked

        completion = asking.complete(self._messages(question, graph, schema), STEPS_SCHEMA, read, REPAIRS)
        return [_noted(completion)]

    def _messages(self, question: str, graph: PlanningGraph, schema: GraphSchema) -> Messages:
        parts = [
            marked("graph", self._schema_text(question, graph, schema)),
            marked("example_graph", as_lines(step_examples()["graph"].strip())),
            marked("examples", shots_text(self._shots(question, graph))),
            marked("question", as_data(question)),
        ]
        if self._shares:
            parts.insert(-1, marked("names", as_data(named_things(question, graph))))
        return [("system", prompt("steps")), ("user", "\n\n".join(parts))]

    def _schema_text(self, question: str, graph: PlanningGraph, schema: GraphSchema) -> str:
        def similar(texts: Sequence[str]) -> NDArray[np.float32]:
            likeness: NDArray[np.float32] = encode_queries(graph.encoder, texts) @ graph.encode(question)
            return likeness

        told = similar if graph.has_encoder else None
        return schema_prompt(schema, question, share_examples=self._shares, similar=told)

    def _shots(self, question: str, graph: PlanningGraph) -> list[tuple[str, Mapping[str, Any]]]:
        """The user's examples like ``question``, then those that come with the prompt, of its own graph."""
        own = self._examples.like(question, graph, OWN) if self._shares else []
        shipped = [
            (shot["question"], {key: value for key, value in shot.items() if key != "question"})
            for shot in step_examples()["examples"]
        ]
        told = [(f"question to <graph>: {as_data(given)}", wanted) for given, wanted in own]
        return [
            *told,
            *((f"question to <example_graph>: {as_data(given)}", wanted) for given, wanted in shipped),
        ]


def _without_session(plan: Plan, schema: GraphSchema) -> Checked:
    return validate_plan(plan, schema, None)


def _objection(problems: Sequence[str]) -> str:
    """What is wrong with a plan, for the model that made it."""
    told = [f"({number}) {problem[:_PROBLEM_CHARACTERS]}" for number, problem in enumerate(problems, start=1)]
    return f"The plan cannot be run. {' '.join(told[:_PROBLEMS])}"


def _noted(completion: Completion) -> Plan:
    checked: Checked = completion.value
    notes = dict.fromkeys((*checked.plan.notes, *checked.notes, *trouble_notes(completion)))
    return dataclasses.replace(checked.plan, notes=tuple(notes))
