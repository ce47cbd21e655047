"""Which part of a graph a retrieval may look at: labels, relationship types and property filters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.engine.filtering import node_filter_mask
from motif.errors import InvalidConfiguration
from motif.graphs.distinct import distinct
from motif.graphs.projection import Projection

_LOGICAL = ("$and", "$or", "$not")


@dataclass(frozen=True, slots=True)
class Selection:
    """Rows that may be used (None: all), and filters for single unknowns.

    Attributes
    ----------
    nodes : bool (n,) or None
    relationships : bool (m,) or None
    of_unknown : filters by the unknown's name
    """

    nodes: NDArray[np.bool_] | None = None
    relationships: NDArray[np.bool_] | None = None
    of_unknown: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    def filter_of(self, unknown: str | None) -> Mapping[str, Any] | None:
        return self.of_unknown.get(unknown) if unknown else None


def select(
    projection: Projection,
    *,
    labels: Sequence[str] | None = None,
    relationship_types: Sequence[str] | None = None,
    filter: Mapping[str, Any] | None = None,
    unknowns: Sequence[str] = (),
) -> Selection:
    """The part of ``projection`` with one of ``labels``, one of ``relationship_types``, that passes ``filter``.

    A filter in neo4j-graphrag's syntax holds for the graph; a key that is one of ``unknowns`` (with or without its
    question mark) holds for that unknown alone. For the graph, a condition concerns the nodes whose labels have one of
    its properties at all: ``{"year": {"$gte": 1999}}`` drops old films and leaves people alone.

    Raises `InvalidConfiguration` for a label or type that the graph lacks, with the nearest that it has.
    """
    of_graph, of_unknown = _split(filter, unknowns)
    nodes = None if labels is None else _carrying(projection, _known(labels, projection.labels, "label"))
    if of_graph:
        concerned = _concerned(projection, properties_of_filter(of_graph))
        passes = node_filter_mask(projection.nodes, of_graph) | ~concerned
        nodes = passes if nodes is None else nodes & passes
    relationships = None
    if relationship_types is not None:
        types = projection.relationships.types
        wanted = _known(relationship_types, types, "relationship type")
        relationships = np.isin(projection.relationships.type, [types.index(name) for name in wanted])
    return Selection(nodes, relationships, of_unknown)


def _split(
    filter: Mapping[str, Any] | None, unknowns: Sequence[str]
) -> tuple[dict[str, Any], dict[str, Mapping[str, Any]]]:
    of_graph: dict[str, Any] = {}
    of_unknown: dict[str, Mapping[str, Any]] = {}
    for key, value in (filter or {}).items():
        name = key.removeprefix("?")
        if name in unknowns and isinstance(value, Mapping) and not _is_operator(value):
            of_unknown[name] = value
        else:
            of_graph[key] = value
    return of_graph, of_unknown


def _is_operator(value: Mapping[str, Any]) -> bool:
    return all(key.startswith("$") and key not in _LOGICAL for key in value)


def _known(given: Sequence[str], known: Sequence[str], what: str) -> list[str]:
    names = [given] if isinstance(given, str) else list(given)
    for name in names:
        if name not in known:
            raise InvalidConfiguration(f"The graph has no {what} {name!r}.", hint=nearest_hint(name, known))
    return names


def nearest_hint(name: str, known: Iterable[str]) -> str:
    """What to do about a name that is not known: the nearest one, else what there is."""
    names = sorted(known)
    near = get_close_matches(str(name), names, n=1)
    return f"Did you mean '{near[0]}'?" if near else f"It has {', '.join(names[:20]) or 'none'}."


def _carrying(projection: Projection, labels: Sequence[str]) -> NDArray[np.bool_]:
    wanted = set(labels)
    carries = np.array([not wanted.isdisjoint(of_set) for of_set in projection.nodes.label_sets] or [False])
    return carries[projection.nodes.label_set]


def properties_of_filter(filter: Mapping[str, Any]) -> set[str]:
    """Names of the properties that ``filter`` looks at.

    >>> sorted(properties_of_filter({"$or": [{"year": 1999}, {"$not": {"title": {"$like": "Heat"}}}]}))
    ['title', 'year']
    """
    found: set[str] = set()
    for key, value in filter.items():
        is_logical = key.lower() in _LOGICAL
        if not is_logical:
            found.add(key)
        for part in value if isinstance(value, list) else [value]:
            if is_logical and isinstance(part, Mapping):
                found |= properties_of_filter(part)
    return found


def _concerned(projection: Projection, properties: set[str]) -> NDArray[np.bool_]:
    """Nodes whose label set has one of ``properties`` on any node, bool (n,)."""
    nodes = projection.nodes
    concerned = np.zeros(len(nodes.label_sets), dtype=np.bool_)
    for name in properties & set(nodes.properties):
        concerned[distinct(nodes.label_set[nodes.properties[name].holding])] = True
    return concerned[nodes.label_set]
