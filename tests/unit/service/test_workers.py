"""Worker processes answer as the service itself does, whatever becomes of them."""

import json
import os
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from types import SimpleNamespace

import psutil
import pytest

import worker_services
from fakes import HashEncoder
from forking import CONTEXT
from motif.catalog import Catalog
from motif.catalog.triples import from_triples
from motif.service import application, workers
from motif.service.routes import PROCEDURES
from motif.service.workers import Workers, n_processes
from motif.settings import Settings
from motif.snapshot import graph_folder, write_snapshot
from toygraphs import FILMS

TOKEN = "0123456789abcdef" * 4
"""That of the clients."""

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


def begun(settings, count, make=worker_services.make, *, busy=True, ready=True):
    """A service with worker processes that answer every call while ``busy`` says that others run."""
    service = worker_services.Quick(
        settings, catalog=Catalog(settings.home), token=TOKEN, encoder=HashEncoder
    )
    service.warm_up = lambda: None
    write_snapshot(graph_folder(settings.home, "d", "films"), from_triples(FILMS))
    service.workers = Workers(count, partial(make, settings))
    if busy:
        service.workers._n_calls += 1
    if ready:
        with service.workers._changed:
            service.workers._begin()
        wait_until(lambda: service.workers.figures()["running"] == count)
    return service


def settings_at(home):
    return Settings(home=home, cache=home / "cache", timeout=20.0)


@pytest.fixture(autouse=True, scope="module")
def procedures():
    """The service knows what its workers do."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(application, "PROCEDURES", {**PROCEDURES, **worker_services.OWN})
        yield


@pytest.fixture(scope="module")
def two(tmp_path_factory, started):
    """A service with two workers, for tests that leave them as they are."""
    running = started(begun(settings_at(tmp_path_factory.mktemp("two")), 2))
    yield running
    running.server.stop()
    running.thread.join(30)


@pytest.fixture
def start(tmp_path, run, monkeypatch):
    """Gives a service whose workers begin at once; those of `two` are started as they are in use."""
    monkeypatch.setattr(workers, "multiprocessing", SimpleNamespace(get_context=lambda _: CONTEXT))
    pools = []

    def start(count=1, **given):
        service = begun(settings_at(tmp_path), count, **given)
        pools.append(service.workers)
        return run(service)

    yield start
    for one in pools:
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


def test_a_worker_answers_as_the_service_does(two, start):
    without = start(count=0)
    for path, arguments in ASKED:
        one, other = ask(two, path, arguments), ask(without, path, arguments)
        assert (one.status_code, one.content) == (other.status_code, other.content), path
    assert two.service.workers.figures() == {"processes": 2, "running": 2, "atWork": 0, "lost": 0}


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
        assert json.loads(first.result().content.splitlines()[-1])["error"]["code"] == "cancelled"
    facts = {row["key"]: row["value"] for row in rows(ask(running, "sysInfo"))}
    assert facts["workers"] == {"processes": 2, "running": 2, "atWork": 0, "lost": 0}
    with running.client() as client:
        assert "motif_worker_processes 2" in client.get("/metrics").text


def test_where_all_are_at_work_the_service_answers_itself(two):
    with ThreadPoolExecutor(2) as threads:
        calls = [threads.submit(ask, two, "lasting", jobId=name) for name in ("one", "other")]
        wait_until(lambda: two.service.workers.figures()["atWork"] == 2)
        assert rows(ask(two, "process")) == [{"process": os.getpid()}]
        for name, call in zip(("one", "other"), calls, strict=True):
            ask(two, "cancel", jobId=name)
            assert json.loads(call.result().content.splitlines()[-1])["error"]["code"] == "cancelled"
    assert rows(ask(two, "process"))[0]["process"] in two.service.process_ids()


def test_a_deadline_and_a_caller_who_leaves_free_the_worker(two):
    answered = rows(ask(two, "lasting", {"configuration": {"timeout": 0.2}}))
    assert answered[-1] == {"state": "deadline"}
    with two.client() as client:
        url, content = request("lasting", {"configuration": {"timeout": 60}})
        with client.stream("POST", url, json=content) as response:
            next(response.iter_bytes())
    wait_until(lambda: two.service.workers.figures()["atWork"] == 0, 20)
    assert two.service.workers.figures()["lost"] == 0
    assert rows(ask(two, "process"))[0]["process"] in two.service.process_ids()


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


def test_a_call_whose_only_process_dies_waits_for_the_next(start, tmp_path, monkeypatch):
    monkeypatch.setattr(workers, "_AGAIN", 120.0)  # however busy the machine is that starts it
    running = start()
    before = running.service.process_ids()
    arguments = {"graphName": str(tmp_path / "mark"), "pattern": "once", "configuration": {"timeout": 120}}
    answer = ask(running, "dying", arguments, database={})
    (row,) = rows(answer)
    assert row["process"] in running.service.process_ids()
    assert row["process"] not in before


def test_who_misses_a_process_while_starting_ends_has_another_started(monkeypatch):
    begun = []
    monkeypatch.setattr(
        threading, "Thread", lambda target, **_: SimpleNamespace(start=lambda: begun.append(target))
    )
    pool = Workers(1, object)
    with pool._changed:
        pool._begin()
    pool._all.add(object())
    assert not pool._is_one_missing()  # the thread that started it has yet to end
    pool._all.clear()  # it is lost meanwhile
    with pool._changed:
        pool._begin()
    assert len(begun) == 2


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


def test_errors_of_a_worker_are_the_services(two):
    running, lost = two, two.service.workers.n_lost
    plain = ask(running, "faulty", {"pattern": "plain"})
    assert (plain.status_code, plain.json()["error"]) == (
        400,
        {"code": "invalid_input", "message": "Not like that.", "hint": "Like this."},
    )
    fault = ask(running, "faulty", {"pattern": "other"})
    assert fault.status_code == 500
    assert b"secret" not in fault.content
    assert running.service.workers.n_lost == lost


def test_refreshes_are_begun_once_whichever_process_answers(two):
    with ThreadPoolExecutor(6) as threads:
        found = [rows(one)[0] for one in threads.map(lambda _: ask(two, "beginning"), range(6))]
    assert [row["begun"] for row in found].count(True) == 1
    assert all(row["told"] == {"refreshing": True} for row in found)


def test_statements_run_in_the_callers_transaction(two):
    with two.client() as client:
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


def test_a_dropped_graph_is_let_go_by_the_workers(start):
    running = start()
    (worker,) = running.service.process_ids()
    assert rows(ask(running, *ASKED[0])) and rows(ask(running, "holding")) == [
        {"process": worker, "graphs": 1}
    ]
    assert len(rows(ask(running, "graph/drop", {"graphName": "films"}))) == 1
    assert rows(ask(running, "holding")) == [{"process": worker, "graphs": 0}]


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


def test_a_signal_to_the_group_leaves_workers_alone(two):
    numbers = two.service.process_ids()
    for number in numbers:
        for one in (signal.SIGINT, signal.SIGTERM):
            os.kill(number, one)
    assert rows(ask(two, "process"))[0]["process"] in numbers
    assert two.service.workers.figures()["running"] == 2


class Taken(threading.Condition):
    """A lock after which another call has at once what became idle under it."""

    def __init__(self, pool):
        super().__init__()
        self.pool = pool

    def __exit__(self, *details):
        super().__exit__(*details)
        for process in self.pool._idle:
            process.is_free = False


class Answering:
    is_free, has_ended = True, False

    def answer(self, *_):
        yield b"all of it"

    def end(self):
        self.has_ended = True


def test_a_worker_that_another_call_takes_at_once_is_left_to_it():
    pool, process = Workers(1, dict), Answering()
    pool._changed = Taken(pool)
    assert list(pool._from(process, None, None, {})) == [b"all of it"]
    assert not process.has_ended
    assert (pool._idle, pool.n_lost) == ([process], 0)


def test_how_many_there_are_unasked(monkeypatch):
    for processors, expected in ((1, 0), (2, 2), (64, workers.MOST)):
        monkeypatch.setattr(os, "sched_getaffinity", lambda _, n=processors: set(range(n)), raising=False)
        assert n_processes(None) == expected
    assert n_processes(-1) == 0
