"""Processes that die at a named point."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from typing import Any

from forking import CONTEXT
from motif import crash_points


def run_and_die(action: Callable[..., object], *arguments: Any, at: str) -> None:
    """Runs ``action``, a function of a module, in a process of its own; fails where it does not die at the point."""
    child = CONTEXT.Process(target=_die, args=(action, arguments, at, dict(os.environ)))
    child.start()
    child.join()
    assert child.exitcode == -signal.SIGKILL


def _die(
    action: Callable[..., object], arguments: tuple[Any, ...], at: str, environment: dict[str, str]
) -> None:
    os.environ.update(environment)
    crash_points._words = at.split()
    action(*arguments)
