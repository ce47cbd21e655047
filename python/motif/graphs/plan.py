"""Plans: how a question is to be answered, as plain values that can be read, edited and run again.

One type for all planners and all methods. A planner makes plans, `motif.plan` shows them, `motif.run` runs one.
"""

from __future__ import annotations

import dataclasses
import difflib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from motif.errors import InvalidInput
from motif.given import DEEPEST, is_too_deep
from motif.graphs.meaning import Omission
from motif.graphs.omissions import note_of, omission_values, read_omissions
from motif.graphs.pattern import Pattern, parse_pattern
from motif.graphs.step_reading import read_steps, step_value
from motif.graphs.steps import Step

TEXT_METHODS = ("expand", "community")
"""Verbs that take the question as it is: a plan of theirs has no pattern."""

STRATEGIES = ("precision", "breadth")
"""How tracing chooses among relationships: the best one at each step, or all that are likely."""

STEPS_METHOD = "spark"
"""The method of a plan of steps: vector search, full-text search and typed traversal, interleaved."""

METHODS = ("search", "match", "trace", *TEXT_METHODS, STEPS_METHOD)
"""Verbs that a plan can be run by."""

MEANING_METHOD = "meaning"
"""The method of a plan that is a reading of its question."""


@dataclass(frozen=True, slots=True)
class Order:
    """What ranks the answers: a property of theirs ("the oldest"), or how many nodes an unknown has ("the most films").

    Attributes
    ----------
    property
        A property of the answer; None where ``count_of`` is given.
    count_of
        An unknown of the pattern: answers are ranked by how many nodes it stands for.
    limit
        How many answers are kept; answers that share the last place are kept too.
    """

    property: str | None = None
    count_of: str | None = None
    descending: bool = True
    limit: int = 1


@dataclass(frozen=True, slots=True)
class Plan:
    """What to look for, and what of it is the answer.

    Attributes
    ----------
    pattern
        Triples ``(head, relation, tail)`` of parts as in `motif.graphs.pattern`. May be empty: then the answer is a
        node by itself.
    answer
        What is asked for, a part: an unknown of the pattern (``"?film"``), or without triples a name, or a mapping
        such as ``{"unknown": "film", "label": "Movie"}``.
    give
        The property of the answer that is asked for ("released"); None for the answer itself.
    count
        Whether the number of distinct answers is asked for.
    order
        Ranks the answers by a property ("the oldest"); None where the question does not.
    filter
        Conditions on properties, by unknown, in neo4j-graphrag's syntax: ``{"film": {"released": {"$gt": 2000}}}``.
    strategy
        Of "trace": "precision", the best relationship at each step, or "breadth", all that are likely; None for what
        `motif.knowledge_graph.Graph.trace` does by itself.
    injective
        Which nodes may coincide, as in `motif.knowledge_graph.Graph.search`.
    directed
        Whether relationships must point as the triples say; False where the question's words do not tell.
    steps
        Of "spark": its steps (`motif.graphs.steps`), the last of which gives the answers. Beside them only ``give``,
        ``count`` and what describes the plan may be given.
    method
        The verb that runs it: `METHODS`, `MEANING_METHOD`. Those of `TEXT_METHODS` need only ``question``.
    question
        The words it was made from.
    planner
        Who made it: "paths" (no model), "model", "user".
    confidence
        Between 0 and 1; comparable within one call only.
    omissions
        What the question says and the plan does without; the notes tell of it.
    notes
        What a reader should know: a fallback, a repaired answer of a model, an entity that was linked by spelling.
    reading
        Of "meaning": ``words``, ``status``, what is ``omitted``, ``cypher`` with its ``text`` and ``parameters``.

    >>> plan = Plan(pattern=(("?film", "directed_by", "Michael Mann"),), answer="?film", question="Mann's films?")
    >>> Plan.from_value(plan.as_dict()) == plan
    True
    """

    pattern: tuple[tuple[Any, Any, Any], ...]
    answer: Any = None
    give: str | None = None
    count: bool = False
    order: Order | None = None
    filter: Mapping[str, Any] = field(default_factory=dict)
    injective: Any = "known"
    directed: bool = False
    strategy: str | None = None
    steps: tuple[Step, ...] = ()
    method: str = "search"
    question: str = ""
    planner: str = "user"
    confidence: float = 1.0
    omissions: tuple[Omission, ...] = ()
    notes: tuple[str, ...] = ()
    reading: Mapping[str, Any] | None = None

    def parsed(self) -> Pattern | None:
        """The pattern, read; None where there are no triples. Raises `InvalidPattern`."""
        return parse_pattern(self.pattern) if self.pattern else None

    def leaving_out(self, *omissions: Omission) -> Plan:
        """The plan, which does without these too; its notes tell of them first.

        >>> Plan((), answer="Heat").leaving_out(Omission("name", text="Mann")).notes
        ("Not used: 'Mann'.",)
        """
        notes = (*map(note_of, omissions), *self.notes)
        return dataclasses.replace(self, omissions=(*omissions, *self.omissions), notes=notes)

    def as_dict(self) -> dict[str, Any]:
        """The plan as plain values, without what is empty; `from_value` reads them again."""
        if self.method == STEPS_METHOD:
            return self._of_steps()
        if self.method == MEANING_METHOD:
            return self._of_meaning()
        values: dict[str, Any] = {"method": self.method, "pattern": [list(triple) for triple in self.pattern]}
        for name in ("answer", "give", "count", "directed", "strategy", "filter", "question", "planner"):
            if getattr(self, name):
                values[name] = getattr(self, name)
        if self.order is not None:
            values["order"] = {
                key: value for key, value in dataclasses.asdict(self.order).items() if value is not None
            }
        values["injective"] = self.injective
        return {**values, **self._told()}

    def _of_steps(self) -> dict[str, Any]:
        values: dict[str, Any] = {"method": self.method, "steps": [step_value(step) for step in self.steps]}
        for name in ("give", "count", "question", "planner"):
            if getattr(self, name):
                values[name] = getattr(self, name)
        return {**values, **self._told()}

    def _told(self) -> dict[str, Any]:
        """How sure it is, and what a reader should know."""
        values: dict[str, Any] = {"confidence": round(self.confidence, 4)}
        if self.omissions:
            values["omissions"] = omission_values(self.omissions)
        if self.notes:
            values["notes"] = list(self.notes)
        return values

    def _of_meaning(self) -> dict[str, Any]:
        names = ("method", "question", "planner", "confidence", "reading")
        return {**{name: getattr(self, name) for name in names}, "notes": list(self.notes)}

    @staticmethod
    def from_value(value: Any) -> Plan:
        """The plan that ``value`` holds: a `Plan`, a mapping as of `as_dict`, its JSON, or a pattern.

        Raises `InvalidInput` and `InvalidPattern`, naming what does not fit.
        """
        if isinstance(value, Plan):
            return value
        if isinstance(value, str):
            value = _from_json(value)
        if is_too_deep(value):
            raise _too_deep()
        if isinstance(value, Sequence) and not isinstance(value, str):
            value = {"pattern": value}
        if not isinstance(value, Mapping):
            raise InvalidInput(f"A plan is a mapping with a 'pattern', not {value!r}.", hint=_HINT)
        return _checked(dict(value))


_HINT = "motif.plan and kg.plan make plans; their 'pattern', 'answer', 'filter' and so on may be edited."


def _from_json(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError as error:  # a number of thousands of digits is one too
        raise InvalidInput(f"The plan is not valid JSON: {error}.", hint=_HINT) from None
    except RecursionError:
        raise _too_deep() from None


def _too_deep() -> InvalidInput:
    return InvalidInput(f"The plan is nested deeper than {DEEPEST} levels.", hint=_HINT)


def _checked(value: dict[str, Any]) -> Plan:
    known = [part.name for part in dataclasses.fields(Plan)]
    for key in value:
        if key not in known:
            near = difflib.get_close_matches(str(key), known, n=1)
            raise InvalidInput(
                f"A plan has no key {key!r}.",
                hint=f"Did you mean '{near[0]}'?" if near else f"Known keys: {', '.join(known)}.",
            )
    if value.get("steps") and value.get("method") is None:
        value["method"] = STEPS_METHOD
    if value.get("method", "search") not in (*METHODS, MEANING_METHOD):
        raise InvalidInput(f"A plan's method must be one of {', '.join(METHODS)}, not {value['method']!r}.")
    _check_kinds(value)
    if value.get("method") == STEPS_METHOD:
        return _checked_steps(value)
    if value.get("steps"):
        raise InvalidInput(
            f"A plan of the method {value.get('method', 'search')!r} has no 'steps'.",
            hint=f"Leave 'method' out, or give '{STEPS_METHOD}'.",
        )
    value.pop("steps", None)
    triples = value.get("pattern") or ()
    if value.get("method") in (*TEXT_METHODS, MEANING_METHOD):
        _check_question(value)
    elif triples:
        parse_pattern(triples)
    elif not value.get("answer"):
        raise InvalidInput("The plan has neither triples ('pattern') nor an 'answer'.", hint=_HINT)
    if value.get("method") == "trace":
        _check_traceable(value)
    if isinstance(value.get("order"), Mapping):
        value["order"] = _order(value["order"])
    value["pattern"] = tuple(tuple(triple) for triple in triples)
    value["omissions"] = read_omissions(value.get("omissions") or ())
    value["notes"] = tuple(value.get("notes") or ())
    value["filter"] = dict(value.get("filter") or {})
    return Plan(**value)


def _checked_steps(value: dict[str, Any]) -> Plan:
    """A plan of steps. Raises `InvalidInput` for what cannot stand beside them."""
    for key in ("pattern", "answer", "order", "filter", "directed", "strategy"):
        if value.pop(key, None):
            raise InvalidInput(
                f"A plan of steps has no {key!r}: its last step gives the answers.",
                hint="Say it by a step ('find', 'traverse', 'filter', 'rank', …), or leave the steps out.",
            )
    value.pop("injective", None)
    value["steps"] = read_steps(value.get("steps") or ())
    value["omissions"] = read_omissions(value.get("omissions") or ())
    value["notes"] = tuple(value.get("notes") or ())
    return Plan((), **value)


def _check_question(value: Mapping[str, Any]) -> None:
    """Raises `InvalidInput` for a plan that is run by its words and has none, or has a pattern beside them."""
    method = value["method"]
    if not value.get("question", "").strip():
        raise InvalidInput(f"A plan of the method '{method}' needs the 'question' in words.", hint=_HINT)
    for key in ("pattern", "answer", "give", "count", "order"):
        if value.get(key):
            raise InvalidInput(
                f"A plan of the method '{method}' takes the question as it is; it has no {key!r}.",
                hint="Leave it out, or choose the method 'search' or 'match'.",
            )


def _check_traceable(value: Mapping[str, Any]) -> None:
    """Raises `InvalidInput` for what tracing cannot do."""
    for key in ("give", "count", "order"):
        if value.get(key):
            raise InvalidInput(
                f"A plan of the method 'trace' has no {key!r}: traces are not counted or ordered.",
                hint="Leave it out, or choose the method 'search' or 'match'.",
            )
    if not value.get("pattern"):
        raise InvalidInput("A plan of the method 'trace' needs triples ('pattern').", hint=_HINT)


_KINDS: Mapping[str, tuple[type | tuple[type, ...], str]] = {
    "give": ((str, type(None)), "a property's name"),
    "count": (bool, "true or false"),
    "directed": (bool, "true or false"),
    "filter": ((Mapping, type(None)), 'a mapping such as {"film": {"released": {"$gt": 2000}}}'),
    "order": ((Mapping, Order, type(None)), 'a mapping such as {"property": "released"}'),
    "question": (str, "text"),
    "planner": (str, "text"),
    "confidence": ((int, float), "a number"),
    "omissions": ((list, tuple, type(None)), "a list of mappings with 'kind' and 'text'"),
    "notes": ((list, tuple, type(None)), "a list of texts"),
    "pattern": ((list, tuple, type(None)), "a list of triples"),
    "reading": ((Mapping, type(None)), "a mapping, as kg.plan gives it"),
}


def _check_kinds(value: Mapping[str, Any]) -> None:
    for key, (kinds, needed) in _KINDS.items():
        if key in value and not isinstance(value[key], kinds):
            raise InvalidInput(f"A plan's {key} must be {needed}, not {value[key]!r}.")
    if not 0 <= value.get("confidence", 1.0) <= 1:
        raise InvalidInput(f"A plan's confidence must be from 0 to 1, not {value['confidence']!r}.")
    if value.get("strategy") not in (None, *STRATEGIES):
        raise InvalidInput(f"A plan's strategy must be 'precision' or 'breadth', not {value['strategy']!r}.")
    if value.get("injective", "known") not in (True, False, "known"):
        raise InvalidInput(f"A plan's injective must be true, false or 'known', not {value['injective']!r}.")


def _order(value: Mapping[str, Any]) -> Order:
    try:
        order = Order(**value)
    except TypeError:
        raise InvalidInput(
            f"A plan's order has the keys property or count_of, descending and limit, not {dict(value)!r}."
        ) from None
    for key in ("property", "count_of"):
        if not isinstance(getattr(order, key), (str, type(None))):
            raise InvalidInput(f"{key} of a plan's order must be text, not {getattr(order, key)!r}.")
    if not isinstance(order.descending, bool):
        raise InvalidInput(f"descending of a plan's order must be true or false, not {order.descending!r}.")
    if isinstance(order.limit, bool) or not isinstance(order.limit, int) or order.limit < 1:
        raise InvalidInput(f"limit of a plan's order must be a whole number from 1 on, not {order.limit!r}.")
    if (order.property is None) == (order.count_of is None):
        raise InvalidInput(f"A plan's order has either a property or count_of, not {dict(value)!r}.")
    return order
