"""Is it there yet? Questions to a server on loopback, answered without a driver."""

from __future__ import annotations

import http.client
import socket
from pathlib import Path

from motif.embedded.failures import tail
from motif.embedded.ports import LOOPBACK

_BOLT_HANDSHAKE = b"\x60\x60\xb0\x17" + bytes((0, 4, 4, 5, 0, 0, 0, 5, 0, 0, 4, 4, 0, 0, 0, 0))
"""The preamble and four proposals: 5.4 to 5.0, 5.0, 4.4, none."""

_TIMEOUT = 2.0


def neo4j_answers(console_log: Path, bolt_port: int, http_port: int) -> bool:
    """True once queries can be run.

    The Bolt handshake alone succeeds two to three seconds before the databases are open, so Neo4j's own word
    ("Started.") is needed first, then the handshake and the discovery document.
    """
    return "Started.\n" in tail(console_log) and bolt_answers(bolt_port) and http_answers(http_port, "/")


def bolt_answers(port: int) -> bool:
    """True when a Bolt server takes one of the protocol versions proposed."""
    try:
        with socket.create_connection((LOOPBACK, port), _TIMEOUT) as connection:
            connection.settimeout(_TIMEOUT)
            connection.sendall(_BOLT_HANDSHAKE)
            answer = connection.recv(4)
    except OSError:
        return False
    return len(answer) == 4 and answer != bytes(4)


def http_answers(port: int, path: str) -> bool:
    """True when a GET of that path is answered with 200."""
    connection = http.client.HTTPConnection(LOOPBACK, port, timeout=_TIMEOUT)
    try:
        connection.request("GET", path, headers={"Accept": "application/json"})
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
