"""What an embedded server is asked to be, and what is known of one that was started."""

from __future__ import annotations

import dataclasses
import re
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from motif.embedded.versions import DEFAULT_VERSION
from motif.errors import EmbeddedServerError
from motif.settings import Settings

SERVICE_COMMAND = (
    *(sys.executable, "-m", "motif.service", "--host", "127.0.0.1", "--port", "{port}"),
    *("--token-file", "{token_file}", "--home", "{home}"),
)
"""The Motif service's command; ``{port}``, ``{token_file}`` and ``{home}`` (Motif's home) are filled in."""

STATE_FILE = "state.json"

Condition = Literal["starting", "running", "stopped", "failed"]


@dataclass(frozen=True, slots=True)
class StartOptions:
    """How to start an embedded Neo4j.

    ``home`` is the server's own folder (None: ``servers/NAME`` in Motif's home). ``neo4j_home`` is a Neo4j
    that the user has, whose ``lib`` is used. A port of None is the one this server had last, else a free one.
    ``heap`` and ``page_cache`` are sizes as Java writes them (``512m``, ``1g``). ``plugin_jars`` are copied
    into ``plugins``. ``neo4j_settings`` are further lines of ``neo4j.conf`` and override ours. ``short_lived`` is for a
    server of minutes: Java's second compiler, which pays later and takes half of the processor time, stays off.
    ``class_archive`` makes, in the background and once, the archive that later starts are quicker by.
    ``timeout`` is in seconds.
    """

    name: str = "default"
    version: str = DEFAULT_VERSION
    home: Path | None = None
    neo4j_home: Path | None = None
    bolt_port: int | None = None
    http_port: int | None = None
    service_port: int | None = None
    heap: str = "1g"
    page_cache: str = "256m"
    java: Path | None = None
    plugin_jars: tuple[Path, ...] = ()
    neo4j_settings: tuple[tuple[str, str], ...] = ()
    service: bool = True
    service_command: tuple[str, ...] = SERVICE_COMMAND
    class_archive: bool = True
    short_lived: bool = False
    timeout: float = 120.0

    def __post_init__(self) -> None:
        check_name(self.name)
        for what, size in (("heap", self.heap), ("page_cache", self.page_cache)):
            if not re.fullmatch(r"[1-9]\d*[kmg]", size, re.IGNORECASE):
                raise EmbeddedServerError(
                    f"The {what} of an embedded server must be a size such as 512m or 2g, not '{size}'."
                )


@dataclass(frozen=True, slots=True)
class Process:
    """A process by its number and the time it began (Unix seconds): a number may be another's by now."""

    pid: int
    started: float


@dataclass(frozen=True, slots=True)
class ServerState:
    """An embedded server as its state file has it.

    ``bolt`` and ``http`` are addresses; ``service`` is the service's, or None when it was not asked for.
    ``logs`` are log files by name. ``started`` is in Unix seconds. ``problem`` and ``hint`` say why it failed, with the
    end of the log.
    """

    name: str
    version: str
    bolt: str
    http: str
    home: Path
    password_file: Path
    token_file: Path
    logs: dict[str, Path]
    started: float
    user: str = "neo4j"
    service: str | None = None
    condition: Condition = "starting"
    processes: dict[str, Process] = field(default_factory=dict)
    service_restarts: int = 0
    problem: str = ""
    hint: str = ""

    @property
    def running(self) -> bool:
        return self.condition == "running"

    @property
    def password(self) -> str:
        """The generated password, read from ``password_file``."""
        return self.password_file.read_text(encoding="utf-8").strip()

    def as_dict(self) -> dict[str, Any]:
        """What ``motif status --json`` prints of this server (the graphs apart)."""
        return {
            "name": self.name,
            "condition": self.condition,
            "bolt": self.bolt,
            "http": self.http,
            "browser": f"{self.http}/browser/",
            "user": self.user,
            "passwordFile": str(self.password_file),
            "neo4j": self.version,
            "service": self.service,
            "tokenFile": str(self.token_file),
            "home": str(self.home),
            "pids": {what: process.pid for what, process in self.processes.items()},
            "logs": {what: str(path) for what, path in self.logs.items()},
            "started": self.started,
            "serviceRestarts": self.service_restarts,
            "problem": self.problem,
            "hint": self.hint,
        }


def check_name(name: str) -> str:
    """The server's name, which is also a folder's; raises `EmbeddedServerError` when it cannot be one."""
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}", name):
        raise EmbeddedServerError(
            f"'{name}' cannot be a server's name.",
            hint="Use up to 64 letters, digits, '.', '_' and '-', with a letter or digit first.",
        )
    return name


def server_folder(name: str, settings: Settings) -> Path:
    """Where the state of the server of that name is kept."""
    return settings.home / "servers" / check_name(name)


def with_condition(state: ServerState, condition: Condition, **changes: Any) -> ServerState:
    """The state in another condition."""
    return dataclasses.replace(state, condition=condition, **changes)
