"""Processes known by number and start; ports that are free, had before, or taken."""

from __future__ import annotations

import dataclasses
import socket
import subprocess
import sys

import pytest

from motif.embedded.ports import choose_ports, is_free, listening_process
from motif.embedded.process import ask_to_stop, current_process, identify, is_alive, kill, wait_until_gone
from motif.embedded.readiness import bolt_answers, http_answers
from motif.embedded.restarts import AT_MOST, WINDOW, Restarts
from motif.errors import EmbeddedServerError


def test_a_number_used_again_is_not_the_same_process() -> None:
    here = current_process()
    assert is_alive(here)
    assert not is_alive(dataclasses.replace(here, started=here.started - 10))
    assert not is_alive(None)


def test_a_process_is_asked_then_killed_and_a_zombie_is_gone() -> None:
    program = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print(1, flush=True); time.sleep(60)"
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        child.stdout.readline()
        process = identify(child.pid)
        ask_to_stop(process)
        assert wait_until_gone([process], 0.2) == [process]
        kill(process)
        # Not waited for yet: a zombie of this process.
        assert wait_until_gone([process], 10.0) == []
        assert child.poll() is not None
        kill(process)


def test_ports_are_distinct_and_those_wanted_are_taken() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        taken = listener.getsockname()[1]
        chosen = choose_ports({"bolt": None, "http": None, "service": None}, {"bolt": taken})
    assert len(set(chosen.values())) == 3
    assert taken not in chosen.values()
    again = choose_ports({"bolt": None, "http": chosen["http"], "service": None}, {"bolt": chosen["bolt"]})
    assert (again["bolt"], again["http"]) == (chosen["bolt"], chosen["http"])


def test_a_port_taken_by_another_is_named_with_its_owner() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        assert not is_free(port)
        assert f"(process {current_process().pid})" in listening_process(port)
        with pytest.raises(EmbeddedServerError, match=f"Port {port} .* is taken by .*process") as caught:
            choose_ports({"http": port}, {})
    assert "--http-port" in caught.value.hint
    assert is_free(port)


@pytest.mark.parametrize("port", [0, -1, 65536])
def test_numbers_that_are_no_ports_are_refused(port: int) -> None:
    with pytest.raises(EmbeddedServerError, match="between 1 and 65535"):
        choose_ports({"bolt": port}, {})


def test_one_port_cannot_serve_two() -> None:
    free = choose_ports({"bolt": None}, {})["bolt"]
    with pytest.raises(EmbeddedServerError, match="wanted for both bolt and http"):
        choose_ports({"bolt": free, "http": free}, {})


def test_nobody_answers_on_a_free_port() -> None:
    free = choose_ports({"bolt": None}, {})["bolt"]
    assert not bolt_answers(free)
    assert not http_answers(free, "/")


def test_what_listens_but_does_not_speak_bolt_does_not_answer() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        # The connection waits in the backlog; nobody ever speaks.
        assert not bolt_answers(port)


def test_restarts_come_at_once_then_slower_and_never_too_many_a_minute() -> None:
    restarts, now, starts = Restarts(), 0.0, []
    for _ in range(40):
        now += restarts.delay_after_death(now)
        starts.append(now)
        now += 0.1
    assert starts[0] == 0.0
    for start in starts:
        assert sum(start <= other < start + WINDOW for other in starts) <= AT_MOST + 1


def test_an_old_death_is_forgotten() -> None:
    restarts = Restarts()
    assert restarts.delay_after_death(0.0) == 0.0
    assert restarts.delay_after_death(1.0) == 1.0
    assert restarts.delay_after_death(1.0 + WINDOW) == 0.0
