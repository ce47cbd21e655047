"""What has changed, read with plain Cypher by id: where the freshness jar is installed and the plugin is not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.catalog.plain import (
    CHUNK,
    CHUNK_WITH_VECTORS,
    node_chunk,
    prefix_of,
    read_plainly,
    relationship_chunk,
)
from motif.catalog.plan import Plan
from motif.catalog.schema import Schema
from motif.database import Database
from motif.errors import QueryFailed
from motif.graphs.columns import ChangedIds, Chunk, End
from motif.graphs.distinct import distinct
from motif_cypher import template

_CHANGES = "motif.internal.changes"
_NOTHING = -1


@dataclass(frozen=True, slots=True)
class Known:
    """What the log of changes tells: its name, up to which transaction, and the ids, where it holds all of them."""

    log: str
    transaction: int
    is_whole: bool
    nodes: NDArray[np.int64]
    labelled: NDArray[np.int64]
    relationships: NDArray[np.int64]


def read_changed_plainly(
    database: Database, plan: Plan, schema: Schema, asked: Mapping[str, Any]
) -> Iterator[Chunk]:
    """What has changed, as the plugin's export gives it, where the log of changes tells the ids; else everything.

    Parameters
    ----------
    asked
        What `motif.catalog.changes.since` gave; empty where everything is wanted.
    """
    known = known_changes(database, int(asked.get("since", _NOTHING)))  # before anything is read
    if known is None:
        yield from read_plainly(database, plan, schema, database.last_transaction)
        return
    if "since" in asked:
        reason = _reason_against(known, asked)
        yield ChangedIds(not reason, reason, known.nodes, known.relationships)
        if not reason:
            yield from _changed(database, plan, known)
            return
    yield from read_plainly(database, plan, schema, known.transaction, known.log)


def known_changes(database: Database, since: int) -> Known | None:
    """What has changed after a transaction; None where nobody listens, or this login may not ask."""
    if _CHANGES not in database.procedures:
        return None
    try:
        rows = database.run(template("changed_ids"), since=since)
    except QueryFailed:
        return None
    if not rows:
        return None
    ids = (np.array(rows[0][key] or [], np.int64) for key in ("nodes", "labelled", "relationships"))
    return Known(rows[0]["log"], int(rows[0]["transaction"]), bool(rows[0]["whole"]), *ids)


def _reason_against(known: Known, asked: Mapping[str, Any]) -> str:
    """Why everything is read all the same, in the words of the plugin's export."""
    if known.log != asked["log"]:
        return "the database was started anew"
    if not known.is_whole:
        return "more has changed than the log in memory holds"
    if len(known.nodes) + len(known.relationships) > asked["atMost"]:
        return "too much has changed"
    return ""


def _changed(database: Database, plan: Plan, known: Known) -> Iterator[Chunk]:
    label_sets: dict[tuple[str, ...], int] = {}
    types: dict[str, int] = {}
    vectors, node_prefix, prefix = set(plan.vector_columns), "", ""
    for row in _node_rows(database, plan, known.nodes):
        node_prefix = prefix_of(row["elementId"])
        code = label_sets.setdefault(tuple(row["labels"]), len(label_sets))
        yield node_chunk(row, code, plan.all_node_columns, vectors)
    for row in _relationship_rows(database, plan, known):
        prefix = prefix_of(row["elementId"])
        code = types.setdefault(row["type"], len(types))
        yield relationship_chunk(row, code, plan.relationship_columns, vectors)
    yield End(tuple(label_sets), tuple(types), node_prefix, prefix, known.transaction, known.log)


def _node_rows(database: Database, plan: Plan, ids: NDArray[np.int64]) -> Iterator[Mapping[str, Any]]:
    wanted: dict[str, Any] = {
        "labels": None if plan.labels is None else list(plan.labels),
        "properties": list(plan.all_node_columns),
    }
    for batch in _batches(ids, CHUNK):
        yield from database.run(template("read_nodes_by_id"), ids=batch, **wanted)


def _relationship_rows(database: Database, plan: Plan, known: Known) -> Iterator[Mapping[str, Any]]:
    """Those that have changed, and those of nodes that may be selected newly; each once."""
    wanted: dict[str, Any] = {
        "types": None if plan.types is None else list(plan.types),
        "properties": list(plan.relationship_columns),
    }
    size = CHUNK if plan.triples is None else CHUNK_WITH_VECTORS
    around = () if plan.labels is None else _around(database, known.labelled)
    ids = distinct(np.concatenate([known.relationships, *around]))
    for batch in _batches(ids, size):
        yield from database.run(template("read_relationships_by_id"), ids=batch, **wanted)


def _around(database: Database, nodes: NDArray[np.int64]) -> Iterable[NDArray[np.int64]]:
    for batch in _batches(nodes, CHUNK):
        (row,) = database.run(template("relationships_around"), ids=batch)
        yield np.array(row["ids"], np.int64)


def _batches(ids: NDArray[np.int64], size: int) -> Iterator[list[int]]:
    for start in range(0, len(ids), size):
        yield ids[start : start + size].tolist()
