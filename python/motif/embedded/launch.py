"""What a supervisor is told to run, as a file."""

from __future__ import annotations

import dataclasses
import json
from dataclasses import dataclass
from pathlib import Path

from motif.embedded.state_file import write_atomically


@dataclass(frozen=True, slots=True)
class Launch:
    """The commands, the state file to keep, and the ports (``bolt``, ``http``, ``service``) to look at."""

    state_file: Path
    neo4j: tuple[str, ...]
    service: tuple[str, ...] | None
    service_environment: dict[str, str]
    ports: dict[str, int]


def write_launch(path: Path, launch: Launch) -> None:
    """Write the launch for the supervisor to read."""
    write_atomically(path, json.dumps(dataclasses.asdict(launch), default=str))


def read_launch(path: Path) -> Launch:
    """The launch that `write_launch` wrote."""
    values = json.loads(path.read_text(encoding="utf-8"))
    return Launch(
        state_file=Path(values["state_file"]),
        neo4j=tuple(values["neo4j"]),
        service=tuple(values["service"]) if values["service"] else None,
        service_environment=values["service_environment"],
        ports=values["ports"],
    )
