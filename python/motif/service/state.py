"""What the service holds while it runs: catalog, open graphs, encoder, jobs and counts."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from motif.catalog import Catalog
from motif.catalog.refreshing import RefreshSchedule
from motif.errors import MotifError
from motif.jobs import Jobs
from motif.knowledge_graph import Graph
from motif.knowledge_graph.sources import model_source
from motif.memory import own_memory
from motif.models.encoder import TextEncoder
from motif.models.spread_encoder import configured_encoder
from motif.service.authorization import Authorization
from motif.service.followers import Followers
from motif.service.intake import BodyRoom
from motif.service.lanes import Lane
from motif.service.logs import LOGGER, event
from motif.service.memory import MemoryLimit
from motif.service.metrics import Metrics
from motif.service.open_graphs import OpenGraphs
from motif.service.replies import Replies
from motif.settings import Settings

if TYPE_CHECKING:
    from motif.service.following import Following
    from motif.service.workers import Workers

_BODIES = 8
"""How many of the largest bodies are held at once while they are read."""

REFRESH_LEASE = 600.0
"""Seconds after which a refresh that the plugin was told to begin, and that never came, may be begun anew."""


class EncoderSource:
    """The configured text encoder, loaded once, by whoever comes first; the others wait for it."""

    def __init__(self, load: Callable[[], TextEncoder]) -> None:
        self._load = load
        self._lock = threading.Lock()
        self._encoder: TextEncoder | None = None

    def __call__(self) -> TextEncoder:
        with self._lock:
            if self._encoder is None:
                self._encoder = self._load()
            return self._encoder

    @property
    def name(self) -> str | None:
        """The encoder's name; None as long as it is not loaded."""
        return None if self._encoder is None else self._encoder.name


class Service:
    """One running service.

    Parameters
    ----------
    token
        The secret that callers and service share.
    encoder
        Loads the text encoder; called in the background at the start, and again if that failed.

    Attributes
    ----------
    followers
        The services that follow this one.
    following
        What follows another service for this one; None where it is a first one.
    in_flight
        How many requests of a job id have arrived and are not answered to their end; for the event loop's thread alone.
    """

    def __init__(
        self, settings: Settings, *, catalog: Catalog, token: str, encoder: Callable[[], TextEncoder]
    ) -> None:
        self.settings = settings
        self.catalog = catalog
        self.followers = Followers(settings.home, settings.service.followers_wait)
        self.following: Following | None = None
        catalog.announce = self.followers.announcing
        self.authorization = Authorization(token)
        self.encoder = EncoderSource(encoder)
        self.model = model_source(None, settings)
        self.jobs = Jobs()
        self.replies = Replies()
        self.in_flight: Counter[str] = Counter()
        self.metrics = Metrics()
        self.refreshes = RefreshSchedule(lease=REFRESH_LEASE)
        self.draining = False
        self.compiled = threading.Event()
        self.compiled.set()
        self.graphs = OpenGraphs(catalog, self._graph)
        self.workers: Workers | None = None
        self.memory = MemoryLimit(settings.memory.limit, self._let_go_oldest, self._used_memory)
        self.bodies = BodyRoom(_BODIES * settings.service.maximum_body)
        sizes = {"quick": 4, "retrieval": settings.service.workers, "job": 2}
        self.lanes: Mapping[str, Lane] = {
            name: Lane(name, at_a_time=size, places=settings.service.queue) for name, size in sizes.items()
        }

    @property
    def longest_timeout(self) -> float:
        """The most seconds that a retrieval may ask for: never less than what it gets unasked."""
        return max(self.settings.service.maximum_timeout, self.settings.timeout)

    def total(self, figure: str) -> int:
        """One of the figures of `Lane.figures`, over all lanes."""
        return sum(lane.figures()[figure] for lane in self.lanes.values())

    def graph(self, database: str, name: str) -> Graph:
        """The graph of that name, opened if need be; raises `GraphNotFound`."""
        return self.graphs.get(database, name)

    def forget(self, database: str, name: str) -> None:
        """Lets go of a graph that was dropped, here and in the worker processes; who reads it still finishes."""
        self.catalog.forget(database, name)
        self.graphs.forget(database, name)
        if self.workers is not None:
            self.workers.forget(database, name)

    def _graph(self, database: str, name: str) -> Graph:
        return Graph(
            lambda: self.catalog.open(database, name),
            encoder=self.encoder,
            model=self.model,
            settings=self.settings,
            learned=self.catalog.learned_folder(database, name),
        )

    def process_ids(self) -> list[int]:
        """Of the worker processes that run."""
        return [] if self.workers is None else self.workers.process_ids()

    def _used_memory(self) -> int:
        return own_memory() + sum(map(own_memory, self.process_ids()))

    def _let_go_oldest(self) -> bool:
        return self.graphs.let_go_oldest() or (self.workers is not None and self.workers.let_go())

    def warm_up(self) -> None:
        """Loads the encoder, the kernels and the grammar in the background, so that the first call is quick.

        ``compiled`` is set again when the kernels are there: no retrieval's clock runs before.
        """
        self.compiled.clear()
        threading.Thread(target=self.load, name="motif-warm-up", daemon=True).start()

    def load(self) -> None:
        """Loads what `warm_up` does, before it returns; what cannot be loaded is logged."""
        from motif.indexes.paths import warm as warm_paths
        from motif.planners.cypher.parsing import parse
        from motif.retrievers import warming

        def warm_kernels() -> None:
            for warm in (
                warming.warm_planning,
                warming.warm_matching,
                warming.warm_communities,
                warming.warm_tracing,
                warming.warm_expansion,
            ):
                warm(whole=True)

        for what, work in (
            ("kernels", warm_kernels),
            ("encoder", self.encoder),
            ("path index", warm_paths),
            ("grammar of Cypher", lambda: parse("RETURN 1")),
        ):
            try:
                work()
                event("ready", what=what)
            except MotifError as error:
                event("not ready", what=what, reason=error.message, hint=error.hint)
            except Exception:
                LOGGER.exception("not ready", extra={"fields": {"what": what}})
            finally:
                self.compiled.set()

    def close(self) -> None:
        """Ends the threads; cancelled work ends at its next look at its control."""
        for lane in self.lanes.values():
            lane.close()
        if self.workers is not None:
            self.workers.close()
        if self.following is not None:
            self.following.stop()


def service_of(settings: Settings, token: str = "") -> Service:
    """What a process of the service holds, its own and each worker's: a worker is reached by no token."""
    catalog = Catalog(settings.home, locked=settings.catalog_locked)
    return Service(
        settings,
        catalog=catalog,
        token=token,
        encoder=lambda: configured_encoder(settings),
    )
