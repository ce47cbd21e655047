"""Supports: by pattern node the rows that a match within a limit can use, with the exact cost of what hangs
below.

On a tree the messages of `motif.kernels.messages` are exact. They are passed twice: outwards from the known
nodes to list rows of unknown ones, always over the edge that takes the least work; then from the leaves to
the root.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.engine.matching_order import Forest
from motif.engine.subgraph_query import Problem
from motif.kernels.arcs import Arcs, Walk, gather_all
from motif.kernels.arrays import Float64, Int32, Int64
from motif.kernels.extension import Supports
from motif.kernels.messages import list_neighbours, pull, push, settle, sieve_of_neighbours
from motif.kernels.rows import index_rows

_NOTHING = np.empty(0, np.int64)
_NO_COSTS = np.empty(0, np.float64)
_NO_ROWS = np.empty(0, np.int32)
_NO_ARCS: Arcs = (_NO_ROWS, _NO_ROWS, _NO_ROWS, np.empty(0, np.bool_))
_WORTH_GATHERING, _TOO_MANY_TO_GATHER = 4096, 4_000_000
_WORTH_A_SIEVE = 4096
_WORTH_ORDERING = 4096
"""Relationships to look at from which a sieve pays, and rows from which walking them in order does."""


@dataclass(slots=True)
class Support:
    """Rows of one pattern node.

    Attributes
    ----------
    own : float64 (rows,)
        The node's own cost.
    messages
        By neighbouring pattern node the cost of its branch, aligned with ``rows``.
    total : float64 (rows,)
        Sum of all, infinite where it exceeds the limit.
    work
        How many relationships the rows left have.
    around
        Those relationships, once they have been gathered.
    """

    rows: Int32
    own: Float64
    table: Int64
    messages: dict[int, Float64] = field(default_factory=dict)
    total: Float64 = field(default_factory=lambda: _NO_COSTS)
    work: int = 0
    around: Arcs | None = None

    def without(self, neighbour: int) -> Float64:
        """Cost of each row apart from the branch of ``neighbour``; infinite for rows struck out."""
        if neighbour not in self.messages:
            return self.total
        costs = sum((cost for node, cost in self.messages.items() if node != neighbour), start=self.own)
        return np.where(self.total < np.inf, costs, np.inf)


class SupportSearch:
    """One round of messages over a forest within a limit.

    Attributes
    ----------
    struck
        Least cost above the limit that was met, infinite for none.
    is_empty
        True when no match is within the limit.
    """

    def __init__(self, problem: Problem, forest: Forest, limit: float, flag: Int64) -> None:
        self.problem, self.forest, self.limit, self.flag = problem, forest, limit, flag
        self.struck = np.inf
        self.is_empty = False
        self._supports: dict[int, Support] = {}
        self._final: set[int] = set()

    def run(self, starts: dict[int, Int32]) -> None:
        """List all supports and pass all messages.

        Parameters
        ----------
        starts
            By unknown pattern node rows to begin with, for trees without a known node.
        """
        for node, (rows, costs) in enumerate(zip(self.problem.rows, self.problem.costs, strict=True)):
            if rows is not None and costs is not None:
                count = int(np.searchsorted(costs, self.limit, side="right"))
                if count < len(costs):
                    self.struck = min(self.struck, float(costs[count]))
                by_row = np.argsort(rows[:count])
                self._begin(node, rows[by_row], costs[by_row])
        for node, rows in starts.items():
            self._begin(node, rows, np.zeros(len(rows)))
        self._outwards()
        self._inwards()

    @property
    def work(self) -> int:
        """How many relationships all rows left have."""
        return sum(support.work for support in self._supports.values())

    def packed(self) -> tuple[Supports, float]:
        """The supports as the enumeration takes them, and the least cost of all roots."""
        places = [(0, 0, 0, 0, 0)] * self.problem.n_nodes
        tables, rows, costs, messages = list[Int64](), list[Int32](), list[Float64](), list[Float64]()
        n_tables = n_rows = n_messages = 0
        least = 0.0
        for node in self.forest.order:
            parent = self.forest.parents[node]
            support = self._supports.get(node)
            held, table = (0, 0) if support is None else (len(support.rows), len(support.table))
            places[node] = n_tables, table, n_rows, held, n_messages
            if support is not None:
                tables.append(support.table)
                rows.append(support.rows)
                costs.append(support.without(parent))
            if parent < 0:
                lowest = costs[-1].min()
                least += float(lowest)
                messages.append(np.array([lowest]))
            else:
                messages.append(self._supports[parent].messages[node])
            n_tables, n_rows, n_messages = n_tables + table, n_rows + held, n_messages + len(messages[-1])
        joined = (_joined(tables), _joined(rows), _joined(costs), _joined(messages))
        places_of_all = np.array(places, np.int64)
        return (places_of_all, *joined), least

    def _begin(self, node: int, rows: Int32, costs: Float64) -> None:
        self._supports[node] = Support(rows, costs, index_rows(rows))
        self._settle(node)

    def _settle(self, node: int) -> None:
        support = self._supports[node]
        support.total = sum(support.messages.values(), start=support.own).copy()
        struck, work = settle(self.problem.graph, support.rows, support.total, self.limit)
        support.work = int(work)
        self.struck = min(self.struck, struck)
        self.is_empty = self.is_empty or support.work == 0

    def _outwards(self) -> None:
        pending = [
            edge for edge in self.forest.edges if not any(self._is_free(node) for node in self._ends(edge))
        ]
        while pending and not self.is_empty and self.flag[0] == 0:
            edge = min(pending, key=lambda e: (min(self._work(node) for node in self._ends(e)), e))
            pending.remove(edge)
            source, target = sorted(self._ends(edge), key=lambda node: (self._work(node), node))
            if target not in self._supports:
                self._list(edge, source, target)
            elif self.forest.parents[target] == source and self._is_final_below(target):
                self._send(edge, target, source)
            else:
                self._send(edge, source, target)

    def _inwards(self) -> None:
        for node in reversed(self.forest.order):
            if self.is_empty or self.flag[0] != 0:
                return
            if self.forest.parents[node] >= 0 and node not in self._final:
                self._send(self.forest.parent_edges[node], node, self.forest.parents[node])

    def _ends(self, edge: int) -> tuple[int, int]:
        return self.problem.heads[edge], self.problem.tails[edge]

    def _is_free(self, node: int) -> bool:
        """Whether ``node`` is an unknown leaf: any neighbour will do, so its rows need no listing."""
        return node not in self._supports and self.forest.parents[node] >= 0 and self.forest.degree(node) == 1

    def _is_final_below(self, node: int) -> bool:
        return all(child in self._final for child, parent in enumerate(self.forest.parents) if parent == node)

    def _work(self, node: int) -> float:
        support = self._supports.get(node)
        return np.inf if support is None else support.work

    def _list(self, edge: int, source: int, target: int) -> None:
        problem, support = self.problem, self._supports[source]
        arc = (edge, problem.heads[edge] == source, target)
        rows, message, table, struck = list_neighbours(
            problem.graph,
            problem.rules,
            arc,
            self._walk(source, support.total),
            self._sieve(source, target),
            self.limit,
            self.flag,
        )
        self.struck = min(self.struck, struck)
        if len(rows) > _WORTH_ORDERING:
            by_row = np.argsort(rows)
            rows, message = rows[by_row], message[by_row]
            table = index_rows(rows)
        self._supports[target] = Support(rows, np.zeros(len(rows)), table, {source: message})
        self._mark(source, target)
        self._settle(target)

    def _sieve(self, source: int, target: int) -> Int64:
        """What lets pass only common neighbours of all that is listed around ``target``, where that pays."""
        work = self._supports[source].work
        sieve = _NOTHING
        if work < _WORTH_A_SIEVE:
            return sieve
        for edge in self.forest.edges:
            if target in self._ends(edge):
                (other,) = set(self._ends(edge)) - {target}
                support = self._supports.get(other)
                if other != source and support is not None and support.work <= 4 * work:
                    n_words = 1 << max(4, (support.work // 8).bit_length())
                    sieve = sieve_of_neighbours(
                        self.problem.graph, self._walk(other, support.total), sieve, n_words, self.flag
                    )
        return sieve

    def _walk(self, node: int, costs: Float64) -> Walk:
        """A walk from the support of ``node``, whose relationships are gathered once if it is a large one."""
        support = self._supports[node]
        if support.around is None and _WORTH_GATHERING <= support.work <= _TOO_MANY_TO_GATHER:
            support.around = gather_all(self.problem.graph, support.rows, support.total, support.work)
        if support.around is None or 8 * support.work < len(support.around[0]):
            return support.rows, costs, _NO_ARCS
        return support.rows, costs, support.around

    def _send(self, edge: int, source: int, target: int) -> None:
        """Give ``target`` the message of ``source``, from whichever side takes less work."""
        graph, rules, heads = self.problem.graph, self.problem.rules, self.problem.heads
        sender, receiver = self._supports.get(source), self._supports[target]
        message = np.full(len(receiver.rows), np.inf)
        if sender is not None and sender.work < receiver.work:
            arc = (edge, heads[edge] == source, target)
            walk = self._walk(source, sender.without(target))
            push(graph, rules, arc, walk, receiver.table, message, self.flag)
        else:
            arc = (edge, heads[edge] == target, source)
            table = _NOTHING if sender is None else sender.table
            costs = _NO_COSTS if sender is None else sender.without(target)
            walk = self._walk(target, receiver.total)
            pull(graph, rules, arc, walk, table, costs, message, self.flag)
        receiver.messages[source] = message
        self._mark(source, target)
        self._settle(target)

    def _mark(self, source: int, target: int) -> None:
        if self.forest.parents[source] == target and self._is_final_below(source):
            self._final.add(source)


def _joined(arrays: list[NDArray[Any]]) -> NDArray[Any]:
    """One array of all; a single one as it is."""
    return arrays[0] if len(arrays) == 1 else np.concatenate(arrays)
