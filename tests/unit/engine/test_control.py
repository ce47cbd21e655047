"""Deadlines set the flag that kernels look at; so does cancelling."""

from __future__ import annotations

import gc
import threading
import time
from typing import Any

import pytest

from motif.engine.control import Control
from motif.errors import InvalidInput


def wait_for(control: Control, state: str) -> bool:
    for _ in range(500):
        if control.state == state:
            return True
        time.sleep(0.01)
    return False


def test_without_timeout_it_runs_until_cancelled() -> None:
    with Control() as control:
        assert control.state == "running"
        control.cancel()
        assert control.state == "cancelled"


def test_the_deadline_passes_while_nobody_looks() -> None:
    with Control(timeout=0.02) as control:
        assert wait_for(control, "deadline")


def test_no_time_at_all_is_past_the_deadline_at_once() -> None:
    with Control(timeout=0) as control:
        assert control.state == "deadline"


def test_a_nearer_deadline_is_kept_while_a_far_one_waits() -> None:
    with Control(timeout=1000) as far, Control(timeout=0.02) as near:
        assert wait_for(near, "deadline")
        assert far.state == "running"


def test_a_cancelled_piece_of_work_stays_cancelled_past_its_deadline() -> None:
    with Control(timeout=0.02) as cancelled, Control(timeout=0.04) as later:
        cancelled.cancel()
        assert wait_for(later, "deadline")
        assert cancelled.state == "cancelled"


def test_many_deadlines_share_one_thread_and_leave_no_flag_behind() -> None:
    with Control(timeout=1000):
        before = threading.active_count()
        for _ in range(100):
            with Control(timeout=1000):
                pass
        gc.collect()
        assert threading.active_count() == before


@pytest.mark.parametrize("timeout", [-1, float("nan")])
def test_a_timeout_is_a_number_of_seconds(timeout: Any) -> None:
    with pytest.raises(InvalidInput, match="timeout must be a number of seconds"):
        Control(timeout=timeout)
