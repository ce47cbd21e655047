"""The same pattern as Cypher, to an embedded Neo4j over Bolt, with an index on the name."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import neo4j
import numpy as np
from match_patterns import Pattern
from match_workloads import MatchGraph
from neo4j.exceptions import ClientError, TransientError

from motif.database import Database
from motif.embedded import StartOptions, bulk_import, start, stop
from motif.settings import Settings, load_settings

PLUGIN = Path(__file__).parents[3] / "plugin" / "motif-neo4j" / "target"


@contextmanager
def server(graph: MatchGraph, home: Path, *, service: bool = False) -> Iterator[Database]:
    """An embedded Neo4j that holds ``graph``, its page cache large enough for all of it, stopped in the end."""
    jars = tuple(jar for jar in sorted(PLUGIN.glob("motif-neo4j-*.jar")) if jar.is_file())
    settings = Settings(home=home, cache=load_settings().cache)
    options = StartOptions(
        name="match", plugin_jars=jars, service=service, class_archive=False, heap="2g", page_cache="1g"
    )
    bulk_import(options, settings, graph.write(home))
    state = start(options, settings)
    try:
        with Database.connect(state.bolt, (state.user, state.password), "neo4j") as database:
            driver = database.driver
            driver.execute_query("CREATE INDEX entity_name FOR (n:Entity) ON (n.name)")
            driver.execute_query("CALL db.awaitIndexes(300)")
            yield database
    finally:
        stop("match", settings)


class CypherPeer:
    """Statements whose plan is cached and whose pages are in memory when the clock runs."""

    def __init__(self, graph: MatchGraph, database: Database) -> None:
        self._graph = graph
        self._driver = database.driver

    def ask(self, pattern: Pattern, cap: float) -> Callable[[], tuple[int, float]]:
        """Number of matches, and the server's own seconds, to the whole millisecond; all rows are fetched."""
        statement, parameters = pattern.cypher(self._graph)
        query = neo4j.Query(statement, timeout=cap)  # type: ignore[arg-type]  # not a literal

        def count() -> tuple[int, float]:
            with self._driver.session(
                database="neo4j", default_access_mode=neo4j.READ_ACCESS, fetch_size=-1
            ) as session:
                result = session.run(query, parameters)
                number = sum(1 for _ in result)
                told = result.consume()
            waited = (told.result_available_after or 0) + (told.result_consumed_after or 0)
            return number, waited / 1000

        return count

    def timed(self, pattern: Pattern, repeats: int, cap: float) -> tuple[float, float, int | None]:
        """Median seconds over Bolt and of the server, and the number; None where the cap was reached.

        The first call is not counted: it plans the statement and reads its pages.
        """
        ask = self.ask(pattern, cap)
        taken: list[float] = []
        inside: list[float] = []
        try:
            number, _ = ask()
            while len(taken) < repeats and sum(taken) < cap:
                begun = time.perf_counter()
                number, waited = ask()
                taken.append(time.perf_counter() - begun)
                inside.append(waited)
        except (ClientError, TransientError) as error:
            if "TransactionTimedOut" not in (error.code or ""):
                raise
            return cap, cap, None
        return float(np.median(taken)), float(np.median(inside)), number
