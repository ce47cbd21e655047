"""A projection and what has changed since it was read → the projection that reading everything anew would give."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from motif.catalog.accumulating import PropertyColumn, gather_strings, read_column
from motif.catalog.building import check_rows, node_table, sorted_ids, with_dominance_read, with_triples_read
from motif.catalog.delta import Delta, united
from motif.catalog.merging_relationships import merged_relationships
from motif.catalog.merging_vectors import merged_columns, merged_vectors, of_several_models
from motif.catalog.plan import Plan
from motif.catalog.reading_vectors import TEXT_NOTE, taken
from motif.catalog.splicing import Splice
from motif.engine.truss import relationship_trussness
from motif.graphs.column import shared_rows
from motif.graphs.narrow import Ids, places_of_ids
from motif.graphs.projection import (
    NAME,
    TEXT,
    Column,
    NodeTable,
    Projection,
    RelationshipTable,
    Stored,
)


def merge(base: Projection, delta: Delta, plan: Plan, weights: Path | None = None) -> Projection:
    """The projection that `build_projection` would give of the whole database, array for array.

    Arrays of ``base`` in which nothing changed are the same objects afterwards, so that mapped ones are linked and not
    written again. What was computed of the graph (vectors of texts, embeddings of stars, computed edges) is left to
    whoever carries it over. O(n + m) copying where rows move, else of the arrays alone in which something changed.

    Parameters
    ----------
    base
        Built by ``plan``; nothing is against it (`reason_against`).
    weights
        As `motif.catalog.building.build_projection`.

    Raises `InvalidInput` as that does.
    """
    nodes, of_nodes, new, columns = _merged_nodes(base.nodes, delta, plan)
    with ThreadPoolExecutor(1) as aside:
        properties = aside.submit(_merged_properties, of_nodes, base.nodes.properties, new.properties)
        links, outgoing, incoming, triples = merged_relationships(base, nodes, of_nodes, delta, plan)
    nodes = replace(nodes, properties=properties.result())
    projection = Projection(
        "",
        "",
        1,
        nodes,
        links,
        outgoing,
        incoming,
        configuration=plan.configuration,
        transaction=delta.end.transaction,
        trussness=_trussness(base, links, len(nodes)) if plan.trussness else None,
    )
    if base.stored is None:
        return projection
    projection = _with_stored(projection, base.stored, of_nodes, columns, plan)
    if triples is not None:
        projection = with_triples_read(projection, triples)
    if plan.dominance is None or projection.stored is None:
        return projection
    kept = {name: read_column(column) for name, column in projection.stored.columns.items()}
    return with_dominance_read(projection, kept, plan, weights)


def reason_against(base: Projection, plan: Plan) -> str:
    """Why ``base``, or any projection of this plan, is read whole; "" when it need not be."""
    is_needed = plan.vectors or plan.dominance is not None or plan.triples is not None
    if is_needed and (base.stored is None or (base.stored.triples is None) != (plan.triples is None)):
        return "it was made by an earlier version"
    if base.stored is not None and of_several_models(base.stored):
        return "its vectors are of several models"
    return ""


def _with_stored(
    merged: Projection,
    base: Stored,
    splice: Splice,
    columns: Mapping[str, PropertyColumn],
    plan: Plan,
) -> Projection:
    """The merged projection with the vectors that properties of its nodes hold; ``columns`` are of the new rows."""
    texts = {NAME: merged.nodes.names, TEXT: merged.nodes.texts}
    new = {
        kind: None if table is None else gather_strings(table, splice.new_rows)
        for kind, table in texts.items()
    }
    vectors = {
        each.kind: merged_vectors(base.vectors[each.kind], splice, columns, each, new[each.kind])
        for each in plan.vectors
    }
    stored = Stored(vectors, merged_columns(base.columns, splice, columns))
    read = taken(vectors, plan.vectors, texts)
    told = {**merged.configuration, TEXT_NOTE: read.note} if read.note else merged.configuration
    return replace(merged, vectors=read.vectors, configuration=told, stored=stored)


def _trussness(base: Projection, links: RelationshipTable, n_nodes: int) -> NDArray[np.int32]:
    before = base.relationships
    is_same = links.sources is before.sources and links.target is before.target and n_nodes == base.n_nodes
    if base.trussness is not None and is_same:
        return base.trussness
    return relationship_trussness(links.source, links.target, n_nodes)


def _merged_nodes(
    base: NodeTable, delta: Delta, plan: Plan
) -> tuple[NodeTable, Splice, NodeTable, dict[str, PropertyColumn]]:
    """All nodes afterwards, but their properties; which of them are new; these alone, and what was read of them."""
    gathered = delta.nodes
    new, columns = node_table(gathered, sorted_ids(gathered), delta.end, plan)
    splice = Splice(
        len(base),
        _rows_of(base.ids, np.union1d(delta.changed.nodes, new.ids)),
        places_of_ids(base.ids, new.ids),
    )
    check_rows(splice.n_rows, "nodes")
    label_set, label_sets = united(splice, (base.label_set, base.label_sets), (new.label_set, new.label_sets))
    texts = base.texts
    if texts is not None and new.texts is not None:
        texts = splice.strings(texts, new.texts)
    table = NodeTable(
        ids=splice.ids(base.ids, new.ids),
        id_prefix=new.id_prefix or base.id_prefix,
        names=splice.strings(base.names, new.names),
        name_property=splice.array(base.name_property, new.name_property),
        name_properties=new.name_properties,
        label_set=label_set,
        label_sets=label_sets,
        texts=texts,
    )
    return table, splice, new, columns


def _merged_properties(
    splice: Splice, base: Mapping[str, Column], new: Mapping[str, Column]
) -> dict[str, Column]:
    return shared_rows({name: splice.column(column, new[name]) for name, column in base.items()})


def _rows_of(ids: Ids, wanted: NDArray[np.int64]) -> NDArray[np.int64]:
    """The rows of ``ids``, which ascend, that hold one of ``wanted``; ascending."""
    places = places_of_ids(ids, wanted)
    within = places < len(ids)
    places, wanted = places[within], wanted[within]
    rows: NDArray[np.int64] = places[ids[places] == wanted]
    return rows
