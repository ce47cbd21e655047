"""What a database tells of its changes, asked for at most once a second however many answers want to know."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from motif.errors import MotifError

KEPT = 1.0
"""Seconds for which what was told is told again."""

KEPT_WITHOUT = 30.0
"""Seconds for which nobody is asked again, where nobody tells or the server did not answer."""

_REMEMBERED = 16


@dataclass(frozen=True, slots=True)
class Told:
    """What a listener told.

    Attributes
    ----------
    last
        The last transaction that changed the data, Motif's own apart; None where no listener tells.
    counts
        By transaction how many changed the data after it, as far as that is counted.
    """

    last: int | None = None
    counts: Mapping[int, int] = field(default_factory=dict)


class ChangeWatch:
    """Asks for changes seldom and never fails: who answers a question is not kept from it by this. Safe for threads.

    Parameters
    ----------
    ask
        What is told now of these transactions, by one statement; raises `MotifError` when the server does not answer.
    clock
        Seconds that never go back.
    """

    def __init__(
        self, ask: Callable[[Sequence[int]], Told], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._ask = ask
        self._clock = clock
        self._lock = threading.Lock()
        self._wanted: OrderedDict[int, None] = OrderedDict()
        self._told = Told()
        self._until = float("-inf")

    def since(self, transaction: int | None) -> tuple[int | None, int | None]:
        """The last transaction that changed the data, and how many did after ``transaction``; None for what is unknown.

        Asks nobody for a projection that was read without a listener: it cannot be told how old that is.

        >>> watch = ChangeWatch(lambda wanted: Told(9, {each: 9 - each for each in wanted}))
        >>> watch.since(7), watch.since(None)
        ((9, 2), (None, None))
        """
        if transaction is None:
            return None, None
        with self._lock:
            is_new = transaction not in self._wanted
            self._wanted[transaction] = None
            self._wanted.move_to_end(transaction)
            while len(self._wanted) > _REMEMBERED:
                self._wanted.popitem(last=False)
            if self._clock() >= self._until or (is_new and self._told.last is not None):
                self._listen()
            return self._told.last, self._told.counts.get(transaction)

    def _listen(self) -> None:
        try:
            self._told = self._ask(list(self._wanted))
        except MotifError:
            self._told = Told()
        self._until = self._clock() + (KEPT_WITHOUT if self._told.last is None else KEPT)
