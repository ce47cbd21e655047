"""What a plan's pattern finds: one row for each distinct answer, with the match that shows it best."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.engine.control import Control
from motif.engine.gsd_search import SearchQuery, SubgraphMatches, search_subgraphs
from motif.errors import InvalidInput
from motif.graphs.distinct import distinct
from motif.graphs.pattern import Pattern, parse_part
from motif.graphs.plan import Plan
from motif.retrievers.exact_grounding import read_exactly
from motif.retrievers.grounding import CandidateLimits, ground, ground_node
from motif.retrievers.matching import MatchOptions, find_matches
from motif.retrievers.presentation import asked_unknown
from motif.retrievers.selection import Selection, select
from motif.retrievers.view import View

AT_ONCE = 256
"""Matches that are looked for when a few answers are wanted."""

ALL = 100_000
"""Matches that are looked for when all answers are counted or ranked."""

TO_THE_LETTER = CandidateLimits(nodes=1, relations=1, types=1)
"""Candidates while only what the plan says is looked for; a text that is not in the graph still gets its nearest."""

EXACT = 1e-6
"""Graph Semantic Distance up to which a match is what the plan says."""


@dataclass(frozen=True, slots=True)
class Scope:
    """The part of the graph that may be used: labels, relationship types, property filters; None for all."""

    labels: Sequence[str] | None = None
    relationship_types: Sequence[str] | None = None
    filter: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """Distinct answers, nearest first.

    Attributes
    ----------
    rows : int32 (a,)
        The node of each answer.
    distances : float64 (a,)
        Graph Semantic Distance of the match that shows it.
    complete
        Whether these are all answers at these distances.
    pattern, nodes, relationships
        The pattern, and for each answer the rows that its parts stand for, int32 (a, parts); None for a plan without
        triples.
    counts : int64 (a,) or None
        How many nodes `Order.count_of` stands for.
    """

    rows: NDArray[np.int32]
    distances: NDArray[np.float64]
    complete: bool
    pattern: Pattern | None = None
    nodes: NDArray[np.int32] | None = None
    relationships: NDArray[np.int32] | None = None
    counts: NDArray[np.int64] | None = None

    @property
    def is_exact(self) -> bool:
        return bool(len(self.distances)) and float(self.distances[0]) <= EXACT


def find_answers(
    view: View, plan: Plan, scope: Scope, limits: CandidateLimits, n_wanted: int, control: Control
) -> Found:
    """The answers of ``plan``; where some agree with it wholly, those alone.

    All of them (up to `ALL` matches) when the plan counts or orders, else at least ``n_wanted`` if there are as many.

    Raises `InvalidInput` where the plan does not say which unknown is the answer.
    """
    pattern = plan.parsed()
    if pattern is None:
        return _lone(view, plan, scope, limits)
    place = _asked(pattern, plan)
    selection = _selection(view, plan, scope, pattern.unknowns)
    every = plan.count or plan.order is not None
    at_most = ALL if every else AT_ONCE
    if plan.method == "match":
        return _matched(view, plan, pattern, selection, place, n_wanted, control)
    query = ground(pattern, view, selection, TO_THE_LETTER)
    if _is_open(pattern):
        matches = _all_of_relation(view, plan, query)
        at_most = max(at_most, len(matches) + 1)
    else:
        matches = _search(view, plan, query, at_most, control)
    if not every and len(matches) == AT_ONCE and len(distinct(matches.nodes[:, place])) < n_wanted:
        at_most = ALL
        matches = _search(view, plan, query, at_most, control)
    agreeing = _agreeing(view, plan, pattern, matches)
    if limits != TO_THE_LETTER and not (len(agreeing) and agreeing.distances[0] <= EXACT):
        matches = _search(view, plan, ground(pattern, view, selection, limits), at_most, control)
        agreeing = _agreeing(view, plan, pattern, matches)
    return _distinct(agreeing, pattern, plan, place, cut=len(matches) >= at_most)


def _matched(
    view: View,
    plan: Plan,
    pattern: Pattern,
    selection: Selection,
    place: int,
    n_wanted: int,
    control: Control,
) -> Found:
    """The answers by exact matching, whose matches all agree with the plan."""
    reading = read_exactly(pattern, view, selection, injective=plan.injective, directed=plan.directed)
    for at_most in (ALL,) if plan.count or plan.order is not None else (AT_ONCE, ALL):
        attempt = find_matches(view, reading, MatchOptions(limit=at_most), control)
        found = attempt.matches
        if found.complete or len(distinct(found.nodes[:, place])) >= n_wanted:
            break
    in_time = control.state == "running"
    matches = SubgraphMatches(found.nodes, found.relationships, attempt.distances, in_time, found.steps)
    return _distinct(matches, pattern, plan, place, cut=not found.complete)


def _lone(view: View, plan: Plan, scope: Scope, limits: CandidateLimits) -> Found:
    """The nodes that a plan without triples names or describes."""
    part = parse_part(plan.answer)
    if not part.is_known and not part.unknown:
        part = dataclasses.replace(part, unknown="answer")
    rows, distances = ground_node(part, view, _selection(view, plan, scope, [part.unknown or ""]), limits)
    nearest = distances <= max(float(distances.min(initial=0.0)), EXACT)
    return Found(rows[nearest], distances[nearest], complete=True)


def _selection(view: View, plan: Plan, scope: Scope, unknowns: Sequence[str]) -> Selection:
    return select(
        view.projection,
        labels=scope.labels,
        relationship_types=scope.relationship_types,
        filter={**plan.filter, **(scope.filter or {})},
        unknowns=unknowns,
    )


def _asked(pattern: Pattern, plan: Plan) -> int:
    answer = None if plan.answer is None else parse_part(plan.answer)
    for place, node in enumerate(pattern.nodes):
        if answer is not None and answer.is_known and (node.id, node.name) == (answer.id, answer.name):
            return place
    asked = asked_unknown(pattern, None if answer is None else answer.unknown)
    if asked is not None:
        return asked
    known = ", ".join(f"?{name}" for name in pattern.unknowns)
    raise InvalidInput(
        "The plan does not say which unknown is the answer.",
        hint=f'Name one as its "answer": {known}.'
        if known
        else "Its pattern has no unknown that has a name.",
    )


def _search(view: View, plan: Plan, query: SearchQuery, at_most: int, control: Control) -> SubgraphMatches:
    projection = view.projection
    return search_subgraphs(
        projection.outgoing,
        projection.incoming,
        projection.relationships.relation,
        query,
        top_k=at_most,
        injective=plan.injective,
        control=control,
    )


def _agreeing(view: View, plan: Plan, pattern: Pattern, matches: SubgraphMatches) -> SubgraphMatches:
    """The matches at distance 0 where there are any; of a directed plan, those that point as its triples do."""
    kept = np.ones(len(matches), dtype=np.bool_)
    if plan.directed:
        source = view.projection.relationships.sources
        for number, edge in enumerate(pattern.edges):
            kept &= source[matches.relationships[:, number]] == matches.nodes[:, edge.head]
    exact = kept & (matches.distances <= EXACT)
    return _only(matches, exact if exact.any() else kept)


def _is_open(pattern: Pattern) -> bool:
    """Whether any two nodes that one relation joins will do: then the relationships themselves are the matches."""
    known = any(node.is_known for node in pattern.nodes)
    return len(pattern.edges) == 1 and len(pattern.nodes) == 2 and not known


def _all_of_relation(view: View, plan: Plan, query: SearchQuery) -> SubgraphMatches:
    """Every relationship that the single edge admits at the least cost; both ways round unless the plan is directed.

    The search gives one match for each relationship, and so only one of its ends as an answer.
    """
    table = view.projection.relationships
    costs, mask = query.relation_costs[0], query.relationship_masks[0]
    of_relation = np.zeros(len(table.relations)) if costs is None else costs
    cost = of_relation[table.relation]
    allowed = np.isfinite(cost) & (cost <= of_relation.min(initial=np.inf))
    if mask is not None:
        allowed &= mask
    rows = np.flatnonzero(allowed).astype(np.int32)
    head, tail = (table.sources, table.target) if query.heads[0] == 0 else (table.target, table.sources)
    ways = (
        [(head[rows], tail[rows])] if plan.directed else [(head[rows], tail[rows]), (tail[rows], head[rows])]
    )
    nodes = np.concatenate([np.stack(way, axis=1) for way in ways])
    kept = np.ones(len(nodes), dtype=np.bool_)
    for place, admitted in enumerate(query.node_masks):
        if admitted is not None:
            kept &= admitted[nodes[:, place]]
    if plan.injective is True:
        kept &= nodes[:, 0] != nodes[:, 1]
    relationships = np.tile(rows, len(ways))[kept].reshape(-1, 1)
    distances = cost[relationships[:, 0]]
    return SubgraphMatches(nodes[kept], relationships, distances, complete=True, expanded=len(nodes))


def _only(matches: SubgraphMatches, kept: NDArray[np.bool_]) -> SubgraphMatches:
    return dataclasses.replace(
        matches,
        nodes=matches.nodes[kept],
        relationships=matches.relationships[kept],
        distances=matches.distances[kept],
    )


def _distinct(matches: SubgraphMatches, pattern: Pattern, plan: Plan, place: int, cut: bool) -> Found:
    """The first match of each answer, in the order of the matches."""
    column = matches.nodes[:, place]
    rows, first = np.unique(column, return_index=True)
    order = np.argsort(first, kind="stable")
    counts = None
    if plan.order is not None and plan.order.count_of is not None:
        counted = asked_unknown(pattern, plan.order.count_of)
        pairs = distinct((column.astype(np.int64) << 32) | matches.nodes[:, counted])
        begins = np.searchsorted(pairs >> 32, rows)
        counts = np.diff(begins, append=len(pairs))[order].astype(np.int64)
    first = first[order]
    every = plan.count or plan.order is not None
    return Found(
        rows=rows[order].astype(np.int32),
        distances=matches.distances[first],
        complete=matches.complete and not (every and cut),
        pattern=pattern,
        nodes=matches.nodes[first],
        relationships=matches.relationships[first],
        counts=counts,
    )
