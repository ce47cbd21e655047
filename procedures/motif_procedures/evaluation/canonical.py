"""Whether two plans ask the same: their patterns up to the names of unknowns and the direction of relationships."""

from __future__ import annotations

import dataclasses
import itertools
import json
from collections import defaultdict
from math import factorial, prod
from typing import Any

from motif.graphs.pattern import Pattern, parse_part
from motif.graphs.plan import Plan
from motif.indexes.names import normalise, readable

_MOST_ARRANGEMENTS = 5040


def canonical_form(plan: Plan) -> Any:
    """A value that is equal for two plans exactly where they ask the same.

    Known names are compared as `motif.indexes.names.normalise` spells them, relations as `readable` does. Counting,
    the property given, the order and the filters belong to a plan; its confidence, its maker and labels of unknowns do
    not. Patterns with more than 5,040 arrangements of nodes that look alike are compared by what they look like.

    >>> one = Plan((("?f", "directed_by", "Michael Mann"), ("?f", "release_year", "?y")), "?y")
    >>> other = Plan((("?when", "RELEASE_YEAR", "?x"), ("michael mann", "DIRECTED_BY", "?x")), "?when")
    >>> canonical_form(one) == canonical_form(other)
    True
    """
    pattern = plan.parsed()
    rest = (plan.count, plan.give, _order(plan, pattern))
    if pattern is None:
        answer = parse_part(plan.answer)
        return rest, (answer.name and normalise(answer.name), answer.label), ()
    looks = _refined(pattern, [_look(plan, pattern, place) for place in range(len(pattern.nodes))])
    classes: defaultdict[str, list[int]] = defaultdict(list)
    for place, look in enumerate(looks):
        classes[look].append(place)
    members = [classes[look] for look in sorted(classes)]
    return rest, tuple(sorted(looks)), _least_edges(pattern, members)


def _look(plan: Plan, pattern: Pattern, place: int) -> str:
    """What distinguishes a node by itself."""
    node = pattern.nodes[place]
    name = normalise(node.name or node.id or "") if node.is_known else None
    conditions = plan.filter.get(node.unknown, None) if node.unknown else None
    return json.dumps(
        [name, _is_answer(plan, pattern, place), conditions or node.filter], sort_keys=True, default=str
    )


def _is_answer(plan: Plan, pattern: Pattern, place: int) -> bool:
    unknowns = [node.unknown for node in pattern.nodes if not node.is_known]
    node = pattern.nodes[place]
    if plan.answer is None:
        return not node.is_known and len(unknowns) == 1
    asked = parse_part(plan.answer)
    if asked.is_known:
        return node.is_known and (node.name, node.id) == (asked.name, asked.id)
    return bool(node.unknown) and node.unknown == asked.unknown


def _order(plan: Plan, pattern: Pattern | None) -> Any:
    """The order, with an unknown that is counted replaced by its look."""
    if plan.order is None:
        return None
    values = dataclasses.asdict(plan.order)
    counted = values.get("count_of")
    if counted and pattern is not None:
        looks = _refined(pattern, [_look(plan, pattern, place) for place in range(len(pattern.nodes))])
        unknown = counted.removeprefix("?")
        values["count_of"] = next(
            (
                look
                for look, node in zip(looks, pattern.nodes, strict=True)
                if node.unknown in (counted, unknown)
            ),
            counted,
        )
    return json.dumps(values, sort_keys=True, default=str)


def _refined(pattern: Pattern, looks: list[str]) -> list[str]:
    """Looks that also tell the neighbours' looks, as far as that distinguishes more (colour refinement)."""
    while True:
        around: list[list[str]] = [[] for _ in looks]
        for edge in pattern.edges:
            relation = _relation(edge.relation)
            around[edge.head].append(f"{relation} {looks[edge.tail]}")
            around[edge.tail].append(f"{relation} {looks[edge.head]}")
        further = [json.dumps([look, sorted(near)]) for look, near in zip(looks, around, strict=True)]
        if len(set(further)) == len(set(looks)):
            return looks
        looks = further


def _least_edges(pattern: Pattern, classes: list[list[int]]) -> Any:
    """The least list of edges over all numberings that keep the order of ``classes``."""
    if prod(factorial(len(members)) for members in classes) > _MOST_ARRANGEMENTS:
        return ()
    numberings = itertools.product(*(itertools.permutations(members) for members in classes))
    return min(_edges(pattern, list(itertools.chain(*numbering))) for numbering in numberings)


def _edges(pattern: Pattern, places: list[int]) -> list[tuple[int, int, str]]:
    number = {place: rank for rank, place in enumerate(places)}
    return sorted(
        (*sorted((number[edge.head], number[edge.tail])), _relation(edge.relation))  # type: ignore[misc]
        for edge in pattern.edges
    )


def _relation(text: str | None) -> str:
    return "" if text is None else readable(text)
