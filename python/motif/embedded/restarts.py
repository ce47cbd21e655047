"""How long to wait before a service that died is started again."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

WINDOW = 60.0
"""Seconds within which deaths count."""

AT_MOST = 6
"""Restarts in one window."""


@dataclass(slots=True)
class Restarts:
    """The deaths of the last minute; times are in seconds on any clock that only goes forward.

    >>> restarts = Restarts()
    >>> [restarts.delay_after_death(now=0.0) for _ in range(3)]
    [0.0, 1.0, 2.0]
    """

    deaths: deque[float] = field(default_factory=deque)

    def delay_after_death(self, now: float) -> float:
        """Seconds to wait after a death at ``now``: 0, then 1, 2, 4 …; at most `AT_MOST` a minute."""
        while self.deaths and now - self.deaths[0] >= WINDOW:
            self.deaths.popleft()
        self.deaths.append(now)
        count = len(self.deaths)
        if count > AT_MOST:
            return self.deaths[count - AT_MOST - 1] + WINDOW - now
        return 0.0 if count == 1 else 2.0 ** (count - 2)
