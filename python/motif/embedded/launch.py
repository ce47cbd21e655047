"""What a supervisor is told to run: planned from the options, kept as a file."""

from __future__ import annotations

import dataclasses
import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from motif.embedded.class_archive import class_archive, make_command
from motif.embedded.configuration import QUICKLY_COMPILED, Home, Installation, neo4j_command
from motif.embedded.options import STATE_FILE, ServerState, StartOptions, server_folder
from motif.embedded.ports import LOOPBACK
from motif.embedded.state_file import write_atomically
from motif.settings import Settings


@dataclass(frozen=True, slots=True)
class Launch:
    """The commands, the state file to keep, and the ports (``bolt``, ``http``, ``service``) to look at.

    ``archive`` is run once Neo4j is ready: it makes the class archive that the next start uses.
    """

    state_file: Path
    neo4j: tuple[str, ...]
    service: tuple[str, ...] | None
    service_environment: dict[str, str]
    ports: dict[str, int]
    archive: tuple[str, ...] | None = None


def write_launch(path: Path, launch: Launch) -> None:
    """Write the launch for the supervisor to read."""
    write_atomically(path, json.dumps(dataclasses.asdict(launch), default=str))


def read_launch(path: Path) -> Launch:
    """The launch that `write_launch` wrote."""
    values = json.loads(path.read_text(encoding="utf-8"))
    return Launch(
        state_file=Path(values["state_file"]),
        neo4j=tuple(values["neo4j"]),
        service=_command(values["service"]),
        service_environment=values["service_environment"],
        ports=values["ports"],
        archive=_command(values["archive"]),
    )


def _command(words: list[str] | None) -> tuple[str, ...] | None:
    return tuple(words) if words else None


def home_of(options: StartOptions, settings: Settings) -> Home:
    """The home folder of the server that these options describe."""
    return Home((options.home or server_folder(options.name, settings)).absolute())


def first_state(
    options: StartOptions, installation: Installation, home: Home, ports: Mapping[str, int]
) -> ServerState:
    """The state of a server that is about to be launched."""
    logs = {"neo4j": home.logs / "console.log", "supervisor": home.logs / "supervisor.log"}
    return ServerState(
        name=options.name,
        version=installation.version,
        bolt=f"bolt://{LOOPBACK}:{ports['bolt']}",
        http=f"http://{LOOPBACK}:{ports['http']}",
        service=f"http://{LOOPBACK}:{ports['service']}" if options.service else None,
        home=home.folder,
        password_file=home.password_file,
        token_file=home.token_file,
        logs=logs | ({"service": home.logs / "service.log"} if options.service else {}),
        started=time.time(),
    )


def plan_launch(
    options: StartOptions, settings: Settings, installation: Installation, ports: dict[str, int]
) -> Launch:
    """The commands for these options on these ports."""
    home = home_of(options, settings)
    archive = class_archive(installation, settings.cache)
    compiled = (QUICKLY_COMPILED,) if options.short_lived else ()
    flags = (f"-Xmx{options.heap}", *compiled, *(archive.use() if archive else ()))
    to_make = archive if archive and options.class_archive and not archive.path.exists() else None
    return Launch(
        state_file=server_folder(options.name, settings) / STATE_FILE,
        neo4j=neo4j_command(installation, home, installation.class_path(home), flags),
        service=_service_command(options, settings, home, ports) if options.service else None,
        service_environment={"MOTIF_HOME": str(settings.home), "MOTIF_CACHE": str(settings.cache)},
        ports=ports,
        archive=make_command(installation, to_make) if to_make else None,
    )


def _service_command(
    options: StartOptions, settings: Settings, home: Home, ports: Mapping[str, int]
) -> tuple[str, ...]:
    values = {
        "{port}": str(ports["service"]),
        "{token_file}": str(home.token_file),
        "{home}": str(settings.home),
    }
    return tuple(values.get(word, word) for word in options.service_command)
