"""Stars and paths made ready for `match`: `embed_dominance`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, Self

from motif.catalog.store import on_current_data
from motif.graphs.dominance import DominanceEmbedding
from motif.graphs.paths import PathTable
from motif.graphs.projection import Projection
from motif.knowledge_graph.held import HeldGraph, Progress

if TYPE_CHECKING:
    from motif.engine.dominance_report import PruneReport


class DominanceGraph(HeldGraph):
    """A graph whose nodes' stars are embedded and whose paths are indexed."""

    def embed_dominance(
        self,
        *,
        kind: Literal["constructed", "gat"] = "constructed",
        dimension: int | None = None,
        path_length: int | None = None,
        write: bool = False,
        progress: Progress | None = None,
        **training: Any,
    ) -> Self:
        """Embed every node's star, into the snapshot, so that `match` dismisses nodes early, never a match (SG-RAG).

        Parameters
        ----------
        kind
            "constructed": by counting; exact for every node, in seconds. "gat": trained; proved node by node.
        dimension
            Numbers in a vector; None for the kind's default.
        path_length
            1 or 2: index all paths of so many relationships too.
        write
            Write the vectors into Neo4j, as the property ``motifDominance``; a projection made later reads them again.
        training
            Of kind "gat": ``seed``, ``epochs`` and the like, see the job ``dominance_embeddings``.

        Raises
        ------
        InvalidInput
            For a kind, dimension or length that does not exist.

        >>> from motif import Graph
        >>> films = Graph.from_triples([("Heat", "directed_by", "Mann"), ("Ali", "directed_by", "Mann")])
        >>> films.embed_dominance(dimension=3).projection.dominance.vectors.tolist()
        [[1.0, 0.0, 1.0], [0.0, 2.0, 2.0], [1.0, 0.0, 1.0]]
        """
        from motif.catalog.writing_dominance import write_dominance
        from motif.engine.data_graph import data_graph
        from motif.indexes.paths import build_path_table
        from motif.jobs import job_on

        owner = self._connection("embed_dominance(write=True)") if write else self._owner

        def attempt() -> None:
            projection = self.projection
            embedding: DominanceEmbedding = job_on(self._settings.cluster, "dominance_embeddings")(
                projection,
                kind=kind,
                dimension=dimension,
                progress=progress,
                **training,
            )
            table = None
            if path_length is not None:
                table = build_path_table(data_graph(projection), embedding, path_length)
            self._keep_dominance(projection, embedding, table)

        on_current_data(attempt)
        if write and owner is not None:
            write_dominance(owner.database, self.projection, progress=progress)
        return self

    def dominance_report(self) -> PruneReport:
        """How much the dominance embedding prunes, on stars sampled from the graph.

        Raises `MissingVectors` where there is none.

        >>> from motif import Graph
        >>> films = Graph.from_triples([("Heat", "directed_by", "Mann"), ("Ali", "directed_by", "Mann")])
        >>> report = films.embed_dominance().dominance_report()
        >>> report.kind, report.certified, report.pruned > 0
        ('constructed', 1.0, True)
        """
        from motif.catalog.dominance import embedding_of
        from motif.engine.data_graph import data_graph
        from motif.engine.dominance_report import prune_report

        embedding = embedding_of(self.projection)
        return prune_report(embedding, data_graph(self.projection))

    def _keep_dominance(
        self, projection: Projection, embedding: DominanceEmbedding, table: PathTable | None
    ) -> None:
        from motif.catalog.alignment import with_dominance, with_paths

        if self._owner is not None:
            catalog, database = self._owner.catalog, self._owner.database.id
            catalog.add_dominance(database, projection.name, embedding, table, of=projection)
            return
        embedded = with_dominance(projection, embedding)
        enriched = embedded if table is None else with_paths(embedded, table)
        self._source = lambda: enriched
