"""The way of a relationship on the page: a straight arrow, a bow beside others, a loop."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

_BOW = 44.0
_HEAD = 8.0

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Arrow:
    """A path and its head as SVG path data; where its type is written, how turned (degrees), how much room it has."""

    path: str
    head: str
    middle: Point
    turn: float
    room: float


def bows(ends: Sequence[tuple[int, int]]) -> list[float]:
    """How far each relationship bows to its left, so that those between the same two nodes lie apart.

    >>> bows([(0, 1), (1, 2)]), bows([(0, 1), (0, 1)]), bows([(0, 1), (1, 0)])
    ([0.0, 0.0], [-22.0, 22.0], [-22.0, -22.0])
    """
    beside: dict[frozenset[int], list[int]] = {}
    for place, pair in enumerate(ends):
        beside.setdefault(frozenset(pair), []).append(place)
    bow = [0.0] * len(ends)
    for places in beside.values():
        for nth, place in enumerate(places):
            source, target = ends[place]
            aside = (nth - (len(places) - 1) / 2) * _BOW
            bow[place] = float(nth) if source == target else (aside if source < target else -aside) or 0.0
    return bow


def arrow(source: Point, target: Point, radius: float, bow: float) -> Arrow:
    """From the rim of one circle of ``radius`` to that of another, its middle ``bow`` pixels aside."""
    (x0, y0), (x1, y1) = source, target
    length = math.hypot(x1 - x0, y1 - y0) or 1.0
    bow = max(-length / 4, min(bow, length / 4))
    across = ((y1 - y0) / length, (x0 - x1) / length)
    control = ((x0 + x1) / 2 + across[0] * bow * 2, (y0 + y1) / 2 + across[1] * bow * 2)
    start, tip = _towards(source, control, radius + 1), _towards(target, control, radius + 2)
    neck = _towards(tip, control, _HEAD * 0.8)
    path = f"M{_at(start)} L{_at(neck)}" if not bow else f"M{_at(start)} Q{_at(control)} {_at(neck)}"
    middle = tuple((s + 2 * c + t) / 4 for s, c, t in zip(start, control, tip, strict=True))
    turn = math.degrees(math.atan2(y1 - y0, x1 - x0))
    upright = turn - 180 if turn > 90 else turn + 180 if turn <= -90 else turn
    return Arrow(path, _head(tip, control), (middle[0], middle[1]), upright, length - 2 * radius - 2 * _HEAD)


def loop(at: Point, radius: float, nth: float) -> Arrow:
    """From a circle back to it, above; the ``nth`` such loop wider than the one before."""
    x, y = at
    wide, high = radius * 1.3 + 8 * nth, radius * 3.2 + 22 * nth
    left, right = (x - wide, y - high), (x + wide, y - high)
    start, tip = _towards(at, left, radius + 1), _towards(at, right, radius + 2)
    neck = _towards(tip, right, _HEAD * 0.8)
    path = f"M{_at(start)} C{_at(left)} {_at(right)} {_at(neck)}"
    return Arrow(path, _head(tip, right), (x, y - high * 0.78), 0.0, 120.0)


def _head(tip: Point, behind: Point) -> str:
    base = _towards(tip, behind, _HEAD)
    aside = ((tip[1] - base[1]) * 0.42, (base[0] - tip[0]) * 0.42)
    corners = (base[0] + aside[0], base[1] + aside[1]), (base[0] - aside[0], base[1] - aside[1])
    return f"M{_at(tip)} L{_at(corners[0])} L{_at(corners[1])} Z"


def _towards(start: Point, goal: Point, distance: float) -> Point:
    length = math.hypot(goal[0] - start[0], goal[1] - start[1]) or 1.0
    share = distance / length
    return start[0] + (goal[0] - start[0]) * share, start[1] + (goal[1] - start[1]) * share


def _at(point: Point) -> str:
    return f"{point[0]:.1f},{point[1]:.1f}"
