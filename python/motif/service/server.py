"""The running service: its socket, uvicorn's settings, and a stop that lets work finish."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
from types import FrameType

import uvicorn

from motif.errors import InvalidConfiguration, ServiceUnavailable
from motif.service.addresses import is_loopback
from motif.service.application import create_application
from motif.service.information import package_version
from motif.service.logs import event
from motif.service.state import Service
from motif.settings import ServiceSettings

GRACE = 10.0
"""Seconds that running calls have to finish after SIGTERM before they are cancelled."""

_BACKLOG = 2048
_KEEP_ALIVE = 1800
"""Longer than a JVM's HTTP client keeps idle connections: it never writes into one that is being closed."""


def check_address(settings: ServiceSettings) -> None:
    """Raises `InvalidConfiguration` for an address beyond loopback without TLS, or for half a key pair."""
    pair = (settings.certificate, settings.private_key)
    for path in pair:
        if path is not None and not path.is_file():
            raise InvalidConfiguration(
                f"There is no file {path}.", hint="Give certificate and private key in PEM form."
            )
    if (pair[0] is None) != (pair[1] is None):
        raise InvalidConfiguration(
            "TLS needs both a certificate and a private key.",
            hint="Set MOTIF_SERVICE_CERTIFICATE and MOTIF_SERVICE_PRIVATE_KEY.",
        )
    if pair[0] is None and not is_loopback(settings.host):
        raise InvalidConfiguration(
            f"The service listens beyond this machine ({settings.host}) only with TLS.",
            hint="Set MOTIF_SERVICE_CERTIFICATE and MOTIF_SERVICE_PRIVATE_KEY, or listen on 127.0.0.1.",
        )


def bind(host: str, port: int) -> socket.socket:
    """A socket bound to ``host`` and ``port`` (0: a free one); raises `ServiceUnavailable` if it is taken."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, kind, protocol)
        try:
            if os.name == "posix":
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            _notice_dead_peers(listener)
            listener.bind(address)
        except OSError:
            listener.close()
            raise
    except OSError as error:
        raise ServiceUnavailable(
            f"The service cannot listen on {host}, port {port}: {error.strerror}.",
            hint="Stop what listens there, or choose another port with --port.",
        ) from error
    return listener


def _notice_dead_peers(listener: socket.socket) -> None:
    """Has the system close accepted connections whose other side has not been there for two minutes."""
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, seconds in (("TCP_KEEPIDLE", 60), ("TCP_KEEPINTVL", 10), ("TCP_KEEPCNT", 6)):
        if hasattr(socket, name):
            listener.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), seconds)


class Server(uvicorn.Server):
    """uvicorn, but the first signal refuses new calls (503), lets running ones finish, then cancels them."""

    def __init__(self, service: Service, *, grace: float = GRACE) -> None:
        settings = service.settings.service
        super().__init__(
            uvicorn.Config(
                create_application(service),
                host=settings.host,
                port=settings.port,
                access_log=False,
                log_config=None,
                lifespan="off",
                ws="none",
                server_header=False,
                proxy_headers=False,
                timeout_keep_alive=_KEEP_ALIVE,
                timeout_graceful_shutdown=2,
                ssl_certfile=settings.certificate,
                ssl_keyfile=settings.private_key,
            )
        )
        self.service = service
        self._grace = grace
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stopping: asyncio.Task[None] | None = None

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        self._loop = asyncio.get_running_loop()
        for lane in self.service.lanes.values():
            lane.start()
        self.service.warm_up()
        if self.service.following is not None:
            self.service.following.start()
        try:
            await super().serve(sockets)
        finally:
            self.service.jobs.cancel_all()
            self.service.close()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """The first signal stops gracefully; a second one at once."""
        if self.service.draining or self._loop is None:
            self.should_exit = self.force_exit = True
        else:
            self.stop()

    def stop(self) -> None:
        """Begins a graceful stop; may be called from any thread."""
        self.service.draining = True
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._begin)

    def _begin(self) -> None:
        self._stopping = asyncio.create_task(self._finish())

    async def _finish(self) -> None:
        event("stopping", running=self.service.jobs.n_running)
        jobs = self.service.jobs
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self._grace):
                while jobs.n_running:
                    await asyncio.sleep(0.05)
        if cancelled := jobs.cancel_all():
            event("cancelled", running=cancelled)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(2):
                    while jobs.n_running:
                        await asyncio.sleep(0.05)
        self.should_exit = True


def serve(service: Service) -> None:
    """Listens until a signal says stop.

    Raises `InvalidConfiguration` for an address beyond loopback without TLS, `ServiceUnavailable` for a port
    that is taken.
    """
    settings = service.settings.service
    check_address(settings)
    with bind(settings.host, settings.port) as listener:
        server = Server(service)
        # From now on nobody is refused, though nobody is answered before the server runs.
        listener.listen(_BACKLOG)
        host, port = listener.getsockname()[:2]
        event("listening", host=host, port=port, version=package_version(), process=os.getpid())
        server.run(sockets=[listener])
    event("stopped")
