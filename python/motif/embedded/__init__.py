"""The embedded Neo4j: resolve it, configure it, start it, stop it, find it again.

A server runs under a supervisor of its own that outlives the process which called `start`, and which watches
the Motif service. Everything it needs lies in one home folder; it listens on loopback only.
"""

from motif.embedded.artifacts import resolve_neo4j
from motif.embedded.bulk_import import ImportFiles, ImportReport, bulk_import
from motif.embedded.dumps import load_dump
from motif.embedded.java import find_java
from motif.embedded.options import ServerState, StartOptions
from motif.embedded.resolution import default_server, running_server
from motif.embedded.server import last_state, servers, start, status, stop
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
