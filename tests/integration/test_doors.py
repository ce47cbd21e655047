"""One fault, one sentence: whoever meets it at whichever door reads the same, and what to run."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import httpx
import neo4j
import pytest
from click.testing import CliRunner

import motif
from motif import faults
from motif.cli.database_findings import plugin_finding
from motif.cli.main import main
from motif.cli.service_findings import service_finding
from motif.embedded import ServerState
from motif.errors import MotifError
from motif.service.authorization import digest, sign
from motif.settings import Settings

pytestmark = pytest.mark.integration

NAME = "doors"
QUESTION = "which films did Michael Mann direct?"
TRACED = "?film | DIRECTED_BY | Michael Mann"
NOBODY = "bolt://127.0.0.1:1"
"""An address at which nothing listens."""


@pytest.fixture
def driver(server: ServerState) -> Iterator[neo4j.Driver]:
    """With a projection that has no vectors."""
    with neo4j.GraphDatabase.driver(server.bolt, auth=(server.user, server.password)) as driver:
        driver.execute_query("MATCH (n) DETACH DELETE n")
        driver.execute_query("CREATE (:Film {name: 'Heat'})-[:DIRECTED_BY]->(:Person {name: 'Michael Mann'})")
        driver.execute_query("CALL motif.graph.drop($name, false)", name=NAME)
        driver.execute_query("CALL motif.graph.project($name)", name=NAME)
        yield driver
        driver.execute_query("CALL motif.graph.drop($name, false)", name=NAME)
        driver.execute_query("MATCH (n) DETACH DELETE n")


class Doors:
    """A question with a method, put at each door; each gives what it says of the fault."""

    def __init__(self, server: ServerState, settings: Settings, driver: neo4j.Driver) -> None:
        self._server, self._settings, self._driver = server, settings, driver

    def python(self, name: str, question: str, method: str) -> str:
        with self._connection() as connection:
            return said_by(lambda: connection.graph(name).retrieve(question, method=method))

    def cypher(self, name: str, question: str, method: str) -> str:
        call = "CALL motif.retrieve($name, $question, {method: $method})"
        return said_by(lambda: self._driver.execute_query(call, name=name, question=question, method=method))

    def shell(self, name: str, question: str, method: str) -> str:
        if name == NAME:
            return self._run("ask", "--no-background", "--graph", name, "--method", method, question)
        return self._run("embed", name)  # `ask` makes a projection that is not there

    def http(self, name: str, question: str, method: str) -> str:
        assert self._server.service is not None
        arguments = {"graphName": name, "question": question, "configuration": {"method": method}}
        with self._connection() as connection:
            database = {"id": connection.database.id, "name": "neo4j"}
        request = {"database": database, "jobId": "doors", "arguments": arguments}
        token = self._server.token_file.read_text(encoding="utf-8").strip()
        header = {"Authorization": f"Bearer {token}"}
        answer = httpx.post(f"{self._server.service}/v1/retrieve", json=request, headers=header, timeout=60)
        error = json.loads(answer.text.splitlines()[-1])["error"]
        return f"{error['message']} {error['hint']}"

    def langchain(self, name: str, question: str, method: str) -> str:
        from motif.langchain import MotifRetriever

        with self._connection() as connection:
            return said_by(
                lambda: MotifRetriever(graph=connection.graph(name), method=method).invoke(question)
            )

    def graphrag(self, name: str, question: str, method: str) -> str:
        from motif.graphrag import MotifRetriever

        return said_by(lambda: MotifRetriever(self._driver, name, method).search(query_text=question))

    def llamaindex(self, name: str, question: str, method: str) -> str:
        from motif.llamaindex import MotifRetriever

        with self._connection() as connection:
            return said_by(lambda: MotifRetriever(connection.graph(name), method).retrieve(question))

    def mcp(self, name: str, question: str, method: str) -> str:
        from mcp import Client

        from motif.mcp import create_server

        async def called() -> str:
            async with Client(create_server(lambda: connection.graph(name), name)) as client:
                arguments = {"question": question, "method": method}
                answer = await client.call_tool("retrieve", arguments)
                assert answer.is_error
                return " ".join(getattr(part, "text", "") for part in answer.content)

        with self._connection() as connection:
            return asyncio.run(called())

    def _connection(self) -> motif.Connection:
        login = (self._server.user, self._server.password)
        return motif.connect(self._server.bolt, login, settings=self._settings)

    def _run(self, *arguments: str) -> str:
        return shell(arguments, self._server.bolt, self._server.password, self._settings.home)


def said_by(ask: Callable[[], object]) -> str:
    with pytest.raises((MotifError, neo4j.exceptions.Neo4jError)) as caught:
        ask()
    error = caught.value
    return str(error) if isinstance(error, MotifError) else str(getattr(error, "message", error))


def shell(arguments: tuple[str, ...], uri: str, password: str, home: Path, user: str = "neo4j") -> str:
    """What a command says on standard error; it ends with exit code 1."""
    environment = {
        "NEO4J_URI": uri,
        "NEO4J_USERNAME": user,
        "NEO4J_PASSWORD": password,
        "MOTIF_HOME": str(home),
    }
    result = CliRunner().invoke(main, arguments, env=environment)
    assert result.exit_code == 1, result.output
    return " ".join(result.stderr.split("motif:")[-1].split())


DOORS = ("python", "cypher", "shell", "http", "langchain", "graphrag", "llamaindex", "mcp")
PACKAGES = {
    "langchain": "langchain_core",
    "graphrag": "neo4j_graphrag",
    "llamaindex": "llama_index.core",
    "mcp": "mcp",
}
CONDITIONS: dict[str, tuple[str, str, str, MotifError]] = {
    "no such projection": ("dors", QUESTION, "search", faults.graph_not_found("dors", NAME)),
    "no vectors of triples": (NAME, TRACED, "trace", faults.no_triple_vectors(NAME)),
    "no vectors of texts": (NAME, QUESTION, "expand", faults.no_vectors(NAME)),
}


@pytest.mark.parametrize("door", DOORS)
def test_what_is_missing_is_told_alike(
    door: str,
    server: ServerState,
    server_settings: Settings,
    driver: neo4j.Driver,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if door in PACKAGES:
        pytest.importorskip(PACKAGES[door])
    monkeypatch.setenv("MOTIF_HOME", str(server_settings.home))
    ask = getattr(Doors(server, server_settings, driver), door)
    for condition, (name, question, method, fault) in CONDITIONS.items():
        assert str(fault) in ask(name, question, method), condition


@pytest.mark.parametrize(
    ("address", "password", "told", "remedy"),
    [
        (
            NOBODY,
            "x",
            f"Neo4j at {NOBODY} cannot be reached: ",
            "Is it running? Check NEO4J_URI, or run: motif start",
        ),
        (None, "wrong-password", "refused the login: ", "after three wrong passwords, wait five seconds."),
    ],
    ids=["server down", "wrong password"],
)
def test_a_database_that_does_not_answer_is_told_alike(
    server: ServerState, tmp_path: Path, address: str | None, password: str, told: str, remedy: str
) -> None:
    uri, settings = address or server.bolt, Settings(home=tmp_path)
    user = "nobody-of-this-name"  # Neo4j counts wrong passwords by user, and makes a user wait
    with motif.connect(uri, (user, password), settings=settings) as connection:
        by_python = said_by(connection.graphs)
    by_shell = shell(("ask", "--no-background", QUESTION), uri, password, tmp_path, user)
    assert told in by_python and by_python.endswith(remedy)
    assert by_shell == by_python
    with neo4j.GraphDatabase.driver(uri, auth=(user, password)) as own:
        graphrag = pytest.importorskip("motif.graphrag")
        by_framework = said_by(lambda: graphrag.MotifRetriever(own, NAME))
    assert by_framework.replace("Neo4j ", f"Neo4j at {uri} ", 1) == by_python, "its driver tells no address"
    assert "\n" not in by_python and password not in by_python


@pytest.fixture
def plugin_settings(server: ServerState) -> Iterator[Callable[..., None]]:
    """Changes what the plugin reads, and puts it back; it reads the file again when that has changed."""
    path = server.home / "conf" / "motif.conf"
    before = path.read_text(encoding="utf-8")

    def change(**values: object) -> None:
        lines = "".join(f"service.{key}={value}\n" for key, value in values.items())
        path.write_text(lines, encoding="utf-8")

    yield change
    path.write_text(before, encoding="utf-8")


def by_each(driver: neo4j.Driver, server: ServerState, settings: Settings) -> tuple[str, str]:
    """What Cypher says, and what ``motif doctor`` says of the plugin."""
    with motif.connect(server.bolt, (server.user, server.password), settings=settings) as connection:
        found = plugin_finding(connection.database)
    assert found.verdict == "wrong"
    return said_by(lambda: driver.execute_query("CALL motif.graph.list()")), f"{found.found} {found.remedy}"


def test_a_service_that_is_down(
    server: ServerState,
    server_settings: Settings,
    driver: neo4j.Driver,
    plugin_settings: Callable[..., None],
) -> None:
    url = "http://127.0.0.1:1"
    fault = faults.service_unreachable(url, "connection refused")
    plugin_settings(url=url, token_file=server.token_file)
    by_cypher, by_doctor = by_each(driver, server, server_settings)
    assert str(fault) in by_cypher
    assert by_doctor == str(fault)
    found = service_finding(url, server.token_file, needed=True)
    assert (found.found, found.remedy) == (fault.message, fault.hint)


def test_another_token(
    server: ServerState,
    server_settings: Settings,
    driver: neo4j.Driver,
    plugin_settings: Callable[..., None],
    tmp_path: Path,
) -> None:
    assert server.service is not None
    fault = faults.tokens_differ(server.service)
    other = tmp_path / "token"
    other.write_text("f" * 64, encoding="utf-8")
    plugin_settings(url=server.service, token_file=other)
    by_cypher, by_doctor = by_each(driver, server, server_settings)
    assert str(fault) in by_cypher
    assert by_doctor == str(fault)
    found = service_finding(server.service, other, needed=True)
    assert (found.found, found.remedy) == (fault.message, fault.hint)
    for header in (f"Bearer {'f' * 64}", sign("f" * 64, "POST", "/v1/version", "0" * 32)[0]):
        answer = httpx.post(f"{server.service}/v1/version", json={}, headers={"Authorization": header})
        assert answer.status_code == 401
        assert answer.json()["error"] == faults.tokens_differ().as_dict()


def test_another_protocol(
    server: ServerState,
    server_settings: Settings,
    driver: neo4j.Driver,
    plugin_settings: Callable[..., None],
) -> None:
    with NewerService(server.token_file.read_text(encoding="utf-8").strip()) as url:
        plugin_settings(url=url, token_file=server.token_file)
        by_cypher, by_doctor = by_each(driver, server, server_settings)
        found = service_finding(url, server.token_file, needed=True)
    fault = faults.protocols_differ("plugin", 3, 4)
    assert str(fault) in by_cypher
    assert by_doctor == str(fault)
    assert (found.found, found.remedy) == (faults.protocols_differ("package", 3, 4).message, fault.hint)


class NewerService:
    """A service that proves its token and speaks protocol 4."""

    def __init__(self, token: str) -> None:
        class Answering(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self._answer({"status": "ok", "version": "9.0.0", "protocol": 4})

            def do_POST(self) -> None:
                asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                proof = digest(token, f"motif-service:{asked['nonce']}")
                self._answer({"proof": proof, "version": "9.0.0", "protocol": 4})

            def _answer(self, said: dict[str, Any]) -> None:
                body = json.dumps(said).encode()
                self.send_response(200)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                pass

        self._server = HTTPServer(("127.0.0.1", 0), Answering)

    def __enter__(self) -> str:
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()
        return f"http://127.0.0.1:{self._server.server_port}"

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
