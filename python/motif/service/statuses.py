"""Errors as HTTP answers."""

from __future__ import annotations

import difflib
import errno
from collections.abc import Iterable, Mapping
from typing import Any

from starlette.responses import Response

from motif.errors import (
    AnotherService,
    Cancelled,
    CatalogLocked,
    DeadlineExceeded,
    FollowsAnother,
    GraphExists,
    GraphNotFound,
    InvalidInput,
    MissingDependency,
    MissingVectors,
    ModelFailed,
    MotifError,
    NotEnoughMemory,
    NotOwner,
    RefreshedMeanwhile,
    ServiceBusy,
    ServiceUnavailable,
    Unauthorized,
)
from motif.graphs.projection import EMPTY
from motif.service.streaming import encode_line

_STATUSES: tuple[tuple[type[MotifError], int], ...] = (
    (InvalidInput, 400),
    (Unauthorized, 401),
    (AnotherService, 421),
    (FollowsAnother, 421),
    (NotOwner, 403),
    (GraphNotFound, 404),
    (GraphExists, 409),
    (CatalogLocked, 409),
    (RefreshedMeanwhile, 409),
    (MissingVectors, 422),
    (MissingDependency, 422),
    (NotEnoughMemory, 422),
    (Cancelled, 499),
    (ModelFailed, 502),
    (ServiceUnavailable, 503),
    (DeadlineExceeded, 504),
)


class UnknownPath(MotifError):
    """No procedure answers there."""

    code = "unknown_path"


class BodyTooLarge(MotifError):
    """The request is larger than the service reads."""

    code = "body_too_large"


def status_of(error: BaseException) -> int:
    """The HTTP status that tells ``error``."""
    if isinstance(error, UnknownPath):
        return 404
    if isinstance(error, BodyTooLarge):
        return 413
    if is_memory_gone(error):
        return 503
    return next((status for kind, status in _STATUSES if isinstance(error, kind)), 500)


def is_memory_gone(error: BaseException) -> bool:
    """Whether the system gave no memory: for an array, a map of a file, or a thread's stack."""
    if isinstance(error, OSError):
        return error.errno == errno.ENOMEM
    no_thread = isinstance(error, RuntimeError) and "start new thread" in str(error)
    return isinstance(error, MemoryError) or no_thread


def describe(error: BaseException) -> dict[str, str]:
    """``{code, message, hint}`` of ``error``; a fault of ours only by its type, for its words may quote."""
    if isinstance(error, MotifError):
        return error.as_dict()
    if is_memory_gone(error):
        return {
            "code": "out_of_memory",
            "message": "The service has no memory left for this call.",
            "hint": "Ask for less, or have whoever runs the service give it more: the machine's or the container's, "
            "MOTIF_MEMORY_LIMIT for what it keeps of graphs, MOTIF_SERVICE_PROCESSES for fewer processes.",
        }
    return {
        "code": "internal",
        "message": f"The service met a fault of its own ({type(error).__name__}).",
        "hint": "The service's log says where; please report it.",
    }


def error_response(error: BaseException, ending: Mapping[str, Any] = EMPTY) -> Response:
    """The answer for an error before the first row; ``ending`` is what it says beside."""
    return Response(
        encode_line({"error": {**describe(error), **ending}}),
        status_of(error),
        headers=_headers(error),
        media_type="application/json",
    )


def _headers(error: BaseException) -> dict[str, str] | None:
    if isinstance(error, Unauthorized):
        return {"WWW-Authenticate": "Bearer"}
    return {"Retry-After": str(error.retry_after)} if isinstance(error, ServiceBusy) else None


def unknown_path(method: str, path: str, known: Iterable[str]) -> UnknownPath:
    """The error for a path that is not there, or is there for another method."""
    if path in known:
        return UnknownPath(
            f"{path} does not answer {method}.", hint="Procedures answer POST; /health and /metrics GET."
        )
    near = difflib.get_close_matches(path, list(known), n=1)
    hint = f"Did you mean {near[0]}?" if near else "POST /v1/help lists the procedures."
    return UnknownPath(f"Nothing answers at {path}.", hint=hint)
