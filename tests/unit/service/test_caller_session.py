"""Statements in the caller's transaction: asked on the answer, replied to beside it. The test plays the plugin."""

from __future__ import annotations

import json
import logging
import threading
import time
from collections.abc import Callable
from typing import Any

import httpx
import pytest

import motif.service.application as application
import motif.service.caller_session as caller_session
from motif.engine.control import Control
from motif.errors import InvalidInput, QueryFailed
from motif.graphs.statements import Explained
from motif.service.caller_session import CallerSession
from motif.service.procedures import Procedure
from motif.service.replies import Replies

STATEMENT = "MATCH (n:Film) WHERE n.year > $year RETURN n, n.title AS title"
ENDED: list[BaseException] = []
DONE = threading.Event()

Answering = Callable[[dict[str, Any]], dict[str, Any] | None]


def two_statements(service, call):
    yield {"text": "before"}
    found = call.session.run(STATEMENT, {"year": 1999}, seconds=5.0, limit=10)
    found += call.session.run("RETURN 1 AS one", {}, seconds=None, limit=1)
    yield {"found": found, "version": call.session.version}


def explain(service, call):
    said = call.session.explain(STATEMENT, {"year": 1999})
    yield {"said": [said.kind, said.operators, said.procedures, said.rows, said.notes]}


def fail(service, call):
    if call.arguments["kind"] == "after":
        call.session.run("RETURN 1", {}, seconds=None, limit=1)
    raise InvalidInput("No.", hint="Yes.")


def one_statement(service, call):
    DONE.clear()
    try:
        yield {
            "found": call.session.run(STATEMENT, {"year": 1}, seconds=call.arguments.get("seconds"), limit=3)
        }
    except BaseException as error:
        ENDED.append(error)
        raise
    finally:
        DONE.set()


def has_session(service, call):
    yield {"session": call.session is not None}


@pytest.fixture(autouse=True)
def procedures(monkeypatch):
    ENDED.clear()
    lane = {"lane": "retrieval", "asks": True}
    monkeypatch.setattr(
        application,
        "PROCEDURES",
        {
            "two": Procedure(two_statements, **lane),
            "explain": Procedure(explain, **lane),
            "fail": Procedure(fail, ("kind",), **lane),
            "one": Procedure(one_statement, ("seconds",), **lane),
            "has": Procedure(has_session, **lane),
            "hasNot": Procedure(has_session),
        },
    )


def request(**arguments):
    return {
        "database": {"id": "C6B4", "name": "neo4j"},
        "jobId": "7c1f",
        "session": {"version": "5.26.31"},
        "arguments": arguments,
    }


def of(ask: dict[str, Any], **content: Any) -> dict[str, Any]:
    return {"jobId": "7c1f", "key": ask["key"], "id": ask["id"], **content}


def played(client: httpx.Client, path: str, answering: Answering, **arguments: Any) -> list[dict[str, Any]]:
    """All lines of the answer; each ask is answered as soon as it is read."""
    lines = []
    with client.stream("POST", f"/v1/{path}", json=request(**arguments)) as response:
        assert response.status_code == 200, response.read()
        for text in response.iter_lines():
            line = json.loads(text)
            lines.append(line)
            if "ask" in line and (reply := answering(line["ask"])) is not None:
                assert client.post("/v1/reply", json=reply).json() == {}
    return lines


def test_statements_are_asked_one_after_another_and_their_rows_are_plain_values(client):
    node = {"$node": "4:x:1", "labels": ["Film"]}

    def answering(ask):
        return of(
            ask, rows=[{"n": node, "title": {"$float": "Infinity"}}] if ask["id"] == 1 else [{"one": 1}]
        )

    lines = played(client, "two", answering)
    first, second = lines[0]["ask"], lines[1]["ask"]
    assert {key: first[key] for key in ("id", "statement", "parameters", "explain", "rows")} == {
        "id": 1,
        "statement": STATEMENT,
        "parameters": {"year": 1999},
        "explain": False,
        "rows": 10,
    }
    assert 4 < first["seconds"] <= 5 and 5 < second["seconds"] <= 20
    assert first["bytes"] == 100_000 - 1024
    assert (second["id"], second["statement"]) == (2, "RETURN 1 AS one")
    assert len(first["key"]) == 32 and first["key"] != second["key"]
    found = [{"n": "4:x:1", "title": {"$float": "Infinity"}}, {"one": 1}]
    assert lines[2:] == [
        {"row": {"text": "before"}},
        {"row": {"found": found, "version": "5.26.31"}},
        {"end": {"rows": 2}},
    ]


def test_an_explanation_keeps_the_notes_that_matter(client):
    said = {
        "kind": "r",
        "operators": ["ProduceResults", "NodeByLabelScan"],
        "procedures": [],
        "rows": 12.5,
        "notes": [
            {"status": "01N50", "description": "The label `Film` does not exist."},
            {"status": "00001", "description": "note: successful completion - omitted result"},
        ],
    }
    asked = []

    def answering(ask):
        asked.append(ask)
        return of(ask, explained=said)

    [_, row, _] = played(client, "explain", answering)
    assert asked[0]["explain"] is True
    expected = Explained(
        "r", ("ProduceResults", "NodeByLabelScan"), (), 12.5, ("The label `Film` does not exist.",)
    )
    assert row["row"]["said"] == [
        expected.kind,
        list(expected.operators),
        [],
        expected.rows,
        list(expected.notes),
    ]


@pytest.mark.parametrize(
    ("error", "code", "message"),
    [
        (
            {"code": "Neo.ClientError.Statement.SyntaxError", "message": "Invalid input."},
            "query_failed",
            "Neo4j refused a statement: Invalid input.",
        ),
        (
            {"code": "motif.refused", "message": "The statement is of type WRITE."},
            "query_failed",
            "The statement is of type WRITE.",
        ),
        (
            {
                "code": "Neo.ClientError.Transaction.TransactionTimedOutClientConfiguration",
                "message": "Too long.",
            },
            "deadline_exceeded",
            "Too long.",
        ),
        ({"code": "motif.late", "message": "Too late."}, "deadline_exceeded", "Too late."),
    ],
)
def test_what_the_plugin_could_not_run_is_an_error_line(client, error, code, message):
    *_, last = played(client, "one", lambda ask: of(ask, error=error))
    assert (last["error"]["code"], last["error"]["message"]) == (code, message)
    assert isinstance(ENDED[0], QueryFailed) is (code == "query_failed")


def test_an_error_is_a_status_before_the_first_ask_and_a_line_after_it(client):
    response = client.post("/v1/fail", json=request(kind="before"))
    assert (response.status_code, response.json()["error"]["hint"]) == (400, "Yes.")
    *_, last = played(client, "fail", lambda ask: of(ask, rows=[]), kind="after")
    assert last["error"]["code"] == "invalid_input"


def test_a_reply_counts_once_and_for_who_waits_for_it(client):
    def answering(ask):
        for wrong in (
            of(ask, rows=[]) | {"key": "0" * 32},
            of(ask, rows=[]) | {"jobId": "other"},
            of(ask, rows=[]) | {"id": 7},
            of(ask, rows=[]) | {"key": None},
        ):
            response = client.post("/v1/reply", json=wrong)
            assert (response.status_code, response.json()["error"]["code"]) == (400, "invalid_input")
            assert "Nothing waits for this reply" in response.json()["error"]["message"]
        assert client.post("/v1/reply", json=of(ask, rows=[{"a": 1}])).status_code == 200
        assert client.post("/v1/reply", json=of(ask, rows=[{"a": 2}])).status_code == 400

    [_, row, _] = played(client, "one", answering)
    assert row["row"] == {"found": [{"a": 1}]}


def test_a_reply_must_be_signed_and_small_enough(client, running):
    def answering(ask):
        reply = of(ask, rows=[])
        assert httpx.post(f"{running.url}/v1/reply", json=reply, trust_env=False).status_code == 401
        assert client.post("/v1/reply", json={**reply, "rows": ["x" * 100_000]}).status_code == 413
        assert (
            client.post("/v1/reply", content=b"[1]", headers={"Content-Type": "application/json"}).status_code
            == 400
        )
        return reply

    assert played(client, "one", answering)[-1] == {"end": {"rows": 1}}


def test_a_caller_that_goes_away_stops_the_waiting(client):
    with client.stream("POST", "/v1/one", json=request()) as response:
        next(response.iter_lines())
    assert DONE.wait(10)
    assert type(ENDED[0]).__name__ == "Cancelled"


def test_a_cancelled_call_stops_waiting(client):
    def answering(ask):
        assert client.post("/v1/cancel", json={"jobId": "7c1f"}).json() == {"cancelled": 1}

    *_, last = played(client, "one", answering)
    assert last["error"]["code"] == "cancelled"


def test_a_reply_that_does_not_come_is_a_deadline(client, monkeypatch):
    monkeypatch.setattr(caller_session, "_GRACE", 0.1)
    begun = time.monotonic()
    *_, last = played(client, "one", lambda ask: None, seconds=0.2)
    assert last["error"]["code"] == "deadline_exceeded"
    assert time.monotonic() - begun < 15, "not the call's own deadline"


def test_nothing_is_asked_when_no_time_is_left(client):
    response = client.post("/v1/one", json=request(seconds=0))
    assert (response.status_code, response.json()["error"]["code"]) == (504, "deadline_exceeded")


def test_who_does_not_offer_its_transaction_is_not_asked(client):
    def told(path, **changes):
        response = client.post(f"/v1/{path}", json={**request(), **changes})
        return json.loads(response.content.splitlines()[0])["row"]["session"]

    assert told("has") is True
    assert told("has", session=None) is False
    assert told("has", session="5.26") is False
    assert told("hasNot") is False


def test_a_stopping_service_still_takes_replies(client, running):
    def answering(ask):
        running.service.draining = True
        return of(ask, rows=[])

    assert played(client, "one", answering)[-1] == {"end": {"rows": 1}}
    assert client.post("/v1/one", json=request()).status_code == 503


def test_logs_hold_neither_statements_nor_rows_nor_keys(client, caplog):
    caplog.set_level(logging.DEBUG)
    keys = []

    def answering(ask):
        keys.append(ask["key"])
        return of(ask, rows=[{"title": "a secret title"}])

    played(client, "one", answering)
    logged = " ".join(str(vars(record)) for record in caplog.records if record.name.startswith("motif"))
    assert "/v1/reply" in logged
    for secret in (STATEMENT, "Film", "a secret title", keys[0]):
        assert secret not in logged


def test_a_session_needs_a_way_to_the_plugin():
    session = CallerSession(Replies(), Control(1), job_id="a", version="5", limit=10_000)
    with pytest.raises(RuntimeError, match="send_by"):
        session.run("RETURN 1", {}, seconds=None, limit=1)
