"""The process that outlives ``motif start``: it runs Neo4j and the Motif service, which it watches.

``python -m motif.embedded.supervisor LAUNCH`` where LAUNCH is the file that `motif.embedded.launch` wrote. It
leaves its parent's session, writes the state file, and ends when Neo4j ends or when it is asked to (SIGTERM).
"""

from __future__ import annotations

import dataclasses
import logging
import os
import signal
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

from motif.embedded.failures import explain_failure, tail
from motif.embedded.launch import Launch, read_launch
from motif.embedded.options import Condition, ServerState
from motif.embedded.process import current_process, identify
from motif.embedded.readiness import http_answers, neo4j_answers
from motif.embedded.restarts import Restarts
from motif.embedded.state_file import read_state, write_state
from motif.errors import EmbeddedServerError

_log = logging.getLogger("motif.embedded.supervisor")

_STOP_SECONDS = 30.0
_POLL_STARTING = 0.05
_POLL_RUNNING = 5.0
_SERVICE_ATTEMPTS = 3
"""A service that dies so often before it was ever ready will not come."""


@dataclass(slots=True)
class Supervisor:
    """The child processes and the state file that tells of them."""

    launch: Launch
    state: ServerState
    wake: threading.Event = field(default_factory=threading.Event)
    stopping: bool = False
    restarts: Restarts = field(default_factory=Restarts)
    neo4j: subprocess.Popen[bytes] | None = None
    service: subprocess.Popen[bytes] | None = None
    archive: subprocess.Popen[bytes] | None = None
    service_due: float | None = None
    service_was_ready: bool = False

    def run(self) -> int:
        """Run until Neo4j ends or stopping is asked for; the exit code of the supervisor."""
        self.neo4j = self._spawn("neo4j", self.launch.neo4j, {})
        self._start_service()
        while True:
            # Cleared before anything is looked at, so that no signal is missed.
            self.wake.clear()
            if self.stopping:
                break
            if self.neo4j.poll() is not None:
                return self.fail(explain_failure(self.state))
            self._watch_service()
            if self.state.condition == "starting":
                if self._service_will_not_come():
                    return self.fail(self._service_problem())
                self._look_whether_ready()
            self.wake.wait(_POLL_STARTING if self.state.condition == "starting" else self._until_due())
        self._stop_children()
        self._save("stopped")
        return 0

    def ask_to_stop(self) -> None:
        """Have `run` stop both children and return."""
        self.stopping = True
        self.wake.set()

    def fail(self, error: EmbeddedServerError) -> int:
        """Stop the children and leave the problem in the state file; the exit code for it."""
        _log.error("%s", error)
        self._stop_children()
        self._save("failed", error)
        return 1

    def _spawn(
        self, what: str, command: tuple[str, ...], environment: dict[str, str]
    ) -> subprocess.Popen[bytes]:
        with self.state.logs.get(what, self.state.logs["supervisor"]).open("ab") as log:
            child = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                env={**os.environ, **environment},
                cwd=self.state.home,
            )
        _log.info("started %s as process %d", what, child.pid)
        self.state = dataclasses.replace(
            self.state, processes={**self.state.processes, what: identify(child.pid)}
        )
        self._save(self.state.condition)
        return child

    def _start_service(self) -> None:
        self.service_due = None
        if self.launch.service is not None:
            self.service = self._spawn("service", self.launch.service, self.launch.service_environment)

    def _watch_service(self) -> None:
        now = time.monotonic()
        if self.service is not None and self.service.poll() is not None:
            delay = self.restarts.delay_after_death(now)
            _log.warning(
                "the service ended with code %s; next start in %.0f s", self.service.returncode, delay
            )
            self.service, self.service_due = None, now + delay
            self.state = dataclasses.replace(self.state, service_restarts=self.state.service_restarts + 1)
        if self.service is None and self.service_due is not None and now >= self.service_due:
            self._start_service()

    def _service_will_not_come(self) -> bool:
        return not self.service_was_ready and self.state.service_restarts >= _SERVICE_ATTEMPTS

    def _look_whether_ready(self) -> None:
        ports = self.launch.ports
        if self.launch.service is not None and not self.service_was_ready:
            self.service_was_ready = http_answers(ports["service"], "/health")
        service_ready = self.launch.service is None or self.service_was_ready
        if service_ready and neo4j_answers(self.state.logs["neo4j"], ports["bolt"], ports["http"]):
            self._save("running")
            if self.launch.archive is not None:
                self.archive = self._spawn("archive", self.launch.archive, {})

    def _until_due(self) -> float:
        if self.service_due is None:
            return _POLL_RUNNING
        return max(0.05, min(_POLL_RUNNING, self.service_due - time.monotonic()))

    def _service_problem(self) -> EmbeddedServerError:
        log = self.state.logs["service"]
        last_words = "\n".join(tail(log).splitlines()[-15:])
        return EmbeddedServerError(
            f"The Motif service does not start. The end of {log}:\n{last_words}\n",
            hint="Start without it: --no-service.",
        )

    def _stop_children(self) -> None:
        started = [child for child in (self.neo4j, self.service, self.archive) if child is not None]
        children = [child for child in started if child.poll() is None]
        for child in children:
            child.terminate()
        deadline = time.monotonic() + _STOP_SECONDS
        for child in children:
            try:
                child.wait(max(0.1, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                _log.warning("process %d did not stop in %.0f s and is killed", child.pid, _STOP_SECONDS)
                child.kill()
                child.wait()

    def _save(self, condition: Condition, error: EmbeddedServerError | None = None) -> None:
        if condition != self.state.condition:
            _log.info("%s -> %s", self.state.condition, condition)
        problem, hint = (error.message, error.hint) if error else ("", "")
        self.state = dataclasses.replace(self.state, condition=condition, problem=problem, hint=hint)
        write_state(self.launch.state_file, self.state)


def main(launch_file: str) -> int:
    """Detach from the parent, then supervise; the parent's part ends at once with 0."""
    if os.fork() > 0:
        return 0
    os.setsid()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(message)s")
    launch = read_launch(Path(launch_file))
    state = read_state(launch.state_file)
    if state is None:
        _log.error("there is no state file %s", launch.state_file)
        return 1
    state = dataclasses.replace(state, processes={"supervisor": current_process()})
    supervisor = Supervisor(launch, state)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: supervisor.ask_to_stop())
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    signal.signal(signal.SIGCHLD, lambda *_: supervisor.wake.set())
    try:
        return supervisor.run()
    except Exception as error:
        _log.exception("the supervisor failed")
        problem = f"The supervisor of server '{state.name}' failed: {error}."
        return supervisor.fail(EmbeddedServerError(problem, hint=f"Its log: {state.logs['supervisor']}"))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
