"""Depth-first search for exact matches, node by node, in room that was made before."""

from __future__ import annotations

from typing import TypeAlias

from motif.kernels.arrays import Int32, Int64
from motif.kernels.compilation import lean
from motif.kernels.joining_arrays import CHECKED, FIRST_EDGE, LAST_EDGE, SHARING, Data, Pattern
from motif.kernels.joining_candidates import (
    Join,
    add_candidates,
    choose_node,
    open_node,
    room_for,
)
from motif.kernels.joining_lists import other_end
from motif.kernels.joining_relationships import (
    WAYS,
    Choice,
    count_edge,
    count_group,
    next_choice,
    range_edge,
)

Search: TypeAlias = tuple[Int64, Int64, Int32]
"""``progress, levels, buffer``: numbers in the places below; by level the columns below; and candidates."""

LEVEL, FOUND, STEPS, NEEDED = range(4)
"""Places in ``progress``: the level, how many matches were found, how many partial matches and list entries looked at,
and how much room is needed."""

NODE, PLACE, LAST = range(3)
"""Columns of ``levels``: its pattern node, which of its candidates in ``buffer`` is next (-1: none listed yet), and
where they end."""

COLLECT, LIMIT, PATIENCE, RANGED, VISITS = range(5)
"""Places in ``task``: whether matches are kept or only counted; how many are wanted; after how many steps the search
gives up unless it has found one match in `_FRUITFUL` steps; whether relationships of all pattern edges are looked up;
and whether each candidate of the last pattern node must be looked at."""

FINISHED, STOPPED, TOO_LONG, BUFFER_FULL, KEPT_FULL = range(5)
"""All found; more than the limit, or stopped by the control; more steps than allowed for so few matches; no room."""

_FRUITFUL = 16
_ALL = 2**62


@lean
def search(
    data: Data,
    pattern: Pattern,
    join: Join,
    choice: Choice,
    kept: tuple[Int32, Int32],
    state: Search,
    task: Int64,
    control: Int64,
) -> int:
    """Go on with a search until it is done, stopped, or has no room; returns which."""
    progress, levels, buffer = state
    mapped, group = join[0], choice[2]
    level = progress[LEVEL]
    outcome = FINISHED
    while level >= 0:
        if control[0] != 0 or progress[FOUND] > task[LIMIT]:
            outcome = STOPPED
            break
        if progress[STEPS] > task[PATIENCE] and progress[FOUND] * _FRUITFUL < progress[STEPS]:
            outcome = TOO_LONG
            break
        if levels[level, PLACE] < 0:
            top = levels[level - 1, LAST] if level > 0 else 0
            node = choose_node(data, pattern, join)
            room = room_for(data, pattern, join, node, group)
            if top + room > len(buffer):
                progress[NEEDED] = top + room
                outcome = BUFFER_FULL
                break
            levels[level, NODE] = node
            levels[level, PLACE] = top
            levels[level, LAST] = add_candidates(data, pattern, join, node, group, buffer, top)
            progress[STEPS] += room
            if level == len(mapped) - 1 and task[VISITS] == 0:
                progress[FOUND] += levels[level, LAST] - top
                levels[level, LAST] = top
        node, place = levels[level, NODE], levels[level, PLACE]
        if place == levels[level, LAST]:
            mapped[node] = -1
            level -= 1
            continue
        mapped[node] = buffer[place]
        levels[level, PLACE] = place + 1
        progress[STEPS] += 1
        if not _close(data, pattern, join, node, choice, task[RANGED]):
            continue
        if level == len(mapped) - 1:
            if not _take_match(data, pattern, join, choice, kept, progress, task):
                levels[level, PLACE] = place
                outcome = KEPT_FULL
                break
        elif open_node(data, pattern, join, node):
            level += 1
            levels[level, PLACE] = -1
    progress[LEVEL] = level
    return outcome


@lean
def _close(data: Data, pattern: Pattern, join: Join, node: int, choice: Choice, ranged: int) -> bool:
    """Look up the relationships of the pattern edges of which ``node`` was the last end; False when one has none."""
    edges, nodes, values, _, rules = pattern
    mapped = join[0]
    for index in range(nodes[node, FIRST_EDGE], nodes[node, LAST_EDGE]):
        edge = values[index]
        if mapped[other_end(edges, edge, node)] >= 0 and (ranged == 1 or edges[edge, CHECKED] == 1):
            range_edge(data, pattern, mapped, edge, choice[0])
            if count_edge(data, pattern, choice, edge) == 0:
                return False
    if rules[SHARING] == 1:
        for index in range(nodes[node, FIRST_EDGE], nodes[node, LAST_EDGE]):
            edge = values[index]
            is_closed = mapped[other_end(edges, edge, node)] >= 0
            if is_closed and count_group(data, pattern, mapped, edge, choice, 1) == 0:
                return False
    return True


@lean
def _take_match(
    data: Data,
    pattern: Pattern,
    join: Join,
    choice: Choice,
    kept: tuple[Int32, Int32],
    progress: Int64,
    task: Int64,
) -> bool:
    """Count, or keep up to one more than the limit, each choice of relationships; False when there is no room."""
    ways = 1
    if task[RANGED] == 1:
        ways = _ways(data, pattern, join[0], choice)
    if task[COLLECT] == 0 or ways == 0:
        progress[FOUND] += ways
        return True
    wanted = min(ways, task[LIMIT] + 1 - progress[FOUND])
    if progress[FOUND] + wanted > len(kept[0]):
        progress[NEEDED] = progress[FOUND] + wanted
        return False
    n_edges = len(pattern[0])
    for edge in range(n_edges):
        choice[2][edge] = edge
    is_single = ways == 1 and pattern[4][SHARING] == 0
    depth = -1
    for row in range(progress[FOUND], progress[FOUND] + wanted):
        if not is_single:
            next_choice(data, pattern, choice, n_edges, depth)
        depth = n_edges - 1
        for node in range(len(join[0])):
            kept[0][row, node] = join[0][node]
        for edge in range(n_edges):
            kept[1][row, edge] = choice[1][edge]
    progress[FOUND] += wanted
    return True


@lean
def _ways(data: Data, pattern: Pattern, mapped: Int32, choice: Choice) -> int:
    """In how many ways the pattern edges of a whole match can take relationships of their own."""
    product = 1
    for edge in range(len(pattern[0])):
        if pattern[4][SHARING] == 1:
            product *= count_group(data, pattern, mapped, edge, choice, _ALL)
        else:
            product *= choice[0][edge, WAYS]
    return product
