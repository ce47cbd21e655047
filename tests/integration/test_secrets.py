"""Secrets that cannot be mistaken, through every door and into every fault: nowhere told, logged or shown."""

from __future__ import annotations

import json
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import neo4j
import pytest
from click.testing import CliRunner

import motif
from motif.cli.main import main
from motif.embedded import ServerState, StartOptions, start, stop
from motif.errors import MotifError
from motif.service.authorization import sign
from motif.settings import Neo4jSettings, Settings, load_settings

from conftest import plugin_jars  # isort: skip

pytestmark = pytest.mark.integration

PASSWORD = "canary-password-7Q"
TOKEN = "canary-token-7Q" + "0123456789abcdef" * 3
KEY = "canary-key-7Q-sk-0123456789"
WRONG = "canary-wrong-password-7Q"
SECRETS = (PASSWORD, TOKEN, KEY, WRONG)
QUESTION = "Who is the canaryquestion behind Heat?"
NAME = "secrets"


@pytest.fixture(scope="module")
def canary(
    wanted_version: str, server_settings: Settings, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ServerState]:
    """A server of these secrets, that is to log every query, with the service."""
    home = tmp_path_factory.mktemp("canary")
    for name, secret in (("password", PASSWORD), ("token", TOKEN)):
        (home / name).write_text(secret, encoding="utf-8")
        (home / name).chmod(0o600)
    logged = {"db.logs.query.enabled": "VERBOSE", "db.logs.query.parameter_logging_enabled": "true"}
    options = StartOptions(
        name="canary",
        version=wanted_version,
        home=home,
        heap="512m",
        page_cache="64m",
        plugin_jars=plugin_jars(),
        class_archive=False,
        short_lived=True,
        neo4j_settings=tuple(logged.items()),
    )
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("OPENAI_API_KEY", KEY)
        environment.setenv("NEO4J_PASSWORD", PASSWORD)
        state = start(options, server_settings)
    yield state
    stop("canary", server_settings)


@pytest.fixture(scope="module")
def told(canary: ServerState, server_settings: Settings) -> str:
    """All that anybody is told, while everything is done and everything goes wrong."""
    said = [*by_cypher(canary), *by_python(canary, server_settings), *by_http(canary)]
    return "\n".join([*said, *by_shell(canary, server_settings)])


@pytest.fixture(scope="module")
def arguments(canary: ServerState) -> dict[str, str]:
    """The command line of each process, as every user of the machine can read it."""
    if not Path("/proc/self/cmdline").is_file():
        pytest.skip("this system shows no arguments of processes")
    files = {what: Path(f"/proc/{process.pid}/cmdline") for what, process in canary.processes.items()}
    return {what: path.read_text(errors="replace") for what, path in files.items()}


@pytest.fixture(scope="module")
def logs(
    canary: ServerState, told: str, arguments: dict[str, str], server_settings: Settings
) -> dict[str, str]:
    """What the server and the service have logged, once they are stopped and have written all of it."""
    stop("canary", server_settings)
    files = [path for path in (canary.home / "logs").rglob("*") if path.is_file()]
    return {path.name: path.read_text(encoding="utf-8", errors="replace") for path in files}


def by_cypher(state: ServerState) -> Iterator[str]:
    statements = [
        "MATCH (n) DETACH DELETE n",
        "CREATE (:Film {name: 'Heat'})-[:DIRECTED_BY]->(:Person {name: 'Michael Mann'})",
        f"CALL motif.graph.project('{NAME}')",
        f"CALL motif.embed.text.mutate('{NAME}')",
        f"CALL motif.retrieve('{NAME}', '{QUESTION}')",
        f"CALL motif.trace('{NAME}', [['?film', 'DIRECTED_BY', 'Michael Mann']])",
        f"CALL motif.search('{NAME}', [['?film', 'DIRECTED_BY']])",
        "CALL motif.graph.refresh('nothing')",
        "CALL motif.sysInfo()",
        "CALL motif.listProgress()",
    ]
    configuration = state.home / "conf" / "motif.conf"
    before = configuration.read_text(encoding="utf-8")
    with neo4j.GraphDatabase.driver(state.bolt, auth=("neo4j", PASSWORD)) as driver:
        for statement in statements:
            yield outcome(lambda one: driver.execute_query(one).records, statement)
        try:
            configuration.write_text(before.replace("http://127.0.0.1:", "http://127.0.0.1:1#"))
            yield outcome(lambda one: driver.execute_query(one).records, statements[-2])
        finally:
            configuration.write_text(before)


def by_python(state: ServerState, settings: Settings) -> Iterator[str]:
    with motif.connect(state.bolt, ("neo4j", PASSWORD), settings=settings) as connection:
        graph = connection.graph(NAME)
        yield repr([connection, connection.database, connection.catalog, graph, state])
        yield outcome(graph.retrieve, QUESTION)
        yield outcome(lambda question: graph.retrieve(question, method="spark"), QUESTION)
        yield outcome(connection.database.run, "THIS IS NO CYPHER")
    for uri, password in (
        (state.bolt, WRONG),
        ("bolt://127.0.0.1:1", PASSWORD),
        (f"bolt://neo4j:{PASSWORD}@127.0.0.1:7687", PASSWORD),
        (f"http://neo4j:{PASSWORD}@127.0.0.1:7474", PASSWORD),
    ):
        yield outcome(lambda login: motif.connect(*login).graphs(), (uri, ("somebody", password)))
    own = Settings(neo4j=Neo4jSettings(f"bolt://neo4j:{PASSWORD}@127.0.0.1", "neo4j", PASSWORD))
    loaded = load_settings({"NEO4J_PASSWORD": PASSWORD, "OPENAI_API_KEY": KEY, "MOTIF_CONFIG": ""})
    yield f"{own!r} {loaded!r} {own.neo4j}"


def by_http(state: ServerState) -> Iterator[str]:
    url = f"{state.service}/v1/retrieve"
    headers = [
        {},
        {"Authorization": f"Bearer {TOKEN}"},
        {"Authorization": f"Bearer {WRONG}"},
        {"Authorization": f"Basic {TOKEN}"},
        {"Authorization": sign(TOKEN, "POST", "/v1/retrieve", "0" * 32)[0]},
    ]
    for header in headers:
        for body in (b"{", json.dumps({"arguments": {"question": QUESTION}, TOKEN: KEY}).encode()):
            yield httpx.post(url, content=body, headers=header).text
    yield httpx.post(f"{state.service}/v1/nothing", params={"token": WRONG}, headers=headers[1]).text
    yield httpx.get(f"{state.service}/metrics", headers=headers[1]).text
    yield httpx.get(f"{state.service}/health").text


def by_shell(state: ServerState, settings: Settings) -> Iterator[str]:
    environment = {
        "NEO4J_URI": state.bolt,
        "NEO4J_PASSWORD": PASSWORD,
        "OPENAI_API_KEY": KEY,
        "MOTIF_MODEL": "openai:gpt-4o-mini",
        "MOTIF_HOME": str(settings.home),
        "MOTIF_SERVICE_TOKEN_FILE": str(state.token_file),
    }
    commands: list[tuple[str, ...]] = [
        ("doctor",),
        ("doctor", "--json"),
        ("status", "--name", "canary", "--json"),
        ("graphs", "--json"),
        ("ask", "--graph", NAME, "--no-background", "--planner", "paths", QUESTION),
        ("ask", "--graph", NAME, "--no-background", "--planner", "model", QUESTION),
        ("ask", "--user", "somebody", "--password", WRONG, QUESTION),
        ("plan", "--graph", NAME, QUESTION),
        ("plugin", "config"),
        ("embed", "nothing"),
    ]
    for command in commands:
        result = CliRunner().invoke(main, command, env=environment)
        yield f"{result.output}\n{result.stderr}\n{result.exception!r}"


def outcome(ask: Any, question: Any) -> str:
    """What is given, or the whole traceback of what is raised."""
    try:
        return str(ask(question))
    except (MotifError, neo4j.exceptions.Neo4jError) as error:
        return "".join(traceback.format_exception(error)) + repr(error)


def assert_no_secret(text: str, where: str) -> None:
    found = [secret for secret in SECRETS if secret in text]
    assert not found, f"{where}: {text[max(0, text.index(found[0]) - 200) :][:400]}"


def test_nobody_is_told_a_secret(told: str) -> None:
    assert "Michael Mann" in told and "different tokens" in told and "refused the login" in told
    assert_no_secret(told, "an answer, an error or a repr")


def test_no_log_holds_a_secret(canary: ServerState, logs: dict[str, str]) -> None:
    # Community Edition leaves query.log empty, whatever its settings say.
    assert {"query.log", "debug.log", "security.log"} <= logs.keys()
    assert "listening" in logs[canary.logs["service"].name]
    for name, text in logs.items():
        assert_no_secret(text, name)
    for what in ("service", "supervisor"):
        assert "canaryquestion" not in logs[canary.logs[what].name]


def test_no_process_argument_holds_a_secret(arguments: dict[str, str]) -> None:
    assert {"neo4j", "supervisor", "service"} <= arguments.keys()
    for what, text in arguments.items():
        assert text, what
        assert_no_secret(text, what)


def test_no_file_of_the_server_but_two_holds_a_secret(canary: ServerState, server_settings: Settings) -> None:
    folder = server_settings.home / "servers" / "canary"
    for path in [*folder.glob("*.json"), *(canary.home / "conf").iterdir()]:
        assert_no_secret(path.read_text(encoding="utf-8"), path.name)


def test_what_holds_a_secret_is_its_owners_alone(canary: ServerState) -> None:
    for path in (canary.password_file, canary.token_file):
        assert path.stat().st_mode & 0o077 == 0
