"""Counts for each of things that share few names are told for each name."""

from __future__ import annotations

from functools import cache
from typing import Any

import motif
from motif.planners.meaning.by_names import shared_name
from motif.planners.meaning.planner import vocabulary_of
from question_graphs import answered, small_graph

_SENSORS = 24


@cache
def sensors() -> motif.Graph:
    """Sensors of three kinds of one name each, a thing of its own for each sensor, in two halls."""
    nodes: list[tuple[tuple[str, ...], dict[str, Any]]] = [
        *((("Sensor",), {"name": f"S{at}"}) for at in range(_SENSORS)),
        *((("Firmware",), {"name": ("alpha", "beta", "beta")[at % 3]}) for at in range(_SENSORS)),
        *((("Hall",), {"name": name}) for name in ("East", "West")),
    ]
    links: list[tuple[int, str, int, dict[str, Any]]] = [
        *((at, "RUNS", _SENSORS + at, {}) for at in range(_SENSORS)),
        *((at, "IN", 2 * _SENSORS + at % 2, {}) for at in range(_SENSORS)),
    ]
    return small_graph("sensors", nodes, links)


def test_what_is_called_alike_is_counted_together() -> None:
    assert answered(sensors(), "How many sensors run each firmware?") == [("alpha", 8), ("beta", 16)]
    assert answered(sensors(), "Which firmware runs on the most sensors?") == [("beta",)]
    assert answered(sensors(), "number of sensors per hall") == [("East", 12), ("West", 12)]


def test_names_are_shared_where_half_of_them_are_others() -> None:
    vocabulary = vocabulary_of(sensors().view)
    shared = {label: shared_name(vocabulary, label) for label in vocabulary.labels}
    assert shared == {"Sensor": None, "Firmware": "name", "Hall": None}
