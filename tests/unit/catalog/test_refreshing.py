"""When a projection that refreshes itself may be read again."""

from __future__ import annotations

from pathlib import Path

from motif.catalog.refreshing import (
    LONGEST_PAUSE,
    RefreshSchedule,
    read_failure,
    write_failure,
)


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_the_pause_grows_with_each_failure_and_not_beyond_a_limit() -> None:
    clock = Clock()
    schedule = RefreshSchedule(clock=clock)
    pauses = []
    for _ in range(12):
        assert schedule.begin("films")
        schedule.end("films", "no")
        before = clock.now
        while not schedule.begin("films"):
            clock.now += 1
        schedule.end("films", "no")
        pauses.append(clock.now - before)
        clock.now += LONGEST_PAUSE
    assert pauses[:3] == [2, 8, 32] and pauses == sorted(pauses) and pauses[-1] == LONGEST_PAUSE
    assert schedule.begin("films")
    schedule.end("films")
    clock.now += 1
    assert schedule.begin("films") and schedule.problem("films") == ""


def test_graphs_do_not_wait_for_each_other() -> None:
    schedule = RefreshSchedule(clock=Clock())
    assert schedule.begin("films") and schedule.begin("people")
    assert not schedule.begin("films")


def test_one_that_never_ended_is_begun_anew() -> None:
    clock = Clock()
    schedule = RefreshSchedule(lease=10, clock=clock)
    assert schedule.begin("films") and schedule.is_running("films")
    clock.now = 10
    assert not schedule.is_running("films") and schedule.begin("films")


def test_a_failure_is_kept_until_the_data_was_read_after_it(tmp_path: Path) -> None:
    assert read_failure(tmp_path, None) is None
    write_failure(tmp_path, "The disk is full.")
    kept = read_failure(tmp_path, 5.0)
    assert kept is not None and kept.problem == "The disk is full."
    assert read_failure(tmp_path, kept.time + 1) is None
    assert [file.name for file in tmp_path.iterdir()] == ["refresh.json"]
    (tmp_path / "refresh.json").write_text("[")
    assert read_failure(tmp_path, None) is None
    write_failure(tmp_path / "gone", "no folder")
    assert not (tmp_path / "gone").exists()
