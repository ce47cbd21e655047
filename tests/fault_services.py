"""A real service and a real Neo4j as processes of their own, which tests kill, and what is left of them afterwards."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import httpx
import neo4j
import psutil

from motif.crash_points import VARIABLE
from motif.embedded import ServerState, StartOptions, last_state, start
from motif.settings import Settings

LONG = 120.0
"""Seconds in which what is waited for must have come, on a machine that is at other work."""

FILMS = """
UNWIND range(0, 39) AS i CREATE (:Person {name: 'Person ' + i})
WITH count(*) AS _ UNWIND range(0, 399) AS i CREATE (f:Film {name: 'a film of number ' + i})
WITH f, i MATCH (p:Person {name: 'Person ' + (i % 40)}) CREATE (f)-[:DIRECTED_BY]->(p)
"""
FIND_DIRECTOR = (
    "CALL motif.match('films', [[$film, 'DIRECTED_BY', '?who']]) YIELD answers RETURN answers[0].name AS who"
)
"""Films by their directors, and who directed ``$film``, of a projection ``films``."""


def wait_until(is_so: Callable[[], object], seconds: float = LONG, what: str = "") -> None:
    """Returns as soon as ``is_so`` says something true; fails after ``seconds``."""
    until = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < until, what or is_so
        time.sleep(0.02)


class ServiceProcess:
    """``python -m motif.service``: begun again on the same port, with the same folder and token, as often as asked."""

    def __init__(self, home: Path, cache: Path, token_file: Path, log: Path) -> None:
        self.home, self.cache, self.token_file, self.log = home, cache, token_file, log
        self.port = 0
        self.scheme = "http"
        self.settings: dict[str, str] = {"MOTIF_ENCODER_THREADS": "1", "MOTIF_SERVICE_PROCESSES": "0"}
        self._process: subprocess.Popen[bytes] | None = None
        self._of_the_last: list[psutil.Process] = []

    @property
    def url(self) -> str:
        return f"{self.scheme}://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def own(self) -> psutil.Process:
        return psutil.Process(self.pid)

    def start(
        self, *, dies_at: str = "", prelude: str = "", ready: bool = False, **more: str
    ) -> ServiceProcess:
        """Starts it, with these variables besides; returns when it listens, or with ``ready`` when kernels are loaded.

        ``dies_at`` is a point of `motif.crash_points`, ``prelude`` Python that runs in it before anything else.
        """
        environment = {**os.environ, **self.settings, **more, "MOTIF_CACHE": str(self.cache)}
        environment |= {VARIABLE: dies_at} if dies_at else {}
        run = (
            f"{prelude}\nimport runpy\nrunpy.run_module('motif.service', run_name='__main__', alter_sys=True)"
        )
        command = [sys.executable, "-c", run] if prelude else [sys.executable, "-m", "motif.service"]
        where = ["--port", str(self.port), "--token-file", str(self.token_file), "--home", str(self.home)]
        begun = self.log.stat().st_size if self.log.exists() else 0
        with self.log.open("ab") as output:
            self._process = subprocess.Popen(
                [*command, *where], env=environment, stdout=output, stderr=output
            )
        wait_until(lambda: self._said("listening", begun) or self._process.poll() is not None)
        listening = self._said("listening", begun)
        assert listening, self.log.read_text(encoding="utf-8")[-3000:]
        self.port = listening["port"]
        if ready:
            wait_until(lambda: any(line.get("what") == "kernels" for line in self.lines(begun)))
        return self

    def lines(self, begun: int = 0) -> list[dict[str, Any]]:
        """What its log says from byte ``begun`` on, a line an event."""
        with self.log.open("rb") as file:
            file.seek(begun)
            texts = file.read().decode("utf-8", "replace").splitlines()
        return [json.loads(text) for text in texts if text.startswith("{") and text.endswith("}")]

    def _said(self, event: str, begun: int) -> dict[str, Any]:
        return next((line for line in reversed(self.lines(begun)) if line.get("event") == event), {})

    def has_ended(self) -> bool:
        return self._process is None or self._process.poll() is not None

    def kill(self) -> None:
        """SIGKILL; returns once the process and all that it started are gone, and fails where one stays."""
        if self._process is None or self._process.poll() is not None:
            self.check_nothing_left()
            return
        self.remember()
        self._process.kill()
        self._process.wait()
        self.check_nothing_left()

    def stop(self) -> int:
        """SIGTERM; its exit status, once it and all that it started are gone."""
        assert self._process is not None
        self.remember()
        self._process.terminate()
        status = self._process.wait(LONG)
        self.check_nothing_left()
        return status

    def remember(self) -> None:
        """Notes what it has started, for `check_nothing_left` of a service that ends by itself."""
        with contextlib.suppress(psutil.NoSuchProcess):
            self._of_the_last = self.own.children(recursive=True)

    def check_nothing_left(self) -> None:
        wait_until(lambda: not any(map(_lives, self._of_the_last)), 30, "processes of the service are left")

    def workers(self) -> list[psutil.Process]:
        """Its worker processes."""
        with contextlib.suppress(psutil.NoSuchProcess):
            return [
                one for one in self.own.children() if _lives(one) and "spawn_main" in " ".join(one.cmdline())
            ]
        return []

    def handles(self) -> int:
        """Open files, sockets and pipes."""
        return self.own.num_fds()

    def callers(self) -> set[int]:
        """The ports from which somebody is connected to it."""
        return {one.raddr.port for one in self.own.net_connections("tcp") if one.raddr}

    def client(self, **options: Any) -> httpx.Client:
        token = self.token_file.read_text(encoding="utf-8").strip()
        bearer = {"Authorization": f"Bearer {token}"}
        return httpx.Client(base_url=self.url, headers=bearer, timeout=LONG, trust_env=False, **options)

    def ask(self, path: str, database: str = "", **arguments: Any) -> httpx.Response:
        """A call without the plugin, by nobody in particular."""
        request = {"database": {"id": database, "name": "neo4j"}, "arguments": arguments}
        with self.client() as client:
            return client.post(f"/v1/{path}", json=request)

    def facts(self) -> dict[str, Any]:
        """What ``motif.sysInfo`` says."""
        rows = (json.loads(line) for line in self.ask("sysInfo").text.splitlines())
        return {line["row"]["key"]: line["row"]["value"] for line in rows if "row" in line}

    def is_idle(self) -> bool:
        """Whether nothing runs or waits in any of its queues but the question itself."""
        queues = self.facts()["queues"]
        return not any(queues[kind][what] for kind in ("retrieval", "job") for what in ("running", "waiting"))


def _lives(process: psutil.Process) -> bool:
    with contextlib.suppress(psutil.NoSuchProcess):
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    return False


class ServerProcess:
    """A Neo4j that may be killed; its plugin looks for the service where `point` says."""

    def __init__(self, options: StartOptions, settings: Settings) -> None:
        self._options, self._settings = options, settings
        self.state: ServerState = start(options, settings)
        self._conf = ""

    @property
    def token_file(self) -> Path:
        return self.state.token_file

    def point(self, url: str, **more: str) -> None:
        """Has the plugin call ``url`` from now on."""
        keys = {
            "service.url": url,
            "service.token_file": str(self.token_file),
            "service.timeout": "60",
            **more,
        }
        self._conf = "".join(f"{key}={value}\n" for key, value in keys.items())
        (self.state.home / "conf" / "motif.conf").write_text(self._conf, encoding="utf-8")

    def kill(self) -> None:
        """SIGKILL; returns once its supervisor has seen it."""
        os.kill(self.state.processes["neo4j"].pid, signal.SIGKILL)
        name = self.state.name
        wait_until(
            lambda: getattr(last_state(name, self._settings), "condition", "") in ("failed", "stopped")
        )

    def start(self) -> None:
        """Starts it again, with the data and on the ports that it had; nothing where it runs."""
        self.state = start(self._options, self._settings)
        (self.state.home / "conf" / "motif.conf").write_text(self._conf, encoding="utf-8")

    def driver(self) -> neo4j.Driver:
        return neo4j.GraphDatabase.driver(
            self.state.bolt, auth=(self.state.user, self.state.password), max_transaction_retry_time=0
        )


def told(call: Callable[[], object]) -> str:
    """The error in which a call by Cypher ends; "" for none."""
    try:
        call()
    except (neo4j.exceptions.Neo4jError, neo4j.exceptions.DriverError) as error:
        return str(getattr(error, "message", None) or error)
    return ""


def figures(facts: Mapping[str, Any], kind: str) -> dict[str, int]:
    """What runs and waits of a kind of work."""
    return dict(facts["queues"][kind])
