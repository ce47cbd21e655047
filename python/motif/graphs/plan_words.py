"""A plan in words: what every door says of how a question was read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from motif.graphs.evidence import Node, Relationship
from motif.graphs.plan import Order, Plan
from motif.graphs.steps import (
    Combine,
    CypherStep,
    Find,
    FulltextSearch,
    Keep,
    Rank,
    Step,
    Traverse,
    VectorSearch,
)

_SIGNS = {
    "$eq": "=", "$ne": "is not", "$lt": "<", "$lte": "≤", "$gt": ">", "$gte": "≥", "$in": "one of",
    "$nin": "none of", "$like": "like", "$ilike": "like", "$between": "between",
}  # fmt: skip
_ARROWS = {"out": ("-[", "]->"), "in": ("<-[", "]-"), "any": ("-[", "]-")}
_JOINED = {"union": " or ", "intersect": " and ", "except": ", not "}


def in_one_line(plan: Plan) -> str:
    """What a plan asks for and by what, in one line.

    >>> in_one_line(Plan((("Heat", "DIRECTED", "?who"),), "?who", count=True))
    'how many ?who: Heat | DIRECTED | ?who'
    """
    if plan.reading is not None:
        return str(plan.reading["words"])
    if plan.steps:
        return "; ".join(step_lines(plan))
    lines = "; ".join(pattern_lines(plan))
    return asked(plan) + (f": {lines}" if lines else "")


def asked(plan: Plan) -> str:
    """What a plan asks for, in words.

    >>> asked(Plan((("?film", "DIRECTED", "Mann"),), "?film", give="released", order=Order("released")))
    'released of ?film, the one with the most released'
    """
    if plan.reading is not None:
        return f"{plan.reading['words']} ({plan.reading['status']})"
    words = plan.steps[-1].name if plan.steps else "all unknowns"
    if plan.answer is not None:
        words = _part(plan.answer)
    if plan.give:
        words = f"{plan.give} of {words}"
    if plan.count:
        words = f"how many {words}"
    return words + ("" if plan.order is None else _ranking(plan.order))


def pattern_lines(plan: Plan) -> Iterator[str]:
    """The triples of a plan, one a line, then its conditions.

    >>> list(pattern_lines(Plan((("?film", None, "Mann"),), filter={"film": {"released": 1995}})))
    ['?film | ? | Mann', 'where ?film released = 1995']
    """
    for triple in plan.pattern:
        yield " | ".join(map(_part, triple))
    for unknown, conditions in plan.filter.items():
        yield f"where ?{str(unknown).removeprefix('?')} {_conditions(conditions)}"


def step_lines(plan: Plan) -> Iterator[str]:
    """The steps of a plan, one a line: the set that each gives, and which nodes it holds.

    >>> from motif.graphs.steps import Find, Traverse
    >>> steps = (Find("start", "Country", {"name": "China"}),
    ...          Traverse("country", "start", ("NEIGHBOUR_OF",), "any", "Country", {"population": {"$gt": 100000000}}))
    >>> print("\\n".join(step_lines(Plan((), steps=steps))))
    start: Country with name = China
    country: (start)-[NEIGHBOUR_OF]-(Country) with population > 100,000,000
    """
    for step in plan.steps:
        yield f"{step.name}: {_said(step)}"


def _said(step: Step) -> str:
    match step:
        case Find(label=label, where=where):
            return (label or "nodes") + _where(where)
        case VectorSearch() | FulltextSearch():
            how = "nearest in meaning to" if isinstance(step, VectorSearch) else "with the words of"
            return f'{step.limit} {step.label or "nodes"} {how} "{step.text}"{_where(step.where)}'
        case Traverse():
            return _walk(step)
        case Keep(source=source, label=label, where=where):
            return f"those of {source}" + (f" that are {label}" if label else "") + _where(where)
        case Combine(operation=operation, of=of):
            return _JOINED[operation].join(of)
        case Rank():
            return _ranked(step)
        case CypherStep(cypher=cypher):
            return " ".join(cypher.split())


def _walk(step: Traverse) -> str:
    fewest, most = step.hops
    times = "" if (fewest, most) == (1, 1) else f"*{fewest}..{most}"
    before, after = _ARROWS[step.direction]
    of = f"{{{_where(step.relationship_where).removeprefix(' with ')}}}" if step.relationship_where else ""
    return f"({step.source}){before}{'|'.join(step.types)}{times}{of}{after}({step.label or ''}){_where(step.where)}"


def _ranked(step: Rank) -> str:
    if step.by_text is not None:
        by = f'likeness to "{step.by_text}"'
    elif step.by_count is not None:
        before, after = _ARROWS[step.by_count.direction]
        by = f"number of {before}{'|'.join(step.by_count.types)}{after}({step.by_count.label or ''})"
    else:
        by = str(step.by_property)
    order = "" if step.by_text is not None else ", largest first" if step.descending else ", smallest first"
    first = "all of" if step.limit is None else f"the first {step.limit} of"
    return f"{first} {step.source} by {by}{order}"


def _where(conditions: Mapping[str, Any]) -> str:
    """Conditions on properties: `` with year > 1990 and title = Heat``; nothing for none."""
    return f" with {_all(conditions)}" if conditions else ""


def _all(conditions: Mapping[str, Any]) -> str:
    return " and ".join(_one(name, told) for name, told in conditions.items())


def _one(name: str, told: Any) -> str:
    if name in ("$and", "$or"):
        return f" {name[1:]} ".join(f"({_all(part)})" for part in told)
    if name == "$not":
        return f"not ({_all(told)})"
    if not isinstance(told, Mapping):
        return f"{name} = {_value(told)}"
    return " and ".join(f"{name} {_SIGNS.get(sign, sign)} {_value(value)}" for sign, value in told.items())


def _value(value: Any) -> str:
    """A value as one reads it: thousands apart from 10,000 on, since years are not.

    >>> _value(1990), _value(100000000), _value(["a", 2])
    ('1990', '100,000,000', 'a, 2')
    """
    if isinstance(value, (list, tuple)):
        return ", ".join(_value(one) for one in value)
    is_large = isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) >= 10_000
    return f"{value:,}" if is_large else str(value)


def _ranking(order: Order) -> str:
    number = "the one" if order.limit == 1 else f"the {order.limit}"
    degree = "most" if order.descending else "least"
    of = order.property or "?" + str(order.count_of).removeprefix("?")
    return f", {number} with the {degree} {of}"


def _conditions(filter: Any) -> str:
    if not isinstance(filter, dict):
        return str(filter)
    return ", ".join(
        f"{key} {value}" if isinstance(value, dict) or key.startswith("$") else f"{key} = {value}"
        for key, value in filter.items()
    )


def _part(part: Any) -> str:
    if part is None:
        return "?"
    if isinstance(part, (Node, Relationship)):
        return part.name if isinstance(part, Node) else part.relation or part.type
    if not isinstance(part, dict):
        return str(part)
    name = part.get("name") or part.get("id")
    shown = str(name) if name else f"?{str(part.get('unknown') or '').removeprefix('?')}"
    shown += f" ({part['label']})" if part.get("label") else ""
    return shown + (f" with {_conditions(part['filter'])}" if part.get("filter") else "")
