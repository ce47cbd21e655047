"""Reading sessions: what is sent, what comes back, and that nothing is waited for longer than its time."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import neo4j
import pytest
from neo4j.time import Date, DateTime, Duration

from motif.database import Database
from motif.database.values import spoken
from motif.engine.control import Control
from motif.errors import Cancelled, DeadlineExceeded, QueryFailed

PLAN = {
    "operatorType": "ProduceResults@neo4j",
    "args": {"EstimatedRows": 1.0},
    "children": [
        {
            "operatorType": "ProcedureCall@neo4j",
            "args": {
                "Details": "db.index.vector.`queryNodes`($a, 3, $v) :: (node :: NODE)",
                "EstimatedRows": 40.0,
            },
            "children": [],
        }
    ],
}


class Server:
    """A driver whose statements give ``rows``, wait while ``holds`` says so, and end when they are terminated."""

    def __init__(
        self, rows: list[dict[str, Any]] | None = None, *, holds: bool = False, ends: bool = True
    ) -> None:
        self.rows, self.holds, self.ends = rows or [], holds, ends
        self.released = threading.Event()
        self.sent: list[tuple[neo4j.Query, dict[str, Any], dict[str, Any]]] = []
        self.terminated: list[str] = []
        self.pulled = 0
        self.problem: Exception | None = None

    def session(self, **options: Any) -> Any:
        return _Session(self, options)


class _Session:
    def __init__(self, server: Server, options: dict[str, Any]) -> None:
        self.server, self.options = server, options

    def __enter__(self) -> _Session:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def run(self, query: neo4j.Query, parameters: dict[str, Any]) -> Any:
        server = self.server
        if "TERMINATE" in query.text:
            server.terminated.append(parameters["mark"])
            if server.ends:
                server.problem = _refusal("Neo.ClientError.Transaction.Terminated")
                server.released.set()
            return _Result(server, [])
        server.sent.append((query, parameters, self.options))
        if server.holds:
            server.released.wait(10)
        if server.problem is not None:
            raise server.problem
        return _Result(server, server.rows)


class _Result:
    def __init__(self, server: Server, rows: list[dict[str, Any]]) -> None:
        self.server, self.rows = server, rows

    def keys(self) -> list[str]:
        return list(self.rows[0]) if self.rows else []

    def __iter__(self) -> Any:
        for row in self.rows:
            self.server.pulled += 1
            yield SimpleNamespace(values=lambda row=row: list(row.values()))

    def consume(self) -> Any:
        logging.getLogger("neo4j.notifications").warning("Received notification from DBMS server")
        statuses = [
            SimpleNamespace(gql_status="01N50", status_description="The label `Nope` does not exist."),
            SimpleNamespace(gql_status="00001", status_description="successful completion"),
        ]
        return SimpleNamespace(plan=PLAN, query_type="r", gql_status_objects=statuses)


def _refusal(code: str) -> neo4j.exceptions.Neo4jError:
    return neo4j.exceptions.Neo4jError._basic_hydrate(neo4j_code=code, message="why")


def opened(server: Server) -> Database:
    return Database.connect(driver=server, database="films")  # type: ignore[arg-type]


def test_a_statement_is_sent_with_read_access_and_the_time_that_is_left() -> None:
    server = Server([{"n": 1}])
    assert opened(server).reading().run("RETURN $x AS n", {"x": 1}, seconds=3, limit=10) == [{"n": 1}]
    query, parameters, options = server.sent[0]
    assert (query.text, query.timeout, parameters) == ("RETURN $x AS n", 3, {"x": 1})
    assert (options["default_access_mode"], options["database"], options["fetch_size"]) == (
        "READ",
        "films",
        10,
    )
    assert options["notifications_min_severity"] == "OFF"


def test_the_nearer_of_two_deadlines_counts() -> None:
    server = Server([{"n": 1}])
    with Control(timeout=2) as control:
        opened(server).reading(control).run("RETURN 1 AS n", {}, seconds=30, limit=1)
        opened(server).reading(control).run("RETURN 1 AS n", {}, seconds=0.5, limit=1)
    first, second = (query.timeout for query, _, _ in server.sent)
    assert first is not None and 1 < first <= 2
    assert second == 0.5


def test_no_more_rows_are_read_than_wanted() -> None:
    server = Server([{"n": n} for n in range(50)])
    assert len(opened(server).reading().run("…", {}, seconds=None, limit=7)) == 7
    assert server.pulled == 7


def test_values_are_those_of_json() -> None:
    zoned = DateTime.from_iso_format("2020-01-02T03:04:05.120000000+01:00")
    server = Server([{"d": Date(1999, 12, 31), "m": {"at": [zoned]}, "p": Duration(hours=2), "n": None}])
    [row] = opened(server).reading().run("…", {}, seconds=1, limit=5)
    assert row == {"d": "1999-12-31", "m": {"at": ["2020-01-02T03:04:05.12+01:00"]}, "p": "PT2H", "n": None}
    assert spoken(neo4j.spatial.CartesianPoint((1.0, 2.0))) == {"srid": 7203, "coordinates": [1.0, 2.0]}


def test_explain_says_what_a_statement_would_do(caplog: pytest.LogCaptureFixture) -> None:
    server = Server()
    said = opened(server).reading().explain("MATCH (n:Nope) RETURN n", {})
    assert said.kind == "r"
    assert said.operators == ("ProduceResults", "ProcedureCall")
    assert said.procedures == ("db.index.vector.queryNodes",)
    assert said.rows == 40.0
    assert said.notes == ("The label `Nope` does not exist.",)
    query, _, options = server.sent[0]
    assert query.text.startswith("EXPLAIN MATCH")
    assert options["notifications_min_severity"] == "INFORMATION"
    assert not caplog.records
    logging.getLogger("neo4j.notifications").warning("Received notification")
    assert len(caplog.records) == 1


def test_a_refusal_is_told() -> None:
    server = Server()
    server.problem = _refusal("Neo.ClientError.Statement.AccessMode")
    with pytest.raises(QueryFailed, match="why"):
        opened(server).reading().run("CREATE ()", {}, seconds=5, limit=1)


def test_a_statement_is_ended_at_its_deadline() -> None:
    server = Server(holds=True)
    with pytest.raises(DeadlineExceeded, match="ended at its deadline"):
        opened(server).reading().run("MATCH …", {}, seconds=0.05, limit=1)
    assert server.terminated == [server.sent[0][0].metadata["motifRead"]]  # type: ignore[index]


def test_cancelling_ends_the_statement() -> None:
    server, control = Server(holds=True), Control()
    session = opened(server).reading(control)
    threading.Timer(0.05, control.cancel).start()
    with control, pytest.raises(Cancelled, match="stopped waiting"):
        session.run("MATCH …", {}, seconds=None, limit=1)
    assert server.terminated


def test_nothing_is_sent_when_the_time_is_over_before() -> None:
    server = Server()
    with Control(timeout=0) as control, pytest.raises(DeadlineExceeded):
        opened(server).reading(control).run("RETURN 1", {}, seconds=None, limit=1)
    assert server.sent == []


def test_a_server_that_cannot_end_a_statement_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("motif.database.reading._GRACE_SECONDS", 0.3)
    server = Server(holds=True, ends=False)
    with pytest.raises(DeadlineExceeded):
        opened(server).reading().run("RETURN reduce(…)", {}, seconds=0.05, limit=1)
    assert len(server.terminated) > 1  # asked again, since the transaction may not have begun
    server.released.set()


def test_an_interrupt_while_waiting_ends_the_statement(monkeypatch: pytest.MonkeyPatch) -> None:
    server, control = Server(holds=True), Control()
    looked: list[float] = []

    def interrupted(_: object) -> str:
        looked.append(time.monotonic())
        if len(looked) > 2:
            raise KeyboardInterrupt
        return "running"

    monkeypatch.setattr(Control, "state", property(interrupted))
    with pytest.raises(KeyboardInterrupt):
        opened(server).reading(control).run("MATCH …", {}, seconds=None, limit=1)
    assert server.terminated


def test_the_seconds_left_of_a_control() -> None:
    assert Control().seconds_left is None
    with Control(timeout=5) as control:
        first = control.seconds_left
        assert first is not None and 4 < first <= 5
        with control:  # entered again by what it was passed to: the first deadline stays
            again = control.seconds_left
            assert again is not None and again <= first
    with Control(timeout=0) as over:
        assert over.seconds_left == 0
    make: Callable[[], Control] = lambda: Control(timeout=1e12)  # noqa: E731
    with make() as far:
        assert far.seconds_left is not None and far.seconds_left > 1e11
