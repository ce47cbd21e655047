"""``run``: what a plan asks for, found by its method, given as answers with the evidence of each."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.engine.control import Control
from motif.errors import InvalidConfiguration, InvalidInput
from motif.graphs.evidence import Evidence, Results
from motif.graphs.pattern import Pattern, parse_part
from motif.graphs.plan import Order, Plan
from motif.graphs.projection import MISSING, Column, Projection
from motif.retrievers.grounding import CandidateLimits
from motif.retrievers.plan_matching import Found, Scope, find_answers
from motif.retrievers.presentation import Presentation, Presenter
from motif.retrievers.selection import nearest_hint
from motif.retrievers.view import View

NOTHING = Pattern((), ())
"""The pattern of a plan without triples."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """How many answers, how they are worded, and how far they may be from the plan's words."""

    top_k: int = 5
    presentation: Presentation = field(default_factory=Presentation)
    limits: CandidateLimits = field(default_factory=CandidateLimits)


def run_plan(view: View, plan: Plan, scope: Scope, wanted: Wanted, control: Control) -> Results:
    """At most ``wanted.top_k`` pieces of evidence, one for each distinct answer, nearest to the plan first.

    Where something agrees with the plan wholly (GSD near 0), nothing else is returned. Of a plan that gives a property,
    nodes that lack it are no answers, unless all that are found lack it. A plan that counts gives one
    piece whose answer is the number. ``metadata`` of the results holds the plan; ``answers``, how many distinct ones
    there are, where all were looked for.

    Raises `InvalidInput` and `InvalidPattern` for a plan that cannot be read, `InvalidConfiguration` for a property
    that the graph lacks.
    """
    if plan.give is not None:
        _column(view.projection, plan.give)
    _check_order(plan)
    n_wanted = wanted.top_k + 1
    found = find_answers(view, plan, scope, wanted.limits, n_wanted, control)
    ranked = _ranked(view.projection, found, plan.order)
    order = _giving(view.projection, found, plan, ranked)
    common: dict[str, Any] = {"epoch": view.projection.epoch, "plan": plan.as_dict()}
    if found.complete and (plan.count or plan.order or len(ranked) < n_wanted):
        common["answers"] = len(order)
    presenter = Presenter(view.projection, found.pattern or NOTHING, wanted.presentation)
    pieces = [_piece(presenter, plan, found, place) for place in order[: wanted.top_k].tolist()]
    if plan.count and (pieces or found.complete):
        pieces = [counted(pieces, len(order), found.complete, wanted.presentation)]
    for piece in pieces:
        piece.metadata["plan"] = common["plan"]  # type: ignore[index]
    return Results(pieces, complete=found.complete, metadata=common)


def _check_order(plan: Plan) -> None:
    """Raises `InvalidInput` for an order by how many of something that a plan without triples does not have."""
    if plan.order is not None and plan.order.property is None and not plan.pattern:
        counted = (plan.order.count_of or "").removeprefix("?")
        raise InvalidInput(
            f"The plan ranks its answers by how many ?{counted} there are, but has no triples.",
            hint="Add the triple that joins it to the answer, or rank by a property.",
        )


def _giving(projection: Projection, found: Found, plan: Plan, order: NDArray[np.int64]) -> NDArray[np.int64]:
    """Of nodes that are found those that have the property that is asked for; all, where none has it."""
    if plan.give is None or plan.count:
        return order
    has_it = _column(projection, plan.give).known_at(found.rows[order])
    return order[has_it] if has_it.any() else order


def best_score(plan: Plan) -> float:
    """The score of what agrees with ``plan`` wholly: minus a distance of 0 for `search`, 1 for `match`."""
    return 1.0 if plan.method == "match" else 0.0


def _ranked(projection: Projection, found: Found, order: Order | None) -> NDArray[np.int64]:
    """Places of the answers, best first; those kept that share the last place of an `Order`."""
    places = np.arange(len(found.rows))
    if order is None:
        return places
    if order.property is None:
        assert found.counts is not None
        values = found.counts.astype(np.float64)
    else:
        values = _numbers(_column(projection, order.property), found.rows)
    places = places[np.isfinite(values)]
    signed = -values[places] if order.descending else values[places]
    places = places[np.argsort(signed, kind="stable")]
    if len(places) > order.limit:
        last = values[places[order.limit - 1]]
        beyond = values[places] < last if order.descending else values[places] > last
        places = places[~beyond]
    return places


def _numbers(column: Column, rows: NDArray[np.int32]) -> NDArray[np.float64]:
    """Each row's value as a number that orders as the value does, float64; NaN where there is none."""
    values = [column.value(row) for row in rows.tolist()]
    texts = sorted({value for value in values if isinstance(value, str)})
    places = {text: place for place, text in enumerate(texts)}
    numbers = [places[value] if isinstance(value, str) else value for value in values]
    return np.array([np.nan if number is None else float(number) for number in numbers])


def _column(projection: Projection, name: str) -> Column:
    columns = projection.nodes.properties
    if name not in columns:
        raise InvalidConfiguration(
            f"The nodes of '{projection.name}' have no property {name!r}.", hint=nearest_hint(name, columns)
        )
    return columns[name]


def _piece(presenter: Presenter, plan: Plan, found: Found, place: int) -> Evidence:
    entities = presenter.entities
    distance, is_search = float(found.distances[place]), plan.method == "search"
    fields: dict[str, Any] = {
        "score": best_score(plan) - distance,
        "method": plan.method,
        "complete": found.complete,
        "metadata": {"epoch": entities.projection.epoch, **({"gsd": distance} if is_search else {})},
    }
    node = entities.node(int(found.rows[place]))
    if found.pattern is None or found.nodes is None or found.relationships is None:
        unknown = parse_part(plan.answer).unknown
        bindings = {unknown: node} if unknown else {}
        piece = Evidence(
            nodes=(node,), relationships=(), bindings=bindings, answers=(node,), text=node.name, **fields
        )
    else:
        shown = presenter.evidence(found.nodes[place].tolist(), found.relationships[place].tolist(), **fields)
        piece = dataclasses.replace(shown, answers=(node,))
    return _with_values(entities.projection, plan, int(found.rows[place]), piece)


def _with_values(projection: Projection, plan: Plan, row: int, piece: Evidence) -> Evidence:
    """The piece with the properties that the plan gives, orders by or filters by, as lines of its text."""
    asked = [plan.give, plan.order.property if plan.order else None, *_filtered(plan)]
    known = projection.nodes.properties
    names = [name for name in dict.fromkeys(asked) if name is not None and name in known]
    values = {name: known[name].value(row) for name in names if known[name].kind_at(row) != MISSING}
    name = projection.nodes.names[row]
    lines = [f"{name} | {key} | {value}" for key, value in values.items()]
    text = "\n".join(lines if piece.text == name and lines else [piece.text, *lines])
    answers = piece.answers
    if plan.give is not None:
        answers = _as_answers(known[plan.give], row)
    return dataclasses.replace(piece, text=text, answers=answers)


def _filtered(plan: Plan) -> list[str]:
    """Properties of the answer that the plan's filter looks at."""
    answer = None if plan.answer is None else parse_part(plan.answer).unknown
    conditions = plan.filter.get(answer or "", {})
    return [key for key in conditions if not key.startswith("$")] if isinstance(conditions, Mapping) else []


def _as_answers(column: Column, row: int) -> tuple[Any, ...]:
    value = column.value(row)
    return () if value is None else (value,)


def counted(pieces: list[Evidence], total: int, complete: bool, presentation: Presentation) -> Evidence:
    """One piece whose answer is how many there are; it shows the first of them."""
    nodes = tuple(dict.fromkeys(node for piece in pieces for node in piece.nodes))
    relationships = tuple(dict.fromkeys(one for piece in pieces for one in piece.relationships))
    said = f"{total} in all" if complete else f"at least {total}"
    more = ["…"] if total > len(pieces) else []
    return Evidence(
        score=pieces[0].score if pieces else 0.0,
        nodes=nodes,
        relationships=relationships,
        answers=(total,),
        text="\n".join([said, *(piece.text for piece in pieces), *more]),
        method=pieces[0].method if pieces else "search",
        complete=complete,
        metadata=dict(pieces[0].metadata) if pieces else {},
    )
