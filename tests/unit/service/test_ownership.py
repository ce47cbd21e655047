"""Whose projections are: what each login may list, ask, change and drop, as the plugin says who calls."""

import dataclasses
import json
import os
import stat

import numpy as np
import pytest

from motif.catalog import from_triples
from motif.graphs.projection import Projection

DATABASE = {"id": "C6B4", "name": "neo4j"}
FILMS = [("Heat", "directed_by", "Mann"), ("Collateral", "directed_by", "Mann")]
MATCH = {"pattern": [["?film", "directed_by", "Mann"]], "configuration": {"return": "text"}}


def films(*, shared=False) -> Projection:
    """Films as a database has them: with element ids."""
    made = from_triples(FILMS)
    nodes = dataclasses.replace(made.nodes, id_prefix="4:x:", name_properties=("name",))
    nodes = dataclasses.replace(nodes, name_property=np.zeros(len(nodes), np.int32))
    links = dataclasses.replace(made.relationships, id_prefix="5:x:")
    return dataclasses.replace(made, nodes=nodes, relationships=links, configuration={"shared": shared})


@pytest.fixture
def service(make_service):
    made = make_service()
    for name, owner, shared in (("mine", "alice", False), ("open", "alice", True), ("old", None, False)):
        made.catalog.create("C6B4", name, lambda shared=shared: films(shared=shared), owner=owner)
    return made


@pytest.fixture
def client(service, run):
    with run(service).client() as client:
        yield client


def ask(client, path, user=..., **rest):
    told = {} if user is ... else {"user": user}
    more = {key: rest.pop(key) for key in ("roles", "owned") if key in rest}
    body = {"database": DATABASE, "jobId": "7c1f", **told, **more, "arguments": rest}
    return client.post(f"/v1/{path}", json=body)


def rows(response):
    assert response.status_code == 200, response.text
    found = [json.loads(line) for line in response.content.splitlines()]
    assert "end" in found[-1], found[-1]
    return [line["row"] for line in found[:-1]]


def names(response):
    return [row["graphName"] for row in rows(response)]


def test_a_login_lists_its_own_what_is_shared_and_what_is_nobodys(client):
    assert names(ask(client, "graph/list", "alice")) == ["mine", "old", "open"]
    assert names(ask(client, "graph/list", "bob")) == ["old", "open"]
    assert names(ask(client, "graph/list", None)) == ["mine", "old", "open"]
    assert names(ask(client, "graph/list", "bob", graphName="mine")) == []
    owners = [row["configuration"]["owner"] for row in rows(ask(client, "graph/list", "alice"))]
    assert owners == ["alice", None, "alice"]


@pytest.mark.parametrize(
    ("path", "arguments"),
    [
        ("match", MATCH),
        ("plan", {"question": "who?"}),
        ("embed/text/stream", {"configuration": {}}),
        ("embed/text/mutate", {"configuration": {}}),
        ("truss/write", {"configuration": {}}),
        ("graph/drop", {"failIfMissing": True}),
        ("graph/refresh/prepare", {"configuration": {}}),
    ],
)
def test_a_name_of_anothers_and_a_name_of_nothing_are_told_alike(client, path, arguments):
    def told(name):
        answer = ask(client, path, "bob", graphName=name, **arguments)
        assert answer.status_code == 404, answer.text
        return json.dumps(answer.json()).replace(name, "…")

    assert told("mine") == told("zzzz")
    assert ask(client, "graph/exists", "bob", graphName="mine").content == ask(
        client, "graph/exists", "bob", graphName="mime"
    ).content.replace(b"mime", b"mine")


def test_a_name_like_anothers_is_not_suggested(client):
    assert "'mine'" in ask(client, "match", "alice", graphName="mime", **MATCH).text
    assert "'mine'" not in ask(client, "match", "bob", graphName="mime", **MATCH).text


def test_what_is_shared_is_read_and_changed_by_its_owner_alone(client):
    assert len(rows(ask(client, "match", "bob", graphName="open", **MATCH))) == 2
    for path in ("graph/drop", "graph/refresh/prepare", "embed/text/mutate", "truss/mutate", "truss/write"):
        arguments = {} if path == "graph/drop" else {"configuration": {}}
        refused = ask(client, path, "bob", graphName="open", **arguments)
        assert (refused.status_code, refused.json()["error"]["code"]) == (403, "not_owner"), path
    assert names(ask(client, "graph/drop", "alice", graphName="open")) == ["open"]


def test_dropping_what_one_cannot_see_drops_nothing(client, service):
    assert rows(ask(client, "graph/drop", "bob", graphName="mine", failIfMissing=False)) == []
    assert service.catalog.exists("C6B4", "mine")


@pytest.mark.parametrize("told", [{"user": None}, {}, {"user": "bob", "owned": False}])
def test_where_nobody_says_who_calls_projections_are_everyones(client, told):
    user = told.get("user", ...)
    more = {"owned": False} if "owned" in told else {}
    assert len(rows(ask(client, "match", user, graphName="mine", **more, **MATCH))) == 2


def test_what_nobody_owns_is_everyones(client):
    assert len(rows(ask(client, "match", "bob", graphName="old", **MATCH))) == 2
    assert names(ask(client, "graph/drop", "bob", graphName="old")) == ["old"]


def test_a_projection_that_is_replaced_keeps_its_owner(service):
    service.catalog.create("C6B4", "mine", films, existing="replace", owner="bob")
    assert service.catalog.ownership("C6B4", "mine").owner == "alice"
    service.catalog.create("C6B4", "old", films, existing="replace", owner="bob")
    assert service.catalog.ownership("C6B4", "old").owner == "bob"


def test_every_epoch_is_its_owners(service):
    trussness = np.zeros(len(FILMS), np.int32)
    service.catalog.add_trussness("C6B4", "mine", trussness)
    service.catalog.renew("C6B4", "mine", lambda old: films())
    assert service.catalog.ownership("C6B4", "mine").owner == "alice"
    service.catalog.drop("C6B4", "mine")
    service.catalog.create("C6B4", "mine", films, owner="bob")
    assert service.catalog.ownership("C6B4", "mine").owner == "bob"


def end_of(response):
    return json.loads(response.content.splitlines()[-1])["end"]


@pytest.mark.parametrize(
    ("user", "roles", "graph", "discreet"),
    [
        ("bob", True, "open", True),
        ("bob", True, "old", True),
        ("alice", True, "open", False),
        ("bob", False, "open", False),
        (None, True, "open", False),
        (..., True, "open", True),
    ],
)
def test_who_may_see_less_than_the_owner_is_answered_discreetly(client, user, roles, graph, discreet):
    answer = ask(client, "match", user, roles=roles, graphName=graph, **MATCH)
    assert end_of(answer).get("discreet", False) is discreet
    for row in rows(answer):
        assert row["complete"] is not discreet
    assert ("directed" in rows(answer)[0]["metadata"]) is not discreet


def test_a_discreet_answer_tells_nothing_of_what_is_not_there(client):
    nothing = {"pattern": [["?film", "directed_by", "Nobody"]], "configuration": {"return": "text"}}
    assert rows(ask(client, "match", "bob", roles=True, graphName="open", **nothing)) == []
    named = {"pattern": [["Heat", "directed_by", "Heat"]], "configuration": {"return": "text"}}
    for row in rows(ask(client, "match", "bob", roles=True, graphName="open", **named)):
        assert row["metadata"].keys() <= {"fallback", "epoch", "stale", "behind"}


@pytest.mark.parametrize("name", ["Heat", "Nobody"])
def test_whole_results_are_for_the_owner_whatever_is_there(client, name):
    asked = {"pattern": [[name, "directed_by", "?who"]], "configuration": {"return": "json"}}
    refused = ask(client, "match", "bob", roles=True, graphName="open", **asked)
    assert refused.status_code == 403 and refused.json()["error"]["code"] == "not_owner"


def test_plans_and_counts_are_for_the_owner_of_a_graph_with_roles(client):
    question = {"question": "how many films did Mann direct?"}
    assert ask(client, "plan", "bob", roles=True, graphName="open", **question).status_code == 403
    counting = {"plan": {"pattern": MATCH["pattern"], "answer": "?film", "count": True, "method": "match"}}
    refused = ask(client, "run", "bob", roles=True, graphName="open", **counting)
    assert refused.status_code == 403 and "2" not in refused.json()["error"]["message"]
    assert rows(ask(client, "run", "alice", roles=True, graphName="open", **counting))[0]["answers"] == [2]


@pytest.mark.skipif(os.name != "posix", reason="permissions of POSIX")
def test_the_files_are_for_one_user(service):
    assert stat.S_IMODE((service.catalog.home / "graphs").stat().st_mode) == 0o700
