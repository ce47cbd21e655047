"""What the tuples hold that the join's kernels take, and how its adjacency is built."""

from __future__ import annotations

import ctypes
from typing import Any, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from motif.kernels.arrays import Codes, Int32, Int64
from motif.kernels.building import counting_order
from motif.kernels.compilation import Late, kernel

Bool: TypeAlias = NDArray[np.bool_]

Data: TypeAlias = tuple[Int64, Int64, Int64, Int64, Int32, Int32, Codes]
"""``indptr, group_indptr, group_start, relation_indptr, group_relation, pool, relation``.

Lists of rows are parts of ``pool``, each ascending: the neighbours of a row, in place ``row`` (outgoing) or ``n + row``
(incoming) of ``indptr`` (2n + 1), an outgoing one in the place of its relationship; the neighbours by one relation, a
group, of which ``group_indptr`` (2n + 1) says which a place has, ``group_relation`` the relations, ascending, and
``group_start`` (groups + 1) where each begins; the rows that have a relation going out, then those that have it coming
in, from ``relation_indptr`` (2 relations + 1). ``relation``: of each relationship."""

Pattern: TypeAlias = tuple[Int64, Int64, Int32, Bool, Int64]
"""``edges, nodes, values, allowed, rules``: what each pattern edge and pattern node asks for, in the columns below;
the lists that some columns point into; (edges, relations) the relations allowed; and `DIRECTED` to `MULTIPLE`."""

HEAD, TAIL, FIRST_RELATION, LAST_RELATION, EDGE_MASK, CHECKED = range(6)
"""Columns of ``edges``: its ends; its relations in ``values``, none where its lists are all neighbours; address of its
mask, 0 for none; 1 where its lists also have rows to which no allowed relationship leads."""

Space: TypeAlias = tuple[Int64, Int64, Int32, Int64, Int32]
"""``words, offsets, ranks, indptr, pool``: what filtering left, all empty where nothing was filtered.

Bit ``p`` of a row's word says that pattern node ``p`` may take it. ``ranks`` (nodes, n): which of the rows left to a
pattern node each row is, -1 for none. The rows left at the other end of a pattern edge from one at its head (side 0) or
its tail (1) are in ``pool``, from place ``offsets[edge, side] + rank`` of ``indptr`` on, distinct and ascending."""

FIRST_ROW, LAST_ROW, NODE_MASK, START, FIRST_EDGE, LAST_EDGE = range(6)
"""Columns of ``nodes``: the rows of a known node in ``values``, none where unknown; address of its mask, 0 for none;
about how many rows there are to begin with; the pattern edges at it in ``values``, a loop once."""

DIRECTED, INJECTIVITY, SHARING, MULTIPLE = range(4)
"""Places in ``rules``: whether direction counts; 0 none, 1 where one of both is known, 2 all; whether two pattern edges
may come to lie between the same rows; whether several relationships may stand for one there."""


@kernel
def build_join_data(
    indptr: Int64, ends: tuple[Int32, Int32, Int32], relation: Codes, n_relations: int, rows: Int32
) -> Data:
    """The `Data` of relationships that ascend by (source, target). O(m + nodes + relations).

    ``indptr`` is that of both sides, ``incoming`` the sources by target, ``rows`` 0 … m - 1.
    """
    source, target, incoming = ends
    n_arcs, n_places = len(source), len(indptr) - 1
    n_nodes = n_places // 2
    by_relation = counting_order(relation, n_relations, rows)
    pool = np.empty(6 * n_arcs, np.int32)
    for place in range(n_arcs):
        pool[place] = target[place]
        pool[n_arcs + place] = incoming[place]
    group_indptr = np.zeros(n_places + 1, np.int64)
    group_relation = np.empty(2 * n_arcs, np.int32)
    group_start = np.empty(2 * n_arcs + 1, np.int64)
    relation_indptr = np.zeros(2 * n_relations + 1, np.int64)
    group = 0
    for side in range(2):
        here, there = (source, target) if side == 0 else (target, source)
        order = counting_order(here, n_nodes, by_relation)
        before = np.int64(-1)
        for place in range(n_arcs):
            arc = order[place]
            key = np.int64(here[arc]) * n_relations + relation[arc]
            if key != before:
                group_relation[group] = relation[arc]
                group_start[group] = (2 + side) * n_arcs + place
                group_indptr[side * n_nodes + here[arc] + 1] += 1
                relation_indptr[side * n_relations + relation[arc] + 1] += 1
                group += 1
                before = key
            pool[(2 + side) * n_arcs + place] = there[arc]
    group_start[group] = 4 * n_arcs
    relation_indptr[0] = 4 * n_arcs
    for place in range(2 * n_relations):
        relation_indptr[place + 1] += relation_indptr[place]
    filled = relation_indptr.copy()
    for place in range(n_places):
        group_indptr[place + 1] += group_indptr[place]
        for at in range(group_indptr[place], group_indptr[place + 1]):
            key = place // n_nodes * n_relations + group_relation[at]
            pool[filled[key]] = place % n_nodes
            filled[key] += 1
    return (
        indptr,
        group_indptr,
        group_start[: group + 1],
        relation_indptr,
        group_relation[:group],
        pool[: 4 * n_arcs + group],
        relation,
    )


def _is_set_without_jit(address: int, place: int) -> bool:
    return bool(ctypes.c_bool.from_address(int(address) + int(place)).value)


def _is_set(typing_context: Any, address: Any, place: Any) -> Any:
    """Whether the mask at ``address`` allows ``place``.

    Addresses let one compiled kernel take any number of masks without copying them.
    """
    from llvmlite import ir
    from numba import types

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        wide = ir.IntType(64)
        parts = [
            context.cast(builder, part, kind, types.int64)
            for part, kind in zip(arguments, signature.args, strict=True)
        ]
        pointer = builder.inttoptr(builder.add(parts[0], parts[1]), ir.IntType(8).as_pointer())
        assert parts[0].type == wide
        return builder.icmp_unsigned("!=", builder.load(pointer), ir.IntType(8)(0))

    return types.boolean(address, place), generate


def _made() -> Any:
    from numba import config
    from numba.extending import intrinsic

    settings, make = cast(Any, config), cast(Any, intrinsic)
    return _is_set_without_jit if settings.DISABLE_JIT else make(_is_set)


is_set: Any = Late(_is_set_without_jit, _made)
