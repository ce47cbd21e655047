"""An archive of Neo4j's loaded classes, which more than halves the time of a start.

Most of a start is spent in loading some fifteen thousand classes. Java can keep them as they are in memory
after a start and map them at the next one: an AOT cache from Java 25 on (JEP 483, JEP 514), else a dynamic
class data sharing archive (JEP 350). It is made once per version and Java by a throw-away server in the
background, at the lowest priority: ``python -m motif.embedded.class_archive JAVA LIB VERSION ARCHIVE``. An
archive that does not fit is ignored by Java.
"""

from __future__ import annotations

import contextlib
import hashlib
import http.client
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from filelock import FileLock, Timeout

from motif.embedded.configuration import Home, Installation, neo4j_command, prepare_home
from motif.embedded.disk import check_free_space
from motif.embedded.java import java_release
from motif.embedded.options import StartOptions
from motif.embedded.ports import LOOPBACK, choose_ports
from motif.embedded.readiness import neo4j_answers
from motif.errors import EmbeddedServerError

_NEEDED_BYTES = 500 * 1024 * 1024
_START_SECONDS = 180.0
_STOP_SECONDS = 180.0
_AOT_SINCE = 25

# What a first answer needs besides the server itself: parser, planner, runtime and the procedures.
_WARM_UP = (
    "CREATE (a:Warm {name: 'a'})-[:UP {n: 1}]->(b:Warm {name: 'b'})",
    "MATCH (a:Warm)-[r:UP]->(b) WHERE a.name = 'a' RETURN a, r, b ORDER BY b.name LIMIT 1",
    "UNWIND [{k: 'a'}] AS row MATCH (n:Warm {name: row.k}) SET n += row RETURN count(*)",
    "SHOW PROCEDURES YIELD name RETURN count(name)",
    "CALL db.info() YIELD id RETURN id",
)


@dataclass(frozen=True, slots=True)
class ClassArchive:
    """The archive's file and how that Java is told to use or to make it."""

    path: Path
    ahead_of_time: bool

    def use(self) -> tuple[str, ...]:
        """The flag by which Java uses it; none when it was not made yet."""
        if not self.path.is_file():
            return ()
        return (f"-XX:{'AOTCache' if self.ahead_of_time else 'SharedArchiveFile'}={self.path}",)

    def make(self, output: Path) -> str:
        """The flag by which Java makes it at its end."""
        return f"-XX:{'AOTCacheOutput' if self.ahead_of_time else 'ArchiveClassesAtExit'}={output}"


def class_archive(installation: Installation, cache: Path) -> ClassArchive | None:
    """The archive of that installation, made or not; None when that Java cannot make one."""
    java = installation.java.resolve()
    release = java_release(java) or 0
    ahead_of_time = release >= _AOT_SINCE
    if not ahead_of_time and not any(java.parent.parent.glob("lib/server/classes*.jsa")):
        return None
    stamp = f"{java} {java.stat().st_mtime_ns} {installation.lib}"
    name = f"{installation.version}-java{release}-{hashlib.sha256(stamp.encode()).hexdigest()[:12]}"
    suffix = "aot" if ahead_of_time else "jsa"
    return ClassArchive(cache / "neo4j" / "archives" / f"{name}.{suffix}", ahead_of_time)


def make_command(installation: Installation, archive: ClassArchive) -> tuple[str, ...]:
    """The command that makes the archive."""
    arguments = (installation.java, installation.lib, installation.version, archive.path)
    return (sys.executable, "-P", "-m", __name__, *map(str, arguments))


def make_archive(installation: Installation, archive: ClassArchive) -> bool:
    """Make the archive by running a throw-away server; True when it is there afterwards.

    One at a time: False at once while another process makes it.
    """
    folder = archive.path.parent
    folder.mkdir(parents=True, exist_ok=True)
    check_free_space(folder, _NEEDED_BYTES)
    with (
        contextlib.suppress(Timeout),
        FileLock(archive.path.with_suffix(".lock"), timeout=0),
        tempfile.TemporaryDirectory(dir=folder, prefix=".training.") as temporary,
    ):
        output = Path(temporary) / archive.path.name
        _train(installation, Home(Path(temporary)), archive.make(output))
        if output.is_file():
            output.replace(archive.path)
    return archive.path.is_file()


def _train(installation: Installation, home: Home, flag: str) -> None:
    no_login = (("dbms.security.auth_enabled", "false"),)
    options = StartOptions(page_cache="16m", neo4j_settings=no_login, service=False)
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
