"""Worker processes answer as the service itself does, whatever becomes of them."""

import json
import os
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import psutil
import pytest

import worker_services
from motif.catalog.triples import from_triples
from motif.service import application, workers
from motif.service.routes import PROCEDURES
from motif.service.workers import Workers, n_processes
from motif.snapshot import graph_folder, write_snapshot
from toygraphs import FILMS

ASKED = [
    ("search", {"graphName": "films", "pattern": [["Heat", "directed_by", "?who"]]}),
    ("match", {"graphName": "films", "pattern": [["?film", "directed_by", "?who"]]}),
    ("retrieve", {"graphName": "films", "question": "Who directed Heat?"}),
    ("plan", {"graphName": "films", "question": "Who directed Heat?"}),
    ("verify", {"graphName": "films", "question": "Heat was directed by Michael Mann."}),
    ("search", {"graphName": "films", "pattern": [["Heat", "directed_by"]]}),
    ("search", {"graphName": "movies", "pattern": [["Heat", "directed_by", "?who"]]}),
    ("match", {"graphName": "films", "pattern": [], "configuration": {"topK": "many"}}),
    ("embed/query", {"text": "films by Mann"}),
]


@pytest.fixture
def start(make_service, run, monkeypatch):
    """A service with worker processes that answer every call while ``busy`` says that others run."""
    monkeypatch.setattr(application, "PROCEDURES", {**PROCEDURES, **worker_services.OWN})
    begun = []

    def start(count=1, *, make=worker_services.make, busy=True, ready=True):
        service = make_service()
        monkeypatch.setattr(service, "warm_up", lambda: None)
        write_snapshot(graph_folder(service.settings.home, "d", "films"), from_triples(FILMS))
        service.workers = Workers(count, partial(make, service.settings))
        begun.append(service.workers)
        if busy:
            service.workers._n_calls += 1
        if ready:
            with service.workers._changed:
                service.workers._begin()
            wait_until(lambda: service.workers.figures()["running"] == count)
        return run(service)

    yield start
    for one in begun:
        one.close()


def wait_until(is_so, seconds=60.0):
    until = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < until
        time.sleep(0.01)


def request(path, arguments, **more):
    return f"/v1/{path}", {
        "database": {"id": "d", "name": "d"},
        "user": "ann",
        "arguments": arguments,
        **more,
    }


def ask(running, path, arguments=None, **more):
    with running.client() as client:
        url, content = request(path, arguments or {}, **more)
        return client.post(url, json=content)


def rows(response):
    return [line["row"] for line in map(json.loads, response.iter_lines()) if "row" in line]


def test_a_worker_answers_as_the_service_does(start):
    with_workers, without = start(), start(count=0)
    for path, arguments in ASKED:
        one, other = ask(with_workers, path, arguments), ask(without, path, arguments)
        assert (one.status_code, one.content) == (other.status_code, other.content), path
    assert with_workers.service.workers.figures() == {"processes": 1, "running": 1, "atWork": 0, "lost": 0}


def test_one_caller_alone_starts_no_process(start):
    running = start(busy=False, ready=False)
    assert rows(ask(running, "process")) == [{"process": os.getpid()}]
    assert running.service.workers.figures()["running"] == 0
    assert not running.service.workers._starts


def test_calls_that_overlap_start_processes_and_are_answered_by_them(start):
    running = start(count=2, busy=False, ready=False)
    with ThreadPoolExecutor(2) as threads:
        first = threads.submit(ask, running, "lasting", {"configuration": {"timeout": 60}}, jobId="long")
        wait_until(lambda: running.service.jobs.n_running == 1)
        assert rows(ask(running, "process")) == [{"process": os.getpid()}]  # none is ready yet
        wait_until(lambda: running.service.workers.figures()["running"] == 2)
        ids = running.service.process_ids()
        assert {row["process"] for _ in range(5) for row in rows(ask(running, "process"))} <= set(ids)
        assert ask(running, "cancel", jobId="long").json() == {"cancelled": 1}
        assert first.result().status_code == 499
    facts = {row["key"]: row["value"] for row in rows(ask(running, "sysInfo"))}
    assert facts["workers"] == {"processes": 2, "running": 2, "atWork": 0, "lost": 0}
    with running.client() as client:
        assert "motif_worker_processes 2" in client.get("/metrics").text


def test_where_all_are_at_work_the_service_answers_itself(start):
    running = start()
    with ThreadPoolExecutor(1) as threads:
        first = threads.submit(ask, running, "lasting", jobId="long")
        wait_until(lambda: running.service.workers.figures()["atWork"] == 1)
        assert rows(ask(running, "process")) == [{"process": os.getpid()}]
        ask(running, "cancel", jobId="long")
        last = json.loads(first.result().content.splitlines()[-1])
        assert last["error"]["code"] == "cancelled"
    assert rows(ask(running, "process")) == [{"process": running.service.process_ids()[0]}]


def test_a_deadline_and_a_caller_who_leaves_free_the_worker(start):
    running = start()
    answered = rows(ask(running, "lasting", {"configuration": {"timeout": 0.2}}))
    assert answered[-1] == {"state": "deadline"}
    with running.client() as client:
        url, content = request("lasting", {})
        with client.stream("POST", url, json=content) as response:
            next(response.iter_lines())
    wait_until(lambda: running.service.workers.figures()["atWork"] == 0)
    assert running.service.workers.figures()["lost"] == 0
    assert rows(ask(running, "process")) == [{"process": running.service.process_ids()[0]}]


def test_what_does_not_heed_its_deadline_loses_its_process_and_nothing_else(start, monkeypatch):
    running = start()
    monkeypatch.setattr(workers, "_GRACE", 0.2)
    answer = ask(running, "deaf", {"configuration": {"timeout": 0.1}})
    assert (answer.status_code, answer.json()["error"]["code"]) == (504, "deadline_exceeded")
    assert "its process was ended" in answer.json()["error"]["message"]
    assert rows(ask(running, "process"))
    wait_until(lambda: running.service.workers.figures()["running"] == 1)


def test_a_call_whose_process_dies_is_asked_of_another_once(start, tmp_path):
    running = start(count=2)
    ids = set(running.service.process_ids())
    answer = ask(running, "dying", {"graphName": str(tmp_path / "mark"), "pattern": "once"}, database={})
    (row,) = rows(answer)
    assert row["process"] in ids
    assert running.service.workers.figures()["lost"] == 1
    wait_until(lambda: ask(running, "process") and running.service.workers.figures()["running"] == 2)


@pytest.mark.parametrize("when", ["early", "late"])
def test_a_call_that_ends_every_process_ends_in_an_error_and_the_rest_goes_on(start, tmp_path, when):
    running = start(count=2)
    answer = ask(running, "dying", {"graphName": str(tmp_path / "mark"), "pattern": when}, database={})
    error = json.loads(answer.content.splitlines()[-1])["error"]
    assert error["code"] == "service_unavailable"
    assert "ended before it had done so" in error["message"]
    assert "MOTIF_SERVICE_PROCESSES" in error["hint"]
    assert running.service.workers.figures()["lost"] == (2 if when == "early" else 1)
    assert rows(ask(running, "process"))
    wait_until(lambda: ask(running, "process") and running.service.workers.figures()["running"] == 2)


def test_errors_of_a_worker_are_the_services(start, caplog):
    running = start()
    plain = ask(running, "faulty", {"pattern": "plain"})
    assert (plain.status_code, plain.json()["error"]) == (
        400,
        {"code": "invalid_input", "message": "Not like that.", "hint": "Like this."},
    )
    fault = ask(running, "faulty", {"pattern": "other"})
    assert fault.status_code == 500
    assert b"secret" not in fault.content
    assert running.service.workers.figures()["lost"] == 0


def test_refreshes_are_begun_once_whichever_process_answers(start):
    running = start(count=2)
    with ThreadPoolExecutor(6) as threads:
        found = [rows(one)[0] for one in threads.map(lambda _: ask(running, "beginning"), range(6))]
    assert [row["begun"] for row in found].count(True) == 1
    assert all(row["told"] == {"refreshing": True} for row in found)


def test_statements_run_in_the_callers_transaction(start):
    running = start()
    with running.client() as client:
        url, content = request("reading", {}, jobId="j1", session={"version": "5.26.1"})
        with client.stream("POST", url, json=content) as response:
            lines = response.iter_lines()
            asked = json.loads(next(lines))["ask"]
            assert asked["statement"] == "RETURN 1 AS one"
            reply = {"jobId": "j1", "id": asked["id"], "key": asked["key"], "rows": [{"one": 1}]}
            assert client.post("/v1/reply", json=reply).status_code == 200
            assert json.loads(next(lines)) == {"row": {"version": "5.26.1", "rows": [{"one": 1}]}}


def test_a_worker_without_work_is_let_go_for_want_of_memory(start):
    running = start(count=2)
    service = running.service
    assert service.memory.figures()["used"] > 2 << 20
    assert service._let_go_oldest()
    assert service.workers.figures()["running"] == 1
    assert service._let_go_oldest()
    assert not service._let_go_oldest()
    assert rows(ask(running, "process")) == [{"process": os.getpid()}]


def test_one_that_does_not_start_is_told_and_left_for_a_while(start, capfd):
    running = start(make=worker_services.make_nothing, ready=False)
    assert rows(ask(running, "process")) == [{"process": os.getpid()}]
    wait_until(lambda: running.service.workers._rests_until > 0)
    assert rows(ask(running, "process")) == [{"process": os.getpid()}]
    assert running.service.workers.figures()["running"] == 0


def test_nothing_is_left_behind_when_the_service_ends(start):
    running = start(count=2)
    processes = [psutil.Process(number) for number in running.service.process_ids()]
    long = threading.Thread(target=ask, args=(running, "lasting"), daemon=True)
    long.start()
    wait_until(lambda: running.service.workers.figures()["atWork"] == 1)
    running.server.stop()
    running.thread.join(30)
    wait_until(lambda: not any(one.is_running() for one in processes), 10)


def test_a_signal_to_the_group_leaves_running_calls_alone(start):
    running = start()
    (number,) = running.service.process_ids()
    for one in (signal.SIGINT, signal.SIGTERM):
        os.kill(number, one)
    assert rows(ask(running, "process")) == [{"process": number}]


def test_how_many_there_are_unasked(monkeypatch):
    for processors, expected in ((1, 0), (2, 2), (64, workers.MOST)):
        monkeypatch.setattr(os, "sched_getaffinity", lambda _, n=processors: set(range(n)), raising=False)
        assert n_processes(None) == expected
    assert n_processes(-1) == 0
