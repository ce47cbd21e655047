"""One database of a server: statements in, plain values out."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Any, LiteralString, cast

import neo4j
from neo4j import exceptions

from motif.crash_points import reached
from motif.database.changes import ChangeWatch, Told
from motif.database.failures import is_transient, no_address, translated, without_login
from motif.database.reading import ReadOnlySession
from motif.database.values import plain
from motif.engine.control import Control
from motif.errors import InvalidInput, QueryFailed
from motif_cypher import Template, template

Statement = Template | str
"""A statement of `motif_cypher`, or Cypher as text (a user's or a plan's)."""

BOLT_FETCH = 1000
"""Records that the server sends per request when a read is not streamed in large ones."""

_SCHEMES = ("bolt", "bolt+s", "bolt+ssc", "neo4j", "neo4j+s", "neo4j+ssc")
_ATTEMPTS = 4
_SILENT: dict[str, Any] = {"notifications_min_severity": neo4j.NotificationMinimumSeverity.OFF}
_PATIENCE = 2.0
_WRITE_METADATA = {"motif": "write"}


@dataclass(frozen=True, slots=True)
class Written:
    """What a write changed, as Neo4j counts it."""

    nodes: int = 0
    relationships: int = 0
    properties: int = 0
    indexes: int = 0

    def __add__(self, other: Written) -> Written:
        return Written(
            self.nodes + other.nodes,
            self.relationships + other.relationships,
            self.properties + other.properties,
            self.indexes + other.indexes,
        )


class Database:
    """One database of a Neo4j server. Made by `connect`; a context manager that closes what it opened."""

    def __init__(
        self, driver: neo4j.Driver, name: str | None, *, owns_driver: bool, address: str = ""
    ) -> None:
        self._driver = driver
        self._owns_driver = owns_driver
        self._address = address
        self.name = name

    @classmethod
    def connect(
        cls,
        uri: str | None = None,
        auth: tuple[str, str] | None = None,
        database: str | None = None,
        *,
        driver: neo4j.Driver | None = None,
    ) -> Database:
        """A database at ``uri``, or of a ``driver`` that is used and never closed. Nothing is sent yet.

        Raises `InvalidInput` when neither is given or the address cannot be read.
        """
        if driver is not None:
            return cls(driver, database, owns_driver=False)
        if not uri:
            raise InvalidInput(
                "No address of a Neo4j was given.", hint="Set NEO4J_URI, or pass uri= or driver=."
            )
        if without_login(uri) != uri:  # the driver refuses it as well, and quotes it
            raise no_address(uri, "a login stands in it, and addresses are logged and shown")
        if uri.partition("://")[0] not in _SCHEMES:
            raise no_address(uri, f"it must begin with one of {', '.join(_SCHEMES)}")
        options: dict[str, Any] = {"user_agent": "motif-graphrag", "connection_timeout": 5.0, **_SILENT}
        try:
            made = neo4j.GraphDatabase.driver(uri, auth=auth, max_transaction_retry_time=0, **options)
        except (exceptions.ConfigurationError, ValueError) as error:
            raise no_address(uri, str(error)) from error
        return cls(made, database, owns_driver=True, address=uri)

    def __enter__(self) -> Database:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the driver, unless it was given."""
        if self._owns_driver:
            self._driver.close()

    @property
    def address(self) -> str:
        """The address that was connected to; empty for a driver that was given."""
        return self._address

    @property
    def driver(self) -> neo4j.Driver:
        """The driver, for libraries that take one; it stays this object's to close."""
        return self._driver

    def run(
        self, statement: Statement, /, *, timeout: float | None = None, **parameters: Any
    ) -> list[dict[str, Any]]:
        """All rows of a read, as mappings of plain values (nodes and relationships as element ids).

        Parameters
        ----------
        timeout
            Seconds after which the server ends it.
        """
        for attempt in range(1, _ATTEMPTS + 1):
            try:
                return list(self.stream(statement, timeout=timeout, fetch=BOLT_FETCH, **parameters))
            except QueryFailed as error:
                if attempt == _ATTEMPTS or not is_transient(error.__cause__):
                    raise
                time.sleep(0.05 * 2**attempt)
        raise AssertionError("the last attempt returns or raises")

    def stream(
        self, statement: Statement, /, *, timeout: float | None = None, fetch: int = 16, **parameters: Any
    ) -> Iterator[dict[str, Any]]:
        """The rows of a read one by one; the server computes at most ``fetch`` rows ahead."""
        query = self._query(statement, parameters, timeout, None)
        with self._session(neo4j.READ_ACCESS, fetch) as session:
            result = session.run(query, parameters)
            keys = result.keys()
            for record in result:
                yield dict(zip(keys, map(plain, record.values()), strict=True))

    def reading(self, control: Control | None = None) -> ReadOnlySession:
        """Where reading statements run with READ access, as the driver's user.

        Parameters
        ----------
        control
            Ends a statement that runs, at its deadline or when it is cancelled; None for neither.

        >>> from motif.graphs.statements import ReadSession
        >>> with Database.connect("bolt://localhost:7687") as database:
        ...     session: ReadSession = database.reading()
        """
        return ReadOnlySession(self._driver, self.name, lambda: self.version, self._address, control)

    def write(
        self,
        statement: Statement,
        rows: Sequence[Any] | None = None,
        /,
        *,
        batch: int = 1000,
        marked: bool = True,
        **parameters: Any,
    ) -> Written:
        """What a write changed; with ``rows``, the statement gets ``$rows`` in batches, a transaction each.

        Parameters
        ----------
        marked
            Whether the transactions carry the metadata ``{motif: "write"}``: what Motif derives from a graph (vectors)
            does not make its projections stale, what it loads does.
        """
        if rows is None:
            return self._write_once(statement, parameters, marked)
        total = Written()
        for start in range(0, len(rows), batch):
            total += self._write_once(statement, {**parameters, "rows": rows[start : start + batch]}, marked)
            reached("write.batch")
        return total

    def _write_once(self, statement: Statement, parameters: Mapping[str, Any], marked: bool) -> Written:
        for attempt in range(1, _ATTEMPTS + 1):
            try:
                with self._session(neo4j.WRITE_ACCESS, BOLT_FETCH) as session:
                    query = self._query(statement, parameters, None, _WRITE_METADATA if marked else None)
                    counters = session.run(query, dict(parameters)).consume().counters
                return Written(
                    counters.nodes_created,
                    counters.relationships_created,
                    counters.properties_set,
                    counters.indexes_added,
                )
            except QueryFailed as error:
                if attempt == _ATTEMPTS or not is_transient(error.__cause__):
                    raise
                time.sleep(0.05 * 2**attempt)
        raise AssertionError("the last attempt returns or raises")

    @cached_property
    def info(self) -> Mapping[str, Any]:
        """``id``, ``name``, ``version`` and ``edition``."""
        return self.run(template("database_info"))[0]

    @cached_property
    def user(self) -> str | None:
        """The login that is connected; None without authentication, or where the server does not tell."""
        try:
            [row] = self.run(template("show_current_user"))
        except QueryFailed:
            return None
        return row["user"] or None

    @property
    def id(self) -> str:
        """The database's id, which stays when it is renamed."""
        return str(self.info["id"])

    @property
    def version(self) -> str:
        """The server's version, such as ``5.26.31``."""
        return str(self.info["version"])

    @cached_property
    def procedures(self) -> frozenset[str]:
        """Names of Motif's procedures that the server has."""
        return frozenset(row["name"] for row in self.run(template("motif_procedures")))

    @property
    def has_plugin(self) -> bool:
        """Whether the server can export packed columns."""
        return "motif.internal.export" in self.procedures

    @property
    def last_transaction(self) -> int | None:
        """The last transaction that changed the graph, Motif's own apart; None without the freshness jar."""
        if "motif.internal.lastTransaction" not in self.procedures:
            return None
        value = self.run(template("last_transaction"))[0]["transaction"]
        return None if value is None else int(value)

    @cached_property
    def changes(self) -> ChangeWatch:
        """How far the database has moved, asked for seldom."""
        return ChangeWatch(self.changes_since)

    def changes_since(self, transactions: Sequence[int]) -> Told:
        """What the freshness jar tells of changes after each of ``transactions``; nothing where there is none.

        One statement, tried once: an answer waits for it.
        """
        if not transactions or "motif.internal.lastTransaction" not in self.procedures:
            return Told()
        statement, since = template("changes_since"), list(transactions)
        rows = list(self.stream(statement, timeout=_PATIENCE, fetch=BOLT_FETCH, since=since))
        counts = {row["since"]: row["count"] for row in rows if row["count"] is not None}
        return Told(rows[0]["transaction"], counts)

    def _query(
        self,
        statement: Statement,
        parameters: Mapping[str, Any],
        timeout: float | None,
        metadata: dict[str, Any] | None,
    ) -> neo4j.Query:
        text = statement
        if isinstance(statement, Template):
            if set(statement.parameters) != set(parameters) or statement.identifiers:
                raise TypeError(
                    f"statement '{statement.name}' takes {statement.parameters} and {statement.identifiers}, "
                    f"not {tuple(parameters)}"
                )
            text = statement.text
        return neo4j.Query(cast(LiteralString, text), metadata=metadata, timeout=timeout)

    @contextmanager
    def _session(self, access: str, fetch: int) -> Iterator[neo4j.Session]:
        options: dict[str, Any] = {"default_access_mode": access, "fetch_size": fetch, **_SILENT}
        try:
            with self._driver.session(database=self.name, **options) as session:
                yield session
        except (exceptions.Neo4jError, exceptions.DriverError) as error:
            raise translated(error, self._address, self.name) from error
