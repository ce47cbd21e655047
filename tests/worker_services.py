"""What a worker process of the service holds in tests: a quick encoder, no warm-up, and procedures of our own."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

from fakes import HashEncoder
from motif.catalog import Catalog
from motif.errors import Cancelled, InvalidInput
from motif.service.calls import Call
from motif.service.configuration import SEARCH
from motif.service.procedures import Procedure
from motif.service.routes import PROCEDURES
from motif.service.state import Service
from motif.settings import Settings


def lasting(service: Service, call: Call) -> Iterator[dict[str, Any]]:
    """Until the call is cancelled or its deadline; the first row says which process it is."""
    yield {"process": os.getpid(), "text": "x" * 70_000}  # the first piece goes out when there is a second
    yield {"process": os.getpid(), "text": "x" * 70_000}
    while call.control.state == "running":
        time.sleep(0.01)
    if call.control.state == "cancelled":
        raise Cancelled("Stopped.")
    yield {"state": call.control.state}


def deaf(service: Service, call: Call) -> Iterator[dict[str, Any]]:
    """Longer than any deadline."""
    time.sleep(3600)
    yield {}


def process(service: Service, call: Call) -> Iterator[dict[str, Any]]:
    """Which process answers."""
    yield {"process": os.getpid()}


def holding(service: Service, call: Call) -> Iterator[dict[str, Any]]:
    """How many graphs the process that answers holds."""
    yield {"process": os.getpid(), "graphs": len(service.graphs)}


def dying(service: Service, call: Call) -> Iterator[dict[str, Any]]:
    """Ends its process, once or each time, before it says anything or after."""
    pattern = str(call.arguments.get("pattern"))
    mark = Path(call.text("graphName"))
    if "late" in pattern:
        yield {"text": "x" * 70_000}
        yield {"text": "x" * 70_000}
    if not ("once" in pattern and mark.exists()):
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    yield {"process": os.getpid()}


def faulty(service: Service, call: Call) -> Iterator[dict[str, Any]]:
    """Raises what no caller is to read, and what cannot be sent."""

    class Unsendable(Exception):
        pass

    if "plain" in str(call.arguments.get("pattern")):
        raise InvalidInput("Not like that.", hint="Like this.")
    raise Unsendable("secret")
    yield {}


def beginning(service: Service, call: Call) -> Iterator[dict[str, Any]]:
    """What the service's one schedule of refreshes says."""
    key = ("d", "films")
    yield {"begun": service.refreshes.begin(key), "told": service.refreshes.told(key)}


def reading(service: Service, call: Call) -> Iterator[dict[str, Any]]:
    """What statements in the caller's transaction give."""
    session = call.session
    assert session is not None
    rows = session.run("RETURN 1 AS one", {}, seconds=None, limit=10)
    yield {"version": session.version, "rows": rows}


OWN = {
    name: Procedure(
        cast(Any, answer),
        ("graphName", "pattern", "configuration"),
        SEARCH,
        "retrieval",
        asks=name == "reading",
    )
    for name, answer in {
        "lasting": lasting,
        "deaf": deaf,
        "process": process,
        "holding": holding,
        "dying": dying,
        "faulty": faulty,
        "beginning": beginning,
        "reading": reading,
    }.items()
}


class Quick(Service):
    """Loads nothing ahead."""

    def load(self) -> None:
        self.compiled.set()


def make(settings: Settings) -> Service:
    """The state of a worker, which answers `OWN` too."""
    cast(dict[str, Procedure], PROCEDURES).update(OWN)
    return Quick(settings, catalog=Catalog(settings.home), token="", encoder=HashEncoder)


def make_nothing(settings: Settings) -> Service:
    """A worker that does not get ready."""
    raise OSError("no memory")
