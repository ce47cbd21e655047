"""The door to Neo4j: what it sends, what it gives back, and how the driver's errors are told."""

from __future__ import annotations

import socket
import time
import traceback
from types import SimpleNamespace
from typing import Any

import neo4j
import pytest
from neo4j import exceptions
from neo4j.graph import Graph, Node, Path, Relationship

from motif.database import Database, Written, plain
from motif.errors import (
    DatabaseUnavailable,
    DeadlineExceeded,
    InvalidInput,
    MotifError,
    PluginMissing,
    QueryFailed,
    ReadOnly,
)
from motif_cypher import template


class FakeResult:
    def __init__(self, rows: list[dict[str, Any]]) -> None:
        self.rows = rows

    def keys(self) -> list[str]:
        return list(self.rows[0]) if self.rows else []

    def __iter__(self) -> Any:
        return iter([SimpleNamespace(values=lambda row=row: list(row.values())) for row in self.rows])

    def consume(self) -> Any:
        counters = SimpleNamespace(
            nodes_created=1, relationships_created=2, properties_set=3, indexes_added=0
        )
        return SimpleNamespace(counters=counters)


class FakeDriver:
    """Sessions that keep what was sent, and raise what is queued before they answer."""

    def __init__(self, *problems: Exception, rows: list[dict[str, Any]] | None = None) -> None:
        self.problems = list(problems)
        self.rows = rows or []
        self.sent: list[tuple[neo4j.Query, dict[str, Any], dict[str, Any]]] = []
        self.closed = False

    def session(self, **options: Any) -> FakeSession:
        return FakeSession(self, options)

    def close(self) -> None:
        self.closed = True


class FakeSession:
    def __init__(self, driver: FakeDriver, options: dict[str, Any]) -> None:
        self.driver, self.options = driver, options

    def __enter__(self) -> FakeSession:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def run(self, query: neo4j.Query, parameters: dict[str, Any]) -> FakeResult:
        self.driver.sent.append((query, parameters, self.options))
        if self.driver.problems:
            raise self.driver.problems.pop(0)
        return FakeResult(self.driver.rows)


RESTRICTED = "The system database supports a restricted set"


def database(
    *problems: Exception, rows: list[dict[str, Any]] | None = None, name: str = "films"
) -> tuple[Database, FakeDriver]:
    driver = FakeDriver(*problems, rows=rows)
    return Database.connect(driver=driver, database=name), driver  # type: ignore[arg-type]


def server_error(code: str, message: str = "why") -> exceptions.Neo4jError:
    return exceptions.Neo4jError._basic_hydrate(neo4j_code=code, message=message)


def test_reads_are_read_only_and_silent() -> None:
    opened, driver = database(rows=[{"n": 1}, {"n": 2}])
    assert opened.run("RETURN $x AS n", timeout=3, x=1) == [{"n": 1}, {"n": 2}]
    query, parameters, options = driver.sent[0]
    assert (query.text, query.timeout, query.metadata, parameters) == ("RETURN $x AS n", 3, None, {"x": 1})
    assert options["default_access_mode"] == "READ"
    assert options["database"] == "films"
    assert options["notifications_min_severity"] == "OFF"


def test_writes_are_marked_and_batched() -> None:
    opened, driver = database()
    written = opened.write("UNWIND $rows AS row CREATE ()", list(range(5)), batch=2)
    assert written == Written(3, 6, 9, 0)
    assert [parameters["rows"] for _, parameters, _ in driver.sent] == [[0, 1], [2, 3], [4]]
    assert {options["default_access_mode"] for _, _, options in driver.sent} == {"WRITE"}
    assert driver.sent[0][0].metadata == {"motif": "write"}


def test_a_statement_gets_exactly_its_parameters() -> None:
    opened, driver = database()
    with pytest.raises(TypeError, match="read_nodes"):
        opened.run(template("read_nodes"), low=0)
    with pytest.raises(TypeError, match="labels"):
        opened.run(template("read_labelled_nodes"), chunk=1, properties=[])
    assert driver.sent == []


@pytest.mark.parametrize(
    ("problem", "error", "message"),
    [
        (server_error("Neo.ClientError.Security.Unauthorized"), DatabaseUnavailable, "refused the login"),
        (
            server_error("Neo.ClientError.Security.AuthenticationRateLimit", "too many times."),
            DatabaseUnavailable,
            r"refused the login: too many times\. Check .* wait five seconds",
        ),
        (
            server_error("Neo.ClientError.Statement.SemanticError", RESTRICTED),
            QueryFailed,
            RESTRICTED,
        ),
        (
            exceptions.DriverError("Driver closed"),
            DatabaseUnavailable,
            "closed. Connect again: motif.connect",
        ),
        (exceptions.ServiceUnavailable("no route"), DatabaseUnavailable, "cannot be reached: no route"),
        (exceptions.SessionExpired("gone"), DatabaseUnavailable, "cannot be reached"),
        (
            server_error("Neo.ClientError.Database.DatabaseNotFound"),
            DatabaseUnavailable,
            "no database named 'films'",
        ),
        (server_error("Neo.ClientError.Transaction.TransactionTimedOut"), DeadlineExceeded, "at its timeout"),
        (
            server_error("Neo.ClientError.Statement.SyntaxError", "Invalid input"),
            QueryFailed,
            "Invalid input",
        ),
        (
            server_error(
                "Neo.ClientError.Procedure.ProcedureCallFailed",
                "Failed to invoke procedure `motif.retrieve`: Caused by: motif.MotifException: It names nothing.",
            ),
            QueryFailed,
            r"^It names nothing\.$",
        ),
        (server_error("Neo.ClientError.Security.Forbidden"), QueryFailed, "refused a statement"),
        (
            server_error(
                "Neo.ClientError.Security.Forbidden", "Set property is not allowed for user 'reader'"
            ),
            ReadOnly,
            "Nothing may be written .* 'reader'",
        ),
        (
            server_error("Neo.ClientError.Statement.AccessMode", "Writing not allowed."),
            ReadOnly,
            "allowed\\.",
        ),
        (
            server_error(
                "Neo.ClientError.Procedure.ProcedureNotFound",
                "There is no procedure with the name `motif.search`",
            ),
            PluginMissing,
            "no Motif plugin, so that motif.search cannot be called",
        ),
        (
            server_error(
                "Neo.ClientError.Procedure.ProcedureNotFound", "There is no procedure with the name `apoc.x`"
            ),
            QueryFailed,
            "apoc.x",
        ),
    ],
)
def test_the_drivers_errors_are_told_in_our_words(
    problem: Exception, error: type[MotifError], message: str
) -> None:
    opened, driver = database(problem)
    with pytest.raises(error, match=message) as caught:
        opened.run("RETURN 1")
    assert caught.value.__cause__ is problem
    assert len(driver.sent) == 1


def test_the_database_of_users_holds_no_graph() -> None:
    opened, _ = database(server_error("Neo.ClientError.Statement.SemanticError", RESTRICTED), name="system")
    with pytest.raises(DatabaseUnavailable, match="'system' holds users and databases") as caught:
        opened.run("MATCH (n) RETURN n")
    assert "SHOW DATABASES" in str(caught.value)


def test_what_is_transient_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "sleep", lambda _: None)
    deadlock = server_error("Neo.TransientError.Transaction.DeadlockDetected")
    opened, driver = database(deadlock, deadlock, rows=[{"n": 1}])
    assert opened.run("RETURN 1 AS n") == [{"n": 1}]
    opened, driver = database(*[server_error("Neo.TransientError.Transaction.DeadlockDetected")] * 9)
    with pytest.raises(QueryFailed):
        opened.write("CREATE ()")
    assert len(driver.sent) == 4


def test_a_refused_connection_is_told() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    with (
        Database.connect(f"bolt://127.0.0.1:{port}", ("neo4j", "x")) as opened,
        pytest.raises(DatabaseUnavailable, match=f"127.0.0.1:{port} cannot be reached"),
    ):
        opened.run("RETURN 1")


@pytest.mark.parametrize("uri", [None, "", "nonsense", "http://localhost:7474"])
def test_what_is_no_address_is_told(uri: str | None) -> None:
    with pytest.raises(InvalidInput, match="address of a Neo4j"):
        Database.connect(uri)


def test_a_driver_that_was_given_stays_open() -> None:
    opened, driver = database()
    opened.close()
    assert not driver.closed


def test_facts_are_asked_for_once() -> None:
    facts = {"id": "C6", "name": "films", "version": "5.26.31", "edition": "community"}
    opened, driver = database(rows=[facts])
    assert (opened.id, opened.version, opened.info["edition"]) == ("C6", "5.26.31", "community")
    assert len(driver.sent) == 1
    opened, _ = database(rows=[{"name": "motif.internal.export"}])
    assert opened.has_plugin
    assert not database()[0].has_plugin


def test_nodes_relationships_and_paths_become_element_ids() -> None:
    graph = Graph()
    one, two = Node(graph, "4:x:1", 1), Node(graph, "4:x:2", 2)
    link = graph.relationship_type("SEEN")(graph, "5:x:9", 9, {})
    assert isinstance(link, Relationship)
    link._start_node, link._end_node = one, two
    graph._nodes.update({node.element_id: node for node in (one, two)})
    assert plain({"a": [one, {"b": link}], "c": [1, 2], "d": Path(one, link)}) == {
        "a": ["4:x:1", {"b": "5:x:9"}],
        "c": [1, 2],
        "d": ["4:x:1", "4:x:2", "5:x:9"],
    }


def test_a_login_in_an_address_is_never_told() -> None:
    for uri in ("bolt://neo4j:s3cret-canary@db:7687", "http://neo4j:a/canary@b@db", "neo4j+s://canary@db"):
        with pytest.raises(InvalidInput, match="no address of a Neo4j: a login stands in it") as caught:
            Database.connect(uri)
        assert "canary" not in "".join(
            traceback.format_exception(caught.value.__cause__ or caught.value, limit=0)
        )
        assert "NEO4J_PASSWORD" in caught.value.hint and caught.value.__cause__ is None
