"""The only door to Neo4j: statements in, plain values out, the driver's errors in our words."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Any, LiteralString, cast

import neo4j
from neo4j import exceptions
from neo4j.graph import Entity, Path

from motif.errors import DatabaseUnavailable, DeadlineExceeded, InvalidInput, MotifError, QueryFailed
from motif_cypher import Template, template

Statement = Template | str
"""A statement of `motif_cypher`, or Cypher as text (a user's or a plan's)."""

BOLT_FETCH = 1000
"""Records that the server sends per request when a read is not streamed in large ones."""

_SCHEMES = ("bolt", "bolt+s", "bolt+ssc", "neo4j", "neo4j+s", "neo4j+ssc")
_ATTEMPTS = 4
_SILENT: dict[str, Any] = {"notifications_min_severity": neo4j.NotificationMinimumSeverity.OFF}
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
        if uri.partition("://")[0] not in _SCHEMES:
            raise _no_address(uri, f"it must begin with one of {', '.join(_SCHEMES)}")
        options: dict[str, Any] = {"user_agent": "motif-graphrag", "connection_timeout": 5.0, **_SILENT}
        try:
            made = neo4j.GraphDatabase.driver(uri, auth=auth, max_transaction_retry_time=0, **options)
        except (exceptions.ConfigurationError, ValueError) as error:
            raise _no_address(uri, str(error)) from error
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
                if attempt == _ATTEMPTS or not _is_transient(error.__cause__):
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
                if attempt == _ATTEMPTS or not _is_transient(error.__cause__):
                    raise
                time.sleep(0.05 * 2**attempt)
        raise AssertionError("the last attempt returns or raises")

    @cached_property
    def info(self) -> Mapping[str, Any]:
        """``id``, ``name``, ``version`` and ``edition``."""
        return self.run(template("database_info"))[0]

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
            raise self._translated(error) from error

    def _translated(self, error: Exception) -> MotifError:
        code, message = getattr(error, "code", None) or "", getattr(error, "message", None) or str(error)
        where = f" at {self._address}" if self._address else ""
        if isinstance(error, exceptions.AuthError) or code.startswith(
            "Neo.ClientError.Security.Unauthorized"
        ):
            return DatabaseUnavailable(
                f"Neo4j{where} refused the login: {message}", hint="Check NEO4J_USERNAME and NEO4J_PASSWORD."
            )
        if code == "Neo.ClientError.Database.DatabaseNotFound":
            return DatabaseUnavailable(
                f"Neo4j{where} has no database named '{self.name}'.", hint="SHOW DATABASES lists them."
            )
        if isinstance(
            error, (exceptions.ServiceUnavailable, exceptions.SessionExpired, exceptions.ConfigurationError)
        ):
            return DatabaseUnavailable(
                f"Neo4j{where} cannot be reached: {message}.",
                hint="Is it running? Check NEO4J_URI, or run: motif start",
            )
        if code.startswith("Neo.ClientError.Transaction.TransactionTimedOut"):
            return DeadlineExceeded(f"Neo4j ended the statement at its timeout: {message}")
        return QueryFailed(f"Neo4j refused a statement: {message}", hint=f"({code})" if code else "")


def _no_address(uri: str, why: str) -> InvalidInput:
    return InvalidInput(
        f"{uri!r} is no address of a Neo4j: {why}.", hint="It looks like bolt://localhost:7687."
    )


def _is_transient(error: BaseException | None) -> bool:
    return isinstance(error, exceptions.TransientError) and error.is_retryable()


def plain(value: Any) -> Any:
    """A driver's value with element ids in place of nodes, relationships and paths, at any depth."""
    if isinstance(value, Entity):
        return value.element_id
    if isinstance(value, Path):
        return [entity.element_id for entity in (*value.nodes, *value.relationships)]
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list) and value and isinstance(value[0], (Entity, Path, dict, list)):
        return [plain(item) for item in value]
    return value
