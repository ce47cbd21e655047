"""``motif.graph.*``: projections made from what the plugin sends, listed, refreshed, dropped."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from motif.catalog import (
    ProjectionInfo,
    ProjectionRequest,
    asked_for,
    create_from_frames,
    detect,
    prepare,
    read_schema,
    renew_from_frames,
)
from motif.catalog.estimation import Estimate, estimate_plan, require_memory
from motif.catalog.information import projected_row
from motif.catalog.plan import whole_number
from motif.catalog.projecting import prepare_refresh as catalog_refresh
from motif.errors import CatalogLocked, GraphNotFound, InvalidInput, SnapshotCorrupt
from motif.faults import name_taken
from motif.graphs.age import is_stale
from motif.graphs.frames import Frame
from motif.jobs import run_job
from motif.knowledge_graph.completing import Completing
from motif.knowledge_graph.prepared import prepare_for_questions
from motif.service.admission import admit, is_there, visible
from motif.service.calls import Call
from motif.service.procedures import Row
from motif.service.state import Service


def prepare_project(service: Service, call: Call) -> Iterator[Row]:
    """What a projection must read from the database, and how it will be built."""
    name = call.text("graphName")
    _require_unlocked(service)
    if service.catalog.exists(call.database, name):
        raise name_taken(name)
    prepared = prepare(call.arguments, _schema(call))
    yield _with_expected(service, prepared, call, call.arguments, insists=_insists(call.arguments))


def prepare_refresh(service: Service, call: Call) -> Iterator[Row]:
    """What a projection must read once more; what was detected is detected anew."""
    _require_unlocked(service)
    catalog, name = service.catalog, call.text("graphName")
    prepared = catalog_refresh(catalog, call.database, name, _schema(call))
    asked = asked_for(catalog, call.database, name)
    insists = _insists(asked) or _insists(call.arguments) or "since" in prepared["plan"]
    yield _with_expected(service, prepared, call, asked, insists=insists)


def project(service: Service, call: Call, frames: Iterator[Frame], plan: dict[str, Any]) -> Iterator[Row]:
    """A projection of the database, kept under a name."""
    yield _build(service, call, frames, plan)


def refresh(service: Service, call: Call, frames: Iterator[Frame], plan: dict[str, Any]) -> Iterator[Row]:
    """A projection brought up to date; the old state serves until the new one has all that it had."""
    started = time.perf_counter()
    counted = _counted(call, frames, whole_number(plan, "expected") or 0)
    complete = Completing(
        service.encoder,
        service.settings.cache / "vectors",
        run=lambda job, *arguments, **options: run_job(job, call.job, *arguments, **options),
        running={"control": call.control},
    )
    name = call.text("graphName")
    projection = renew_from_frames(service.catalog, call.database, name, counted, plan, complete=complete)
    prepare_for_questions(projection, call.control)
    milliseconds = round(1000 * (time.perf_counter() - started))
    row = projected_row(projection, milliseconds, is_stale(projection.transaction, call.transaction))
    refreshed = service.catalog.info(call.database, name).refreshed
    yield {**row, "configuration": {**row["configuration"], **refreshed}}


def estimate_project(service: Service, call: Call) -> Iterator[Row]:
    """How much memory a projection would take, from counts alone."""
    yield _estimate(call, call.arguments).as_row()


def list_graphs(service: Service, call: Call) -> Iterator[Row]:
    """The projections of this database, or the one of that name."""
    name = call.arguments.get("graphName")
    for info in visible(service, call):
        if not name or info.name == name:
            yield _listed(info, call)


def graph_exists(service: Service, call: Call) -> Iterator[Row]:
    """Whether there is a projection of that name."""
    name = call.text("graphName")
    yield {"graphName": name, "exists": is_there(service, call, name)}


def drop_graph(service: Service, call: Call) -> Iterator[Row]:
    """Removes a projection; the database keeps its data, and who reads the projection still finishes."""
    name = call.text("graphName")
    fail_if_missing = call.arguments.get("failIfMissing")
    _require_unlocked(service)
    try:
        admit(service, call, name)
    except GraphNotFound:
        if fail_if_missing is not False:
            raise
        return
    except SnapshotCorrupt:
        pass  # it says no longer whose it is, and nobody can read it
    info = service.catalog.drop(call.database, name, fail_if_missing=fail_if_missing is not False)
    service.forget(call.database, name)
    if info is not None:
        yield _listed(info, call)


def _schema(call: Call) -> Sequence[Mapping[str, Any]]:
    if call.schema is None:
        raise InvalidInput("The request lacks the 'schema' of the database.")
    return call.schema


def _insists(arguments: Mapping[str, Any]) -> bool:
    return bool((arguments.get("configuration") or {}).get("sudo"))


def _with_expected(
    service: Service, prepared: Row, call: Call, arguments: Mapping[str, Any], *, insists: bool
) -> Row:
    """What is to be read, with how much that is; where nobody ``insists``, there must be memory for it."""
    expected = _estimate(call, arguments)
    if not insists:
        require_memory(expected, service.memory.limit)
    # Carried with the plan, since only the schema tells how much is to come.
    prepared["plan"]["expected"] = expected.n_nodes + expected.n_relationships
    return prepared


def _estimate(call: Call, arguments: Mapping[str, Any]) -> Estimate:
    schema = read_schema(call.schema or ())
    return estimate_plan(schema, detect(schema, ProjectionRequest.from_arguments(arguments)))


def _build(service: Service, call: Call, frames: Iterator[Frame], plan: dict[str, Any]) -> Row:
    started = time.perf_counter()
    counted = _counted(call, frames, whole_number(plan, "expected") or 0)
    projection = create_from_frames(
        service.catalog, call.database, call.text("graphName"), counted, plan, owner=call.user
    )
    prepare_for_questions(projection, call.control)
    milliseconds = round(1000 * (time.perf_counter() - started))
    return projected_row(projection, milliseconds, is_stale(projection.transaction, call.transaction))


def _counted(call: Call, frames: Iterator[Frame], expected: int) -> Iterator[Frame]:
    """The frames, with progress told after each, which ends a call that was cancelled."""
    done = 0
    for frame in frames:
        yield frame
        done += frame.count
        call.job.advance(done, max(expected, done))


def _listed(info: ProjectionInfo, call: Call) -> Row:
    row = {**info.as_row(), "database": call.database_name}
    if info.stale:
        row["behind"]["since"] = info.transaction  # the plugin counts from there
    return row


def _require_unlocked(service: Service) -> None:
    if service.catalog.locked:
        raise CatalogLocked(
            "The catalog is locked: projections cannot be created, changed or dropped.",
            hint="Set catalog.locked to false in motif.conf, and unset MOTIF_CATALOG_LOCKED.",
        )
