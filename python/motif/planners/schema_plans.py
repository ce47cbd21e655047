"""Assertions and their triples as a plan in the graph's words: STEM's schema graph (paper 001, §3.2)."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motif.graphs.pattern import PatternNode, parse_part
from motif.graphs.plan import Plan
from motif.graphs.projection import Projection
from motif.indexes.names import normalise
from motif.planners.decomposition_answers import Alternative
from motif.planners.known_parts import known_part, relations_of, rows_of
from motif.planners.placeholders import Placeholders, placeholders_in
from motif.planners.protocol import PlanningGraph
from motif.planners.relation_snapping import snap_relations
from motif.planners.schema_entities import Tied, tied_name

RANK = 0.85
"""What each place further down the model's list takes off the confidence, as a factor; likeness takes half at most."""

UNKNOWN_NAME = 0.5
"""What a name that the graph does not have counts for in the confidence, where others count their likeness."""

Written = tuple[str, str | None, str]
"""A triple as a model wrote it: head, relation (None for an unknown one), tail."""


@dataclass(frozen=True, slots=True)
class _Kept:
    """Triples whose placeholders agree with the assertions, and what was put right."""

    triples: list[Written]
    notes: list[str]


def schema_plan_of(
    alternative: Alternative, triples: Sequence[Written], question: str, graph: PlanningGraph, rank: int
) -> Plan | None:
    """The plan of one alternative; None where its triples name nothing, so that tracing cannot start.

    Placeholders that a triple lost, filled in or made up are put back as its assertion has them, each relation is that
    of the graph which is nearest to it, each name that of the graph which it means, and a triple is turned round where
    the graph has the relation at its named end the other way only. The notes say each of these.

    Parameters
    ----------
    rank
        Place among the alternatives, from 0.
    """
    kept = _with_its_placeholders(alternative, triples)
    parts = [part for head, _, tail in kept.triples for part in (head, tail)]
    names = {
        part: tied_name(part, question, graph) for part in dict.fromkeys(parts) if not placeholders_in(part)
    }
    if not names:
        return None
    said = [relation for _, relation, _ in kept.triples if relation is not None]
    snapped = {one.text: one for one in snap_relations(said, graph)}
    relations = {text: one.relation for text, one in snapped.items()}
    placed = [_turned(triple, names, relations, graph) for triple in kept.triples]
    answer, doubt = _answer(alternative, [part for part in dict.fromkeys(parts) if placeholders_in(part)])
    likeness = [one.similarity for one in snapped.values()] + [
        one.score or UNKNOWN_NAME for one in names.values()
    ]
    tied = [*(one.note for one in names.values()), *(one.note for one in snapped.values())]
    notes = [*kept.notes, *tied, *doubt]
    return Plan(
        pattern=tuple(placed),
        answer=answer,
        strategy=alternative.strategy,
        method="trace",
        question=question,
        planner="model",
        confidence=RANK**rank * (1 + float(np.mean(likeness))) / 2,
        notes=(f"read as: {'; '.join(alternative.assertions)}"[:500], *dict.fromkeys(filter(None, notes))),
    )


def distinct_plans(plans: Sequence[Plan]) -> list[Plan]:
    """``plans`` likeliest first, without those that say what a likelier one says; the numbers of placeholders aside."""
    found: dict[str, Plan] = {}
    for plan in sorted(plans, key=lambda plan: -plan.confidence):
        numbers: dict[str, int] = {}
        for triple in plan.pattern:
            for part in (triple[0], triple[2]):
                if isinstance(part, str) and placeholders_in(part):
                    numbers.setdefault(part, len(numbers))
        same = [
            [numbers.get(part, part) if isinstance(part, str) else part for part in row]
            for row in plan.pattern
        ]
        found.setdefault(repr((sorted(map(repr, same)), numbers.get(plan.answer, plan.answer))), plan)
    return list(found.values())


def _with_its_placeholders(alternative: Alternative, triples: Sequence[Written]) -> _Kept:
    known = Placeholders([*alternative.assertions, *(part for row in triples for part in (row[0], row[2]))])
    rows = [
        (known.of_part(head) or head, relation if _is_name(relation) else None, known.of_part(tail) or tail)
        for head, relation, tail in triples
    ]
    if len(rows) != len(alternative.assertions):
        return _Kept(rows, [])
    notes: list[str] = []
    pairs = zip(rows, alternative.assertions, strict=True)
    return _Kept([_agreeing(row, assertion, notes) for row, assertion in pairs], notes)


def _is_name(relation: str | None) -> bool:
    return relation is not None and parse_part(relation).is_known


def _agreeing(row: Written, assertion: str, notes: list[str]) -> Written:
    """The triple with the one placeholder that it lacks of its assertion, in place of the one part not in it."""
    head, relation, tail = row
    lacking = [one for one in placeholders_in(assertion) if one not in (head, tail)]
    strange = [part for part in dict.fromkeys((head, tail)) if not _stands_in(part, assertion)]
    if len(lacking) != 1 or len(strange) != 1 or head == tail:
        return row
    notes.append(f"{strange[0]!r} is not in '{assertion}': {lacking[0]} was put in its place")
    return (lacking[0], relation, tail) if head == strange[0] else (head, relation, lacking[0])


def _stands_in(part: str, assertion: str) -> bool:
    if placeholders_in(part):
        return part in assertion
    return f" {normalise(part)} " in f" {normalise(assertion)} "


def _turned(
    triple: Written, names: dict[str, Tied], relations: dict[str, str], graph: PlanningGraph
) -> tuple[object, object, object]:
    """A triple in the graph's words, its named end where the graph has it at that relation."""
    head, said, tail = triple
    relation = None if said is None else relations.get(said, said)
    if relation is not None and (head in names) != (tail in names):
        name = names[head if head in names else tail].name
        forward, backward = _stands_at(name, relation, graph)
        if (head in names and backward and not forward) or (tail in names and forward and not backward):
            head, tail = tail, head
    return _part(head, names), relation, _part(tail, names)


def _part(text: str, names: dict[str, Tied]) -> object:
    return known_part(names[text].name) if text in names else text


def _stands_at(name: str, relation: str, graph: PlanningGraph) -> tuple[bool, bool]:
    """Whether a node of that name is the source, and whether it is the target, of some relationship of the relation."""
    projection = graph.projection
    rows = rows_of(PatternNode(name=name), projection, graph.names)
    places = relations_of(relation, projection)
    return _leads(projection, rows, places, True), _leads(projection, rows, places, False)


def _leads(projection: Projection, rows: NDArray[np.int32], places: Sequence[int], forward: bool) -> bool:
    side = projection.outgoing if forward else projection.incoming
    kinds = projection.relationships.relation
    at_rows = (kinds[side.rows_at(slice(side.indptr[row], side.indptr[row + 1]))] for row in rows.tolist())
    return any(bool(np.isin(found, places).any()) for found in at_rows)


def _answer(alternative: Alternative, unknown: Sequence[str]) -> tuple[str | None, list[str]]:
    """What is asked for: the placeholder that the model names, else the only one, else the last (the paper's habit)."""
    if alternative.answer in unknown or len(unknown) < 2:
        return alternative.answer if alternative.answer in unknown else next(iter(unknown), None), []
    last = max(unknown, key=lambda text: int(text.strip("[]ENT")))
    return last, [f"the model does not say what is asked for; {last} is taken"]


def with_notes(plan: Plan, *notes: str) -> Plan:
    """``plan`` with ``notes`` before its own."""
    return dataclasses.replace(plan, notes=(*filter(None, notes), *plan.notes))


def shown_lists(
    alternatives: Sequence[Alternative], relations: Sequence[Sequence[Sequence[str]]]
) -> Iterator[dict[str, object]]:
    """Lists of assertions as the prompt shows them: numbered from 1, the nearest relations with each assertion."""
    for number, (alternative, near) in enumerate(zip(alternatives, relations, strict=True), start=1):
        rows = zip(alternative.assertions, near, strict=True)
        yield {
            "number": number,
            "assertions": [{"assertion": text, "relations": list(some)} for text, some in rows],
        }
