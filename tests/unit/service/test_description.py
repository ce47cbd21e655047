"""The service's description says what the service takes."""

import json

import pytest
from jsonschema import Draft202012Validator

from motif.errors import InvalidInput
from motif.service import configuration
from motif.service.calls import parse_body
from motif.service.description import ARGUMENTS, STATUSES, description
from motif.service.keys import Refused
from motif.service.routes import INTAKES, PROCEDURES

MAPS = [value for name, value in vars(configuration).items() if name.isupper() and isinstance(value, dict)]
KEYS = {name: key for keys in MAPS for name, key in keys.items() if hasattr(key, "read")}
VALUES = [
    0,
    1,
    -1,
    2,
    3.0,
    0.5,
    1e9,
    10**30,
    True,
    False,
    "",
    " ",
    "a",
    "*",
    "auto",
    "known",
    "graph",
    "breadth",
    "none",
]
VALUES += [[], ["a"], ["*"], [""], [1], {}, {"a": 1}, "x" * 201]


@pytest.mark.parametrize("name", sorted(KEYS))
def test_what_the_schema_of_a_key_says_fits_is_read_and_nothing_else(name):
    key = KEYS[name]
    fits = Draft202012Validator(dict(key.read.schema))
    for value in VALUES:
        try:
            key.read(value)
        except Refused:
            assert not fits.is_valid(value), value
        else:
            assert fits.is_valid(value), value


def test_every_path_is_described_with_its_arguments_keys_and_statuses():
    paths = description()["paths"]
    assert {f"/v1/{path}" for path in (*PROCEDURES, *INTAKES)} < set(paths)
    for path, procedure in PROCEDURES.items():
        operation = paths[f"/v1/{path}"]["post"]
        arguments = operation["requestBody"]["content"]["application/json"]["schema"]["properties"][
            "arguments"
        ]
        assert tuple(arguments["properties"]) == procedure.arguments
        if procedure.keys:
            assert set(arguments["properties"]["configuration"]["properties"]) == set(procedure.keys)
        assert operation["summary"]
        assert set(operation["responses"]) == {"200", *map(str, STATUSES)}
    assert {name for one in (*PROCEDURES.values(), *INTAKES.values()) for name in one.arguments} == {
        *ARGUMENTS,
        "configuration",
    }


def test_the_description_is_given_to_who_knows_the_token(client):
    answer = client.get("/openapi.json")
    assert answer.json() == json.loads(json.dumps(description()))
    assert client.get("/openapi.json", headers={"Authorization": "Bearer x"}).status_code == 401


@pytest.mark.parametrize("depth", [100, 300, 100_000])
def test_a_request_that_is_nested_too_deep_is_told(depth):
    with pytest.raises(InvalidInput, match="nested deeper than 64 levels"):
        parse_body(b'{"a":' + b"[" * depth + b"]" * depth + b"}")


@pytest.mark.parametrize(
    "schema",
    [
        *(
            5,
            {"a": 1},
            ["x"],
            [{"properties": [1]}],
            [{"labels": "Movie"}],
            [{"type": [1]}],
            [{"count": "many"}],
        ),
        *([{"properties": {"a": {"types": 3}}}], [{"properties": {"a": 3}}], [{"count": 1e400}]),
    ],
)
def test_a_schema_that_is_none_is_told(client, schema):
    arguments = {"graphName": "x", "nodeProjection": "*", "relationshipProjection": "*", "configuration": {}}
    body = {"database": {"id": "d", "name": "d"}, "schema": schema, "arguments": arguments}
    answer = client.post(
        "/v1/graph/project/prepare", content=json.dumps(body), headers={"Content-Type": "application/json"}
    )
    assert answer.status_code == 400 and "schema" in answer.json()["error"]["message"]


def test_a_path_with_a_slash_more_is_told_and_leads_nowhere_else(client):
    answer = client.post("/v1/search/", json={})
    assert answer.status_code == 404 and answer.json()["error"]["hint"] == "Did you mean /v1/search?"
