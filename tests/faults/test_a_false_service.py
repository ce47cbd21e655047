"""Another program takes the service's port, or stands between: it reads nothing, and is not believed."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import httpx
import neo4j
import pytest

from fault_services import ServerProcess, ServiceProcess, told

pytestmark = pytest.mark.faults

GRAPH = """
UNWIND range(0, 4999) AS i CREATE (:Film {title: 'a film that nobody shall know of, number ' + i})
"""
PROJECT = "CALL motif.graph.project('films') YIELD nodeCount RETURN nodeCount"
FIND = "CALL motif.match('films', [['a film that nobody shall know of, number 7', '?', '?b']])"
REFUSED = "has not proved that it is the Motif service"


class FalseService:
    """Takes a port, keeps what it is sent, and says that all is well; passes greetings on to who knows the answer."""

    def __init__(self, port: int, greets: str = "") -> None:
        self.heard = bytearray()
        false = self

        class Answering(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = self._body()
                false.heard.extend(f"{self.path} {self.headers}".encode() + body)
                said = b'{"row": {"nodeCount": 666}}\n{"end": {"rows": 1}}\n'
                if self.path == "/v1/hello" and greets:
                    headers = {"Content-Type": "application/json"}
                    said = httpx.post(f"{greets}/v1/hello", content=body, headers=headers).content
                self.send_response(200)
                self.send_header("Content-Length", str(len(said)))
                self.end_headers()
                self.wfile.write(said)

            def _body(self) -> bytes:
                if "Content-Length" in self.headers:
                    return self.rfile.read(int(self.headers["Content-Length"]))
                parts = b""
                while size := int(self.rfile.readline(), 16):
                    parts += self.rfile.read(size)
                    self.rfile.readline()
                self.rfile.readline()
                return parts

            def log_message(self, *_: object) -> None:
                pass

        class Listening(ThreadingHTTPServer):
            address_family = socket.AF_INET
            allow_reuse_address = True
            daemon_threads = True

        self._server = Listening(("127.0.0.1", port), Answering)
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def check_it_knows_nothing(self, token: str) -> None:
        for secret in (b"nobody shall know", b"Film", b"title", b"films", token.encode()):
            assert secret not in self.heard


@pytest.fixture
def second(neo4j_process: ServerProcess, tmp_path: Path) -> Iterator[ServiceProcess]:
    made = ServiceProcess(
        tmp_path / "second", tmp_path / "cache", neo4j_process.token_file, tmp_path / "second.log"
    )
    yield made
    made.kill()


@pytest.mark.parametrize("relays", [False, True], ids=["that answers by itself", "that passes greetings on"])
def test_who_listens_after_the_service_died(
    driver: neo4j.Driver,
    neo4j_process: ServerProcess,
    service: ServiceProcess,
    second: ServiceProcess,
    relays: bool,
) -> None:
    service.start()
    neo4j_process.point(service.url)
    driver.execute_query(GRAPH)
    assert driver.execute_query(PROJECT).records[0][0] == 5000
    driver.execute_query("CALL motif.graph.drop('films')")
    service.kill()
    false = FalseService(service.port, second.start().url if relays else "")
    try:
        for statement in (PROJECT, FIND, PROJECT):
            said = told(lambda statement=statement: driver.execute_query(statement))
            assert REFUSED in said or ("have different tokens" in said and not relays), said
        assert false.heard.count(b"/v1/graph/project") >= 1
        false.check_it_knows_nothing(neo4j_process.token_file.read_text(encoding="utf-8").strip())
    finally:
        false.close()
    service.start()
    assert driver.execute_query(PROJECT).records[0][0] == 5000
