"""The relationships of a projection with what has changed of them: rows, columns, adjacency."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.catalog.accumulating import PropertyColumn
from motif.catalog.building import canonical, check_rows, chosen_columns, relation_texts
from motif.catalog.delta import Coded, Delta, united, united_values
from motif.catalog.merging_adjacency import NewEnds, merged_adjacency
from motif.catalog.merging_vectors import merged_triples
from motif.catalog.ordering import ascending
from motif.catalog.plan import OWN_SETTINGS, Plan
from motif.catalog.reading_triples import WrittenTriples
from motif.catalog.splicing import STRETCH, Splice, renumbered
from motif.graphs.column import shared_rows
from motif.graphs.csr import CSR
from motif.graphs.distinct import distinct
from motif.graphs.narrow import Ids, places_of_ids
from motif.graphs.projection import (
    STRING,
    Column,
    NodeTable,
    Projection,
    RelationshipTable,
    StoredTriples,
)
from motif.graphs.sources import Sources


@dataclass(frozen=True, slots=True)
class _NewLinks:
    """Relationships that were read, ascending by (source, target, relation, id); ends by row and by database id."""

    ids: NDArray[np.int64]
    source: NDArray[np.int32]
    target: NDArray[np.int32]
    source_id: NDArray[np.int64]
    target_id: NDArray[np.int64]
    kind: Coded
    relation: Coded
    columns: dict[str, PropertyColumn]

    def rearranged(self, rows: NDArray[np.int64]) -> _NewLinks:
        return _NewLinks(
            self.ids[rows],
            self.source[rows],
            self.target[rows],
            self.source_id[rows],
            self.target_id[rows],
            (self.kind[0][rows], self.kind[1]),
            (self.relation[0][rows], self.relation[1]),
            {name: column.rearranged(rows) for name, column in self.columns.items()},
        )


def merged_relationships(
    base: Projection, nodes: NodeTable, of_nodes: Splice, delta: Delta, plan: Plan
) -> tuple[RelationshipTable, CSR, CSR, StoredTriples | None]:
    """All relationships afterwards, adjacency both ways, and what their properties hold as vectors."""
    links = base.relationships
    new = _new_links(delta, nodes, plan)
    removed = _removed_links(base, nodes, of_nodes, delta, new.ids)
    plainly = Splice(len(links), removed, np.empty(0, np.int64))
    has_texts = plan.relation_type_property is not None
    old_relation: Coded = links.relation, tuple((name,) for name in links.relations)
    values, recode, again = united_values(plainly, old_relation, new.relation)
    order = np.lexsort((new.ids, again[new.relation[0]], new.target, new.source))
    new = new.rearranged(order)
    places = _places(base, new, recode, again[new.relation[0]])
    splice = Splice(len(links), removed, places)
    check_rows(splice.n_rows, "relationships")
    moved = _moved_rows(base, nodes, of_nodes)
    source, target = (
        splice.array(side if moved is None else renumbered(moved, side), of_new)
        for side, of_new in ((links.source, new.source), (links.target, new.target))
    )
    codes = links.relation if recode is None else renumbered(recode, links.relation)
    relation = splice.codes(codes, again[new.relation[0]], len(values))
    kind, kinds = relation, values
    if has_texts:
        kind, kinds = united(splice, (links.type, tuple((name,) for name in links.types)), new.kind)
    outgoing, incoming = _adjacency(base, (source, target), moved, splice, new, len(nodes))
    table = RelationshipTable(
        ids=splice.ids(links.ids, new.ids),
        id_prefix=(delta.end.relationship_id_prefix or links.id_prefix) if splice.n_rows else "",
        sources=links.sources if outgoing is base.outgoing else Sources(outgoing.indptr),
        target=target,
        relation=relation,
        relations=tuple(chain.from_iterable(values)),
        type=kind,
        types=tuple(chain.from_iterable(kinds)),
        properties=_spliced_columns(splice, links.properties, new, plan),
        computed=_computed(splice, links, new, plan),
    )
    return table, outgoing, incoming, _stored_triples(base, splice, new, plan)


def _stored_triples(base: Projection, splice: Splice, new: _NewLinks, plan: Plan) -> StoredTriples | None:
    if plan.triples is None or base.stored is None or base.stored.triples is None:
        return None
    vectors, stamps, contents = (new.columns[name] for name in (plan.triples.property, *plan.triples.marks()))
    written = WrittenTriples(vectors, stamps, contents, np.arange(len(new.ids)))
    return merged_triples(base.stored.triples, splice, written)


def _spliced_columns(
    splice: Splice, before: Mapping[str, Column], new: _NewLinks, plan: Plan
) -> dict[str, Column]:
    columns = chosen_columns(new.columns, plan.relationship_properties)
    return shared_rows({name: splice.column(column, columns[name]) for name, column in before.items()})


def _computed(
    splice: Splice, links: RelationshipTable, new: _NewLinks, plan: Plan
) -> NDArray[np.bool_] | None:
    if not plan.computed or links.computed is None:
        return None
    return splice.array(links.computed, new.columns[OWN_SETTINGS].kind == STRING)


def _new_links(delta: Delta, nodes: NodeTable, plan: Plan) -> _NewLinks:
    """The relationships that were read, each once, whose ends are both there; ascending by id."""
    gathered = delta.relationships
    ids = gathered.take("ids", np.int64)
    order = ascending(ids)
    columns = {name: gathered.take_property(name, order) for name in gathered.names}
    source, target = (gathered.take(key, np.int64) for key in ("source", "target"))
    kind = gathered.take("type", np.int32)
    if order is not None:
        ids, source, target, kind = ids[order], source[order], target[order], kind[order]
    ends = [np.minimum(places_of_ids(nodes.ids, side), len(nodes) - 1) for side in (source, target)]
    kept = np.flatnonzero((nodes.ids[ends[0]] == source) & (nodes.ids[ends[1]] == target))
    columns = {name: column.rearranged(kept) for name, column in columns.items()}
    codes, kinds = canonical(kind[kept], [(name,) for name in delta.end.types])
    relation: Coded = codes, kinds
    if plan.relation_type_property is not None:
        names = tuple(chain.from_iterable(kinds))
        found, texts = relation_texts(columns[plan.relation_type_property], codes, names)
        relation = found, tuple((text,) for text in texts)
    rows = [end[kept].astype(np.int32) for end in ends]
    return _NewLinks(
        ids[kept], rows[0], rows[1], source[kept], target[kept], (codes, kinds), relation, columns
    )


def _removed_links(
    base: Projection, nodes: NodeTable, of_nodes: Splice, delta: Delta, new: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Rows of the base's relationships that go: changed, deleted, read again, or of a node that has gone; ascending."""
    rows = [_rows_with(base.relationships.ids, np.union1d(delta.changed.relationships, new))]
    ids = base.nodes.ids[of_nodes.removed]
    gone = of_nodes.removed[~np.isin(ids, nodes.ids[of_nodes.new_rows], assume_unique=True)]
    rows += [_around(csr, gone) for csr in (base.outgoing, base.incoming)]
    removed: NDArray[np.int64] = distinct(np.concatenate(rows))
    return removed


def _rows_with(ids: Ids, wanted: NDArray[np.int64]) -> NDArray[np.int64]:
    """The rows of ``ids``, in any order, that hold one of ``wanted``, which ascend."""
    if not len(wanted) or not len(ids):
        return np.empty(0, np.int64)
    low, high = wanted[0], wanted[-1]
    if high - low < 16 * (len(ids) + 1024):
        is_wanted = np.zeros(int(high - low) + 1, np.bool_)
        is_wanted[wanted - low] = True
        found = [np.empty(0, np.int64)]
        for start in range(0, len(ids), STRETCH):
            part = ids[start : start + STRETCH]
            rows = np.flatnonzero((part >= low) & (part <= high))
            found.append(start + rows[is_wanted[part[rows] - low]])
        return np.concatenate(found)
    return np.flatnonzero(np.isin(ids, wanted))


def _around(csr: CSR, nodes: NDArray[np.int64]) -> NDArray[np.int64]:
    """Rows of the relationships of ``nodes`` in one direction."""
    starts, ends = csr.indptr[nodes], csr.indptr[nodes + 1]
    lengths = ends - starts
    firsts = np.repeat(starts - (np.cumsum(lengths) - lengths), lengths)
    rows: NDArray[np.int64] = csr.rows_at(firsts + np.arange(len(firsts))).astype(np.int64)
    return rows


def _places(
    base: Projection, new: _NewLinks, recode: NDArray[np.int32] | None, relation: NDArray[np.int32]
) -> NDArray[np.int64]:
    """Before which relationship of the base each new one stands: a bisection of all at once."""
    links, ids, n_nodes = base.relationships, base.nodes.ids, base.n_nodes
    source, has_source = base_rows(ids, new.source_id)
    target, has_target = base_rows(ids, new.target_id)
    low = base.outgoing.indptr[source].astype(np.int64)
    high = base.outgoing.indptr[np.minimum(source + has_source, n_nodes)].astype(np.int64)
    while (open_ := np.flatnonzero(low < high)).size:
        middle = (low[open_] + high[open_]) // 2
        at = links.target[middle]
        kind = links.relation[middle] if recode is None else recode[links.relation[middle]]
        same = has_target[open_] & (at == target[open_])
        earlier = (kind < relation[open_]) | (
            (kind == relation[open_]) & (links.ids[middle] < new.ids[open_])
        )
        is_before = (at < target[open_]) | (same & earlier)
        low[open_[is_before]] = middle[is_before] + 1
        high[open_[~is_before]] = middle[~is_before]
    return low


def base_rows(ids: Ids, wanted: NDArray[np.integer[Any]]) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """The row of each of ``wanted``, or the one before which it would stand; and whether it is there."""
    rows = places_of_ids(ids, wanted)
    found: NDArray[np.bool_] = ids[np.minimum(rows, len(ids) - 1)] == wanted
    return rows, found


def _moved_rows(base: Projection, nodes: NodeTable, of_nodes: Splice) -> NDArray[np.int32] | None:
    """The row of each node of the base afterwards, -1 for those that have gone; None where no row has moved."""
    if of_nodes.keeps_rows:
        return None
    rows = of_nodes.kept_rows
    again, is_there = base_rows(nodes.ids, base.nodes.ids[of_nodes.removed])
    rows[of_nodes.removed] = np.where(is_there, again, -1)
    return None if np.array_equal(rows, np.arange(len(rows), dtype=np.int32)) else rows


def _adjacency(
    base: Projection,
    ends: tuple[NDArray[np.int32], NDArray[np.int32]],
    moved: NDArray[np.int32] | None,
    splice: Splice,
    new: _NewLinks,
    n_nodes: int,
) -> tuple[CSR, CSR]:
    links = base.relationships
    if ends[0] is links.source and ends[1] is links.target and n_nodes == base.n_nodes:
        return base.outgoing, base.incoming
    target, in_base = base_rows(base.nodes.ids, new.target_id)
    of_new = NewEnds(new.source, new.target, target, in_base)
    return merged_adjacency(base, ends[1], moved, splice, of_new, n_nodes)
