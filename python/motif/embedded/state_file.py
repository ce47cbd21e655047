"""The state file of an embedded server: written whole or not at all, by its supervisor."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

from motif.durable import write_durably
from motif.embedded.options import Process, ServerState
from motif.errors import EmbeddedServerError


def write_atomically(path: Path, text: str) -> None:
    """Replace the file in one step, readable by its owner only; readers see the old text or the new."""
    write_durably(path, text, mode=0o600)


def write_state(path: Path, state: ServerState) -> None:
    """Write the state as JSON."""
    write_atomically(path, json.dumps(dataclasses.asdict(state), default=str, indent=1) + "\n")


def read_state(path: Path) -> ServerState | None:
    """The state in the file; None without a file; raises `EmbeddedServerError` when it is unreadable."""
    try:
        return _from_json(json.loads(path.read_text(encoding="utf-8")))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise EmbeddedServerError(
            f"The state file {path} cannot be read: {error!r}.",
            hint="If no server of that name runs, delete the file; the server's data stay.",
        ) from error


def _from_json(values: dict[str, Any]) -> ServerState:
    paths = {key: Path(values[key]) for key in ("home", "password_file", "token_file")}
    logs = {what: Path(path) for what, path in values["logs"].items()}
    processes = {what: Process(**process) for what, process in values["processes"].items()}
    return ServerState(**{**values, **paths, "logs": logs, "processes": processes})
