"""Nodes and relationships read with plain Cypher, without the plugin: lists of values, not a record each."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from motif.catalog.plan import Plan
from motif.catalog.schema import Group, Schema
from motif.database import Database
from motif.graphs.columns import Chunk, End, NodeChunk, PropertyChunk, RelationshipChunk
from motif.graphs.packing import pack_values
from motif_cypher import template

CHUNK = 20_000
"""Ids that one statement reads: large enough that a round trip costs nothing, small enough for any server."""

CHUNK_WITH_VECTORS = 4000
"""Relationships that one statement reads when they carry vectors: some ten megabytes."""

SESSIONS = 2
"""Statements under way at once, so that the server reads while the driver decodes."""

_SELECTIVE = 4
"""Labels and types are read by their index when they hold at most one in so many; else all ids are."""

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Extent:
    """How much there is: counts, the greatest ids (-1 for none) and the prefixes of element ids."""

    nodes: int
    relationships: int
    last_node: int
    last_relationship: int
    node_id_prefix: str
    relationship_id_prefix: str


def read_extent(database: Database) -> Extent:
    """The extent of a database, by one statement."""
    (row,) = database.run(template("extent"))
    return Extent(
        row["nodes"],
        row["relationships"],
        row["lastNode"],
        row["lastRelationship"],
        prefix_of(row["nodeElementId"]),
        prefix_of(row["relationshipElementId"]),
    )


def prefix_of(element_id: str | None) -> str:
    """An element id without its number; "" of none."""
    return "" if element_id is None else element_id.rstrip("0123456789")


def read_plainly(
    database: Database,
    plan: Plan,
    schema: Schema,
    transaction: int | None = None,
    log: str | None = None,
) -> Iterator[Chunk]:
    """The chunks of a projection, as the plugin's export gives them but for their order and size.

    Parameters
    ----------
    schema
        Its counts decide whether labels and types are read by their index or by looking at all ids.
    transaction, log
        As `End` says.
    """
    extent = read_extent(database)
    label_sets: dict[tuple[str, ...], int] = {}
    types: dict[str, int] = {}
    vectors = set(plan.vector_columns)
    for row in _node_rows(database, plan, schema, extent):
        code = label_sets.setdefault(tuple(row["labels"]), len(label_sets))
        yield node_chunk(row, code, plan.all_node_columns, vectors)
    for row in _relationship_rows(database, plan, schema, extent):
        code = types.setdefault(row["type"], len(types))
        yield relationship_chunk(row, code, plan.relationship_columns, vectors)
    prefixes = extent.node_id_prefix, extent.relationship_id_prefix
    yield End(tuple(label_sets), tuple(types), *prefixes, transaction, log)


def _node_rows(database: Database, plan: Plan, schema: Schema, extent: Extent) -> Iterable[Row]:
    properties = list(plan.all_node_columns)
    if plan.labels is not None and _is_selective(plan.labels, schema.labels, extent.nodes):
        statement = template("read_labelled_nodes").fill(labels=plan.labels)
        return database.stream(statement, chunk=CHUNK, properties=properties)
    labels = None if plan.labels is None else list(plan.labels)

    def read(low: int, high: int) -> list[dict[str, Any]]:
        statement = template("read_nodes")
        return database.run(statement, low=low, high=high, labels=labels, properties=properties)

    return _ranges(read, extent.last_node, CHUNK)


def _relationship_rows(database: Database, plan: Plan, schema: Schema, extent: Extent) -> Iterable[Row]:
    properties = list(plan.relationship_columns)
    size = CHUNK if plan.triples is None else CHUNK_WITH_VECTORS
    if plan.types is not None and _is_selective(plan.types, schema.types, extent.relationships):
        statement = template("read_typed_relationships").fill(types=plan.types)
        return database.stream(statement, chunk=size, properties=properties)
    types = None if plan.types is None else list(plan.types)

    def read(low: int, high: int) -> list[dict[str, Any]]:
        statement = template("read_relationships")
        return database.run(statement, low=low, high=high, types=types, properties=properties)

    return _ranges(read, extent.last_relationship, size)


def _is_selective(names: Sequence[str], groups: Sequence[Group], total: int) -> bool:
    counts = {group.name: group.count for group in groups}
    return sum(counts.get(name, total) for name in names) * _SELECTIVE <= total


def _ranges(read: Callable[[int, int], list[dict[str, Any]]], last: int, size: int) -> Iterator[Row]:
    """The rows of all ranges of ids, in order; `SESSIONS` ranges are read at a time, and no more are kept."""
    starts = iter(range(0, last + 1, size))
    waiting: deque[Future[list[dict[str, Any]]]] = deque()
    with ThreadPoolExecutor(SESSIONS) as pool:
        try:
            while True:
                while len(waiting) < SESSIONS and (low := next(starts, None)) is not None:
                    waiting.append(pool.submit(read, low, min(low + size - 1, last)))
                if not waiting:
                    return
                yield from waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()


def node_chunk(row: Row, code: int, names: Sequence[str], vectors: set[str]) -> NodeChunk:
    """The chunk of a row of ``read_nodes``; ``code`` is that of its set of labels."""
    ids = np.array(row["ids"], dtype=np.int64)
    return NodeChunk(ids, np.full(len(ids), code, dtype=np.int32), _packed(names, row["values"], vectors))


def relationship_chunk(row: Row, code: int, names: Sequence[str], vectors: set[str]) -> RelationshipChunk:
    """The chunk of a row of ``read_relationships``; ``code`` is that of its type."""
    ids, source, target = (np.array(row[key], dtype=np.int64) for key in ("ids", "sources", "targets"))
    kind = np.full(len(ids), code, dtype=np.int32)
    return RelationshipChunk(ids, source, target, kind, _packed(names, row["values"], vectors))


def _packed(
    names: Sequence[str], values: Sequence[Sequence[Any]], vectors: set[str]
) -> dict[str, PropertyChunk]:
    return {
        name: pack_values(column, vector=name in vectors) for name, column in zip(names, values, strict=True)
    }
