"""One step along the relations around a set of rows, for all relations at once or for one."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.kernels.arrays import Graph, Int32, Int64
from motif.kernels.compilation import kernel

Frontier = tuple[Int32, Int32]
"""``rows, arcs``: distinct rows, and for each the relationship that led there, -1 where several did."""

Marks = tuple[NDArray[np.bool_], Int32]
"""``avoided, places``: (nodes,) rows that are never entered; (nodes,) room whose content does not matter."""

Steps = tuple[Int64, Frontier, NDArray[np.bool_], bool]
"""``indptr, frontier, returns, complete``: the rows that symbol ``s`` leads to are ``indptr[s]:indptr[s + 1]`` of the
frontier; whether ``s`` leads to an avoided row; whether all arcs were looked at."""


@kernel
def expand(
    graph: Graph, frontier: Frontier, marks: Marks, limits: tuple[int, int, int], control: Int64
) -> Steps:
    """The rows one step away from ``frontier``, by symbol.

    Symbol ``2 * relation`` is a step along the relation, ``2 * relation + 1`` one against it. A relationship that
    led to a row does not lead back from it. ``limits`` is the number of symbols, the only symbol wanted (-1: all),
    and after how many arcs no further row is looked at. Stops early once ``control[0]`` is set.
    """
    n_symbols, wanted, most = limits
    avoided, places = marks
    indptr = np.zeros(n_symbols + 1, np.int64)
    returns = np.zeros(n_symbols, np.bool_)
    stop = _count(graph, frontier, avoided, (wanted, most), indptr, returns, control)
    for symbol in range(n_symbols):
        indptr[symbol + 1] += indptr[symbol]
    rows = np.empty(indptr[n_symbols], np.int32)
    arcs = np.empty(indptr[n_symbols], np.int32)
    _fill(graph, (frontier[0][:stop], frontier[1][:stop]), avoided, wanted, indptr.copy(), (rows, arcs))
    count = 0
    first = 0
    for symbol in range(n_symbols):
        last = indptr[symbol + 1]
        indptr[symbol] = count
        count = _distinct(rows, arcs, places, first, last, count)
        first = last
    indptr[n_symbols] = count
    return indptr, (rows[:count], arcs[:count]), returns, stop == len(frontier[0])


@kernel
def _count(
    graph: Graph,
    frontier: Frontier,
    avoided: NDArray[np.bool_],
    limits: tuple[int, int],
    counts: Int64,
    returns: NDArray[np.bool_],
    control: Int64,
) -> int:
    """Add to ``counts[symbol + 1]`` the arcs of each symbol; which slot of the frontier to stop at."""
    out_indptr, out_indices, in_indptr, in_indices, in_data, relation = graph
    rows, via = frontier
    wanted, most = limits
    total = 0
    for slot in range(len(rows)):
        if total >= most or control[0] != 0:
            return slot
        row = rows[slot]
        for place in range(out_indptr[row], out_indptr[row + 1]):
            symbol = 2 * relation[place]
            if place == via[slot] or (wanted >= 0 and symbol != wanted):
                continue
            if avoided[out_indices[place]]:
                returns[symbol] = True
            else:
                counts[symbol + 1] += 1
                total += 1
        for place in range(in_indptr[row], in_indptr[row + 1]):
            symbol = 2 * relation[in_data[place]] + 1
            if in_data[place] == via[slot] or (wanted >= 0 and symbol != wanted):
                continue
            if avoided[in_indices[place]]:
                returns[symbol] = True
            else:
                counts[symbol + 1] += 1
                total += 1
    return len(rows)


@kernel
def _fill(
    graph: Graph,
    frontier: Frontier,
    avoided: NDArray[np.bool_],
    wanted: int,
    ends: Int64,
    into: Frontier,
) -> None:
    """Write the arcs that `_count` counted, each where its symbol's part ends so far."""
    out_indptr, out_indices, in_indptr, in_indices, in_data, relation = graph
    rows, via = frontier
    for slot in range(len(rows)):
        row = rows[slot]
        for place in range(out_indptr[row], out_indptr[row + 1]):
            symbol = 2 * relation[place]
            if place == via[slot] or (wanted >= 0 and symbol != wanted) or avoided[out_indices[place]]:
                continue
            into[0][ends[symbol]] = out_indices[place]
            into[1][ends[symbol]] = place
            ends[symbol] += 1
        for place in range(in_indptr[row], in_indptr[row + 1]):
            symbol = 2 * relation[in_data[place]] + 1
            if (
                in_data[place] == via[slot]
                or (wanted >= 0 and symbol != wanted)
                or avoided[in_indices[place]]
            ):
                continue
            into[0][ends[symbol]] = in_indices[place]
            into[1][ends[symbol]] = in_data[place]
            ends[symbol] += 1


@kernel
def _distinct(rows: Int32, arcs: Int32, places: Int32, first: int, last: int, count: int) -> int:
    """Move the distinct rows of ``first:last`` to ``count`` and on, and return where they end.

    ``places[row]`` is believed only where that place holds the row: so nothing needs to be cleared.
    """
    start = count
    for slot in range(first, last):
        row = rows[slot]
        place = places[row]
        if start <= place < count and rows[place] == row:
            if arcs[place] != arcs[slot]:
                arcs[place] = -1
        else:
            rows[count] = row
            arcs[count] = arcs[slot]
            places[row] = count
            count += 1
    return count


Level = tuple[Int64, Int32, Int32, NDArray[np.bool_]]
"""``indptr, rows, arcs, complete``: the frontiers of paths one after another, and whether all arcs on the way to each
were looked at."""

Found = tuple[Int32, Int32, Int64, NDArray[np.bool_], NDArray[np.bool_]]
"""``parents, symbols, n_rows, returns, complete``: paths of one step more, each by the path that it goes on from."""


@kernel
def extend(
    graph: Graph,
    level: Level,
    marks: Marks,
    limits: tuple[int, int, int, int],
    relations: NDArray[np.bool_],
    control: Int64,
) -> tuple[Found, Level]:
    """Every path of one step more than those of ``level``, and where each leads.

    ``limits`` is the number of symbols, after how many arcs no further row of a frontier is looked at, how many paths
    at most, and how many rows of each are kept. ``relations`` says which are stepped along. The level that is
    returned has a frontier for each path, cut to as many rows as are kept. Once ``control[0]`` is set, what was found
    from whole frontiers is returned.
    """
    n_symbols, most, n_paths, kept = limits
    indptr, rows, arcs, whole = level
    parents, symbols = np.empty(64, np.int32), np.empty(64, np.int32)
    n_rows, returns, complete = np.empty(64, np.int64), np.empty(64, np.bool_), np.empty(64, np.bool_)
    ends = np.zeros(65, np.int64)
    held_rows, held_arcs = np.empty(256, np.int32), np.empty(256, np.int32)
    count = 0
    for parent in range(len(indptr) - 1):
        first, last = indptr[parent], indptr[parent + 1]
        bounds, reached, back, seen = expand(
            graph, (rows[first:last], arcs[first:last]), marks, (n_symbols, -1, most), control
        )
        if control[0] != 0:
            break
        for symbol in range(n_symbols):
            size = bounds[symbol + 1] - bounds[symbol]
            if not relations[symbol // 2] or (size == 0 and not back[symbol]):
                continue
            if count == n_paths:
                break
            if count == len(parents):
                parents, symbols, n_rows = _doubled(parents), _doubled(symbols), _doubled(n_rows)
                returns, complete, ends = _doubled(returns), _doubled(complete), _doubled(ends)
            parents[count], symbols[count], n_rows[count] = parent, symbol, size
            returns[count], complete[count] = back[symbol], whole[parent] and seen
            start, stop = ends[count], ends[count] + min(size, kept)
            while stop > len(held_rows):
                held_rows, held_arcs = _doubled(held_rows), _doubled(held_arcs)
            held_rows[start:stop] = reached[0][bounds[symbol] : bounds[symbol] + stop - start]
            held_arcs[start:stop] = reached[1][bounds[symbol] : bounds[symbol] + stop - start]
            count += 1
            ends[count] = stop
        if count == n_paths:
            break
    found = parents[:count], symbols[:count], n_rows[:count], returns[:count], complete[:count]
    end = ends[count]
    return found, (ends[: count + 1], held_rows[:end], held_arcs[:end], complete[:count])


@kernel
def _doubled(array: Any) -> Any:
    """``array`` with as much room again behind it."""
    larger = np.empty(2 * len(array), array.dtype)
    larger[: len(array)] = array
    return larger
