"""``motif doctor``: each fault, made on purpose, is found, and told with what mends it."""

from __future__ import annotations

import dataclasses
import importlib.util
import json
import os
import shutil
import ssl
import subprocess
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from importlib.metadata import version
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import click
import pytest
from click.testing import CliRunner

from motif.catalog import ProjectionInfo, from_rows
from motif.catalog.refreshing import RefreshFailure
from motif.cli import doctor, machine_findings
from motif.cli.database_findings import (
    database_findings,
    graph_finding,
    index_finding,
    name_findings,
    plugin_finding,
    version_finding,
)
from motif.cli.findings import Finding
from motif.cli.graphs import _name_property
from motif.cli.main import main
from motif.cli.service_findings import service_finding
from motif.database import Database
from motif.embedded import ServerState
from motif.errors import DatabaseUnavailable, EmbeddedServerError
from motif.faults import service_unreachable
from motif.graphs.stamp import EncoderStamp
from motif.knowledge_graph import Connection
from motif.service.authorization import digest
from motif.settings import ModelSettings, Neo4jSettings, Settings

VERSION = version("motif-graphrag")
TOKEN = "0123456789abcdef" * 4
FACTS = {"pluginVersion": VERSION, "pluginProtocol": 1, "serviceVersion": VERSION, "fits": True}
INFO = ProjectionInfo(
    name="movies",
    database="D",
    epoch=3,
    n_nodes=171,
    n_relationships=253,
    created=0.0,
    modified=0.0,
    labels={},
    types={},
    degrees={},
    vectors={"text": EncoderStamp("MiniLM", 384, "h")},
    nbytes=1,
    configuration={},
    request={},
    vector_counts={"text": 171},
)


class FakeDatabase:
    """Answers the statements of the report."""

    def __init__(
        self,
        number: str = "5.26.31",
        facts: dict[str, Any] | None = None,
        indexes: tuple[tuple[str, str, str], ...] = (),
    ) -> None:
        self.version, self.info = number, {"name": "neo4j"}
        self.has_plugin = facts is not None
        self._answers = {
            "call_sys_info": [{"key": key, "value": value} for key, value in (facts or {}).items()],
            "show_search_index_states": [
                {"name": name, "type": kind, "state": state} for name, kind, state in indexes
            ],
        }

    def run(self, statement: Any) -> list[dict[str, Any]]:
        return self._answers[statement.name]


def database(*arguments: Any, **named: Any) -> Database:
    return cast(Database, FakeDatabase(*arguments, **named))


Serve = Callable[..., str]


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Starts something that answers like a service; gives its address."""
    started: list[HTTPServer] = []

    def start(health: dict[str, Any], token: str = TOKEN, pair: tuple[Path, Path] | None = None) -> str:
        class Answering(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self._say(health)

            def do_POST(self) -> None:
                asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                self._say({"proof": digest(token, f"motif-service:{asked['nonce']}")})

            def _say(self, value: dict[str, Any]) -> None:
                self.send_response(200)
                self.end_headers()
                self.wfile.write(json.dumps(value).encode())

            def log_message(self, *_: object) -> None:
                pass

        server = HTTPServer(("127.0.0.1", 0), Answering)
        if pair is not None:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(*pair)
            server.socket = context.wrap_socket(server.socket, server_side=True)
        started.append(server)
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        return f"{'https' if pair else 'http'}://127.0.0.1:{server.server_port}"

    yield start
    for server in started:
        server.shutdown()
        server.server_close()


@pytest.fixture
def token_file(tmp_path: Path) -> Path:
    path = tmp_path / "token"
    path.write_text(TOKEN + "\n")
    return path


HEALTHY = {"version": VERSION, "protocol": 3}


def test_a_service_that_proves_its_token_is_ok(serve: Serve, token_file: Path) -> None:
    found = service_finding(serve(HEALTHY), token_file)
    assert found.verdict == "ok" and "proved its token" in found.found
    assert TOKEN not in str(found)


@pytest.mark.parametrize(
    ("health", "told"),
    [
        ({"version": VERSION, "protocol": 4}, "the Motif service 4"),
        ({"version": "0.0.1", "protocol": 3}, "version 0.0.1 runs"),
        ({}, "is no Motif service"),
    ],
)
def test_a_service_that_does_not_fit_is_wrong(
    serve: Serve, token_file: Path, health: dict[str, Any], told: str
) -> None:
    found = service_finding(serve(health), token_file)
    assert found.verdict == "wrong" and told in found.found and "motif serve" in found.remedy


def test_a_service_with_another_token_is_wrong(serve: Serve, token_file: Path) -> None:
    found = service_finding(serve(HEALTHY, token="f" * 64), token_file)
    assert found.verdict == "wrong" and "different tokens" in found.found and "motif serve" in found.remedy


def certificate(folder: Path, name: str) -> tuple[Path, Path]:
    """A certificate that signs itself, and its key."""
    pair = folder / f"{name}.pem", folder / f"{name}.key"
    made = f"openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN={name}"
    subprocess.run([*made.split(), "-out", pair[0], "-keyout", pair[1]], check=True, capture_output=True)
    return pair


def test_a_service_behind_tls_must_show_the_certificate_of_the_settings(
    serve: Serve, token_file: Path, tmp_path: Path
) -> None:
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not on this machine")
    ours, others = certificate(tmp_path, "motif"), certificate(tmp_path, "other")
    address = serve(HEALTHY, pair=ours)
    assert service_finding(address, token_file, certificate=ours[0]).verdict == "ok"
    for wrong in (others[0], None):
        found = service_finding(address, token_file, certificate=wrong)
        assert found.verdict == "missing" and "certificate verify failed" in found.found


def test_a_token_that_cannot_be_read_is_told(serve: Serve, tmp_path: Path) -> None:
    found = service_finding(serve(HEALTHY), tmp_path / "none")
    assert found.verdict == "missing" and "MOTIF_SERVICE_TOKEN_FILE" in found.remedy


@pytest.mark.parametrize(("needed", "verdict"), [(True, "wrong"), (False, "missing")])
def test_a_service_that_is_down_is_wrong_where_a_plugin_waits_for_it(
    serve: Serve, token_file: Path, needed: bool, verdict: str
) -> None:
    with HTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler) as free:
        address = f"http://127.0.0.1:{free.server_port}"
    found = service_finding(address, token_file, needed=needed)
    told = service_unreachable(address, "connection refused")
    assert (found.verdict, found.found, found.remedy) == (verdict, told.message, told.hint)


@pytest.mark.parametrize(
    ("number", "verdict"),
    [("4.4.30", "wrong"), ("5.25.1", "wrong"), ("5.26.0", "ok"), ("2026.09.0", "ok"), ("5.27-aura", "ok")],
)
def test_a_neo4j_that_is_too_old_is_wrong(number: str, verdict: str) -> None:
    found = version_finding(number, "neo4j")
    assert found.verdict == verdict and number in found.found and (verdict == "ok" or found.remedy)


@pytest.mark.parametrize(
    ("facts", "verdict", "told", "remedy"),
    [
        (FACTS, "ok", VERSION, ""),
        (None, "missing", "works without", "motif plugin install"),
        (FACTS | {"pluginVersion": "0.0.1"}, "wrong", "version 0.0.1", "motif plugin install"),
        (
            FACTS | {"fits": False, "problem": "The service at X is down. Start it: motif serve"},
            "wrong",
            "X is down",
            "motif serve",
        ),
        (FACTS | {"fits": False, "serviceVersion": "0.0.2"}, "wrong", "of version 0.0.2", "motif serve"),
        (FACTS | {"services": [{"url": "a", "state": "up", "problem": None}]}, "ok", VERSION, ""),
        (
            FACTS
            | {
                "services": [
                    {"url": "http://a", "state": "up", "problem": None},
                    {
                        "url": "http://b",
                        "state": "down",
                        "problem": "It cannot be reached. Start it: motif serve",
                    },
                ]
            },
            "missing",
            "1 of 2 services answer; http://b: It cannot be reached.",
            "motif serve",
        ),
    ],
)
def test_the_plugin_in_the_database(
    facts: dict[str, Any] | None, verdict: str, told: str, remedy: str
) -> None:
    found = plugin_finding(database(facts=facts))
    assert found.verdict == verdict and told in found.found
    assert remedy in found.remedy and bool(remedy) is bool(found.remedy)


def test_aura_takes_no_plugin_and_lacks_nothing() -> None:
    found = plugin_finding(database("5.27-aura"))
    assert found.verdict == "ok" and found.subject != doctor.PLUGIN


@pytest.mark.parametrize(
    ("state", "verdict", "remedy"),
    [
        ("ONLINE", "ok", ""),
        ("POPULATING", "missing", "CALL db.awaitIndexes()"),
        ("FAILED", "wrong", "DROP INDEX b"),
    ],
)
def test_an_index_that_failed_is_wrong(state: str, verdict: str, remedy: str) -> None:
    found = index_finding(database(indexes=(("a", "FULLTEXT", "ONLINE"), ("b", "VECTOR", state))))
    assert found.verdict == verdict and found.remedy.startswith(remedy)
    assert verdict != "ok" or found.found.startswith("1 vector, 1 full-text")


def test_a_projection_with_vectors_is_ok() -> None:
    found = graph_finding(INFO)
    assert found.verdict == "ok" and "171 nodes" in found.found and "text (MiniLM)" in found.found


@pytest.mark.parametrize(
    ("change", "told", "remedy"),
    [
        ({"vectors": {}}, "without vectors", "motif embed movies"),
        ({"stale": True}, "has changed", "motif project --replace movies"),
    ],
)
def test_a_projection_that_lacks_something_says_the_command(
    change: dict[str, Any], told: str, remedy: str
) -> None:
    found = graph_finding(dataclasses.replace(INFO, **change))
    assert (found.verdict, found.remedy) == ("missing", remedy) and told in found.found


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"problem": "The snapshot cannot be used: names.npy has 2 bytes, not 8."}, "names.npy has 2 bytes"),
        (
            {"failure": RefreshFailure(0.0, "The graph has no label 'X'.")},
            "in the background: The graph has no",
        ),
    ],
)
def test_a_projection_that_is_broken_is_wrong(change: dict[str, Any], told: str) -> None:
    found = graph_finding(dataclasses.replace(INFO, **change))
    assert (found.verdict, found.remedy) == ("wrong", "motif project --replace movies")
    assert told in found.found


def test_a_database_without_projections_says_how_to_make_one() -> None:
    connection = type("Fake", (), {"database": FakeDatabase(facts=FACTS), "graphs": lambda self: []})()
    found = list(database_findings(cast(Connection, connection)))
    assert [finding.subject for finding in found] == ["database", "plugin in database", "indexes", "graphs"]
    assert found[-1].remedy == "motif project NAME"


def test_a_full_disk_and_one_that_cannot_be_written_are_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert machine_findings.disk(tmp_path / "not" / "yet").verdict == "ok"
    monkeypatch.setattr(machine_findings, "MINIMUM_FREE_BYTES", 1 << 62)
    assert "MOTIF_HOME" in machine_findings.disk(tmp_path).remedy
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    assert "cannot be written" in machine_findings.disk(tmp_path).found


@pytest.mark.parametrize(("uri", "verdict"), [(None, "wrong"), ("bolt://db:7687", "missing")])
def test_java_is_needed_for_a_server_of_our_own_only(
    uri: str | None, verdict: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(version: str) -> Path:
        raise EmbeddedServerError("No Java was found.", hint='pip install "motif-graphrag[java]"')

    monkeypatch.setattr(machine_findings, "find_java", none)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    lts, newest, maven = machine_findings.java(Settings(neo4j=Neo4jSettings(uri=uri)))
    assert (lts.verdict, newest.verdict) == (verdict, "missing")
    assert "motif-graphrag[java]" in lts.remedy
    assert maven.verdict == "missing" and "--neo4j-home" in maven.remedy


def test_no_jar_no_extra_and_no_faiss_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine_findings, "plugin_jars", lambda: ())
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert machine_findings.jar().remedy.startswith("make plugin")
    missing = list(machine_findings.packages())
    assert all(finding.verdict == "missing" for finding in missing)
    assert 'pip install "motif-graphrag[gnn]"' in {finding.remedy for finding in missing}
    assert machine_findings.vector_index(Settings()).verdict == "ok"
    assert machine_findings.vector_index(Settings(vector_index="hnsw")).verdict == "wrong"


def test_a_language_model_that_cannot_be_made_is_wrong_and_none_is_fine() -> None:
    assert machine_findings.language_model(Settings()).verdict == "ok"
    found = machine_findings.language_model(Settings(model=ModelSettings(name="nobody:nothing")))
    assert found.verdict == "wrong" and found.remedy


@pytest.mark.parametrize(
    ("torch", "verdict", "told"),
    [("2.9.0+cu128", "ok", "H200"), ("2.9.0+cpu", "missing", "without CUDA"), (None, "missing", "not there")],
)
def test_a_gpu_that_pytorch_cannot_use_is_told(
    torch: str | None, verdict: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = subprocess.CompletedProcess([], 0, stdout="NVIDIA H200\n")
    monkeypatch.setattr(shutil, "which", lambda name: name)
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: answer)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: torch)
    monkeypatch.setattr(importlib.metadata, "version", lambda name: torch)
    found = machine_findings.gpu()
    assert found.verdict == verdict and told in found.found and (verdict == "ok" or found.remedy)


def test_no_gpu_is_fine_also_where_the_driver_is_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise subprocess.CalledProcessError(9, "nvidia-smi")

    monkeypatch.setattr(shutil, "which", lambda name: name)
    monkeypatch.setattr(subprocess, "run", broken)
    assert machine_findings.gpu().found.startswith("none")


@pytest.fixture
def findings(monkeypatch: pytest.MonkeyPatch) -> list[Finding]:
    """What the report shall hold."""
    shown: list[Finding] = []
    monkeypatch.setattr(doctor, "examine", lambda settings: iter(shown))
    return shown


@pytest.mark.parametrize(("verdict", "code"), [("ok", 0), ("missing", 0), ("wrong", 1)])
def test_only_what_is_needed_makes_it_fail(findings: list[Finding], verdict: Any, code: int) -> None:
    findings += [Finding("a", "ok", "fine"), Finding("b", verdict, "at [::1]", "pip install 'x[y]'")]
    written = CliRunner().invoke(main, ["doctor"])
    assert written.exit_code == code
    assert "at [::1]" in written.output and "→ pip install 'x[y]'" in written.output
    as_json = CliRunner().invoke(main, ["doctor", "--json"])
    assert as_json.exit_code == code and json.loads(as_json.output)[1]["remedy"] == "pip install 'x[y]'"


@pytest.mark.parametrize(("uri", "verdict"), [("bolt://db:7687", "wrong"), (None, "missing")])
def test_a_database_that_is_down_is_wrong_where_one_is_named(
    uri: str | None, verdict: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def down(*_: object, **__: object) -> Connection:
        raise DatabaseUnavailable("Neo4j cannot be reached.", hint="Is it running?")

    service = Finding("service", "missing", "")
    monkeypatch.setattr(doctor, "machine_findings", lambda settings: iter(()))
    monkeypatch.setattr(doctor, "connect", down)
    monkeypatch.setattr(doctor, "service_finding", lambda *_, needed, **__: service)
    found = list(doctor.examine(Settings(home=tmp_path, neo4j=Neo4jSettings(uri=uri))))
    assert found == [Finding("database", verdict, "Neo4j cannot be reached.", "Is it running?"), service]  # type: ignore[arg-type]


@pytest.mark.parametrize(("plugin", "needed"), [("ok", True), ("wrong", True), ("missing", False)])
def test_the_service_is_needed_where_a_plugin_is(
    plugin: Any, needed: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked: list[bool] = []

    def service(url: str, token_file: Path, *, needed: bool, certificate: Path | None) -> Finding:
        asked.append(needed)
        return Finding("service", "ok", url)

    monkeypatch.setattr(doctor, "machine_findings", lambda settings: iter(()))
    monkeypatch.setattr(doctor, "_database", lambda settings: iter([Finding(doctor.PLUGIN, plugin, "")]))
    monkeypatch.setattr(doctor, "service_finding", service)
    *_, last = doctor.examine(Settings(home=tmp_path))
    assert asked == [needed] and last.found == "http://127.0.0.1:7690"


@pytest.mark.parametrize(("uri", "subjects"), [(None, ["server 'default'"]), ("bolt://db:7687", [])])
def test_a_server_of_our_own_that_died_is_told_where_no_other_one_is_named(
    uri: str | None, subjects: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    ended = ServerState(
        *("default", "5.26.31", "bolt://x", "http://x", tmp_path, tmp_path, tmp_path, {}, 0.0),
        condition="failed",
        problem="Neo4j ended:\n the disk is full.",
        hint="Free some space.",
    )
    monkeypatch.setattr(doctor, "last_state", lambda name, settings: ended)
    found = list(doctor.ended_server(Settings(home=tmp_path, neo4j=Neo4jSettings(uri=uri))))
    assert [finding.subject for finding in found] == subjects
    assert all((finding.verdict, finding.remedy) == ("wrong", "Free some space.") for finding in found)


def _server(name: str, port: int, folder: Path) -> ServerState:
    return ServerState(
        *(name, "5.26.31", f"bolt://127.0.0.1:{port}", "http://x", folder, folder, folder / name),
        logs={"service": folder / "service.log"},
        started=0.0,
        service=f"http://127.0.0.1:{port + 1}",
        condition="running",
    )


@pytest.mark.parametrize(
    ("uri", "subjects"),
    [
        (None, ["service of 'default'", "service of 'other'"]),
        ("bolt://localhost:2000", ["service of 'default'", "service of 'other'"]),
        ("bolt://db:7687", ["service of 'default'", "service of 'other'", "service"]),
    ],
)
def test_each_embedded_server_has_its_service_and_another_database_the_configured_one(
    uri: str | None, subjects: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    servers = [_server("default", 1000, tmp_path), _server("other", 2000, tmp_path)]
    monkeypatch.setattr(doctor, "machine_findings", lambda settings: iter(()))
    monkeypatch.setattr(doctor, "_database", lambda settings: iter(()))
    monkeypatch.setattr(doctor, "servers", lambda settings: servers)
    monkeypatch.setattr(
        doctor, "service_finding", lambda url, *_, **__: Finding("service", "wrong", url, "motif serve")
    )
    found = list(doctor.examine(Settings(home=tmp_path, neo4j=Neo4jSettings(uri=uri))))
    services = [finding for finding in found if finding.subject.startswith("service")]
    assert [finding.subject for finding in services] == subjects
    assert services[0].found == "http://127.0.0.1:1001"
    assert services[0].remedy.startswith("motif stop, then: motif start; its log: ")
    assert services[1].remedy.startswith("motif stop --name other, then: motif start --name other")


def test_names_in_doubt_are_told_with_the_option_that_settles_them() -> None:
    zones = from_rows(
        [("a", ["Zone"], {"ip": "10.1"}), ("b", ["Zone"], {"ip": "10.2"})], name_properties=["ip"]
    )
    catalog = SimpleNamespace(open=lambda database, name: zones)
    connection = cast(Connection, SimpleNamespace(catalog=catalog, database=SimpleNamespace(id="x")))
    asked = dataclasses.replace(INFO, request={"configuration": {"nameProperty": "ip"}})
    assert list(name_findings(connection, asked)) == []
    [found] = name_findings(connection, dataclasses.replace(INFO, name="my net", request={}))
    assert (found.subject, found.verdict) == ("names in 'my net'", "missing")
    assert found.found == "nodes of 'Zone' are called by 'ip', which is seldom a name"
    assert found.remedy == "motif project 'my net' --replace --name-property Zone=PROPERTY"


def test_properties_that_name_are_given_for_all_or_by_label() -> None:
    assert _name_property(("title", "name")) == ["title", "name"]
    assert _name_property(("Zone=ip", "Zone=zone", "Port=port")) == {"Zone": ["ip", "zone"], "Port": ["port"]}
    with pytest.raises(click.UsageError, match="either PROPERTY"):
        _name_property(("title", "Zone=ip"))


@pytest.mark.parametrize(
    ("why", "problems", "verdict", "told"),
    [
        ("", [], "ok", "compiled ahead for"),
        ("this processor lacks avx2", [], "missing", "this processor lacks avx2; the first question"),
        ("they were compiled for numba 0.1", ["no place"], "missing", "in every process: no place"),
    ],
)
def test_kernels_that_are_not_ready_say_why(
    why: str, problems: list[str], verdict: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("motif.kernels.prepared.why_not", lambda: why)
    monkeypatch.setattr("motif.kernels.compilation.problems", problems)
    found = machine_findings.kernels()
    assert found.verdict == verdict and told in found.found
    assert ("NUMBA_CACHE_DIR" in found.remedy) == bool(problems)
