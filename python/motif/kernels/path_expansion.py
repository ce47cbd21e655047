"""One step along the relations around a set of rows, for all relations at once or for one."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.kernels.arrays import Graph, Int32, Int64
from motif.kernels.compilation import kernel, lean

Frontier = tuple[Int32, Int32]
"""``rows, arcs``: distinct rows, and for each the relationship that led there, -1 where several did."""

Steps = tuple[Int64, Frontier, NDArray[np.bool_], bool]
"""``indptr, frontier, returns, complete``: the rows that symbol ``s`` leads to are ``indptr[s]:indptr[s + 1]`` of the
frontier; whether ``s`` leads to an avoided row; whether all arcs were looked at."""

Arcs = tuple[Int32, Int32, Int32]
"""``rows, arcs, symbols``: where each arc leads, and with room for more."""


@kernel
def expand(
    graph: Graph, frontier: Frontier, avoided: Int32, limits: tuple[int, int, int], control: Int64
) -> Steps:
    """The rows one step away from ``frontier``, by symbol; never one of ``avoided``, which ascend.

    Symbol ``2 * relation`` is a step along the relation, ``2 * relation + 1`` one against it. A relationship that
    led to a row does not lead back from it. ``limits`` is the number of symbols, the only symbol wanted (-1: all),
    and after how many arcs no further row is looked at. Stops early once ``control[0]`` is set.
    """
    n_symbols, wanted, most = limits
    indptr = np.zeros(n_symbols + 1, np.int64)
    returns = np.zeros(n_symbols, np.bool_)
    stop, total, (rows, arcs, symbols) = _walked(
        graph, frontier, avoided, (wanted, most), indptr, returns, control
    )
    largest = 0
    for symbol in range(n_symbols):
        largest = max(largest, indptr[symbol + 1])
        indptr[symbol + 1] += indptr[symbol]
    rows_of, arcs_of = np.empty(total, np.int32), np.empty(total, np.int32)
    ends = indptr.copy()
    for arc in range(total):
        end = ends[symbols[arc]]
        rows_of[end], arcs_of[end] = rows[arc], arcs[arc]
        ends[symbols[arc]] = end + 1
    slots = np.empty(max(4 * largest, 2 * _FEW), np.int32)
    count = 0
    first = 0
    for symbol in range(n_symbols):
        last = indptr[symbol + 1]
        indptr[symbol] = count
        count = _distinct(rows_of, arcs_of, slots, first, last, count)
        first = last
    indptr[n_symbols] = count
    return indptr, (rows_of[:count], arcs_of[:count]), returns, stop == len(frontier[0])


@kernel
def _walked(
    graph: Graph,
    frontier: Frontier,
    avoided: Int32,
    limits: tuple[int, int],
    counts: Int64,
    returns: NDArray[np.bool_],
    control: Int64,
) -> tuple[int, int, Arcs]:
    """Arcs from ``frontier``, counted in ``counts[symbol + 1]``: the slot it stopped at, how many there are, and they.

    What lies scattered is looked up for all arcs of a row before any is judged, so that the processor waits for many at
    once.
    """
    out_indptr, out_indices, in_indptr, in_indices, in_data, relation = graph
    from_rows, via = frontier
    lowest, highest = (avoided[0], avoided[-1]) if len(avoided) else (0, -1)
    wanted, most = limits
    rows, arcs, symbols = np.empty(256, np.int32), np.empty(256, np.int32), np.empty(256, np.int32)
    total = 0
    stop = len(from_rows)
    for slot in range(len(from_rows)):
        if total >= most or control[0] != 0:
            stop = slot
            break
        row = from_rows[slot]
        end = total + out_indptr[row + 1] - out_indptr[row] + in_indptr[row + 1] - in_indptr[row]
        while end > len(rows):
            rows, arcs, symbols = _doubled(rows), _doubled(arcs), _doubled(symbols)
        end = total
        for place in range(out_indptr[row], out_indptr[row + 1]):
            rows[end], arcs[end], symbols[end] = out_indices[place], place, 2 * relation[place]
            end += 1
        for place in range(in_indptr[row], in_indptr[row + 1]):
            rows[end], arcs[end] = in_indices[place], in_data[place]
            symbols[end] = 2 * relation[in_data[place]] + 1
            end += 1
        for arc in range(total, end):
            symbol = symbols[arc]
            if arcs[arc] == via[slot] or (wanted >= 0 and symbol != wanted):
                continue
            if lowest <= rows[arc] and rows[arc] <= highest and _is_among(rows[arc], avoided):
                returns[symbol] = True
                continue
            rows[total], arcs[total], symbols[total] = rows[arc], arcs[arc], symbol
            counts[symbol + 1] += 1
            total += 1
    return stop, total, (rows, arcs, symbols)


@lean
def _is_among(row: int, ascending: Int32) -> bool:
    low, high = 0, len(ascending)
    while low < high:
        middle = (low + high) // 2
        if ascending[middle] < row:
            low = middle + 1
        else:
            high = middle
    return low < len(ascending) and ascending[low] == row


_FEW = 8
"""Rows up to which each is compared with all before it."""


@kernel
def _distinct(rows: Int32, arcs: Int32, slots: Int32, first: int, last: int, count: int) -> int:
    """Move the distinct rows of ``first:last`` to ``count`` and on, and return where they end.

    ``slots`` is room for twice as many places as there are rows, rounded up to a power of two: each row is looked for
    from the slot of its hash on.
    """
    start = count
    if last - first > _FEW:
        bits = 4
        while 1 << bits < 2 * (last - first):
            bits += 1
        slots[: 1 << bits] = -1
    for arc in range(first, last):
        row = rows[arc]
        place, slot = start, 0
        if last - first > _FEW:
            slot = int(np.int64(row) * 2654435769 & 0xFFFFFFFF) >> (32 - bits)
            while slots[slot] >= 0 and rows[slots[slot]] != row:
                slot = slot + 1 & (1 << bits) - 1
            place = slots[slot] if slots[slot] >= 0 else count
        else:
            while place < count and rows[place] != row:
                place += 1
        if place < count:
            if arcs[place] != arcs[arc]:
                arcs[place] = -1
            continue
        rows[count], arcs[count] = row, arcs[arc]
        slots[slot] = count
        count += 1
    return count


Level = tuple[Int64, Int32, Int32, NDArray[np.bool_]]
"""``indptr, rows, arcs, complete``: the frontiers of paths one after another, and whether all arcs on the way to each
were looked at."""

Found = tuple[Int32, Int32, NDArray[np.bool_], NDArray[np.bool_], NDArray[np.bool_]]
"""``parents, symbols, leads, returns, complete``: paths of one step more, each by the path it goes on from; whether
it leads to a row that is not avoided, and to one that is."""


@kernel
def extend(
    graph: Graph,
    level: Level,
    avoided: Int32,
    limits: tuple[int, int, int],
    relations: NDArray[np.bool_],
    control: Int64,
) -> tuple[Found, Level]:
    """Every path of one step more than those of ``level``, and where each leads.

    ``limits`` is the number of symbols, after how many arcs no further row of a frontier is looked at, and how many
    paths at most. ``relations`` says which are stepped along. The level that is returned has a frontier for each path.
    Once ``control[0]`` is set, what was found from whole frontiers is returned.
    """
    n_symbols, most, n_paths = limits
    indptr, rows, arcs, whole = level
    room = _new_room()
    ends = np.zeros(65, np.int64)
    held_rows, held_arcs = np.empty(256, np.int32), np.empty(256, np.int32)
    count = 0
    for parent in range(len(indptr) - 1):
        first, last = indptr[parent], indptr[parent + 1]
        bounds, reached, back, seen = expand(
            graph, (rows[first:last], arcs[first:last]), avoided, (n_symbols, -1, most), control
        )
        if control[0] != 0 or count == n_paths:
            break
        for symbol in range(n_symbols):
            size = bounds[symbol + 1] - bounds[symbol]
            if count == n_paths or not relations[symbol // 2] or (size == 0 and not back[symbol]):
                continue
            room = _noted(room, count, (parent, symbol, size > 0, back[symbol], whole[parent] and seen))
            start, stop = ends[count], ends[count] + size
            while stop > len(held_rows):
                held_rows, held_arcs = _doubled(held_rows), _doubled(held_arcs)
            held_rows[start:stop] = reached[0][bounds[symbol] : bounds[symbol + 1]]
            held_arcs[start:stop] = reached[1][bounds[symbol] : bounds[symbol + 1]]
            count += 1
            if count == len(ends):
                ends = _doubled(ends)
            ends[count] = stop
    end = ends[count]
    return _first(room, count), (ends[: count + 1], held_rows[:end], held_arcs[:end], room[4][:count])


@kernel
def last_steps(
    graph: Graph,
    level: Level,
    avoided: Int32,
    limits: tuple[int, int, int],
    relations: NDArray[np.bool_],
    control: Int64,
) -> Found:
    """The paths that `extend` finds, without where each leads: which rows these are is not kept, so none is compared
    with another."""
    n_symbols, most, n_paths = limits
    indptr, rows, arcs, whole = level
    room = _new_room()
    leads, back = np.empty(n_symbols, np.bool_), np.empty(n_symbols, np.bool_)
    count = 0
    for parent in range(len(indptr) - 1):
        first, last = indptr[parent], indptr[parent + 1]
        leads[:], back[:] = False, False
        seen = _looked(graph, (rows[first:last], arcs[first:last]), avoided, most, (leads, back), control)
        if control[0] != 0 or count == n_paths:
            break
        for symbol in range(n_symbols):
            if count == n_paths or not relations[symbol // 2] or not (leads[symbol] or back[symbol]):
                continue
            room = _noted(room, count, (parent, symbol, leads[symbol], back[symbol], whole[parent] and seen))
            count += 1
    return _first(room, count)


@lean
def _looked(
    graph: Graph,
    frontier: Frontier,
    avoided: Int32,
    most: int,
    seen: tuple[NDArray[np.bool_], NDArray[np.bool_]],
    control: Int64,
) -> bool:
    """Mark which symbols lead away from ``frontier``, and which to a row of ``avoided``; whether all arcs were looked
    at."""
    out_indptr, out_indices, in_indptr, in_indices, in_data, relation = graph
    from_rows, via = frontier
    leads, back = seen
    lowest, highest = (avoided[0], avoided[-1]) if len(avoided) else (0, -1)
    total = 0
    for slot in range(len(from_rows)):
        if total >= most or control[0] != 0:
            return False
        row, came = from_rows[slot], via[slot]
        for place in range(out_indptr[row], out_indptr[row + 1]):
            end, symbol = out_indices[place], 2 * relation[place]
            if place == came:
                continue
            if lowest <= end and end <= highest and _is_among(end, avoided):
                back[symbol] = True
            else:
                leads[symbol] = True
                total += 1
        for place in range(in_indptr[row], in_indptr[row + 1]):
            end, arc = in_indices[place], in_data[place]
            symbol = 2 * relation[arc] + 1
            if arc == came:
                continue
            if lowest <= end and end <= highest and _is_among(end, avoided):
                back[symbol] = True
            else:
                leads[symbol] = True
                total += 1
    return True


@kernel
def _new_room() -> Found:
    """Room for some paths."""
    return (
        np.empty(64, np.int32),
        np.empty(64, np.int32),
        np.empty(64, np.bool_),
        np.empty(64, np.bool_),
        np.empty(64, np.bool_),
    )


@kernel
def _noted(room: Found, count: int, path: tuple[int, int, bool, bool, bool]) -> Found:
    """``room``, or more of it, with ``path`` in place ``count``."""
    parents, symbols, leads, returns, complete = room
    if count == len(parents):
        parents, symbols, leads = _doubled(parents), _doubled(symbols), _doubled(leads)
        returns, complete = _doubled(returns), _doubled(complete)
    parents[count], symbols[count], leads[count], returns[count], complete[count] = path
    return parents, symbols, leads, returns, complete


@kernel
def _first(room: Found, count: int) -> Found:
    parents, symbols, leads, returns, complete = room
    return parents[:count], symbols[:count], leads[:count], returns[:count], complete[:count]


@kernel
def _doubled(array: Any) -> Any:
    """``array`` with as much room again behind it."""
    larger = np.empty(2 * len(array), array.dtype)
    larger[: len(array)] = array
    return larger
