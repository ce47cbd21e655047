"""The embedded Neo4j: resolve it, configure it, start it, stop it, find it again.

A server runs under a supervisor of its own that outlives the process which called `start`, and which watches
the Motif service. Everything it needs lies in one home folder; it listens on loopback only.
"""

from typing import TYPE_CHECKING

from motif.first_use import on_first_use

if TYPE_CHECKING:
    from motif.embedded.artifacts import resolve_neo4j
    from motif.embedded.dumps import load_dump
    from motif.embedded.found import last_state, servers, status
    from motif.embedded.importing import ImportFiles, ImportReport, bulk_import
    from motif.embedded.java import find_java
    from motif.embedded.options import ServerState, StartOptions
    from motif.embedded.resolution import default_server, running_server
    from motif.embedded.server import start, stop
    from motif.embedded.versions import DEFAULT_VERSION, PINNED

__all__ = [
    "DEFAULT_VERSION",
    "PINNED",
    "ImportFiles",
    "ImportReport",
    "ServerState",
    "StartOptions",
    "bulk_import",
    "default_server",
    "find_java",
    "last_state",
    "load_dump",
    "resolve_neo4j",
    "running_server",
    "servers",
    "start",
    "status",
    "stop",
]

_HOMES = {
    "DEFAULT_VERSION": "versions",
    "PINNED": "versions",
    "ImportFiles": "importing",
    "ImportReport": "importing",
    "ServerState": "options",
    "StartOptions": "options",
    "bulk_import": "importing",
    "default_server": "resolution",
    "find_java": "java",
    "last_state": "found",
    "load_dump": "dumps",
    "resolve_neo4j": "artifacts",
    "running_server": "resolution",
    "servers": "found",
    "start": "server",
    "status": "found",
    "stop": "server",
}

__getattr__ = on_first_use(__name__, _HOMES)
