"""Patterns, exactly: `match`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from motif.engine.control import Control
from motif.engine.match_query import Algorithm, Injectivity
from motif.errors import DeadlineExceeded
from motif.graphs.evidence import Results
from motif.graphs.pattern import parse_pattern
from motif.graphs.projection import Projection
from motif.knowledge_graph.dated import dated
from motif.knowledge_graph.held import HeldGraph
from motif.retrievers.arguments import (
    MAXIMUM_CANDIDATES,
    checked_algorithm,
    checked_count,
    checked_flag,
    checked_injectivity,
    judged,
)
from motif.retrievers.presentation import Presentation, Verbalizer
from motif.retrievers.selection import select
from motif_cypher import template

if TYPE_CHECKING:
    from motif.database import Database
    from motif.retrievers.neighbourhood import Neighbours

MAXIMUM_LIMIT = 1_000_000


class MatchedGraph(HeldGraph):
    """A graph in which patterns are matched exactly."""

    @dated
    def match(
        self,
        pattern: Any,
        *,
        limit: int = 1000,
        directed: bool = True,
        injective: Injectivity = True,
        algorithm: Algorithm = "auto",
        relation_candidates: int = 1,
        answer: str | None = None,
        labels: Sequence[str] | None = None,
        relationship_types: Sequence[str] | None = None,
        filter: Mapping[str, Any] | None = None,
        timeout: float | None = None,
        on_timeout: Literal["partial", "fail"] = "partial",
        max_tokens: int | None = None,
        verbalize: Verbalizer | None = None,
        control: Control | None = None,
    ) -> Results:
        """Every exact match of ``pattern``, none missing (SG-RAG): one piece for each way to bind it.

        A name that no node has to the letter stands for the nodes it is nearest to, and ``metadata["normalised"]`` says
        which. A pattern that finds nothing as its relationships point is tried whichever way they point, and
        ``metadata["directed"]`` is then False. Without any match the results are what lies around the nodes that it
        names, with ``metadata["fallback"]`` True and no answers. Needs no vectors and no encoder.

        Parameters
        ----------
        pattern
            Triples ``(head, relation, tail)`` of which at least one node has a name, an id, a label or a filter.
        limit
            Matches at most; ``complete`` is False when there are more.
        directed
            Whether relationships point as the triples do.
        injective
            True: distinct pattern nodes are distinct nodes. "known": two unknowns may be one node. False: any two may,
            as in Cypher. Relationships are always distinct.
        algorithm
            "join": on the graph itself. "paths": by the path index (`Graph.embed_dominance`). "auto": whichever is
            expected to look at less. The matches are the same.
        relation_candidates
            1: relations are those named. More: or one of so many nearest to them, by meaning.
        answer
            The unknown whose node is the answer; the only one by default.

        Raises
        ------
        InvalidPattern, InvalidInput
            Nothing in it is known, it has more than 128 edges, it falls into parts with too many matches, or the graph
            lacks its relation or label; the nearest are named.
        MissingVectors
            "paths" on a large graph without a path index.
        DeadlineExceeded
            Cut at ``timeout`` and ``on_timeout="fail"``.

        >>> from motif import Graph
        >>> films = [("Heat", "directed_by", "Mann"), ("Heat", "starring", "Pacino"), ("Thief", "directed_by", "Mann")]
        >>> found = Graph.from_triples(films).match([("?film", "directed_by", "Mann"), ("?film", "starring", "Pacino")])
        >>> [piece.answers[0].name for piece in found], found.complete
        (['Heat'], True)
        """
        from motif.retrievers.matching import MatchOptions
        from motif.retrievers.matching import match as match_pattern
        from motif.retrievers.warming import warm_matching, warm_paths

        parsed = parse_pattern(pattern)
        view = self.view
        options = MatchOptions(
            checked_count(limit, "limit", MAXIMUM_LIMIT),
            checked_flag(directed, "directed"),
            checked_injectivity(injective),
            checked_algorithm(algorithm),
            checked_count(relation_candidates, "relation_candidates", MAXIMUM_CANDIDATES),
        )
        selection = select(
            view.projection,
            labels=labels,
            relationship_types=relationship_types,
            filter=filter,
            unknowns=parsed.unknowns,
        )
        seconds = self._seconds({"timeout": timeout})
        warm_matching()
        if algorithm == "paths" or (algorithm == "auto" and view.projection.paths):
            warm_paths()
        presentation = Presentation(answer, max_tokens, verbalize)
        with control or Control(seconds) as running:
            found = match_pattern(
                view, parsed, selection, options, presentation, running, neighbours=self._neighbours()
            )
        return judged(found, seconds, on_timeout)

    def count(
        self,
        pattern: Any,
        *,
        directed: bool = True,
        injective: Injectivity = True,
        relation_candidates: int = 1,
        labels: Sequence[str] | None = None,
        relationship_types: Sequence[str] | None = None,
        filter: Mapping[str, Any] | None = None,
        timeout: float | None = None,
        control: Control | None = None,
    ) -> int:
        """How many exact matches ``pattern`` has: as many as `match` would list without a limit. None is listed.

        Parameters are those of `match`. Raises as `match` does, and `DeadlineExceeded` where ``timeout`` cut it, with
        how many were counted until then.

        >>> from motif import Graph
        >>> films = [("Heat", "directed_by", "Mann"), ("Heat", "starring", "Pacino"), ("Thief", "directed_by", "Mann")]
        >>> Graph.from_triples(films).count([("?film", "directed_by", "Mann")])
        2
        """
        from motif.retrievers.counting import count_matches
        from motif.retrievers.matching import MatchOptions
        from motif.retrievers.warming import warm_matching

        parsed, view = parse_pattern(pattern), self.view
        options = MatchOptions(
            directed=checked_flag(directed, "directed"),
            injective=checked_injectivity(injective),
            relation_candidates=checked_count(relation_candidates, "relation_candidates", MAXIMUM_CANDIDATES),
        )
        selection = select(
            view.projection,
            labels=labels,
            relationship_types=relationship_types,
            filter=filter,
            unknowns=parsed.unknowns,
        )
        seconds = self._seconds({"timeout": timeout})
        warm_matching()
        with control or Control(seconds) as running:
            found = count_matches(view, parsed, selection, options, running)
        if not found.complete:
            raise DeadlineExceeded(
                f"Counting was cut after {seconds:g} s; there are at least {found.count:,} matches.",
                hint="Give it more time (timeout), or make the pattern narrower.",
            )
        return found.count

    async def acount(self, pattern: Any, **options: Any) -> int:
        """`count`, awaited; cancelling the task stops the work."""
        from motif.retrievers.warming import warm_matching

        return await self._awaited(self.count, pattern, options, warm_matching)

    async def amatch(self, pattern: Any, **options: Any) -> Results:
        """`match`, awaited; cancelling the task stops the work."""
        from motif.retrievers.warming import warm_matching

        return await self._awaited(self.match, pattern, options, warm_matching)

    def _neighbours(self) -> Neighbours:
        """Where the fallback looks: in the database where there is one, else in the projection."""
        from motif.retrievers.neighbourhood import neighbours_in_memory

        if self._owner is None:
            return neighbours_in_memory
        database = self._owner.database
        return lambda projection, rows, limit: neighbours_in_database(database, projection, rows, limit)


def neighbours_in_database(
    database: Database, projection: Projection, rows: Sequence[int], limit: int
) -> list[NDArray[np.int32]]:
    """The relationships around each node that the database has now and the projection knows, by one statement."""
    from motif.retrievers.neighbourhood import neighbours_in_memory

    ids = {int(projection.nodes.ids[row]): row for row in rows}
    records = database.run(template("neighbourhood"), ids=list(ids), limit=limit)
    found = {ids[record["node"]]: record["relationships"] for record in records}
    [*around] = neighbours_in_memory(projection, rows, projection.n_relationships)
    return [
        part[np.isin(projection.relationships.ids[part], found.get(row, []))]
        for row, part in zip(rows, around, strict=True)
    ]
