"""Parts of each star to train on: all of them where they are few, else a sample."""

from __future__ import annotations

import numpy as np

from motif.kernels.arrays import Int32, Int64
from motif.kernels.compilation import inlined, kernel
from motif.kernels.star_parts import size_within

_MOST_LEAVES = 8
"""Of a sampled part: the star of a pattern has few known leaves."""


@kernel
def list_parts(
    indptr: Int64, leaves: Int32, n_parts: int, generator: np.random.Generator
) -> tuple[Int32, Int64, Int32]:
    """``(star (p,), part_indptr (p + 1,), part_leaves)``: proper parts of each star, ascending by star.

    A star with at most ``n_parts`` distinct proper parts gives them all, another gives ``n_parts``: the centre alone,
    all leaves but one, and others of 1 to 8 leaves.
    """
    star, ends = np.empty(1024, np.int32), np.zeros(1025, np.int64)
    listed = np.empty(4096, np.int32)
    count = 0
    for node in range(len(indptr) - 1):
        own = leaves[indptr[node] : indptr[node + 1]]
        # There is at least one part of each size: with more leaves than parts there are too many.
        whole = len(own) <= n_parts and size_within(own, n_parts + 1, len(own)) == len(own)
        while count + n_parts + 1 > len(star):
            star, ends = _grown(star), _longer(ends)
        while ends[count] + (n_parts + 1) * max(len(own), 1) > len(listed):
            listed = _grown(listed)
        before = count
        if whole:
            count = _list_all(own, ends, listed, count)
        else:
            count = _list_some(own, ends, listed, count, n_parts, generator)
        star[before:count] = node
    return star[:count].copy(), ends[: count + 1].copy(), listed[: ends[count]].copy()


@inlined
def _grown(values: Int32) -> Int32:
    """``values`` with twice the room."""
    larger = np.empty(2 * len(values), np.int32)
    larger[: len(values)] = values
    return larger


@inlined
def _longer(values: Int64) -> Int64:
    """``values`` with twice the room, and one more."""
    larger = np.zeros(2 * len(values), np.int64)
    larger[: len(values)] = values
    return larger


@kernel
def _list_all(own: Int32, ends: Int64, listed: Int32, count: int) -> int:
    """Append every distinct part of ``own`` but itself; returns how many parts there are now."""
    following = np.zeros(len(own) + 1, np.int64)
    chosen = np.empty(len(own) + 1, np.int32)
    depth = 0
    if len(own) > 0:
        ends[count + 1] = ends[count]
        count += 1
    while depth >= 0:
        place = following[depth]
        if place >= len(own):
            depth -= 1
            continue
        following[depth] += 1
        while following[depth] < len(own) and own[following[depth]] == own[place]:
            following[depth] += 1
        chosen[depth] = own[place]
        depth += 1
        following[depth] = place + 1
        if depth < len(own):
            listed[ends[count] : ends[count] + depth] = chosen[:depth]
            ends[count + 1] = ends[count] + depth
            count += 1
    return count


@kernel
def _list_some(
    own: Int32, ends: Int64, listed: Int32, count: int, n_parts: int, generator: np.random.Generator
) -> int:
    """Append ``n_parts`` parts of ``own``, drawn without putting back; returns how many parts there are now."""
    places = np.arange(len(own))
    for part in range(n_parts):
        size = 0
        if part == 1:
            size = len(own) - 1
        elif part > 1:
            size = int(generator.integers(1, min(len(own) - 1, _MOST_LEAVES) + 1))
        for taken in range(size):
            other = generator.integers(taken, len(own))
            places[taken], places[other] = places[other], places[taken]
        chosen = own[places[:size]]
        chosen.sort()
        listed[ends[count] : ends[count] + size] = chosen
        ends[count + 1] = ends[count] + size
        count += 1
    return count
