"""How old the service says that its answers are, and when it has the plugin begin a refresh."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from motif.catalog import from_triples
from motif.errors import InvalidInput
from motif.graphs.evidence import Results
from motif.graphs.projection import Projection
from motif.service.ages import noted
from motif.service.calls import read_call
from motif.service.retrieval import evidence_rows

TRIPLES = [("Heat", "directed_by", "Mann"), ("Thief", "directed_by", "Mann")]
BY_MANN = [["?film", "directed_by", "Mann"]]
ARGUMENTS = ("graphName", "pattern", "configuration")
DATABASE = {"id": "C6B4", "name": "neo4j"}


def payload(graph: str, transaction: int | None, **more: object) -> dict[str, object]:
    arguments = {
        "graphName": graph,
        "pattern": BY_MANN,
        "configuration": more.pop("configuration", {}),
    }
    return {"database": DATABASE, "transaction": transaction, "arguments": arguments, **more}


def read(transaction: int | None, **configuration: object) -> Projection:
    return replace(from_triples(TRIPLES), transaction=transaction, configuration=configuration)


@pytest.fixture
def service(make_service):
    service = make_service()
    for name, projection in {
        "films": read(7),
        "unheard": read(None),
        "fresh": read(7, refresh="auto"),
    }.items():
        service.catalog.create("C6B4", name, lambda made=projection: made)
    return service


@pytest.fixture
def ask(service, run):
    with run(service).client() as client:

        def asked(graph, transaction, path="match", **more):
            response = client.post(f"/v1/{path}", json=payload(graph, transaction, **more))
            assert response.status_code == 200, response.text
            *rows, last = [json.loads(line) for line in response.content.splitlines()]
            return [line["row"]["metadata"] for line in rows], last["end"]

        yield asked


def test_each_row_says_whether_the_data_changed_since(ask):
    rows, end = ask("films", 7)
    assert [(row["stale"], row["behind"]) for row in rows] == [(False, {"transactions": 0})] * 2
    rows, end = ask("films", 9)
    assert [row["stale"] for row in rows] == [True, True]
    assert {row["behind"]["since"] for row in rows} == {7}
    assert all(row["behind"]["seconds"] >= 0 for row in rows)
    assert end == {"rows": 2}, "it is refreshed by hand"


def test_nobody_tells_of_one_that_was_read_without_a_listener_or_asked_without_one(ask):
    for graph, transaction in (("unheard", 9), ("films", None)):
        rows, _ = ask(graph, transaction)
        assert [row["stale"] for row in rows] == [None, None]
        assert all(row["behind"].keys() == {"seconds"} for row in rows)


def test_rows_for_a_model_say_it_each_only_where_it_is_behind(ask):
    text = {"return": "text"}
    rows, _ = ask("films", 7, configuration=text)
    assert ["stale" in row for row in rows] == [True, False]
    rows, _ = ask("films", 9, configuration=text)
    assert [row["stale"] for row in rows] == [True, True]


def test_a_plugin_is_told_once_to_refresh_what_is_behind(ask, service):
    assert "refresh" not in ask("fresh", 7, refreshes=True)[1]
    rows, end = ask("fresh", 9)
    assert "refresh" not in end and "refreshing" not in rows[0], "this caller does not refresh"
    rows, end = ask("fresh", 9, refreshes=True)
    assert end["refresh"] == "fresh"
    assert all(row["refreshing"] for row in rows)
    rows, end = ask("fresh", 9, refreshes=True)
    assert "refresh" not in end, "one at a time"
    service.refreshes.end(("C6B4", "fresh"))
    assert "refresh" not in ask("fresh", 9, refreshes=True)[1], "not within a second of the last"


def test_what_is_found_to_be_nothing_has_it_refreshed_too(service):
    call = read_call("motif.match", payload("fresh", 9, refreshes=True), {}, ARGUMENTS, 1)
    assert list(evidence_rows(service, call, Results(), service.catalog.open("C6B4", "fresh"))) == []
    assert call.ending == {"refresh": "fresh"}


def test_a_locked_catalog_refreshes_nothing(ask, service):
    service.catalog.locked = True
    rows, end = ask("fresh", 9, refreshes=True)
    assert rows[0]["stale"] and "refreshing" not in rows[0] and "refresh" not in end


def test_a_failed_refresh_is_told_by_answers_and_by_the_list(ask, service):
    call = read_call("motif.graph.refresh", payload("fresh", 9), {}, ARGUMENTS, 1)

    def fails(service, call, frames):
        raise InvalidInput("The database is empty: there is nothing to project.")
        yield

    ask("fresh", 9, refreshes=True)
    with pytest.raises(InvalidInput):
        list(noted(fails, ends=True)(service, call, ()))
    rows, _ = ask("fresh", 9, refreshes=True)
    assert rows[0]["refresh_failed"] == "The database is empty: there is nothing to project."
    assert "refreshing" not in rows[0] and len(rows) == 2, "it answers as before"
    info = service.catalog.info("C6B4", "fresh", last_transaction=9)
    assert info.failure is not None and info.failure.problem.startswith("The database is empty")
    service.catalog.create("C6B4", "fresh", lambda: read(9, refresh="auto"), existing="replace")
    assert service.catalog.info("C6B4", "fresh").failure is None
    list(noted(lambda *_: iter(()), ends=True)(service, call, ()))
    assert "refresh_failed" not in ask("fresh", 10, refreshes=True)[0][0]


def test_a_users_own_failed_refresh_is_not_one_in_the_background(service):
    call = read_call("motif.graph.refresh", payload("films", 9), {}, ARGUMENTS, 1)

    def fails(service, call, frames):
        raise InvalidInput("No.")
        yield

    with pytest.raises(InvalidInput):
        list(noted(fails, ends=True)(service, call, ()))
    assert service.refreshes.problem(("C6B4", "films")) == ""
    assert service.catalog.info("C6B4", "films").failure is None


def test_the_list_says_since_when_and_how(service, run):
    with run(service).client() as client:
        response = client.post(
            "/v1/graph/list", json={**payload("fresh", 9), "arguments": {"graphName": "fresh"}}
        )
    row = json.loads(response.content.splitlines()[0])["row"]
    assert (row["stale"], row["behind"]["since"], row["refresh"], row["refreshFailure"]) == (
        True,
        7,
        "auto",
        None,
    )
    assert row["readTime"] <= row["modificationTime"]


def test_system_information_tells_the_failures_that_the_list_tells(service, run):
    def facts(user):
        with run(service).client() as client:
            asked = {**payload("fresh", 9), "arguments": {}, "user": user}
            told = [json.loads(line) for line in client.post("/v1/sysInfo", json=asked).content.splitlines()]
            listed = client.post("/v1/graph/list", json={**asked, "arguments": {"graphName": "fresh"}})
        failures = {line["row"]["key"]: line["row"]["value"] for line in told[:-1]}["refreshFailures"]
        return failures, [json.loads(line) for line in listed.content.splitlines()][:-1]

    assert facts(None)[0] == {}
    service.catalog.note_failed_refresh("C6B4", "fresh", "The disk is full.")
    failures, [listed] = facts(None)
    assert failures == {"fresh": listed["row"]["refreshFailure"]}
    assert failures["fresh"]["problem"] == "The disk is full."
    service.catalog.create("C6B4", "fresh", lambda: read(9), existing="replace")
    assert facts(None)[0] == {}


def test_a_question_that_fails_has_it_refreshed_too(service, run):
    asked = {**payload("fresh", 9, refreshes=True)}
    asked["arguments"]["pattern"] = [["?film", "painted_after", "Mann"]]
    with run(service).client() as client:
        first = client.post("/v1/match", json=asked)
        again = client.post("/v1/match", json=asked)
    assert first.status_code == again.status_code == 400
    assert first.json()["error"]["refresh"] == "fresh"
    assert "refresh" not in again.json()["error"], "one at a time"
