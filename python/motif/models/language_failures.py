"""What went wrong with a call of a language model: whether to try again, when, and how to say it.

Providers raise classes of their own. They are told apart by HTTP status, by LangChain's ``is_retryable`` and by the
words of their class names, so that no provider is imported here.
"""

from __future__ import annotations

import json
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
_UNREACHED = re.compile("connect", re.IGNORECASE)
_REFUSAL_NAME = re.compile("refus|contentfilter|contentpolicy", re.IGNORECASE)
_SECRET = re.compile(r"\b(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{20,}")
_PAGE = re.compile(r"\s*<(!doctype|html|head|body)\b", re.IGNORECASE)
_UNREAD = re.compile(r"<(style|script|head)\b.*?</\1>|<[^>]*>", re.IGNORECASE | re.DOTALL)
_MISREAD = (AttributeError, TypeError, KeyError, IndexError, json.JSONDecodeError)
"""What a provider's package raises of itself where what came back is not what its protocol says: a web page, an
answer that was cut off, an error in a form of its own."""
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
    message = _SECRET.sub("…", " ".join(_message(error).split()))
    if len(message) > _CHARACTERS:
        message = f"{message[:_CHARACTERS]}…"
    title = type(error).__name__ if status is None else f"{type(error).__name__} ({status})"
    return f"{title}: {message}" if message else title


def is_misread(error: BaseException) -> bool:
    """Whether something answered, but not as a model's server does.

    >>> is_misread(AttributeError("'str' object has no attribute 'choices'")), is_misread(TimeoutError())
    (True, False)
    """
    return status_of(error) is None and isinstance(error, _MISREAD)


def remedy_for(error: BaseException) -> str:
    """What a person does about ``error``, in a sentence.

    >>> remedy_for(ConnectionRefusedError())
    'Start the server of the model, or mend its address (of an OpenAI-compatible one: OPENAI_BASE_URL).'
    """
    status = status_of(error)
    if status in (401, 403):
        return "Set the provider's key in its own environment variable (OPENAI_API_KEY, …): the one given is refused."
    if status == 404:
        return (
            "Check the model's name in MOTIF_MODEL, and its address (OPENAI_BASE_URL): it often ends in /v1."
        )
    if status == 429:
        return "Wait, or raise the limits of the account at the provider."
    if is_misread(error):
        return "Check that its address (OPENAI_BASE_URL) is the API's, often ending in /v1, and not a web page's."
    if status is None and (isinstance(error, ConnectionError) or _is_called(error, _UNREACHED)):
        return "Start the server of the model, or mend its address (of an OpenAI-compatible one: OPENAI_BASE_URL)."
    return "Its key, its network and its limits are its own: try it without Motif first."


def _message(error: BaseException) -> str:
    """What the server said, without the wrapping of the provider's package; of a web page its words."""
    body = getattr(error, "body", None)
    if isinstance(body, Mapping):
        inner = body.get("error")
        told = (inner if isinstance(inner, Mapping) else body).get("message")
        if isinstance(told, str) and told:
            return told
    message = str(error)
    return _UNREAD.sub(" ", message) if _PAGE.match(message) else message


def _as_status(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and 100 <= value < 600 else None


def _is_called(error: BaseException, names: re.Pattern[str]) -> bool:
    return any(names.search(kind.__name__) for kind in _own_kinds(error))


def _own_kinds(error: BaseException) -> Iterator[type[BaseException]]:
    """The classes of ``error`` that are not built in."""
    return (kind for kind in type(error).__mro__ if kind.__module__ != "builtins")
