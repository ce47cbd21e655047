"""Start, stop, status: the whole life of a server, with a script in Java's place."""

from __future__ import annotations

import dataclasses
import json
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from motif.embedded import ServerState, StartOptions, last_state, servers, start, status, stop
from motif.embedded.configuration import Installation
from motif.embedded.launch import home_of
from motif.embedded.options import Process
from motif.embedded.process import is_alive, kill
from motif.embedded.readiness import http_answers
from motif.embedded.server import check_not_locked
from motif.embedded.state_file import read_state, write_state
from motif.errors import EmbeddedServerError
from motif.settings import Settings


@pytest.fixture
def running(fake_neo4j: Installation, options: StartOptions, settings: Settings) -> Iterator[ServerState]:
    yield start(options, settings)
    stop(options.name, settings)


def eventually(condition: Callable[[], bool], seconds: float = 20.0) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(0.02)
    return condition()


def port_of(address: str | None) -> int:
    assert address is not None
    return int(address.rsplit(":", 1)[1])


def test_a_started_server_runs_with_its_service_and_a_stopped_one_does_not(
    running: ServerState, settings: Settings
) -> None:
    assert running.condition == "running"
    assert http_answers(port_of(running.service), "/health")
    assert set(running.processes) == {"supervisor", "neo4j", "service"}
    assert all(is_alive(process) for process in running.processes.values())
    stopped = stop("default", settings)
    assert (stopped.condition, stopped.problem) == ("stopped", "")
    assert status("default", settings) is None
    assert servers(settings) == []
    assert not any(is_alive(process) for process in running.processes.values())


def test_the_supervisor_is_in_a_session_of_its_own(running: ServerState) -> None:
    supervisor = running.processes["supervisor"].pid
    assert os.getsid(supervisor) == supervisor != os.getsid(0)
    assert psutil.Process(supervisor).ppid() != os.getpid()


def test_starting_what_runs_gives_the_same_server(
    running: ServerState, options: StartOptions, settings: Settings
) -> None:
    assert start(options, settings) == running


def test_starting_what_runs_in_another_version_is_refused(running: ServerState, settings: Settings) -> None:
    with pytest.raises(
        EmbeddedServerError, match=r"runs already, with Neo4j 5\.26\.31, not 2026\.09\.0"
    ) as caught:
        start(StartOptions(version="newest"), settings)
    assert "motif stop --name default" in caught.value.hint


def test_two_servers_run_at_once_and_are_listed_by_name(
    running: ServerState, options: StartOptions, settings: Settings
) -> None:
    other = start(dataclasses.replace(options, name="another"), settings)
    try:
        assert [state.name for state in servers(settings)] == ["another", "default"]
        assert not {other.bolt, other.http, other.service} & {running.bolt, running.http, running.service}
    finally:
        stop("another", settings)
    assert running.processes == (status("default", settings) or running).processes


def test_ports_and_secrets_stay_from_one_start_to_the_next(
    fake_neo4j: Installation, options: StartOptions, settings: Settings
) -> None:
    first = start(options, settings)
    secrets = (first.password, first.token_file.read_text())
    stop("default", settings)
    second = start(options, settings)
    stop("default", settings)
    assert (second.bolt, second.http, second.service) == (first.bolt, first.http, first.service)
    assert (second.password, second.token_file.read_text()) == secrets
    assert first.password_file.stat().st_mode & 0o777 == 0o600
    assert first.token_file.stat().st_mode & 0o777 == 0o600


def test_a_service_that_dies_is_started_again(running: ServerState, settings: Settings) -> None:
    kill(running.processes["service"])

    def restarted() -> bool:
        now = status("default", settings)
        return now is not None and now.service_restarts == 1 and is_alive(now.processes["service"])

    assert eventually(restarted)
    assert eventually(lambda: http_answers(port_of(running.service), "/health"))


def test_a_neo4j_that_dies_takes_the_service_along_and_leaves_its_last_words(
    running: ServerState, settings: Settings
) -> None:
    running.logs["neo4j"].write_text("the end is near\n")
    kill(running.processes["neo4j"])
    assert eventually(lambda: (last_state("default", settings) or running).condition == "failed")
    failed = last_state("default", settings)
    assert failed is not None
    assert "the end is near" in failed.problem
    assert eventually(lambda: not any(is_alive(process) for process in failed.processes.values()))


def test_a_server_whose_supervisor_was_killed_is_still_found_and_stopped(
    running: ServerState, settings: Settings
) -> None:
    kill(running.processes["supervisor"])
    assert eventually(lambda: not is_alive(running.processes["supervisor"]))
    orphaned = last_state("default", settings)
    assert orphaned is not None
    assert orphaned.running
    assert "not watched" in orphaned.problem
    assert stop("default", settings).condition == "stopped"
    assert not any(is_alive(process) for process in running.processes.values())


def test_a_state_file_whose_processes_are_gone_says_stopped(running: ServerState, settings: Settings) -> None:
    path = settings.home / "servers" / "default" / "state.json"
    stop("default", settings)
    write_state(path, running)
    stale = last_state("default", settings)
    assert stale is not None
    assert stale.condition == "stopped"
    assert "without being stopped" in stale.problem


def test_a_process_that_got_an_old_number_is_left_alone(running: ServerState, settings: Settings) -> None:
    path = settings.home / "servers" / "default" / "state.json"
    stop("default", settings)
    bystander = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    try:
        began = psutil.Process(bystander.pid).create_time()
        old = Process(bystander.pid, began - 1000.0)
        write_state(path, dataclasses.replace(running, processes=dict.fromkeys(running.processes, old)))
        stop("default", settings)
        assert bystander.poll() is None
    finally:
        bystander.kill()
        bystander.wait()


def test_stopping_what_was_never_started_names_those_there_are(
    running: ServerState, settings: Settings
) -> None:
    with pytest.raises(EmbeddedServerError, match="no embedded server named 'other'") as caught:
        stop("other", settings)
    assert "default" in caught.value.hint


def test_stopping_twice_is_stopping(running: ServerState, settings: Settings) -> None:
    assert stop("default", settings).condition == stop("default", settings).condition == "stopped"


def test_no_server_no_status(settings: Settings) -> None:
    assert status("default", settings) is None
    assert servers(settings) == []


def test_status_prints_the_keys_that_scripts_read(running: ServerState) -> None:
    printed = json.loads(json.dumps(running.as_dict()))
    assert printed.keys() >= {"bolt", "http", "user", "passwordFile", "neo4j", "service"}
    assert printed["neo4j"] == "5.26.31"
    assert Path(printed["passwordFile"]).read_text().strip() == running.password
    assert running.password not in json.dumps(printed)


def test_without_the_service_none_is_started(
    fake_neo4j: Installation, options: StartOptions, settings: Settings
) -> None:
    state = start(dataclasses.replace(options, service=False), settings)
    stop("default", settings)
    assert state.service is None
    assert set(state.processes) == {"supervisor", "neo4j"}


def test_a_service_that_does_not_come_is_an_error_with_its_last_words(
    fake_neo4j: Installation, options: StartOptions, settings: Settings
) -> None:
    broken = (sys.executable, "-c", "raise SystemExit('no such module')")
    with pytest.raises(EmbeddedServerError, match="no such module") as caught:
        start(dataclasses.replace(options, service_command=broken), settings)
    assert "--no-service" in caught.value.hint
    assert (last_state("default", settings) or pytest.fail("no state")).condition == "failed"


@pytest.mark.parametrize(
    ("output", "message"),
    [
        ("java.io.IOException: No space left on device", "The disk of .* is full"),
        ("Unrecognized setting. No declared setting with name: fake.output", "refused a setting"),
        ("java.lang.IllegalStateException: odd", "ended by itself"),
    ],
)
def test_a_neo4j_that_refuses_to_start_is_explained(
    fake_neo4j: Installation, options: StartOptions, settings: Settings, output: str, message: str
) -> None:
    with pytest.raises(EmbeddedServerError, match=message):
        start(dataclasses.replace(options, neo4j_settings=(("fake.output", output),)), settings)
    assert (last_state("default", settings) or pytest.fail("no state")).condition == "failed"


def test_a_server_that_takes_too_long_says_how_to_look_at_it(
    fake_neo4j: Installation, options: StartOptions, settings: Settings
) -> None:
    mute = (sys.executable, "-c", "import time; time.sleep(60)")
    with pytest.raises(EmbeddedServerError, match=r"did not answer within 1 seconds") as caught:
        start(dataclasses.replace(options, service_command=mute, timeout=1.0), settings)
    assert "motif status" in caught.value.hint
    assert stop("default", settings).condition == "stopped"


def test_a_service_that_cannot_be_run_leaves_nothing_running(
    fake_neo4j: Installation, options: StartOptions, settings: Settings
) -> None:
    with pytest.raises(EmbeddedServerError):
        start(dataclasses.replace(options, service_command=("/no/such/program",)), settings)
    failed = last_state("default", settings)
    assert failed is not None
    assert failed.condition == "failed"
    assert "/no/such/program" in failed.problem
    assert eventually(lambda: not any(is_alive(process) for process in failed.processes.values()))


def test_a_server_that_is_stopped_while_it_starts_ends_the_waiting(
    fake_neo4j: Installation, options: StartOptions, settings: Settings
) -> None:
    mute = (sys.executable, "-c", "import time; time.sleep(60)")
    written = settings.home / "servers" / "default" / "state.json"

    def stop_when_it_starts() -> None:
        while (state := read_state(written)) is None or not {"neo4j", "service"} <= set(state.processes):
            time.sleep(0.05)
        stop("default", settings)

    stopper = threading.Thread(target=stop_when_it_starts, daemon=True)
    stopper.start()
    with pytest.raises(EmbeddedServerError, match="was stopped while it was starting"):
        start(dataclasses.replace(options, service_command=mute), settings)
    stopper.join()


def test_a_port_that_is_taken_is_named(
    fake_neo4j: Installation, options: StartOptions, settings: Settings
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        with pytest.raises(EmbeddedServerError, match=f"Port {port} .*bolt.* is taken") as caught:
            start(dataclasses.replace(options, bolt_port=port), settings)
    assert "--bolt-port" in caught.value.hint
    assert read_state(settings.home / "servers" / "default" / "state.json") is None


def test_a_store_that_another_process_holds_is_recognised(options: StartOptions, settings: Settings) -> None:
    home = home_of(options, settings)
    lock = home.folder / "data" / "databases" / "store_lock"
    lock.parent.mkdir(parents=True)
    lock.touch()
    check_not_locked(home)
    program = (
        "import fcntl, sys, time\n"
        "file = open(sys.argv[1], 'r+b')\n"
        "fcntl.lockf(file, fcntl.LOCK_EX)\n"
        "print('locked', flush=True)\n"
        "time.sleep(60)\n"
    )
    with subprocess.Popen([sys.executable, "-c", program, str(lock)], stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        try:
            with pytest.raises(EmbeddedServerError, match="is locked") as caught:
                check_not_locked(home)
        finally:
            holder.kill()
    assert "motif stop" in caught.value.hint


def test_a_database_of_unknown_password_is_refused(
    fake_neo4j: Installation, options: StartOptions, settings: Settings
) -> None:
    (home_of(options, settings).folder / "data" / "databases" / "system").mkdir(parents=True)
    with pytest.raises(EmbeddedServerError, match="password is not known") as caught:
        start(options, settings)
    assert str(home_of(options, settings).password_file) in caught.value.hint
