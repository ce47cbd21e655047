"""Ports on loopback: free ones, those asked for, and who has one that is taken."""

from __future__ import annotations

import contextlib
import socket

import psutil

from motif.errors import EmbeddedServerError

LOOPBACK = "127.0.0.1"


def is_free(port: int) -> bool:
    """True when a server could listen on that port of loopback now."""
    with socket.socket() as probe:
        # As servers do: a port whose last connections are still in TIME_WAIT is free.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((LOOPBACK, port))
        except OSError:
            return False
        return True


def choose_ports(wanted: dict[str, int | None], last: dict[str, int]) -> dict[str, int]:
    """One port for each purpose: the one wanted, else the one it had last if that is free, else any free one.

    Raises `EmbeddedServerError` when one that is wanted is taken, naming the process if that can be told.
    """
    chosen: dict[str, int] = {}
    with contextlib.ExitStack() as held:
        for purpose, port in wanted.items():
            if port is not None:
                _check_wanted(purpose, port, chosen)
                chosen[purpose] = port
        for purpose in wanted.keys() - chosen.keys():
            port = last.get(purpose)
            reusable = port is not None and port not in chosen.values() and is_free(port)
            # Held until all are chosen, so that no two get the same.
            chosen[purpose] = port if reusable and port is not None else _free_port(held)
    return chosen


def port_taken(purpose: str, port: int) -> EmbeddedServerError:
    """The error for a port that another process has."""
    owner = listening_process(port)
    return EmbeddedServerError(
        f"Port {port} of {LOOPBACK}, wanted for {purpose}, is taken{f' by {owner}' if owner else ''}.",
        hint=f"Choose another with --{purpose}-port PORT, or leave the option out for a free one.",
    )


def listening_process(port: int) -> str:
    """Name and number of the process that listens on that port; empty when that cannot be told."""
    with contextlib.suppress(psutil.Error, OSError):
        for connection in psutil.net_connections("tcp"):
            if connection.status == psutil.CONN_LISTEN and connection.laddr.port == port and connection.pid:
                return f"{psutil.Process(connection.pid).name()} (process {connection.pid})"
    return ""


def _check_wanted(purpose: str, port: int, chosen: dict[str, int]) -> None:
    if not 1 <= port <= 65535:
        raise EmbeddedServerError(f"--{purpose}-port must be between 1 and 65535, not {port}.")
    for other, same in chosen.items():
        if same == port:
            raise EmbeddedServerError(f"Port {port} is wanted for both {other} and {purpose}.")
    if not is_free(port):
        raise port_taken(purpose, port)


def _free_port(held: contextlib.ExitStack) -> int:
    probe = held.enter_context(socket.socket())
    probe.bind((LOOPBACK, 0))
    port: int = probe.getsockname()[1]
    return port
