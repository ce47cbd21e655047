"""Steps of a plan, from plain values and back: the JSON that `motif.graphs.steps` shows beside each step."""

from __future__ import annotations

import datetime
import difflib
from collections.abc import Callable, Mapping
from typing import Any, cast

from motif.errors import InvalidInput
from motif.graphs.step_fields import HINT, StepFields, nearest, shown
from motif.graphs.steps import (
    DIRECTIONS,
    STEP_NAMES,
    Combine,
    CypherStep,
    Degree,
    Find,
    FulltextSearch,
    Keep,
    Rank,
    Step,
    Traverse,
    VectorSearch,
    sources_of,
)

MAXIMUM_STEPS = 20
MAXIMUM_HOPS = 4
MAXIMUM_LIMIT = 1_000
MAXIMUM_CYPHER = 20_000

_KEYS: Mapping[str, tuple[str, ...]] = {
    "find": ("label", "where"),
    "vector_search": ("text", "label", "where", "limit"),
    "fulltext_search": ("text", "label", "where", "limit"),
    "traverse": ("from", "relationship", "direction", "label", "where", "relationship_where", "hops"),
    "filter": ("from", "label", "where"),
    "union": ("of",),
    "intersect": ("of",),
    "except": ("of",),
    "rank": ("from", "by", "descending", "limit"),
    "cypher": ("cypher", "parameters"),
}
_MEANT = {
    "match": "find",
    "search": "vector_search",
    "expand": "traverse",
    "hop": "traverse",
    "where": "filter",
}
_MEANT |= {"sort": "rank", "order": "rank", "top": "rank", "and": "intersect", "or": "union", "not": "except"}
_BY = 'a property, {"count": {"relationship": …, "direction": …, "label": …}} or {"text": …}'


def read_steps(values: Any) -> tuple[Step, ...]:
    """The steps that ``values`` hold: a list of steps or of their JSON forms, at least one and at most 20.

    Only their shape is asked here: kinds, keys, names and sources; whether labels and properties exist is for whoever
    has the schema.

    Raises `InvalidInput` with the step's number and name: an unknown step or key (the nearest is named), no or a
    second "as" of one name, a source that no earlier step gives, a value of the wrong kind or out of range.

    >>> read_steps([{"step": "find", "as": "m", "label": "Movie", "where": {"released": {"$gt": 2000}}}])
    (Find(name='m', label='Movie', where={'released': {'$gt': 2000}}),)
    """
    if isinstance(values, (str, bytes, Mapping)) or not isinstance(values, (list, tuple)):
        raise InvalidInput(f"A plan's steps are a list, not {shown(values)}.", hint=HINT)
    if not values:
        raise InvalidInput("The plan has no steps; give at least one.", hint=HINT)
    if len(values) > MAXIMUM_STEPS:
        raise InvalidInput(
            f"The plan has {len(values)} steps; at most {MAXIMUM_STEPS} are allowed.", hint=HINT
        )
    steps: list[Step] = []
    for number, value in enumerate(values, start=1):
        step = _step(number, step_value(value) if isinstance(value, _KINDS) else value)
        _check_names(number, step, steps, values)
        steps.append(step)
    return tuple(steps)


def step_value(step: Step) -> dict[str, Any]:
    """The JSON form of ``step``, without what is as it is by itself; `read_steps` reads it again.

    >>> step_value(Traverse("b", "a", ("DIRECTED",), "out", hops=(1, 2)))
    {'step': 'traverse', 'as': 'b', 'from': 'a', 'relationship': 'DIRECTED', 'direction': 'out', 'hops': [1, 2]}
    """
    kind = step.operation if isinstance(step, Combine) else _NAMES[type(step)]
    written: dict[str, Any] = {"step": kind, "as": step.name}
    for key, value in _written(step).items():
        if value not in (None, (), [], {}):
            written[key] = _plain(value)
    if isinstance(step, Rank) and step.limit is None:
        written["limit"] = None
    return written


_NAMES: Mapping[type, str] = {kind: name for name, kind in STEP_NAMES.items() if kind is not Combine}
_KINDS = tuple(dict.fromkeys(STEP_NAMES.values()))


def _step(number: int, value: Any) -> Step:
    if not isinstance(value, Mapping):
        raise InvalidInput(
            f"Step {number} must be a mapping, not {shown(value)}.",
            hint='For example {"step": "find", "as": "m", "label": "Movie"}.',
        )
    kind = value.get("step")
    if not isinstance(kind, str) or kind not in STEP_NAMES:
        raise InvalidInput(f"Step {number} is an unknown step {shown(kind)}.", hint=_known_step(kind))
    fields = StepFields(number, kind, value, ("step", "as", *_KEYS[kind]))
    return _READ[STEP_NAMES[kind]](fields)


def _known_step(given: Any) -> str:
    """The nearest known step, always one, and all of them."""
    word = str(given).strip().lower()
    near = _MEANT.get(word) or difflib.get_close_matches(word, STEP_NAMES, n=1, cutoff=0.0)[0]
    return f"Did you mean '{near}'? Known steps: {', '.join(STEP_NAMES)}."


def _check_names(number: int, step: Step, earlier: list[Step], values: Any) -> None:
    names = [one.name for one in earlier]
    title = f"Step {number} ('{step_value(step)['step']}')"
    if step.name in names:
        raise InvalidInput(
            f"{title} is named {step.name!r}, as step {names.index(step.name) + 1} is already.",
            hint="Give each step a name ('as') of its own.",
        )
    for source in sources_of(step):
        if source in names:
            continue
        if source in _later(values, number):
            raise InvalidInput(
                f"{title} takes {source!r}, which stands at or after it.", hint="Put that step before it."
            )
        raise InvalidInput(
            f"{title} takes {source!r}, which no step before it gives.",
            hint=nearest(source, names, "Steps before it") if names else "It is the first step.",
        )


def _later(values: Any, number: int) -> set[Any]:
    rest = values[number - 1 :]
    return {one.name if isinstance(one, _KINDS) else one.get("as") for one in rest if _has_name(one)}


def _has_name(value: Any) -> bool:
    return isinstance(value, _KINDS) or (isinstance(value, Mapping) and isinstance(value.get("as"), str))


def _find(fields: StepFields) -> Step:
    return Find(fields.name(), fields.label(), fields.conditions("where"))


def _search(fields: StepFields) -> Step:
    kind = VectorSearch if fields.kind == "vector_search" else FulltextSearch
    limit = fields.limit(50, MAXIMUM_LIMIT)
    if limit is None:
        raise fields.wrong("limit", f"a whole number from 1 to {MAXIMUM_LIMIT:,}")
    return cast(
        Step, kind(fields.name(), fields.text("text"), fields.label(), fields.conditions("where"), limit)
    )


def _traverse(fields: StepFields) -> Step:
    return Traverse(
        fields.name(),
        fields.text("from"),
        fields.texts("relationship", "a relationship type, or a list of them,"),
        fields.one_of("direction", DIRECTIONS, "any"),
        fields.label(),
        fields.conditions("where"),
        fields.conditions("relationship_where"),
        _hops(fields),
    )


def _hops(fields: StepFields) -> tuple[int, int]:
    value = fields.value("hops")
    pair = (1, 1) if value is None else (value, value) if isinstance(value, int) else value
    if not isinstance(pair, (list, tuple)) or len(pair) != 2 or not all(type(one) is int for one in pair):
        raise fields.wrong("hops", "the fewest and the most relationships, such as [1, 2],")
    fewest, most = pair
    if not 1 <= fewest <= most <= MAXIMUM_HOPS:
        raise fields.wrong("hops", f"the fewest and the most relationships, from 1 to {MAXIMUM_HOPS},")
    return fewest, most


def _keep(fields: StepFields) -> Step:
    return Keep(fields.name(), fields.text("from"), fields.label(), fields.conditions("where"))


def _combine(fields: StepFields) -> Step:
    of = fields.texts("of", "a list of at least two names of earlier steps")
    if len(of) < 2:
        raise fields.wrong("of", "a list of at least two names of earlier steps")
    return Combine(fields.name(), fields.kind, of)


def _rank(fields: StepFields) -> Step:
    by = fields.value("by")
    parts: dict[str, Any] = {}
    if isinstance(by, str) and by:
        parts["by_property"] = by
    elif isinstance(by, Mapping) and len(by) == 1 and set(by) <= {"property", "count", "text"}:
        parts = _by(fields, by)
    else:
        raise fields.wrong("by", _BY)
    descending = fields.flag("descending", True)
    limit = fields.limit(10, MAXIMUM_LIMIT)
    return Rank(fields.name(), fields.text("from"), descending=descending, limit=limit, **parts)


def _by(fields: StepFields, by: Mapping[str, Any]) -> dict[str, Any]:
    inner = StepFields(0, fields.kind, by, ("property", "count", "text"))
    inner.title = f"{fields.title}, in its 'by',"
    if "count" not in by:
        key = "property" if "property" in by else "text"
        return {f"by_{key}": inner.text(key)}
    if not isinstance(by["count"], Mapping):
        raise inner.wrong(
            "count", 'what is counted, such as {"relationship": "ACTED_IN", "direction": "out"},'
        )
    degree = StepFields(0, fields.kind, by["count"], ("relationship", "direction", "label"))
    degree.title = f"{fields.title}, in what it counts,"
    types = degree.texts("relationship", "a relationship type, or a list of them,")
    return {"by_count": Degree(types, degree.one_of("direction", DIRECTIONS, "any"), degree.label())}


def _cypher(fields: StepFields) -> Step:
    return CypherStep(fields.name(), fields.text("cypher", MAXIMUM_CYPHER), fields.parameters("parameters"))


_READ: Mapping[type, Callable[[StepFields], Step]] = {
    Find: _find,
    VectorSearch: _search,
    FulltextSearch: _search,
    Traverse: _traverse,
    Keep: _keep,
    Combine: _combine,
    Rank: _rank,
    CypherStep: _cypher,
}


def _written(step: Step) -> dict[str, Any]:
    """The keys of ``step`` but for "step" and "as"; those with the value that is meant anyway as None."""
    match step:
        case Find():
            return {"label": step.label, "where": step.where}
        case VectorSearch() | FulltextSearch():
            return {"text": step.text, "label": step.label, "where": step.where, "limit": step.limit}
        case Traverse():
            return _written_traverse(step)
        case Keep():
            return {"from": step.source, "label": step.label, "where": step.where}
        case Combine():
            return {"of": step.of}
        case Rank():
            return {
                "from": step.source,
                "by": _written_by(step),
                "descending": None if step.descending else False,
                "limit": step.limit,
            }
        case CypherStep():
            return {"cypher": step.cypher, "parameters": step.parameters}


def _written_traverse(step: Traverse) -> dict[str, Any]:
    return {
        "from": step.source,
        "relationship": _written_types(step.types),
        "direction": None if step.direction == "any" else step.direction,
        "label": step.label,
        "where": step.where,
        "relationship_where": step.relationship_where,
        "hops": None if step.hops == (1, 1) else step.hops,
    }


def _written_types(types: tuple[str, ...]) -> Any:
    return types[0] if len(types) == 1 else types


def _written_by(step: Rank) -> Any:
    if step.by_count is not None:
        degree = step.by_count
        direction = None if degree.direction == "any" else degree.direction
        parts = {"relationship": _written_types(degree.types), "direction": direction, "label": degree.label}
        return {"count": {key: value for key, value in parts.items() if value}}
    return step.by_property if step.by_text is None else {"text": step.by_text}


def _plain(value: Any) -> Any:
    """Lists for tuples and ISO 8601 text for dates, so that it can be JSON."""
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return value.isoformat() if isinstance(value, (datetime.date, datetime.time)) else value
