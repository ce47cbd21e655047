"""What the service and a worker process say to each other about one call, over a pipe that only they have."""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

Target = Literal["session", "refreshes"]
"""What a worker has done in the service: statements in the caller's transaction, and looks at the refreshes."""


@dataclass(frozen=True, slots=True)
class Asked:
    """To a worker: a call to answer.

    Attributes
    ----------
    path
        Of the procedure, below ``/v1/``.
    payload
        The request, decoded.
    seconds
        Until its deadline; None for none.
    session
        The server's version where statements may run in the caller's transaction; None where not.
    """

    path: str
    payload: Mapping[str, Any]
    seconds: float | None
    session: str | None


@dataclass(frozen=True, slots=True)
class Stop:
    """To a worker: the call it works on is cancelled."""


@dataclass(frozen=True, slots=True)
class Done:
    """To a worker: what came of a `Do`."""

    value: Any = None
    error: BaseException | None = None


@dataclass(frozen=True, slots=True)
class Forget:
    """To a worker: a graph was dropped; what is held of it is let go, also while a call is answered."""

    database: str
    name: str


@dataclass(frozen=True, slots=True)
class Ready:
    """From a worker: it can be asked."""


@dataclass(frozen=True, slots=True)
class Do:
    """From a worker: something that only the service can do, while the worker waits."""

    target: Target
    name: str
    given: tuple[Any, ...] = ()
    named: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Part:
    """From a worker: a piece of the answer."""

    content: bytes


@dataclass(frozen=True, slots=True)
class Ended:
    """From a worker: the call is over, well or with an error; ``ending`` is what its last line says besides."""

    error: BaseException | None
    ending: Mapping[str, Any]


FromWorker: TypeAlias = Ready | Do | Part | Ended
ToWorker: TypeAlias = Asked | Stop | Done | Forget


def sendable(error: BaseException) -> BaseException:
    """``error``, or where it cannot be sent one that names its kind.

    >>> sendable(ValueError("not a number"))
    ValueError('not a number')
    """
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(f"{type(error).__name__} in a worker of the service; the log says more.")
    return error
