"""Q-Peel on sets of neighbours, as DA-RAG's algorithm 1 is written: try a node, look whether what is left will do."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from motif.engine.truss import connected_trusses
from motif.graphs.simple_graph import SimpleGraph

Neighbours = dict[int, set[int]]
Rule = Callable[[Neighbours, NDArray[np.float64], int], float]


def best_score(
    graph: SimpleGraph, trussness: NDArray[np.int32], relevance: NDArray[np.float32], k: int, rule: Rule
) -> float:
    """The highest QRScore of the communities that ``rule`` makes of the components of the k-truss."""
    kept = trussness >= k
    around: Neighbours = {}
    for one, other in zip(graph.low[kept].tolist(), graph.high[kept].tolist(), strict=True):
        around.setdefault(one, set()).add(other)
        around.setdefault(other, set()).add(one)
    weights = np.rint(relevance.astype(float) * 2**24) / 2**24
    parts = [rows.tolist() for rows in connected_trusses(graph, trussness, k)]
    return max(rule({node: around[node] for node in part}, weights, k) for part in parts)


def strict(around: Neighbours, weights: NDArray[np.float64], k: int) -> float:
    """Take out the least relevant node that leaves a connected k-truss, and begin again."""
    order = _order(around, weights)
    total = sum(float(weights[node]) for node in around)
    is_changed = True
    while is_changed:
        is_changed = False
        for node in order:
            if node not in around or weights[node] >= total / len(around):
                continue
            beside = around[node]
            opposite = ((one, other) for one in beside for other in around[one] & beside)
            if any(len(around[one] & around[other]) < k - 1 for one, other in opposite):
                continue
            removed = _fall(around, node, 2)
            if _is_connected(around):
                total -= float(weights[node])
                is_changed = True
                break
            _restore(around, removed)
    return total / len(around)


def cascade(around: Neighbours, weights: NDArray[np.float64], k: int) -> float:
    """Take out nodes with what falls, the least relevant first, in rounds."""
    total = sum(float(weights[node]) for node in around)
    is_changed = True
    while is_changed:
        is_changed = False
        for node in _order(around, weights):
            if node not in around or weights[node] >= total / len(around):
                continue
            before = len(around)
            removed = _fall(around, node, k)
            left = total - sum(float(weights[gone]) for gone in _gone(around, removed))
            if around and left / len(around) > total / before and _is_connected(around):
                total, is_changed = left, True
            else:
                _restore(around, removed)
    return total / len(around)


def _order(around: Neighbours, weights: NDArray[np.float64]) -> list[int]:
    return sorted(around, key=lambda node: (weights[node], node))


def _fall(around: Neighbours, node: int, k: int) -> list[tuple[int, int]]:
    """Take away ``node`` and then every edge in fewer than k - 2 triangles; the edges that went."""
    removed: list[tuple[int, int]] = []
    beside = list(around[node])
    waiting = [(one, other) for one in beside for other in around[one] & around[node] if one < other]
    for other in beside:
        _drop(around, node, other, removed)
    while waiting:
        one, other = waiting.pop()
        if other not in around.get(one, ()):
            continue
        shared = around[one] & around[other]
        if len(shared) < k - 2:
            _drop(around, one, other, removed)
            waiting += [pair for third in shared for pair in ((one, third), (other, third))]
    return removed


def _drop(around: Neighbours, one: int, other: int, removed: list[tuple[int, int]]) -> None:
    removed.append((one, other))
    for node, gone in ((one, other), (other, one)):
        around[node].discard(gone)
        if not around[node]:
            del around[node]


def _gone(around: Neighbours, removed: list[tuple[int, int]]) -> set[int]:
    return {node for edge in removed for node in edge if node not in around}


def _restore(around: Neighbours, removed: list[tuple[int, int]]) -> None:
    for one, other in removed:
        around.setdefault(one, set()).add(other)
        around.setdefault(other, set()).add(one)


def _is_connected(around: Neighbours) -> bool:
    seen = {next(iter(around))}
    waiting = list(seen)
    while waiting:
        found = around[waiting.pop()] - seen
        seen |= found
        waiting += found
    return len(seen) == len(around)
