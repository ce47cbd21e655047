"""One question to a language model for each of many things: several at a time, in order, failures told."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

from motif.engine.control import Control
from motif.errors import ModelFailed

PATIENCE = 5
"""Failures in a row after which a model is taken to be down."""

Item = TypeVar("Item")
Answer = TypeVar("Answer")


def ask_each(
    ask: Callable[[Item, Control], Answer], items: Iterable[Item], concurrency: int
) -> Iterator[Answer | ModelFailed]:
    """What ``ask`` gives for each of ``items``, in their order, or why it failed; ``concurrency`` at a time.

    Calls that still run when the caller stops reading are cancelled. Raises `ModelFailed` after `PATIENCE` failures
    in a row, and at once what else ``ask`` raises.

    >>> list(ask_each(lambda item, control: item + 1, [1, 2], 2))
    [2, 3]
    """
    control = Control()
    executor = ThreadPoolExecutor(concurrency, "motif-asking")
    failures = 0
    try:
        for answer in executor.map(partial(_tried, ask, control), items):
            failures = failures + 1 if isinstance(answer, ModelFailed) else 0
            if failures >= PATIENCE and isinstance(answer, ModelFailed):
                raise ModelFailed(
                    f"The model failed {failures} times in a row; the last time: {answer.message}",
                    hint="Try again when it answers: what it has answered is kept and costs nothing.",
                ) from answer
            yield answer
    finally:
        control.cancel()
        executor.shutdown(wait=False, cancel_futures=True)


def _tried(ask: Callable[[Item, Control], Answer], control: Control, item: Item) -> Answer | ModelFailed:
    try:
        return ask(item, control)
    except ModelFailed as error:
        return error
