"""Slow, obvious twins of the engine's functions: they say what is right, and are read as its definition."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

INFINITY = float("inf")


class Triple(NamedTuple):
    """A relationship of a graph; its row is its place in the list."""

    source: int
    relation: int
    target: int


class Match(NamedTuple):
    """A match in the order of the results: compare two of them as tuples."""

    distance: Fraction
    disagreements: int
    nodes: tuple[int, ...]
    relationships: tuple[int, ...]


def search_subgraphs(
    graph: list[Triple], query: Any, top_k: int, injective: bool | str = True
) -> list[Match]:
    """The nearest subgraphs: list every match, sort, keep the first of each set of relationships, cut.

    ``graph`` ascends; ``query`` is a `motif.engine.gsd_search.SearchQuery`.
    """
    found: dict[tuple[int, ...], Match] = {}
    for match in sorted(all_matches(graph, query, injective)):
        found.setdefault(relationship_set(graph, match), match)
    return list(found.values())[:top_k]


def relationship_set(graph: list[Triple], match: Match) -> tuple[int, ...]:
    """The set of relationships of ``match``, parallel ones of one relation all named by the first of them."""
    return tuple(sorted(graph.index(graph[row]) for row in match.relationships))


def all_matches(graph: list[Triple], query: Any, injective: bool | str) -> Iterator[Match]:
    """Every way to give each pattern edge a relationship of its own, one way or the other round."""
    yield from _extended(graph, query, injective, {}, ())


def _extended(
    graph: list[Triple], query: Any, injective: bool | str, nodes: dict[int, int], taken: tuple[int, ...]
) -> Iterator[Match]:
    edge = len(taken)
    if edge == len(query.heads):
        if is_injective(query, nodes, injective):
            yield scored(graph, query, nodes, taken)
        return
    head, tail = int(query.heads[edge]), int(query.tails[edge])
    for row, (source, relation, target) in enumerate(graph):
        if row in taken or relation_distance(query, edge, row, relation) == INFINITY:
            continue
        for at_head, at_tail in sorted({(source, target), (target, source)}):
            if head == tail and at_head != at_tail:
                continue
            mapped = {**nodes, head: at_head, tail: at_tail}
            unchanged = all(mapped[node] == nodes[node] for node in nodes)
            if unchanged and all(
                node_distance(query, node, mapped[node]) < INFINITY for node in (head, tail)
            ):
                yield from _extended(graph, query, injective, mapped, (*taken, row))


def is_injective(query: Any, nodes: dict[int, int], injective: bool | str) -> bool:
    """Whether no two pattern nodes that must differ are mapped to one row."""
    for one in nodes:
        for other in nodes:
            if one < other and nodes[one] == nodes[other]:
                is_known = [query.node_candidates[node] is not None for node in (one, other)]
                if injective is True or (injective == "known" and any(is_known)):
                    return False
    return True


def scored(graph: list[Triple], query: Any, nodes: dict[int, int], taken: tuple[int, ...]) -> Match:
    """The match with its Graph Semantic Distance (SimGRAG eq. 3) in exact arithmetic."""
    distance = sum((Fraction(node_distance(query, node, row)) for node, row in nodes.items()), Fraction(0))
    disagreements = 0
    for edge, row in enumerate(taken):
        distance += Fraction(relation_distance(query, edge, row, graph[row].relation))
        disagreements += (graph[row].source, graph[row].target) != (
            nodes[query.heads[edge]],
            nodes[query.tails[edge]],
        )
    return Match(distance, disagreements, tuple(nodes[node] for node in sorted(nodes)), taken)


def node_distance(query: Any, node: int, row: int) -> float:
    """Distance of ``row`` for a pattern node: 0 when unknown, infinite when it is not allowed."""
    mask, candidates = query.node_masks[node], query.node_candidates[node]
    if mask is not None and not mask[row]:
        return INFINITY
    if candidates is None:
        return 0.0
    return dict(zip(candidates.rows.tolist(), candidates.distances.tolist(), strict=True)).get(row, INFINITY)


def relation_distance(query: Any, edge: int, row: int, relation: int) -> float:
    """Distance of a relationship for a pattern edge: 0 when unknown, infinite when it is not allowed."""
    mask, costs = query.relationship_masks[edge], query.relation_costs[edge]
    if mask is not None and not mask[row]:
        return INFINITY
    return 0.0 if costs is None else float(costs[relation])
