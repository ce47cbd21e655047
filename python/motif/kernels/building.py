"""Loops that build a projection: sorting by small keys, looking ids up, copying strings."""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from motif.graphs.narrow import Offsets
from motif.kernels.compilation import kernel

_Number = TypeVar("_Number", np.int16, np.int32, np.int64)


@kernel
def counting_order(
    keys: NDArray[np.signedinteger[Any]], n_keys: int, order: NDArray[np.int32]
) -> NDArray[np.int32]:
    """``order`` rearranged so that ``keys[order]`` ascends; equal keys keep their order. O(m + n_keys).

    Parameters
    ----------
    keys : int16 or int32 (m,)
        Each in 0 … n_keys - 1.
    order : int32 (m,)
        Rows of ``keys``.
    """
    starts = np.zeros(n_keys + 1, dtype=np.int64)
    for key in keys:
        starts[key + 1] += 1
    for key in range(n_keys):
        starts[key + 1] += starts[key]
    result = np.empty_like(order)
    for row in order:
        key = keys[row]
        result[starts[key]] = row
        starts[key] += 1
    return result


@kernel
def bucket_keys(
    source: NDArray[np.int32],
    target: NDArray[np.int32],
    relation: NDArray[np.int32],
    places: NDArray[np.int64],
    shifts: tuple[int, int],
) -> NDArray[np.int64]:
    """For each relationship, in a bucket for its source: target, relation and row packed in one integer.

    Parameters
    ----------
    places : int64 (n_nodes,)
        Where each bucket begins; afterwards, where it ends.
    shifts
        Bits to the right of the relation and of the target.
    """
    keys = np.empty(len(source), dtype=np.int64)
    for row in range(len(source)):
        node = source[row]
        key = np.int64(target[row]) << shifts[1] | np.int64(relation[row]) << shifts[0] | row
        keys[places[node]] = key
        places[node] += 1
    return keys


@kernel
def sort_buckets(keys: NDArray[np.int64], indptr: NDArray[np.int64]) -> None:
    """Sorts each bucket ``keys[indptr[i]:indptr[i + 1]]`` in place; small ones by insertion."""
    for bucket in range(len(indptr) - 1):
        first, last = indptr[bucket], indptr[bucket + 1]
        if last - first > 32:
            keys[first:last].sort()
            continue
        for index in range(first + 1, last):
            key = keys[index]
            place = index
            while place > first and keys[place - 1] > key:
                keys[place] = keys[place - 1]
                place -= 1
            keys[place] = key


@kernel
def rows_of(
    ids: NDArray[np.int64] | NDArray[np.int32], table: NDArray[np.int32], rows: NDArray[np.int32]
) -> None:
    """Writes ``table[id]`` for each id to ``rows``, -1 where the id is outside the table."""
    for index in range(len(ids)):
        identity = ids[index]
        rows[index] = table[identity] if 0 <= identity < len(table) else -1


@kernel
def copy_strings(
    offsets: Offsets,
    data: NDArray[np.uint8],
    rows: NDArray[np.int64],
    positions: NDArray[np.int64],
    target: NDArray[np.uint8],
) -> None:
    """Copies string ``rows[i]`` of a table to ``target`` from ``positions[i]`` on."""
    for index in range(len(rows)):
        start, end = offsets[rows[index]], offsets[rows[index] + 1]
        position = positions[index]
        for byte in range(end - start):
            target[position + byte] = data[start + byte]


@kernel
def count_keys(keys: NDArray[np.int32], counts: NDArray[np.int64]) -> None:
    """Adds to ``counts`` how often each key comes."""
    for key in keys:
        counts[key] += 1


@kernel
def place_own(
    indptr: NDArray[np.int32],
    more: NDArray[np.int64],
    column: NDArray[_Number],
    placed: NDArray[_Number],
) -> None:
    """Writes for each node the entries of ``column`` that are its own, with room for ``more[node]`` others behind.

    Parameters
    ----------
    indptr : int32 (n + 1,)
        Where each node's entries begin in ``column``.
    """
    at = 0
    for node in range(len(indptr) - 1):
        for place in range(indptr[node], indptr[node + 1]):
            placed[at] = column[place]
            at += 1
        at += more[node]


@kernel
def place_links(
    rows: NDArray[np.int32],
    places: NDArray[np.int32],
    free: NDArray[np.int64],
    firsts: tuple[int, int],
    columns: tuple[NDArray[np.int32], NDArray[np.signedinteger[Any]]],
) -> None:
    """Writes a link of each of ``rows`` to the first free place of its node, which moves on by one.

    Parameters
    ----------
    rows, places : int32 (links,)
        The node of each link, and what it leads to, counted from the first of ``firsts``.
    free : int64 (n,)
        Where the next link of each node goes.
    firsts
        What place 0 is, and the links' relation.
    columns
        Targets and relations.
    """
    target, relation = columns
    for link in range(len(rows)):
        at = free[rows[link]]
        free[rows[link]] = at + 1
        target[at] = firsts[0] + places[link]
        relation[at] = firsts[1]
