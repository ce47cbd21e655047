"""``motif.plan``."""

from __future__ import annotations

from collections.abc import Iterator

from motif.errors import Cancelled, NotOwner
from motif.service.calls import Call
from motif.service.procedures import Row
from motif.service.state import Service


def plan(service: Service, call: Call) -> Iterator[Row]:
    """Plans for a question in words, likeliest first, to look at, edit and run."""
    if call.discreet:
        raise NotOwner(
            "Plans over a projection of another login are not shown: they name what you may not see.",
            hint="motif.retrieve runs them all the same; or project the graph under a name of your own.",
        )
    graph = service.graph(call.database, call.text("graphName"))
    options = {name: value for name, value in call.options.items() if name != "concurrency"}
    plans = graph.plan(call.words("question"), control=call.control, session=call.session, **options)
    if call.control.state == "cancelled":
        raise Cancelled("The planning was cancelled.")
    for rank, found in enumerate(plans, start=1):
        yield graph.show_plan(rank, found, session=call.session)
