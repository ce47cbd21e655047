"""The service by its own description: what fits it and what does not is answered or told, sealed or not."""

from __future__ import annotations

import asyncio
import copy
import json
import threading
import time
from random import Random
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from schemathesis import GenerationMode
from schemathesis.core import NotSet

from fuzzing import CASES, SEED, Held, fuzz, report
from motif.graphs.frames import encode_frame, read_frames
from motif.service.application import create_application
from motif.service.authorization import sign
from motif.service.description import STATUSES, description
from motif.service.routes import INTAKES
from motif.service.sealing import Opener, Sealer
from motif.service.server import Server, bind
from motif.service.state import Service
from mutations import a_text, a_value, as_json, changed, spoilt
from requests_at_random import NODES

pytestmark = pytest.mark.fuzz

JSON, FRAMES = "application/json", "application/x-motif-frames"
SECONDS = 15.0


class Asked:
    """One request: where, with what, how sealed; and how its answer came."""

    def __init__(
        self, method: str, path: str, body: bytes, headers: dict[str, str], seal: str = "no"
    ) -> None:
        self.method, self.path, self.body, self.headers, self.seal = method, path, body, headers, seal

    def __repr__(self) -> str:
        return f"{self.method} {self.path} {self.headers} seal={self.seal} {self.body!r}"


class InProcess:
    """The application in one event loop, without a socket."""

    def __init__(self, service: Service) -> None:
        self._service, self._application = service, create_application(service)
        self._loop = asyncio.new_event_loop()

    def close(self) -> None:
        self._loop.run_until_complete(self._loop.shutdown_default_executor())
        self._loop.close()

    def __call__(self, asked: Asked) -> tuple[int, dict[str, str], bytes]:
        headers, body, key = dict(asked.headers), asked.body, None
        if asked.seal != "no":
            authorization = self._service.authorization
            header, sealing = sign("0123456789abcdef" * 4, asked.method, asked.path, authorization.service)
            headers["Authorization"], key = header, sealing.answer_key()
            body = b"".join(Sealer(sealing.request_key()).seal(body, last=True))
            if asked.seal == "spoilt":
                body = spoilt(Random(len(body)), body)
        status, said, content = self._loop.run_until_complete(self._sent(asked, headers, body))
        if key is not None and content[:1] != b"{":  # who proved nothing is answered in plain words
            opener = Opener(key, str(status).encode())
            content = opener.open(content)
            assert opener.ended
        return status, said, content

    async def _sent(
        self, asked: Asked, headers: dict[str, str], body: bytes
    ) -> tuple[int, dict[str, str], bytes]:
        parts = [body[start : start + 4096] for start in range(0, len(body), 4096)] or [b""]
        scope = {
            "type": "http",
            "http_version": "1.1",
            "method": asked.method,
            "path": asked.path,
            "raw_path": asked.path.encode("utf-8", "replace"),
            "query_string": b"",
            "headers": [
                (name.lower().encode("latin-1"), value.encode("latin-1", "replace"))
                for name, value in headers.items()
            ],
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 7690),
            "scheme": "http",
        }
        done, sent = asyncio.Event(), iter(parts)
        left = len(parts)
        told: list[Any] = []

        async def receive() -> dict[str, Any]:
            nonlocal left
            if left:
                left -= 1
                return {"type": "http.request", "body": next(sent), "more_body": left > 0}
            await done.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            told.append(message)
            if message["type"] == "http.response.body" and not message.get("more_body"):
                done.set()

        await asyncio.wait_for(self._application(scope, receive, send), SECONDS)
        assert done.is_set(), "every answer ends"
        said = {name.decode().lower(): value.decode() for name, value in told[0]["headers"]}
        return told[0]["status"], said, b"".join(each.get("body", b"") for each in told[1:])


def hold_to_the_description(answer: tuple[int, dict[str, str], bytes]) -> None:
    """A documented status, and rows that end or an error with words that is not the service's own."""
    status, headers, content = answer
    assert status == 200 or (status in STATUSES and status != 500), (status, content)
    kind = headers.get("content-type", "").partition(";")[0]
    if status != 200:
        error = json.loads(content)["error"]
        assert error["message"].strip() and error["code"] and "hint" in error
    elif kind == "application/x-ndjson":
        *rows, last = (json.loads(line) for line in content.splitlines())
        assert set(last) in ({"end"}, {"error"}) and last.get("error", {}).get("code") != "internal", last
        assert all(set(row) == {"row"} for row in rows)
        assert "error" in last or last["end"]["rows"] == len(rows)
    elif kind == FRAMES:
        list(read_frames([content]))


@pytest.fixture(scope="module")
def ask(service: Service) -> Any:
    made = InProcess(service)
    for path, asked in (
        ("retrieve", {"question": "Who acted in Heet and not in Ali?"}),
        ("search", {"pattern": [["Heet", "DIRECTED", "?x"]]}),
        ("match", {"pattern": [["Heat", "DIRECTED", "?x"], ["?x", "DIRECTED", "?y"]]}),
        ("expand", {"question": "heat"}),
    ):  # what is opened when it is first asked for is no handle that is left behind
        made(Asked("POST", f"/v1/{path}", _first(asked), {"Content-Type": JSON, **BEARER}))
    yield made
    made.close()


def _first(asked: dict[str, Any]) -> bytes:
    database = {"id": "d", "name": "d"}
    return as_json(
        {"database": database, "user": "u", "owned": True, "arguments": {"graphName": "films", **asked}}
    )


BEARER = {"Authorization": f"Bearer {'0123456789abcdef' * 4}"}
NAMES = [
    *(record["name"] for *_, record in NODES),
    "?x",
    "?y",
    "?film",
    "DIRECTED",
    "ACTED_IN",
    "LIKE",
    "Film",
    "Person",
]
QUESTIONS = [
    "How many films did Michael Mann direct?",
    "Who acted in Heat and not in Ali?",
    "films per year",
    "who?",
]


def fitting(random: Random, schema: Any, key: str = "") -> Any:
    """A value that fits a schema of the description."""
    if key == "graphName":
        return random.choice(["films"] * 9 + ["other"])
    if key == "question" and random.random() < 0.7:
        return random.choice(QUESTIONS)
    if key == "timeout":
        return random.choice([0.001, 0.1, 1, 5])
    if "anyOf" in schema:
        return fitting(random, random.choice(schema["anyOf"]), key)
    if "enum" in schema:
        return random.choice(schema["enum"])
    kind = schema.get("type")
    if isinstance(kind, list):
        kind = random.choice(kind)
    if kind == "null":
        return None
    if kind == "boolean":
        return random.random() < 0.5
    if kind == "integer":
        low, high = schema.get("minimum", 0), schema.get("maximum", 10)
        return random.choice(
            [low, min(high, low + 1), min(high, 3), high, random.randint(low, min(high, 50))]
        )
    if kind == "number":
        high = schema.get("maximum", 10)
        return random.choice([high, random.uniform(1e-9, high), random.uniform(1e-9, min(1.0, high))])
    if kind == "string":
        return random.choice(NAMES) if random.random() < 0.8 else a_text(random) or "x"
    if kind == "array":
        length = random.randint(schema.get("minItems", 0), schema.get("maxItems", 3))
        return [fitting(random, schema.get("items", {})) for _ in range(length)]
    if kind == "object":
        if "properties" not in schema:
            return random.choice(
                [{}, {"name": "Heat"}, {"unknown": "x", "label": "Film"}, {"year": {"$gt": 1990}}]
            )
        needed = schema.get("required", [])
        names = [name for name in schema["properties"] if name in needed or random.random() < 0.12]
        return {name: fitting(random, schema["properties"][name], name) for name in names}
    return a_value(random)


SAFE = [
    path
    for path in description()["paths"]
    if not path.startswith("/v1/graph/drop") and path.removeprefix("/v1/") not in INTAKES
]
"""What leaves the graph where it is."""


def a_request(random: Random) -> Asked:
    """A request that fits the description, nearly fits it, or not at all."""
    path = random.choice(SAFE)
    [(method, operation)] = description()["paths"][path].items()
    body = b""
    if "requestBody" in operation:
        value = fitting(random, operation["requestBody"]["content"][JSON]["schema"])
        if isinstance(value, dict) and "database" in value:
            value["database"] = {"id": "d", "name": "d"}
        often = random.choice([0.0, 0.0, 0.02, 0.06, 0.15])
        body = as_json(changed(random, value, a_value, often) if often else value)
        if random.random() < 0.1:
            body = spoilt(random, body)
    headers = {"Content-Type": JSON, "Content-Length": str(len(body)), **BEARER}
    kind = random.random()
    if kind < 0.03:
        headers["Accept"] = random.choice([FRAMES, "*/*", "", FRAMES + "," + JSON])
    elif kind < 0.05:
        headers["Content-Type"] = random.choice(
            ["", "text/plain", FRAMES, JSON + "; charset=utf-8", a_text(random)]
        )
    elif kind < 0.07:
        headers["Authorization"] = random.choice(
            ["", "Bearer x", "Motif ::", "Motif 1:2:3:4", a_text(random)]
        )
    elif kind < 0.08:
        headers["Content-Length"] = random.choice(["-1", "", "99999999999999999999", "x", "7"])
    elif kind < 0.09:
        method = random.choice(["GET", "PUT", "DELETE", "PATCH", "HEAD", "POST"])
    elif kind < 0.1:
        path = random.choice([path + "/", path.upper(), path + a_text(random, 3), "/", "//", "/v1/../health"])
    seal = random.choice(["no", "no", "no", "yes", "yes", "spoilt"]) if method.upper() != "HEAD" else "no"
    if path in ("/health", "/v1/hello"):
        seal = "no"
    return Asked(method.upper(), path, body, headers, seal)


def test_a_request_is_answered_as_described(ask: InProcess) -> None:
    def check(asked: Asked) -> None:
        hold_to_the_description(ask(asked))

    fuzz("requests", a_request, check, share=0.4, seconds=30.0)


def test_frames_are_taken_as_described(ask: InProcess) -> None:
    first = {"request": {"database": {"id": "e", "name": "e"}, "arguments": {"graphName": "made"}}}

    def make(random: Random) -> Asked:
        plan = {"labels": None, "types": None, "name_properties": {"*": ["name"]}, "expected": 3}
        head = changed(
            random, {"kind": "request", "count": 0, "columns": [], **first, "plan": plan}, often=0.05
        )
        end = encode_frame(
            "end", 0, None, labelSets=[], types=[], nodeIdPrefix="4:x:", relationshipIdPrefix="5:x:"
        )
        body = spoilt(random, as_json(head) + b"\n" + end, most=2)
        path = "/v1/" + random.choice(sorted(INTAKES))
        return Asked(
            "POST", path, body, {"Content-Type": FRAMES, **BEARER}, random.choice(["no", "yes", "spoilt"])
        )

    fuzz(
        "requests of frames", make, lambda asked: hold_to_the_description(ask(asked)), share=0.1, seconds=30.0
    )


def narrowed() -> dict[str, Any]:
    """The description, of graphs and databases that there are: what names none is refused at the door."""
    found = copy.deepcopy(description())
    for path, operations in list(found["paths"].items()):
        if path not in SAFE or "requestBody" not in operations.get("post", {}):
            del found["paths"][path]
            continue
        schema = operations["post"]["requestBody"]["content"][JSON]["schema"]
        properties = schema["properties"]
        if "database" in properties:
            properties["database"] = {"enum": [{"id": "d", "name": "d"}]}
            for name in ("user", "roles", "owned", "schema", "transaction", "jobId"):
                del properties[name]
        arguments = properties.get("arguments", {}).get("properties", {})
        if "graphName" in arguments:
            arguments["graphName"] = {"enum": ["films"]}
    return found


@pytest.mark.parametrize(
    "mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE], ids=["fitting", "not fitting"]
)
def test_what_schemathesis_makes_of_the_description_is_answered(ask: InProcess, mode: GenerationMode) -> None:
    """In rounds over all operations: what a round has made and loaded, the next ones find."""
    schema, n_cases, held = schemathesis.openapi.from_dict(narrowed()), 0, Held()
    rounds = min(6, max(1, CASES // 1500))
    for number in range(rounds):
        for operation in (one.ok() for one in schema.get_all_operations()):

            @seed(SEED + number)
            @settings(
                max_examples=max(1, CASES // 1500 // rounds),
                deadline=None,
                database=None,
                phases=(Phase.generate,),
                suppress_health_check=list(HealthCheck),
            )
            @given(operation.as_strategy(generation_mode=mode))
            def drawn(case: Any) -> None:
                nonlocal n_cases
                n_cases += 1
                given = getattr(case, "body", b"")
                body = (
                    given
                    if isinstance(given, bytes)
                    else b""
                    if isinstance(given, NotSet)
                    else as_json(given)
                )
                asked = Asked(case.method.upper(), case.path, body, {"Content-Type": JSON, **BEARER})
                hold_to_the_description(ask(asked))

            drawn()
        held.look()
    report({"target": f"schemathesis, {mode.value}", "cases": n_cases, **held.figures()})
    held.check()


def test_the_same_through_a_socket(service: Service, ask: InProcess) -> None:
    listener, server = bind("127.0.0.1", 0), Server(service, grace=1.0)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    url = f"http://127.0.0.1:{listener.getsockname()[1]}"

    def make(random: Random) -> Asked:
        asked = a_request(random)
        asked.headers.pop("Content-Length", None)
        asked.headers = {
            name: value for name, value in asked.headers.items() if value.isascii() and value.isprintable()
        }
        asked.seal = "no"
        return asked

    with httpx.Client(base_url=url, timeout=SECONDS, trust_env=False) as client:

        def check(asked: Asked) -> None:
            path = asked.path.encode("ascii", "ignore").decode()
            if not path.isprintable() or set(path) & set("?#%\\ ") or path.startswith("//"):
                return
            answer = client.request(asked.method, path, content=asked.body, headers=asked.headers)
            if asked.method == "HEAD":
                assert answer.status_code != 500
                return
            hold_to_the_description((answer.status_code, dict(answer.headers), answer.content))

        try:
            fuzz("requests by socket", make, check, share=0.05, seconds=30.0)
        finally:
            server.stop()
            thread.join(30)
    assert service.jobs.n_running == 0
    assert all(lane.figures()["running"] == lane.figures()["waiting"] == 0 for lane in service.lanes.values())
