"""``motif.version``, ``motif.help``, ``motif.sysInfo``, ``motif.listProgress``."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import PackageNotFoundError, version

from motif.errors import InvalidInput
from motif.service.admission import visible
from motif.service.calls import Call
from motif.service.procedures import Procedure, Row, procedure_name
from motif.service.state import Service

PROTOCOL = 3
"""Version of docs/protocol.md that this service speaks."""


@cache
def package_version(name: str = "motif-graphrag") -> str:
    """The installed version of a distribution; "unknown" when it was not installed."""
    try:
        return version(name)
    except PackageNotFoundError:
        return "unknown"


def show_version(service: Service, call: Call) -> Iterator[Row]:
    """The service's version and the protocol it speaks."""
    yield {"service": package_version(), "protocol": PROTOCOL}


def sys_info(service: Service, call: Call) -> Iterator[Row]:
    """What the service runs on, whom it follows and who follows it, and whose last refresh failed; no paths."""
    facts = {
        "service": package_version(),
        "protocol": PROTOCOL,
        "python": platform.python_version(),
        **{name: package_version(name) for name in ("numpy", "numba", "neo4j", "onnxruntime", "faiss-cpu")},
        "platform": f"{platform.system()} {platform.machine()}",
        "processors": os.cpu_count(),
        "encoder": service.encoder.name,
        "graphsOpen": len(service.graphs),
        "memory": service.memory.figures(),
        "running": service.jobs.n_running,
        "workers": None if service.workers is None else service.workers.figures(),
        "queues": {name: lane.figures() for name, lane in service.lanes.items()},
        "longestWait": service.settings.service.wait,
        "longestTimeout": service.longest_timeout,
        "follows": None if service.following is None else service.following.figures(),
        "followers": service.followers.figures(),
        "catalogLocked": service.settings.catalog_locked,
        "refreshFailures": _refresh_failures(service, call),
    }
    for key, value in facts.items():
        yield {"key": key, "value": value}


def _refresh_failures(service: Service, call: Call) -> dict[str, Row]:
    """``refreshFailure`` of ``motif.graph.list``, by name, of the graphs of this database that have one."""
    if not call.database_id:
        return {}
    return {info.name: info.as_row()["refreshFailure"] for info in visible(service, call) if info.failure}


def list_progress(service: Service, call: Call) -> Iterator[Row]:
    """Work under way and lately ended, one's own where the caller is known."""
    job_id = call.arguments.get("jobId")
    if job_id is not None and not isinstance(job_id, str):
        raise InvalidInput("jobId must be text.")
    yield from service.jobs.rows(job_id=job_id or None, owner=call.job.owner)


def explain(procedures: Mapping[str, Procedure], call: Call) -> Iterator[Row]:
    """What the procedures whose name or description holds a word do."""
    word = str(call.arguments.get("word") or "").casefold()
    for path, procedure in sorted(procedures.items()):
        name = procedure_name(path)
        description = (procedure.answer.__doc__ or "").strip().partition("\n")[0]
        if word in name.casefold() or word in description.casefold():
            yield {"name": name, "description": description, "keys": sorted(procedure.keys or ())}
