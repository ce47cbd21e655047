"""Mixed calls from eight clients with refreshes in between: each gives what it gives alone, and nothing grows.

``MOTIF_SOAK_CALLS`` says how many; 10,000 by hand, with ``-s`` to read the figures.
"""

from __future__ import annotations

import json
import os
import re
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import neo4j
import pytest

from fault_services import ServerProcess, ServiceProcess, wait_until
from motif.memory import own_memory

pytestmark = pytest.mark.faults

CALLS = int(os.environ.get("MOTIF_SOAK_CALLS", "300"))
CLIENTS, WORKERS = 8, 2
A_ROUND = max(50, CALLS // 100)
"""Calls between two looks at memory and handles; after each the graph changes and is read again."""
WARMED = 14
"""Rounds after which nothing new is loaded, if both worker processes have started: calls that take little overlap
little, so that the second process has opened the graph after nine or so."""
MOST_ROUNDS = 30
QUIET = 40
"""Calls between a change and a look."""
VERSIONS = 2
"""Of a graph in one process: what was read last, and what it had before, until it opens the next."""

GRAPH = """
UNWIND range(0, 19) AS i CREATE (:Person {name: 'Person ' + i, born: 1930 + i})
WITH count(*) AS _ UNWIND range(0, 59) AS i CREATE (f:Film {name: 'Film ' + i, year: 1960 + i})
WITH f, i MATCH (d:Person {name: 'Person ' + (i % 20)}), (a:Person {name: 'Person ' + ((i * 7 + 3) % 20)})
CREATE (f)-[:DIRECTED_BY]->(d), (f)-[:STARS]->(a)
"""
TICK = "MERGE (t:Tick {name: 'the tick'}) SET t.number = coalesce(t.number, 0) + 1"
ASKED = {
    "search": "CALL motif.search('soak', [['?film', 'directed by', 'Person 3']], {topK: 5})",
    "match": "CALL motif.match('soak', [['?film', 'DIRECTED_BY', '?who'], ['?film', 'STARS', 'Person 5']])",
    "in words": "CALL motif.retrieve('soak', 'Who directed Film 7?')",
    "counted": "CALL motif.retrieve('soak', 'How many films did Person 4 direct?')",
    "expand": "CALL motif.retrieve('soak', 'What was made by Person 6?', {method: 'expand'})",
    "trace": "CALL motif.trace('soak', [['?film', 'directed by', 'Person 8']])",
    "steps": "CALL motif.run('soak', {steps: [{step: 'find', label: 'Film', where: {year: {`$gt`: 2015}}, as: 'f'}]})",
}


@dataclass
class Kept:
    """What the service and its workers hold, look by look."""

    memory: list[int] = field(default_factory=list)
    handles: list[int] = field(default_factory=list)
    """Open handles but those of the graph's files."""
    versions: list[int] = field(default_factory=list)
    """The most versions of one index, or of the graph, whose files one process holds."""
    threads: list[int] = field(default_factory=list)

    def look(self, service: ServiceProcess) -> None:
        wait_until(service.is_idle)
        processes = [service.own, *service.workers()]
        self.memory.append(sum(own_memory(one.pid) for one in processes) >> 20)
        held = [handles(one.pid) for one in processes]
        self.handles.append(sum(other for other, _ in held))
        self.versions.append(max(max(versions.values(), default=0) for _, versions in held))
        self.threads.append(sum(one.num_threads() for one in processes))

    def middle_and_end(self, figures: list[int]) -> tuple[int, int]:
        """The least of the middle looks and of the last: what grows is in each of them, what a process holds while
        it starts or ends is not."""
        third = max(1, len(figures) // 3)
        return min(figures[third : 2 * third] or figures), min(figures[-third:])


def handles(process: int) -> tuple[int, Counter[str]]:
    """How many handles a process has but those of the graph's files, and how many versions it has of each of these."""
    others, folders = 0, set[str]()
    for handle in Path(f"/proc/{process}/fd").iterdir():
        with suppress(FileNotFoundError):
            of_graph = re.search(r"/soak/(.+)/[^/]+$", str(handle.readlink()))
            folders.update(of_graph.groups() if of_graph else ())
            others += of_graph is None
    return others, Counter(re.sub(r"(^\d+|\.gone-.*|-[0-9a-f]{24})$", "", folder) for folder in folders)


def asked(driver: neo4j.Driver, kind: str) -> list[tuple[str, ...]]:
    found = driver.execute_query(
        f"{ASKED[kind]} YIELD score, text, answers RETURN round(score, 4) AS score, text, answers"
    ).records
    return [tuple(map(str, (row["score"], row["text"], len(row["answers"])))) for row in found]


def test_mixed_calls_give_what_they_gave_alone_and_nothing_grows(
    driver: neo4j.Driver, neo4j_process: ServerProcess, service: ServiceProcess
) -> None:
    service.start(ready=True, MOTIF_SERVICE_PROCESSES=str(WORKERS))
    neo4j_process.point(service.url)
    for statement in (GRAPH, TICK, "CALL motif.graph.project('soak')"):
        driver.execute_query(statement)
    for job in ("text", "triple"):
        driver.execute_query(f"CALL motif.embed.{job}.mutate('soak')")
    alone = {kind: asked(driver, kind) for kind in ASKED}
    assert all(alone.values()), alone
    kept, done = Kept(), Counter[str]()
    with ThreadPoolExecutor(CLIENTS) as clients:
        for warmed in range(MOST_ROUNDS):
            if warmed >= WARMED and len(service.workers()) == WORKERS:
                break
            a_round(driver, clients, alone, range(50))
        began = time.monotonic()
        for start in range(0, CALLS, A_ROUND):
            done += a_round(driver, clients, alone, range(start, min(start + A_ROUND, CALLS)))
            catch_up(driver, clients)
            kept.look(service)
    seconds = time.monotonic() - began
    report(service, kept, done, seconds)
    assert done.total() == CALLS
    middle, end = kept.middle_and_end(kept.memory)
    assert end <= 1.1 * middle + 64, kept.memory
    middle, end = kept.middle_and_end(kept.handles)
    assert end <= middle + 8, kept.handles
    assert 1 <= min(kept.versions[-3:]) <= VERSIONS, kept.versions
    assert service.facts()["workers"]["lost"] == 0


def a_round(
    driver: neo4j.Driver,
    clients: ThreadPoolExecutor,
    alone: dict[str, list[tuple[str, ...]]],
    numbers: range,
) -> Counter[str]:
    """Calls by all clients while the graph changes and is read again; how many of each kind there were."""
    done, kinds = Counter[str](), sorted(ASKED)
    refreshing = clients.submit(refresh, driver)
    for kind, found in clients.map(lambda n: one_of(driver, kinds[n % len(kinds)]), numbers):
        assert found == alone[kind], kind
        done[kind] += 1
    refreshing.result()
    return done


def catch_up(driver: neo4j.Driver, clients: ThreadPoolExecutor) -> None:
    """Calls while nothing changes, so that each process opens what was read last and lets go of what it had before."""
    for _ in clients.map(lambda n: one_of(driver, sorted(ASKED)[n % len(ASKED)]), range(QUIET)):
        pass


def one_of(driver: neo4j.Driver, kind: str) -> tuple[str, list[tuple[str, ...]]]:
    return kind, asked(driver, kind)


def refresh(driver: neo4j.Driver) -> None:
    driver.execute_query(TICK)
    driver.execute_query("CALL motif.graph.refresh('soak')")


def report(service: ServiceProcess, kept: Kept, done: Counter[str], seconds: float) -> None:
    print(
        json.dumps(
            {
                "calls": dict(done),
                "refreshes": len(kept.memory),
                "seconds": round(seconds),
                "MiB, middle and end": kept.middle_and_end(kept.memory),
                "handles, middle and end": kept.middle_and_end(kept.handles),
                "threads, middle and end": kept.middle_and_end(kept.threads),
                "versions held": kept.versions[:: max(1, len(kept.versions) // 20)],
                "MiB": kept.memory[:: max(1, len(kept.memory) // 20)],
                "handles": kept.handles[:: max(1, len(kept.handles) // 20)],
            }
        )
    )
