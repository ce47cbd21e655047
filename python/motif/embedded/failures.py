"""Why an embedded Neo4j did not start or stopped, read from the end of its log."""

from __future__ import annotations

import re
from pathlib import Path

from motif.embedded.disk import out_of_space
from motif.embedded.options import ServerState
from motif.embedded.ports import listening_process, port_taken
from motif.errors import EmbeddedServerError

_TAIL_BYTES = 16 * 1024
_SHOWN_LINES = 15
_CAUSES = (
    (r"No space left on device", "disk"),
    (r"BindException|Address already in use|PortBindException", "port"),
    (r"FileLockException|[Ll]ock file has been locked|StoreLockException", "lock"),
    (r"Unrecognized setting|IllegalArgumentException: Error evaluating value|Bad value", "setting"),
    (r"UnsupportedClassVersionError", "java"),
    (
        r"Could not reserve enough space|Invalid memory configuration|OutOfMemoryError|Cannot allocate memory",
        "memory",
    ),
    (r"UnsupportedLogVersion|downgrad|StoreVersion|[Ss]tore version", "store"),
    (r"Failed to load|not a known injectable component|ProcedureException", "plugin"),
)


def explain_failure(state: ServerState) -> EmbeddedServerError:
    """The error for a server that ended by itself: the cause if its log tells it, else the log's end."""
    text = tail(state.logs["neo4j"])
    cause = next((name for pattern, name in _CAUSES if re.search(pattern, text)), "other")
    if cause == "disk":
        return out_of_space(state.home)
    if cause == "port":
        return _port_failure(state, text)
    if cause == "lock":
        return store_locked(state.home)
    message, hint = _OTHERS[cause]
    shown = "\n".join(without_stack(text).splitlines()[-_SHOWN_LINES:])
    return EmbeddedServerError(
        f"Neo4j {state.version} ('{state.name}') {message} The end of {state.logs['neo4j']}:\n{shown}\n",
        hint=hint,
    )


def store_locked(home: Path) -> EmbeddedServerError:
    """The error for a home whose database another process has open."""
    return EmbeddedServerError(
        f"The database in {home} is locked: another Neo4j runs on it.",
        hint="Stop that one (motif stop, or motif status to find it), or give this server another home.",
    )


def without_stack(text: str) -> str:
    """The text without the frames of Java's stack traces and the options that it took from the environment, so that its
    causes stand together."""
    left_out = r"\s+(at |\.\.\. \d+ more)|(NOTE: )?Picked up \w+_OPTIONS:"
    return "\n".join(line for line in text.strip().splitlines() if not re.match(left_out, line))


def tail(path: Path, size: int = _TAIL_BYTES) -> str:
    """The last ``size`` bytes of a log as text; empty when there is no such file."""
    try:
        with path.open("rb") as file:
            file.seek(0, 2)
            file.seek(max(0, file.tell() - size))
            return file.read().decode("utf-8", errors="replace")
    except OSError:
        return ""


def _port_failure(state: ServerState, text: str) -> EmbeddedServerError:
    ports = {"bolt": _port(state.bolt), "http": _port(state.http)}
    taken = next((purpose for purpose, port in ports.items() if listening_process(port)), None)
    named = next((purpose for purpose, port in ports.items() if f":{port}" in text), "bolt")
    return port_taken(taken or named, ports[taken or named])


def _port(address: str) -> int:
    return int(address.rsplit(":", 1)[1])


_OTHERS = {
    "setting": ("refused a setting.", "Correct or remove the setting that it names."),
    "java": ("cannot run on this Java.", "Choose another with --java PATH."),
    "memory": ("did not get the memory it asked for.", "Ask for less with --heap and --page-cache."),
    "store": (
        "cannot open this database: another version wrote it.",
        "Start it with the version that wrote it (--neo4j-version), or give this server another home.",
    ),
    "plugin": ("could not load a plugin.", "Look at the jars in the plugins folder of the server's home."),
    "other": ("ended by itself.", "The log has the whole story."),
}
