"""Every exact match of a pattern, found by joining the neighbours of its nodes (SG-RAG §4.4, without an index)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import prod
from typing import TypeAlias

import numpy as np

from motif.engine.control import Control
from motif.engine.join_order import JoinEstimate, estimate_join
from motif.engine.join_problem import JoinProblem, prepare
from motif.engine.match_query import DataGraph, Matches, MatchQuery
from motif.errors import InvalidInput, InvalidPattern
from motif.graphs.csr import build_csr
from motif.kernels.arrays import Int32, Int64
from motif.kernels.joining import Outcome, join_pattern
from motif.kernels.joining_arrays import Bool
from motif.kernels.joining_filtering import UNFILTERED, filter_rows, list_space
from motif.kernels.joining_search import FINISHED, FOUND, PATIENCE, STEPS, TOO_LONG
from motif.kernels.joining_sorting import order_matches

__all__ = [
    "Admission",
    "Count",
    "JoinEstimate",
    "count_subgraphs",
    "estimate_join",
    "match_subgraphs",
    "warm",
]

Admission: TypeAlias = Callable[[int, Int32], Bool]
"""Of a pattern node and rows, which of the rows may take it; False only where that is proved to be impossible."""

_NO_LIMIT = 2**62
_PATIENCE = 2000
"""After so many steps, and one for every four relationships, rows are filtered before going on."""


@dataclass(frozen=True, slots=True)
class Count:
    """How many matches there are.

    Attributes
    ----------
    complete
        False when there are more than the limit, or when the deadline cut the search; ``count`` is then what was
        counted until then.
    steps
        How many partial matches or adjacency entries were looked at.
    """

    count: int
    complete: bool
    steps: int


def match_subgraphs(
    graph: DataGraph,
    query: MatchQuery,
    *,
    limit: int,
    dominance: Admission | None = None,
    control: Control | None = None,
) -> Matches:
    """Every match of ``query`` in ``graph``, or the first ``limit`` that were found.

    Parameters
    ----------
    limit
        Most matches to return, 1 or more; one more is looked for, to know whether there are.
    dominance
        What may be known about rows besides: rows it turns away are not begun with.
    control
        A deadline; what was found until then is returned with ``complete`` False.

    Raises
    ------
    InvalidInput
        The query does not fit the graph.
    InvalidPattern
        Parts of the pattern share no node, and their matches joined, before rows that may not coincide are left out,
        are more than ``limit``.

    >>> outgoing, incoming = (
    ...     build_csr(np.array(ends[0], np.int32), np.array(ends[1], np.int32), 3)
    ...     for ends in (([0, 0, 1], [1, 2, 2]), ([1, 2, 2], [0, 0, 1]))
    ... )
    >>> codes = np.zeros(3, np.int32), np.zeros(3, np.int32)
    >>> graph = DataGraph(outgoing, incoming, *codes, n_relations=1)
    >>> path = np.array([0, 1], np.int32), np.array([1, 2], np.int32)
    >>> query = MatchQuery(*path, (None,) * 3, (None,) * 3, (None,) * 2, (None,) * 2)
    >>> match_subgraphs(graph, query, limit=10).nodes.tolist()
    [[0, 1, 2]]
    """
    if limit < 1:
        raise InvalidInput(f"limit must be 1 or more, not {limit}.")
    query = query if dominance is None else admitted(query, dominance)
    problem = prepare(graph, query)
    flag = np.zeros(1, np.int64) if control is None else control.flag
    if not problem.is_feasible:
        return _no_matches(query)
    if len(problem.parts) > 1:
        return _match_parts(graph, query, problem, limit, flag)
    return _matches(_run(problem, limit, flag, collect=True), limit)


def count_subgraphs(
    graph: DataGraph, query: MatchQuery, *, limit: int | None = None, control: Control | None = None
) -> Count:
    """How many matches ``query`` has in ``graph``, without keeping them; stops soon after ``limit``."""
    if limit is not None and limit < 1:
        raise InvalidInput(f"limit must be 1 or more, or None, not {limit}.")
    problem = prepare(graph, query)
    if not problem.is_feasible:
        return Count(0, True, 0)
    flag = np.zeros(1, np.int64) if control is None else control.flag
    limited = _NO_LIMIT if limit is None else limit
    count, steps, state = _numbers(_run(problem, limited, flag, collect=False))
    complete = state == FINISHED and (limit is None or count <= limit)
    return Count(count if limit is None else min(count, limit), complete, steps)


def admitted(query: MatchQuery, dominance: Admission) -> MatchQuery:
    """``query`` with only those known rows that ``dominance`` admits."""
    rows = tuple(
        part if part is None or not len(part) else part[dominance(node, part)]
        for node, part in enumerate(query.node_rows)
    )
    return replace(query, node_rows=rows)


def _run(problem: JoinProblem, limit: int, flag: Int64, *, collect: bool) -> Outcome:
    patience = _PATIENCE + len(problem.data[6]) // 4
    task = np.array([collect, limit, patience], np.int64)
    outcome = join_pattern(problem.data, problem.pattern, UNFILTERED, task, flag)
    if outcome[3] != TOO_LONG:
        return outcome
    return _run_filtered(problem, task, flag)


def _run_filtered(problem: JoinProblem, task: Int64, flag: Int64) -> Outcome:
    words = filter_rows(problem.data, problem.pattern, flag)
    space = list_space(problem.data, problem.pattern, words, flag)
    task[PATIENCE] = _NO_LIMIT
    return join_pattern(problem.data, problem.pattern, space, task, flag)


def _numbers(outcome: Outcome) -> tuple[int, int, int]:
    """Matches found, steps, and how the search ended."""
    return int(outcome[2][FOUND]), int(outcome[2][STEPS]), outcome[3]


def _matches(outcome: Outcome, limit: int) -> Matches:
    nodes, relationships = outcome[:2]
    count, steps, state = _numbers(outcome)
    kept = min(count, limit)
    nodes, relationships = nodes[:kept], relationships[:kept]
    order = order_matches(nodes, relationships)
    return Matches(nodes[order], relationships[order], state == FINISHED and count <= limit, steps)


def _no_matches(query: MatchQuery) -> Matches:
    return Matches(np.empty((0, query.n_nodes), np.int32), np.empty((0, query.n_edges), np.int32), True, 0)


def _match_parts(
    graph: DataGraph, query: MatchQuery, problem: JoinProblem, limit: int, flag: Int64
) -> Matches:
    """Matches of a pattern whose parts share no node: each part by itself, then all if there are not too many."""
    counts, complete, steps = [], True, 0
    for part in problem.parts:
        outcome = _run(prepare(graph, _restricted(query, part)), limit, flag, collect=False)
        counts.append(_numbers(outcome)[0])
        steps += _numbers(outcome)[1]
        complete = complete and not flag[0]
        if not counts[-1]:
            return replace(_no_matches(query), complete=complete, steps=steps)
    if prod(counts) > limit:
        raise InvalidPattern(
            f"The pattern falls into {len(counts)} parts that share no node, with at least "
            f"{', '.join(f'{count:,}' for count in counts[:-1])} and {counts[-1]:,} matches; joined they are more "
            f"than the limit of {limit:,}.",
            hint="Connect them, or raise the limit.",
        )
    found = _matches(_run(problem, limit, flag, collect=True), limit)
    return replace(found, complete=found.complete and complete, steps=found.steps + steps)


def _restricted(query: MatchQuery, part: list[int]) -> MatchQuery:
    """``query`` without the pattern nodes outside ``part``."""
    places = {node: place for place, node in enumerate(part)}
    edges = [edge for edge, head in enumerate(query.heads.tolist()) if head in places]
    return MatchQuery(
        heads=np.array([places[int(query.heads[edge])] for edge in edges], np.int32),
        tails=np.array([places[int(query.tails[edge])] for edge in edges], np.int32),
        node_rows=tuple(query.node_rows[node] for node in part),
        node_masks=tuple(query.node_masks[node] for node in part),
        edge_relations=tuple(query.edge_relations[edge] for edge in edges),
        relationship_masks=tuple(query.relationship_masks[edge] for edge in edges),
        directed=query.directed,
        injective=query.injective,
    )


def warm() -> None:
    """Compile every kernel of the join, or load it from the cache on disk, by a small match."""
    source, target = np.array([0, 1], np.int32), np.array([1, 2], np.int32)
    graph = DataGraph(
        build_csr(source, target, 3),
        build_csr(target, source, 3),
        np.zeros(2, np.int32),
        np.zeros(3, np.int32),
        1,
    )
    query = MatchQuery(source, target, (None,) * 3, (None,) * 3, (None,) * 2, (None,) * 2)
    match_subgraphs(graph, query, limit=1)
    _run_filtered(prepare(graph, query), np.array([1, 1, _NO_LIMIT], np.int64), np.zeros(1, np.int64))
