"""Patterns: `search`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from motif.engine.control import Control
from motif.graphs.evidence import Results
from motif.graphs.pattern import parse_pattern
from motif.knowledge_graph.dated import dated
from motif.knowledge_graph.held import HeldGraph
from motif.retrievers.arguments import (
    MAXIMUM_CANDIDATES,
    MAXIMUM_TOP_K,
    checked_count,
    checked_injectivity,
    judged,
)
from motif.retrievers.grounding import CandidateLimits
from motif.retrievers.presentation import Presentation, Verbalizer
from motif.retrievers.selection import select

if TYPE_CHECKING:
    from motif.retrievers.search import Injective


class SearchedGraph(HeldGraph):
    """A graph that is searched for patterns."""

    @dated
    def search(
        self,
        pattern: Any,
        *,
        top_k: int = 3,
        node_candidates: int = 16,
        relation_candidates: int = 16,
        type_candidates: int = 16,
        injective: Injective = True,
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
        """The ``top_k`` subgraphs nearest to ``pattern``, by Graph Semantic Distance (SimGRAG).

        Parameters
        ----------
        pattern
            Triples ``(head, relation, tail)``; see `motif.graphs.pattern`.
        top_k
            Results at most.
        node_candidates, relation_candidates, type_candidates
            How many of the nearest nodes, relations and labels stand in for each text of the pattern.
        injective
            True: distinct pattern nodes are distinct nodes. "known": an unknown differs from every known node, two
            unknowns may be one node (questions along a path). False: no condition.
        answer
            The unknown whose node is the answer; the only one by default.

        Raises
        ------
        InvalidPattern, InvalidInput
            What cannot be read, with the triple or the argument.
        DeadlineExceeded
            Cut at ``timeout`` and ``on_timeout="fail"``; by default the results so far, with ``complete`` False.
        """
        from motif.retrievers.search import SearchOptions
        from motif.retrievers.search import search as search_subgraphs
        from motif.retrievers.warming import warm_search

        parsed = parse_pattern(pattern)
        view = self.view
        options = SearchOptions(
            checked_count(top_k, "top_k", MAXIMUM_TOP_K),
            CandidateLimits(
                checked_count(node_candidates, "node_candidates", MAXIMUM_CANDIDATES),
                checked_count(relation_candidates, "relation_candidates", MAXIMUM_CANDIDATES),
                checked_count(type_candidates, "type_candidates", MAXIMUM_CANDIDATES),
            ),
            checked_injectivity(injective),
        )
        selection = select(
            view.projection,
            labels=labels,
            relationship_types=relationship_types,
            filter=filter,
            unknowns=parsed.unknowns,
        )
        seconds = self._seconds({"timeout": timeout})
        warm_search()
        with control or Control(seconds) as running:
            found = search_subgraphs(
                view, parsed, selection, options, Presentation(answer, max_tokens, verbalize), running
            )
        return judged(found, seconds, on_timeout)

    async def asearch(self, pattern: Any, **options: Any) -> Results:
        """`search`, awaited; cancelling the task stops the work."""
        return await self._awaited(self.search, pattern, options)
