"""What every request passes: proof of its sender, seals, counts, logs, and the place where errors become answers."""

from __future__ import annotations

import time
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from motif.errors import MotifError, ServiceStopping
from motif.service.authorization import Signature
from motif.service.logs import LOGGER, event
from motif.service.state import Service
from motif.service.statuses import error_response, status_of

_OPEN = frozenset({"/health", "/v1/hello"})
_WHILE_STOPPING = frozenset({"/health", "/metrics", "/v1/hello", "/v1/cancel", "/v1/reply", "/v1/running"})


class Gate:
    """Wraps the application; ``paths`` are those it knows, others are counted together."""

    def __init__(self, app: ASGIApp, service: Service, paths: set[str]) -> None:
        self._app = app
        self._service = service
        self._paths = paths

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started = time.perf_counter()
        state: dict[str, Any] = scope.setdefault("state", {})
        status = 0
        answer = send

        async def noting(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await answer(message)

        error: BaseException | None = None
        try:
            if signature := self._sender(scope):
                receive, answer = signature.sealing.opening(receive), signature.sealing.closing(send)
                self._service.authorization.use(signature)
            self._refuse_while_stopping(scope["path"])
            await self._app(scope, receive, noting)
        except Exception as raised:
            error = raised
            if status == 0:
                await error_response(raised, state.get("ending", {}))(scope, receive, noting)
        finally:
            self._forget(state.get("in_flight"))
            error = error or state.get("late_error")
            self._record(scope, status_of(error) if error else status, time.perf_counter() - started, error)

    def _sender(self, scope: Scope) -> Signature | None:
        """The signature of who sent the request, None where it needs none."""
        if scope["path"] in _OPEN:
            return None
        header = dict(scope["headers"]).get(b"authorization", b"").decode("latin-1")
        return self._service.authorization.read(header, scope["method"], scope["path"])

    def _refuse_while_stopping(self, path: str) -> None:
        if self._service.draining and path not in _WHILE_STOPPING:
            raise ServiceStopping("The Motif service is shutting down.", hint="Call again in a few seconds.")

    def _forget(self, job_id: str | None) -> None:
        """One request less of a job id is being answered."""
        in_flight = self._service.in_flight
        if job_id is not None:
            in_flight[job_id] -= 1
            if in_flight[job_id] <= 0:
                del in_flight[job_id]

    def _record(self, scope: Scope, status: int, seconds: float, error: BaseException | None) -> None:
        path = scope["path"] if scope["path"] in self._paths else "unknown"
        self._service.metrics.observe(path.removeprefix("/v1/").strip("/").replace("/", "."), status, seconds)
        fields = {
            "method": scope["method"],
            "path": path,
            "status": status,
            "milliseconds": round(1000 * seconds, 3),
            "jobId": scope["state"].get("job_id"),
            "code": getattr(error, "code", None),
        }
        if error is not None and not isinstance(error, MotifError):
            LOGGER.error(
                "fault", extra={"fields": fields}, exc_info=(type(error), error, error.__traceback__)
            )
        elif path not in ("/health", "/metrics"):
            event("request", **fields)
