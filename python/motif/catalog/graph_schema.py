"""The schema of a database, read through a user's session: counts that it keeps, samples, and its indexes."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from motif.catalog.database_indexes import indexed_properties, read_indexes, search_index
from motif.catalog.detection import detect
from motif.catalog.graph_counts import GraphCounts, read_counts
from motif.catalog.graph_samples import sample_nodes, sample_relationships
from motif.catalog.name_properties import letters_of
from motif.catalog.relation_profiles import relation_profiles
from motif.catalog.request import ProjectionRequest
from motif.catalog.schema import Group, PropertyFacts, Schema, base_type
from motif.catalog.value_profiles import Rows, profile_properties
from motif.graphs.graph_schema import GraphSchema, LabelProfile, PropertyProfile
from motif.graphs.statements import ReadSession

Names = Mapping[str, str] | Sequence[str]
"""Properties that name nodes: by label ("*" for the others), or those that may."""


def read_graph_schema(
    session: ReadSession,
    *,
    labels: Collection[str] | None = None,
    types: Collection[str] | None = None,
    name_properties: Names | None = None,
) -> GraphSchema:
    """Labels, relationship types and indexes of a database, with what a sample of each says.

    Counts are exact, those that the database keeps, as are the labels at each end of a type. The rest is a sample's,
    spread over the graph, of 4,000 nodes, up to 1,000 more of each rare label, and as many relationships: a rarer
    property may be missing (unless an index is over it), and ranges are at least as wide as they say. Five round trips
    whatever the number of labels, up to seven where ids are sparse; the cost does not grow with the graph.

    Parameters
    ----------
    session
        As whom, and in which transaction, the database is read.
    labels, types
        Only these; None for all. Those that the database does not have are left out.
    name_properties
        What names nodes: by label, or those that may. Detected as for a projection where not given.

    Raises
    ------
    QueryFailed
        Where the server refuses to tell.
    """
    counts = read_counts(session)
    kept = counts.restricted(labels, types)
    index_rows = read_indexes(session)
    node_rows = sample_nodes(session, kept.labels, counts.nodes)
    of_label = _by(node_rows, "label")
    profiles = {
        label: profile_properties(of_label.get(label, ()), indexed_properties(index_rows, label))
        for label in kept.labels
    }
    names = _names(kept, of_label, profiles, name_properties)
    relationship_rows = sample_relationships(session, kept.types, counts.relationships, names)
    of_type = _by(relationship_rows, "relation")

    def stamps(name: str, property: str) -> set[Any]:
        rows = [*of_label.get(name, ()), *of_type.get(name, ())]
        return {value for row in rows if row["property"] == property for value in row["values"]}

    known = {*kept.labels, *kept.types}
    return GraphSchema(
        labels={
            label: LabelProfile(label, count, profiles[label], names.get(label))
            for label, count in kept.labels.items()
        },
        relations=relation_profiles(kept, of_type, names, index_rows),
        indexes=tuple(search_index(row, stamps) for row in index_rows if known & set(row["labels"] or ())),
        n_nodes=kept.nodes,
        n_relationships=kept.relationships,
        version=session.version,
    )


def _by(rows: Rows, column: str) -> dict[str, list[Mapping[str, Any]]]:
    found: dict[str, list[Mapping[str, Any]]] = {}
    for row in rows:
        found.setdefault(row[column], []).append(row)
    return found


def _names(
    counts: GraphCounts,
    of_label: Mapping[str, Rows],
    profiles: Mapping[str, Mapping[str, PropertyProfile]],
    given: Names | None,
) -> dict[str, str]:
    """The property that names the nodes of each label, of those that its sample has."""
    groups = tuple(
        Group(label, counts.labels[label], _facts(of_label.get(label, ()), of_profile))
        for label, of_profile in profiles.items()
    )
    detected = detect(Schema(groups, ()), ProjectionRequest()).name_properties
    found = {}
    for label, of_profile in profiles.items():
        wanted = _wanted(given, label, detected.get(label, ()))
        first = next((name for name in wanted if name in of_profile), None)
        if first is not None:
            found[label] = first
    return found


def _wanted(given: Names | None, label: str, detected: Sequence[str]) -> Sequence[str]:
    if given is None:
        return detected
    if isinstance(given, Mapping):
        name = given.get(label, given.get("*"))
        return (name,) if name is not None else detected
    return (*(name for name in detected if name in given), *given)


def _facts(rows: Rows, profiles: Mapping[str, PropertyProfile]) -> dict[str, PropertyFacts]:
    types = {
        name: {base_type(row["type"]): None for row in rows if row["property"] == name} for name in profiles
    }
    return {
        name: PropertyFacts(
            tuple(types[name]),
            profile.present,
            profile.distinct,
            profile.length,
            letters_of(profile.examples),
        )
        for name, profile in profiles.items()
    }
