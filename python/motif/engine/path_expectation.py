"""What looking a query path up will cost: exact for known rows, by means of each relation for the rest."""

from __future__ import annotations

import numpy as np

from motif.engine.path_arms import Arms
from motif.engine.path_query import Expected, PathQuery, Place, Step
from motif.engine.subgraph_query import frozen
from motif.kernels import path_retrieval
from motif.kernels.arrays import Int32, Int64

_NO_ROWS = np.zeros(0, np.int32)
_FEW = 256
"""Rows whose arms are counted to know what a lookup costs; of more, so many evenly spread."""


def expect_scan(arms: Arms, query: PathQuery, counts: tuple[float, ...]) -> Expected:
    """What `motif.engine.path_scanning.scan_paths` would look at and find.

    ``counts`` are how many rows are expected at each position.
    """
    begins = begin_costs(arms, query, counts)
    position = begins.index(min(begins))
    firsts = begins[position] - counts[position]
    if len(query.steps) == 1:
        return Expected(begins[position], firsts * _thins(arms, query, 1 - position, 0, counts))
    first, second = steps_from(arms, query, position)
    centre_known = position == 1
    reached = firsts * _thins(arms, query, 2 * first if centre_known else 1, first, counts)
    seconds = _arms_of_some(arms, query.steps[second], reached)
    found = seconds * _thins(arms, query, 2 * second, second, counts)
    return Expected(begins[position] + seconds, found)


def begin_costs(arms: Arms, query: PathQuery, counts: tuple[float, ...]) -> list[float]:
    """By position, how many rows and arms are looked at when the path is begun there."""
    costs = []
    for position, place in enumerate(query.places):
        steps = query.steps[max(0, position - 1) : position + 1]
        costs.append(counts[position] + min(_arms_at(arms, place, step, counts[position]) for step in steps))
    return costs


def steps_from(arms: Arms, query: PathQuery, position: int) -> tuple[int, int]:
    """The step that a path of two relationships is begun with at a position, and the other; the rarer at a centre."""
    if position == 1:
        rarer_last = total_arms(arms, query.steps[1]) < total_arms(arms, query.steps[0])
        return (1, 0) if rarer_last else (0, 1)
    return (0, 1) if position == 0 else (1, 0)


def total_arms(arms: Arms, step: Step) -> float:
    """How many arms have a relation that the step admits."""
    return float(len(arms.ends)) if step.relations is None else _sum(arms.arms_per_relation, step.relations)


def _total_centres(arms: Arms, step: Step) -> float:
    """About how many nodes have an arm of a relation that the step admits, 1 at least."""
    if step.relations is None:
        return max(1.0, arms.n_nodes)
    return min(max(1.0, _sum(arms.centres_per_relation, step.relations)), max(1.0, arms.n_nodes))


def _arms_at(arms: Arms, place: Place, step: Step, count: float) -> float:
    if place.rows is None:
        return _arms_of_some(arms, step, count)
    few = place.rows if len(place.rows) <= _FEW else place.rows[:: len(place.rows) // _FEW]
    relations = _NO_ROWS if step.relations is None else step.relations
    found = path_retrieval.count_arms(arms.arrays, frozen(few, np.int32), frozen(relations, np.int32))
    return found * count / max(1, len(few))


def _arms_of_some(arms: Arms, step: Step, count: float) -> float:
    """The arms of so many rows, if they are such as have the relation."""
    total = total_arms(arms, step)
    return min(total, count * total / _total_centres(arms, step))


def _thins(arms: Arms, query: PathQuery, position: int, step: int, counts: tuple[float, ...]) -> float:
    """The share of arms that is left when direction and the far position are heeded."""
    one_way = 0.5 if query.steps[step].direction else 1.0
    if counts[position] >= arms.n_nodes:
        return one_way
    return one_way * min(1.0, counts[position] / _total_centres(arms, query.steps[step]))


def _sum(values: Int64, rows: Int32) -> float:
    return float(values[rows[0]]) if len(rows) == 1 else float(values[rows].sum())
