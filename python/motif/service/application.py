"""The Starlette application: one route per procedure, besides those that keep the service."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from motif.errors import Cancelled, InvalidInput, ServiceUnavailable
from motif.graphs.frames import read_frames
from motif.service import description, metrics, shipping
from motif.service.admission import admitted, require_first
from motif.service.answered import answered
from motif.service.answering import Sending, answer
from motif.service.caller_session import CallerSession
from motif.service.calls import Call, parse_body, parse_reply, read_call, require_short
from motif.service.gate import Gate
from motif.service.information import PROTOCOL, package_version
from motif.service.intake import read_body, read_json, read_request_frame
from motif.service.procedures import Intake, Procedure, procedure_name
from motif.service.remote import Asked
from motif.service.routes import INTAKES, PROCEDURES
from motif.service.state import Service
from motif.service.statuses import error_response, unknown_path
from motif.service.streaming import FRAMES, NDJSON, Inflow, encode_rows
from motif.service.workers import Workers

_LOOK = 0.05
"""Seconds between two looks at whether the kernels are compiled."""


def create_application(service: Service) -> Starlette:
    """The application that answers for ``service``."""
    routes = [
        Route("/health", health, methods=["GET"]),
        Route("/metrics", partial(show_metrics, service), methods=["GET"]),
        Route(description.PATH, describe, methods=["GET"]),
        Route("/v1/hello", partial(hello, service), methods=["POST"]),
        Route("/v1/cancel", partial(cancel, service), methods=["POST"]),
        Route("/v1/reply", partial(take_reply, service), methods=["POST"]),
        Route("/v1/running", partial(is_running, service), methods=["POST"]),
        Route("/v1/epochs", partial(shipping.epochs, service), methods=["POST"]),
        Route("/v1/epochs/file", partial(shipping.epoch_file, service), methods=["POST"]),
    ]
    for path, intake in INTAKES.items():
        routes.append(Route(f"/v1/{path}", partial(_take_in, service, path, intake), methods=["POST"]))
    for path, procedure in PROCEDURES.items():
        routes.append(Route(f"/v1/{path}", partial(_call, service, path, procedure), methods=["POST"]))
    known = {route.path for route in routes}
    application = Starlette(
        routes=routes,
        middleware=[Middleware(Gate, service=service, paths=known)],
        exception_handlers={404: partial(_no_route, known), 405: partial(_no_route, known)},
    )
    application.router.redirect_slashes = False  # a path is there or is not
    return application


async def health(request: Request) -> Response:
    """That the service is up; needs no token and tells nothing else."""
    return JSONResponse({"status": "ok", "version": package_version(), "protocol": PROTOCOL})


async def describe(request: Request) -> Response:
    """What answers where, in OpenAPI."""
    return JSONResponse(description.description())


async def show_metrics(service: Service, request: Request) -> Response:
    """Counts for Prometheus."""
    memory = service.memory.figures()
    gauges = {
        "motif_running": ("Procedures that run now.", float(service.jobs.n_running)),
        "motif_waiting": ("Calls that wait their turn.", float(service.total("waiting"))),
        "motif_turned_away": ("Calls that found no place to wait.", float(service.total("turnedAway"))),
        "motif_not_begun": ("Calls given up while they waited.", float(service.total("notBegun"))),
        "motif_graphs_open": ("Graphs that are open.", float(len(service.graphs))),
        "motif_memory_bytes": ("Memory of the process's own.", float(memory["used"])),
        "motif_memory_limit_bytes": ("What it may hold.", float(memory["limit"])),
        "motif_worker_processes": ("Worker processes that run.", float(len(service.process_ids()))),
        "motif_graphs_let_go": ("Graphs let go for want of memory.", float(memory["letGo"])),
        "motif_encoder_ready": (
            "Whether the text encoder is loaded.",
            float(service.encoder.name is not None),
        ),
    }
    page = service.metrics.render(gauges, {"version": package_version(), "protocol": str(PROTOCOL)})
    return PlainTextResponse(page, media_type=metrics.MEDIA_TYPE)


async def hello(service: Service, request: Request) -> Response:
    """Proves to the plugin that this service knows the token, and says which one it is."""
    payload = parse_body(await read_body(request, 4096))
    said = {
        "proof": service.authorization.prove(payload.get("nonce")),
        "service": service.authorization.service,
    }
    return JSONResponse({**said, "protocol": PROTOCOL, "version": package_version()})


async def cancel(service: Service, request: Request) -> Response:
    """Cancels the work of a job id; tells how many calls that were."""
    payload = parse_body(await read_body(request, 4096))
    job_id, user = payload.get("jobId"), payload.get("user")
    if not isinstance(job_id, str) or not job_id:
        raise InvalidInput('Send {"jobId": …} with the id of the call to cancel.')
    return JSONResponse({"cancelled": service.jobs.cancel(job_id, owner=user)})


async def is_running(service: Service, request: Request) -> Response:
    """How many requests of a job id are being answered: asked by a plugin that has heard nothing for a while."""
    payload = parse_body(await read_body(request, 4096))
    job_id = payload.get("jobId")
    return JSONResponse({"running": service.in_flight[job_id] if isinstance(job_id, str) else 0})


async def take_reply(service: Service, request: Request) -> Response:
    """Hands what the plugin sends to the call that asked for it."""
    reply = await read_json(request, service.settings.service.maximum_body, service.bodies, parse_reply)
    request.state.job_id = reply.get("jobId")
    service.replies.deliver(reply)
    return JSONResponse({})


async def _call(service: Service, path: str, procedure: Procedure, request: Request) -> Response:
    payload = await read_json(request, service.settings.service.maximum_body, service.bodies, parse_body)
    timeout = service.settings.timeout if procedure.lane == "retrieval" else None
    request.state.job_id = payload.get("jobId")
    call = read_call(procedure_name(path), payload, procedure.keys or {}, procedure.arguments, timeout)
    if procedure.lane == "retrieval":
        require_short(call.control.timeout, service.longest_timeout)
    require_first(service, call)
    _note(service, call, request)
    if procedure.asks:
        call = dataclasses.replace(call, session=_session(service, call, payload.get("session")))
    work: Callable[[Call], Iterable[bytes]] = partial(answered, procedure, service)
    media_type = NDJSON
    if procedure.packed is not None and FRAMES in request.headers.get("accept", ""):
        work, media_type = partial(_packed, procedure.packed, service), FRAMES
    elif procedure.lane == "retrieval" and service.workers is not None:
        work = partial(_beside, service.workers, service, path, payload, work)
    pieces = partial(_tracked, service, call, procedure.lane, work)
    while procedure.lane == "retrieval" and not service.compiled.is_set():
        await asyncio.sleep(_LOOK)  # once on a machine, half a minute
    patience = service.settings.service.wait
    with call.control:  # time in the queue counts
        lane = service.lanes[procedure.lane]
        return await answer(lane, pieces, call, request, media_type, patience=patience)


async def _take_in(service: Service, path: str, intake: Intake, request: Request) -> Response:
    header, body = await read_request_frame(request, service.settings.service.maximum_body)
    call = read_call(procedure_name(path), header["request"], intake.keys, intake.arguments, None)
    require_first(service, call)
    _note(service, call, request)
    inflow = Inflow(asyncio.get_running_loop())
    sending = Sending(asyncio.create_task(inflow.pump(body)), inflow.close)
    work = partial(_rows_of_frames, intake, service, inflow, header["plan"])
    pieces = partial(_tracked, service, call, "job", work)
    patience = service.settings.service.wait
    with call.control:
        return await answer(
            service.lanes["job"], pieces, call, request, NDJSON, patience=patience, body=sending
        )


def _note(service: Service, call: Call, request: Request) -> None:
    """Has the gate log what is answered, and the plugin told that it is, until it has been."""
    request.state.job_id, request.state.ending = call.job.id, call.ending
    request.state.in_flight = call.job.request
    service.in_flight[call.job.request] += 1


def _session(service: Service, call: Call, offered: Any) -> CallerSession | None:
    """The caller's transaction, where the plugin says that it runs statements in it."""
    if not isinstance(offered, dict):
        return None
    return CallerSession(
        service.replies,
        call.control,
        job_id=call.job.request,
        version=str(offered.get("version", "")),
        limit=service.settings.service.maximum_body,
    )


def _beside(
    workers: Workers,
    service: Service,
    path: str,
    payload: Mapping[str, Any],
    alone: Callable[[Call], Iterable[bytes]],
    call: Call,
) -> Iterable[bytes]:
    """The answer by a worker process, or ``alone``."""
    session = call.session
    asked = Asked(path, payload, call.control.seconds_left, None if session is None else session.version)
    targets = {"session": session, "refreshes": service.refreshes}
    return workers.answer(asked, call, targets, partial(alone, call))


def _packed(
    packed: Callable[[Service, Call], Iterator[bytes]], service: Service, call: Call
) -> Iterable[bytes]:
    return packed(service, admitted(service, call))


def _rows_of_frames(
    intake: Intake, service: Service, inflow: Inflow, plan: dict[str, Any], call: Call
) -> Iterable[bytes]:
    try:
        call = admitted(service, call)
        yield from encode_rows(intake.answer(service, call, read_frames(inflow), plan), call.ending)
    finally:
        inflow.close()


def _tracked(
    service: Service, call: Call, lane: str, work: Callable[[Call], Iterable[bytes]]
) -> Generator[bytes]:
    if lane == "quick":
        yield from work(call)
        return
    try:
        with service.jobs.track(call.job, keep=lane == "job"):
            yield from work(call)
    except Cancelled:
        if not service.draining:
            raise
        raise ServiceUnavailable(
            "The Motif service was stopped before this call was done.",
            hint="Call again; a job resumes where it stopped.",
        ) from None
    finally:
        service.memory.look()


async def _no_route(known: set[str], request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 404
    response = error_response(unknown_path(request.method, request.url.path, known))
    response.status_code = status
    return response
