"""The embedded server as it really is: started, asked, stopped, found again, filled by the bulk import."""

from __future__ import annotations

import dataclasses
import http.client
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import neo4j
import pytest

from motif.embedded import (
    PINNED,
    ImportFiles,
    ServerState,
    StartOptions,
    bulk_import,
    load_dump,
    start,
    status,
    stop,
)
from motif.embedded.configuration import run_admin_tool
from motif.embedded.launch import home_of
from motif.embedded.server import install
from motif.errors import EmbeddedServerError, InvalidSource
from motif.settings import Settings

pytestmark = pytest.mark.integration


def ask(state: ServerState, statement: str, password: str | None = None) -> list[dict[str, Any]]:
    login = (state.user, state.password if password is None else password)
    with neo4j.GraphDatabase.driver(state.bolt, auth=login) as driver:
        return [record.data() for record in driver.execute_query(statement).records]


def get(address: str, path: str) -> int:
    connection = http.client.HTTPConnection(address.removeprefix("http://"), timeout=10)
    try:
        connection.request("GET", path, headers={"Accept": "text/html"})
        return connection.getresponse().status
    finally:
        connection.close()


@pytest.fixture
def own(wanted_version: str, server_settings: Settings, tmp_path: Path) -> Iterator[StartOptions]:
    """Options of a server of this test's own, stopped when the test ends."""
    options = StartOptions(
        name=f"own-{tmp_path.name}"[:64],
        version=wanted_version,
        heap="512m",
        service=False,
        class_archive=False,
        short_lived=True,
    )
    yield options
    if status(options.name, server_settings) is not None:
        stop(options.name, server_settings)


def test_the_version_asked_for_answers(server: ServerState) -> None:
    rows = ask(
        server, "CALL dbms.components() YIELD name, versions WHERE name = 'Neo4j Kernel' RETURN versions"
    )
    assert rows == [{"versions": [server.version]}]
    assert server.version in PINNED.values()


def test_only_the_generated_password_opens_it(server: ServerState) -> None:
    assert len(server.password) == 64
    with pytest.raises(neo4j.exceptions.AuthError):
        ask(server, "RETURN 1", password="neo4j")


def test_browser_is_served(server: ServerState) -> None:
    assert get(server.http, "/browser/") == 200


def test_it_listens_on_loopback_only_and_reports_to_nobody(server: ServerState) -> None:
    shown = {row["name"]: row["value"] for row in ask(server, "SHOW SETTINGS YIELD name, value")}
    for key in ("dbms.usage_report.enabled", "client.allow_telemetry", "server.bolt.telemetry.enabled"):
        assert shown[key] == "false"
    listening = ("server.bolt.listen_address", "server.http.listen_address", "server.bolt.advertised_address")
    assert {shown[key].split(":")[0] for key in listening} <= {"127.0.0.1", "localhost"}
    assert shown["server.https.enabled"] == "false"


def test_what_was_written_is_there_after_a_restart_at_the_same_address(
    own: StartOptions, server_settings: Settings
) -> None:
    first = start(own, server_settings)
    ask(first, "CREATE (:Kept {name: 'still here'})")
    assert stop(own.name, server_settings).problem == ""
    assert first.logs["neo4j"].read_text().rstrip().endswith("Stopped.")
    second = start(own, server_settings)
    assert second.bolt == first.bolt
    assert ask(second, "MATCH (n:Kept) RETURN n.name AS name") == [{"name": "still here"}]


def test_it_outlives_the_process_that_started_it(own: StartOptions, server_settings: Settings) -> None:
    program = (
        "import sys; from pathlib import Path\n"
        "from motif.embedded import StartOptions, start; from motif.settings import Settings\n"
        "name, version, home, cache = sys.argv[1:]\n"
        "options = StartOptions(name=name, version=version, heap='512m', service=False, class_archive=False)\n"
        "start(options, Settings(home=Path(home), cache=Path(cache)))\n"
    )
    arguments = (own.name, own.version, str(server_settings.home), str(server_settings.cache))
    subprocess.run([sys.executable, "-c", program, *arguments], check=True)
    state = status(own.name, server_settings)
    assert state is not None
    assert state.running
    assert ask(state, "RETURN 1 AS one") == [{"one": 1}]
    assert stop(own.name, server_settings).condition == "stopped"


def test_a_second_server_on_the_same_home_is_refused(
    server: ServerState, own: StartOptions, server_settings: Settings
) -> None:
    with pytest.raises(EmbeddedServerError, match="is locked"):
        start(dataclasses.replace(own, version=server.version, home=server.home), server_settings)


def test_an_unknown_setting_is_named(own: StartOptions, server_settings: Settings) -> None:
    misspelt = dataclasses.replace(own, neo4j_settings=(("server.memory.pagecache.syze", "1m"),))
    with pytest.raises(EmbeddedServerError, match=r"server\.memory\.pagecache\.syze") as caught:
        start(misspelt, server_settings)
    assert "remove the setting" in caught.value.hint


@pytest.fixture
def files(tmp_path: Path) -> ImportFiles:
    nodes, relationships = tmp_path / "nodes.csv", tmp_path / "relationships.csv"
    people = "".join(f'p{i},"person {i}\nof two lines",{i},Person\n' for i in range(1000))
    nodes.write_text(f"key:ID,name,age:int,:LABEL\n{people}")
    friends = "".join(f"p{i},p{(7 * i + 1) % 1000},KNOWS\n" for i in range(1000))
    relationships.write_text(f":START_ID,:END_ID,:TYPE\n{friends}")
    return ImportFiles((nodes,), (relationships,))


@pytest.mark.slow
def test_bulk_import_fills_an_empty_database_and_no_other(
    own: StartOptions, server_settings: Settings, files: ImportFiles
) -> None:
    state = start(own, server_settings)
    with pytest.raises(EmbeddedServerError, match="runs; a bulk import needs it stopped"):
        bulk_import(own, server_settings, files)
    stop(own.name, server_settings)
    report = bulk_import(own, server_settings, files)
    assert (report.nodes, report.relationships, report.properties) == (1000, 1000, 3000)
    with pytest.raises(EmbeddedServerError, match="is not empty"):
        bulk_import(own, server_settings, files)
    state = start(own, server_settings)
    assert ask(state, "MATCH (:Person)-[r:KNOWS]->(:Person) RETURN count(r) AS n") == [{"n": 1000}]
    (row,) = ask(state, "MATCH (:Person {key: 'p1'})-[:KNOWS]->(b) RETURN b.name AS name, b.age AS age")
    assert row == {"name": "person 8\nof two lines", "age": 8}


@pytest.mark.slow
def test_a_dump_fills_another_server(own: StartOptions, server_settings: Settings, tmp_path: Path) -> None:
    ask(start(own, server_settings), "CREATE (:Film {title: 'Heat'})<-[:DIRECTED]-(:Person {name: 'Mann'})")
    stop(own.name, server_settings)
    installation = install(own, server_settings)
    done = run_admin_tool(
        home_of(own, server_settings), installation, ("database", "dump", "neo4j", f"--to-path={tmp_path}")
    )
    assert done.returncode == 0, done.stderr
    dump = (tmp_path / "neo4j.dump").rename(tmp_path / "films.dump")
    other = dataclasses.replace(own, name=f"{own.name[:60]}-two")
    try:
        load_dump(other, server_settings, dump)
        found = ask(start(other, server_settings), "MATCH (p)-[:DIRECTED]->(f) RETURN p.name, f.title")
        assert found == [{"p.name": "Mann", "f.title": "Heat"}]
        stop(other.name, server_settings)
        with pytest.raises(EmbeddedServerError, match="not empty; a dump would replace it"):
            load_dump(other, server_settings, dump)
        broken = tmp_path / "broken.dump"
        broken.write_bytes(b"no dump")
        with pytest.raises(InvalidSource, match=r"cannot load .*broken\.dump: \S"):
            load_dump(dataclasses.replace(own, name=f"{own.name[:60]}-bad"), server_settings, broken)
    finally:
        if status(other.name, server_settings) is not None:
            stop(other.name, server_settings)


@pytest.mark.slow
def test_a_bulk_import_that_fails_says_why_and_can_be_repeated(
    own: StartOptions, server_settings: Settings, files: ImportFiles
) -> None:
    good = files.relationships[0].read_text()
    files.relationships[0].write_text(":START_ID,:END_ID,:TYPE\np0,nobody,KNOWS\n")
    with pytest.raises(InvalidSource, match="missing node nobody"):
        bulk_import(own, server_settings, files)
    files.relationships[0].write_text(good)
    assert bulk_import(own, server_settings, files).relationships == 1000
