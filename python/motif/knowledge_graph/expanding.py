"""Seeds and their neighbours: `expand`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from motif.engine.control import Control
from motif.errors import InvalidInput, NoEntityFound
from motif.graphs.evidence import Results
from motif.graphs.projection import Projection
from motif.indexes.hybrid import BM25_WEIGHT
from motif.knowledge_graph.dated import dated
from motif.knowledge_graph.held import HeldGraph
from motif.retrievers.arguments import MAXIMUM_TOP_K, checked_count, judged
from motif.retrievers.selection import select

if TYPE_CHECKING:
    from motif.retrievers.expansion import ExpansionScope

Policy = Literal["sage+edge", "sage-edge"]
POLICIES = ("sage+edge", "sage-edge")


class ExpandedGraph(HeldGraph):
    """A graph of chunks, or of nodes with texts, that is read from seeds outward."""

    @dated
    def expand(
        self,
        question: str,
        *,
        seeds: int = 10,
        neighbours: int = 10,
        top_k: int | None = None,
        policy: Policy = "sage+edge",
        along: str | Sequence[str] | None = None,
        bm25_weight: float = BM25_WEIGHT,
        labels: Sequence[str] | None = None,
        relationship_types: Sequence[str] | None = None,
        filter: Mapping[str, Any] | None = None,
        timeout: float | None = None,
        on_timeout: Literal["partial", "fail"] = "partial",
        max_tokens: int | None = None,
        control: Control | None = None,
    ) -> Results:
        """The chunks most relevant to ``question``, and the best of what their edges lead to (SAGE).

        Chunks are the nodes of a corpus, or else those that have a text, or else all; ``labels`` names others.

        Parameters
        ----------
        seeds, neighbours
            How many chunks come by the question itself (words and meaning), and how many along edges.
        top_k
            Results at most, seeds and neighbours together; None for all of both.
        policy
            "sage+edge" always expands. "sage-edge" gives seeds alone where the question names relations of the graph
            itself, so that a pattern answers it (`retrieve`).
        along
            What to expand along: relationship types, layers that `similarity` made, or ``"IS_SIMILAR:title-cell"`` for
            edges that one metric explains. None: edges that a name explains, the graph's own relationships, and what
            an entity or document joins; shared entities fill what is left open, and edges of mere likeness are taken
            only where there is no other.
        bm25_weight
            From 0 to 1, the rest is the cosine's; 1 needs no vectors.
        labels, filter
            What may be returned. ``relationship_types``: edges that may be gone along.

        Returns
        -------
        Results
            Best first, on one scale; ``metadata["role"]`` is "seed" or "neighbour", ``"from"`` the seeds that a
            neighbour is joined to, ``"via"`` what explains the edge. Empty where nothing has anything of the question.

        Raises
        ------
        MissingVectors
            The graph has no vectors: `embed` makes them.
        InvalidInput
            The question is empty, or an argument cannot be used.
        """
        from motif.retrievers.expansion import ExpansionOptions
        from motif.retrievers.expansion import expand as expand_seeds
        from motif.retrievers.warming import warm_expansion

        options = ExpansionOptions(
            checked_count(seeds, "seeds", MAXIMUM_TOP_K),
            neighbours if neighbours == 0 else checked_count(neighbours, "neighbours", MAXIMUM_TOP_K),
            None if top_k is None else checked_count(top_k, "top_k", MAXIMUM_TOP_K),
            None if along is None else _names(along),
            checked_weight(bm25_weight),
            max_tokens,
        )
        if policy not in POLICIES:
            raise InvalidInput(f"policy must be 'sage+edge' or 'sage-edge', not {policy!r}.")
        view = self.view
        scope = scope_of(view.projection, labels, relationship_types, filter)
        seconds = self._seconds({"timeout": timeout})
        plan = self._explicit_plan(question) if policy == "sage-edge" else None
        if plan is not None:
            options = ExpansionOptions(options.seeds, 0, options.top_k, None, options.bm25_weight, max_tokens)
        warm_expansion()
        with control or Control(seconds) as running:
            found = expand_seeds(view, question, scope, options, running)
        found.metadata.update(policy=policy, expanded=plan is None)
        if plan is not None:
            found.metadata["plan"] = plan
        return judged(found, seconds, on_timeout)

    async def aexpand(self, question: str, **options: Any) -> Results:
        """`expand`, awaited; cancelling the task stops the work."""
        from motif.retrievers.warming import warm_expansion

        return await self._awaited(self.expand, question, options, warm_expansion)

    def _explicit_plan(self, question: str) -> dict[str, Any] | None:
        """The likeliest plan without a model, where it has a relation that the graph has; else None."""
        try:
            plans = self._limited(
                {},
                lambda control: self._planners.named("paths", self.view).plan(
                    question, self.view, limit=1, control=control
                ),
            )
        except NoEntityFound:
            return None
        relations = set(self.projection.relationships.relations)
        for plan in plans:
            named = [relation for _, relation, _ in plan.pattern if relation in relations]
            if named and plan.confidence >= CONFIDENT:
                return plan.as_dict()
        return None


CONFIDENT = 0.5
"""Confidence from which a plan is taken to say what the question names."""


def checked_weight(value: Any) -> float:
    """``value``, when it is a number from 0 to 1; else `InvalidInput`.

    >>> checked_weight(0.6)
    0.6
    """
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= 1:
        raise InvalidInput(f"bm25_weight must be a number from 0 to 1, not {value!r}.")
    return float(value)


def scope_of(
    projection: Projection,
    labels: Sequence[str] | None,
    types: Sequence[str] | None,
    filter: Mapping[str, Any] | None,
) -> ExpansionScope:
    """Where expansion looks; a name among ``types`` may be a computed layer's.

    Raises `InvalidConfiguration` for a label or type that the graph lacks, with the nearest that it has.
    """
    from motif.retrievers.expansion import ExpansionScope

    wanted = None if types is None else _names(types)
    in_database = [name for name in wanted or () if name not in projection.layers]
    selection = select(projection, labels=labels, relationship_types=in_database or None, filter=filter)
    return ExpansionScope(None if labels is None else frozenset(_names(labels)), wanted, selection)


def _names(given: str | Sequence[str]) -> tuple[str, ...]:
    return (given,) if isinstance(given, str) else tuple(given)
