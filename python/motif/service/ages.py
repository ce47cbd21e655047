"""How old the service's answers are, and projections that refresh themselves through the plugin."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any

from motif.catalog.refreshing import problem_of, refreshes_itself
from motif.errors import GraphNotFound, MotifError
from motif.graphs.age import age_of
from motif.graphs.projection import Projection
from motif.knowledge_graph import Graph
from motif.service.admission import may_refresh
from motif.service.calls import Call
from motif.service.logs import event
from motif.service.procedures import Row
from motif.service.state import Service


def told_age(service: Service, call: Call, projection: Projection) -> dict[str, Any]:
    """What an answer to ``call`` from ``projection`` says of its age.

    ``stale`` and ``behind``; where that is behind, ``behind`` has ``since`` too, the last transaction that the
    projection holds: the plugin puts the number of transactions in its place where they are counted. Of one that
    refreshes itself also ``refreshing`` and ``refresh_failed``; the plugin is told to begin in the answer's last line.
    """
    age = age_of(projection.transaction, projection.read_at, time.time(), last=call.transaction)
    told = age.as_metadata()
    if not age.stale:
        return told
    told["behind"]["since"] = projection.transaction
    if refreshes_itself(projection) and not service.catalog.locked and not service.catalog.follows:
        key = (call.database, projection.name)
        if call.can_refresh and may_refresh(service, call, projection.name) and service.refreshes.begin(key):
            call.ending["refresh"] = projection.name
        told |= service.refreshes.told(key)
    if call.discreet:  # why one failed may tell of what the caller may not see
        told.pop("refresh_failed", None)
    return told


@contextmanager
def asking(service: Service, call: Call, graph: Graph) -> Iterator[Projection]:
    """The epoch that ``graph`` is asked on; a question that fails has what refreshes itself read again too."""
    with graph.held() as projection:
        try:
            yield projection
        except MotifError:
            told_age(service, call, projection)  # what is missed may be new
            raise


def noted(answer: Callable[..., Iterator[Row]], *, ends: bool) -> Callable[..., Iterator[Row]]:
    """``answer``, a part of refreshing; of a refresh in the background it is kept whether it failed.

    Parameters
    ----------
    ends
        Whether a refresh is over when ``answer`` is.
    """

    @wraps(answer)
    def watched(service: Service, call: Call, *frames: Any) -> Iterator[Row]:
        key = (call.database, call.text("graphName"))
        is_background = service.refreshes.is_running(key)
        try:
            yield from answer(service, call, *frames)
        except Exception as error:
            if is_background:
                problem = problem_of(error)
                service.refreshes.end(key, problem)
                if not isinstance(error, GraphNotFound):
                    service.catalog.note_failed_refresh(*key, problem)
                event("not refreshed in the background", graph=key[1], reason=problem)
            raise
        if ends:
            service.refreshes.end(key)

    return watched
