"""What a procedure is to the service: a function, its arguments and keys, and where it runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from motif.graphs.frames import Frame
from motif.service.calls import Call
from motif.service.keys import Key
from motif.service.state import Service

Row: TypeAlias = dict[str, Any]
Lane = Literal["quick", "retrieval", "job"]


@dataclass(frozen=True, slots=True)
class Procedure:
    """One ``CALL motif.*``.

    Attributes
    ----------
    answer
        From the service and the call to the rows.
    arguments
        The names of its signature.
    keys
        What its configuration map may hold.
    lane
        Which threads it takes: a long job never keeps a retrieval waiting, nor a retrieval a quick answer.
    packed
        The same answer as frames, for callers that accept them.
    asks
        Whether it may have statements run in the caller's transaction while it answers.
    """

    answer: Callable[[Service, Call], Iterable[Row]]
    arguments: tuple[str, ...] = ()
    keys: Mapping[str, Key] | None = None
    lane: Lane = "quick"
    packed: Callable[[Service, Call], Iterator[bytes]] | None = None
    asks: bool = False


def procedure_name(path: str) -> str:
    """The name in Cypher of what stands at a path below ``/v1/``.

    >>> procedure_name("graph/list")
    'motif.graph.list'
    """
    return "motif." + path.replace("/", ".")


@dataclass(frozen=True, slots=True)
class Intake:
    """A procedure that reads frames: from the service, the call, its frames and the plan to the rows."""

    answer: Callable[[Service, Call, Iterator[Frame], dict[str, Any]], Iterable[Row]]
    arguments: tuple[str, ...]
    keys: Mapping[str, Key]
