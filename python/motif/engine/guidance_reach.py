"""What question entities reach in so many steps: the part of a graph that a Triple-GNN's inference looks at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from motif.engine.control import Control
from motif.engine.data_graph import data_graph
from motif.engine.match_query import DataGraph
from motif.engine.subgraph_query import frozen
from motif.errors import InvalidInput
from motif.graphs.distinct import distinct
from motif.graphs.projection import Projection
from motif.kernels.arrays import Graph, Int32, Int64
from motif.kernels.guidance_layers import Arcs
from motif.kernels.guidance_reach import arcs_into, reach

Bools: TypeAlias = NDArray[np.bool_]

NONE = np.zeros(0, np.bool_)


@dataclass(frozen=True, slots=True)
class Reach:
    """Nodes by *place*, nearest first, and what runs between them.

    Attributes
    ----------
    rows : int32 (p,)
        Of each place.
    ends : int64 (steps + 1,)
        How many places are within 0, 1, … steps.
    arcs
        Into each place, from those within one step less.
    """

    rows: Int32
    ends: Int64
    arcs: Arcs


def find_reach(
    graph: DataGraph,
    sources: Int32,
    steps: int,
    *,
    allowed: Bools = NONE,
    most: int | None = None,
    control: Control | None = None,
) -> Reach | None:
    """What ``sources`` reach in ``steps`` of relationships, whichever way they point; None if the control stopped it.

    Parameters
    ----------
    sources : int32, distinct
    allowed : bool (n,)
        Where steps may lead to; empty for everywhere.
    most
        How many nodes may be reached; None for any number.

    Raises `InvalidInput` where more are.
    """
    arrays, flag = adjacency(graph), (control or Control()).flag
    most = graph.n_nodes if most is None else most
    rows, ends, places, counts, whole = reach(arrays, sources, allowed, steps, most, flag)
    if flag[0]:
        return None
    if not whole or len(rows) > most:
        raise InvalidInput(
            f"The question's entities reach more than {most:,} nodes in {steps} steps, and memory is set aside for no "
            "more.",
            hint='Look at a part of the graph: subgraph="pagerank" or subgraph="hops".',
        )
    n_senders = int(ends[steps - 1]) if steps else 0
    arcs = arcs_into(arrays, (rows, places, counts), n_senders, flag)
    return None if flag[0] else Reach(rows, ends, arcs)


def adjacency(graph: DataGraph) -> Graph:
    """The arrays that kernels take."""
    outgoing, incoming = graph.outgoing, graph.incoming
    return (
        frozen(outgoing.indptr, np.int32),
        frozen(outgoing.indices, np.int32),
        frozen(incoming.indptr, np.int32),
        frozen(incoming.indices, np.int32),
        frozen(incoming.data, np.int32),
        frozen(graph.relation),
    )


def as_data_graph(graph: DataGraph | Projection) -> DataGraph:
    """``graph``, or that of the projection; nothing is copied."""
    return graph if isinstance(graph, DataGraph) else data_graph(graph)


def checked_rows(rows: NDArray[np.int32], n_nodes: int, name: str) -> Int32:
    """``rows`` ascending and distinct, int32; `InvalidInput` for those that are no rows."""
    found = distinct(np.asarray(rows))
    if len(found) and not (np.issubdtype(found.dtype, np.integer) and found[0] >= 0 and found[-1] < n_nodes):
        raise InvalidInput(
            f"{name} must be rows from 0 to {n_nodes - 1}, not {found[:5].tolist()!r}.",
            hint="Give the rows of the graph that is searched.",
        )
    return found.astype(np.int32)


def checked_sources(sources: NDArray[np.int32], graph: DataGraph) -> Int32:
    """Question entities ascending and distinct, int32; `InvalidInput` for none, and for those that are no rows."""
    found = checked_rows(sources, graph.n_nodes, "sources")
    if not len(found):
        raise InvalidInput("A search under guidance starts at the question's entities, and there is none.")
    return found
