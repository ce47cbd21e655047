"""Time what cannot be interrupted: each call in a fork of this process, which is ended at its cap."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from multiprocessing import Pipe
from multiprocessing.connection import Connection


def timed_in_fork(work: Callable[[], int], repeats: int, cap: float) -> tuple[float, int | None]:
    """Median seconds of ``repeats`` calls and the result; the cap and None where one call took longer.

    Raises `RuntimeError` with what the call raised.
    """
    receiver, sender = Pipe(duplex=False)
    child = os.fork()
    if not child:
        _run(work, repeats, sender)
    sender.close()
    try:
        taken: list[float] = []
        result = None
        while len(taken) < repeats and sum(taken) < cap:
            if not receiver.poll(cap):
                return cap, None
            seconds, result, problem = receiver.recv()
            if problem:
                raise RuntimeError(problem)
            taken.append(seconds)
        return sorted(taken)[len(taken) // 2], result
    except EOFError as error:
        raise RuntimeError("the peer's process ended without a word, perhaps for want of memory") from error
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        receiver.close()


def _run(work: Callable[[], int], repeats: int, sender: Connection) -> None:
    try:
        for _ in range(repeats):
            begun = time.perf_counter()
            result = work()
            sender.send((time.perf_counter() - begun, result, ""))
    except BaseException as error:  # what a peer's library raises is told by the parent
        sender.send((0.0, None, f"{type(error).__name__}: {error}"))
    finally:
        os._exit(0)
