"""What is done each by itself, to all of a kind, or asked of the doers: over purchases, of which no word speaks."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import motif
from question_graphs import answered, small_graph, told

_BUYERS = {"Ada": "Rome", "Bo": "Rome", "Cy": "Bonn"}
_WARES = {"Lamp": "Brook", "Rug": "Brook", "Vase": "Clay"}
_PURCHASES = (("Ada", ("Lamp",)), ("Ada", ("Rug",)), ("Bo", ("Lamp", "Rug")), ("Cy", ("Lamp", "Vase")))


@cache
def shop() -> motif.Graph:
    """Buyers made purchases of wares that makers supply: Ada bought a lamp and a rug apart, Bo both at once."""
    makers = tuple(dict.fromkeys(_WARES.values()))
    nodes: list[tuple[tuple[str, ...], dict[str, Any]]] = [
        *((("Buyer",), {"name": name, "town": town}) for name, town in _BUYERS.items()),
        *((("Ware",), {"name": name, "price": 10 * at}) for at, name in enumerate(_WARES, 1)),
        *((("Maker",), {"name": name}) for name in makers),
        *((("Purchase",), {"number": f"B{at}"}) for at, _ in enumerate(_PURCHASES)),
    ]
    names = [*_BUYERS, *_WARES, *makers]
    links: list[tuple[int, str, int, dict[str, Any]]] = [
        *((names.index(maker), "SUPPLIES", names.index(ware), {}) for ware, maker in _WARES.items()),
        *((names.index(who), "BOUGHT", len(names) + at, {}) for at, (who, _) in enumerate(_PURCHASES)),
        *(
            (len(names) + at, "CONTAINS", names.index(ware), {})
            for at, (_, wares) in enumerate(_PURCHASES)
            for ware in wares
        ),
    ]
    return small_graph("shop", nodes, links)


def test_who_bought_both_need_not_have_bought_them_at_once() -> None:
    assert answered(shop(), "Which buyers bought both Lamp and Rug?") == [("Ada",), ("Bo",)]


def test_what_is_spoken_of_has_both() -> None:
    assert answered(shop(), "Which purchases contain both Lamp and Rug?") == [("B2",)]
    assert told(shop(), "Which buyers bought Lamp and Rug together?")[1] == [("Bo",)]


@pytest.mark.parametrize(
    "said",
    [
        "Which buyers have bought all wares of Brook?",
        "Which buyers bought every ware of Brook?",
        "What do buyers in Rome buy?",
    ],
)
def test_what_is_not_read_of_all_or_of_what_is_done_is_not_sure(said: str) -> None:
    status, rows = told(shop(), said)
    assert status != "answered", rows
