"""``motif start``, ``stop``, ``status``, ``serve``: the embedded Neo4j and the service."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from motif.cli.console import err, out, print_json, progress_bar
from motif.cli.plugin import plugin_jars
from motif.cli.systemd import TOKEN_FILE, is_in_a_home, systemd_unit
from motif.embedded import ServerState, StartOptions, last_state, servers, start, status, stop
from motif.settings import MOST_PORT, Settings, load_settings

DEFAULT = "default"
"""The server that is meant where none is named."""

PORT = click.IntRange(0, MOST_PORT)

NAME = click.option(
    "--name", default=DEFAULT, show_default=True, help="Name of the server; several run at once."
)


@click.command("start")
@NAME
@click.option("--neo4j-version", default="lts", show_default=True, help="lts, newest, or an exact version.")
@click.option("--neo4j-home", type=click.Path(path_type=Path), help="Use the server installed there.")
@click.option("--home", type=click.Path(path_type=Path), help="Where the server keeps its data.")
@click.option("--bolt-port", type=PORT)
@click.option("--http-port", type=PORT)
@click.option("--service-port", type=PORT)
@click.option("--heap", default="1g", show_default=True)
@click.option("--page-cache", default="256m", show_default=True)
@click.option("--java", type=click.Path(path_type=Path), help="A Java runtime.")
@click.option("--service/--no-service", default=True, help="Whether to run the Motif service beside it.")
@click.option("--json", "as_json", is_flag=True)
def start_server(name: str, neo4j_version: str, as_json: bool, **options: Any) -> None:
    """Start an embedded Neo4j with the plugin and the service, and leave it running."""
    settings = load_settings()
    running = status(name, settings)
    state = start(
        StartOptions(name=name, version=neo4j_version, plugin_jars=plugin_jars(), **options),
        settings,
        progress=None if as_json else told,
    )
    if as_json:
        print_json(described(state, settings))
    else:
        print_server(state, already=running is not None and running.running)


def told(text: str) -> None:
    """What is being done, in one line."""
    out.print(text, style="dim", markup=False)


@click.command("stop")
@NAME
@click.option("--all", "everything", is_flag=True, help="Every server.")
def stop_server(name: str, everything: bool) -> None:
    """Stop an embedded server and its service."""
    settings = load_settings()
    names = [state.name for state in servers(settings)] if everything else [name]
    for each in names:
        if status(each, settings) is None:
            out.print(f"No server '{each}' runs.")
            continue
        with progress_bar(f"stopping {each}"):
            stop(each, settings)
        out.print(f"Stopped '{each}'.")


@click.command("status")
@NAME
@click.option("--json", "as_json", is_flag=True)
def server_status(name: str, as_json: bool) -> None:
    """Tell whether an embedded server runs, and where."""
    settings = load_settings()
    state = status(name, settings)
    if state is None:
        ended = last_state(name, settings)
        if as_json:
            print_json(None if ended is None else ended.as_dict())
        else:
            if ended is not None and ended.problem:
                out.print(f"It ended: {ended.problem}\n{ended.hint}", markup=False)
            named = "" if name == DEFAULT else f" --name {shlex.quote(name)}"
            out.print(f"No server '{name}' runs. Start one: motif start{named}", markup=False)
        raise SystemExit(3)
    if as_json:
        print_json(described(state, settings))
    else:
        print_server(state, already=True)


@click.command()
@click.option("--host", help="Address to listen on; beyond loopback only with TLS.")
@click.option("--port", type=PORT)
@click.option(
    "--token-file", type=click.Path(path_type=Path), help="File with the secret; made when missing."
)
@click.option("--follow", metavar="URL", help="First service: fetch its projections and answer from them.")
@click.option("--systemd", is_flag=True, help="Print a unit that runs this command under systemd, and end.")
def serve(systemd: bool, **options: Any) -> None:
    """Run the service that the plugin of your own Neo4j forwards to, in the foreground."""
    if systemd:
        print_unit(**options)
        return
    from motif.service.__main__ import leave
    from motif.service.__main__ import main as run_service

    leave(run_service(_as_arguments(options)))


def print_unit(token_file: Path | None, **options: Any) -> None:
    """The unit on standard output, for ``/etc/systemd/system/motif.service``."""
    command = Path(sys.executable).parent / "motif"
    click.echo(systemd_unit(command, token_file or TOKEN_FILE, _as_arguments(options)), nl=False)
    if is_in_a_home(command):
        hides = f"{command} lies in a home folder, which the unit hides. Install Motif elsewhere: /opt/motif"
        err.print(hides, style="dim", markup=False)  # the unit itself is standard output


def _as_arguments(options: Mapping[str, Any]) -> list[str]:
    return [
        part
        for name, value in options.items()
        if value is not None
        for part in (f"--{name.replace('_', '-')}", str(value))
    ]


def described(state: ServerState, settings: Settings) -> dict[str, Any]:
    """What ``motif status --json`` prints: addresses, login, versions and projections."""
    if not state.running:
        return {**state.as_dict(), "graphs": []}
    from motif.knowledge_graph import connect  # heavy, and no other command here needs it

    with connect(server=state.name, settings=settings) as connection:
        graphs = [info.name for info in connection.graphs()]
    return {**state.as_dict(), "graphs": graphs}


def print_server(state: ServerState, already: bool = False) -> None:
    """Addresses of a server, for a person."""
    out.print(f"Neo4j {state.version} {'is running' if already else 'started'}: [bold]{state.bolt}[/]")
    out.print(f"  Browser   {state.http}/browser/  (user {state.user}, password in {state.password_file})")
    if state.service:
        out.print(f"  Service   {state.service}")
    out.print("  Stop      motif stop" + ("" if state.name == "default" else f" --name {state.name}"))
