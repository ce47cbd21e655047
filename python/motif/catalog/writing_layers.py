"""Computed edges into Neo4j: what is missing is written, what is no longer true removed, and nothing else touched."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from motif.catalog.layer_values import SCORE, layer_stamp, layer_values
from motif.catalog.ordering import Lookup
from motif.catalog.plan import OWN_SETTINGS
from motif.catalog.reading_vectors import content_hash
from motif.database import BOLT_FETCH, Database
from motif.graphs.layers import EdgeLayer
from motif.graphs.projection import Projection
from motif_cypher import template

BATCH = 2000
"""Relationships of one transaction."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class LayerWritten:
    """How many relationships were written, new or with other properties, and how many of an earlier run removed."""

    written: int
    removed: int


@dataclass(frozen=True, slots=True)
class Target:
    """Relationships to write: their type, the stamp that marks them, and the keys of what explains them."""

    type: str
    stamp: str
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """What stands in the database already.

    Attributes
    ----------
    same
        By rows of both ends: hash of the properties of the relationship.
    gone
        Element ids of relationships that are to be removed.
    """

    same: Mapping[tuple[int, int], int]
    gone: Sequence[str]


def write_layer(
    database: Database,
    projection: Projection,
    layer: EdgeLayer,
    *,
    relationship_type: str | None = None,
    property: str = SCORE,
    progress: Callable[[int, int], None] | None = None,
) -> LayerWritten:
    """Writes the edges of ``layer`` as relationships, so that afterwards they are those that Motif has made.

    What stands already is not written again; what an earlier run has made between nodes of this projection and is no
    longer in the layer, or was made with other settings, is removed. Relationships of the type that others have made,
    and those of nodes outside the projection, are left alone. A transaction for each batch: a call that was cut off
    goes on where it stopped.

    Parameters
    ----------
    relationship_type
        None for the layer's name.
    property
        Where the score goes; what explains an edge goes into properties of its names, the stamp into
        ``motifSettings``.
    """
    told = _counted(progress)
    target = Target(relationship_type or layer.name, layer_stamp(layer), (*layer.properties, property))
    pairs = list(zip(layer.source.tolist(), layer.target.tolist(), strict=True))
    values = list(layer_values(layer, property))
    standing = read_standing(database, projection, target, set(pairs))
    new = [row for row, pair in enumerate(pairs) if standing.same.get(pair) != _digest(values[row])]
    total = len(new) + len(standing.gone)
    statement = template("write_computed_edges").fill(type=target.type, mark=OWN_SETTINGS)
    for rows in _batches(new):
        ends = [[projection.nodes.element_id(end) for end in pairs[row]] for row in rows]
        batch = [[*both, values[row]] for both, row in zip(ends, rows, strict=True)]
        database.write(statement, batch, batch=BATCH, stamp=target.stamp)
        told(len(rows), total)
    removal = template("delete_computed_edges").fill(mark=OWN_SETTINGS)
    for gone in _batches(standing.gone):
        database.write(removal, gone, batch=BATCH)
        told(len(gone), total)
    return LayerWritten(len(new), len(standing.gone))


def read_standing(
    database: Database, projection: Projection, target: Target, pairs: set[tuple[int, int]]
) -> Standing:
    """What stands of Motif's own relationships of that type between nodes of the projection."""
    same: dict[tuple[int, int], int] = {}
    gone: list[str] = []
    row_of = _row_lookup(projection)
    statement = template("read_computed_edges").fill(type=target.type, mark=OWN_SETTINGS)
    for found in database.stream(statement, fetch=BOLT_FETCH):
        pair, properties = (row_of(found["source"]), row_of(found["target"])), found["properties"]
        if min(pair) < 0:
            continue
        if properties[OWN_SETTINGS] == target.stamp and pair in pairs and pair not in same:
            same[pair] = _digest({key: properties.get(key) for key in target.keys})
        else:
            gone.append(found["id"])
    return Standing(same, gone)


def _row_lookup(projection: Projection) -> Callable[[str], int]:
    prefix, lookup = projection.nodes.id_prefix or "", Lookup(projection.nodes.ids)

    def row_of(element_id: str) -> int:
        number = element_id.removeprefix(prefix)
        if number == element_id or not number.isdecimal():
            return -1
        return int(lookup.rows(np.array([int(number)], np.int64))[0])

    return row_of


def _digest(values: Mapping[str, Any]) -> int:
    return content_hash(json.dumps(values, sort_keys=True, default=str))


def _batches(items: Sequence[T]) -> Iterator[Sequence[T]]:
    for start in range(0, len(items), BATCH):
        yield items[start : start + BATCH]


def _counted(progress: Callable[[int, int], None] | None) -> Callable[[int, int], None]:
    """Tells ``progress`` how many are done in all, given how many more and of how many."""
    done = 0

    def told(more: int, total: int) -> None:
        nonlocal done
        done += more
        if progress is not None:
            progress(done, total)

    return told
