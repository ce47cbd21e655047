"""The part of a graph that every verb stands on: its snapshot, its vectors, its place in the catalog."""

from __future__ import annotations

import asyncio
import dataclasses
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, TypeVar

from motif.catalog.store import on_current_data
from motif.engine.control import Control, heeding
from motif.errors import InvalidInput
from motif.graphs.age import UP_TO_DATE
from motif.graphs.projection import TRIPLE, Projection, VectorSet
from motif.knowledge_graph.completing import Completing
from motif.knowledge_graph.learned import Learned
from motif.knowledge_graph.letting_go import LETTING_GO
from motif.knowledge_graph.planning import Planners
from motif.retrievers.arguments import checked_seconds
from motif.retrievers.view import View
from motif.retrievers.warming import warm_planning
from motif.settings import Settings, load_settings

if TYPE_CHECKING:
    from motif.knowledge_graph.connection import Connection
    from motif.models.encoder import TextEncoder
    from motif.models.language import ChatModel

Progress = Callable[[int, int], None]
"""Told how many of how many are done."""

Found = TypeVar("Found")


class HeldGraph:
    """A projection, opened: what is read of it, embedded, refreshed and dropped.

    Parameters
    ----------
    source
        Gives the current snapshot.
    encoder, model
        Give the text encoder and the chat model when first needed; ``model`` is None where none is configured.
    learned
        The folder that keeps what `learn` learnt; None for memory only.
    """

    def __init__(
        self,
        source: Callable[[], Projection],
        *,
        encoder: Callable[[], TextEncoder],
        model: Callable[[], ChatModel] | None = None,
        settings: Settings | None = None,
        owner: Connection | None = None,
        learned: Path | None = None,
    ) -> None:
        self._source = source
        self._encoder = encoder
        self._model = model
        self._settings = settings or load_settings()
        self._owner = owner
        self._view: View | None = None
        self._holding = threading.local()
        self._learned = Learned(learned)
        self._planners = Planners(model, self._learned, share_examples=self._settings.model.share_examples)

    @property
    def projection(self) -> Projection:
        """The current snapshot."""
        return self.view.projection

    @property
    def name(self) -> str:
        return self.projection.name

    @property
    def view(self) -> View:
        """The current snapshot with its indexes; a new one when the epoch has moved, unless this thread holds one."""
        held: View | None = getattr(self._holding, "view", None)
        if held is not None:
            return held
        projection = self._source()
        if self._view is None or self._view.projection is not projection:
            if self._view is not None:
                LETTING_GO.of(self._view)
            self._view = View(projection, self._encoder, self._settings.vector_index)
        return self._view

    @property
    def is_held(self) -> bool:
        """Whether this thread holds an epoch (`held`)."""
        return getattr(self._holding, "view", None) is not None

    @contextmanager
    def held(self) -> Iterator[Projection]:
        """The current snapshot, which stays so for this thread until the end, whatever is refreshed meanwhile."""
        before: View | None = getattr(self._holding, "view", None)
        view = self._holding.view = self.view
        try:
            yield view.projection
        finally:
            self._holding.view = before

    def age(self, projection: Projection) -> Mapping[str, Any]:
        """``stale`` and ``behind`` of an epoch of this graph, as metadata has them; what no database changes is new."""
        return UP_TO_DATE.as_metadata() if self._owner is None else self._owner.age(projection)

    def embed(self, *, write: bool = False, progress: Progress | None = None) -> Self:
        """Encode every distinct name, text, relation and label once, into the snapshot; again costs nothing.

        With ``write`` the nodes' vectors go into Neo4j too, as the property ``motifTextEmbedding`` with a vector index,
        and a projection made later reads them back.
        """
        from motif.catalog.writing import write_node_vectors

        self._embed(progress)
        if write:
            owner = self._connection("embed(write=True)")
            write_node_vectors(owner.database, self.projection, progress=progress)
        return self

    def embed_triples(self, *, write: bool = False, progress: Progress | None = None) -> Self:
        """Encode every relationship with its ends, "head relation tail", into the snapshot, for `trace`.

        Each distinct text is encoded once, and never at query time; again costs nothing (STEM §3.5). A
        sentence-transformers encoder runs on the GPU it was loaded to, the ONNX encoder on the CPU.

        Parameters
        ----------
        write
            Write the vectors into Neo4j too, as the property ``motifTripleEmbedding`` of relationships; and as the same
            property of nodes the mean of those around each, L2-normalised: what its surroundings say. Both get vector
            indexes. A projection made later of relationships that all have theirs reads them back.
        progress
            Told how many texts are done, then how many relationships and nodes are written.

        >>> from motif import Graph
        >>> class Lengths:
        ...     name, dimension = "lengths", 2
        ...     def encode(self, texts):
        ...         return [[len(text), 1.0] for text in texts]
        >>> films = Graph.from_triples([("Heat", "directed_by", "Mann"), ("Heat", "year", "1995")], Lengths())
        >>> films.embed_triples().projection.vectors["triple"].matrix.shape
        (2, 2)
        """
        from motif.catalog.writing_triples import write_triple_vectors

        owner = self._connection("embed_triples(write=True)") if write else None
        self._embed_triples(progress)
        if owner is not None:
            write_triple_vectors(owner.database, self.projection, progress=progress)
        return self

    def _embed(self, progress: Progress | None) -> None:
        on_current_data(lambda: self._keep(*self._encoded("text_embeddings", progress)))

    def _embed_triples(self, progress: Progress | None) -> None:
        def attempt() -> None:
            projection, made = self._encoded("triple_embeddings", progress)
            self._keep(projection, {TRIPLE: made})

        on_current_data(attempt)

    def _encoded(self, job: str, progress: Progress | None) -> tuple[Projection, Any]:
        """What ``job`` makes of the current projection, and that one."""
        from motif.jobs import find_job

        projection = self.projection
        made = find_job(job)(projection, self._encoder(), progress=progress, checkpoint=self._checkpoint)
        return projection, made

    @property
    def _checkpoint(self) -> Path:
        """Where vectors are kept by text."""
        return self._settings.cache / "vectors"

    def refresh(self, progress: Progress | None = None, *, sudo: bool = False) -> Self:
        """Read the graph again from Neo4j, as a new epoch; readers of the old one finish on it.

        The old epoch serves until the new one has all that the old one had: vectors (only texts that are new are
        encoded), trussness, computed edges, dominance embeddings and indexes of paths. Where that fails, it goes on.
        What names and values are found by is built too where they have changed, as `Connection.project` does.
        ``sudo=True``: begun even where it needs more memory than is free; else that raises `NotEnoughMemory`.
        """
        from motif.catalog import refresh
        from motif.knowledge_graph.prepared import prepare_for_questions

        owner = self._connection("refresh()")
        running = {} if progress is None else {"progress": progress}
        complete = Completing(self._encoder, self._checkpoint, running=running)
        prepare_for_questions(
            refresh(
                owner.database,
                owner.catalog,
                self.name,
                progress=progress,
                encoder=self._encoder,
                complete=complete,
                sudo=sudo,
            )
        )
        return self

    def drop(self) -> None:
        """Remove the projection; the database keeps its data."""
        from motif.catalog import require_owner

        owner = self._connection("drop()")
        require_owner(owner.database, owner.catalog, self.name)
        owner.catalog.drop(owner.database.id, self.name)

    def _connection(self, what: str) -> Connection:
        if self._owner is None:
            raise InvalidInput(f"{what} needs a database; this graph was made from triples.")
        return self._owner

    def _keep(self, projection: Projection, vectors: Mapping[str, VectorSet]) -> None:
        """Adds what was made of ``projection``; raises `RefreshedMeanwhile` where the graph was read again since."""
        known = projection.vectors
        new = {kind: made for kind, made in vectors.items() if made is not known.get(kind)}
        if not new:
            return
        if self._owner is not None:
            self._owner.catalog.add_vectors(self._owner.database.id, projection.name, new, of=projection)
            return
        enriched = dataclasses.replace(projection, vectors={**known, **new})
        self._source = lambda: enriched

    def _limited(self, options: Mapping[str, Any], work: Callable[[Control], Found]) -> Found:
        """What ``work`` gives under the control that was passed, else under one that ends at the deadline.

        What must be compiled is compiled before the clock runs.
        """
        warm_planning()
        with options.get("control") or Control(self._seconds(options)) as running, heeding(running):
            return work(running)

    def _seconds(self, options: Mapping[str, Any]) -> float:
        return checked_seconds(options.get("timeout"), self._settings.timeout)

    async def _awaited(
        self,
        verb: Callable[..., Found],
        first: Any,
        options: dict[str, Any],
        warm: Callable[[], None] = warm_planning,
    ) -> Found:
        """``verb`` in a thread, when what ``warm`` compiles is there; cancelling the task stops the work."""
        loop = asyncio.get_running_loop()
        seconds = self._seconds(options)
        await loop.run_in_executor(None, warm)
        control = Control(seconds)
        work = loop.run_in_executor(None, partial(verb, first, control=control, **options))
        try:
            return await asyncio.shield(work)
        except asyncio.CancelledError:
            control.cancel()
            raise
