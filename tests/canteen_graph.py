"""A small graph of a canteen: who ordered and rated which meals, and who cooked them; no word table knows it."""

from __future__ import annotations

from functools import cache
from typing import Any

import motif
from question_graphs import small_graph

_NODES: list[tuple[tuple[str, ...], dict[str, Any]]] = [
    (("Guest",), {"name": "Ada Brook", "town": "Velm"}),
    (("Guest",), {"name": "Bo Lind", "town": "Velm"}),
    (("Guest",), {"name": "Cy Marsh", "town": "Orsk"}),
    (("Order",), {"number": "O-1", "orderDate": "2019-03-01", "neededDate": "2020-01-05"}),
    (("Order",), {"number": "O-2", "orderDate": "2020-06-01", "neededDate": "2021-01-05"}),
    (("Order",), {"number": "O-3", "orderDate": "2020-02-01", "neededDate": "2020-02-05"}),
    (("Order",), {"number": "O-4", "orderDate": "2021-07-01", "neededDate": "2021-07-09"}),
    (("Meal",), {"name": "Leek Pie", "price": 9, "portionsInStock": 0, "servedTown": "Velm"}),
    (("Meal",), {"name": "Bean Stew", "price": 6, "portionsInStock": 4, "servedTown": "Orsk"}),
    (("Meal",), {"name": "Plum Cake", "price": 4, "portionsInStock": 7, "servedTown": "Orsk"}),
    (("Meal",), {"name": "Oat Bread", "price": 3, "portionsInStock": 2, "servedTown": "Velm"}),
    (("Kind",), {"name": "warm", "coverText": "hot dishes"}),
    (("Kind",), {"name": "sweet", "coverText": "cakes and fruit"}),
    (("Kind",), {"name": "baked", "coverText": "bread and rolls"}),
    (("Cook",), {"name": "Dag Holm", "nickName": "Dagger"}),
    (("Cook",), {"name": "Eva Rusk", "nickName": "Ev"}),
]
_LINKS: list[tuple[int, str, int, dict[str, Any]]] = [
    (0, "PLACED", 3, {}),
    (0, "PLACED", 4, {}),
    (1, "PLACED", 5, {}),
    (2, "PLACED", 6, {}),
    (3, "ORDERS", 7, {"quantity": 2}),
    (3, "ORDERS", 9, {"quantity": 1}),
    (4, "ORDERS", 10, {"quantity": 3}),
    (5, "ORDERS", 7, {"quantity": 1}),
    (5, "ORDERS", 8, {"quantity": 1}),
    (6, "ORDERS", 8, {"quantity": 5}),
    (7, "OF_KIND", 11, {}),
    (8, "OF_KIND", 11, {}),
    (9, "OF_KIND", 12, {}),
    (10, "OF_KIND", 13, {}),
    (14, "COOKS", 7, {}),
    (14, "COOKS", 8, {}),
    (14, "COOKS", 9, {}),
    (15, "COOKS", 10, {}),
    (14, "TASTED", 7, {}),
    (15, "TASTED", 9, {}),
    (0, "RATED", 7, {"stars": 2, "remark": "too salty", "at": "2020-03-01"}),
    (1, "RATED", 7, {"stars": 4, "remark": "fine"}),
    (1, "RATED", 9, {"stars": 5, "remark": "sweet and soft"}),
    (2, "RATED", 8, {"stars": 3, "remark": "fine"}),
]


@cache
def canteen() -> motif.Graph:
    """Guests, their orders, what they ordered and rated, and who cooks it; without an encoder."""
    return small_graph("canteen", _NODES, _LINKS, ("quantity", "stars", "remark", "at"))
