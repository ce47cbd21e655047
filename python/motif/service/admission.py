"""Who may do what with a projection: asked once for each call, before it begins."""

from __future__ import annotations

import dataclasses
import difflib
from collections.abc import Iterator

from motif.catalog import Ownership, ProjectionInfo
from motif.errors import GraphNotFound, SnapshotCorrupt
from motif.faults import graph_not_found, not_owner
from motif.service.calls import Call
from motif.service.state import Service

_UNASKED = ("motif.graph.list", "motif.graph.exists", "motif.graph.drop", "motif.graph.project")
"""What names projections that need not be there; each sees to it by itself."""

_OF_THE_FIRST = (
    "motif.graph.project",
    "motif.graph.project.prepare",
    *("motif.graph.refresh", "motif.graph.refresh.prepare", "motif.graph.drop"),
    "motif.index.create",
)
"""What a service that follows another leaves to that one, beside all that ends in ``.mutate`` or ``.write``."""

_CHANGES = ("motif.graph.refresh", "motif.graph.refresh.prepare", "motif.graph.drop")


def require_first(service: Service, call: Call) -> None:
    """Raises `FollowsAnother` where the service that this one follows is to be asked: nothing is begun then.

    For whatever changes something, and for a graph that is there and not here yet, or not whole.
    """
    following = service.following
    if following is None:
        return
    name = call.arguments.get("graphName")
    changes = call.procedure in _OF_THE_FIRST or call.procedure.endswith((".mutate", ".write"))
    is_named = isinstance(name, str) and name and call.database_id
    if changes:
        raise following.refusal(call.procedure)
    if is_named and following.lacks(call.database, str(name)):
        raise following.refusal(call.procedure, call.database, str(name))


def admitted(service: Service, call: Call) -> Call:
    """The call, told how discreet its answer must be.

    Raises `GraphNotFound` for a projection that is not there, in the same words for one that the caller may not see,
    and `NotOwner` where only its owner may do that.
    """
    name = call.arguments.get("graphName")
    if (
        call.procedure.startswith(_UNASKED)
        or not isinstance(name, str)
        or not (name.strip() and call.database_id)
    ):
        return call
    ownership = admit(service, call, name)
    return dataclasses.replace(call, discreet=_is_discreet(ownership, call))


def admit(service: Service, call: Call, name: str) -> Ownership:
    """Whose the projection of that name is; raises as `admitted`."""
    try:
        ownership = service.catalog.ownership(call.database, name)
    except GraphNotFound:
        service.graphs.forget(call.database, name)  # dropped by another process
        raise _missing(service, call, name) from None
    if call.is_anyones:
        return ownership
    assert call.user is not None
    if not ownership.may_read(call.user):
        raise _missing(service, call, name)
    changes = call.procedure in _CHANGES or call.procedure.endswith((".mutate", ".write"))
    if changes and not ownership.may_change(call.user):
        raise not_owner(name)
    return ownership


def may_refresh(service: Service, call: Call, name: str) -> bool:
    """Whether the caller may have the projection read again: in a view of its own, others would lose what they see."""
    if call.is_anyones:
        return True
    try:
        return service.catalog.ownership(call.database, name).may_change(str(call.user))
    except (GraphNotFound, SnapshotCorrupt):
        return False


def is_there(service: Service, call: Call, name: str) -> bool:
    """Whether the caller sees a projection of that name; one whose files are broken says no longer whose it is."""
    try:
        ownership = service.catalog.ownership(call.database, name)
    except GraphNotFound:
        return False
    except SnapshotCorrupt:
        return True
    return call.is_anyones or ownership.may_read(str(call.user))


def visible(service: Service, call: Call) -> Iterator[ProjectionInfo]:
    """The projections that the caller may see."""
    for info in service.catalog.list(call.database, last_transaction=call.transaction):
        if call.is_anyones or info.ownership.may_read(str(call.user)):
            yield info


def _missing(service: Service, call: Call, name: str) -> GraphNotFound:
    """The error for a name of which the caller sees no projection; what it may be meant is one that the caller sees."""
    names = [info.name for info in visible(service, call)]
    return graph_not_found(name, *difflib.get_close_matches(name, names, n=1, cutoff=0.5))


def _is_discreet(ownership: Ownership, call: Call) -> bool:
    """Whether it must not show that something was left out: on a server with roles, to all but who made the projection.

    It holds what its owner saw, and nobody else need see as much.
    """
    if not call.has_roles or (call.tells_user and call.user is None):
        return False
    return ownership.owner is None or ownership.owner != call.user
