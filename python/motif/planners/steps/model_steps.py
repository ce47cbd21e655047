"""What a language model answered for a plan of steps, read. Nothing of it is run before it was checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from motif.errors import InvalidInput
from motif.graphs.plan import STEPS_METHOD, Plan
from motif.graphs.step_reading import read_steps
from motif.graphs.steps import DIRECTIONS, STEP_NAMES
from motif.planners.steps.cypher_plans import plan_of_cypher

_TEXT = {"type": "string"}
_OBJECT = {"type": "object"}
_NAMES = {"type": "array", "items": _TEXT}

STEPS_SCHEMA: dict[str, Any] = {
    "title": "QuestionSteps",
    "description": "How a question is answered from a graph, step by step; the last step gives the answers.",
    "type": "object",
    "properties": {
        "steps": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "step": {"type": "string", "enum": list(STEP_NAMES)},
                    "as": {"type": "string", "description": "What the nodes that it gives are called"},
                    "from": {"type": "string", "description": "The earlier step that it takes"},
                    "of": {**_NAMES, "description": "The earlier steps that are combined"},
                    "label": _TEXT,
                    "where": {**_OBJECT, "description": "Conditions on properties"},
                    "text": {"type": "string", "description": "What is searched for"},
                    "relationship": {**_NAMES, "description": "Relationship types"},
                    "direction": {"type": "string", "enum": list(DIRECTIONS)},
                    "relationship_where": {**_OBJECT, "description": "Conditions on the relationship"},
                    "hops": {"type": "array", "items": {"type": "integer"}},
                    "by": {"description": "A property, or an object with 'count' or 'text'"},
                    "descending": {"type": "boolean"},
                    "limit": {"type": ["integer", "null"]},
                    "cypher": _TEXT,
                    "parameters": _OBJECT,
                },
                "required": ["step", "as"],
            },
        },
        "give": {"type": "string", "description": "The property of the answers that is asked for"},
        "count": {"type": "boolean", "description": "Whether it is asked how many there are"},
        "cypher": {"type": "string", "description": "One reading statement in place of steps"},
        "parameters": _OBJECT,
    },
}
"""What a model with structured output fills in."""


def read_step_answer(value: Any, question: str) -> Plan:
    """The plan that a model's JSON holds: an object with "steps" or "cypher", or the list of steps alone.

    Raises `InvalidInput` for what cannot be read, in words that tell a model what to write instead.

    >>> read_step_answer([{"step": "find", "as": "films", "label": "Movie"}], "All films?").steps
    (Find(name='films', label='Movie', where={}),)
    """
    if isinstance(value, list):
        value = {"steps": value}
    if not isinstance(value, Mapping):
        raise InvalidInput(f"A JSON object with 'steps' is needed, not {str(value)[:80]!r}.")
    if isinstance(value.get("plan"), Mapping):
        value = value["plan"]
    if not value.get("steps"):
        if not value.get("cypher"):
            raise InvalidInput("The object has neither 'steps' nor 'cypher'.")
        return _described(plan_of_cypher(value["cypher"], value.get("parameters"), question), value)
    try:
        steps = read_steps(value["steps"])
    except InvalidInput as error:
        # The nearest step or key stands in the hint, which a model is not shown otherwise.
        raise InvalidInput(f"{error.message} {error.hint}") from None
    return _described(Plan((), steps=steps, method=STEPS_METHOD, question=question), value)


def _described(plan: Plan, value: Mapping[str, Any]) -> Plan:
    """``plan`` with what is asked of its answers, and by whom it is."""
    give = value.get("give")
    if give is not None and not isinstance(give, str):
        raise InvalidInput(f"'give' is the name of one property, not {str(give)[:80]!r}.")
    values = plan.as_dict() | {"planner": "model"}
    values |= {"give": give.strip()} if give and give.strip() else {}
    values |= {"count": True} if value.get("count") is True else {}
    return Plan.from_value(values)
