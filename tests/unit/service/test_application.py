"""What every call passes, shown by procedures made for the purpose."""

import hashlib
import hmac
import itertools
import json
import socket
import threading
import time

import httpx
import pytest

import motif.service.application as application
from motif.errors import Cancelled, GraphNotFound, InvalidInput, MissingVectors
from motif.graphs.frames import encode_frame, read_frames
from motif.service import answering, intake
from motif.service.configuration import SEARCH
from motif.service.procedures import Intake, Procedure

FRAMES = "application/x-motif-frames"
STARTED, STOPPED = threading.Event(), threading.Event()


def echo(service, call):
    yield {"arguments": dict(call.arguments), "options": dict(call.options), "database": call.database_name}


def fail(service, call):
    raise {
        "graph": GraphNotFound("No projection named 'x'.", hint="Create it."),
        "vectors": MissingVectors("No vectors.", hint="Embed."),
        "cancelled": Cancelled("Stopped."),
        "fault": ValueError("a secret question"),
        "memory": MemoryError(),
        "map": OSError(12, "Cannot allocate memory"),
        "thread": RuntimeError("can't start new thread"),
    }[call.arguments["kind"]]


def fail_late(service, call):
    for number in range(1000):
        yield {"text": "x" * 1000, "number": number}
    raise InvalidInput("Too much.", hint="Less.")


def wait(service, call):
    STARTED.set()
    while call.control.state != "cancelled":
        time.sleep(0.01)
    STOPPED.set()
    raise Cancelled("Stopped.")


def pour(service, call):
    STARTED.set()
    try:
        while True:
            yield {"text": "x" * 10_000}
    finally:
        STOPPED.set()


def echo_frames(service, call):
    yield encode_frame("vectors", 1, {"id": bytes(8)})
    if call.arguments.get("kind") == "fault":
        yield encode_frame("vectors", 0)
        yield encode_frame("vectors", 0)
        raise MissingVectors("No vectors.")
    yield encode_frame("end", 0)


def count_frames(service, call, frames, plan):
    yield {"kinds": [frame.kind for frame in frames], "plan": plan}


def refuse_frames(service, call, frames, plan):
    next(frames)
    raise InvalidInput("The plan does not fit.")


def wait_for_frames(service, call, frames, plan):
    STARTED.set()
    try:
        yield {"kinds": [frame.kind for frame in frames]}
    finally:
        STOPPED.set()


@pytest.fixture(autouse=True)
def procedures(monkeypatch):
    STARTED.clear()
    STOPPED.clear()
    monkeypatch.setattr(
        application,
        "PROCEDURES",
        {
            "echo": Procedure(echo, ("pattern", "configuration"), SEARCH),
            "fail": Procedure(fail, ("kind",)),
            "failLate": Procedure(fail_late),
            "wait": Procedure(wait, lane="retrieval"),
            "pour": Procedure(pour, lane="job"),
            "frames": Procedure(echo, ("kind",), packed=echo_frames),
        },
    )
    monkeypatch.setattr(
        application,
        "INTAKES",
        {
            "count": Intake(count_frames, ("name",), {}),
            "refuse": Intake(refuse_frames, ("name",), {}),
            "waitForFrames": Intake(wait_for_frames, ("name",), {}),
        },
    )


def call(client, path, job_id="7c1f", **arguments):
    request = {"database": {"id": "C6B4", "name": "neo4j"}, "jobId": job_id, "arguments": arguments}
    return client.post(f"/v1/{path}", json=request)


def lines(response):
    return [json.loads(line) for line in response.content.splitlines()]


def test_rows_and_an_end(client):
    response = call(
        client, "echo", pattern=[["?a", None, {"$node": "4:x:1", "labels": []}]], configuration={"topK": 2}
    )
    assert response.status_code == 200
    assert response.headers["content-type"] == "application/x-ndjson"
    row, end = lines(response)
    assert row["row"]["arguments"]["pattern"] == [["?a", None, {"id": "4:x:1"}]]
    assert row["row"]["options"] == {"top_k": 2}
    assert row["row"]["database"] == "neo4j"
    assert end == {"end": {"rows": 1}}


def test_special_floats_of_a_request_are_read(client):
    response = call(client, "echo", pattern=[{"$float": "NaN"}, {"$float": "-Infinity"}])
    assert lines(response)[0]["row"]["arguments"]["pattern"] == [{"$float": "NaN"}, {"$float": "-Infinity"}]


def test_health_needs_no_token_and_tells_nothing_else(running):
    answer = httpx.get(f"{running.url}/health", trust_env=False).json()
    assert answer["status"] == "ok"
    assert set(answer) == {"status", "version", "protocol"}


def test_the_service_proves_itself_without_being_shown_the_token(running):
    nonce = "ab" * 16
    answer = httpx.post(f"{running.url}/v1/hello", json={"nonce": nonce}, trust_env=False).json()
    expected = hmac.new(running.token.encode(), f"motif-service:{nonce}".encode(), hashlib.sha256).hexdigest()
    assert answer["proof"] == expected
    assert answer["protocol"] == 3
    assert answer["service"] == running.service.authorization.service


@pytest.mark.parametrize("header", [None, "Bearer wrong", "Motif 1:2:3"])
@pytest.mark.parametrize("path", ["/v1/echo", "/v1/cancel", "/v1/nowhere", "/metrics"])
def test_nothing_else_answers_without_the_token(running, path, header):
    headers = {"Authorization": header} if header else {}
    response = httpx.post(running.url + path, json={}, headers=headers, trust_env=False)
    assert response.status_code == 401
    assert response.json()["error"]["code"] == "unauthorized"


def test_people_send_the_token_itself(running):
    headers = {"Authorization": f"Bearer {running.token}"}
    assert httpx.post(f"{running.url}/v1/echo", json={}, headers=headers, trust_env=False).status_code == 200


@pytest.mark.parametrize(
    ("kind", "status", "code"),
    [("graph", 404, "graph_not_found"), ("vectors", 422, "missing_vectors"), ("cancelled", 499, "cancelled")],
)
def test_errors_before_the_first_row_are_statuses(client, kind, status, code):
    response = call(client, "fail", kind=kind)
    assert response.status_code == status
    assert response.json()["error"]["code"] == code


def test_a_fault_is_told_without_its_words(client):
    response = call(client, "fail", kind="fault")
    assert response.status_code == 500
    assert response.json()["error"]["code"] == "internal"
    assert "ValueError" in response.text
    assert "secret" not in response.text


@pytest.mark.parametrize("kind", ["memory", "map", "thread"])
def test_memory_that_is_gone_is_told_with_what_to_do(client, kind):
    response = call(client, "fail", kind=kind)
    error = response.json()["error"]
    assert (response.status_code, error["code"]) == (503, "out_of_memory")
    assert "no memory left" in error["message"] and "MOTIF_MEMORY_LIMIT" in error["hint"]


def test_an_error_after_the_first_rows_is_the_last_line(client):
    response = call(client, "failLate")
    assert response.status_code == 200
    rows = lines(response)
    assert rows[0]["row"]["number"] == 0
    assert rows[-1] == {"error": {"code": "invalid_input", "message": "Too much.", "hint": "Less."}}


def test_a_misspelt_argument_and_a_misspelt_key(client):
    argument = call(client, "echo", patern=[]).json()["error"]
    key = call(client, "echo", configuration={"topk": 3}).json()["error"]
    assert argument["hint"] == "Did you mean 'pattern'?"
    assert (key["code"], key["hint"]) == ("invalid_configuration", "Did you mean 'topK'?")


def test_an_unknown_path_and_a_wrong_method(client):
    near, far, wrong = client.post("/v1/ecko"), client.post("/zzzzzz"), client.get("/v1/echo")
    assert (near.status_code, far.status_code, wrong.status_code) == (404, 404, 405)
    assert near.json()["error"]["hint"] == "Did you mean /v1/echo?"
    assert "help" in far.json()["error"]["hint"]
    assert "POST" in wrong.json()["error"]["hint"]


@pytest.mark.parametrize("body", [b"", b"{", b"[1]", b'"text"', b"\xff\xfe", b"[" * 90_000])
def test_a_body_that_is_no_json_object(client, body):
    response = client.post("/v1/echo", content=body, headers={"Content-Type": "application/json"})
    assert response.status_code == 400
    assert "JSON" in response.json()["error"]["message"]


@pytest.mark.parametrize(
    "body", [{"arguments": 3}, {"database": "neo4j"}, {"arguments": {"configuration": 3}}]
)
def test_a_request_of_another_shape(client, body):
    assert client.post("/v1/echo", json=body).status_code == 400


def test_another_content_type(client):
    response = client.post("/v1/echo", content=b"{}", headers={"Content-Type": "text/plain"})
    assert response.status_code == 400
    assert "application/json" in response.json()["error"]["message"]


def test_a_body_over_the_limit(client):
    announced = client.post("/v1/echo", json={"pattern": "x" * 100_001})
    chunks = (b"x" * 1000 for _ in range(200))
    unannounced = client.post("/v1/echo", content=chunks, headers={"Content-Type": "application/json"})
    for response in (announced, unannounced):
        assert response.status_code == 413
        assert "100,000 bytes" in response.json()["error"]["message"]


def test_a_body_far_over_the_limit_is_answered_all_the_same(client):
    response = client.post(
        "/v1/echo", content=b"x" * 20_000_000, headers={"Content-Type": "application/json"}
    )
    assert response.status_code == 413
    assert "MOTIF_SERVICE_MAXIMUM_BODY" in response.json()["error"]["hint"]


def test_cancelling_by_job_id(running, client):
    answers = []
    with running.client() as other:
        thread = threading.Thread(target=lambda: answers.append(call(other, "wait", job_id="mine")))
        thread.start()
        assert STARTED.wait(100)
        assert client.post("/v1/cancel", json={"jobId": "mine"}).json() == {"cancelled": 1}
        thread.join(100)
    assert answers[0].status_code == 499
    assert client.post("/v1/cancel", json={"jobId": "mine"}).json() == {"cancelled": 0}
    assert client.post("/v1/cancel", json={}).status_code == 400


def test_a_caller_that_goes_away_stops_the_work(running):
    with running.client() as client, pytest.raises(httpx.ReadTimeout):
        client.post("/v1/wait", json={}, timeout=0.3)
    assert STOPPED.wait(100)


def test_a_caller_that_stops_reading_stops_the_work(running):
    with running.client() as client, client.stream("POST", "/v1/pour", json={}) as response:
        assert next(response.iter_bytes())
    assert STOPPED.wait(100)


def test_frames_for_those_who_accept_them(client):
    packed = client.post("/v1/frames", json={}, headers={"Accept": FRAMES})
    assert packed.headers["content-type"] == FRAMES
    assert [frame.kind for frame in read_frames([packed.content])] == ["vectors", "end"]
    assert lines(client.post("/v1/frames", json={}))[-1] == {"end": {"rows": 1}}


def test_an_error_among_frames_is_the_last_frame(client):
    packed = client.post("/v1/frames", json={"arguments": {"kind": "fault"}}, headers={"Accept": FRAMES})
    with pytest.raises(MissingVectors, match="No vectors"):
        list(read_frames([packed.content]))


def frames(count, *, end=True):
    request = {
        "database": {"id": "C6B4", "name": "neo4j"},
        "jobId": "7c1f",
        "arguments": {"name": "movies"},
    }
    yield encode_frame("request", 0, request=request, plan={"a": 1})
    for _ in range(count):
        yield encode_frame("nodes", 1000, {"id": bytes(100_000)})
    if end:
        yield encode_frame("end", 0)


def send_frames(client, path, content):
    return client.post(f"/v1/{path}", content=content, headers={"Content-Type": FRAMES})


def test_frames_are_read_as_they_come(client):
    row = lines(send_frames(client, "count", frames(100)))[0]["row"]
    assert row == {"kinds": ["nodes"] * 100 + ["end"], "plan": {"a": 1}}


def test_frames_in_crumbs(client):
    content = b"".join(frames(1))
    crumbs = (content[start : start + 999] for start in range(0, len(content), 999))
    assert lines(send_frames(client, "count", crumbs))[0]["row"]["kinds"] == ["nodes", "end"]


def test_frames_that_are_cut_off(client):
    response = send_frames(client, "count", frames(2, end=False))
    assert response.status_code == 400
    assert "cut off" in response.json()["error"]["message"]


def test_an_error_amid_frames_is_answered_once_they_are_sent(client):
    response = send_frames(client, "refuse", frames(100))
    assert response.status_code == 400
    assert response.json()["error"]["message"] == "The plan does not fit."


@pytest.mark.parametrize("content", [b"", b"{}\n", b"no json\n", encode_frame("nodes", 0)])
def test_frames_begin_with_the_request(client, content):
    assert send_frames(client, "count", content).status_code == 400


def test_a_first_frame_over_the_limit(client):
    assert send_frames(client, "count", b"x" * 200_000).status_code == 413


def test_a_sender_of_frames_that_goes_away(running):
    def stalling():
        yield from frames(3, end=False)
        assert STARTED.wait(100)
        raise ConnectionError

    with running.client() as client, pytest.raises(ConnectionError):
        send_frames(client, "waitForFrames", stalling())
    assert STOPPED.wait(100)


@pytest.fixture
def impatient(monkeypatch):
    monkeypatch.setattr(intake, "SILENCE", 0.3)
    monkeypatch.setattr(answering, "DEAF", 0.3)


def opened(running, head, *, receives=None):
    """A connection that has sent the head of a request; it takes no more than ``receives`` bytes at a time."""
    host, port = running.url.removeprefix("http://").split(":")
    connection = socket.socket()
    if receives:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receives)
    connection.connect((host, int(port)))
    lines = ["POST " + head[0] + " HTTP/1.1", "Host: x", f"Authorization: Bearer {running.token}", *head[1:]]
    connection.sendall("\r\n".join([*lines, "", ""]).encode())
    return connection


def test_a_sender_that_is_silent_in_the_middle_of_its_frames_holds_no_thread(running, impatient):
    head = ("/v1/waitForFrames", "Content-Type: application/x-motif-frames", "Transfer-Encoding: chunked")
    with opened(running, head) as connection:
        for piece in itertools.islice(frames(3, end=False), 2):
            connection.sendall(b"%x\r\n%s\r\n" % (len(piece), piece))
        assert STARTED.wait(100)
        assert STOPPED.wait(100)
        assert b" 499 " in connection.recv(4096)


def test_a_sender_that_is_silent_in_the_middle_of_its_json_holds_no_room(running, impatient):
    head = ("/v1/echo", "Content-Type: application/json", "Content-Length: 90000")
    with opened(running, head) as connection:
        connection.sendall(b"{")
        answer = connection.recv(4096)
        assert b" 499 " in answer.partition(b"\r\n")[0]
        assert running.service.bodies._left == 8 * running.service.settings.service.maximum_body


def test_a_caller_that_takes_nothing_of_its_answer_holds_no_thread(running, impatient):
    body = json.dumps({"database": {"id": "d"}, "arguments": {}})
    head = ("/v1/pour", "Content-Type: application/json", f"Content-Length: {len(body)}")
    with opened(running, head, receives=4096) as connection:
        connection.sendall(body.encode())
        assert STARTED.wait(100)
        assert STOPPED.wait(100)


def test_who_has_heard_nothing_learns_whether_the_call_is_worked_on(running):
    def n_running(client, job_id):
        return client.post("/v1/running", json={"jobId": job_id}).json()

    with running.client() as client, running.client() as asking:
        thread = threading.Thread(target=lambda: call(client, "wait", job_id="mine"))
        thread.start()
        assert STARTED.wait(100)
        assert n_running(asking, "mine") == {"running": 1}
        assert n_running(asking, "other") == n_running(asking, None) == {"running": 0}
        asking.post("/v1/cancel", json={"jobId": "mine"})
        thread.join(100)
        assert n_running(asking, "mine") == {"running": 0}
    assert not running.service.in_flight


def test_metrics_count_what_was_called(client):
    call(client, "echo")
    call(client, "fail", kind="graph")
    client.post("/v1/../../etc")
    page = client.get("/metrics").text
    assert 'motif_requests_total{procedure="echo",status="200"} 1' in page
    assert 'motif_requests_total{procedure="fail",status="404"} 1' in page
    assert 'procedure="unknown",status="404"} 1' in page
    assert "motif_running 0" in page


def test_a_stopping_service_refuses_calls_lets_running_ones_end_and_then_cancels(running):
    answers = []
    with running.client() as waiting, running.client() as late:
        assert call(late, "echo").status_code == 200
        running.server._grace = 1.0
        thread = threading.Thread(target=lambda: answers.append(call(waiting, "wait")))
        thread.start()
        assert STARTED.wait(100)
        running.server.stop()
        refused = call(late, "echo")
        assert refused.status_code == 503
        assert refused.json()["error"]["code"] == "service_stopping"
        assert "shutting down" in refused.json()["error"]["message"]
        thread.join(100)
    assert (answers[0].status_code, answers[0].json()["error"]["code"]) == (503, "service_unavailable")
    assert "was stopped before this call was done" in answers[0].json()["error"]["message"]
    running.thread.join(100)
    assert not running.thread.is_alive()
