"""A service on a free port of this machine, in a thread, and a client that knows its token."""

from __future__ import annotations

import asyncio
import dataclasses
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest
import uvicorn.server

from fakes import HashEncoder
from motif.catalog import Catalog
from motif.service.server import Server, bind
from motif.service.state import Service
from motif.settings import ServiceSettings, Settings

TOKEN = "0123456789abcdef" * 4
BEARER = {"Authorization": f"Bearer {TOKEN}"}


@dataclasses.dataclass
class Running:
    """A service that runs, and where."""

    service: Service
    server: Server
    url: str
    thread: threading.Thread
    token: str = TOKEN

    def client(self) -> httpx.Client:
        # There is no TLS here, and whom it would trust takes longer to read than most calls.
        return httpx.Client(base_url=self.url, headers=BEARER, timeout=300, trust_env=False, verify=False)


@pytest.fixture(autouse=True, scope="session")
def ends_at_once() -> Iterator[None]:
    """uvicorn looks for its end ten times a second, and rests when it has found it: hundreds of tests would wait."""

    async def rest(seconds: float) -> None:
        await asyncio.sleep(min(seconds, 0.01))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(uvicorn.server, "asyncio", SimpleNamespace(**{**vars(asyncio), "sleep": rest}))
        yield


def run_service(service: Service, *, grace: float = 5.0) -> Running:
    listener = bind("127.0.0.1", 0)
    server = Server(service, grace=grace)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive()
        time.sleep(0.005)
    return Running(service, server, f"http://127.0.0.1:{listener.getsockname()[1]}", thread)


@pytest.fixture(scope="session")
def started() -> Callable[[Service], Running]:
    """Runs a service whose token is that of the clients, for longer than a test; whoever asks stops it."""
    return run_service


@pytest.fixture
def make_service(tmp_path: Path) -> Callable[..., Service]:
    def make(**changes: object) -> Service:
        settings = Settings(
            home=tmp_path,
            cache=tmp_path / "cache",
            service=ServiceSettings(maximum_body=100_000),
            timeout=20.0,
        )
        settings = dataclasses.replace(settings, **changes)
        catalog = Catalog(settings.home, locked=settings.catalog_locked)
        return Service(settings, catalog=catalog, token=TOKEN, encoder=HashEncoder)

    return make


@pytest.fixture
def run() -> Iterator[Callable[..., Running]]:
    started: list[Running] = []

    def start(service: Service, *, grace: float = 0.2) -> Running:
        started.append(run_service(service, grace=grace))
        return started[-1]

    yield start
    for running in started:
        running.server.stop()
        running.thread.join(timeout=120)
        assert not running.thread.is_alive()


@pytest.fixture
def running(make_service: Callable[..., Service], run: Callable[..., Running]) -> Running:
    return run(make_service())


@pytest.fixture
def client(running: Running) -> Iterator[httpx.Client]:
    with running.client() as client:
        yield client
