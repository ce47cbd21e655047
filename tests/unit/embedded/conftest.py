"""A stand-in for Java and Neo4j: a script that listens where its configuration says, and jars that only look so."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from zipfile import ZipFile

import pytest

from motif.embedded import server
from motif.embedded.configuration import Installation
from motif.embedded.options import StartOptions
from motif.settings import Settings

_FAKE_JAVA = """
    import http.server, pathlib, socket, sys, threading, time

    arguments = sys.argv[1:]
    if "org.neo4j.cli.AdminTool" in arguments:
        sys.exit(0)
    home = pathlib.Path(next(a for a in arguments if a.startswith("--home-dir=")).split("=", 1)[1])
    lines = (home / "conf" / "neo4j.conf").read_text().splitlines()
    conf = dict(line.split("=", 1) for line in lines if "=" in line)
    if "fake.output" in conf:
        print(conf["fake.output"], flush=True)
        sys.exit(1)
    (home / "data" / "databases" / "system").mkdir(parents=True, exist_ok=True)

    def port(kind):
        return int(conf[f"server.{kind}.listen_address"].split(":")[1])

    class Discovery(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_):
            pass

    def bolt():
        listener = socket.create_server(("127.0.0.1", port("bolt")))
        while True:
            connection, _ = listener.accept()
            connection.recv(20)
            connection.sendall(bytes((0, 0, 4, 5)))
            connection.close()

    threading.Thread(target=bolt, daemon=True).start()
    threading.Thread(
        target=http.server.ThreadingHTTPServer(("127.0.0.1", port("http")), Discovery).serve_forever, daemon=True
    ).start()
    print("INFO  Started.", flush=True)
    time.sleep(600)
"""

_FAKE_SERVICE = """
    import http.server, sys

    class Health(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_):
            pass

    http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Health).serve_forever()
"""


def script(path: Path, program: str) -> Path:
    """An executable Python script."""
    path.write_text(f"#!{sys.executable}\n{textwrap.dedent(program)}", encoding="utf-8")
    path.chmod(0o755)
    return path


@pytest.fixture
def make_script() -> Callable[[Path, str], Path]:
    return script


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(home=tmp_path / "home", cache=tmp_path / "cache")


@pytest.fixture
def installation(tmp_path: Path) -> Installation:
    """A version 5.26.31 whose Java is the script above."""
    lib = tmp_path / "lib"
    lib.mkdir()
    with ZipFile(lib / "neo4j-5.26.31.jar", "w") as jar:
        jar.writestr("org/neo4j/server/CommunityEntryPoint.class", b"")
    return Installation("5.26.31", lib, script(tmp_path / "java", _FAKE_JAVA))


@pytest.fixture
def fake_neo4j(installation: Installation, monkeypatch: pytest.MonkeyPatch) -> Installation:
    """`start` finds that installation whatever it is asked for."""
    monkeypatch.setattr(server, "install", lambda *_: installation)
    return installation


@pytest.fixture
def options(tmp_path: Path) -> StartOptions:
    """Options whose service is a script that answers everything with 200."""
    service = script(tmp_path / "service", _FAKE_SERVICE)
    return StartOptions(service_command=(str(service), "{port}"), timeout=30.0, class_archive=False)
