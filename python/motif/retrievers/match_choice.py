"""Which of the two ways to match exactly a query takes: the join on CSR, or the path index."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from motif.engine.control import Control
from motif.engine.exact_matching import estimate_join, match_subgraphs
from motif.engine.match_query import MAXIMUM_EDGES_OF_PATHS, Algorithm, Matches, MatchQuery
from motif.engine.path_matching import estimate_paths, match_by_paths
from motif.errors import MissingVectors
from motif.retrievers.path_access import PathAccess


@dataclass(frozen=True, slots=True)
class Way:
    """How a query is matched.

    Attributes
    ----------
    algorithm
        "join" or "paths".
    length
        Of the paths; None for the join.
    costs
        What each way that was there was expected to look at: index entries and partial matches.
    """

    algorithm: Literal["join", "paths"]
    length: int | None
    costs: Mapping[str, float]

    def as_metadata(self) -> dict[str, object]:
        """The way as a result's metadata says it."""
        said: dict[str, object] = {"algorithm": self.algorithm}
        if self.length is not None:
            said["pathLength"] = self.length
        if self.costs:
            said["estimatedCost"] = dict(self.costs)
        return said


def choose_way(access: PathAccess, query: MatchQuery, algorithm: Algorithm) -> Way:
    """The way of least expected cost, or the one that ``algorithm`` names.

    Raises `MissingVectors` for "paths" on a graph without a path index that is too large to make one on the fly.
    """
    if algorithm == "join" or (algorithm == "auto" and query.n_edges > MAXIMUM_EDGES_OF_PATHS):
        return Way("join", None, {})
    lengths = access.lengths
    if algorithm == "paths":
        lengths = lengths or access.make_small()
        if not lengths:
            raise MissingVectors(
                f"The graph '{access.name}' has no path index, and is too large to make one for a single call.",
                hint=f"Make it: kg.embed_dominance(path_length=1), or CALL motif.embed.dominance.mutate("
                f"'{access.name}', {{pathLength: 1}}); or match by algorithm 'join'.",
            )
    elif not lengths:
        return Way("join", None, {})
    costs = {length: estimate_paths(access.graph, query, access.index(length)) for length in lengths}
    said = {f"paths of length {length}": cost for length, cost in costs.items()}
    best = min(costs, key=lambda length: (costs[length], length))
    if algorithm == "auto":
        join = estimate_join(access.graph, query).cost
        said = {"join": join, **said}
        if join <= costs[best]:
            return Way("join", None, said)
    return Way("paths", best, said)


def match_by(access: PathAccess, query: MatchQuery, way: Way, limit: int, control: Control) -> Matches:
    """The matches of ``query``, found in that way; the same whichever it is, as long as they are complete."""
    if way.length is None:
        return match_subgraphs(access.graph, query, limit=limit, control=control)
    index = access.index(way.length)
    return match_by_paths(access.graph, query, index, access.embedding, limit=limit, control=control)
