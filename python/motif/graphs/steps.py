"""The steps of a plan that interleaves vector search, full-text search and typed traversal (SPARK).

A plan is a list of steps; each names the set of nodes that it gives (``name``; ``"as"`` in JSON) and takes sets of
earlier steps. They are data: what they become in Cypher is `motif.planners.steps`' to say.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

Filter: TypeAlias = Mapping[str, Any]
"""Conditions on properties in neo4j-graphrag's syntax, as `motif.engine.filtering` reads it.

Numbers, dates and booleans are given as such also where the property is text of a form ("$11.80"): ``{"price": {"$lt":
20}}``, ``{"published": {"$gte": "2019-01-01"}}``.
"""

DIRECTIONS = ("out", "in", "any")


@dataclass(frozen=True, slots=True)
class Find:
    """Nodes with a label that meet conditions: ``{"step": "find", "as": "a", "label": "Movie", "where": {…}}``."""

    name: str
    label: str | None = None
    where: Filter = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class VectorSearch:
    """The ``limit`` nodes whose vectors are nearest to a text's, of those that meet the conditions.

    ``{"step": "vector_search", "as": "a", "label": "Paper", "text": "graph pruning", "where": {…}, "limit": 50}``
    """

    name: str
    text: str
    label: str | None = None
    where: Filter = field(default_factory=dict)
    limit: int = 50


@dataclass(frozen=True, slots=True)
class FulltextSearch:
    """As `VectorSearch`, by words: ``"step": "fulltext_search"``."""

    name: str
    text: str
    label: str | None = None
    where: Filter = field(default_factory=dict)
    limit: int = 50


@dataclass(frozen=True, slots=True)
class Traverse:
    """Nodes that relationships lead to from the nodes of ``source`` (``"from"`` in JSON).

    ``{"step": "traverse", "as": "b", "from": "a", "relationship": "DIRECTED", "direction": "out", "label": "Movie",
    "where": {…}, "relationship_where": {…}, "hops": [1, 1]}``

    Attributes
    ----------
    types
        Relationship types (``"relationship"``: one, or a list); empty for any.
    direction
        One of `DIRECTIONS`, as seen from ``source``.
    hops
        How many relationships one after another, fewest and most, at most 4.
    """

    name: str
    source: str
    types: tuple[str, ...] = ()
    direction: str = "any"
    label: str | None = None
    where: Filter = field(default_factory=dict)
    relationship_where: Filter = field(default_factory=dict)
    hops: tuple[int, int] = (1, 1)


@dataclass(frozen=True, slots=True)
class Keep:
    """Those of ``source`` that meet conditions: ``{"step": "filter", "as": "b", "from": "a", "where": {…}}``."""

    name: str
    source: str
    label: str | None = None
    where: Filter = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Combine:
    """A set operation: ``{"step": "union" | "intersect" | "except", "as": "c", "of": ["a", "b"]}``.

    "except" gives those of the first that are in none of the others.
    """

    name: str
    operation: str
    of: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Degree:
    """How many nodes relationships lead to, what `Rank` may rank by; as of `Traverse`."""

    types: tuple[str, ...] = ()
    direction: str = "any"
    label: str | None = None


@dataclass(frozen=True, slots=True)
class Rank:
    """The first ``limit`` of ``source``; those that share the last place by a property or number are kept too.

    What lacks the property, or has a text that says nothing in its form, is left out.

    ``{"step": "rank", "as": "c", "from": "b", "by": "released", "descending": true, "limit": 1}``; ``"by"`` may also be
    ``{"count": {"relationship": "ACTED_IN", "direction": "out", "label": "Movie"}}`` or ``{"text": "space pirates"}``.

    Attributes
    ----------
    by_property, by_count, by_text
        One of them.
    limit
        None for all, ranked.
    """

    name: str
    source: str
    by_property: str | None = None
    by_count: Degree | None = None
    by_text: str | None = None
    descending: bool = True
    limit: int | None = 10


@dataclass(frozen=True, slots=True)
class CypherStep:
    """Nodes that a reading statement returns in its first column.

    ``{"step": "cypher", "as": "a", "cypher": "MATCH (m:Movie) WHERE m.released > $year RETURN m", "parameters":
    {"year": 2000}}``
    """

    name: str
    cypher: str
    parameters: Mapping[str, Any] = field(default_factory=dict)


Step: TypeAlias = Find | VectorSearch | FulltextSearch | Traverse | Keep | Combine | Rank | CypherStep

STEP_NAMES: Mapping[str, type[Any]] = {
    "find": Find,
    "vector_search": VectorSearch,
    "fulltext_search": FulltextSearch,
    "traverse": Traverse,
    "filter": Keep,
    "union": Combine,
    "intersect": Combine,
    "except": Combine,
    "rank": Rank,
    "cypher": CypherStep,
}
"""What stands in ``"step"``, and what it is read as."""


def sources_of(step: Step) -> tuple[str, ...]:
    """Names of the earlier steps that ``step`` takes."""
    if isinstance(step, Combine):
        return step.of
    return (step.source,) if isinstance(step, (Traverse, Keep, Rank)) else ()


_EDGE = re.compile(r"-\s*\[|-\s*-|<\s*-|-\s*>")
"""The signs of a relationship pattern."""


def has_edges(steps: tuple[Step, ...]) -> bool:
    """Whether any step follows relationships: then SAGE-Edge leaves the results as they are (paper 003, §3.3)."""
    return any(
        isinstance(step, Traverse) or (isinstance(step, CypherStep) and _EDGE.search(step.cypher))
        for step in steps
    )
