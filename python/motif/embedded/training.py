"""Makes a class archive: starts a throw-away server, asks it a few things, and stops it.

``python -m motif.embedded.training JAVA LIB VERSION ARCHIVE`` does it at the lowest priority; SIGTERM ends it
without a trace.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

from filelock import FileLock, Timeout

from motif.embedded.class_archive import ClassArchive
from motif.embedded.configuration import Home, Installation, neo4j_command, prepare_home
from motif.embedded.disk import check_free_space
from motif.embedded.options import StartOptions
from motif.embedded.ports import LOOPBACK, choose_ports
from motif.embedded.readiness import neo4j_answers
from motif.errors import EmbeddedServerError

_NEEDED_BYTES = 500 * 1024 * 1024
_START_SECONDS = 180.0
_STOP_SECONDS = 180.0

# What a first answer needs besides the server itself: parser, planner, runtime and the procedures.
_WARM_UP = (
    "CREATE (a:Warm {name: 'a'})-[:UP {n: 1}]->(b:Warm {name: 'b'})",
    "MATCH (a:Warm)-[r:UP]->(b) WHERE a.name = 'a' RETURN a, r, b ORDER BY b.name LIMIT 1",
    "UNWIND [{k: 'a'}] AS row MATCH (n:Warm {name: row.k}) SET n += row RETURN count(*)",
    "SHOW PROCEDURES YIELD name RETURN count(name)",
    "CALL db.info() YIELD id RETURN id",
)


def make_archive(installation: Installation, archive: ClassArchive) -> bool:
    """Make the archive by running a throw-away server; True when it is there afterwards.

    One at a time: False at once while another process makes it.
    """
    folder = archive.path.parent
    folder.mkdir(parents=True, exist_ok=True)
    check_free_space(folder, _NEEDED_BYTES)
    prefix = f".{archive.path.stem}."
    with contextlib.suppress(Timeout), FileLock(archive.path.with_suffix(".lock"), timeout=0):
        for abandoned in folder.glob(f"{prefix}*"):
            shutil.rmtree(abandoned, ignore_errors=True)
        with tempfile.TemporaryDirectory(dir=folder, prefix=prefix) as temporary:
            output = Path(temporary) / archive.path.name
            _train(installation, Home(Path(temporary)), archive.make(output))
            if output.is_file():
                output.replace(archive.path)
    return archive.path.is_file()


def _train(installation: Installation, home: Home, flag: str) -> None:
    no_login = (("dbms.security.auth_enabled", "false"),)
    options = StartOptions(heap="512m", page_cache="16m", neo4j_settings=no_login, service=False)
    ports = choose_ports({"bolt": None, "http": None}, {})
    prepare_home(home, options, ports)
    # No plugins on this class path: Java wants the archive's to be the beginning of the server's.
    command = neo4j_command(installation, home, installation.class_path(), (f"-Xmx{options.heap}", flag))
    log = home.logs / "console.log"
    with log.open("wb") as output, _running(command, home, output.fileno()) as java:
        deadline = time.monotonic() + _START_SECONDS
        while not neo4j_answers(log, ports["bolt"], ports["http"]):
            if java.poll() is not None or time.monotonic() > deadline:
                raise EmbeddedServerError(f"The training server did not start:\n{log.read_text()[-2000:]}")
            time.sleep(0.2)
        for statement in _WARM_UP:
            _query(ports["http"], statement)
        java.terminate()
        java.wait(_STOP_SECONDS)


@contextlib.contextmanager
def _running(command: tuple[str, ...], home: Home, output: int) -> Iterator[subprocess.Popen[bytes]]:
    java = subprocess.Popen(
        command, cwd=home.folder, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT
    )
    try:
        yield java
    finally:
        if java.poll() is None:
            java.kill()
            java.wait()


def _query(port: int, statement: str) -> None:
    connection = http.client.HTTPConnection(LOOPBACK, port, timeout=60)
    body = json.dumps({"statements": [{"statement": statement}]})
    try:
        connection.request("POST", "/db/neo4j/tx/commit", body, {"Content-Type": "application/json"})
        connection.getresponse().read()
    finally:
        connection.close()


def _stop_asked(*_: object) -> NoReturn:
    raise SystemExit(1)


def main(java: str, lib: str, version: str, path: str) -> int:
    """Make the archive at that path, at the lowest priority."""
    signal.signal(signal.SIGTERM, _stop_asked)
    os.nice(19)
    installation = Installation(version, Path(lib), Path(java))
    return 0 if make_archive(installation, ClassArchive(Path(path), path.endswith(".aot"))) else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
