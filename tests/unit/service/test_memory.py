"""What the service holds stays within its limit, by letting go of graphs that were not asked for longest."""

from __future__ import annotations

import gc
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest

from motif.catalog import from_triples
from motif.errors import InvalidConfiguration
from motif.service import memory as memory_module
from motif.service.memory import MemoryLimit
from motif.service.state import Service
from motif.settings import load_settings

EACH = 1000


class Opened:
    """Three graphs in a service in which each open one counts for `EACH` bytes, until nobody refers to it."""

    def __init__(self, service: Service, limit: int) -> None:
        self.service = service
        self.alive: weakref.WeakSet[Any] = weakref.WeakSet()
        for name in "abc":
            service.catalog.create("db", name, lambda name=name: from_triples([(name, "KNOWS", "Zoe")]))
        service.memory = MemoryLimit(limit, service.graphs.let_go_oldest, self.used, pause=0.01)

    def used(self) -> int:
        return EACH * len(self.alive)

    def ask(self, name: str) -> str:
        graph = self.service.graph("db", name)
        self.alive.add(graph.view)
        [found] = graph.search([(name, "KNOWS", "?who")])
        self.service.memory.look()
        return str(found.bindings["who"].name)

    def settled(self) -> int:
        """How many graphs are open, once nothing is let go any more."""
        for thread in threading.enumerate():
            if thread.name == "motif-memory":
                thread.join(10)
        gc.collect()
        return len(self.service.graphs)


@pytest.fixture
def opened(make_service: Callable[..., Service]) -> Iterator[Callable[[int], Opened]]:
    services = []

    def make(limit: int) -> Opened:
        services.append(make_service())
        return Opened(services[-1], limit)

    yield make
    for service in services:
        service.close()


def test_what_was_not_asked_for_longest_is_let_go_and_answers_again(opened: Callable[[int], Opened]) -> None:
    held = opened(2 * EACH)
    for name in "abc":
        assert held.ask(name) == "Zoe"
    assert held.settled() == 2 and held.used() == 2 * EACH
    assert held.service.memory.figures() == {"used": 2 * EACH, "limit": 2 * EACH, "letGo": 1}
    assert held.ask("a") == "Zoe"
    assert held.settled() == 2 and held.service.memory.n_let_go == 2


def test_a_graph_that_is_asked_alone_stays_and_the_log_says_so_once(
    opened: Callable[[int], Opened], monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr(memory_module, "event", lambda message, **fields: told.append(message))
    held = opened(1)
    for _ in range(3):
        assert held.ask("a") == "Zoe"
        assert held.settled() == 1
    assert told == ["more memory than the limit for what is in use"]
    assert held.service.memory.n_let_go == 0


def test_who_reads_a_graph_that_is_let_go_finishes(opened: Callable[[int], Opened]) -> None:
    held = opened(1)
    reading = held.service.graph("db", "a")
    with reading.held() as projection:
        held.ask("b")
        assert held.settled() == 1
        assert projection.nodes.names[0] == "a"
        [found] = reading.search([("a", "KNOWS", "?who")])
        assert found.bindings["who"].name == "Zoe"


def test_it_is_looked_at_after_each_call_and_told(client: httpx.Client, running: Any) -> None:
    looks: list[int] = []
    running.service.memory.look = lambda: looks.append(1)
    answer = client.post("/v1/sysInfo", json={"database": {"id": "db", "name": "neo4j"}, "arguments": {}})
    assert not looks  # a quick call makes nothing that lasts
    rows = [line for line in answer.text.splitlines() if '"memory"' in line]
    assert len(rows) == 1 and '"limit"' in rows[0] and '"letGo":0' in rows[0]
    page = client.get("/metrics").text
    for gauge in ("motif_memory_bytes", "motif_memory_limit_bytes", "motif_graphs_let_go"):
        assert f"\n{gauge} " in page


def test_two_looks_at_once_let_go_once() -> None:
    used, gate, calls = [10], threading.Event(), []

    def let_go() -> bool:
        calls.append(1)
        gate.wait(5)
        used[0] = 0
        return True

    limit = MemoryLimit(5, let_go, lambda: used[0], pause=0.01)
    limit.look()
    limit.look()
    gate.set()
    end = time.monotonic() + 5
    while limit.n_let_go == 0 and time.monotonic() < end:
        time.sleep(0.01)
    assert len(calls) == 1


@pytest.mark.parametrize(("text", "expected"), [("4G", 4 << 30), ("512m", 512 << 20), ("1000", 1000)])
def test_limits_are_written_as_people_write_sizes(text: str, expected: int) -> None:
    assert load_settings({"MOTIF_MEMORY_LIMIT": text, "MOTIF_CONFIG": ""}).memory.limit == expected


@pytest.mark.parametrize("text", ["lots", "0", "-1", "4 gallons", "75%", "1" + "0" * 400])
def test_what_is_no_size_is_refused(text: str) -> None:
    with pytest.raises(InvalidConfiguration, match=r"'memory\.limit' must be a size such as 4G or 512M"):
        load_settings({"MOTIF_MEMORY_LIMIT": text, "MOTIF_CONFIG": ""})
