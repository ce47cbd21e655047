"""Through a schema graph from an anchor: which triple is next, and the trace that takes the best each time."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from motif.kernels.arrays import Int32, Int64
from motif.kernels.compilation import kernel, lean
from motif.kernels.tracing_scan import ANY, CONSISTENT, Found, Four, Source, degree, scan

Schema: TypeAlias = tuple[Int32, Int64, Int32]
"""``ends, indptr, incident``: (triples, 2) places of head and tail; the triples at each place, ascending."""

Walk: TypeAlias = tuple[Int32, Int32, Int32, Int32]
"""``nodes, relationships, tried, agenda``: row of each place and relationship of each schema triple, -1 for none yet;
1 for the triples that were tried; the places to go on from, the last first, how many there are in its last entry."""

ONE = 2**40
"""What a traced triple counts beside its score: more than all scores of a trace together."""


@kernel
def new_walk(n_places: int, n_triples: int) -> Walk:
    """Room for a walk."""
    return (
        np.empty(n_places, np.int32),
        np.empty(n_triples, np.int32),
        np.empty(n_triples, np.int32),
        np.empty(n_triples + 2, np.int32),
    )


@lean
def begin(walk: Walk, place: int, row: int) -> None:
    """Stand at an anchor, with nothing tried."""
    nodes, relationships, tried, agenda = walk
    nodes[:] = -1
    relationships[:] = -1
    tried[:] = 0
    nodes[place] = row
    agenda[0] = place
    agenda[len(agenda) - 1] = 1


@lean
def next_step(schema: Schema, walk: Walk) -> int:
    """The next step, which counts as tried from now on; -1 when there is none.

    A step is ``2 * triple``, or ``2 * triple + 1`` from its tail to its head. It leaves the place entered last that
    has a triple left.
    """
    ends, indptr, incident = schema
    tried, agenda = walk[2], walk[3]
    last = len(agenda) - 1
    while agenda[last] > 0:
        place = agenda[agenda[last] - 1]
        for at in range(indptr[place], indptr[place + 1]):
            edge = incident[at]
            if tried[edge] == 0:
                tried[edge] = 1
                return int(2 * edge + (ends[edge, 0] != place))
        agenda[last] -= 1
    return -1


@lean
def follow(schema: Schema, walk: Walk, step: int, relationship: int, end: int) -> None:
    """Take the relationship for the step, and go on from its other end."""
    nodes, relationships, _, agenda = walk
    place = schema[0][step >> 1, 1 - (step & 1)]
    relationships[step >> 1] = relationship
    nodes[place] = end
    last = len(agenda) - 1
    agenda[agenda[last]] = place
    agenda[last] += 1


@lean
def is_used(walk: Walk, relationship: int) -> bool:
    """Whether the trace has taken the relationship already."""
    taken = walk[1]
    count = 0
    for edge in range(len(taken)):
        count += taken[edge] == relationship
    return count > 0


@lean
def departure(schema: Schema, walk: Walk, step: int) -> int:
    """The row that the step leaves from."""
    return int(walk[0][schema[0][step >> 1, step & 1]])


@lean
def binding(schema: Schema, rules: Int64, walk: Walk, step: int) -> int:
    """The row that the step must lead to, `ANY` when that is open."""
    row = walk[0][schema[0][step >> 1, 1 - (step & 1)]]
    return int(row) if rules[CONSISTENT] == 1 and row >= 0 else ANY


@lean
def details(schema: Schema, rules: Int64, walk: Walk, step: int) -> Four:
    """The step as `scan` takes it."""
    place = schema[0][step >> 1, 1 - (step & 1)]
    row, bound = departure(schema, walk, step), binding(schema, rules, walk, step)
    return np.int64(step >> 1), np.int64(row), np.int64(place), np.int64(bound)


@kernel
def new_found(room: int) -> Found:
    """Room for what scans find."""
    relationships, ends = np.empty(room, np.int32), np.empty(room, np.int32)
    return relationships, ends, np.empty(room, np.int64), np.empty(room, np.int64)


@kernel
def trace_best(
    source: Source,
    schema: Schema,
    rules: Int64,
    anchors: tuple[Int32, Int32, Int64],
    progress: Int64,
    control: Int64,
) -> tuple[Int32, Int32, Int64]:
    """From each anchor the trace that takes the best relationship at each step: nodes, relationships, values.

    ``anchors`` are places, rows and scores. A value is the score plus `ONE` for each traced triple.
    """
    places, rows, scores = anchors
    n_places, n_triples = len(schema[1]) - 1, len(schema[0])
    nodes = np.full((len(places), n_places), -1, np.int32)
    relationships = np.full((len(places), n_triples), -1, np.int32)
    values = scores.copy()
    walk = new_walk(n_places, n_triples)
    found = new_found(256)
    for number in range(len(places)):
        begin(walk, places[number], rows[number])
        while True:
            step = next_step(schema, walk)
            if step < 0:
                break
            room = degree(source[0], departure(schema, walk, step))
            if room > len(found[0]):
                found = new_found(2 * room)
            end = scan(source, rules, details(schema, rules, walk, step), found, 0, progress, control)
            best = best_unused(walk, found, 0, end)
            if best >= 0:
                follow(schema, walk, step, found[0][best], found[1][best])
                values[number] += ONE + found[2][best]
        nodes[number], relationships[number] = walk[0], walk[1]
    return nodes, relationships, values


@lean
def ranks_before(found: Found, one: int, other: int) -> bool:
    """Whether ``one`` has the higher score, or the lower row and the same."""
    if found[2][one] != found[2][other]:
        return bool(found[2][one] > found[2][other])
    return bool(found[0][one] < found[0][other])


@lean
def best_unused(walk: Walk, found: Found, start: int, end: int) -> int:
    """Which of ``found`` is not used and best, by row among equals; -1 for none."""
    best = -1
    for place in range(start, end):
        if (best < 0 or ranks_before(found, place, best)) and not is_used(walk, found[0][place]):
            best = place
    return best
