"""Every error that Motif raises, as one tree.

::

    MotifError
    ├── InvalidInput            (ValueError)   an argument cannot be used
    │   ├── InvalidPattern                     a pattern's triple cannot be read
    │   ├── InvalidConfiguration               a key is unknown or its value has the wrong type
    │   ├── NoEntityFound                      a question or claim names nothing of the graph
    │   └── InvalidSource                      a file to load is malformed or missing
    ├── GraphNotFound           (LookupError)  no projection of that name
    ├── GraphExists                            a projection of that name is there already
    ├── NotOwner                               only the login that made a projection may do that
    ├── RefreshedMeanwhile                     what was computed is of data that has been read again since
    ├── CatalogLocked                          ``catalog.locked`` forbids changing projections
    ├── SnapshotCorrupt                        a projection's files do not match their checksums
    ├── StorageFailed           (OSError)      a file of Motif's own cannot be written: the disk is full, or forbids it
    ├── NotEnoughMemory                        a projection needs more memory than is free; nothing was begun
    ├── MissingVectors                         the projection has no vectors, or of another model
    ├── MissingDependency       (ImportError)  an optional package is not installed
    ├── DatabaseUnavailable     (OSError)      Neo4j cannot be reached or refuses the login
    ├── QueryFailed                            Neo4j refused a statement
    │   ├── ReadOnly                           the login, or the database, may only be read
    │   └── PluginMissing                      the database has no Motif plugin, and this needs it
    ├── ServiceUnavailable      (OSError)      the Motif service cannot be reached
    │   ├── ServiceBusy                        it has too much to do: call again in ``retry_after`` seconds
    │   └── ServiceStopping                    it is being stopped, and has not begun the call
    ├── VersionMismatch                        plugin and service do not speak the same protocol
    ├── Unauthorized                           the service's token is missing or wrong
    ├── AnotherService                         the request was signed for a service that this one is not
    ├── FollowsAnother                         the service, or the folder, follows another one, which is to be asked
    ├── DeadlineExceeded        (TimeoutError) cut at the deadline, and ``on_timeout="fail"``
    ├── Cancelled                              the caller stopped waiting
    ├── ModelFailed                            a language model cannot be reached, refused or answered nonsense
    │   └── UnreadableAnswer                   it answered, and no answer could be read
    ├── JobFailed                              a job ended early; it resumes where it stopped
    └── EmbeddedServerError                    the embedded Neo4j cannot be resolved, started or stopped

Each carries a stable ``code``, a message that says what was given and what is needed, and a
``hint``: the next command. Over HTTP they travel as ``{"code", "message", "hint"}``; in Cypher
message and hint stand unchanged in the error of the call. What several doors say of one fault is worded
once, in `motif.faults`.
"""

from __future__ import annotations

from typing import ClassVar


class MotifError(Exception):
    """Base of all errors of this package.

    Parameters
    ----------
    message
        What was given and what is needed, one or two sentences.
    hint
        What to do next, usually a command; may be empty.
    """

    code: ClassVar[str] = "motif_error"

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message} {self.hint}".rstrip()

    def as_dict(self) -> dict[str, str]:
        """The error as it travels over HTTP."""
        return {"code": self.code, "message": self.message, "hint": self.hint}


class InvalidInput(MotifError, ValueError):
    code = "invalid_input"


class InvalidPattern(InvalidInput):
    code = "invalid_pattern"


class InvalidConfiguration(InvalidInput):
    code = "invalid_configuration"


class NoEntityFound(InvalidInput):
    code = "no_entity_found"


class InvalidSource(InvalidInput):
    code = "invalid_source"


class GraphNotFound(MotifError, LookupError):
    code = "graph_not_found"


class GraphExists(MotifError):
    code = "graph_exists"


class NotOwner(MotifError):
    code = "not_owner"


class RefreshedMeanwhile(MotifError):
    code = "refreshed_meanwhile"


class CatalogLocked(MotifError):
    code = "catalog_locked"


class SnapshotCorrupt(MotifError):
    code = "snapshot_corrupt"


class StorageFailed(MotifError, OSError):
    code = "storage_failed"


class NotEnoughMemory(MotifError):
    code = "not_enough_memory"


class MissingVectors(MotifError):
    code = "missing_vectors"


class MissingDependency(MotifError, ImportError):
    code = "missing_dependency"


class DatabaseUnavailable(MotifError, OSError):
    code = "database_unavailable"


class QueryFailed(MotifError):
    code = "query_failed"


class ReadOnly(QueryFailed):
    code = "read_only"


class PluginMissing(QueryFailed):
    code = "plugin_missing"


class ServiceUnavailable(MotifError, OSError):
    code = "service_unavailable"


class ServiceBusy(ServiceUnavailable):
    """Too many calls wait already.

    Parameters
    ----------
    retry_after
        Whole seconds after which to call again, as calls lately took.
    """

    code = "service_busy"

    def __init__(self, message: str, *, hint: str = "", retry_after: int = 1) -> None:
        super().__init__(message, hint=hint)
        self.retry_after = retry_after


class ServiceStopping(ServiceUnavailable):
    code = "service_stopping"


class VersionMismatch(MotifError):
    code = "version_mismatch"


class Unauthorized(MotifError):
    code = "unauthorized"


class AnotherService(MotifError):
    code = "another_service"


class FollowsAnother(MotifError):
    code = "follows_another"


class DeadlineExceeded(MotifError, TimeoutError):
    code = "deadline_exceeded"


class Cancelled(MotifError):
    code = "cancelled"


class ModelFailed(MotifError):
    code = "model_failed"


class UnreadableAnswer(ModelFailed):
    code = "unreadable_answer"


class JobFailed(MotifError):
    code = "job_failed"


class EmbeddedServerError(MotifError):
    code = "embedded_server"


def error_from_dict(payload: dict[str, str]) -> MotifError:
    """The error that `MotifError.as_dict` described; an unknown code gives a plain `MotifError`."""
    for error in _descendants(MotifError):
        if error.code == payload.get("code"):
            return error(payload.get("message", ""), hint=payload.get("hint", ""))
    return MotifError(payload.get("message", ""), hint=payload.get("hint", ""))


def _descendants(root: type[MotifError]) -> list[type[MotifError]]:
    found = []
    for child in root.__subclasses__():
        found.append(child)
        found.extend(_descendants(child))
    return found
