"""The relationships at a row that may stand for a schema triple, and their T-Scores (STEM, equation 12).

Scores are whole numbers of 2**-24: sums are exact, and ties are ties.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from motif.kernels.arrays import Float64, Int32, Int64
from motif.kernels.compilation import lean, summing

Bool: TypeAlias = NDArray[np.bool_]
Float32: TypeAlias = NDArray[np.float32]

Links: TypeAlias = tuple[Int64, Int32, Int64, Int32, Int32]
"""``out_indptr, out_indices, in_indptr, in_indices, in_data``: both adjacencies; a relationship's row is its place in
``out_indices``."""

Texts: TypeAlias = tuple[Int32, Float32, Float32, Int32, Int64, Float64]
"""``index, matrix, queries, relation, table, weight``: which row of ``matrix`` is each relationship's vector, -1 for
none; (triples, dimension) vectors of the schema triples; the relation of each relationship; (triples, relations) how
like each relation is to a schema triple's, in units, `UNSAID` where the triple has none, (triples, 0) for no table;
and what that weighs beside the vectors' cosine, one number."""

Masks: TypeAlias = tuple[NDArray[np.bool_], Int32]
"""``masks, which``: a mask in each row; which of them holds for each place or schema triple, -1 for none."""

Filters: TypeAlias = tuple[Float32, Masks, Masks]
"""``guided, nodes, relationships``: how far each node is in the guidance graph, none when empty; which nodes each place
may take; which relationships may stand for each schema triple."""

Known: TypeAlias = tuple[Int64, Int32, Bool]
"""``indptr, rows, is_known``: the rows that each place of the schema graph may take, ascending, where it is known."""

Source: TypeAlias = tuple[Links, Texts, Filters, Known]
"""What a scan reads."""

Found: TypeAlias = tuple[Int32, Int32, Int64, Int64]
"""``relationships, ends, scores, tested``: room for what is found, with the row at the other end; the number that
must reach the threshold."""

Integer: TypeAlias = int | np.int64
Pair: TypeAlias = tuple[Integer, Integer]
Four: TypeAlias = tuple[Integer, Integer, Integer, Integer]
"""Numbers handed over together, all of one type: each other type would be compiled anew."""

BIAS, THRESHOLD, BEFORE, CONSISTENT, BREADTH, KEEP, SIBLINGS, BUDGET, LIMIT = range(9)
"""Places in ``rules``: the bias and the least score in units; whether it is the similarity that must reach it; whether
known places take their rows only, and bound ones theirs; whether the least score counts; whether the best is taken
though it does not reach it, and with it all of its relation and direction; most steps; most traces."""

STEPS, CUT = range(2)
"""Places in ``progress``: relationships scored and partial traces taken up; whether the budget or the control ended
the scoring."""

UNIT = 2**24
_PATIENCE = 1024
ANY = -1
"""As a bound row: whichever."""
REACHES = 2**60
"""A number that reaches every threshold."""
UNSAID = 2**40
"""In a table of relations: the schema triple says none."""


@summing
def _dot(matrix: Float32, row: int, queries: Float32, query: Integer) -> float:
    total = 0.0
    for place in range(matrix.shape[1]):
        total += np.float64(matrix[row, place]) * np.float64(queries[query, place])
    return total


@lean
def similarity(texts: Texts, relationship: int, edge: Integer) -> int:
    """How like a relationship is to a schema triple, in units: the cosine of their vectors (0 for no text), or its mean
    with how like their relations are."""
    index, matrix, queries, relation, table, weight = texts
    alone = 0
    if index[relationship] >= 0:
        alone = int(np.rint(_dot(matrix, index[relationship], queries, edge) * UNIT))
    alone = max(-UNIT, min(UNIT, alone))
    if table.shape[1] == 0 or table[edge, relation[relationship]] == UNSAID:
        return alone
    weighed = alone + weight[0] * table[edge, relation[relationship]]
    return int(np.rint(weighed / (1.0 + weight[0])))


@lean
def _first_at_least(values: Int32, first: int, last: int, value: Integer) -> int:
    """Where ``value`` stands, or would, in the ascending ``values[first:last]``."""
    while first < last:
        middle = (first + last) // 2
        if values[middle] < value:
            first = middle + 1
        else:
            last = middle
    return first


@lean
def _fits(known: Known, place: Integer, row: int) -> bool:
    """Whether the place may take the row."""
    indptr, rows, is_known = known
    if not is_known[place]:
        return True
    at = _first_at_least(rows, indptr[place], indptr[place + 1], row)
    return bool(at < indptr[place + 1] and rows[at] == row)


@lean
def degree(links: Links, row: Integer) -> int:
    """How many adjacency entries ``row`` has, both ways."""
    return int(links[0][row + 1] - links[0][row] + links[2][row + 1] - links[2][row])


@lean
def may_go_on(rules: Int64, progress: Int64, control: Int64) -> bool:
    """Count a step; False when there is no budget left for it, or the control says stop."""
    if progress[STEPS] >= rules[BUDGET] or (progress[STEPS] % _PATIENCE == 0 and control[0] != 0):
        progress[CUT] = 1
    progress[STEPS] += progress[CUT] == 0
    return bool(progress[CUT] == 0)


@lean
def scan(
    source: Source,
    rules: Int64,
    step: Four,
    found: Found,
    top: int,
    progress: Int64,
    control: Int64,
) -> int:
    """Put what may stand for a step into ``found`` from ``top`` on; where it ends.

    ``step`` is the schema triple, the row it is left from, the place it leads to, and the row that the place must
    take (`ANY`: one that fits). Scores are T-Scores. What does not reach the threshold is found too if the best is
    kept. Nothing is scored any more once ``progress[CUT]`` is set.
    """
    links = source[0]
    row, bound, start = step[1], step[3], top
    for side in range(2):
        indptr, indices = (links[0], links[1]) if side == 0 else (links[2], links[3])
        first, last = indptr[row], indptr[row + 1]
        if bound != ANY:
            first = _first_at_least(indices, first, last, bound)
            last = _first_at_least(indices, first, last, bound + 1)
        for slot in range(first, last):
            end = indices[slot]
            if side == 1 and end == row:
                continue
            relationship = slot if side == 0 else links[4][slot]
            if not _admits(source, rules, step, relationship, end):
                continue
            if not may_go_on(rules, progress, control):
                return top
            top = _take(source, rules, step, (relationship, end), found, top)
    if rules[SIBLINGS] == 1:
        _raise_siblings(source, row, found, start, top)
    return top


@lean
def _raise_siblings(source: Source, row: Integer, found: Found, start: int, end: int) -> None:
    """Let all of the best one's relation and direction reach every threshold."""
    if start == end:
        return
    relation, indptr, best = source[1][3], source[0][0], start
    for item in range(start + 1, end):
        is_better = found[2][item] > found[2][best]
        is_equal = found[2][item] == found[2][best] and found[0][item] < found[0][best]
        if is_better or is_equal:
            best = item
    wanted, leaves = relation[found[0][best]], indptr[row] <= found[0][best] < indptr[row + 1]
    for item in range(start, end):
        relationship = found[0][item]
        if relation[relationship] == wanted and (indptr[row] <= relationship < indptr[row + 1]) == leaves:
            found[3][item] = REACHES


@lean
def _admits(source: Source, rules: Int64, step: Four, relationship: int, end: int) -> bool:
    nodes, relationships = source[2][1], source[2][2]
    if relationships[1][step[0]] >= 0 and not relationships[0][relationships[1][step[0]], relationship]:
        return False
    if nodes[1][step[2]] >= 0 and not nodes[0][nodes[1][step[2]], end]:
        return False
    return bool(step[3] != ANY or rules[CONSISTENT] == 0 or _fits(source[3], step[2], end))


@lean
def _take(
    source: Source,
    rules: Int64,
    step: Four,
    one: tuple[int, int],
    found: Found,
    top: int,
) -> int:
    """Score the relationship, and put it into ``found`` if its score suffices."""
    guided = source[2][0]
    alone = similarity(source[1], one[0], step[0])
    score = alone
    if len(guided) > 0:
        score += int(np.rint(rules[BIAS] * np.float64(min(guided[step[1]], guided[one[1]]))))
    tested = alone if rules[BEFORE] == 1 else score
    if rules[BREADTH] == 1 and rules[KEEP] == 0 and tested < rules[THRESHOLD]:
        return top
    found[0][top], found[1][top], found[2][top], found[3][top] = one[0], one[1], score, tested
    return top + 1
