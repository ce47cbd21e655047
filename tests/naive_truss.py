"""Slow, obvious twins of the truss functions: sets of edges, and the definitions word by word."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

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


class Peeled(NamedTuple):
    """A community as Q-Peel leaves it, and the QRScore of the component that it began with."""

    score: Fraction
    edges: set[Edge]
    component_score: Fraction


def peel(
    edges: Iterable[Edge], relevance: Sequence[Fraction], k: int, rule: str, min_size: int
) -> list[Peeled]:
    """DA-RAG's algorithm 1 on each component of the maximal k-truss, the best first, ties by lowest row."""
    peel_component = {"strict": _peel_strictly, "cascade": _peel_by_cascade}[rule]
    left = truss(edges, k)
    found = []
    for nodes in components(left):
        if len(nodes) >= min_size:
            part = {edge for edge in left if edge[0] in nodes}
            peeled = peel_component(part, relevance, k, min_size)
            found.append(Peeled(qr_score(peeled, relevance), peeled, qr_score(part, relevance)))
    return sorted(found, key=lambda one: (-one.score, min(ends(one.edges))))


def ends(edges: set[Edge]) -> set[int]:
    return {node for edge in edges for node in edge}


def qr_score(edges: set[Edge], relevance: Sequence[Fraction]) -> Fraction:
    nodes = ends(edges)
    return sum((relevance[node] for node in nodes), Fraction(0)) / len(nodes)


def _peel_strictly(edges: set[Edge], relevance: Sequence[Fraction], k: int, min_size: int) -> set[Edge]:
    while True:
        for node in _least_relevant_first(edges, relevance):
            left = {edge for edge in edges if node not in edge}
            whole = ends(left) == ends(edges) - {node} and truss(left, k) == left
            if whole and _is_better(left, edges, relevance, min_size):
                edges = left
                break
        else:
            return edges


def _peel_by_cascade(edges: set[Edge], relevance: Sequence[Fraction], k: int, min_size: int) -> set[Edge]:
    while True:
        before = edges
        for node in _least_relevant_first(edges, relevance):
            if node in ends(edges) and relevance[node] < qr_score(edges, relevance):
                left = truss({edge for edge in edges if node not in edge}, k)
                if _is_better(left, edges, relevance, min_size):
                    edges = left
        if edges == before:
            return edges


def _least_relevant_first(edges: set[Edge], relevance: Sequence[Fraction]) -> list[int]:
    return sorted(ends(edges), key=lambda node: (relevance[node], node))


def _is_better(left: set[Edge], edges: set[Edge], relevance: Sequence[Fraction], min_size: int) -> bool:
    """Whether what is left is a community, large enough, of higher QRScore."""
    is_community = len(components(left)) == 1 and len(ends(left)) >= min_size
    return is_community and qr_score(left, relevance) > qr_score(edges, relevance)
