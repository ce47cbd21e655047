"""Looking up paths among the arms of nodes: those of one relationship, and pairs of them at a shared centre."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from motif.kernels.arrays import Int32, Int64
from motif.kernels.compilation import inlined, kernel

Bool: TypeAlias = NDArray[np.bool_]
Float32: TypeAlias = NDArray[np.float32]
Int16: TypeAlias = NDArray[np.int16]

Arms: TypeAlias = tuple[Int64, Int32, Int32, Int32, Int32]
"""``indptr, relationships, ends, source, relation``; see `motif.kernels.path_arms.build_arms`."""

Vectors: TypeAlias = tuple[Float32, Int16]
"""``vectors, certificate``: see `motif.graphs.dominance.DominanceEmbedding`."""

Standing: TypeAlias = tuple[Int32, Bool, Float32, int]
"""``rows, mask, bound, size``: what may stand at a position: ascending rows, where the mask is True, whose vector is at
least the bound in every place or whose certificate is below ``size``. Each is empty where it admits everything."""

Edge: TypeAlias = tuple[Int32, Bool, Bool, int, int]
"""``relations, relation_mask, relationship_mask, direction, rule``: the relations allowed, ascending and as a mask
(empty: all), the relationships allowed (empty: all), 1 when the relationship leaves the start, -1 when it enters it,
0 for either; and what the end must be: `SAME` as the start, `APART` from it, or `FREE`."""

FREE, SAME, APART = 0, 1, 2

_STEPS_BETWEEN_LOOKS = 4096
_SCAN = 8
"""A node with at most so many arms per relation wanted is scanned; with more, each relation is sought in it."""


@kernel
def edges_from(
    arms: Arms,
    vectors: Vectors,
    starts: Int32,
    standings: tuple[Standing, Standing],
    edge: Edge,
    control: Int64,
) -> tuple[Int32, int]:
    """Rows ``start, end, relationship`` of all arms of ``starts`` that ``edge`` and the standings allow, in order.

    ``standings`` are of the start and of the end. Also how many arms were looked at; stops early once
    ``control[0]`` is set.
    """
    indptr = arms[0]
    relations = edge[0]
    found = np.empty((64, 3), np.int32)
    count = int(
        np.int64(0)
    )  # A bare 0 is a type of its own, for which what takes it would be compiled again.
    looked_at = 0
    next_look = _STEPS_BETWEEN_LOOKS
    for start in starts:
        looked_at += 1
        if looked_at >= next_look:
            next_look = looked_at + _STEPS_BETWEEN_LOOKS
            if control[0] != 0:
                break
        if not may_stand(start, standings[0], vectors):
            continue
        first, last = indptr[start], indptr[start + 1]
        if len(relations) == 0 or last - first <= _SCAN * len(relations):
            found, count, steps = _edges_in(
                arms, vectors, (start, first, last), standings[1], edge, found, count
            )
            looked_at += steps
            continue
        for relation in relations:
            begin = _first_of_relation(arms, first, last, relation)
            end = _first_of_relation(arms, begin, last, relation + 1)
            found, count, steps = _edges_of_relation(
                arms, vectors, (start, begin, end), standings[1], edge, found, count
            )
            looked_at += steps
    return found[:count], looked_at


@kernel
def _edges_of_relation(
    arms: Arms,
    vectors: Vectors,
    span: tuple[int, int, int],
    standing: Standing,
    edge: Edge,
    found: Int32,
    count: int,
) -> tuple[Int32, int, int]:
    """As `_edges_in`, for arms of one relation, which ascend by end: few rows wanted are sought, not scanned for."""
    start, first, last = span
    rows = standing[0]
    if len(rows) == 0 or _SCAN * len(rows) >= last - first:
        return _edges_in(arms, vectors, span, standing, edge, found, count)
    looked_at = 0
    for row in rows:
        begin = first + np.searchsorted(arms[2][first:last], row)
        end = begin
        while end < last and arms[2][end] == row:
            end += 1
        found, count, steps = _edges_in(arms, vectors, (start, begin, end), standing, edge, found, count)
        looked_at += steps + 1
    return found, count, looked_at


@kernel
def _edges_in(
    arms: Arms,
    vectors: Vectors,
    span: tuple[int, int, int],
    standing: Standing,
    edge: Edge,
    found: Int32,
    count: int,
) -> tuple[Int32, int, int]:
    """``found`` with the arms of the span ``start, first, last`` that may be taken, its new count, arms looked at."""
    _, relationships, ends, source, relation = arms
    _, relation_mask, relationship_mask, direction, rule = edge
    start, first, last = span
    for arm in range(first, last):
        row = relationships[arm]
        end = ends[arm]
        if len(relation_mask) and not relation_mask[relation[row]]:
            continue
        if rule != FREE and (rule == SAME) != (start == end):
            continue
        if direction != 0 and start != end and (direction == 1) != (source[row] == start):
            continue
        if len(relationship_mask) and not relationship_mask[row]:
            continue
        if not may_stand(end, standing, vectors):
            continue
        if count == len(found):
            found = _with_room(found)
        found[count, 0], found[count, 1], found[count, 2] = start, end, row
        count += 1
    return found, count, last - first


@kernel
def pair_up(firsts: Int32, seconds: Int32, rule: int, control: Int64) -> tuple[Int32, Int32]:
    """Nodes (k, 3) and relationships (k, 2) of the paths that two lists of edges make at their starts.

    Both lists ascend by start. ``rule`` says what the second end must be to the first. A path never takes one
    relationship twice. Stops early once ``control[0]`` is set.
    """
    nodes = np.empty((64, 3), np.int32)
    relationships = np.empty((64, 2), np.int32)
    count = 0
    begin = 0
    for one in range(len(firsts)):
        if control[0] != 0:
            break
        centre = firsts[one, 0]
        while begin < len(seconds) and seconds[begin, 0] < centre:
            begin += 1
        other = begin
        while other < len(seconds) and seconds[other, 0] == centre:
            apart = firsts[one, 2] != seconds[other, 2]
            if apart and _agree(rule, firsts[one, 1], seconds[other, 1]):
                if count == len(nodes):
                    nodes, relationships = _with_room(nodes), _with_room(relationships)
                nodes[count, 0], nodes[count, 1] = firsts[one, 1], centre
                nodes[count, 2] = seconds[other, 1]
                relationships[count, 0], relationships[count, 1] = firsts[one, 2], seconds[other, 2]
                count += 1
            other += 1
    return nodes[:count], relationships[:count]


@kernel
def count_arms(arms: Arms, rows: Int32, relations: Int32) -> int:
    """How many arms of ``relations`` (ascending; empty: all) the rows have together."""
    indptr = arms[0]
    count = 0
    for row in rows:
        first, last = indptr[row], indptr[row + 1]
        if len(relations) == 0:
            count += last - first
        for relation in relations:
            begin = _first_of_relation(arms, first, last, relation)
            count += _first_of_relation(arms, begin, last, relation + 1) - begin
    return count


@inlined
def may_stand(row: int, standing: Standing, vectors: Vectors) -> bool:
    """Whether ``row`` may stand at a position: mask and rows have it, and its vector dominates the bound."""
    rows, mask, bound, size = standing
    stands = len(mask) == 0 or mask[row]
    if stands and len(rows) > 0:
        place = np.searchsorted(rows, row)
        stands = place < len(rows) and rows[place] == row
    if stands and len(bound) > 0 and vectors[1][row] >= size:
        for i in range(len(bound)):
            if vectors[0][row, i] < bound[i]:
                stands = False
    return stands


@inlined
def _agree(rule: int, one: int, other: int) -> bool:
    return rule == FREE or (rule == SAME) == (one == other)


@kernel
def _first_of_relation(arms: Arms, first: int, last: int, relation: int) -> int:
    """The first arm from ``first`` to ``last`` whose relation is at least ``relation``."""
    _, relationships, _, _, relations = arms
    while first < last:
        middle = (first + last) // 2
        if relations[relationships[middle]] < relation:
            first = middle + 1
        else:
            last = middle
    return first


@kernel
def _with_room(found: Int32) -> Int32:
    grown = np.empty((2 * len(found), found.shape[1]), np.int32)
    grown[: len(found)] = found
    return grown
