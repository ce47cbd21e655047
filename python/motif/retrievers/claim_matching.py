"""Where a graph says what a claim's pattern says: matches whose Graph Semantic Distance is the least there can be."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.engine.control import Control
from motif.engine.functionality import FUNCTIONAL, functionality
from motif.engine.gsd_search import SearchQuery, search_subgraphs
from motif.graphs.evidence import Evidence
from motif.graphs.pattern import Pattern
from motif.graphs.projection import Projection
from motif.retrievers.grounding import CandidateLimits, ground
from motif.retrievers.presentation import Presentation, Presenter
from motif.retrievers.selection import Selection
from motif.retrievers.view import View

NODE_LIMIT = 0.6
"""Distance from which on a name stands for no node of the graph: a claim about it is not told by the graph."""

RELATION_LIMIT = 1.15
"""Distance from which on no relation of the graph means what the claim's relation says."""

_LOOKED_AT = 64


@dataclass(frozen=True, slots=True)
class VerificationOptions:
    """How strictly a claim is judged.

    Attributes
    ----------
    tolerance
        How much farther than the nearest parts of the graph a match may be and still say what the claim says.
    closed_world
        Whether a graph that knows some values of a relation for a node knows all of them: then "Germany borders Spain"
        is refuted by the neighbours that Germany has. Without it that is "unknown", and only what excludes the claim
        refutes it.
    directed
        Whether relationships must point as the claim's triples do. Without it either way counts, save where direction
        tells: at a relation by which a node has one other of its own kind ("reports to").
    top_k
        Pieces of evidence for each reason.
    """

    tolerance: float = 0.1
    closed_world: bool = False
    directed: bool = False
    top_k: int = 3
    limits: CandidateLimits = field(default_factory=CandidateLimits)


@dataclass(frozen=True, slots=True)
class ClaimMatches:
    """Matches of a pattern, nearest first.

    Attributes
    ----------
    pattern
        What was looked for.
    nodes, relationships : int32 (k, parts)
        Rows of each pattern node and edge.
    distances : float64 (k,)
        Graph Semantic Distance.
    query
        The pattern as the engine searched it.
    complete
        False when the search was cut short.
    """

    pattern: Pattern
    nodes: NDArray[np.int32]
    relationships: NDArray[np.int32]
    distances: NDArray[np.float64]
    query: SearchQuery
    complete: bool

    def __len__(self) -> int:
        return len(self.distances)

    def only(self, kept: NDArray[np.bool_]) -> ClaimMatches:
        """The matches at the places that ``kept`` marks, bool (k,)."""
        return dataclasses.replace(
            self,
            nodes=self.nodes[kept],
            relationships=self.relationships[kept],
            distances=self.distances[kept],
        )


def find_matches(
    view: View, pattern: Pattern, options: VerificationOptions, control: Control
) -> ClaimMatches:
    """The matches of ``pattern`` that are as near as its parts can be (up to ``tolerance``) and point the right way."""
    projection = view.projection
    query = ground(pattern, view, Selection(), options.limits)
    found = search_subgraphs(
        projection.outgoing,
        projection.incoming,
        projection.relationships.relation,
        query,
        top_k=_LOOKED_AT,
        injective="known",
        control=control,
    )
    matches = ClaimMatches(pattern, found.nodes, found.relationships, found.distances, query, found.complete)
    near = found.distances <= least_distance(query) + options.tolerance
    return matches.only(near & _pointing(projection, matches, options))


def least_distance(query: SearchQuery) -> float:
    """What a match costs at least: the nearest candidate of every known part, whether or not they hang together."""
    nodes = (part.distances.min(initial=np.inf) for part in query.node_candidates if part is not None)
    edges = (costs.min(initial=np.inf) for costs in query.relation_costs if costs is not None)
    return float(sum(nodes) + sum(edges))


def unmatched_parts(pattern: Pattern, query: SearchQuery) -> list[str]:
    """Names and relations of the pattern that nothing in the graph comes near to."""
    found = []
    for node, candidates in zip(pattern.nodes, query.node_candidates, strict=True):
        if candidates is not None and candidates.distances.min(initial=np.inf) > NODE_LIMIT:
            found.append(f"node like {node.name or node.id!r}")
    for edge, costs in zip(pattern.edges, query.relation_costs, strict=True):
        if costs is not None and costs.min(initial=np.inf) > RELATION_LIMIT:
            found.append(f"relation like {edge.relation!r}")
    return found


def _pointing(
    projection: Projection, matches: ClaimMatches, options: VerificationOptions
) -> NDArray[np.bool_]:
    """Which matches point as the claim does, as far as that matters, bool (k,)."""
    table = projection.relationships
    kept = np.ones(len(matches), dtype=np.bool_)
    for number, edge in enumerate(matches.pattern.edges):
        rows = matches.relationships[:, number]
        against = table.sources[rows] != matches.nodes[:, edge.head]
        if not options.directed and edge.relation is not None:
            against &= np.array([_has_direction(projection, row) for row in rows.tolist()], dtype=np.bool_)
        elif not options.directed:
            continue
        kept &= ~against
    return kept


def _has_direction(projection: Projection, relationship: int) -> bool:
    """Whether the direction of this relationship tells its ends apart: they are alike, and many have one at one end."""
    table, nodes = projection.relationships, projection.nodes
    ends = int(table.sources[relationship]), int(table.target[relationship])
    if nodes.label_set[ends[0]] != nodes.label_set[ends[1]]:
        return False
    forward, backward = functionality_of(projection, int(table.relation[relationship]))
    return max(forward, backward) >= FUNCTIONAL > min(forward, backward)


def functionality_of(projection: Projection, relation: int) -> tuple[float, float]:
    """`motif.engine.functionality` of one relation of a projection."""
    return functionality(*ends_of(projection, relation))


def ends_of(projection: Projection, relation: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Source and target rows of all relationships of a relation."""
    table = projection.relationships
    rows = table.relation == relation
    return table.sources[rows], table.target[rows]


def evidence_of(
    view: View, matches: ClaimMatches, top_k: int, metadata: Mapping[str, Any]
) -> Sequence[Evidence]:
    """The first ``top_k`` matches as pieces of evidence."""
    presenter = Presenter(view.projection, matches.pattern, Presentation())
    return [
        presenter.evidence(
            nodes.tolist(),
            relationships.tolist(),
            score=0.0 - float(distance),
            method="verify",
            complete=matches.complete,
            metadata={"epoch": view.projection.epoch, "gsd": float(distance), **metadata},
        )
        for nodes, relationships, distance in zip(
            matches.nodes[:top_k], matches.relationships[:top_k], matches.distances[:top_k], strict=True
        )
    ]
