"""A projection and what has changed since it was read → the projection that reading everything anew would give."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motif.catalog.building import check_rows, node_table, sorted_ids
from motif.catalog.delta import Delta, united
from motif.catalog.merging_relationships import merged_relationships
from motif.catalog.plan import Plan
from motif.catalog.splicing import Splice
from motif.engine.truss import relationship_trussness
from motif.graphs.projection import NodeTable, Projection, RelationshipTable


def merge(base: Projection, delta: Delta, plan: Plan) -> Projection:
    """The projection that `build_projection` would give of the whole database, array for array.

    Arrays of ``base`` in which nothing changed are the same objects afterwards, so that mapped ones are linked and not
    written again. What was computed of the graph (vectors of texts, embeddings of stars, computed edges) is left to
    whoever carries it over. O(n + m) copying where rows move, else of the arrays alone in which something changed.

    Parameters
    ----------
    base
        Built by ``plan``, which reads no vectors from properties (`reason_against`).
    """
    nodes, of_nodes = _merged_nodes(base.nodes, delta, plan)
    links, outgoing, incoming = merged_relationships(base, nodes, of_nodes, delta, plan)
    return Projection(
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


def reason_against(plan: Plan) -> str:
    """Why a projection of this plan is always read whole; "" when it need not be."""
    if plan.vectors or plan.dominance is not None or plan.triples is not None:
        return "it has vectors that are read from the database"
    return ""


def _trussness(base: Projection, links: RelationshipTable, n_nodes: int) -> NDArray[np.int32]:
    before = base.relationships
    is_same = links.source is before.source and links.target is before.target and n_nodes == base.n_nodes
    if base.trussness is not None and is_same:
        return base.trussness
    return relationship_trussness(links.source, links.target, n_nodes)


def _merged_nodes(base: NodeTable, delta: Delta, plan: Plan) -> tuple[NodeTable, Splice]:
    gathered = delta.nodes
    new, _ = node_table(gathered, sorted_ids(gathered), delta.end, plan)
    splice = Splice(
        len(base),
        _rows_of(base.ids, np.union1d(delta.changed.nodes, new.ids)),
        np.searchsorted(base.ids, new.ids),
    )
    check_rows(splice.n_rows, "nodes")
    label_set, label_sets = united(splice, (base.label_set, base.label_sets), (new.label_set, new.label_sets))
    texts = base.texts
    if texts is not None and new.texts is not None:
        texts = splice.strings(texts, new.texts)
    table = NodeTable(
        ids=splice.array(base.ids, new.ids),
        id_prefix=new.id_prefix or base.id_prefix,
        names=splice.strings(base.names, new.names),
        name_property=splice.array(base.name_property, new.name_property),
        name_properties=new.name_properties,
        label_set=label_set,
        label_sets=label_sets,
        texts=texts,
        properties={
            name: splice.column(column, new.properties[name]) for name, column in base.properties.items()
        },
    )
    return table, splice


def _rows_of(ids: NDArray[np.int64], wanted: NDArray[np.int64]) -> NDArray[np.int64]:
    """The rows of ``ids``, which ascend, that hold one of ``wanted``; ascending."""
    places = np.searchsorted(ids, wanted)
    within = places < len(ids)
    places, wanted = places[within], wanted[within]
    rows: NDArray[np.int64] = places[ids[places] == wanted]
    return rows
