"""Slow, obvious twins of the truss functions: sets of edges, and the definitions word by word."""

from __future__ import annotations

from collections.abc import Iterable

Edge = tuple[int, int]


def edge_set(source: Iterable[int], target: Iterable[int]) -> list[Edge]:
    """Each pair of distinct nodes that a relationship joins, ascending."""
    return sorted({(min(ends), max(ends)) for ends in zip(source, target, strict=True) if ends[0] != ends[1]})


def support(edges: set[Edge], edge: Edge) -> int:
    """In how many triangles of ``edges`` an edge is."""
    return len(neighbours(edges, edge[0]) & neighbours(edges, edge[1]))


def neighbours(edges: set[Edge], node: int) -> set[int]:
    return {other for edge in edges if node in edge for other in edge if other != node}


def truss(edges: Iterable[Edge], k: int) -> set[Edge]:
    """The maximal k-truss: edges in fewer than k - 2 triangles go until none is left."""
    left = set(edges)
    while weak := {edge for edge in left if support(left, edge) < k - 2}:
        left -= weak
    return left


def trussness(edges: list[Edge]) -> list[int]:
    """Of each edge, the largest k whose truss holds it."""
    found = dict.fromkeys(edges, 2)
    k, left = 3, truss(edges, 3)
    while left:
        found.update(dict.fromkeys(left, k))
        k += 1
        left = truss(left, k)
    return [found[edge] for edge in edges]


def components(edges: set[Edge]) -> list[set[int]]:
    """The nodes of each connected component, by their lowest node."""
    parts: list[set[int]] = []
    for edge in edges:
        touched = [part for part in parts if part & set(edge)]
        parts = [part for part in parts if part not in touched] + [set(edge).union(*touched)]
    return sorted(parts, key=min)
