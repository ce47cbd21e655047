"""The driver's errors in our words."""

from __future__ import annotations

from neo4j import exceptions

from motif.errors import DatabaseUnavailable, DeadlineExceeded, InvalidInput, MotifError, QueryFailed


def translated(error: Exception, address: str, database: str | None) -> MotifError:
    """What the driver's ``error`` is in Motif's tree of errors; not raised.

    Parameters
    ----------
    address, database
        What the message names; empty or None where not known.

    >>> translated(exceptions.ServiceUnavailable("no route"), "bolt://db:7687", None).message
    'Neo4j at bolt://db:7687 cannot be reached: no route.'
    """
    code, message = getattr(error, "code", None) or "", getattr(error, "message", None) or str(error)
    where = f" at {address}" if address else ""
    if isinstance(error, exceptions.AuthError) or code.startswith("Neo.ClientError.Security.Unauthorized"):
        return DatabaseUnavailable(
            f"Neo4j{where} refused the login: {message}", hint="Check NEO4J_USERNAME and NEO4J_PASSWORD."
        )
    if code == "Neo.ClientError.Database.DatabaseNotFound":
        return DatabaseUnavailable(
            f"Neo4j{where} has no database named '{database}'.", hint="SHOW DATABASES lists them."
        )
    if isinstance(
        error, (exceptions.ServiceUnavailable, exceptions.SessionExpired, exceptions.ConfigurationError)
    ):
        return DatabaseUnavailable(
            f"Neo4j{where} cannot be reached: {message}.",
            hint="Is it running? Check NEO4J_URI, or run: motif start",
        )
    if code.startswith("Neo.ClientError.Transaction.TransactionTimedOut"):
        return DeadlineExceeded(f"Neo4j ended the statement at its timeout: {message}")
    return QueryFailed(f"Neo4j refused a statement: {message}", hint=f"({code})" if code else "")


def no_address(uri: str, why: str) -> InvalidInput:
    """That ``uri`` is no address of a Neo4j, as an error; not raised."""
    return InvalidInput(
        f"{uri!r} is no address of a Neo4j: {why}.", hint="It looks like bolt://localhost:7687."
    )


def is_transient(error: BaseException | None) -> bool:
    """Whether the same statement may pass when it is sent again."""
    return isinstance(error, exceptions.TransientError) and error.is_retryable()
