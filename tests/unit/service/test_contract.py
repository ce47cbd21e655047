"""The exchanges that plugin and service agree on, sent to a service that holds the graph they speak of."""

import dataclasses
import json
from pathlib import Path

import numpy as np
import pytest

import motif.service.application as application
from motif.catalog import from_triples
from motif.graphs.frames import FrameReader, encode_frame
from motif.service.caller_session import plain

CONTRACT = Path(__file__).parents[2] / "contract"
FRAMES = "application/x-motif-frames"
DTYPES = {"id": "<i8", "source": "<i8", "target": "<i8", "labelSet": "<i4", "type": "<i4"}
SUFFIXES = {"kind": "u1", "number": "<i8", "offsets": "<i4"}

PLUGIN_ONLY = {
    "every kind of value in a configuration": "has keys that no procedure takes",
    "the guidance graph": "the general model is of another encoder than this service has",
    "a deadline after the first row": "the service waits for the deadline before its first row",
}
"""Cases that show what the plugin makes of an answer that this service does not give."""

EMBEDDED = ("write", "index", "similarity", "expand", "community")
"""Words of cases that need a projection with vectors."""


def cases(*, asking=False):
    for path in sorted(CONTRACT.glob("*.json")):
        for case in json.loads(path.read_text(encoding="utf-8")):
            if asking is (case["exchanges"][-1]["path"] == "/v1/reply"):
                yield pytest.param(case, id=f"{path.stem}: {case['name']}")


def packed(frame):
    def content(name, values):
        if isinstance(values, str):
            return values.encode()
        return np.array(values, DTYPES.get(name) or SUFFIXES[name.rpartition(".")[2]]).tobytes()

    columns = {name: content(name, values) for name, values in frame["columns"].items()}
    header = {key: value for key, value in frame.items() if key not in ("kind", "count", "columns")}
    return encode_frame(frame["kind"], frame["count"], columns, **header)


def post(client, exchange, plan=None):
    if "frames" in exchange:
        first, *rest = exchange["frames"]
        content = b"".join(packed(frame) for frame in [{**first, "plan": plan}, *rest])
        return client.post(exchange["path"], content=content, headers={"Content-Type": FRAMES})
    accept = FRAMES if "frames" in exchange["response"] else "application/x-ndjson"
    return client.post(exchange["path"], json=exchange["request"], headers={"Accept": accept})


def lines(response):
    return [json.loads(line) for line in response.content.splitlines()]


def project(client):
    [case, *_] = json.loads((CONTRACT / "motif.graph.project.json").read_text(encoding="utf-8"))
    prepare, build = case["exchanges"]
    plan = lines(post(client, prepare))[0]["row"]["plan"]
    response = post(client, build, plan)
    assert response.status_code == 200, response.text
    return lines(response)


@pytest.fixture
def toy(make_service, run):
    """Gives a client of a service that is as a case wants it."""
    clients = []

    def start(case):
        service = make_service()
        client = run(service).client()
        clients.append(client)
        answer = case["exchanges"][-1]["response"]
        if case["exchanges"][0]["path"] != "/v1/graph/project/prepare" or answer["status"] != 200:
            project(client)
        if any(word in case["cypher"] for word in EMBEDDED):
            embed = {**case["exchanges"][0]["request"], "arguments": {"graphName": "movies"}}
            assert client.post("/v1/embed/text/mutate", json=embed).status_code == 200
        if "motif.trace" in case["cypher"]:
            embed = {**case["exchanges"][0]["request"], "arguments": {"graphName": "movies"}}
            assert client.post("/v1/embed/text/mutate", json=embed).status_code == 200
            assert client.post("/v1/embed/triple/mutate", json=embed).status_code == 200
        if "triple" in case["cypher"] and "stats" not in case["cypher"]:
            embed = {**case["exchanges"][0]["request"], "arguments": {"graphName": "movies"}}
            assert client.post("/v1/embed/triple/mutate", json=embed).status_code == 200
        if answer["status"] == 409 and answer["lines"][0]["error"]["code"] == "catalog_locked":
            service.catalog.locked = True
        return client

    yield start
    for client in clients:
        client.close()


@pytest.mark.parametrize("case", list(cases()))
def test_the_service_answers_as_the_plugin_expects(case, toy):
    if case["name"] in PLUGIN_ONLY:
        pytest.skip(PLUGIN_ONLY[case["name"]])
    client, plan = toy(case), None
    for exchange in case["exchanges"]:
        response, expected = post(client, exchange, plan), exchange["response"]
        assert response.status_code == expected["status"], response.text
        if "frames" in expected:
            compare_frames(response.content, expected["frames"])
            continue
        got = lines(response)
        compare_lines(got, expected["lines"])
        plan = got[0].get("row", {}).get("plan")


@pytest.mark.parametrize("case", list(cases(asking=True)))
def test_the_service_asks_as_the_plugin_expects(case, make_service, run, monkeypatch):
    first, *replies = case["exchanges"]
    expected = first["response"]["lines"]
    asks = [line["ask"] for line in expected if "ask" in line]
    found = []

    def answer(service, call):
        """In place of a method: asks what the case says, and gives its rows."""
        for ask in asks:
            if ask["explain"]:
                found.append(call.session.explain(ask["statement"], ask["parameters"]))
            else:
                limit = ask["rows"]
                found.append(call.session.run(ask["statement"], ask["parameters"], seconds=None, limit=limit))
        yield from [line["row"] for line in expected if "row" in line]

    path = first["path"].removeprefix("/v1/")
    asking = dataclasses.replace(application.PROCEDURES[path], answer=answer)
    monkeypatch.setattr(application, "PROCEDURES", {path: asking})
    service = make_service()
    database = first["request"]["database"]["id"]
    service.catalog.create(database, "movies", lambda: from_triples([("Heat", "directed_by", "Mann")]))
    with run(service).client() as client:
        got = list(played(client, first, replies))
    assert len(got) == len(expected)
    for line, wanted in zip(got, expected, strict=True):
        if "ask" not in wanted:
            assert line == wanted
            continue
        assert line["ask"].keys() == wanted["ask"].keys()
        for key in ("id", "statement", "parameters", "explain", "rows", "bytes"):
            assert line["ask"][key] == wanted["ask"][key], key
        assert isinstance(line["ask"]["key"], str) and line["ask"]["seconds"] > 0
    told = [reply["request"] for reply in replies if "error" not in reply["request"]]
    assert len(found) == len(told)
    for value, reply in zip(found, told, strict=True):
        if "rows" in reply:
            assert value == plain(reply["rows"])
        else:
            assert (value.kind, value.rows) == (reply["explained"]["kind"], reply["explained"]["rows"])


def played(client, first, replies):
    """The lines of an answer, each ask replied to with the case's next reply."""
    waiting = iter(replies)
    with client.stream("POST", first["path"], json=first["request"]) as response:
        for text in response.iter_lines():
            line = json.loads(text)
            yield line
            if "ask" in line:
                exchange = next(waiting)
                body = {**exchange["request"], "key": line["ask"]["key"]}
                reply = client.post(exchange["path"], json=body)
                assert reply.status_code == exchange["response"]["status"], reply.text
                assert lines(reply) == exchange["response"]["lines"]


def compare_lines(got, expected):
    if "error" in expected[0]:
        assert got[0]["error"]["code"] == expected[0]["error"]["code"]
        assert got[0]["error"]["message"]
        return
    assert list(got[-1]) == ["end"]
    rows, wanted = [line["row"] for line in got[:-1]], [line["row"] for line in expected if "row" in line]
    for row in rows:
        missing = set().union(*wanted) - set(row) if wanted else set()
        assert not missing, f"columns that the plugin yields: {missing}"
    if wanted and "graphName" in wanted[0]:
        assert [row["graphName"] for row in rows] == [row["graphName"] for row in wanted]
    for row, other in zip(rows, wanted, strict=False):
        for column in set(row) & set(other):
            same_kind(row[column], other[column], column)


MUST_READ = {"reads", "content", "texts", "text"}
"""What a reference says of the properties that a projection holds, which depends on what was projected."""


def same_kind(value, expected, where):
    if value is None or expected is None or where in ("value", "stale") or "$float" in str(expected):
        return
    number = (int, float)
    if isinstance(expected, number) and not isinstance(expected, bool):
        assert isinstance(value, number), where
    elif isinstance(expected, dict) and set(expected) & {"$node", "$relationship"}:
        assert set(value) - MUST_READ == set(expected) - MUST_READ, where
    else:
        assert type(value) is type(expected), where
    if isinstance(expected, list) and expected and value:
        same_kind(value[0], expected[0], f"{where}[0]")


def compare_frames(content, expected):
    got = FrameReader().feed(content)
    assert [got[0].kind, got[-1].kind] == [expected[0]["kind"], "end"]
    for frame, wanted in ((got[0], expected[0]), (got[1], expected[1]), (got[-1], expected[-1])):
        extra = set(wanted) - {"kind", "count", "columns"}
        assert extra <= set(frame.header), wanted["kind"]
        assert set(frame.columns) == set(wanted["columns"])
    assert set(expected[-1]["row"]) <= set(got[-1].header["row"])


def test_every_search_of_the_contract_finds_what_it_says(toy):
    """The first case of ``motif.search`` is told in full: the service gives the same evidence."""
    [case, *_] = json.loads((CONTRACT / "motif.search.json").read_text(encoding="utf-8"))
    [exchange] = case["exchanges"]
    got = referring([line["row"] for line in lines(post(toy(case), exchange))[:-1]])
    wanted = referring([line["row"] for line in exchange["response"]["lines"][:-1]])
    by_text = {row["text"]: row for row in got}
    for row in wanted:
        found = by_text[row["text"]]
        assert found["answers"] == row["answers"]
        assert found["bindings"] == row["bindings"]
        assert found["relationships"] == row["relationships"]
        assert sorted(found["nodes"], key=str) == sorted(row["nodes"], key=str)


def referring(rows):
    """The rows with what each number refers to in its place, but for the properties that the caller must read."""
    described = [one for row in rows for one in row["references"]]
    assert all(set(row["rests"]) <= set(range(len(described))) for row in rows)

    def put(value):
        if isinstance(value, list):
            return [put(item) for item in value]
        if isinstance(value, dict) and set(value) == {"$ref"}:
            found = {key: item for key, item in described[value["$ref"]].items() if key != "reads"}
            for end in ("source", "target"):
                if end in found:
                    found[end] = described[found[end]]["$node"]
            return found
        return {key: put(item) for key, item in value.items()} if isinstance(value, dict) else value

    return [put(row) for row in rows]
