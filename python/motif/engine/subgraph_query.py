"""The question that a subgraph search answers, and the arrays that kernels read it from."""

from __future__ import annotations

from collections.abc import Sequence, Sized
from dataclasses import dataclass
from functools import reduce
from typing import Any, Literal

import numpy as np
from numpy.typing import DTypeLike, NDArray

from motif.engine.candidates import Candidates
from motif.errors import InvalidInput
from motif.graphs.csr import CSR
from motif.graphs.narrow import Codes
from motif.kernels.arrays import Float64, Graph, Int32, Rules

Injectivity = bool | Literal["known"]
MAXIMUM_EDGES = 32
_INJECTIVITY: dict[Injectivity, int] = {False: 0, "known": 1, True: 2}


@dataclass(frozen=True, slots=True)
class SearchQuery:
    """A pattern with its candidates.

    Attributes
    ----------
    heads, tails : int32 (edges,)
        Pattern nodes of each pattern edge; at most 32 edges, and every pattern node on one of them.
    node_candidates
        By pattern node its candidates; None for an unknown node, which any row may stand for at distance 0.
    node_masks : bool (n,) each
        By pattern node the rows allowed; None allows all.
    relation_costs : float64 (relations,) each
        By pattern edge the distance of each relation, a multiple of 2**-24, infinite where it is no
        candidate; None for an unknown relation, which any relation may stand for at distance 0.
    relationship_masks : bool (m,) each
        By pattern edge the relationships allowed; None allows all.
    """

    heads: NDArray[np.int32]
    tails: NDArray[np.int32]
    node_candidates: tuple[Candidates | None, ...]
    node_masks: tuple[NDArray[np.bool_] | None, ...]
    relation_costs: tuple[NDArray[np.float64] | None, ...]
    relationship_masks: tuple[NDArray[np.bool_] | None, ...]


@dataclass(frozen=True, slots=True)
class Problem:
    """A query made ready: costs reduced by their least, masks packed into bits.

    Attributes
    ----------
    rows, costs
        By pattern node the allowed candidates and their reduced distances, ascending; None for unknown nodes.
    least_distance
        What was taken off: the sum of the least distances of all known parts.
    is_feasible
        False when a known part has no candidate left.
    """

    heads: tuple[int, ...]
    tails: tuple[int, ...]
    graph: Graph
    rules: Rules
    rows: tuple[Int32 | None, ...]
    costs: tuple[Float64 | None, ...]
    least_distance: float
    is_feasible: bool

    @property
    def n_nodes(self) -> int:
        return len(self.rows)


def prepare(outgoing: CSR, incoming: CSR, relation: Codes, query: SearchQuery) -> Problem:
    """The problem that ``query`` poses to a graph; raises `InvalidInput` where they do not fit together."""
    _check(outgoing.n_nodes, len(relation), query)
    chosen = [_allowed(*pair) for pair in zip(query.node_candidates, query.node_masks, strict=True)]
    least = [0.0 if part is None or not len(part) else float(part.distances[0]) for part in chosen]
    edge_costs, unknown_edges, least_edges = _edge_costs(query.relation_costs)
    node_masks = [
        None if part is not None else mask for part, mask in zip(chosen, query.node_masks, strict=True)
    ]
    rules = (
        edge_costs,
        unknown_edges,
        frozen(_bits(node_masks, np.int64), np.int64),
        frozen(_bits(query.relationship_masks, np.uint32), np.uint32),
    )
    return Problem(
        heads=tuple(query.heads.tolist()),
        tails=tuple(query.tails.tolist()),
        graph=graph_arrays(outgoing, incoming, relation),
        rules=rules,
        rows=tuple(None if part is None else part.rows for part in chosen),
        costs=tuple(
            None if part is None else part.distances - d for part, d in zip(chosen, least, strict=True)
        ),
        least_distance=sum(least) + sum(cost for cost in least_edges if cost < np.inf),
        is_feasible=all(part is None or len(part) > 0 for part in chosen) and max(least_edges) < np.inf,
    )


def injectivity_rule(injective: Injectivity) -> int:
    """How kernels know ``injective``: 0 none, 1 where one of two nodes is known, 2 all."""
    if not isinstance(injective, (bool, str)) or injective not in _INJECTIVITY:
        raise InvalidInput(f"injective must be True, False or 'known', not {injective!r}.")
    return _INJECTIVITY[injective]


def graph_arrays(outgoing: CSR, incoming: CSR, relation: Codes) -> Graph:
    """The arrays of a graph as kernels take them, none copied."""
    return (
        frozen(outgoing.indptr, np.int32),
        frozen(outgoing.indices, np.int32),
        frozen(incoming.indptr, np.int32),
        frozen(incoming.indices, np.int32),
        frozen(incoming.data, np.int32),
        frozen(relation),
    )


def frozen(array: NDArray[Any], dtype: DTypeLike | None = None) -> NDArray[Any]:
    """A read-only view: mapped and ordinary arrays then look alike to the compiler, which compiles once.

    Without ``dtype`` of the type that it has: codes (`motif.graphs.narrow`).
    """
    view = np.ascontiguousarray(array, dtype=dtype).view()
    view.flags.writeable = False
    return view


def _allowed(candidates: Candidates | None, mask: NDArray[np.bool_] | None) -> Candidates | None:
    if candidates is None or mask is None:
        return candidates
    keep = mask[candidates.rows]
    return Candidates(candidates.rows[keep], candidates.distances[keep])


def _edge_costs(costs: tuple[NDArray[np.float64] | None, ...]) -> tuple[Float64, int, list[float]]:
    """Reduced costs (edges, relations), the word of unknown edges, and the least cost of each edge."""
    n_relations = max((len(cost) for cost in costs if cost is not None), default=0)
    table = np.zeros((len(costs), n_relations))
    unknown = 0
    least = []
    for edge, cost in enumerate(costs):
        if cost is None:
            unknown |= 1 << edge
            least.append(0.0)
        else:
            least.append(float(cost.min(initial=np.inf)))
            np.subtract(cost, least[-1] if least[-1] < np.inf else 0.0, out=table[edge])
    return table, unknown, least


def _bits(masks: Sequence[NDArray[np.bool_] | None], dtype: DTypeLike) -> NDArray[Any]:
    """One word per row, bit ``i`` set where mask ``i`` allows it; empty without masks."""
    distinct: dict[int, tuple[NDArray[np.bool_], int]] = {}
    for place, mask in enumerate(masks):
        if mask is not None:
            distinct[id(mask)] = (mask, distinct.get(id(mask), (mask, 0))[1] | 1 << place)
    if not distinct:
        return np.empty(0, dtype)
    full = np.array(-1).astype(dtype)
    words = [np.where(mask, full, ~np.array(word).astype(dtype)) for mask, word in distinct.values()]
    return reduce(np.bitwise_and, words)


def _check(n_nodes: int, n_relationships: int, query: SearchQuery) -> None:
    n_edges = len(query.heads)
    if not 1 <= n_edges <= MAXIMUM_EDGES:
        raise InvalidInput(
            f"A pattern must have 1 to {MAXIMUM_EDGES} edges, not {n_edges}.",
            hint="Exact matching (match) takes longer ones.",
        )
    by_edge: dict[str, Sized] = {
        "tails": query.tails,
        "relation_costs": query.relation_costs,
        "relationship_masks": query.relationship_masks,
    }
    for name, value in by_edge.items():
        if len(value) != n_edges:
            raise InvalidInput(
                f"{name} must have one entry for each of {n_edges} pattern edges, not {len(value)}."
            )
    n_pattern = len(query.node_candidates)
    if len(query.node_masks) != n_pattern:
        raise InvalidInput(f"node_masks must have one entry for each of {n_pattern} pattern nodes.")
    if set(query.heads.tolist()) | set(query.tails.tolist()) != set(range(n_pattern)):
        raise InvalidInput(
            f"Each of {n_pattern} pattern nodes must be an end of a pattern edge, and no other may."
        )
    for mask, length in [(m, n_nodes) for m in query.node_masks] + [
        (m, n_relationships) for m in query.relationship_masks
    ]:
        if mask is not None and len(mask) != length:
            raise InvalidInput(f"A mask has {len(mask)} entries; the graph has {length}.")
