"""``motif.plan``."""

from __future__ import annotations

from collections.abc import Iterator

from motif.errors import Cancelled
from motif.service.calls import Call
from motif.service.procedures import Row
from motif.service.state import Service


def plan(service: Service, call: Call) -> Iterator[Row]:
    """Plans for a question in words, likeliest first, to look at, edit and run."""
    graph = service.graph(call.database, call.text("graphName"))
    options = {name: value for name, value in call.options.items() if name != "concurrency"}
    plans = graph.plan(call.words("question"), control=call.control, session=call.session, **options)
    if call.control.state == "cancelled":
        raise Cancelled("The planning was cancelled.")
    for rank, found in enumerate(plans, start=1):
        yield graph.show_plan(rank, found, session=call.session)
