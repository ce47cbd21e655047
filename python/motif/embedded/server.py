"""Starting, stopping and finding embedded servers."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import time
from pathlib import Path

from filelock import FileLock

from motif.embedded.artifacts import Progress, installed_neo4j, resolve_neo4j
from motif.embedded.configuration import Home, Installation, prepare_home, set_initial_password
from motif.embedded.failures import store_locked, tail
from motif.embedded.found import last_state, servers, status
from motif.embedded.java import find_java, java_release
from motif.embedded.launch import first_state, home_of, plan_launch, write_launch
from motif.embedded.options import STATE_FILE, ServerState, StartOptions, server_folder, with_condition
from motif.embedded.ports import choose_ports
from motif.embedded.process import ask_to_stop, is_alive, kill, wait_until_gone
from motif.embedded.state_file import read_state, write_state
from motif.embedded.versions import line_of, resolve_version
from motif.errors import EmbeddedServerError
from motif.settings import Settings

_STOP_SECONDS = 40.0


def start(options: StartOptions, settings: Settings, progress: Progress | None = None) -> ServerState:
    """Start an embedded Neo4j (and the Motif service), detached; returns once queries are answered.

    A server of that name that runs already is returned as it is, if it is of the version asked for. Raises
    `EmbeddedServerError`, with the remedy, when it cannot be started.
    """
    if not hasattr(os, "fork"):
        raise EmbeddedServerError(
            "The embedded server needs Linux or macOS.", hint="Use a Neo4j that runs elsewhere: --uri."
        )
    folder = server_folder(options.name, settings)
    folder.mkdir(parents=True, exist_ok=True)
    tell = progress or (lambda _: None)
    with FileLock(folder / "start.lock"):
        current = status(options.name, settings)
        if current is None:
            installation = install(options, settings, tell)
            current = _launch(options, settings, installation, tell)
        else:
            _check_same_version(options, current)
        return _wait_until_ready(current, folder / STATE_FILE, options.timeout)


def install(options: StartOptions, settings: Settings, progress: Progress | None = None) -> Installation:
    """Jars and Java for these options; the jars are resolved when the cache lacks them."""
    if options.neo4j_home is not None:
        lib, version = installed_neo4j(options.neo4j_home)
        return Installation(version, lib, find_java(version, options.java))
    version = resolve_version(options.version)
    # Java first: without it, 150 MB would be fetched for nothing.
    java = find_java(version, options.java)
    if progress is not None and java_release(java) not in line_of(version).preferred_java:
        progress(f"Neo4j {version} will run on Java {java_release(java)}, on which Neo4j does not support it")
    return Installation(version, resolve_neo4j(version, settings.cache, progress), java)


def stop(name: str, settings: Settings) -> ServerState:
    """Stop the server of that name and wait until it is gone; its state afterwards.

    One that does not stop in time is killed, which ``problem`` then says; what was committed is kept either
    way. Raises `EmbeddedServerError` when there is no server of that name.
    """
    state = last_state(name, settings)
    if state is None:
        known = ", ".join(server.name for server in servers(settings))
        raise EmbeddedServerError(
            f"There is no embedded server named '{name}'.",
            hint=f"Running: {known}." if known else "Try: motif start",
        )
    supervisor = state.processes.get("supervisor")
    if supervisor is not None and is_alive(supervisor):
        ask_to_stop(supervisor)
        wait_until_gone([supervisor], _STOP_SECONDS)
    state = last_state(name, settings) or state
    killed = _end(state)
    path = server_folder(name, settings) / STATE_FILE
    problem = "It did not stop when asked and was killed." if killed else ""
    if state.condition != "stopped" or killed:
        state = with_condition(state, "stopped", problem=problem)
        write_state(path, state)
    return state


def check_not_locked(home: Home) -> None:
    """Raise `EmbeddedServerError` when another process has the home's databases open."""
    # Not there on Windows, where nothing can be embedded but the module must be importable.
    import fcntl

    lock = home.folder / "data" / "databases" / "store_lock"
    with contextlib.suppress(FileNotFoundError), lock.open("r+b") as file:
        try:
            # Java's file locks are POSIX record locks, as these are; ours ends when the file is closed.
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise store_locked(home.folder) from error


def _launch(
    options: StartOptions, settings: Settings, installation: Installation, progress: Progress
) -> ServerState:
    folder, home = server_folder(options.name, settings), home_of(options, settings)
    check_not_locked(home)
    wanted = {"bolt": options.bolt_port, "http": options.http_port}
    wanted |= {"service": options.service_port} if options.service else {}
    ports = choose_ports(wanted, _last_ports(folder / STATE_FILE))
    prepare_home(home, options, ports)
    set_initial_password(home, installation)
    state = first_state(options, installation, home, ports)
    for log in state.logs.values():
        _set_aside(log)
    write_state(folder / STATE_FILE, state)
    write_launch(folder / "launch.json", plan_launch(options, settings, installation, ports))
    progress(f"Starting Neo4j {installation.version} on {state.bolt}")
    _spawn_supervisor(folder / "launch.json", home, state.logs["supervisor"])
    return state


def _spawn_supervisor(launch_file: Path, home: Home, log: Path) -> None:
    # -P: the folder it runs in is not a place to import from.
    command = [sys.executable, "-P", "-m", "motif.embedded.supervisor", str(launch_file)]
    with log.open("ab") as output:
        done = subprocess.run(
            command,
            cwd=home.folder,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            check=False,
        )
    if done.returncode != 0:
        raise EmbeddedServerError(
            f"The supervisor could not be started. The end of {log}:\n{tail(log, 2000)}"
        )


def _wait_until_ready(state: ServerState, path: Path, timeout: float) -> ServerState:
    deadline = time.monotonic() + timeout
    while time.monotonic() < deadline:
        current = read_state(path) or state
        if current.running:
            return current
        if current.condition == "failed":
            raise EmbeddedServerError(current.problem, hint=current.hint)
        if current.condition == "stopped":
            raise EmbeddedServerError(f"Server '{state.name}' was stopped while it was starting.")
        if not _supervised(current) and (read_state(path) or current).condition == "starting":
            raise EmbeddedServerError(
                f"The supervisor of server '{state.name}' ended while Neo4j was starting.",
                hint=f"Its log: {state.logs['supervisor']}",
            )
        time.sleep(0.05)
    raise EmbeddedServerError(
        f"Server '{state.name}' did not answer within {timeout:.0f} seconds; it is still starting.",
        hint=f"Look at it with motif status, or at its log {state.logs['neo4j']}; end it with motif stop.",
    )


def _supervised(state: ServerState) -> bool:
    """False once its supervisor is gone; True before one has entered itself."""
    supervisor = state.processes.get("supervisor")
    return supervisor is None or is_alive(supervisor)


def _end(state: ServerState) -> bool:
    """End what is left of a server whose supervisor is gone; True when something had to be killed."""
    left = [process for process in state.processes.values() if is_alive(process)]
    for process in left:
        ask_to_stop(process)
    stubborn = wait_until_gone(left, _STOP_SECONDS)
    for process in stubborn:
        kill(process)
    return bool(wait_until_gone(stubborn, 10.0)) or bool(stubborn)


def _check_same_version(options: StartOptions, current: ServerState) -> None:
    asked = installed_neo4j(options.neo4j_home)[1] if options.neo4j_home else resolve_version(options.version)
    if asked != current.version:
        raise EmbeddedServerError(
            f"Server '{current.name}' runs already, with Neo4j {current.version}, not {asked}.",
            hint=f"Stop it first (motif stop --name {current.name}), or start the other with another --name.",
        )


def _last_ports(path: Path) -> dict[str, int]:
    state = read_state(path)
    addresses = {"bolt": state.bolt, "http": state.http, "service": state.service} if state else {}
    return {purpose: int(address.rsplit(":", 1)[1]) for purpose, address in addresses.items() if address}


def _set_aside(log: Path) -> None:
    """Keep the log of the run before this one beside it, so that this run's begins empty."""
    if log.exists():
        log.replace(log.with_name(f"{log.stem}.previous{log.suffix}"))
