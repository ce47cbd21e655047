"""Faults that several doors tell, each worded once: what is the matter, and what to run.

Cypher, Python, the command line, HTTP and every adapter give these sentences as they stand here. The plugin says those
of the service itself, in Java; ``tests/contract/faults/`` holds the sentences, and tests of both sides read them.
"""

from __future__ import annotations

import shlex

from motif.errors import (
    GraphExists,
    GraphNotFound,
    MissingVectors,
    NotOwner,
    PluginMissing,
    ReadOnly,
    ServiceUnavailable,
    Unauthorized,
    VersionMismatch,
)

INSTALL_PLUGIN = "motif plugin install /path/to/neo4j-home, then restart Neo4j"
SAME_TOKEN = (
    "Point service.token_file in conf/motif.conf and MOTIF_SERVICE_TOKEN_FILE at the same file, "
    "then restart the service: motif serve"
)


def service_unreachable(url: str, reason: str) -> ServiceUnavailable:
    """The error for a service that does not answer.

    >>> print(service_unreachable("http://127.0.0.1:7690", "connection refused").message)
    The Motif service at http://127.0.0.1:7690 cannot be reached (connection refused).
    """
    return ServiceUnavailable(
        f"The Motif service at {url} cannot be reached ({reason}).",
        hint="Start it: motif serve. The plugin looks for it at service.url in conf/motif.conf.",
    )


def tokens_differ(url: str = "") -> Unauthorized:
    """The error for a service and a caller that do not share one secret; ``url`` is the service's, where known."""
    where = f" at {url}" if url else ""
    return Unauthorized(f"The Motif service{where} and its caller have different tokens.", hint=SAME_TOKEN)


def protocols_differ(caller: str, protocol: object, service_protocol: object) -> VersionMismatch:
    """The error for a ``caller`` ("plugin", "package") and a service that speak different protocols."""
    return VersionMismatch(
        f"The {caller} speaks protocol {protocol}, the Motif service {service_protocol}.",
        hint=f"Install both of one version: {INSTALL_PLUGIN}; then restart the service: motif serve",
    )


def plugin_missing(procedure: str = "motif.*") -> PluginMissing:
    """The error for a database without the plugin, where ``procedure`` was to be called."""
    return PluginMissing(
        f"This database has no Motif plugin, so that {procedure} cannot be called.",
        hint=f"Install it: {INSTALL_PLUGIN}. On Aura, which takes no plugins, use Python or the command line.",
    )


def read_only(reason: str) -> ReadOnly:
    """The error for a write that the login or the database does not allow; ``reason`` is Neo4j's."""
    return ReadOnly(
        f"Nothing may be written with this login or to this database: {reason}.",
        hint="Use a login that may write, or leave out write=True, .write or --write: Motif then keeps it to itself.",
    )


def graph_not_found(name: str, nearest: str | None = None) -> GraphNotFound:
    """The error for a projection that is not there; ``nearest`` is one that is called alike.

    It may be called the same: another has made it meanwhile.
    """
    meant = f" Did you mean '{nearest}'?" if nearest and nearest != name else ""
    short = name[:100]
    call = f"CALL motif.graph.project({_quoted(short)}, '*', '*')"
    return GraphNotFound(
        f"No projection named '{short}'.{meant}",
        hint=f"Create it: {_doors(f'db.project({short!r})', call, f'motif project {shlex.quote(short)}')}",
    )


def not_owner(name: str) -> NotOwner:
    """The error for a change to a projection that belongs to another login."""
    return NotOwner(
        f"The projection '{name[:100]}' belongs to another login, which alone may refresh, change or drop it.",
        hint="Project the graph under a name of your own: what you may see of the database may differ.",
    )


def name_taken(name: str) -> GraphExists:
    """The error for a name that a projection has already."""
    call = f"CALL motif.graph.drop({_quoted(name)}) or motif.graph.refresh"
    shell = f"motif project --replace {shlex.quote(name)}"
    return GraphExists(
        f"There is a projection named '{name}' already.",
        hint=f"Drop it or read it again: {_doors('kg.drop(), kg.refresh() or exist_ok=True', call, shell)}",
    )


def no_vectors(name: str, what: str = "nodes", why: str = "") -> MissingVectors:
    """The error for a projection whose ``what`` have no vectors, where texts are compared by meaning.

    >>> print(no_vectors("films", why="left out: 1 of 2 nodes have theirs").message)
    The nodes of 'films' have no vectors (left out: 1 of 2 nodes have theirs).
    """
    reason = f" ({why})" if why else ""
    return MissingVectors(
        f"The {what} of '{name}' have no vectors{reason}.", hint=f"Make them: {how_to_embed(name)}"
    )


def no_triple_vectors(name: str) -> MissingVectors:
    """The error for a projection whose relationships have no vectors, which tracing compares."""
    call = f"CALL motif.embed.triple.mutate({_quoted(name)})"
    return MissingVectors(
        f"The relationships of '{name}' have no vectors of their triples, which tracing compares.",
        hint=f"Make them: {_doors('kg.embed_triples()', call, f'motif embed --triples {shlex.quote(name)}')}",
    )


def no_dominance(name: str) -> MissingVectors:
    """The error for a projection without a dominance embedding."""
    call = f"CALL motif.embed.dominance.mutate({_quoted(name)})"
    return MissingVectors(
        f"The projection '{name}' has no dominance embedding.",
        hint=f"Make it: {_doors('kg.embed_dominance()', call, f'motif embed --dominance {shlex.quote(name)}')}",
    )


def no_trussness(name: str) -> MissingVectors:
    """The error for a projection whose relationships' trussness was not computed."""
    call = f"CALL motif.truss.mutate({_quoted(name)})"
    return MissingVectors(
        f"The trussness of the relationships of '{name}' was not computed.",
        hint=f"Compute it: {_doors('kg.truss()', call, f'motif truss {shlex.quote(name)}')}",
    )


def how_to_embed(name: str) -> str:
    """What makes the vectors of a projection's texts, at each door.

    >>> print(how_to_embed("films"))
    kg.embed() in Python, CALL motif.embed.text.mutate('films') in Cypher, motif embed films in a shell.
    """
    call = f"CALL motif.embed.text.mutate({_quoted(name)})"
    return _doors("kg.embed()", call, f"motif embed {shlex.quote(name)}")


def _doors(python: str, cypher: str, shell: str) -> str:
    return f"{python} in Python, {cypher} in Cypher, {shell} in a shell."


def _quoted(name: str) -> str:
    """A text as Cypher has it between quotes."""
    escaped = name.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"
