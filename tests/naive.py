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


def passes(record: dict[str, Any], condition: dict[str, Any]) -> bool | None:
    """What Cypher makes of a filter in neo4j-graphrag's syntax on a record: true, false or, for null, None."""
    return all_of([_passes_part(record, key, value) for key, value in condition.items()])


def all_of(parts: list[bool | None]) -> bool | None:
    """Cypher's AND."""
    return False if False in parts else None if None in parts else True


def negated(part: bool | None) -> bool | None:
    """Cypher's NOT."""
    return None if part is None else not part


def _passes_part(record: dict[str, Any], key: str, value: Any) -> bool | None:
    if key == "$and":
        return all_of([passes(record, item) for item in value])
    if key == "$or":
        return negated(all_of([negated(passes(record, item)) for item in value]))
    if key == "$not":
        return negated(passes(record, value))
    conditions = value if isinstance(value, dict) else {"$eq": value}
    return all_of([compares(record.get(key), *pair) for pair in conditions.items()])


def compares(given: Any, comparison: str, value: Any) -> bool | None:
    """One comparison of a property's value."""
    if given is None:
        return None
    if comparison == "$between":
        return all_of([compares(given, "$gte", value[0]), compares(given, "$lte", value[1])])
    if comparison in ("$in", "$nin"):
        return any(_kind(given) == _kind(item) and given == item for item in value) == (comparison == "$in")
    same_kind = _kind(given) == _kind(value)
    if comparison in ("$eq", "$ne"):
        return (same_kind and given == value) == (comparison == "$eq")
    if not same_kind:
        return None
    if comparison in ("$like", "$ilike"):
        part = value.strip("%")
        return part in given if comparison == "$like" else part.lower() in given.lower()
    return {"$lt": given < value, "$lte": given <= value, "$gt": given > value, "$gte": given >= value}[
        comparison
    ]


def _kind(value: Any) -> str:
    return "boolean" if isinstance(value, bool) else "text" if isinstance(value, str) else "number"


def functionality(pairs: list[tuple[int, int]]) -> tuple[Fraction, Fraction]:
    """Distinct sources, and targets, by one more than the distinct (source, target) pairs."""
    distinct = set(pairs)
    sources, targets = ({pair[end] for pair in distinct} for end in (0, 1))
    return Fraction(len(sources), len(distinct) + 1), Fraction(len(targets), len(distinct) + 1)


def shared_pairs(one: list[tuple[int, int]], other: list[tuple[int, int]]) -> tuple[int, int]:
    """How many pairs ``other`` joins, either way round, and how many of them ``one`` joins."""
    joined, wanted = ({frozenset(pair) for pair in pairs} for pairs in (one, other))
    return len(wanted), len(wanted & joined)
