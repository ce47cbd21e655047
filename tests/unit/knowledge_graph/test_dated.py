"""Verbs on one epoch from beginning to end, and refreshes in the background."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

import pytest

from motif.catalog import from_triples
from motif.catalog.refreshing import RefreshSchedule
from motif.errors import Cancelled, DatabaseUnavailable
from motif.knowledge_graph import Graph
from motif.knowledge_graph.background import BackgroundRefreshes, Progress

TRIPLES = [("Heat", "directed_by", "Mann"), ("Thief", "directed_by", "Mann")]
BY_MANN = [("?film", "directed_by", "Mann")]


def test_a_graph_without_a_database_is_as_new_as_it_was_given() -> None:
    graph = Graph.from_triples(TRIPLES)
    for found in (graph.match(BY_MANN), graph.run({"pattern": BY_MANN, "method": "match"})):
        assert (found.metadata["stale"], found.metadata["behind"]) == (False, {"transactions": 0})
        assert [piece.metadata["stale"] for piece in found] == [False, False]


def test_what_is_refreshed_meanwhile_is_seen_by_the_next_call() -> None:
    old, new = from_triples(TRIPLES), from_triples([*TRIPLES, ("Collateral", "directed_by", "Mann")])
    now = [old]
    graph = Graph(lambda: now[0], encoder=lambda: pytest.fail("needs no encoder"))
    with graph.held() as projection:
        now[0] = replace(new, epoch=2)
        assert projection is old and graph.projection is old
        assert len(graph.match(BY_MANN)) == 2
        others: list[int] = []
        thread = threading.Thread(target=lambda: others.append(graph.projection.epoch))
        thread.start()
        thread.join()
        assert others == [2], "this thread alone holds it"
        with graph.held() as inner:
            assert inner is old
        assert graph.is_held
    assert not graph.is_held and len(graph.match(BY_MANN)) == 3


class Refreshing:
    """A refresh that goes on until it is let go or its connection closes."""

    def __init__(self, error: Exception | None = None) -> None:
        self.begun, self.go = threading.Event(), threading.Event()
        self.error = error
        self.failed: list[tuple[str, str]] = []
        self.ended: list[str] = []

    def __call__(self, name: str, progress: Progress) -> None:
        self.begun.set()
        while not self.go.wait(0.01):
            progress(1, 2)
        if self.error is not None:
            raise self.error
        self.ended.append(name)


def background(refresh: Refreshing) -> BackgroundRefreshes:
    return BackgroundRefreshes(
        Path("home"), lambda: "db", refresh, lambda *told: refresh.failed.append(told), RefreshSchedule()
    )


def test_one_refresh_at_a_time_and_none_after_closing() -> None:
    refresh = Refreshing()
    refreshes = background(refresh)
    assert refreshes.wanted("films") == refreshes.wanted("films") == {"refreshing": True}
    refresh.begun.wait(10)
    refreshes.stop()
    assert (refresh.ended, refresh.failed) == ([], []), "closing is no failure"
    assert refreshes.wanted("films") == {}


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (DatabaseUnavailable("The server is away."), "The server is away."),
        (OSError("/home/ann"), "An unexpected OSError; the log says more."),
    ],
)
def test_a_failure_is_told_and_never_raised(error: Exception, told: str) -> None:
    refresh = Refreshing(error)
    refreshes = background(refresh)
    refreshes.wanted("films")
    refresh.go.set()
    refreshes.stop()
    assert refresh.failed == [("films", told)]
    assert refreshes.wanted("films") == {"refresh_failed": told}


def test_a_refresh_that_is_cut_off_by_closing_raises_in_its_own_thread_alone() -> None:
    refreshes = background(Refreshing())
    refreshes.stop()
    with pytest.raises(Cancelled):
        refreshes._watched(1, 2)
