"""The driver's errors in our words."""

from __future__ import annotations

import re

from neo4j import exceptions

from motif.errors import DatabaseUnavailable, DeadlineExceeded, InvalidInput, MotifError, QueryFailed
from motif.faults import plugin_missing, read_only

_UNREACHABLE = (exceptions.ServiceUnavailable, exceptions.SessionExpired, exceptions.ConfigurationError)
_MAY_NOT_WRITE = (
    "Neo.ClientError.Statement.AccessMode",
    "Neo.ClientError.General.WriteOnReadOnlyAccessDatabase",
)
_LOGIN_REFUSED = tuple(
    f"Neo.ClientError.Security.{kind}"
    for kind in ("Unauthorized", "AuthenticationRateLimit", "CredentialsExpired", "TokenExpired")
)
_FORBIDDEN = "Neo.ClientError.Security.Forbidden"
_NO_PROCEDURE = re.compile(r"There is no procedure with the name `(motif\.[\w.]+)`")
_NO_FUNCTION = re.compile(r"Unknown function '(motif\.[\w.]+)'")
_OF_PLUGIN = re.compile(
    r"Failed to invoke procedure `motif\.[\w.]+`: Caused by: motif\.MotifException: (.+)", re.S
)
"""What Neo4j wraps around the plugin's own words."""

_LOGIN_IN_ADDRESS = re.compile(r"(?<=://)\S*@")


def translated(error: Exception, address: str, database: str | None) -> MotifError:
    """What the driver's ``error`` is in Motif's tree of errors; not raised.

    Parameters
    ----------
    address, database
        What the message names; empty or None where not known.

    >>> translated(exceptions.ServiceUnavailable("no route"), "bolt://db:7687", None).message
    'Neo4j at bolt://db:7687 cannot be reached: no route.'
    """
    if type(error) is exceptions.DriverError and str(error) == "Driver closed":
        return DatabaseUnavailable(
            "The connection to Neo4j is closed.", hint="Connect again: motif.connect()"
        )
    code, message = getattr(error, "code", None) or "", getattr(error, "message", None) or str(error)
    where = f" at {without_login(address)}" if address else ""
    if isinstance(error, exceptions.AuthError) or code in _LOGIN_REFUSED:
        return login_refused(where, message)
    if code == "Neo.ClientError.Database.DatabaseNotFound":
        return DatabaseUnavailable(
            f"Neo4j{where} has no database named '{database}'.", hint="SHOW DATABASES lists them."
        )
    if "system database supports" in message and (database or "").lower() == "system":
        return DatabaseUnavailable(
            "The database 'system' holds users and databases, and no graph.",
            hint="Name another one: database=, NEO4J_DATABASE; SHOW DATABASES lists them.",
        )
    if isinstance(error, _UNREACHABLE):
        reason = " ".join(message.split()).rstrip(".")
        return DatabaseUnavailable(
            f"Neo4j{where} cannot be reached: {reason}.",
            hint="Is it running? Check NEO4J_URI, or run: motif start",
        )
    if code.startswith("Neo.ClientError.Transaction.TransactionTimedOut"):
        return DeadlineExceeded(f"Neo4j ended the statement at its timeout: {message}")
    if code in _MAY_NOT_WRITE or (code == _FORBIDDEN and "not allowed" in message):
        return read_only(message.rstrip("."))
    if missing := _NO_PROCEDURE.search(message) or _NO_FUNCTION.search(message):
        return plugin_missing(missing[1])
    if said := _OF_PLUGIN.match(message):
        return QueryFailed(said[1])
    return QueryFailed(f"Neo4j refused a statement: {message}", hint=f"({code})" if code else "")


def login_refused(where: str, message: str) -> DatabaseUnavailable:
    """That Neo4j ``where`` (" at bolt://…", or nothing) does not let this login in, as an error; not raised."""
    if "missing key" in message:
        return DatabaseUnavailable(
            f"Neo4j{where} wants a login, and none was given.",
            hint="Set NEO4J_USERNAME and NEO4J_PASSWORD.",
        )
    return DatabaseUnavailable(
        f"Neo4j{where} refused the login: {message.rstrip('.')}.",
        hint="Check NEO4J_USERNAME and NEO4J_PASSWORD; after three wrong passwords, wait five seconds.",
    )


def without_login(address: str) -> str:
    """An address without the user and password that somebody wrote into it.

    >>> without_login("bolt://neo4j:secret@db:7687"), without_login("bolt://db:7687")
    ('bolt://…@db:7687', 'bolt://db:7687')
    """
    return _LOGIN_IN_ADDRESS.sub("…@", address)


def no_address(uri: str, why: str) -> InvalidInput:
    """That ``uri`` is no address of a Neo4j, as an error; not raised."""
    return InvalidInput(
        f"{without_login(uri)!r} is no address of a Neo4j: {without_login(why)}.",
        hint="It looks like bolt://localhost:7687; the login goes into NEO4J_USERNAME and NEO4J_PASSWORD.",
    )


def is_transient(error: BaseException | None) -> bool:
    """Whether the same statement may pass when it is sent again."""
    return isinstance(error, exceptions.TransientError) and error.is_retryable()
