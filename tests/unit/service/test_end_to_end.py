"""A small film graph, projected as the plugin does it and asked over HTTP."""

import json
import os
import signal
import subprocess
import sys
import threading
import time

import httpx
import numpy as np
import pytest

from motif.graphs.columns import End, NodeChunk, RelationshipChunk, frame_of_chunk
from motif.graphs.frames import encode_frame
from motif.graphs.packing import pack_values
from motif.graphs.whole_evidence import read_results
from motif.planners import kept_indexes
from motif.snapshot import kept

FRAMES = "application/x-motif-frames"
DATABASE = {"id": "C6B4", "name": "neo4j"}
NODES = [
    (10, 0, "title", "Heat", 1995),
    (11, 1, "name", "Michael Mann", None),
    (12, 1, "name", "Al Pacino", None),
    (13, 1, "name", "Robert De Niro", None),
    (14, 0, "title", "The Insider", 1999),
]
RELATIONSHIPS = [(0, 10, 11, 0), (1, 12, 10, 1), (2, 13, 10, 1), (3, 14, 11, 0), (4, 12, 14, 1)]
SCHEMA = [
    {"labels": ["Movie"], "properties": {"title": "STRING", "released": "INTEGER"}, "count": 2},
    {"labels": ["Person"], "properties": {"name": "STRING"}, "count": 3},
    {"type": "DIRECTED_BY", "properties": {}, "count": 2},
    {"type": "ACTED_IN", "properties": {}, "count": 3},
]


def request(**arguments):
    return {"database": DATABASE, "transaction": 7, "jobId": "7c1f", "arguments": arguments}


def lines(response):
    return [json.loads(line) for line in response.content.splitlines()]


def rows(response):
    assert response.status_code == 200, response.text
    *found, end = lines(response)
    assert end == {"end": {"rows": len(found)}}
    return referring([line["row"] for line in found])


def referring(found):
    """Rows with what they refer to in place of its number."""
    described = [one for row in found for one in row.pop("references", ())]

    def put(value):
        if isinstance(value, list):
            return [put(item) for item in value]
        if isinstance(value, dict):
            return (
                described[value["$ref"]] if "$ref" in value else {key: put(one) for key, one in value.items()}
            )
        return value

    return [put(row) for row in found]


def ask(client, path, **arguments):
    return client.post(f"/v1/{path}", json=request(**arguments))


def error(response, status):
    assert response.status_code == status, response.text
    return response.json()["error"]


def chunks():
    properties = {
        key: pack_values([value if kind == key else None for _, _, kind, value, _ in NODES])
        for key in ("title", "name")
    }
    properties["released"] = pack_values([released for *_, released in NODES])
    ids, labels = (np.array([node[part] for node in NODES]) for part in (0, 1))
    yield NodeChunk(ids.astype(np.int64), labels.astype(np.int32), properties)
    columns = np.array(RELATIONSHIPS, np.int64).T
    yield RelationshipChunk(columns[0], columns[1], columns[2], columns[3].astype(np.int32))
    yield End((("Movie",), ("Person",)), ("DIRECTED_BY", "ACTED_IN"), "4:x:", "5:x:", 7)


def build(client, path, arguments):
    [prepared] = rows(client.post(f"/v1/{path}/prepare", json={**request(**arguments), "schema": SCHEMA}))
    first = encode_frame("request", 0, None, request=request(**arguments), plan=prepared["plan"])
    content = iter([first, *map(frame_of_chunk, chunks())])
    return client.post(f"/v1/{path}", content=content, headers={"Content-Type": FRAMES})


PROJECT = {"graphName": "movies", "nodeProjection": "*", "relationshipProjection": "*", "configuration": {}}


@pytest.fixture
def movies(client):
    [row] = rows(build(client, "graph/project", PROJECT))
    assert (row["nodeCount"], row["relationshipCount"], row["epoch"], row["stale"]) == (5, 5, 1, False)
    return client


def films(found):
    return {row["answers"][0]["name"] for row in found}


BY_MANN = [["?film", "DIRECTED_BY", "Michael Mann"]]


def test_the_films_of_a_director(movies):
    found = rows(ask(movies, "search", graphName="movies", pattern=BY_MANN))
    assert films(found) == {"Heat", "The Insider"}
    first = next(row for row in found if row["answers"][0]["name"] == "Heat")
    named = {"labels": ["Movie"], "property": "title", "name": "Heat", "reads": ["released"]}
    heat = {"$node": "4:x:10", **named}
    mann = {"$node": "4:x:11", "labels": ["Person"], "property": "name", "name": "Michael Mann"}
    assert first["bindings"] == {"film": heat}
    assert sorted(first["nodes"], key=str) == sorted([heat, mann], key=str)
    [directed] = first["relationships"]
    assert (directed["$relationship"], directed["type"]) == ("5:x:0", "DIRECTED_BY")
    assert first["text"] == "Heat | DIRECTED_BY | Michael Mann"
    assert (first["method"], first["complete"]) == ("search", True)


def test_a_node_from_match_is_a_part_of_the_pattern(movies):
    node = {"$node": "4:x:12", "labels": ["Person"]}
    found = rows(ask(movies, "search", graphName="movies", pattern=[[node, "ACTED_IN", "?film"]]))
    assert films(found) == {"Heat", "The Insider"}


def test_two_triples_labels_and_filters(movies):
    pattern = [["?film", "DIRECTED_BY", "Michael Mann"], ["?actor", "ACTED_IN", "?film"]]
    configuration = {
        "topK": 10,
        "answer": "actor",
        "filter": {"film": {"released": {"$gte": 1999}}},
        "relationCandidates": 1,
        "nodeCandidates": 1,
    }
    found = rows(ask(movies, "search", graphName="movies", pattern=pattern, configuration=configuration))
    assert films(found) == {"Al Pacino"}


def test_top_k_and_what_rows_carry(movies):
    for carry, answers in (("ids", {"4:x:10", "4:x:14"}), ("text", {"Heat", "The Insider"})):
        configuration = {"return": carry, "topK": 2}
        found = rows(ask(movies, "search", graphName="movies", pattern=BY_MANN, configuration=configuration))
        assert {answer for row in found for answer in row["answers"]} == answers
        assert all(row["nodes"] == [] for row in found)


def test_json_is_the_whole_result_and_says_that_nothing_was_found(movies):
    whole = {"return": "json"}
    asked = {"graphName": "movies", "question": BY_MANN, "configuration": {**whole, "topK": 2}}
    found = rows(ask(movies, "retrieve", **asked))
    assert all(row["metadata"] == {"stale": False, "behind": {"transactions": 0}} for row in found)
    results = read_results([row["text"] for row in found])
    assert {answer.name for piece in results for answer in piece.answers} == {"Heat", "The Insider"}
    assert results[0].nodes[0].id.startswith("4:x:") and results[0].metadata["stale"] is False
    asked = {"graphName": "movies", "question": "Al Pacino directed Heat.", "configuration": whole}
    [row] = rows(ask(movies, "verify", **asked))
    results = read_results([row["text"]])
    assert row["score"] is None or results
    assert results.metadata["verdict"] in ("refuted", "unknown")


def test_retrieve_takes_a_ready_pattern(movies):
    found = rows(ask(movies, "retrieve", graphName="movies", question=BY_MANN, configuration={"topK": 1}))
    assert [row["rank"] for row in found] == [1]


def test_a_question_in_words_is_planned_and_run(movies):
    [found] = rows(ask(movies, "retrieve", graphName="movies", question="Who directed Heat?"))
    assert found["answers"] == [
        {"$node": "4:x:11", "labels": ["Person"], "property": "name", "name": "Michael Mann"}
    ]
    assert found["metadata"]["plan"]["question"] == "Who directed Heat?"


def test_a_plan_is_shown_edited_and_run(movies):
    configuration = {"planner": "paths", "topK": 1}
    question = "Who directed Heat?"
    [shown] = rows(ask(movies, "plan", graphName="movies", question=question, configuration=configuration))
    assert (shown["valid"], shown["problems"]) == (True, [])
    assert "(:Movie {title: 'Heat'})" in shown["cypher"]
    edited = {**shown["plan"], "pattern": [["?film", "DIRECTED_BY", "Michael Mann"]], "answer": "?film"}
    found = rows(ask(movies, "run", graphName="movies", plan=edited))
    assert films(found) == {"Heat", "The Insider"}
    [counted] = rows(ask(movies, "run", graphName="movies", plan={**edited, "count": True}))
    assert counted["answers"] == [2]


def test_a_claim_has_a_verdict_in_each_row(movies):
    found = rows(ask(movies, "verify", graphName="movies", question="Michael Mann directed Heat."))
    assert {row["metadata"]["verdict"] for row in found} == {"supported"}
    assert all(0 < row["metadata"]["confidence"] <= 1 and row["metadata"]["reason"] for row in found)


@pytest.mark.parametrize("path", ["plan", "retrieve", "verify"])
def test_a_question_that_names_nothing_of_the_graph(movies, path):
    answer = error(ask(movies, path, graphName="movies", question="zzz qqq xxx?"), 400)
    assert answer["code"] == "no_entity_found"
    assert "movies" in answer["message"] and "zzz qqq xxx?" in answer["message"]


@pytest.mark.parametrize("path", ["plan", "verify"])
@pytest.mark.parametrize("question", [None, "", " ", 7, ["who?"], "who " * 20_000])
def test_a_question_that_is_none(movies, path, question):
    answer = error(ask(movies, path, graphName="movies", question=question), 400)
    assert answer["code"] == (
        "invalid_pattern" if (path, question) == ("verify", ["who?"]) else "invalid_input"
    )
    assert any(
        words in answer["message"]
        for words in (
            "is empty",
            "question must be text",
            "characters; at most",
            "Triple 1 must have three parts",
        )
    )


def test_nothing_found_is_no_error(movies):
    pattern = [["?a", "DIRECTED_BY", "?a"]]
    assert ask(movies, "search", graphName="movies", pattern=pattern).status_code == 200


@pytest.mark.parametrize("pattern", [None, [], "Heat", [["a", "b"]], [["a", "b", 3]], [["x"] * 3] * 129])
def test_a_pattern_that_cannot_be_read(movies, pattern):
    assert error(ask(movies, "search", graphName="movies", pattern=pattern), 400)["code"] == "invalid_pattern"


@pytest.mark.parametrize("top_k", [0, 1_000_000, "five"])
def test_a_top_k_that_cannot_be(movies, top_k):
    answer = error(
        ask(movies, "search", graphName="movies", pattern=BY_MANN, configuration={"topK": top_k}), 400
    )
    assert "from 1 to 10,000" in answer["message"]


def test_an_unknown_graph(movies):
    answer = error(ask(movies, "search", graphName="moviez", pattern=BY_MANN), 404)
    assert answer["code"] == "graph_not_found"
    assert "moviez" in answer["message"]
    assert "motif.graph.project" in answer["hint"]


@pytest.mark.parametrize("name", [None, "", " ", 7])
def test_a_graph_name_that_is_none(movies, name):
    assert (
        "graphName must be text"
        in error(ask(movies, "search", graphName=name, pattern=BY_MANN), 400)["message"]
    )


def test_a_request_without_a_database(movies):
    payload = {"arguments": {"graphName": "movies", "pattern": BY_MANN}}
    assert "database" in error(movies.post("/v1/search", json=payload), 400)["message"]


def test_a_projection_of_another_database_is_not_seen(movies):
    payload = {**request(graphName="movies", pattern=BY_MANN), "database": {"id": "other", "name": "other"}}
    assert error(movies.post("/v1/search", json=payload), 404)


def test_the_catalog_by_http(movies):
    [listed] = rows(ask(movies, "graph/list", graphName=None))
    assert listed["schema"] == {
        "nodes": {"Movie": 2, "Person": 3},
        "relationships": {"ACTED_IN": 3, "DIRECTED_BY": 2},
    }
    assert listed["database"] == "neo4j"
    assert rows(ask(movies, "graph/list", graphName="other")) == []
    assert rows(ask(movies, "graph/exists", graphName="movies")) == [{"graphName": "movies", "exists": True}]
    [dropped] = rows(ask(movies, "graph/drop", graphName="movies", failIfMissing=True))
    assert dropped["graphName"] == "movies"
    assert error(ask(movies, "graph/drop", graphName="movies", failIfMissing=True), 404)
    assert rows(ask(movies, "graph/drop", graphName="movies", failIfMissing=False)) == []
    assert error(ask(movies, "search", graphName="movies", pattern=BY_MANN), 404)


def test_a_name_that_is_taken_is_refused_before_anything_is_read(movies):
    answer = error(
        movies.post("/v1/graph/project/prepare", json={**request(**PROJECT), "schema": SCHEMA}), 409
    )
    assert "motif.graph.drop('movies')" in answer["hint"]


def test_a_refresh_is_a_new_epoch(movies):
    [row] = rows(build(movies, "graph/refresh", {"graphName": "movies", "configuration": {}}))
    assert row["epoch"] == 2
    [found, *_] = rows(ask(movies, "search", graphName="movies", pattern=BY_MANN))
    assert found["metadata"]["epoch"] == 2
    late = {**request(graphName=None), "transaction": 8}
    assert [listed["stale"] for listed in rows(movies.post("/v1/graph/list", json=late))] == [True]


def test_a_part_that_someone_else_chose_is_not_refreshed_into_the_whole(movies, running):
    catalog = running.service.catalog
    asked = {
        "nodeProjection": "*",
        "relationshipProjection": "*",
        "configuration": {},
        "part": "the GDS graph 'g'",
    }
    catalog.create("C6B4", "part", lambda: catalog.open("C6B4", "movies"), request=asked)
    payload = {**request(graphName="part", configuration={}), "schema": SCHEMA}
    told = error(movies.post("/v1/graph/refresh/prepare", json=payload), 400)
    assert "'part' was taken from the GDS graph 'g'" in told["message"] and "overwrite=True" in told["hint"]


def test_an_estimate(client):
    selection = {"nodeProjection": "*", "relationshipProjection": ["ACTED_IN"], "configuration": {}}
    [row] = rows(client.post("/v1/graph/project/estimate", json={**request(**selection), "schema": SCHEMA}))
    assert (row["nodeCount"], row["relationshipCount"]) == (5, 3)
    assert 0 < row["bytesMin"] <= row["bytesMax"]


def test_a_projection_larger_than_memory_is_refused_unless_one_insists(client, running, monkeypatch):
    monkeypatch.setattr(running.service.memory, "limit", 100)
    body = {**request(**PROJECT), "schema": SCHEMA}
    told = error(client.post("/v1/graph/project/prepare", json=body), 422)
    assert (
        told["code"] == "not_enough_memory"
        and "5 nodes and 5 relationships needs at least" in told["message"]
    )
    assert "100 bytes are free." in told["message"] and "sudo: true" in told["hint"]
    insisting = {**PROJECT, "configuration": {**PROJECT["configuration"], "sudo": True}}
    assert rows(client.post("/v1/graph/project/prepare", json={**request(**insisting), "schema": SCHEMA}))


def test_a_misspelt_key_of_a_projection(client):
    arguments = {**PROJECT, "configuration": {"nameProperti": "title"}}
    answer = error(
        client.post("/v1/graph/project/prepare", json={**request(**arguments), "schema": SCHEMA}), 400
    )
    assert answer["hint"] == "Did you mean 'nameProperty'?"


def test_vectors_are_made_once_and_used(movies):
    [before] = rows(ask(movies, "embed/text/stats", graphName="movies"))
    [first] = rows(ask(movies, "embed/text/mutate", graphName="movies"))
    [again] = rows(ask(movies, "embed/text/mutate", graphName="movies"))
    assert (before["embedded"], before["dimension"]) == (0, None)
    assert (first["embedded"], first["dimension"], first["model"]) == (
        first["distinctTexts"],
        64,
        "fake-hash",
    )
    assert (again["embedded"], again["reused"]) == (0, first["distinctTexts"])
    assert first["nodePropertiesWritten"] == 5
    [listed] = rows(ask(movies, "graph/list", graphName="movies"))
    assert listed["vectors"]["name"] == {"model": "fake-hash", "dimension": 64, "count": 5}
    misspelt = [["?film", "directed by", "Micheal Man"]]
    found = rows(ask(movies, "search", graphName="movies", pattern=misspelt))
    assert films(found[:2]) == {"Heat", "The Insider"}


def test_vectors_by_node(movies):
    found = rows(ask(movies, "embed/text/stream", graphName="movies"))
    assert [row["node"]["name"] for row in found] == [name for _, _, _, name, _ in NODES]
    assert np.allclose(np.linalg.norm([row["embedding"] for row in found], axis=1), 1)
    [stats] = rows(ask(movies, "embed/text/stats", graphName="movies"))
    assert stats["dimension"] is None


def test_vectors_of_a_text(client):
    [row] = rows(ask(client, "embed/query", text="crime film"))
    assert len(row["embedding"]) == 64
    assert error(ask(client, "embed/query", text=""), 400)


def test_indexes_need_vectors_and_known_labels(movies):
    assert error(ask(movies, "index/create", graphName="movies"), 422)["code"] == "missing_vectors"
    rows(ask(movies, "embed/text/mutate", graphName="movies"))
    made = rows(ask(movies, "index/create", graphName="movies"))
    assert [row["name"] for row in made] == ["motifTextEmbedding_Movie", "motifTextEmbedding_Person"]
    assert error(ask(movies, "index/create", graphName="movies", configuration={"labels": ["Film"]}), 400)


def test_the_job_is_listed_when_it_has_ended(movies):
    rows(ask(movies, "embed/text/mutate", graphName="movies", configuration={"jobId": "mine"}))
    [row] = rows(ask(movies, "listProgress", jobId="mine"))
    assert (row["taskName"], row["status"], row["progress"]) == (
        "motif.embed.text.mutate",
        "FINISHED",
        "100%",
    )


def test_one_sees_ones_own_jobs_where_the_caller_is_known(movies):
    payload = {**request(graphName="movies"), "user": "ann"}
    rows(movies.post("/v1/embed/text/mutate", json=payload))
    for user, expected in (("ann", ["motif.embed.text.mutate"]), ("bob", [])):
        found = rows(movies.post("/v1/listProgress", json={**request(jobId=""), "user": user}))
        assert [row["taskName"] for row in found] == expected


def test_a_locked_catalog(make_service, run):
    running = run(make_service(catalog_locked=True))
    with running.client() as client:
        prepared = client.post("/v1/graph/project/prepare", json={**request(**PROJECT), "schema": SCHEMA})
        assert error(prepared, 409)["code"] == "catalog_locked"
        assert error(ask(client, "graph/drop", graphName="movies"), 409)["code"] == "catalog_locked"


def test_many_callers_at_once(movies, running):
    failures = []

    def work():
        with running.client() as client:
            for _ in range(20):
                if films(rows(ask(client, "search", graphName="movies", pattern=BY_MANN))) != {
                    "Heat",
                    "The Insider",
                }:
                    failures.append(1)

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


def logged(caplog):
    """The fields of each search that the log has so far; what made the graph may be written late."""
    fields = [record.fields for record in caplog.records if record.getMessage() == "request"]
    return [one for one in fields if one["path"] == "/v1/search"]


def test_what_the_log_says_and_does_not_say(movies, caplog):
    caplog.set_level("INFO", logger="motif.service")
    ask(movies, "search", graphName="movies", pattern=BY_MANN)
    ask(movies, "search", graphName="secret-graph", pattern=[["?x", "loves", "Secret Person"]])
    # A line is written once its answer has gone, so it may come after the answer does.
    deadline = time.monotonic() + 10
    while len(requests := logged(caplog)) < 2 and time.monotonic() < deadline:
        time.sleep(0.01)
    assert [(fields["path"], fields["status"], fields["jobId"]) for fields in requests] == [
        ("/v1/search", 200, "7c1f"),
        ("/v1/search", 404, "7c1f"),
    ]
    assert "ecret" not in caplog.text
    assert "Mann" not in caplog.text


def test_system_information_has_no_paths(client, tmp_path):
    facts = {row["key"]: row["value"] for row in rows(ask(client, "sysInfo"))}
    assert facts["protocol"] == 3
    assert str(tmp_path) not in json.dumps(facts)


def test_help_finds_procedures_by_a_word(client):
    names = {row["name"] for row in rows(ask(client, "help", word="vector"))}
    assert "motif.embed.query" in names
    assert "motif.graph.list" not in names


def test_the_process_starts_answers_and_stops_on_sigterm(tmp_path):
    token = tmp_path / "token"
    command = [
        sys.executable,
        "-m",
        "motif.service",
        "--port",
        "0",
        "--home",
        str(tmp_path),
        "--token-file",
        str(token),
    ]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env={**os.environ}) as process:
        assert process.stderr is not None
        listening = json.loads(process.stderr.readline())
        assert listening["event"] == "listening"
        url = f"http://127.0.0.1:{listening['port']}"
        transport = httpx.HTTPTransport(retries=5)
        with httpx.Client(base_url=url, transport=transport, timeout=100) as client:
            assert client.get("/health").json()["status"] == "ok"
            bearer = {"Authorization": f"Bearer {token.read_text().strip()}"}
            assert client.get("/metrics", headers=bearer).status_code == 200
        process.send_signal(signal.SIGTERM)
        events = [json.loads(line)["event"] for line in process.stderr]
        assert process.wait(100) == 0
    assert events[-1] == "stopped"
    assert token.stat().st_mode & 0o077 == 0


QUESTION = "Who directed Heat?"
REFRESH = {"graphName": "movies", "configuration": {}}


@pytest.fixture
def built(monkeypatch):
    """The kinds that are built, of a graph however small."""
    for module in (kept, kept_indexes):
        monkeypatch.setattr(module, "LEAST", 1)
    found = []
    write = kept._write

    def noted(target, arrays, description):
        found.append(target.name.rpartition("-")[0])
        write(target, arrays, description)

    monkeypatch.setattr(kept, "_write", noted)
    return found


def ask_every_way(client):
    for planner in ("paths", "schema", "auto"):
        configuration = {"planner": planner}
        ask(client, "retrieve", graphName="movies", question=QUESTION, configuration=configuration)
    assert rows(ask(client, "retrieve", graphName="movies", question=QUESTION))
    assert rows(ask(client, "verify", graphName="movies", question="Michael Mann directed Heat."))


def test_after_projecting_and_refreshing_a_question_builds_nothing(client, built, monkeypatch):
    rows(build(client, "graph/project", PROJECT))
    assert len(built) == len(set(built)) and {"names", "mentions", "values"} < set(built)
    built.clear()
    ask_every_way(client)
    assert built == []
    rows(build(client, "graph/refresh", REFRESH))
    ask_every_way(client)
    assert built == []  # nothing has changed
    renamed = [(*node[:3], "Ronin", node[4]) if node[3] == "The Insider" else node for node in NODES]
    monkeypatch.setitem(globals(), "NODES", renamed)
    rows(build(client, "graph/refresh", REFRESH))
    assert {"names", "mentions", "values"} < set(built)
    built.clear()
    ask_every_way(client)
    assert built == []


def test_projecting_alone_leaves_it_to_the_first_question(client, built):
    [row] = rows(build(client, "graph/project", {**PROJECT, "configuration": {"prepare": False}}))
    assert row["configuration"]["prepare"] is False
    assert built == []
    rows(build(client, "graph/refresh", REFRESH))
    assert built == []
    ask_every_way(client)
    assert "names" in built
