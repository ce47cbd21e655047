"""What went wrong with a call of a language model: whether to try again, when, and how to say it.

Providers raise classes of their own. They are told apart by HTTP status, by LangChain's ``is_retryable`` and by the
words of their class names, so that no provider is imported here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

_TEMPORARY_STATUSES = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 529})
_TEMPORARY_NAMES = re.compile(
    "ratelimit|toomanyrequests|throttl|resourceexhausted|quota|timeout|timedout|deadlineexceeded|connect|"
    "serviceunavailable|overloaded|internalserver|badgateway|transporterror|networkerror|protocolerror|readerror|"
    "writeerror",
    re.IGNORECASE,
)
_REFUSAL_NAME = re.compile("refus|contentfilter|contentpolicy", re.IGNORECASE)
_SECRET = re.compile(r"\b(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{20,}")
_CHARACTERS = 200


def is_temporary(error: BaseException) -> bool:
    """Whether the same call may succeed later: a rate limit, a timeout, a lost connection, a server in trouble.

    >>> is_temporary(ConnectionResetError()), is_temporary(ValueError("no such model"))
    (True, False)
    """
    retryable = getattr(error, "is_retryable", None)
    if isinstance(retryable, bool) and retryable:
        return True
    status = status_of(error)
    if status is not None:
        return status in _TEMPORARY_STATUSES
    return isinstance(error, (TimeoutError, ConnectionError)) or _is_called(error, _TEMPORARY_NAMES)


def is_refusal(error: BaseException) -> bool:
    """Whether the provider says that its model would not answer."""
    return _is_called(error, _REFUSAL_NAME)


def status_of(error: BaseException) -> int | None:
    """The HTTP status that ``error`` carries in one of the usual places; None without one."""
    response = getattr(error, "response", None)
    if isinstance(response, Mapping):
        response = response.get("ResponseMetadata") or {}
        return _as_status(response.get("HTTPStatusCode"))
    places = (error, "status_code"), (error, "http_status"), (response, "status_code"), (error, "code")
    return next((found for owner, name in places if (found := _as_status(getattr(owner, name, None)))), None)


def seconds_asked_for(error: BaseException) -> float | None:
    """What the answer's ``Retry-After`` says, in seconds; None without one that is a number."""
    headers: Any = getattr(getattr(error, "response", None), "headers", None)
    if not hasattr(headers, "get"):
        return None
    try:
        seconds = float(headers.get("retry-after"))
    except (TypeError, ValueError):
        return None
    return seconds if 0 <= seconds < float("inf") else None


def described(error: BaseException) -> str:
    """``error`` in a line: its class, its status, the beginning of its message without what may be a key.

    >>> described(ValueError("Incorrect API key provided: sk-proj-abc123def456ghi789jkl. Find yours elsewhere."))
    'ValueError: Incorrect API key provided: …. Find yours elsewhere.'
    """
    status = status_of(error)
    message = _SECRET.sub("…", " ".join(str(error).split()))
    if len(message) > _CHARACTERS:
        message = f"{message[:_CHARACTERS]}…"
    title = type(error).__name__ if status is None else f"{type(error).__name__} ({status})"
    return f"{title}: {message}" if message else title


def _as_status(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and 100 <= value < 600 else None


def _is_called(error: BaseException, names: re.Pattern[str]) -> bool:
    return any(names.search(kind.__name__) for kind in _own_kinds(error))


def _own_kinds(error: BaseException) -> Iterator[type[BaseException]]:
    """The classes of ``error`` that are not built in."""
    return (kind for kind in type(error).__mro__ if kind.__module__ != "builtins")
