"""A process that answers retrievals for the service, one at a time: its own Python, the same mapped files."""

from __future__ import annotations

import dataclasses
import os
import queue
import signal
import threading
from collections.abc import Callable, Mapping
from multiprocessing.connection import Connection
from typing import Any, cast

from motif.crash_points import reached
from motif.engine.control import Control
from motif.errors import MotifError
from motif.graphs.statements import Explained
from motif.service.answered import answered
from motif.service.caller_session import CallerSession
from motif.service.calls import Call, read_call
from motif.service.logs import LOGGER, start_logging
from motif.service.procedures import procedure_name
from motif.service.remote import (
    Asked,
    Do,
    Done,
    Ended,
    Forget,
    FromWorker,
    Part,
    Ready,
    Stop,
    Target,
    ToWorker,
    sendable,
)
from motif.service.routes import PROCEDURES
from motif.service.state import Service


def work(connection: Connection, make: Callable[[], Service]) -> None:
    """Answers what the service asks over ``connection`` until that ends; the process's main function.

    A signal to the whole group is left to the service, which lets running calls finish.
    """
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    start_logging()
    Worker(connection, make()).run()


class Worker:
    """The worker's end of the pipe."""

    def __init__(self, connection: Connection, service: Service) -> None:
        self._connection, self._service = connection, service
        self._asked: queue.SimpleQueue[Asked] = queue.SimpleQueue()
        self._done: queue.SimpleQueue[Done] = queue.SimpleQueue()
        self._control: Control | None = None
        self._sending = threading.Lock()
        service.refreshes = cast(Any, _Refreshes(self.do))

    def run(self) -> None:
        """Never returns: the process ends with the pipe."""
        threading.Thread(target=self._listen, name="motif-pipe", daemon=True).start()
        self._service.load()
        self._send(Ready())
        while True:
            self._answer(self._asked.get())

    def do(self, target: Target, name: str, *given: Any, **named: Any) -> Any:
        """What the service's ``target`` gives for it; raises what that raises."""
        self._send(Do(target, name, given, named))
        done = self._done.get()
        if done.error is not None:
            raise done.error
        return done.value

    def _listen(self) -> None:
        while True:
            try:
                message: ToWorker = self._connection.recv()
            except (EOFError, OSError):
                os._exit(0)  # the service is gone, or wants no more
            if isinstance(message, Asked):
                self._asked.put(message)
            elif isinstance(message, Done):
                self._done.put(message)
            elif isinstance(message, Forget):
                self._service.forget(message.database, message.name)
            elif isinstance(message, Stop) and (control := self._control) is not None:
                control.cancel()

    def _answer(self, asked: Asked) -> None:
        ending: dict[str, Any] = {}
        error: BaseException | None = None
        try:
            procedure = PROCEDURES[asked.path]
            call = self._call(asked, procedure.keys or {}, procedure.arguments)
            ending = call.ending
            self._control = call.control
            with call.control:
                for content in answered(procedure, self._service, call):
                    reached("worker.part")
                    self._send(Part(content))
        except MotifError as raised:
            error = raised
        except Exception as raised:
            LOGGER.exception("fault", extra={"fields": {"path": f"/v1/{asked.path}", "worker": os.getpid()}})
            error = raised
        finally:
            self._control = None
        self._send(Ended(None if error is None else sendable(error), ending))

    def _call(self, asked: Asked, keys: Mapping[str, Any], arguments: tuple[str, ...]) -> Call:
        call = read_call(procedure_name(asked.path), asked.payload, keys, arguments, None)
        session = None if asked.session is None else cast(CallerSession, _Session(self.do, asked.session))
        return dataclasses.replace(call, control=Control(asked.seconds), session=session)

    def _send(self, message: FromWorker) -> None:
        with self._sending:
            self._connection.send(message)


class _Session:
    """A `motif.graphs.statements.ReadSession` whose statements the service has run."""

    def __init__(self, do: Callable[..., Any], version: str) -> None:
        self._do, self.version = do, version

    def run(
        self, statement: str, parameters: Mapping[str, Any], *, seconds: float | None, limit: int
    ) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self._do(
            "session", "run", statement, parameters, seconds=seconds, limit=limit
        )
        return found

    def explain(self, statement: str, parameters: Mapping[str, Any]) -> Explained:
        found: Explained = self._do("session", "explain", statement, parameters)
        return found


class _Refreshes:
    """The service's `RefreshSchedule`, as far as an answer needs it: there is one for all workers."""

    def __init__(self, do: Callable[..., Any]) -> None:
        self._do = do

    def begin(self, graph: tuple[str, str]) -> bool:
        return bool(self._do("refreshes", "begin", graph))

    def told(self, graph: tuple[str, str]) -> dict[str, Any]:
        told: dict[str, Any] = self._do("refreshes", "told", graph)
        return told
