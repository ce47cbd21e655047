"""Lanes with real threads: who is next, who is turned away, and what is never begun."""

import threading
from collections import Counter

import pytest

from motif.engine.control import Control
from motif.errors import Cancelled, DeadlineExceeded, ServiceBusy, ServiceStopping
from motif.service.lanes import Lane


class Calls:
    """Submits calls that end when they are let go, and notes who began and who was refused."""

    def __init__(self, lane: Lane) -> None:
        self.lane = lane
        self.began: list[str | None] = []
        self.refused: list[tuple[str | None, BaseException]] = []
        self.gate = threading.Semaphore(0)
        self._changed = threading.Condition()

    def submit(self, caller, control=None):
        def work() -> None:
            self._note(self.began, caller)
            assert self.gate.acquire(timeout=100)

        def refuse(error) -> None:
            self._note(self.refused, (caller, error))

        return self.lane.submit(work, refuse, caller=caller, control=control or Control())

    def let_go(self, n) -> None:
        self.gate.release(n)

    def wait_until(self, condition) -> None:
        with self._changed:
            assert self._changed.wait_for(condition, 100)

    def _note(self, where, what) -> None:
        with self._changed:
            where.append(what)
            self._changed.notify_all()


@pytest.fixture
def make():
    made = []

    def make(**limits):
        made.append(Calls(Lane("retrieval", **{"at_a_time": 2, "places": 100, **limits})))
        return made[-1]

    yield make
    for calls in made:
        calls.lane.close()
        calls.let_go(1000)


def test_a_caller_of_fifty_calls_keeps_a_thread_free_for_another(make):
    calls = make()
    for _ in range(50):
        calls.submit("ann")
    calls.wait_until(lambda: len(calls.began) == 2)
    calls.submit("bob")  # none of Ann's has ended
    calls.wait_until(lambda: len(calls.began) == 3)
    assert calls.began[2] == "bob"
    assert calls.lane.figures()["waiting"] == 48


def test_turns_go_round_among_callers(make):
    calls = make()
    for caller in ["ann"] * 50 + ["bob"] * 5 + ["cat"] * 5:
        calls.submit(caller)
    calls.let_go(60)
    calls.wait_until(lambda: len(calls.began) == 60)
    begun = [Counter(calls.began[:n]) for n in range(61)]
    # All of Bob's and Cat's are begun while Ann has had about as many turns as each of them.
    done = next(n for n in range(61) if begun[n]["bob"] == begun[n]["cat"] == 5)
    assert begun[done]["ann"] <= 5 + 2 + 1


def test_callers_without_a_name_may_take_every_thread(make):
    calls = make()
    for _ in range(4):
        calls.submit(None)
    calls.wait_until(lambda: len(calls.began) == 3)
    assert calls.lane.figures()["waiting"] == 1


def test_a_full_lane_turns_away_with_when_to_call_again(make):
    calls = make(places=3)
    for _ in range(5):
        calls.submit("ann")
    with pytest.raises(ServiceBusy, match=r"busy: 3 calls .* Call again in 1 s") as caught:
        calls.submit("ann")
    assert caught.value.retry_after == 1
    figures = calls.lane.figures()
    assert (figures["running"], figures["waiting"], figures["turnedAway"]) == (2, 3, 1)


def test_in_a_full_lane_the_newest_of_who_has_most_gives_way(make):
    calls = make(places=3)
    tickets = [calls.submit("ann") for _ in range(5)]
    calls.submit("bob")
    calls.wait_until(lambda: calls.began.count("bob") == 1)
    calls.submit("bob")  # waits: his first keeps the third thread
    calls.wait_until(lambda: calls.refused)
    [(caller, error)] = calls.refused
    assert caller == "ann" and isinstance(error, ServiceBusy)
    assert [ticket.waiting for ticket in tickets] == [False, False, True, True, False]
    with pytest.raises(ServiceBusy):
        calls.submit("ann")


def test_what_expired_while_it_waited_is_not_begun(make):
    calls = make(at_a_time=1)
    calls.submit("ann")
    calls.wait_until(lambda: calls.began)
    with Control(timeout=0) as late, Control(timeout=30) as gone:
        calls.submit("ann", late)
        calls.submit("ann", gone)
        gone.cancel()
    calls.let_go(1)
    calls.wait_until(lambda: len(calls.refused) == 2)
    assert calls.began == ["ann"]
    assert [type(error) for _, error in calls.refused] == [DeadlineExceeded, Cancelled]
    assert calls.lane.figures()["notBegun"] == 2


def test_what_need_not_wait_begins_however_little_time_it_has(make):
    calls = make()
    with Control(timeout=0) as control:
        calls.submit("ann", control)
    calls.wait_until(lambda: calls.began)


def test_giving_up_frees_the_place_and_leaves_what_runs_alone(make):
    calls = make(at_a_time=1, places=1)
    running, waiting = calls.submit("ann"), calls.submit("ann")
    calls.lane.give_up(waiting, calls.lane.too_long(waiting))
    calls.lane.give_up(waiting, Cancelled("Twice."))
    calls.lane.give_up(running, Cancelled("It runs."))
    [(_, error)] = calls.refused
    assert isinstance(error, ServiceBusy) and "was not begun" in error.message
    calls.submit("ann")


def test_closing_refuses_what_waits(make):
    calls = make(at_a_time=1)
    calls.submit("ann")
    calls.submit("ann")
    calls.lane.close()
    assert [type(error) for _, error in calls.refused] == [ServiceStopping]
    with pytest.raises(ServiceStopping):
        calls.submit("bob")


def test_every_call_ends_once_under_many_threads(make):
    calls = make(at_a_time=3, places=20)
    turned_away = []
    calls.let_go(2000)

    def send(caller) -> None:
        for _ in range(100):
            try:
                calls.submit(caller)
            except ServiceBusy:
                turned_away.append(caller)

    threads = [threading.Thread(target=send, args=(name,)) for name in ("ann", "bob", "cat", None)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(100)
    calls.wait_until(lambda: len(calls.began) + len(calls.refused) + len(turned_away) == 400)
    calls.wait_until(lambda: calls.lane.figures()["waiting"] == 0)
    assert calls.lane.figures()["turnedAway"] == len(calls.refused) + len(turned_away)


def test_a_lane_that_was_started_has_all_its_threads_and_runs_as_many_calls() -> None:
    lane = Lane("prepared", at_a_time=2, places=4)
    lane.start()
    names = [one.name for one in threading.enumerate() if one.name.startswith("motif-prepared")]
    assert len(names) == 3
    calls = Calls(lane)
    for caller in ("ann", "ann", "bob"):
        calls.submit(caller)
    calls.wait_until(lambda: len(calls.began) == 3)
    calls.let_go(3)
    lane.close()
