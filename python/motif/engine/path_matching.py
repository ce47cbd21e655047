"""Every exact match of a pattern by a path index (SG-RAG §4.3 and 4.4, algorithms 4 to 8).

The pattern is covered by short paths; each is looked up in the index within what is known and what the paths before
it left (completion and retrieval); what was found is joined (assembly). The result is that of
`motif.engine.exact_matching.match_subgraphs`, match for match.
"""

from __future__ import annotations

from math import prod

import numpy as np

from motif.engine.control import Control
from motif.engine.join_problem import check
from motif.engine.match_query import MAXIMUM_EDGES_OF_PATHS, DataGraph, Matches, MatchQuery
from motif.engine.path_assembly import fan_out, join_completion, joining_order
from motif.engine.path_completion import (
    PATHS_AT_ONCE,
    Completion,
    complete_paths,
    expect,
    first_candidates,
    path_problem,
)
from motif.engine.path_decomposition import QueryPath, decompose
from motif.engine.path_query import FoundPaths, PathLookup
from motif.errors import InvalidInput, InvalidPattern
from motif.graphs.dominance import DominanceEmbedding
from motif.kernels.arrays import Int32, Int64
from motif.kernels.joining_sorting import order_matches

_OVERHEAD = 8_000
_PER_ENTRY = 3
"""In the steps of a join, measured on FB15k-237: 1.2 ms against 0.15 µs a step, and 0.45 µs an entry."""


def match_by_paths(
    graph: DataGraph,
    query: MatchQuery,
    index: PathLookup,
    embedding: DominanceEmbedding,
    *,
    limit: int,
    control: Control | None = None,
) -> Matches:
    """Every match of ``query`` in ``graph``, or the first ``limit`` that were found.

    Parameters
    ----------
    index
        Of the paths of ``graph``, as `motif.indexes.paths.open_path_index` opens it.
    embedding
        The dominance embedding that ``index`` was made with. However wrong its vectors are, no match is lost where
        its certificates are right.
    limit
        Most matches to return, 1 or more; one more is looked for, to know whether there are.
    control
        A deadline; what was found until then is returned with ``complete`` False.

    Raises
    ------
    InvalidInput
        The query does not fit the graph.
    InvalidPattern
        Parts of the pattern share no node, and their matches joined are more than ``limit``.

    >>> from motif.engine.dominance import construct_dominance
    >>> from motif.graphs.csr import build_csr
    >>> from motif.indexes.paths import build_path_table, open_path_index
    >>> source, target = np.array([0, 0, 1], np.int32), np.array([1, 2, 2], np.int32)
    >>> none = np.zeros(3, np.int32)
    >>> graph = DataGraph(build_csr(source, target, 3), build_csr(target, source, 3), none, none, 1)
    >>> embedding = construct_dominance(graph)
    >>> index = open_path_index(build_path_table(graph, embedding, 2), graph, embedding)
    >>> path = np.array([0, 1], np.int32), np.array([1, 2], np.int32)
    >>> query = MatchQuery(*path, (None,) * 3, (None,) * 3, (None,) * 2, (None,) * 2)
    >>> match_by_paths(graph, query, index, embedding, limit=10).nodes.tolist()
    [[0, 1, 2]]
    """
    if limit < 1:
        raise InvalidInput(f"limit must be 1 or more, not {limit}.")
    check(graph, query, MAXIMUM_EDGES_OF_PATHS)
    flag = (control or Control()).flag
    problem = path_problem(graph, query, embedding)
    done = complete_paths(problem, index, _paths(query, index), flag)
    if done.is_empty or flag[0]:
        return _matches(_no_rows(query.n_nodes), _no_rows(query.n_edges), done.is_empty, done.steps)
    parts = _parts(done)
    if len(parts) > 1:
        done.steps += _check_parts(query, parts, limit, flag)
    nodes, edges, steps = join_completion(query, done, limit + 1, flag)
    complete = len(nodes) <= limit and not flag[0]
    return _matches(nodes[:limit], edges[:limit], complete, done.steps + steps)


def estimate_paths(graph: DataGraph, query: MatchQuery, index: PathLookup) -> float:
    """What `match_by_paths` is expected to cost, in the unit of `motif.engine.exact_matching.JoinEstimate.cost`.

    Index entries are counted as the index expects them (exactly for known rows, by means of each relation for the
    rest), partial matches as lists divided by the rows that they are joined on. An entry, and what is done whatever
    the graph, count as much as a join looks at in that time.
    Raises `InvalidInput` when the query does not fit the graph.
    """
    check(graph, query, MAXIMUM_EDGES_OF_PATHS)
    problem = path_problem(graph, query, None)
    candidates = first_candidates(problem)
    waiting, sizes, cost = list(_paths(query, index)), [], 0.0
    while waiting:
        looks = [expect(problem, index, candidates, path) for path in waiting]
        place = min(range(len(waiting)), key=lambda at: looks[at].cost)
        path, look = waiting.pop(place), looks[place]
        if look.found > PATHS_AT_ONCE and len(path.edges) > 1:
            waiting.extend(path.single_edges())
            continue
        cost += look.cost
        sizes.append((path, look.found))
        for node in path.nodes:
            if candidates.rows[node] is None:
                candidates.counts[node] = min(candidates.counts[node], look.found)
    return _OVERHEAD + _PER_ENTRY * (cost + _joining_cost(sizes, candidates.counts))


def _paths(query: MatchQuery, index: PathLookup) -> tuple[QueryPath, ...]:
    return decompose(query.heads, query.tails, query.n_nodes, index.length)


def _joining_cost(sizes: list[tuple[QueryPath, float]], counts: list[float]) -> float:
    cost, partial = 0.0, 1.0
    reached: set[int] = set()
    for place in joining_order(sizes, counts):
        partial *= fan_out(*sizes[place], counts, reached)
        reached |= set(sizes[place][0].nodes)
        cost += partial
    return cost


def _parts(done: Completion) -> list[Completion]:
    """What was found for each part of the pattern that shares no node with the others, parts by their first node."""
    parts: list[tuple[set[int], list[tuple[QueryPath, FoundPaths]]]] = []
    for listed in done.lists:
        nodes, lists = set(listed[0].nodes), [listed]
        for part in [part for part in parts if part[0] & nodes]:
            parts.remove(part)
            nodes, lists = nodes | part[0], lists + part[1]
        parts.append((nodes, lists))
    return [Completion(lists, done.candidates) for _, lists in sorted(parts, key=lambda part: min(part[0]))]


def _check_parts(query: MatchQuery, parts: list[Completion], limit: int, flag: Int64) -> int:
    """Raise `InvalidPattern` when parts that share no node have too many matches together; entries looked at."""
    counts, steps = [], 0
    for part in parts:
        nodes, _, looked_at = join_completion(query, part, limit + 1, flag)
        counts.append(len(nodes))
        steps += looked_at
    if prod(counts) > limit:
        raise InvalidPattern(
            f"The pattern falls into {len(counts)} parts that share no node, with at least "
            f"{', '.join(f'{count:,}' for count in counts[:-1])} and {counts[-1]:,} matches; joined they are more "
            f"than the limit of {limit:,}.",
            hint="Connect them, or raise the limit.",
        )
    return steps


def _no_rows(n_columns: int) -> Int32:
    return np.empty((0, n_columns), np.int32)


def _matches(nodes: Int32, edges: Int32, complete: bool, steps: int) -> Matches:
    """Matches in order."""
    order = order_matches(nodes, edges)
    return Matches(nodes[order], edges[order], complete, steps)
