"""Which embedded server is meant: the one that is named, else the default one, else the only one that runs."""

from __future__ import annotations

from collections.abc import Sequence

from motif.embedded.found import last_state, servers
from motif.embedded.options import ServerState
from motif.errors import InvalidInput
from motif.settings import Settings


def running_server(settings: Settings, name: str | None = None) -> ServerState:
    """The embedded server ``name``, which runs; without a name the default one, or the only one.

    Raises `InvalidInput`, with what to do, where it does not run, none runs, or several of which none is the default.
    """
    running = [state for state in servers(settings) if state.running]
    if name is not None:
        return _named(name, running, settings)
    chosen = default_server(running)
    if chosen is not None:
        return chosen
    if not running:
        raise InvalidInput(
            "No database is named and no embedded server runs.",
            hint="Set NEO4J_URI, NEO4J_USERNAME and NEO4J_PASSWORD for your own, or start one: motif start",
        )
    first, names = running[0].name, _listed(running)
    raise InvalidInput(
        f"No database is named, and several embedded servers run: {names}.",
        hint=f"Name one: --server {first}, or connect(server={first!r}).",
    )


def _named(name: str, running: Sequence[ServerState], settings: Settings) -> ServerState:
    found = next((state for state in running if state.name == name), None)
    if found is not None:
        return found
    ended = last_state(name, settings)
    if ended is not None and ended.condition == "starting":
        raise InvalidInput(
            f"The embedded server '{name}' is still starting.", hint=f"motif status --name {name}"
        )
    also = f" Running: {_listed(running)}." if running else " None runs."
    raise InvalidInput(
        f"No embedded server '{name}' runs.{also}", hint=f"Start it: motif start --name {name}"
    )


def default_server(running: Sequence[ServerState]) -> ServerState | None:
    """Which embedded server is meant where none is named: the default one, else the only one."""
    return next((state for state in running if state.name == "default" or len(running) == 1), None)


def _listed(running: Sequence[ServerState]) -> str:
    return ", ".join(f"'{state.name}'" for state in running)
