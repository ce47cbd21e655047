"""The service over HTTP with more calls than it can do at once."""

import json
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

import motif.service.application as application
from motif.errors import Cancelled, ServiceBusy
from motif.graphs.frames import encode_frame
from motif.service.information import sys_info
from motif.service.intake import BodyRoom
from motif.service.procedures import Intake, Procedure
from motif.service.streaming import FRAMES
from motif.settings import ServiceSettings


class Work:
    """A procedure that lasts until it is let go."""

    def __init__(self):
        self.began = threading.Semaphore(0)
        self.gate = threading.Semaphore(0)
        self.users = []

    def wait(self, service, call):
        self.users.append(call.user)
        self.began.release()
        while not self.gate.acquire(timeout=0.01):
            if call.control.state == "cancelled":
                raise Cancelled("Stopped.")
        yield {"user": call.user}

    def take(self, service, call, frames, plan):
        yield from self.wait(service, call)


@pytest.fixture
def work(monkeypatch):
    work = Work()
    keys = {"timeout": application.PROCEDURES["search"].keys["timeout"]}
    procedures = {
        "wait": Procedure(work.wait, ("configuration",), keys, "retrieval"),
        "job": Procedure(work.wait, ("configuration",), keys, "job"),
        "sysInfo": Procedure(sys_info),
    }
    monkeypatch.setattr(application, "PROCEDURES", procedures)
    monkeypatch.setattr(application, "INTAKES", {"take": Intake(work.take, (), {})})
    yield work
    work.gate.release(1000)


@pytest.fixture
def start(make_service, run, monkeypatch):
    def start(**limits):
        service = make_service(service=ServiceSettings(maximum_body=100_000, workers=1, **limits))
        monkeypatch.setattr(service, "warm_up", lambda: None)  # no kernel runs here
        return run(service)

    return start


@pytest.fixture
def threads():
    with ThreadPoolExecutor(100) as threads:
        yield threads


def call(client, user, path="wait", **configuration):
    request = {"user": user, "arguments": {"configuration": configuration}}
    return client.post(f"/v1/{path}", json=request)


def queues(client):
    rows = [json.loads(line).get("row", {}) for line in client.post("/v1/sysInfo", json={}).iter_lines()]
    return {row["key"]: row["value"] for row in rows if row}["queues"]


def until_waiting(client, n, lane="retrieval"):
    deadline = time.monotonic() + 100
    while queues(client)[lane]["waiting"] != n:
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_a_full_queue_is_503_with_when_to_call_again_and_other_kinds_go_on(start, work, threads):
    running = start(queue=2)
    with running.client() as client:
        held = [threads.submit(call, client, "ann") for _ in range(3)]
        until_waiting(client, 2)
        refused = call(client, "ann")
        assert refused.status_code == 503
        assert refused.headers["retry-after"] == "1"
        error = refused.json()["error"]
        assert error["code"] == "service_busy" and "Call again in 1 s" in error["hint"]
        figures = queues(client)["retrieval"]
        assert (figures["places"], figures["turnedAway"]) == (2, 1)
        assert "motif_turned_away 1" in client.get("/metrics").text
        work.gate.release(3)
        assert [answer.result(100).status_code for answer in held] == [200, 200, 200]


def test_fifty_calls_of_one_do_not_keep_another_waiting(start, work, threads):
    with start().client() as client:
        many = [threads.submit(call, client, "ann") for _ in range(50)]
        until_waiting(client, 49)
        other = threads.submit(call, client, "bob")
        for _ in range(2):
            assert work.began.acquire(timeout=100)
        assert sorted(work.users) == ["ann", "bob"]  # while none of Ann's has ended
        work.gate.release(51)
        assert other.result(100).status_code == 200
        assert {answer.result(100).status_code for answer in many} == {200}


def test_a_deadline_that_passes_in_the_queue_ends_the_call_unbegun(start, work, threads):
    with start().client() as client:
        first = threads.submit(call, client, "ann")
        assert work.began.acquire(timeout=100)
        late = call(client, "ann", timeout=0.2)
        assert late.status_code == 504 and "was not begun" in late.json()["error"]["message"]
        assert work.users == ["ann"]
        work.gate.release(1)
        assert first.result(100).status_code == 200
        assert queues(client)["retrieval"]["notBegun"] == 1


def test_nobody_waits_longer_than_the_service_lets_them(start, work, threads):
    with start(wait=0.2).client() as client:
        held = [threads.submit(call, client, "ann", "job") for _ in range(2)]
        for _ in held:
            assert work.began.acquire(timeout=100)
        refused = call(client, "ann", "job")
        assert refused.status_code == 503 and int(refused.headers["retry-after"]) >= 1
        work.gate.release(2)
        assert [answer.result(100).status_code for answer in held] == [200, 200]


def test_a_caller_that_leaves_the_queue_frees_its_place(start, work, threads):
    with start(queue=1).client() as client:
        first = threads.submit(call, client, "ann")
        assert work.began.acquire(timeout=100)
        with pytest.raises(httpx.ReadTimeout):
            client.post("/v1/wait", json={"user": "ann"}, timeout=0.3)
        until_waiting(client, 0)
        work.gate.release(1)
        assert first.result(100).status_code == 200
        assert work.users == ["ann"]


def test_frames_find_no_place_and_are_read_to_their_end(start, work, threads):
    def frames():
        yield encode_frame("request", 0, request={"arguments": {}}, plan={})
        for _ in range(100):
            yield encode_frame("nodes", 1000, {"id": bytes(100_000)})
        yield encode_frame("end", 0)

    with start(queue=0).client() as client:
        held = [threads.submit(call, client, None, "job") for _ in range(3)]
        for _ in held:
            assert work.began.acquire(timeout=100)
        refused = client.post("/v1/take", content=frames(), headers={"Content-Type": FRAMES})
        assert refused.status_code == 503 and refused.json()["error"]["code"] == "service_busy"
        work.gate.release(3)
        assert {answer.result(100).status_code for answer in held} == {200}


def test_a_timeout_beyond_the_bound_is_refused_and_a_jobs_is_not(start, work):
    work.gate.release(10)
    with start(maximum_timeout=60.0).client() as client:
        refused = call(client, "ann", timeout=86_400)
        assert refused.status_code == 400
        error = refused.json()["error"]
        assert error["code"] == "invalid_configuration"
        assert "at most 60 seconds" in error["message"] and "MOTIF_SERVICE_MAXIMUM_TIMEOUT" in error["hint"]
        assert call(client, "ann", timeout=60).status_code == 200
        assert call(client, "ann", "job", timeout=86_400).status_code == 200


def test_the_bound_is_never_less_than_what_a_call_gets_unasked(make_service):
    service = make_service(service=ServiceSettings(maximum_timeout=5.0), timeout=20.0)
    assert service.longest_timeout == 20.0


def test_room_for_bodies_is_given_back():
    room = BodyRoom(100)
    with room.held(60), pytest.raises(ServiceBusy, match="large requests"), room.held(60):
        pass
    with room.held(100):
        pass


def test_a_large_body_is_read_whole(start, work):
    work.gate.release(1)
    with start().client() as client:
        body = {"user": "ann", "arguments": {}, "padding": "x" * 90_000}
        assert client.post("/v1/wait", json=body).status_code == 200
