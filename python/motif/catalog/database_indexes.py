"""The indexes of a database that searches and conditions can use."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from motif.catalog.graph_counts import ROWS, SECONDS
from motif.catalog.value_profiles import is_own
from motif.graphs.graph_schema import PropertyProfile, SearchIndex
from motif.graphs.statements import ReadSession
from motif_cypher import template

Stamps = Callable[[str, str], Collection[Any]]
"""Label or type, and a property: the values that a sample has of it."""

STAMP = "Model"
"""What the name of the property ends in that says which model made the vectors of another, as Motif writes them."""


def read_indexes(session: ReadSession) -> list[dict[str, Any]]:
    """Rows of the statement ``show_online_indexes``; one round trip."""
    return session.run(template("show_online_indexes").text, {}, seconds=SECONDS, limit=ROWS)


def indexed_properties(rows: Iterable[Mapping[str, Any]], name: str) -> dict[str, PropertyProfile]:
    """Properties that an index of a label or type is over, of which nothing but that is known: of type ``ANY``, in no
    part of the sample."""
    found = {key for row in rows if name in (row["labels"] or ()) for key in row["properties"] or ()}
    return {key: PropertyProfile(key, "ANY", present=0.0) for key in sorted(found) if not is_own(key)}


def search_index(row: Mapping[str, Any], stamps: Stamps) -> SearchIndex:
    """One index; the model of a vector index from what the sampled nodes say beside their vectors, all the same."""
    configuration = row["configuration"] or {}
    labels, properties = tuple(row["labels"] or ()), tuple(row["properties"] or ())
    kind = row["type"].lower()
    told = {value for label in labels for name in properties for value in stamps(label, name + STAMP)}
    similarity = configuration.get("vector.similarity_function")
    return SearchIndex(
        name=row["name"],
        kind=kind,
        entity=row["entityType"].lower(),
        labels=labels,
        properties=properties,
        dimension=configuration.get("vector.dimensions"),
        similarity=similarity.lower() if similarity else None,
        model=str(*told) if kind == "vector" and len(told) == 1 else None,
    )
