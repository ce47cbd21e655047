"""A part of a database that someone else has chosen, node by node: read as a projection."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from motif.catalog.ordering import Lookup
from motif.errors import InvalidInput
from motif.graphs.columns import Chunk, End, NodeChunk, PropertyChunk, RelationshipChunk
from motif.graphs.distinct import distinct
from motif.graphs.projection import FLOAT, INTEGER, MISSING

NO_INTEGER = np.iinfo(np.int64).min
"""The integer that stands for none, as NaN does among floats."""

ANY_TYPE = "*"

Numbers = NDArray[np.int64] | NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Pairs:
    """Which nodes relationships of one type join: database ids of both ends (int64), aligned.

    A relationship of the database belongs to the part when its type and ends are here: which of several between two
    nodes is meant cannot be told, so that all are. ``type`` is None for any type; ``directed`` is False where a pair
    stands for both directions.
    """

    type: str | None
    source: NDArray[np.int64]
    target: NDArray[np.int64]
    directed: bool = True


@dataclass(frozen=True, slots=True)
class DatabasePart:
    """Nodes of a database, numbers known of them, and relationships between them.

    Attributes
    ----------
    origin
        Who has chosen it, in words: "the GDS graph 'films'".
    nodes : int64 (n,)
        Database ids, distinct.
    properties
        By name, aligned with ``nodes``; NaN and `NO_INTEGER` for none.
    labels
        Labels of which every node of the part has one, so that only these are read; None for all.
    """

    origin: str
    nodes: NDArray[np.int64]
    relationships: Sequence[Pairs] = ()
    properties: Mapping[str, Numbers] = field(default_factory=dict)
    labels: tuple[str, ...] | None = None

    @property
    def types(self) -> tuple[str, ...] | None:
        """Types of the relationships, None for all."""
        found = [pairs.type for pairs in self.relationships]
        return None if None in found else tuple(dict.fromkeys(kind for kind in found if kind is not None))


@dataclass(slots=True)
class PartReport:
    """What became of a part: which of its nodes there are, and by type how many pairs nothing joins.

    Attributes
    ----------
    found : bool (n,)
        Aligned with the part's nodes.
    pairs
        Distinct pairs of nodes that the part's relationships join.
    """

    found: NDArray[np.bool_]
    pairs: int = 0
    left_out: dict[str, int] = field(default_factory=dict)


def only_part(chunks: Iterable[Chunk], part: DatabasePart, report: PartReport) -> Iterator[Chunk]:
    """The nodes and relationships of ``chunks`` that are in ``part``, with its numbers as properties.

    Relationships are held back until the end, which tells their types. ``report`` is filled in on the way.
    """
    order = np.argsort(part.nodes, kind="stable")
    lookup = Lookup(part.nodes[order])
    columns = {name: number_column(values[order]) for name, values in part.properties.items()}
    waiting: list[RelationshipChunk] = []
    for chunk in chunks:
        if isinstance(chunk, NodeChunk):
            rows = lookup.rows(chunk.ids)
            kept = np.flatnonzero(rows >= 0)
            report.found[order[rows[kept]]] = True
            yield _nodes(chunk, kept, columns, rows[kept].astype(np.int64))
        elif isinstance(chunk, RelationshipChunk):
            source, target = (lookup.rows(ids) for ids in (chunk.source, chunk.target))
            waiting.append(_relationships(chunk, (source >= 0) & (target >= 0)))
        elif isinstance(chunk, End):
            groups = [_Group(pairs, lookup, len(order), chunk) for pairs in part.relationships]
            for held in waiting:
                ends = [lookup.rows(ids).astype(np.int64) for ids in (held.source, held.target)]
                wanted = [group.holds(held.type, *ends) for group in groups]
                yield _relationships(held, np.logical_or.reduce(wanted, axis=0))
            report.pairs = sum(len(group) for group in groups)
            for group in groups:
                if group.missing:
                    report.left_out[group.name] = report.left_out.get(group.name, 0) + group.missing
            yield chunk


class _Group:
    """The pairs of one type as sorted keys, and which of them a relationship of the database was found for."""

    def __init__(self, pairs: Pairs, lookup: Lookup, n_nodes: int, end: End) -> None:
        self.name = pairs.type or ANY_TYPE
        # A type that the database has not is the code of none.
        self._code = None if pairs.type is None else (*end.types, pairs.type).index(pairs.type)
        self._directed = pairs.directed
        self._n_nodes = n_nodes
        source, target = (lookup.rows(ids).astype(np.int64) for ids in (pairs.source, pairs.target))
        within = (source >= 0) & (target >= 0)
        self._keys = distinct(self._key(source[within], target[within]))
        self._found = np.zeros(len(self._keys), dtype=np.bool_)

    def __len__(self) -> int:
        return len(self._keys)

    @property
    def missing(self) -> int:
        """Pairs that no relationship of the database joins."""
        return int((~self._found).sum())

    def holds(
        self, kinds: NDArray[np.int32], source: NDArray[np.int64], target: NDArray[np.int64]
    ) -> NDArray[np.bool_]:
        """Which of these relationships, by type and rows of ends, are of this group."""
        if not len(self._keys):
            return np.zeros(len(kinds), dtype=np.bool_)
        keys = self._key(source, target)
        places = np.minimum(np.searchsorted(self._keys, keys), len(self._keys) - 1)
        held: NDArray[np.bool_] = self._keys[places] == keys
        if self._code is not None:
            held &= kinds == self._code
        self._found[places[held]] = True
        return held

    def _key(self, source: NDArray[np.int64], target: NDArray[np.int64]) -> NDArray[np.int64]:
        if not self._directed:
            source, target = np.minimum(source, target), np.maximum(source, target)
        return source * self._n_nodes + target


def _nodes(
    chunk: NodeChunk,
    kept: NDArray[np.int64],
    columns: Mapping[str, PropertyChunk],
    rows: NDArray[np.int64],
) -> NodeChunk:
    properties = {name: part.select(kept) for name, part in chunk.properties.items()}
    properties |= {name: column.select(rows) for name, column in columns.items()}
    return NodeChunk(chunk.ids[kept], chunk.label_set[kept], properties)


def _relationships(chunk: RelationshipChunk, wanted: NDArray[np.bool_]) -> RelationshipChunk:
    kept = np.flatnonzero(wanted)
    properties = {name: part.select(kept) for name, part in chunk.properties.items()}
    return RelationshipChunk(
        chunk.ids[kept], chunk.source[kept], chunk.target[kept], chunk.type[kept], properties
    )


def number_column(values: Numbers) -> PropertyChunk:
    """Numbers as a property; NaN and `NO_INTEGER` are missing.

    >>> number_column(np.array([0.5, np.nan])).kind.tolist(), number_column(np.array([7, NO_INTEGER])).number.tolist()
    ([2, 0], [7, 0])
    """
    is_float = np.issubdtype(values.dtype, np.floating)
    missing = np.isnan(values) if is_float else values == NO_INTEGER
    bits = values.astype(np.float64).view(np.int64) if is_float else values.astype(np.int64)
    kinds = np.where(missing, MISSING, FLOAT if is_float else INTEGER).astype(np.uint8)
    numbers = np.where(missing, 0, bits)
    return PropertyChunk(kinds, numbers, np.zeros(len(values) + 1, np.int32), np.empty(0, np.uint8))


def check_found(part: DatabasePart, report: PartReport) -> None:
    """Raises `InvalidInput` where the database has not all nodes, or none of the relationships, of the part."""
    lost = int((~report.found).sum())
    if lost:
        what = f"{lost:,} of the {len(part.nodes):,} nodes"
    elif report.pairs and sum(report.left_out.values()) == report.pairs:
        what = f"any of the {report.pairs:,} relationships ({', '.join(sorted(report.left_out))})"
    else:
        return
    raise InvalidInput(
        f"The database does not have {what} of {part.origin}.",
        hint="Only what was projected from this database, and is still there, can be taken over: project it again.",
    )
