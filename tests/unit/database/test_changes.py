"""A database is asked for its changes at most once a second, and no answer fails by it."""

from __future__ import annotations

from collections.abc import Sequence

from motif.database.changes import KEPT, KEPT_WITHOUT, ChangeWatch, Told
from motif.errors import DatabaseUnavailable


class Listener:
    """A listener whose last transaction can be moved; None: there is none."""

    def __init__(self, last: int | None) -> None:
        self.last = last
        self.asked: list[list[int]] = []
        self.now = 0.0

    def __call__(self, wanted: Sequence[int]) -> Told:
        self.asked.append(list(wanted))
        if self.last is None:
            return Told()
        return Told(self.last, {each: self.last - each for each in wanted})

    def clock(self) -> float:
        return self.now


def test_many_answers_ask_once_a_second() -> None:
    listener = Listener(7)
    watch = ChangeWatch(listener, listener.clock)
    assert [watch.since(7) for _ in range(100)] == [(7, 0)] * 100
    listener.last = 9
    assert watch.since(7) == (7, 0), "as it was told within the second"
    listener.now += KEPT
    assert watch.since(7) == (9, 2)
    assert len(listener.asked) == 2


def test_a_new_epoch_is_asked_for_at_once_beside_those_known() -> None:
    listener = Listener(9)
    watch = ChangeWatch(listener, listener.clock)
    assert watch.since(7) == (9, 2) and watch.since(8) == (9, 1) and watch.since(7) == (9, 2)
    assert listener.asked == [[7], [7, 8]]
    for transaction in range(100, 200):
        watch.since(transaction)
    assert len(listener.asked[-1]) == 16, "bounded"


def test_nobody_is_asked_of_what_was_read_without_a_listener() -> None:
    listener = Listener(9)
    assert ChangeWatch(listener, listener.clock).since(None) == (None, None)
    assert listener.asked == []


def test_a_server_without_the_jar_is_seldom_asked() -> None:
    listener = Listener(None)
    watch = ChangeWatch(listener, listener.clock)
    for transaction in range(50):
        assert watch.since(transaction) == (None, None)
        listener.now += KEPT_WITHOUT / 100
    assert len(listener.asked) == 1


def test_a_server_that_is_gone_is_no_error_and_seldom_asked() -> None:
    clock = Listener(None)

    def gone(wanted: Sequence[int]) -> Told:
        clock.asked.append(list(wanted))
        raise DatabaseUnavailable("gone")

    watch = ChangeWatch(gone, clock.clock)
    assert watch.since(1) == (None, None) and watch.since(2) == (None, None)
    clock.now += KEPT_WITHOUT
    assert watch.since(1) == (None, None)
    assert len(clock.asked) == 2
