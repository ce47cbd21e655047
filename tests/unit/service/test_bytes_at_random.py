"""Whatever arrives on the service's port, it answers or closes: never a fault of its own, and it goes on."""

from __future__ import annotations

import contextlib
import json
import socket

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from at_random import CASES, spoilt, with_hard_values
from fakes import HashEncoder
from motif.catalog import Catalog
from motif.catalog.triples import from_triples
from motif.graphs.frames import encode_frame
from motif.service.routes import INTAKES, PROCEDURES
from motif.service.state import Service
from motif.settings import ServiceSettings, Settings
from motif.snapshot import graph_folder, write_snapshot
from requests_at_random import requests
from toygraphs import FILMS

TOKEN = "0123456789abcdef" * 4
HEADERS = st.sampled_from(
    [
        "Content-Type: application/json",
        "Content-Type: application/x-motif-frames",
        "Content-Type: text/plain",
        "Accept: application/x-motif-frames",
        "Transfer-Encoding: chunked",
        "Content-Length: 7",
        "Content-Length: -1",
        "Content-Length: 99999999999999999999",
        "Expect: 100-continue",
        "Authorization: Motif 1:2:3",
        "Authorization: Motif ::",
        "Authorization: Bearer \xff",
        "X: " + "x" * 9000,
    ]
)
at_random = settings(max_examples=CASES, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.fixture(scope="module")
def running(tmp_path_factory, started):
    home = tmp_path_factory.mktemp("home")
    write_snapshot(graph_folder(home, "d", "films"), from_triples(FILMS))
    bounded = ServiceSettings(maximum_body=200_000)
    service = Service(
        Settings(home=home, cache=home / "cache", timeout=5.0, service=bounded),
        catalog=Catalog(home),
        token=TOKEN,
        encoder=HashEncoder,
    )
    running = started(service)
    yield running
    running.server.stop()
    running.thread.join(30)


@pytest.fixture(scope="module")
def client(running):
    with httpx.Client(
        base_url=running.url, headers={"Authorization": f"Bearer {TOKEN}"}, timeout=60
    ) as client:
        yield client


def answered_or_told(answer: httpx.Response) -> None:
    """An answer that ends, or an error in words that is not the service's own."""
    assert answer.status_code < 500 or answer.status_code in (503, 504), answer.text
    if answer.status_code == 200:
        last = json.loads(answer.content.splitlines()[-1])
        assert {"end", "error"} & set(last) and last.get("error", {}).get("code") != "internal", last
    elif answer.headers["content-type"].startswith("application/json"):
        assert answer.json()["error"]["message"].strip()


@st.composite
def bodies(draw: st.DrawFn) -> tuple[str, bytes]:
    """A path and the bytes of a request to it, a few of them spoilt."""
    path, body = draw(requests())
    body |= (
        {"jobId": "7c1f", "transaction": 7, "session": {"version": "5.26.1"}} if draw(st.booleans()) else {}
    )
    return path, spoilt(draw, json.dumps(with_hard_values(draw, body)).encode())


@at_random
@given(bodies())
def test_a_spoilt_body_is_answered_or_told(client, asked):
    path, body = asked
    answered_or_told(client.post(f"/v1/{path}", content=body, headers={"Content-Type": "application/json"}))


@st.composite
def frame_bodies(draw: st.DrawFn) -> tuple[str, bytes]:
    """A path that takes frames, and frames for it that may be none."""
    path = draw(st.sampled_from(sorted(INTAKES)))
    arguments = {"graphName": draw(st.sampled_from(["films", "other"])), "configuration": {}}
    request = {"database": {"id": "d", "name": "d"}, "user": "ann", "arguments": arguments}
    first = with_hard_values(draw, {"request": request, "plan": {"labels": None, "expected": 3}})
    head = {"kind": "request", "count": 0, "columns": [], **first} if isinstance(first, dict) else {}
    content = json.dumps(head).encode() + b"\n"  # half a surrogate, too, is said in ASCII
    return path, spoilt(draw, content + encode_frame("end", 0, None, labelSets=[], types=[]))


@at_random
@given(frame_bodies())
def test_spoilt_frames_are_taken_or_told(client, asked):
    path, body = asked
    headers = {"Content-Type": "application/x-motif-frames"}
    answered_or_told(client.post(f"/v1/{path}", content=body, headers=headers))


@st.composite
def messages(draw: st.DrawFn) -> bytes:
    """A request of HTTP with odd headers, spoilt anywhere, of which the end may be missing."""
    path = draw(
        st.sampled_from(
            ["/health", "/v1/hello", "/v1/cancel", "/v1/reply", *map("/v1/{}".format, PROCEDURES)]
        )
    )
    lines = [f"{draw(st.sampled_from(['POST', 'GET', 'PUT', 'HEAD']))} {path} HTTP/1.1", "Host: x"]
    lines += draw(st.lists(HEADERS, max_size=3))
    lines += [f"Authorization: Bearer {TOKEN}"] if draw(st.booleans()) else []
    body = json.dumps(with_hard_values(draw, {"nonce": "0" * 32, "jobId": "a"})).encode()
    content = "\r\n".join([*lines, f"Content-Length: {len(body)}", "", ""]).encode("latin-1") + body
    return spoilt(draw, content)[: draw(st.sampled_from([None, 5, 60, -3]))]


@at_random
@given(messages())
def test_a_spoilt_message_is_answered_or_closed(running, client, message):
    host, port = running.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), 60) as connection, contextlib.suppress(ConnectionError):
        connection.sendall(message)
        connection.shutdown(socket.SHUT_WR)  # who leaves half-way is let go
        said = b"".join(iter(lambda: connection.recv(65536), b""))
        assert b" 500 " not in said.partition(b"\r\n")[0], said
    assert client.get("/health").status_code == 200


def test_nothing_is_held_afterwards(running, client):
    assert running.service.jobs.n_running == 0
    assert all(
        lane.figures()["running"] == lane.figures()["waiting"] == 0 for lane in running.service.lanes.values()
    )
