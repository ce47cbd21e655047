"""Chunks → projection: rows sorted, adjacency both ways, names and texts chosen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from motif.catalog.accumulating import Gathered, PropertyColumn, gather_strings
from motif.catalog.detection import Plan
from motif.catalog.naming import choose_names, join_texts
from motif.catalog.reading_vectors import read_vectors
from motif.errors import InvalidInput
from motif.graphs.columns import Chunk, End, NodeChunk, RelationshipChunk
from motif.graphs.csr import CSR
from motif.graphs.projection import STRING, Column, NodeTable, Projection, RelationshipTable, VectorSet
from motif.kernels.building import counting_order, rows_of

MAXIMUM_ROWS = 2**31 - 1
"""Nodes, and relationships, that a projection can hold: rows are int32."""

_DENSE = 16
"""A table from id to row is used while ids reach no higher than this many times their number."""


def build_projection(
    chunks: Iterable[Chunk], plan: Plan, *, name: str = "", database: str = ""
) -> Projection:
    """The projection of a stream of chunks; the same whatever their order and size.

    Nodes ascend by database id and relationships by (source, target, relation, id); a relationship whose ends
    are not both there is left out. No Python object is made per node or relationship, unless numbers name nodes
    or a property holds the relation's text. O(n + m) when ids come ascending.

    Raises `InvalidInput` when the chunks end without an `End`, or hold more than `MAXIMUM_ROWS` of a kind.
    """
    nodes = Gathered((*plan.node_columns, *(entry.property for entry in plan.vectors)))
    relationships = Gathered(plan.relationship_columns)
    end: End | None = None
    for chunk in chunks:
        if isinstance(chunk, NodeChunk):
            nodes.add(chunk)
        elif isinstance(chunk, RelationshipChunk):
            relationships.add(chunk)
        else:
            end = chunk
    if end is None:
        raise InvalidInput("The stream of nodes and relationships ended early.", hint="Project once more.")
    table, vectors = _node_table(nodes, end, plan)
    links, outgoing, incoming = _relationship_table(relationships, table.ids, end, plan)
    return Projection(
        name,
        database,
        1,
        table,
        links,
        outgoing,
        incoming,
        vectors,
        plan.configuration,
        end.transaction,
    )


def _node_table(gathered: Gathered, end: End, plan: Plan) -> tuple[NodeTable, dict[str, VectorSet]]:
    ids = gathered.take("ids", np.int64)
    order = _ascending(ids)
    ids = ids if order is None else ids[order]
    _check_rows(len(ids), "nodes")
    label_set = gathered.take("label_set", np.int32)
    label_set, label_sets = _canonical(label_set if order is None else label_set[order], end.label_sets)
    columns = {name: gathered.take_property(name, order) for name in gathered.names}
    names, chosen, properties = choose_names(columns, label_set, label_sets, plan.name_properties)
    texts = (
        join_texts([columns[name] for name in plan.text_properties], len(ids))
        if plan.text_properties
        else None
    )
    table = NodeTable(
        ids=ids,
        id_prefix=end.node_id_prefix,
        names=names,
        name_property=chosen,
        name_properties=properties,
        label_set=label_set,
        label_sets=label_sets,
        texts=texts,
        properties=_columns(columns, (*properties, *plan.node_properties)),
    )
    return table, read_vectors(columns, plan.vectors)


def _relationship_table(
    gathered: Gathered, node_ids: NDArray[np.int64], end: End, plan: Plan
) -> tuple[RelationshipTable, CSR, CSR]:
    ids = gathered.take("ids", np.int64)
    order = _ascending(ids)
    lookup = _Lookup(node_ids)
    source = lookup.rows(gathered.take("source", np.int64))
    target = lookup.rows(gathered.take("target", np.int64))
    present = (source >= 0) & (target >= 0)
    if order is None and not present.all():
        order = np.flatnonzero(present)
    elif order is not None:
        order = order[present[order]]
    kind = gathered.take("type", np.int32)
    if order is not None:
        ids, source, target, kind = ids[order], source[order], target[order], kind[order]
    _check_rows(len(ids), "relationships")
    kind, type_sets = _canonical(kind, [(name,) for name in end.types])
    types = tuple(name for (name,) in type_sets)
    columns = {name: gathered.take_property(name, order) for name in gathered.names}
    relation, relations = kind, types
    if plan.relation_type_property is not None:
        relation, relations = _relations(columns[plan.relation_type_property], kind, types)
    rows = sorted_rows(source, target, relation, (len(node_ids), len(relations)))
    ids, source, target = ids[rows], source[rows], target[rows]
    shared = relation is kind
    relation = relation[rows]
    outgoing, incoming = adjacency(source, target, len(node_ids))
    table = RelationshipTable(
        ids=ids,
        id_prefix=end.relationship_id_prefix,
        source=source,
        target=target,
        relation=relation,
        relations=relations,
        type=relation if shared else kind[rows],
        types=types,
        properties=_columns(_rearranged(columns, rows), plan.relationship_properties),
    )
    return table, outgoing, incoming


def sorted_rows(
    source: NDArray[np.int32], target: NDArray[np.int32], relation: NDArray[np.int32], sizes: tuple[int, int]
) -> NDArray[np.int32]:
    """The order (int32) by source, target, relation, row; ``sizes``: how many nodes and relations there are."""
    order = np.arange(len(source), dtype=np.int32)
    for keys, size in ((relation, sizes[1]), (target, sizes[0]), (source, sizes[0])):
        order = counting_order(keys, size, order)
    return order


def adjacency(source: NDArray[np.int32], target: NDArray[np.int32], n_nodes: int) -> tuple[CSR, CSR]:
    """The outgoing and the incoming CSR of relationships that ascend by source, then target."""
    rows = np.arange(len(source), dtype=np.int32)
    outgoing = CSR(_indptr(source, n_nodes), target, rows)
    order = counting_order(target, n_nodes, rows)
    return outgoing, CSR(_indptr(target, n_nodes), source[order], order)


def _indptr(keys: NDArray[np.int32], n_nodes: int) -> NDArray[np.int64]:
    indptr = np.zeros(n_nodes + 1, dtype=np.int64)
    np.cumsum(np.bincount(keys, minlength=n_nodes), out=indptr[1:])
    return indptr


class _Lookup:
    """Database ids → rows, by a table while ids are dense, else by bisection."""

    def __init__(self, ids: NDArray[np.int64]) -> None:
        self._ids = ids
        self._table: NDArray[np.int32] | None = None
        if len(ids) and ids[0] >= 0 and ids[-1] < _DENSE * (len(ids) + 1024):
            self._table = np.full(int(ids[-1]) + 1, -1, dtype=np.int32)
            self._table[ids] = np.arange(len(ids), dtype=np.int32)

    def rows(self, ids: NDArray[np.int64]) -> NDArray[np.int32]:
        """The row of each id, -1 for those that are not there."""
        if self._table is not None:
            rows = np.empty(len(ids), dtype=np.int32)
            rows_of(ids, self._table, rows)
            return rows
        if not len(self._ids):
            return np.full(len(ids), -1, dtype=np.int32)
        found = np.minimum(np.searchsorted(self._ids, ids), len(self._ids) - 1).astype(np.int32)
        found[self._ids[found] != ids] = -1
        return found


def _ascending(ids: NDArray[np.int64]) -> NDArray[np.int64] | None:
    """The order that makes ids strictly ascending, the first of equal ones kept; None when they are so."""
    if len(ids) < 2 or bool((ids[1:] > ids[:-1]).all()):
        return None
    return np.unique(ids, return_index=True)[1]


def _canonical(
    codes: NDArray[np.int32], values: Sequence[tuple[str, ...]]
) -> tuple[NDArray[np.int32], tuple[tuple[str, ...], ...]]:
    """Codes into the sorted values that occur, each value sorted too: no order of arrival shows."""
    if len(codes) and (codes.min() < 0 or codes.max() >= len(values)):
        raise InvalidInput("A node or relationship refers to labels or a type that the stream does not name.")
    used = np.flatnonzero(np.bincount(codes, minlength=len(values))).tolist()
    kept = sorted({tuple(sorted(values[code])) for code in used})
    numbers = {value: number for number, value in enumerate(kept)}
    recode = np.zeros(len(values), dtype=np.int32)
    for code in used:
        recode[code] = numbers[tuple(sorted(values[code]))]
    return recode[codes] if len(codes) else codes, tuple(kept)


def _relations(
    column: PropertyColumn, kind: NDArray[np.int32], types: Sequence[str]
) -> tuple[NDArray[np.int32], tuple[str, ...]]:
    """The relation's text of each relationship: the property where that is a text, else the type."""
    texts = [
        text if is_text and text else types[code]
        for text, is_text, code in zip(
            column.text, (column.kind == STRING).tolist(), kind.tolist(), strict=True
        )
    ]
    relations = tuple(sorted(set(texts)))
    numbers = {text: number for number, text in enumerate(relations)}
    return np.fromiter((numbers[text] for text in texts), dtype=np.int32, count=len(texts)), relations


def _rearranged(columns: Mapping[str, PropertyColumn], rows: NDArray[np.int32]) -> dict[str, PropertyColumn]:
    result = {}
    for name, column in columns.items():
        table = gather_strings(column.text, rows.astype(np.int64))
        result[name] = PropertyColumn(column.kind[rows], column.number[rows], table.offsets, table.data)
    return result


def _columns(columns: Mapping[str, PropertyColumn], names: Iterable[str]) -> dict[str, Column]:
    return {name: columns[name].column() for name in dict.fromkeys(names)}


def _check_rows(rows: int, what: str) -> None:
    if rows > MAXIMUM_ROWS:
        raise InvalidInput(
            f"The projection would hold {rows:,} {what}; at most {MAXIMUM_ROWS:,} fit.",
            hint="Select labels and relationship types.",
        )
