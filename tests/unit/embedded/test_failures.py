"""What is read from the end of a log."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from motif.embedded import ServerState
from motif.embedded.failures import explain_failure, tail
from motif.errors import EmbeddedServerError

LOGS = {
    "java.lang.UnsupportedClassVersionError: org/neo4j/X (class file version 65.0)": (
        "cannot run on this Java",
        "--java",
    ),
    "Caused by: org.neo4j.io.locker.FileLockException: Lock file has been locked by another process": (
        "is locked",
        "motif stop",
    ),
    "Exception: Unrecognized setting. No declared setting with name: a.b.": ("refused a setting", "remove"),
    "Error occurred during initialization of VM\nCould not reserve enough space for object heap": (
        "memory",
        "--heap",
    ),
    "ERROR Invalid memory configuration - exceeds physical memory. Check the configured values": (
        "memory",
        "--heap",
    ),
    "Caused by: org.neo4j.UnsupportedLogVersionException: the log files originates from an newer version of neo4j": (
        "another version wrote it",
        "--neo4j-version",
    ),
    "Caused by: java.io.IOException: No space left on device": ("is full", "MOTIF_HOME"),
    "is not a known injectable component": ("could not load a plugin", "plugins"),
    "Unexpected store version 'record-aligned-9.9'": ("another version wrote it", "--neo4j-version"),
    "java.lang.NullPointerException": ("ended by itself", "log"),
}


@pytest.fixture
def state(tmp_path: Path) -> ServerState:
    return ServerState(
        name="default",
        version="5.26.31",
        bolt="bolt://127.0.0.1:17687",
        http="http://127.0.0.1:17474",
        home=tmp_path,
        password_file=tmp_path / "password",
        token_file=tmp_path / "token",
        logs={"neo4j": tmp_path / "console.log"},
        started=0.0,
    )


@pytest.mark.parametrize("text", LOGS)
def test_the_cause_is_said_with_its_remedy(state: ServerState, text: str) -> None:
    message, hint = LOGS[text]
    state.logs["neo4j"].write_text(f"INFO  Starting...\n{text}\nINFO  Stopped.\n")
    error = explain_failure(state)
    assert isinstance(error, EmbeddedServerError)
    assert message in error.message
    assert hint in error.hint


def test_a_cause_that_is_not_known_shows_the_end_of_the_log(state: ServerState) -> None:
    state.logs["neo4j"].write_text("".join(f"line {i}\n" for i in range(100)))
    message = explain_failure(state).message
    assert "line 99" in message
    assert "line 50" not in message


def test_stack_frames_do_not_hide_the_cause(state: ServerState) -> None:
    frames = "".join(f"\tat org.neo4j.Frame{i}(Frame.java:1)\n" for i in range(50))
    state.logs["neo4j"].write_text(f"Caused by: the cause\n{frames}\t... 13 more\nINFO  Stopped.\n")
    message = explain_failure(state).message
    assert "the cause" in message
    assert "Frame" not in message


@pytest.mark.parametrize(
    "told", ["NOTE: Picked up JDK_JAVA_OPTIONS: -Xss1m", "Picked up JAVA_TOOL_OPTIONS: -Xss1m"]
)
def test_options_from_the_environment_are_not_the_cause(state: ServerState, told: str) -> None:
    state.logs["neo4j"].write_text(f"{told}\nCaused by: the cause\n")
    message = explain_failure(state).message
    assert "the cause" in message and "OPTIONS" not in message


def test_a_port_taken_in_the_meantime_names_port_and_option(state: ServerState) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        taken = ServerState(**{**_fields(state), "http": f"http://127.0.0.1:{port}"})
        state.logs["neo4j"].write_text(f"java.net.BindException: Address already in use: /127.0.0.1:{port}\n")
        error = explain_failure(taken)
    assert str(port) in error.message
    assert "--http-port" in error.hint


def test_the_tail_of_a_log_starts_anywhere_and_need_not_exist(tmp_path: Path) -> None:
    log = tmp_path / "log"
    assert tail(log) == ""
    log.write_text("é" * 100)
    assert tail(log, 3) == "\N{REPLACEMENT CHARACTER}é"


def _fields(state: ServerState) -> dict[str, object]:
    return {name: getattr(state, name) for name in ServerState.__slots__}
