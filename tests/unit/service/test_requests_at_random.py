"""Whatever is asked, the service answers or says what is wrong: nothing else is raised, and nothing takes long."""

import json
import os
import time

import pytest
from hypothesis import HealthCheck, given, settings

from fakes import HashEncoder
from motif.catalog import Catalog
from motif.catalog.rows import from_rows
from motif.errors import MotifError
from motif.service.answered import answered
from motif.service.calls import parse_body, read_call
from motif.service.procedures import procedure_name
from motif.service.routes import PROCEDURES
from motif.service.state import Service
from motif.service.statuses import describe
from motif.settings import Settings
from motif.snapshot import graph_folder, write_snapshot
from requests_at_random import LINKS, NODES, requests

EXAMPLES = int(os.environ.get("MOTIF_REQUESTS_AT_RANDOM", "400"))
"""More by hand: a hundred thousand take two hours."""

SECONDS = 2.0
LONGEST = 20.0
"""Seconds for one request whose deadline is `SECONDS`: the machine may be at other work."""


@pytest.fixture(scope="module")
def service(tmp_path_factory):
    home = tmp_path_factory.mktemp("home")
    write_snapshot(graph_folder(home, "d", "films"), from_rows(NODES, LINKS))
    made = Service(
        Settings(home=home, cache=home / "cache"), catalog=Catalog(home), token="", encoder=HashEncoder
    )
    yield made
    made.close()


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
@given(asked=requests())
def test_a_request_is_answered_or_told_what_is_wrong(service, asked):
    path, body = asked
    procedure, began = PROCEDURES[path], time.monotonic()
    try:
        payload = parse_body(json.dumps(body).encode())
        call = read_call(procedure_name(path), payload, procedure.keys or {}, procedure.arguments, SECONDS)
        with call.control:
            lines = b"".join(answered(procedure, service, call)).splitlines()
        assert set(json.loads(lines[-1])) == {"end"}
        assert len(lines) == json.loads(lines[-1])["end"]["rows"] + 1
    except MotifError as error:
        assert describe(error)["message"].strip()
    assert time.monotonic() - began < LONGEST
