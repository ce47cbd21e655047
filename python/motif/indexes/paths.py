"""Path indexes: all paths of one or two relationships, found by what is known of them (SG-RAG §4.2, equation 4).

A path has a label part (the places of its nodes in the order of (labels, row), so that a known row is a point and a
label an interval, and its relations) and a dominance part (the dominance vectors of its nodes). Direction does not
count for being a path; each relationship is kept, so a query path may run either way along each.

Both layouts keep the relationships around each node (`motif.engine.path_arms`). "columns" scans them; "boxes" has a
point per path in an R*-tree besides, and asks it where a scan would look at much. The tree is packed when it is first
needed (2 µs a path), not saved. Everything else is read through the graph and the embedding.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from motif.engine.dominance import construct_dominance
from motif.engine.match_query import DataGraph, MatchQuery
from motif.engine.path_arms import KEPT, build_arms, saved_arms
from motif.engine.path_decomposition import LENGTHS
from motif.engine.path_expectation import expect_scan
from motif.engine.path_matching import estimate_paths, match_by_paths
from motif.engine.path_query import Expected, FoundPaths, PathQuery
from motif.engine.path_scanning import kernel_vectors, scan_costs, scan_paths
from motif.errors import InvalidInput, MissingVectors
from motif.graphs.csr import build_csr
from motif.graphs.dominance import DominanceEmbedding
from motif.graphs.paths import PathTable
from motif.indexes.path_points import PathPoints, label_order, path_dimensions
from motif.kernels.arrays import Int64

Layout = Literal["boxes", "columns"]

MAXIMUM_PATHS = 50_000_000
BOX_DIMENSIONS = 15
BOX_RELATIONSHIPS = 750_000
BOX_BYTES = 2**30
"""Where an R*-tree beats a scan, measured with query paths of which labels and relations are known, but no node: at
300,000 and 500,000 relationships a scan is faster in four of five lookups, at 1,000,000 the tree in four of five with
5 dimensions, two of three with 15 and half with 19. A tree of more bytes than these is not worth its memory."""

TREE_FROM = 8_000
"""Rows and arms that a scan looks at in the time that a lookup in a tree takes at least."""


@dataclass(frozen=True, slots=True)
class PathEstimate:
    """What a path index will take.

    Attributes
    ----------
    paths
        How many there are, exactly.
    bytes
        Of the index, in memory.
    layout
        The one that "auto" would choose.
    hub, degree
        The row with the most relationships, and how many (loops once); -1 and 0 in a graph without nodes.
    """

    paths: int
    bytes: int
    layout: Layout
    hub: int
    degree: int


def estimate_path_table(graph: DataGraph, dimension: int, length: int) -> PathEstimate:
    """What an index of all paths of ``length`` will take, with dominance vectors of ``dimension``. O(n + m).

    Raises `InvalidInput` when ``length`` is neither 1 nor 2.

    >>> from motif.graphs.csr import build_csr
    >>> hub, leaves = np.zeros(3, np.int32), np.array([1, 2, 3], np.int32)
    >>> none = np.zeros(4, np.int32)
    >>> star = DataGraph(build_csr(hub, leaves, 4), build_csr(leaves, hub, 4), none[:3], none, 1)
    >>> estimate_path_table(star, 2, 2)
    PathEstimate(paths=3, bytes=104, layout='columns', hub=0, degree=3)
    """
    _check_length(length)
    loops = graph.source == graph.outgoing.indices
    degrees = graph.outgoing.degrees + graph.incoming.degrees
    degrees -= np.bincount(graph.source[loops], minlength=graph.n_nodes)
    paths = graph.n_relationships if length == 1 else int((degrees * (degrees - 1) // 2).sum())
    hub = int(degrees.argmax()) if graph.n_nodes else -1
    tree = paths * path_bytes(length, dimension)
    suits = path_dimensions(length, dimension) <= BOX_DIMENSIONS and tree <= BOX_BYTES
    layout: Layout = "boxes" if suits and graph.n_relationships >= BOX_RELATIONSHIPS else "columns"
    return PathEstimate(
        paths,
        _bytes(graph, int(degrees.sum()), layout, tree),
        layout,
        hub,
        int(degrees[hub]) if graph.n_nodes else 0,
    )


def path_bytes(length: int, dimension: int) -> int:
    """Bytes of one path in an R*-tree while it is packed, measured; three quarters of it stay."""
    return 40 * path_dimensions(length, dimension) + 176


def build_path_table(
    graph: DataGraph,
    embedding: DominanceEmbedding,
    length: int,
    *,
    layout: Literal["auto", "boxes", "columns"] = "auto",
    max_paths: int = MAXIMUM_PATHS,
) -> PathTable:
    """The index of all paths of ``length`` relationships; O(m) whatever their number.

    Parameters
    ----------
    layout
        "boxes", "columns", or "auto": boxes where they were measured to pay, see `BOX_DIMENSIONS`.
    max_paths
        Of the layout "boxes", whose tree holds each path; more are refused. "columns" stores none, and where a hub has
        more than `motif.engine.path_completion.PATHS_AT_ONCE` for a query path, its edges are looked up one by one.

    Raises `InvalidInput` for another length or layout, for an embedding of another graph, and for too many paths.
    """
    _check_fit(graph, embedding)
    if layout not in ("auto", "boxes", "columns"):
        raise InvalidInput(f"layout must be 'auto', 'boxes' or 'columns', not {layout!r}.")
    estimate = estimate_path_table(graph, embedding.dimension, length)
    chosen = estimate.layout if layout == "auto" else layout
    if chosen == "boxes" and estimate.paths > max_paths:
        raise InvalidInput(
            f"The graph has {estimate.paths:,} paths of {length} relationships, more than max_paths={max_paths:,}. "
            f"Row {estimate.hub} alone has {estimate.degree:,} relationships"
            + (f", {estimate.degree * (estimate.degree - 1) // 2:,} pairs of them." if length == 2 else "."),
            hint="Take the layout 'columns', which stores no path, paths of length 1, or a larger max_paths.",
        )
    arms = build_arms(graph)
    arrays: dict[str, NDArray[Any]] = {name: getattr(arms, name) for name in KEPT}
    if chosen == "boxes":
        arrays["places"] = label_order(graph.label_set)
    return PathTable(length, chosen, embedding.stamp.text, arrays)


def open_path_index(table: PathTable, graph: DataGraph, embedding: DominanceEmbedding) -> PathIndex:
    """The index that ``table`` holds, ready to be asked.

    Raises `MissingVectors` when the table was made with another embedding or of another graph.
    """
    _check_fit(graph, embedding)
    if table.stamp != embedding.stamp.text:
        raise MissingVectors(
            f"The path index was made with the dominance embedding {table.stamp}, the graph now has "
            f"{embedding.stamp.text}.",
            hint=f"Make it again: kg.embed_dominance(path_length={table.length}).",
        )
    if len(table.arrays["indptr"]) != graph.n_nodes + 1:
        raise MissingVectors(
            f"The path index is of a graph of {len(table.arrays['indptr']) - 1:,} nodes, this one has "
            f"{graph.n_nodes:,}.",
            hint=f"Make it again: kg.embed_dominance(path_length={table.length}).",
        )
    return PathIndex(table, graph, embedding)


class PathIndex:
    """All paths of one length, and of length 1 besides; see `motif.engine.path_query.PathLookup`."""

    def __init__(self, table: PathTable, graph: DataGraph, embedding: DominanceEmbedding) -> None:
        self.length = table.length
        self.layout = table.layout
        self._arms = saved_arms(graph, table.arrays)
        self._vectors = kernel_vectors(embedding)
        self._points: PathPoints | None = None
        if table.layout == "boxes":
            self._points = PathPoints(self._arms, self._vectors, table.arrays["places"], table.length)

    @property
    def n_nodes(self) -> int:
        return self._arms.n_nodes

    @property
    def n_paths(self) -> int:
        """How many paths of ``length`` there are."""
        return len(self._arms.relation) if self.length == 1 else int(self._arms.first_pairs[-1])

    def find(self, query: PathQuery, *, budget: int, flag: Int64) -> FoundPaths | None:
        """All paths that ``query`` may stand for; None when they are more than ``budget``."""
        if self._points is not None and self._pays(query):
            found = self._points.find(query)
            return found if len(found) <= budget else None
        return scan_paths(self._arms, self._vectors, query, budget=budget, flag=flag)

    def _pays(self, query: PathQuery) -> bool:
        """Whether the tree has such paths, and a scan would look at so much that it is worth asking it."""
        has_such = len(query.steps) == self.length and not query.is_impossible
        return has_such and min(scan_costs(self._arms, query)) >= TREE_FROM

    def expect(self, query: PathQuery, counts: tuple[float, ...]) -> Expected:
        """What `find` would look at and find; ``counts`` are how many rows are expected at each position."""
        expected = expect_scan(self._arms, query, counts)
        if self._points is None or len(query.steps) < self.length:
            return expected
        return replace(expected, looked_at=min(expected.looked_at, TREE_FROM + expected.found))


def warm() -> None:
    """Compile every kernel of path matching, or load it from the cache on disk, by a small match."""
    ends = np.array([0, 1], np.int32), np.array([1, 2], np.int32)
    graph = DataGraph(
        build_csr(*ends, 3),
        build_csr(*ends[::-1], 3),
        np.zeros(2, np.int32),
        np.zeros(3, np.int32),
        1,
    )
    query = MatchQuery(*ends, (None,) * 3, (None,) * 3, (None,) * 2, (None,) * 2)
    embedding = construct_dominance(graph)
    for length in LENGTHS:
        index = open_path_index(
            build_path_table(graph, embedding, length, layout="columns"), graph, embedding
        )
        estimate_paths(graph, query, index)
        match_by_paths(graph, query, index, embedding, limit=1)


def _check_length(length: int) -> None:
    if length not in LENGTHS:
        raise InvalidInput(f"A path index has paths of 1 or 2 relationships, not {length!r}.")


def _check_fit(graph: DataGraph, embedding: DominanceEmbedding) -> None:
    if len(embedding.vectors) != graph.n_nodes:
        raise MissingVectors(
            f"The dominance embedding has {len(embedding.vectors):,} vectors, the graph {graph.n_nodes:,} nodes.",
            hint="Make it again: kg.embed_dominance().",
        )


def _bytes(graph: DataGraph, n_arms: int, layout: Layout, tree: int) -> int:
    arms = 8 * (graph.n_nodes + 1) + 8 * n_arms + 16 * graph.n_relations
    return arms if layout == "columns" else arms + 4 * graph.n_nodes + tree
