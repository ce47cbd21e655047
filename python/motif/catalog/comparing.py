"""Two readings of a graph: how many rows differ, and arrays of the later one that are those of the earlier."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.catalog.reading_vectors import content_hash
from motif.engine.dominance_content import mixed
from motif.graphs.narrow import Ids
from motif.graphs.projection import Column, Projection
from motif.graphs.strings import StringTable
from motif.kernels.string_matching import string_hashes
from motif.snapshot.arrays import IDS, put_together, take_apart

Hashes = NDArray[np.uint64]


@dataclass(frozen=True, slots=True)
class Difference:
    """How many nodes and relationships were created, deleted or changed between two readings of a graph."""

    nodes: int
    relationships: int


def difference(base: Projection, new: Projection) -> Difference:
    """What differs, by a hash of 64 bits of each row: labels, names, texts and properties; type, relation, both ends.

    Properties that one of the two does not have are not looked at. Ids say which row is which. O(bytes + n log n).
    """
    of_nodes = base.nodes.properties.keys() & new.nodes.properties.keys()
    of_links = base.relationships.properties.keys() & new.relationships.properties.keys()
    has_texts = base.nodes.texts is not None and new.nodes.texts is not None
    return Difference(
        _differing(
            (base.nodes.ids, _node_hashes(base, of_nodes, has_texts)),
            (new.nodes.ids, _node_hashes(new, of_nodes, has_texts)),
        ),
        _differing(
            (base.relationships.ids, _relationship_hashes(base, of_links)),
            (new.relationships.ids, _relationship_hashes(new, of_links)),
        ),
    )


def with_shared_arrays(base: Projection, new: Projection) -> Projection:
    """``new``, holding the arrays of ``base`` wherever its own are equal: those need not be written again."""
    before, _ = take_apart(base)
    arrays, description = take_apart(new)
    shared = {
        name: before[name] if name in before and _are_equal(name, before[name], array) else array
        for name, array in arrays.items()
    }
    rest = {
        key: getattr(new, key)
        for key in ("name", "database", "epoch", "transaction", "configuration", "generation", "read_at")
    }
    return put_together(shared.__getitem__, description, rest)


def _are_equal(name: str, mine: NDArray[Any], other: NDArray[Any]) -> bool:
    return (mine.dtype == other.dtype or name in IDS) and np.array_equal(mine, other)


def _differing(mine: tuple[Ids, Hashes], other: tuple[Ids, Hashes]) -> int:
    (ids, hashes), (other_ids, other_hashes) = mine, other
    if np.array_equal(ids, other_ids):
        return int((hashes != other_hashes).sum())
    both, rows, others = np.intersect1d(ids, other_ids, assume_unique=True, return_indices=True)
    equal = int((hashes[rows] == other_hashes[others]).sum())
    return len(ids) + len(other_ids) - len(both) - equal


def _node_hashes(projection: Projection, properties: Iterable[str], has_texts: bool) -> Hashes:
    nodes = projection.nodes
    hashes = _of_values(nodes.label_set, ["\0".join(labels) for labels in nodes.label_sets])
    hashes = mixed(hashes ^ _of_strings(nodes.names))
    if has_texts and nodes.texts is not None:
        hashes = mixed(hashes ^ _of_strings(nodes.texts))
    return _with_columns(hashes, (nodes.properties[name] for name in sorted(properties)))


def _relationship_hashes(projection: Projection, properties: Iterable[str]) -> Hashes:
    links, ids = projection.relationships, projection.nodes.ids.astype(np.uint64)
    hashes = mixed(_of_values(links.type, links.types))
    hashes = mixed(hashes ^ _of_values(links.relation, links.relations))
    for ends in (links.source, links.target):
        hashes = mixed(hashes ^ ids[ends])
    return _with_columns(hashes, (links.properties[name] for name in sorted(properties)))


def _with_columns(hashes: Hashes, columns: Iterable[Column]) -> Hashes:
    for column in columns:
        of_value = mixed(column.wide.view(np.uint64)) ^ column.kind
        of_text = np.full(len(column.kind), _EMPTY) if column.text is None else _of_strings(column.text)
        if column.rows is not None:
            of_value = _spread(column, of_value, _NO_VALUE)
            of_text = _spread(column, of_text, _EMPTY)
        hashes = mixed(mixed(hashes ^ of_value) ^ of_text)
    return hashes


def _spread(column: Column, of_entries: Hashes, of_none: np.uint64) -> Hashes:
    """What each row's entry has, as a dense column has it of a row without a value."""
    found = np.full(len(column), of_none)
    found[column.rows] = of_entries
    return found


def _of_values(codes: NDArray[np.int32], values: Iterable[str]) -> Hashes:
    known = np.array([content_hash(value) for value in values] or [0], np.int64).view(np.uint64)
    return known[codes]


def _of_strings(table: StringTable) -> Hashes:
    hashes = np.empty(len(table), np.uint64)
    string_hashes(table.offsets, table.data, hashes)
    return hashes


_FNV = 14695981039346656037
_EMPTY = np.uint64(_FNV ^ (_FNV >> 29))
"""The hash of an empty text."""

_NO_VALUE = mixed(np.zeros(1, np.uint64))[0]
"""What number and kind of no value give."""
