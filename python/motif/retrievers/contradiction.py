"""What speaks against a claim: the same pattern with one part freed, where the graph has something else in its place.

One known part at a time becomes unknown: a value ("Australia's capital is Sydney" → which city is it?), a relation
("Ridley Scott acted in Alien" → what joins the two?), a condition ("a film of 1999" → of which year is it?). What is
found then excludes the claim where the rest settles that part (the relation has one value for a node, measured on this
graph), or where the two relations never join the same nodes. Else it is a hint, which counts in a closed world only.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.engine.control import Control
from motif.engine.filtering import node_filter_mask
from motif.engine.functionality import FUNCTIONAL, shared_pairs
from motif.graphs.distinct import distinct
from motif.graphs.pattern import Pattern, PatternEdge, PatternNode
from motif.retrievers.claim_matching import (
    ClaimMatches,
    VerificationOptions,
    ends_of,
    find_matches,
    functionality_of,
)
from motif.retrievers.presentation import lines_of
from motif.retrievers.view import View

SEEN = 30
"""Pairs joined by another relation from which on it tells that the claimed one never joins them too."""

IN_CLOSED_WORLD = 0.7
"""Confidence of a refutation by what the graph has instead, where nothing excludes the claim."""


@dataclass(frozen=True, slots=True)
class Contradiction:
    """What the graph has in the place of one part of a claim.

    Attributes
    ----------
    matches
        Of the pattern with that part freed; nearest first.
    excludes
        Whether the claim cannot hold beside it.
    confidence
        Of that, between 0 and 1.
    reason
        For a reader.
    freed
        Which part: "value", "relation" or "condition".
    """

    matches: ClaimMatches
    excludes: bool
    confidence: float
    reason: str
    freed: str


def contradictions(
    view: View, claim: ClaimMatches, options: VerificationOptions, control: Control
) -> list[Contradiction]:
    """What speaks against a pattern that has no match: what excludes it first, then by confidence, then by nearness.

    Another relation between the same nodes is nearer than another value, and a later value is freed before an earlier
    one, which tends to be what the claim is about.

    Parameters
    ----------
    claim
        The pattern as it was looked for in vain.
    """
    found = [
        *_of_relations(view, claim, options, control),
        *_of_values(view, claim, options, control),
        *_of_conditions(view, claim, options, control),
    ]
    return sorted(found, key=lambda one: (not one.excludes, -one.confidence))


def _of_values(
    view: View, claim: ClaimMatches, options: VerificationOptions, control: Control
) -> Iterator[Contradiction]:
    known = [place for place, node in enumerate(claim.pattern.nodes) if node.is_known]
    for place in reversed(known if len(known) > 1 else ()):
        freed = _with_node(claim.pattern, place, PatternNode(unknown=""))
        matches = find_matches(view, freed, options, control)
        matches = matches.only(_comparable(view, claim, place, matches.nodes[:, place]))
        if len(matches):
            certainty = _settled(view, matches, place, [row for row in known if row != place])
            reason = _told(view, matches)
            yield Contradiction(matches, certainty > 0, certainty or IN_CLOSED_WORLD, reason, "value")


def _comparable(view: View, claim: ClaimMatches, place: int, rows: NDArray[np.int32]) -> NDArray[np.bool_]:
    """Which rows could stand where the claim has its value: another node with a label of it, bool (k,)."""
    candidates = claim.query.node_candidates[place]
    assert candidates is not None
    meant = candidates.rows[candidates.distances <= candidates.distances.min(initial=np.inf)]
    nodes = view.projection.nodes
    labels = {label for row in meant.tolist() for label in nodes.labels(row)}
    return np.array(
        [
            row not in meant and (not labels or not labels.isdisjoint(nodes.labels(row)))
            for row in rows.tolist()
        ],
        dtype=np.bool_,
    )


def _settled(view: View, matches: ClaimMatches, place: int, given: list[int]) -> float:
    """How surely the ``given`` pattern nodes settle the one at ``place`` in the first match; 0 where they do not.

    Relations with one value for a node are followed from what is given; what they reach is settled too.
    """
    table = view.projection.relationships
    certainty = dict.fromkeys(given, 1.0)
    for _ in matches.pattern.edges:
        for number, edge in enumerate(matches.pattern.edges):
            row = int(matches.relationships[0, number])
            runs_along = int(table.sources[row]) == int(matches.nodes[0, edge.head])
            source, target = (edge.head, edge.tail) if runs_along else (edge.tail, edge.head)
            ways = functionality_of(view.projection, int(table.relation[row]))
            for start, end, way in ((source, target, ways[0]), (target, source, ways[1])):
                if start in certainty and way >= FUNCTIONAL:
                    certainty.setdefault(end, certainty[start] * way)
    return certainty.get(place, 0.0)


def _of_relations(
    view: View, claim: ClaimMatches, options: VerificationOptions, control: Control
) -> Iterator[Contradiction]:
    is_known = [node.is_known for node in claim.pattern.nodes]
    for number, edge in enumerate(claim.pattern.edges):
        if edge.relation is None:
            continue
        freed = _with_edge(claim.pattern, number, PatternEdge(edge.head, None, edge.tail, ""))
        matches = find_matches(view, freed, options, control)
        if not len(matches):
            continue
        certainty = 0.0
        if is_known[edge.head] and is_known[edge.tail]:
            certainty = _excluded(view, claim, number, matches)
        reason = _told(view, matches)
        yield Contradiction(matches, certainty > 0, certainty or IN_CLOSED_WORLD, reason, "relation")


def _excluded(view: View, claim: ClaimMatches, number: int, matches: ClaimMatches) -> float:
    """How surely the relations found never join what the claimed one joins; 0 where they do, or too little is seen.

    Of n pairs none is joined by both: with 95 % certainty that holds for all but 3 in n (the rule of three).
    """
    costs = claim.query.relation_costs[number]
    if costs is None:
        return 0.0
    projection = view.projection
    claimed = ends_of(projection, int(np.argmin(costs)))
    certainty = 1.0
    for relation in distinct(projection.relationships.relation[matches.relationships[:, number]]).tolist():
        seen, shared = shared_pairs(claimed, ends_of(projection, relation))
        if shared or seen < SEEN:
            return 0.0
        certainty = min(certainty, 1.0 - 3.0 / seen)
    return certainty


def _of_conditions(
    view: View, claim: ClaimMatches, options: VerificationOptions, control: Control
) -> Iterator[Contradiction]:
    """An unknown's condition that what the rest of the pattern finds does not meet."""
    known = [place for place, node in enumerate(claim.pattern.nodes) if node.is_known]
    for place, node in enumerate(claim.pattern.nodes):
        if node.filter is None or node.is_known:
            continue
        freed = _with_node(claim.pattern, place, dataclasses.replace(node, filter=None))
        matches = find_matches(view, freed, options, control)
        fails = node_filter_mask(view.projection.nodes, {"$not": dict(node.filter)})
        matches = matches.only(fails[matches.nodes[:, place]])
        if len(matches):
            certainty = _settled(view, matches, place, known)
            values = described_values(view, int(matches.nodes[0, place]), node.filter)
            yield Contradiction(matches, certainty > 0, certainty or IN_CLOSED_WORLD, values, "condition")


def described_values(view: View, row: int, filter: Mapping[str, Any]) -> str:
    """The properties of a node that a filter asks about, a line each: ``Heat | released | 1995``."""
    nodes = view.projection.nodes
    names = [name for name in properties_of(filter) if name in nodes.properties]
    values = ((name, nodes.properties[name].value(row)) for name in names)
    return "\n".join(f"{nodes.names[row]} | {name} | {value}" for name, value in values if value is not None)


def properties_of(filter: Mapping[str, Any]) -> list[str]:
    """The properties that a filter has conditions on, each once, in its order."""
    found: list[str] = []
    for key, value in filter.items():
        parts = value if isinstance(value, list) else [value]
        inner = [name for part in parts if isinstance(part, Mapping) for name in properties_of(part)]
        found.extend(inner if key.startswith("$") else [key])
    return list(dict.fromkeys(name for name in found if not name.startswith("$")))


def _told(view: View, matches: ClaimMatches) -> str:
    lines = lines_of(view.projection, matches.relationships[0].tolist())
    return "; ".join(" | ".join(line) for line in dict.fromkeys(lines))


def _with_node(pattern: Pattern, place: int, node: PatternNode) -> Pattern:
    nodes = list(pattern.nodes)
    nodes[place] = node
    return Pattern(tuple(nodes), pattern.edges)


def _with_edge(pattern: Pattern, number: int, edge: PatternEdge) -> Pattern:
    edges = list(pattern.edges)
    edges[number] = edge
    return Pattern(pattern.nodes, tuple(edges))
