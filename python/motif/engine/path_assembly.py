"""Assembly: the paths found for each query path, joined to matches (SG-RAG appendix M, algorithm 8).

The paper forms every combination of paths and checks it. Here lists are joined one by one on what they share with
those before, the most selective first, so that nothing is tried that contradicts what was joined already.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motif.engine.match_query import MatchQuery
from motif.engine.path_completion import Completion
from motif.engine.path_decomposition import QueryPath
from motif.engine.path_query import FoundPaths
from motif.engine.subgraph_query import frozen, injectivity_rule
from motif.kernels import path_joining
from motif.kernels.arrays import Int32, Int64

_PARTS = 2
"""So many nodes or relationships make a key; what else two lists share is compared entry by entry."""


def join_completion(
    query: MatchQuery, completion: Completion, limit: int, flag: Int64
) -> tuple[Int32, Int32, int]:
    """Node rows (k, pattern nodes) and relationships (k, edges) of at most ``limit`` matches; entries looked at."""
    order = joining_order(
        [(path, len(found)) for path, found in completion.lists], completion.candidates.counts
    )
    listed = [completion.lists[place] for place in order]
    shape = _shape([path for path, _ in listed])
    lists = _sorted_lists([found for _, found in listed], shape[2])
    known = np.array([rows is not None for rows in query.node_rows], np.int64)
    injectivity = injectivity_rule(query.injective), known
    return path_joining.join_paths(lists, shape, injectivity, limit, flag)


def joining_order(sizes: list[tuple[QueryPath, float]], counts: list[float]) -> list[int]:
    """Places of the lists: the shortest list first, then always the one that adds least to what was joined.

    ``counts`` are how many rows each pattern node may take; a list of k paths that shares a node of c rows with what
    was joined gives k / c paths for each.
    """
    waiting = set(range(len(sizes)))
    order: list[int] = []
    reached: set[int] = set()
    while waiting:
        connected = [place for place in sorted(waiting) if reached & set(sizes[place][0].nodes)] or sorted(
            waiting
        )
        chosen = min(connected, key=lambda place: (fan_out(*sizes[place], counts, reached), place))
        order.append(chosen)
        waiting.remove(chosen)
        reached |= set(sizes[chosen][0].nodes)
    return order


def fan_out(path: QueryPath, size: float, counts: list[float], reached: set[int]) -> float:
    """How many paths of a list of ``size`` are expected for each match so far, which has ``reached`` nodes."""
    for node in set(path.nodes) & reached:
        size /= max(1.0, counts[node])
    return size


def _shape(paths: list[QueryPath]) -> path_joining.Shape:
    nodes = np.full((len(paths), 3), -1, np.int64)
    edges = np.full((len(paths), 2), -1, np.int64)
    keys = np.full((len(paths), _PARTS), -1, np.int64)
    seen_nodes: set[int] = set()
    seen_edges: set[int] = set()
    for place, path in enumerate(paths):
        nodes[place, : len(path.nodes)] = path.nodes
        edges[place, : len(path.edges)] = path.edges
        shared = _key_parts(path, seen_nodes, seen_edges)
        keys[place, : len(shared[:_PARTS])] = shared[:_PARTS]
        seen_nodes |= set(path.nodes)
        seen_edges |= set(path.edges)
    return nodes, edges, keys


def _key_parts(path: QueryPath, seen_nodes: set[int], seen_edges: set[int]) -> list[int]:
    """What the path shares with those before it, the most telling first: an edge tells its two nodes too."""
    edges = [at for at, edge in enumerate(path.edges) if edge in seen_edges]
    nodes = [path.nodes.index(node) for node in dict.fromkeys(path.nodes) if node in seen_nodes]
    told = {path.nodes[at + end] for at in edges for end in (0, 1)}
    return [3 + at for at in edges] + sorted(nodes, key=lambda at: path.nodes[at] in told)


def _sorted_lists(lists: list[FoundPaths], keys: NDArray[np.int64]) -> path_joining.Lists:
    """The lists one after the other, each ascending by its key."""
    columns = [_columns(found) for found in lists]
    numbers = [_key(column, parts) for column, parts in zip(columns, keys, strict=True)]
    orders = [np.argsort(number, kind="stable") for number in numbers]
    rows = np.concatenate([column[order] for column, order in zip(columns, orders, strict=True)])
    indptr = np.concatenate([[0], np.cumsum([len(column) for column in columns])])
    return (
        frozen(indptr, np.int64),
        frozen(np.concatenate([n[order] for n, order in zip(numbers, orders, strict=True)]), np.int64),
        frozen(rows[:, :3], np.int32),
        frozen(rows[:, 3:], np.int32),
    )


def _columns(found: FoundPaths) -> Int32:
    """Nodes and relationships side by side, int32 (k, 5), -1 where the path is shorter."""
    columns = np.full((len(found), 5), -1, np.int32)
    columns[:, : found.nodes.shape[1]] = found.nodes
    columns[:, 3 : 3 + found.relationships.shape[1]] = found.relationships
    return columns


def _key(columns: Int32, parts: NDArray[np.int64]) -> NDArray[np.int64]:
    """One number of two columns, or of one, or 0; as the kernel makes it of what was joined."""
    key = np.zeros(len(columns), np.int64)
    for part in parts.tolist():
        key = (key << 31) | (columns[:, part].astype(np.int64) if part >= 0 else 0)
    return key
