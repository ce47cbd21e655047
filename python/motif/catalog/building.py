"""Chunks → projection: rows sorted, adjacency both ways, names and texts chosen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from motif.catalog.accumulating import Gathered, PropertyColumn, kept_column
from motif.catalog.naming import choose_names, join_texts, name_by_texts
from motif.catalog.ordering import Lookup, adjacency, ascending, sorted_rows
from motif.catalog.plan import OWN_SETTINGS, Plan, VectorPlan
from motif.catalog.reading_dominance import read_dominance
from motif.catalog.reading_triples import WrittenTriples, read_triples, stored_triples
from motif.catalog.reading_vectors import TEXT_NOTE, read_vectors
from motif.engine.truss import relationship_trussness
from motif.errors import InvalidInput
from motif.graphs.column import shared_rows
from motif.graphs.columns import ChangedIds, Chunk, End, NodeChunk, RelationshipChunk
from motif.graphs.csr import CSR
from motif.graphs.frames import broken
from motif.graphs.projection import (
    NAME,
    STRING,
    TEXT,
    TRIPLE,
    Column,
    NodeTable,
    Projection,
    RelationshipTable,
    Stored,
    StoredTriples,
    StoredVectors,
)
from motif.graphs.sources import Sources

MAXIMUM_ROWS = 2**31 - 1
"""Nodes, and relationships, that a projection can hold: rows are int32."""


def build_projection(
    chunks: Iterable[Chunk], plan: Plan, *, name: str = "", database: str = "", weights: Path | None = None
) -> Projection:
    """The projection of a stream of chunks: nodes, then relationships, then the `End`.

    The result is the same whatever the chunks' sizes and their order within a kind: nodes ascend by database id
    and relationships by (source, target, relation, id); a relationship whose ends are not both there is left
    out. No Python object is made per node or relationship, unless numbers or texts name nodes or
    a property holds the relation's text. O(n + m) when ids come ascending, and relationships are looked up while they
    arrive.

    Parameters
    ----------
    weights
        Where weights of trained dominance embeddings are kept; without them their vectors are left out.

    Raises `InvalidInput` when the chunks end without an `End` or come in another order, and for more than
    `MAXIMUM_ROWS` of a kind.
    """
    nodes = Gathered(plan.all_node_columns)
    relationships = Gathered(plan.relationship_columns)
    lookup: Lookup | None = None
    ids, order = np.empty(0, np.int64), None
    end: End | None = None
    for chunk in chunks:
        if isinstance(chunk, NodeChunk):
            if lookup is not None:
                raise broken("nodes come after relationships")
            nodes.add(chunk)
            continue
        if isinstance(chunk, ChangedIds):
            if chunk.whole:
                raise broken("it holds changes alone, and everything was asked for")
            continue
        if lookup is None:
            ids, order = sorted_ids(nodes)
            lookup = Lookup(ids)
        if isinstance(chunk, RelationshipChunk):
            relationships.add(_with_rows(chunk, lookup))
        else:
            end = chunk
    if end is None:
        raise InvalidInput("The stream of nodes and relationships ended early.", hint="Project once more.")
    table, columns = node_table(nodes, (ids, order), end, plan)
    read = read_vectors(columns, plan.vectors, {NAME: table.names, TEXT: table.texts}, in_place=True)
    configuration = {**plan.configuration, TEXT_NOTE: read.note} if read.note else plan.configuration
    links, triples, outgoing, incoming = _relationship_table(relationships, len(ids), end, plan)
    projection = Projection(
        name, database, 1, table, links, outgoing, incoming, read.vectors, configuration, end.transaction
    )
    projection = replace(projection, stored=_stored(read.stored, columns, plan))
    if triples is not None:
        projection = with_triples_read(projection, stored_triples(triples))
    if plan.trussness:
        found = relationship_trussness(links.source, links.target, len(ids))
        projection = replace(projection, trussness=found)
    return projection if plan.dominance is None else with_dominance_read(projection, columns, plan, weights)


def _stored(
    vectors: Mapping[str, StoredVectors], columns: Mapping[str, PropertyColumn], plan: Plan
) -> Stored | None:
    """What a later refresh must know of the properties that hold vectors."""
    if plan.dominance is not None:
        names = (plan.dominance.property, *plan.dominance.marks())
        return Stored(vectors, {name: kept_column(columns[name]) for name in names})
    return Stored(vectors) if vectors else None


def with_triples_read(projection: Projection, stored: StoredTriples) -> Projection:
    """The projection with the vectors that its relationships hold, and what was read in its configuration."""
    found = read_triples(stored, projection)
    held = replace(projection.stored or Stored(), triples=stored)
    configuration = {**projection.configuration, "tripleEmbeddings": found.note}
    vectors = projection.vectors if found.vectors is None else {**projection.vectors, TRIPLE: found.vectors}
    return replace(projection, vectors=vectors, configuration=configuration, stored=held)


def with_dominance_read(
    projection: Projection, columns: Mapping[str, PropertyColumn], plan: Plan, weights: Path | None
) -> Projection:
    """The projection with the dominance embedding that its nodes hold, and what was read in its configuration."""
    assert plan.dominance is not None
    found = read_dominance(columns, plan.dominance, projection, weights)
    if found is None:
        return projection
    configuration = {**projection.configuration, "dominance": found.note}
    return replace(projection, dominance=found.embedding, configuration=configuration)


def sorted_ids(nodes: Gathered) -> tuple[NDArray[np.int64], NDArray[np.int64] | None]:
    """Ids, ascending, and the order of arrival that makes them so (None when they came so)."""
    ids = nodes.take("ids", np.int64)
    order = ascending(ids)
    ids = ids if order is None else ids[order]
    check_rows(len(ids), "nodes")
    return ids, order


def node_table(
    gathered: Gathered, rows: tuple[NDArray[np.int64], NDArray[np.int64] | None], end: End, plan: Plan
) -> tuple[NodeTable, dict[str, PropertyColumn]]:
    """Nodes, and the properties by name that names, texts and vectors are read of."""
    ids, order = rows
    label_set = gathered.take("label_set", np.int32)
    label_set, label_sets = canonical(label_set if order is None else label_set[order], end.label_sets)
    plain = {name: gathered.take_property(name, order).column() for name in plan.plain_node_columns}
    columns = {name: gathered.take_property(name, order) for name in gathered.names if name not in plain}
    names, chosen, properties = choose_names(columns, label_set, label_sets, plan.name_properties)
    texts = join_texts([columns[name] for name in plan.text_properties], len(ids))
    if plan.detects_names:
        names, chosen = name_by_texts(names, chosen, texts)
    table = NodeTable(
        ids=ids,
        id_prefix=end.node_id_prefix,
        names=names,
        name_property=chosen,
        name_properties=properties,
        label_set=label_set,
        label_sets=label_sets,
        texts=texts if plan.text_properties else None,
        properties=chosen_columns(columns, (*properties, *plan.node_properties), plain),
    )
    return table, columns


def _with_rows(chunk: RelationshipChunk, lookup: Lookup) -> RelationshipChunk:
    """The chunk with rows (int32) in place of its ends' ids, without relationships of which an end is not there."""
    source, target = lookup.rows(chunk.source), lookup.rows(chunk.target)
    present = (source >= 0) & (target >= 0)
    if present.all():
        return RelationshipChunk(chunk.ids, source, target, chunk.type, chunk.properties)
    kept = np.flatnonzero(present)
    properties = {name: part.select(kept) for name, part in chunk.properties.items()}
    return RelationshipChunk(
        chunk.ids[kept],
        source[kept],
        target[kept],
        chunk.type[kept],
        properties,
    )


def _relationship_table(
    gathered: Gathered, n_nodes: int, end: End, plan: Plan
) -> tuple[RelationshipTable, WrittenTriples | None, CSR, CSR]:
    ids = gathered.take("ids", np.int64)
    order = ascending(ids)
    source, target, kind = (gathered.take(key, np.int32) for key in ("source", "target", "type"))
    if order is not None:
        ids, source, target, kind = ids[order], source[order], target[order], kind[order]
    check_rows(len(ids), "relationships")
    kind, type_sets = canonical(kind, [(name,) for name in end.types])
    types = tuple(name for (name,) in type_sets)
    columns = {name: gathered.take_property(name, order) for name in gathered.names}
    relation, relations = kind, types
    if plan.relation_type_property is not None:
        relation, relations = relation_texts(columns[plan.relation_type_property], kind, types)
    rows = sorted_rows(source, target, relation, (n_nodes, len(relations)))
    shared = relation is kind
    source, target, relation = source[rows], target[rows], relation[rows]
    outgoing, incoming = adjacency(source, target, n_nodes)
    # Vectors are large: they stay as they came, and rows say where.
    triples = None if plan.triples is None else _written_triples(columns, plan.triples, rows)
    sorted_columns = {name: column.rearranged(rows) for name, column in columns.items()}
    table = RelationshipTable(
        ids=ids[rows],
        id_prefix=end.relationship_id_prefix,
        sources=Sources(outgoing.indptr),
        target=target,
        relation=relation,
        relations=relations,
        type=relation if shared else kind[rows],
        types=types,
        properties=chosen_columns(sorted_columns, plan.relationship_properties),
        computed=sorted_columns[OWN_SETTINGS].kind == STRING if plan.computed else None,
    )
    return table, triples, outgoing, incoming


def _written_triples(
    columns: dict[str, PropertyColumn], plan: VectorPlan, rows: NDArray[np.int32]
) -> WrittenTriples:
    """The columns of the vectors of relationships, taken out of ``columns``."""
    vectors, stamps, contents = (columns.pop(name) for name in (plan.property, *plan.marks()))
    return WrittenTriples(vectors, stamps, contents, rows)


def canonical(
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


def relation_texts(
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


def chosen_columns(
    columns: Mapping[str, PropertyColumn], names: Iterable[str], made: Mapping[str, Column] | None = None
) -> dict[str, Column]:
    """The columns of these properties, in this order; ``made`` are some of them."""
    known = made or {}
    return shared_rows(
        {name: known[name] if name in known else columns[name].column() for name in dict.fromkeys(names)}
    )


def check_rows(rows: int, what: str) -> None:
    if rows > MAXIMUM_ROWS:
        raise InvalidInput(
            f"The projection would hold {rows:,} {what}; at most {MAXIMUM_ROWS:,} fit.",
            hint="Select labels and relationship types.",
        )
