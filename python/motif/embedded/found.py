"""Finding embedded servers: what their state files say, and whether their processes still run."""

from __future__ import annotations

import dataclasses

from motif.embedded.options import STATE_FILE, ServerState, server_folder, with_condition
from motif.embedded.process import is_alive
from motif.embedded.state_file import read_state
from motif.settings import Settings


def status(name: str, settings: Settings) -> ServerState | None:
    """The server of that name if it runs or is starting, else None; `last_state` tells of one that ended."""
    state = last_state(name, settings)
    return state if state is not None and state.condition in ("starting", "running") else None


def last_state(name: str, settings: Settings) -> ServerState | None:
    """The server of that name as it is now, whatever its condition; None when none was ever started.

    The state file is not believed blindly: without its processes a server is stopped, whatever the file says.
    """
    state = read_state(server_folder(name, settings) / STATE_FILE)
    if state is None or state.condition in ("stopped", "failed"):
        return state
    supervised = is_alive(state.processes.get("supervisor"))
    if is_alive(state.processes.get("neo4j")):
        problem = "" if supervised else "Its supervisor is gone: the service is not watched any more."
        return dataclasses.replace(state, problem=problem)
    if supervised:
        return state
    return with_condition(
        state, "stopped", problem="It ended without being stopped (killed, or the machine restarted)."
    )


def servers(settings: Settings) -> list[ServerState]:
    """Every embedded server that runs or is starting, by name."""
    names = sorted(path.parent.name for path in (settings.home / "servers").glob(f"*/{STATE_FILE}"))
    return [state for name in names if (state := status(name, settings)) is not None]
