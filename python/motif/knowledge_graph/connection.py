"""A connection to Neo4j: graphs are projected from it and opened by name."""

from __future__ import annotations

import time
from collections.abc import Mapping
from functools import partial
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from motif.catalog import Catalog, ProjectionInfo, ProjectionRequest
from motif.catalog.refreshing import refreshes_itself
from motif.catalog.request import camel_case
from motif.catalog.store import Existing
from motif.database import Database
from motif.graphs.age import UP_TO_DATE, age_of, is_stale, with_age
from motif.graphs.evidence import Results
from motif.graphs.projection import Projection
from motif.knowledge_graph.graph import Graph
from motif.knowledge_graph.held import Progress
from motif.knowledge_graph.sources import encoder_source, model_source
from motif.knowledge_graph.target import target_of
from motif.retrievers.arguments import checked_seconds
from motif.settings import Settings, load_settings

if TYPE_CHECKING:
    from motif.catalog import Estimate
    from motif.catalog.parts import DatabasePart


class Connection:
    """A database whose graphs can be projected and asked. Made by `connect`; a context manager.

    Attributes
    ----------
    database : Database
    catalog : Catalog
    """

    def __init__(
        self,
        database: Database,
        catalog: Catalog,
        settings: Settings,
        encoder: object | None = None,
        model: object | None = None,
    ) -> None:
        from motif.knowledge_graph.background import BackgroundRefreshes

        self.database = database
        self.catalog = catalog
        self._settings = settings
        self._encoder = encoder_source(encoder, settings)
        self._model = model_source(model, settings)
        self._refreshes = BackgroundRefreshes(
            catalog.home,
            lambda: database.id,
            self._refresh,
            lambda name, problem: catalog.note_failed_refresh(database.id, name, problem),
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End what refreshes in the background, and close the driver, unless it was given."""
        self._refreshes.stop()
        self.database.close()

    def project(
        self,
        name: str,
        node_projection: Any = "*",
        relationship_projection: Any = "*",
        *,
        exist_ok: bool = False,
        progress: Progress | None = None,
        **configuration: Any,
    ) -> Graph:
        """Read (part of) the database into a projection called ``name``.

        Parameters
        ----------
        node_projection, relationship_projection
            Labels and relationship types: ``"*"``, one, or a list.
        exist_ok
            Return the projection that is there already, as it was made and whatever else is said here, instead of
            raising `GraphExists`.
        configuration
            ``name_property`` (a string, a list to coalesce, or a map by label; detected when not given),
            ``text_properties``, ``node_properties``, ``relationship_properties``, ``relation_type_property``,
            ``embedding_property``. Vectors that nodes have beside their texts are taken over without being asked for
            where the encoder, on this machine, makes the same of a few of them. ``refresh="auto"``: read again in the
            background once an answer finds the projection behind (the freshness jar tells); "manual" by default.
            ``prepare=False``: the indexes of a large graph's names and values are left to the first question.
            ``sudo=True``: begun even where it needs more memory than is free.

        Raises `NotEnoughMemory` where more is needed than is free, before anything is read.
        """
        from motif.catalog import project_database
        from motif.knowledge_graph.prepared import prepare_for_questions

        if exist_ok and self.catalog.exists(self.database.id, name):
            return self.graph(name)
        request = _request_of(node_projection, relationship_projection, configuration)
        made = project_database(
            self.database, self.catalog, name, request, progress=progress, encoder=self._encoder
        )
        prepare_for_questions(made)
        return self.graph(name)

    def estimate(
        self, node_projection: Any = "*", relationship_projection: Any = "*", **configuration: Any
    ) -> Estimate:
        """How much memory a projection would take: asked as `project` is, from counts alone.

        ``bytes_min`` and ``bytes_max`` are what the projection takes, ``making`` what is needed at least to make it.
        """
        from motif.catalog import estimate

        return estimate(self.database, _request_of(node_projection, relationship_projection, configuration))

    def project_part(
        self, name: str, part: DatabasePart, *, overwrite: bool = False, **configuration: Any
    ) -> Graph:
        """A part of the database, node by node chosen elsewhere, as a projection; doors to other libraries use it.

        Parameters
        ----------
        overwrite
            Put it in place of the projection of that name; vectors of texts that stay are kept.
        configuration
            As of `project`.

        Raises `GraphExists`, and `InvalidInput` where the database has not all nodes of the part.
        """
        from motif.catalog.projecting_parts import project_part
        from motif.knowledge_graph.prepared import prepare_for_questions

        request = ProjectionRequest.from_arguments(
            {"configuration": {camel_case(key): value for key, value in configuration.items()}}
        )
        existing: Existing = "replace" if overwrite else "fail"
        made = project_part(
            self.database, self.catalog, name, part, request, existing=existing, encoder=self._encoder
        )
        prepare_for_questions(made)
        return self.graph(name)

    def graph(self, name: str) -> Graph:
        """The projection called ``name``; `GraphNotFound` when there is none."""
        identity = self.database.id
        self.catalog.open(identity, name)
        return Graph(
            partial(self.catalog.open, identity, name),
            encoder=self._encoder,
            model=self._model,
            settings=self._settings,
            owner=self,
            learned=self.catalog.learned_folder(identity, name),
        )

    def expand(self, question: str, **options: Any) -> Results:
        """As `Graph.expand`, by the database's own full-text and vector index: no projection, no plugin, no write.

        Parameters
        ----------
        options
            Of `IndexExpansion`: ``seeds``, ``neighbours``, ``top_k``, ``along``, ``bm25_weight``, ``timeout``,
            ``max_tokens``, and ``fulltext_index``, ``vector_index`` where the database has several.

        Raises
        ------
        InvalidInput, MissingVectors
            An index is missing, with the statement that makes it; or an argument cannot be used.
        """
        from motif.knowledge_graph.expanding_cypher import IndexExpansion, expand_by_indexes

        options["timeout"] = checked_seconds(options.get("timeout"), self._settings.timeout)
        found = expand_by_indexes(self.database, self._encoder, question, IndexExpansion(**options))
        return with_age(found, UP_TO_DATE.as_metadata())

    def graphs(self) -> list[ProjectionInfo]:
        """What is projected of this database, and how old it is."""
        found = self.catalog.list(self.database.id)
        told = self.database.changes_since([one.transaction for one in found if one.transaction is not None])
        return [
            one.aged(told.last, None if one.transaction is None else told.counts.get(one.transaction))
            for one in found
        ]

    def age(self, projection: Projection) -> dict[str, Any]:
        """What an answer from ``projection`` says of its age: ``stale`` and ``behind``.

        One that refreshes itself and is behind is read again in the background; then also ``refreshing``, and
        ``refresh_failed`` where the last attempt failed. Asks the server at most once a second.
        """
        last, count = self.database.changes.since(projection.transaction)
        age = age_of(projection.transaction, projection.read_at, time.time(), last=last, count=count)
        if not age.stale or self.catalog.locked or not refreshes_itself(projection):
            return age.as_metadata()
        return {**age.as_metadata(), **self._refreshes.wanted(projection.name)}

    def _refresh(self, name: str, progress: Progress) -> None:
        """Reads a graph again, unless another process has done so meanwhile."""
        graph = self.graph(name)
        last = self.database.last_transaction
        if is_stale(graph.projection.transaction, last) is not False:
            graph.refresh(progress)

    def is_stale(self, name: str) -> bool | None:
        """Whether the data has changed since ``name`` was read; None where no listener tells."""
        return self.catalog.info(
            self.database.id, name, last_transaction=self.database.last_transaction
        ).stale


def _request_of(nodes: Any, relationships: Any, configuration: Mapping[str, Any]) -> ProjectionRequest:
    return ProjectionRequest.from_arguments(
        {
            "nodeProjection": nodes,
            "relationshipProjection": relationships,
            "configuration": {camel_case(key): value for key, value in configuration.items()},
        }
    )


def connect(
    uri: str | None = None,
    auth: tuple[str, str] | None = None,
    database: str | None = None,
    *,
    driver: Any = None,
    server: str | None = None,
    encoder: object | None = None,
    model: object | None = None,
    settings: Settings | None = None,
) -> Connection:
    """A connection to Neo4j, found as every command finds it.

    What is given here comes first (``driver``, ``uri``, or ``server``: the embedded server of that name), then
    ``NEO4J_URI`` with ``NEO4J_USERNAME`` and ``NEO4J_PASSWORD``, then the embedded server that runs: the default, or
    the only one. An embedded server's login is known; ``auth`` is for another user's. ``NEO4J_DATABASE`` names the
    database where ``database`` does not.

    Works with the driver alone: the plugin makes projecting faster, nothing else. A ``driver`` that is given is never
    closed. ``encoder`` is anything `adapt_encoder` takes, ``model`` a LangChain chat model or its name; by default what
    the settings name.

    Raises `InvalidInput` where no database is named and no embedded server runs, and `DatabaseUnavailable`, when first
    asked, where the server cannot be reached or refuses the login.
    """
    settings = settings or load_settings()
    uri, auth = target_of(uri, auth, server, settings, has_driver=driver is not None)
    door = Database.connect(uri, auth, database or settings.neo4j.database, driver=driver)
    return Connection(door, Catalog(settings.home, locked=settings.catalog_locked), settings, encoder, model)
