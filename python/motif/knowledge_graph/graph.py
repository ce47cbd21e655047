"""A graph that answers: one method per verb."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, TypedDict, Unpack

from motif.catalog import from_triples, refresh
from motif.catalog.writing import write_node_vectors
from motif.engine.control import Control
from motif.errors import InvalidInput
from motif.graphs.evidence import Results
from motif.graphs.pattern import parse_pattern
from motif.graphs.pattern_text import is_pattern_text, read_pattern
from motif.graphs.plan import Plan
from motif.graphs.projection import Projection, VectorSet
from motif.jobs import find_job
from motif.knowledge_graph.sources import encoder_source
from motif.models.encoder import TextEncoder
from motif.retrievers.arguments import (
    MAXIMUM_CANDIDATES,
    MAXIMUM_TOP_K,
    checked_count,
    checked_injectivity,
    checked_seconds,
    judged,
)
from motif.retrievers.grounding import CandidateLimits
from motif.retrievers.plan_matching import Scope
from motif.retrievers.presentation import Presentation, Verbalizer
from motif.retrievers.running import Wanted, run_plan
from motif.retrievers.search import Injective, SearchOptions
from motif.retrievers.search import search as search_subgraphs
from motif.retrievers.selection import select
from motif.retrievers.view import View
from motif.settings import Settings, load_settings

if TYPE_CHECKING:
    from motif.knowledge_graph.connection import Connection

Progress = Callable[[int, int], None]
"""Told how many of how many are done."""


class Limits(TypedDict, total=False):
    """What every verb that answers takes: where to look, for how long, and how much text to give.

    ``labels`` and ``relationship_types``: only these. ``filter``: neo4j-graphrag's syntax, for the graph or per
    unknown. ``timeout``: seconds. ``on_timeout``: "partial" gives what was found, "fail" raises `DeadlineExceeded`.
    ``max_tokens``: of each piece's text. ``verbalize``: writes the text instead. ``control``: cancels from outside.
    """

    labels: Sequence[str] | None
    relationship_types: Sequence[str] | None
    filter: Mapping[str, Any] | None
    timeout: float | None
    on_timeout: Literal["partial", "fail"]
    max_tokens: int | None
    verbalize: Verbalizer | None
    control: Control | None


class Graph:
    """A projection that answers.

    Made by `Connection.project`, `Connection.graph` or `Graph.from_triples`, not by hand.

    Every verb returns `Results`, at most ``top_k`` pieces of evidence, best first, and takes ``timeout`` (seconds, 30
    by default), ``labels``, ``relationship_types``, ``filter`` (neo4j-graphrag's syntax, for the graph or per unknown)
    and ``max_tokens`` for its text. Each has a twin to await, ``asearch`` and so on, that cancels.

    >>> graph = Graph.from_triples([("Heat", "directed_by", "Michael Mann"), ("Heat", "release_year", "1995")])
    >>> [found] = graph.search([("?film", "directed_by", "Michael Mann")])
    >>> found.bindings["film"].name, found.text
    ('Heat', 'Heat | directed_by | Michael Mann')
    """

    def __init__(
        self,
        source: Callable[[], Projection],
        *,
        encoder: Callable[[], TextEncoder],
        settings: Settings | None = None,
        owner: Connection | None = None,
    ) -> None:
        self._source = source
        self._encoder = encoder
        self._settings = settings or load_settings()
        self._owner = owner
        self._view: View | None = None

    @classmethod
    def from_triples(
        cls,
        triples: Iterable[tuple[str, str, str]],
        encoder: object | None = None,
        labels: Mapping[str, str | Sequence[str]] | None = None,
    ) -> Graph:
        """A graph without a database: names are the ids, ``labels`` gives each name's label or labels.

        Parameters
        ----------
        triples
            (head, relation, tail) names.
        encoder
            A text encoder or anything `adapt_encoder` takes; None for the configured or installed one.
        """
        settings = load_settings()
        projection = from_triples(triples, labels=labels)
        return cls(lambda: projection, encoder=encoder_source(encoder, settings), settings=settings)

    @property
    def projection(self) -> Projection:
        """The current snapshot."""
        return self.view.projection

    @property
    def name(self) -> str:
        return self.projection.name

    @property
    def view(self) -> View:
        """The current snapshot with its indexes; a new one when the epoch has moved."""
        projection = self._source()
        if self._view is None or self._view.projection is not projection:
            self._view = View(projection, self._encoder, self._settings.vector_index)
        return self._view

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
        seconds = checked_seconds(timeout, self._settings.timeout)
        with control or Control(seconds) as running:
            found = search_subgraphs(
                view, parsed, selection, options, Presentation(answer, max_tokens, verbalize), running
            )
        return judged(found, seconds, on_timeout)

    async def asearch(self, pattern: Any, **options: Any) -> Results:
        """`search`, awaited; cancelling the task stops the work."""
        return await self._awaited(self.search, pattern, options)

    def run(self, plan: Any, *, top_k: int = 5, **limits: Unpack[Limits]) -> Results:
        """What ``plan`` asks for: at most ``top_k`` pieces, one for each distinct answer.

        Parameters
        ----------
        plan
            A `Plan`, a mapping as `Plan.as_dict` gives, its JSON, or a pattern whose unknown is the answer.

        Returns
        -------
        Results
            Where something agrees with the plan wholly, that alone, else the nearest. ``metadata["answers"]`` says how
            many distinct answers there are, where all were looked for.

        Raises
        ------
        InvalidInput, InvalidPattern
            What of the plan cannot be read or used.

        >>> films = Graph.from_triples([("Heat", "directed_by", "Mann"), ("Thief", "directed_by", "Mann")])
        >>> films.run({"pattern": [["?film", "directed_by", "Mann"]], "count": True})[0].answers
        (2,)
        """
        parsed = Plan.from_value(plan)
        view = self.view
        scope, wanted = _scope(limits), _wanted(top_k, limits)
        return self._limited(limits, lambda control: run_plan(view, parsed, scope, wanted, control))

    async def arun(self, plan: Any, **options: Any) -> Results:
        """`run`, awaited; cancelling the task stops the work."""
        return await self._awaited(self.run, plan, options)

    def _limited(self, limits: Limits, work: Callable[[Control], Results]) -> Results:
        seconds = checked_seconds(limits.get("timeout"), self._settings.timeout)
        with limits.get("control") or Control(seconds) as running:
            found = work(running)
        return judged(found, seconds, limits.get("on_timeout", "partial"))

    def retrieve(self, question: Any, *, method: str = "auto", top_k: int = 5, **options: Any) -> Results:
        """Plan and run in one call. A ready pattern (triples, or their text) is searched.

        Raises `InvalidInput` for a question in words, since this version has no planner yet, and for a method that
        does not exist.
        """
        if isinstance(question, str) and is_pattern_text(question):
            question = read_pattern(question)
        if isinstance(question, str):
            raise InvalidInput(
                f"A question in words ({question[:80]!r}) needs a planner, which this version does not have.",
                hint='Give it as a pattern, for example [["?film", "directed_by", "Michael Mann"]].',
            )
        verbs = {"auto": self.search, "search": self.search, "simgrag": self.search}
        if method.lower() not in verbs:
            raise InvalidInput(f"There is no method {method!r}.", hint=f"Methods: {', '.join(verbs)}.")
        return verbs[method.lower()](question, top_k=top_k, **options)

    async def aretrieve(self, question: Any, **options: Any) -> Results:
        """`retrieve`, awaited; cancelling the task stops the work."""
        return await self._awaited(self.retrieve, question, options)

    def embed(self, *, write: bool = False, progress: Progress | None = None) -> Graph:
        """Encode every distinct name, text, relation and label once, into the snapshot; again costs nothing.

        With ``write`` the nodes' vectors go into Neo4j too, as the property ``motifTextEmbedding`` with a vector index,
        and a projection made later reads them back.
        """
        self._embed(known=self.projection, progress=progress)
        if write:
            owner = self._connection("embed(write=True)")
            write_node_vectors(owner.database, self.projection, progress=progress)
        return self

    def _embed(self, known: Projection, progress: Progress | None) -> None:
        embed_projection = find_job("text_embeddings")
        self._keep(
            embed_projection(
                self.projection,
                self._encoder(),
                known=known,
                progress=progress,
                checkpoint=self._settings.cache / "vectors",
            )
        )

    def refresh(self, progress: Progress | None = None) -> Graph:
        """Read the graph again from Neo4j, as a new epoch; readers of the old one finish on it.

        A graph that had vectors has them again: only texts that are new are encoded.
        """
        owner = self._connection("refresh()")
        before = self.projection
        refresh(owner.database, owner.catalog, before.name, progress=progress)
        if before.vectors:
            self._embed(known=before, progress=progress)
        return self

    def drop(self) -> None:
        """Remove the projection; the database keeps its data."""
        owner = self._connection("drop()")
        owner.catalog.drop(owner.database.id, self.name)

    def _connection(self, what: str) -> Connection:
        if self._owner is None:
            raise InvalidInput(f"{what} needs a database; this graph was made from triples.")
        return self._owner

    def _keep(self, vectors: Mapping[str, VectorSet]) -> None:
        projection = self.projection
        if self._owner is not None:
            self._owner.catalog.add_vectors(self._owner.database.id, projection.name, vectors)
            return
        enriched = dataclasses.replace(projection, vectors={**projection.vectors, **vectors})
        self._source = lambda: enriched

    async def _awaited(self, verb: Callable[..., Results], first: Any, options: dict[str, Any]) -> Results:
        control = Control(checked_seconds(options.get("timeout"), self._settings.timeout))
        work = asyncio.get_running_loop().run_in_executor(
            None, partial(verb, first, control=control, **options)
        )
        try:
            return await asyncio.shield(work)
        except asyncio.CancelledError:
            control.cancel()
            raise


def _scope(limits: Limits) -> Scope:
    return Scope(limits.get("labels"), limits.get("relationship_types"), limits.get("filter"))


def _wanted(top_k: int, limits: Limits) -> Wanted:
    presentation = Presentation(None, limits.get("max_tokens"), limits.get("verbalize"))
    return Wanted(checked_count(top_k, "top_k", MAXIMUM_TOP_K), presentation)
