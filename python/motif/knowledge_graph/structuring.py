"""Edges and numbers that a graph's structure gives: `truss` and `similarity`, into the snapshot and into Neo4j."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING, Any, Literal, Self

import numpy as np
from numpy.typing import NDArray

from motif.catalog.store import on_current_data
from motif.graphs.layers import EdgeLayer
from motif.graphs.projection import Projection
from motif.knowledge_graph.held import HeldGraph, Progress

if TYPE_CHECKING:
    from motif.knowledge_graph.edge_layers import LayerJob

Edges = Literal["similarity", "neighbours", "chunks", "mentions", "all"]


class StructuredGraph(HeldGraph):
    """A graph whose relationships have a trussness, and whose nodes are joined by computed edges."""

    def truss(self, *, write: bool = False, progress: Progress | None = None) -> Self:
        """Compute the trussness of every relationship, into the snapshot: the largest k of a k-truss that holds it.

        The graph is taken as simple and undirected: directions, parallel relationships and loops (whose trussness is 0)
        make no triangle. Again costs nothing (DA-RAG §3.2, after Wang and Cheng, PVLDB 2012).

        Parameters
        ----------
        write
            Write the numbers into Neo4j too, as the relationships' property ``motifTrussness``. A projection made later
            of relationships that carry it has the trussness computed of its own relationships.

        >>> from motif import Graph
        >>> pairs = ("ab", "bc", "ca", "cd")
        >>> friends = Graph.from_triples((one, "knows", other) for one, other in pairs)
        >>> friends.truss().projection.trussness.tolist()
        [3, 3, 3, 2]
        """
        from motif.catalog.writing_trussness import write_trussness

        owner = self._connection("truss(write=True)") if write else None
        on_current_data(lambda: self._compute_trussness(progress))
        if owner is not None:
            write_trussness(owner.database, self.projection, progress=progress)
        return self

    def similarity(
        self,
        *,
        edges: Edges = "similarity",
        write: bool = False,
        progress: Progress | None = None,
        **options: Any,
    ) -> Self:
        """Compute edges between nodes that belong together, into the snapshot, for `expand` and `community`.

        Parameters
        ----------
        edges
            "similarity": ``IS_SIMILAR``, by topic, title, content and entities (SAGE §2.1). "neighbours": ``IS_NEAR``,
            each entity and the nearest in meaning; "chunks": ``SHARES_RELATION``, chunks whose entities are related;
            "mentions": ``MENTIONS``, chunks and entities that they name (DA-RAG §3.1). "all": all four, or those
            that need no chunks where there are none.
        write
            Write them into Neo4j too, as relationships with ``score`` and what explains them. Again writes nothing;
            those of an earlier run that are no longer true are removed, and no others are touched.
        options
            Of the job: ``percentile``, ``combine``, ``max_neighbours``, ``metrics``, ``minimum_text``, ``labels`` and
            ``seed`` of "similarity", ``k_neighbor`` of "neighbours".

        Raises
        ------
        InvalidInput
            For a kind of edges or an option that does not exist.
        MissingVectors
            Where nodes have no vectors and the edges need them; it names the call that makes them.
        """
        from motif.catalog.writing_layers import write_layer
        from motif.knowledge_graph.edge_layers import layer_jobs

        owner = self._connection("similarity(write=True)") if write else None
        jobs = layer_jobs(edges, options)
        projection, layers = on_current_data(lambda: self._compute_layers(jobs, progress))
        if owner is not None:
            for layer in layers:
                write_layer(owner.database, projection, layer, progress=progress)
        return self

    def _compute_trussness(self, progress: Progress | None) -> None:
        from motif.catalog.alignment import with_trussness
        from motif.jobs import job_on

        projection = self.projection
        if projection.trussness is not None:
            return
        job = job_on(self._settings.cluster, "trussness")
        trussness: NDArray[np.int32] = job(projection, progress=progress)
        if self._owner is not None:
            owner = self._owner
            owner.catalog.add_trussness(owner.database.id, projection.name, trussness, of=projection)
            return
        enriched = with_trussness(projection, trussness)
        self._source = lambda: enriched

    def _compute_layers(
        self, jobs: list[LayerJob], progress: Progress | None
    ) -> tuple[Projection, list[EdgeLayer]]:
        from motif.catalog.alignment import with_layer
        from motif.jobs import job_on
        from motif.knowledge_graph.edge_layers import compute_layers

        def run(job: str, *arguments: Any, **options: Any) -> Any:
            return job_on(self._settings.cluster, job)(*arguments, **options)

        projection = self.projection
        layers = compute_layers(
            jobs, projection, self._encoder, run=run, checkpoint=self._checkpoint, progress=progress
        )
        if self._owner is not None:
            owner = self._owner
            owner.catalog.add_layer(owner.database.id, projection.name, *layers, of=projection)
        else:
            enriched = reduce(with_layer, layers, projection)
            self._source = lambda: enriched
        return projection, layers
